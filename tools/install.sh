#!/bin/sh
# Make .venv where it is missing or broken, and install one file of requirements in it.
# Usage: sh tools/install.sh PYTHON REQUIREMENTS [pip]
# With "pip" it is pip that installs, even where there is uv: where wheels for this kind of machine
# lie is in the settings of pip, which uv does not read.
set -eu
python=$1
requirements=$2
with=${3:-any}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Python 3.11 or newer is needed, and $python is not; name another: make book PYTHON=python3.12" >&2
    exit 1
fi

if command -v uv > /dev/null; then
    works='pass'
else
    works='import pip'
fi
if ! .venv/bin/python -c "$works" 2> /dev/null; then
    echo "Making the environment .venv with $("$python" --version)."
    rm -rf .venv
    if command -v uv > /dev/null; then
        uv venv --quiet --seed --python "$python" .venv
    else
        "$python" -m venv .venv
    fi
fi

echo "Installing $requirements into .venv, 1.3 GB in all: some minutes with pip at first, seconds with uv."
if [ "$with" = any ] && command -v uv > /dev/null; then
    uv pip install --python .venv/bin/python -r "$requirements"
else
    .venv/bin/python -c 'import pip' 2> /dev/null || .venv/bin/python -m ensurepip > /dev/null
    .venv/bin/python -m pip install --disable-pip-version-check -r "$requirements"
fi

# python -m experiments and python -m benchmarks, as these were called for long: one release more.
.venv/bin/python -c 'import pathlib, sysconfig
door = pathlib.Path(sysconfig.get_path("purelib"), "taotp-doors.pth")
door.write_text(str(pathlib.Path("tools", "doors").resolve()) + "\n")'
