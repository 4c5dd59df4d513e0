"""Types, and the import of every module, under another Python that this machine has.

python -m tools.pythons 3.12    in .venv-3.12, which is made once; 75 where there is no such Python

numpy's types differ from one Python to the next, as newer ones take newer numpy.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = ("python", "-m", "tools.pythons")
FROM = ("3.11", "3.12", "3.13", "3.14")  # constraints.txt is for these
NOT_HERE = 75  # the status where this machine has no such Python
# The library and the exercises run on these. Types of all else are read where this Python has them.
NEEDED = ("numpy", "matplotlib", "ipywidgets", "anywidget", "rjsmin", "mypy")
PINS = ROOT / "tools" / "requirements" / "constraints.txt"
SAYS_ITS_VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"
TYPES = """
import sys
sys.path.append(sys.argv.pop(1))
from mypy.main import main
main(args=sys.argv[1:], clean_exit=True)
"""
IMPORTS = """
import importlib, pathlib, sys
packages = ("taotp", "taotp_core", "exercises")
files = sorted(path for package in packages for path in pathlib.Path(package).rglob("*.py"))
ours = [path.with_suffix("") for path in files if "my" not in path.parts]
names = [path.as_posix().replace("/", ".") for path in ours]
for name in names:
    try:
        importlib.import_module(name.removesuffix(".__init__"))
    except ModuleNotFoundError as missing:
        if missing.name != "torch":  # a part of exports is made of its classes
            raise
print(f"{len(names)} modules imported by Python {sys.version.split()[0]}")
"""


def candidates(version: str) -> Iterator[str]:
    """Programs that may be a Python: on the path, and among those that pyenv has."""
    if on_path := shutil.which(f"python{version}"):
        yield on_path
    own = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from map(str, sorted(own.glob(f"versions/{version}*/bin/python{version}")))
    if other := shutil.which("python3"):
        yield other


def answers(command: list[str]) -> str:
    """What a program prints; nothing where it fails or is none (a shim of pyenv may be none)."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def interpreter(version: str) -> str | None:
    """A Python of a version that this machine has."""
    for program in candidates(version):
        if answers([program, "-c", SAYS_ITS_VERSION]) == version:
            return program
    return None


def environment(version: str, program: str) -> Path | None:
    """The Python of .venv-VERSION, made where it is missing or its pins have changed."""
    folder = ROOT / f".venv-{version}"
    python, stamp = folder / "bin" / "python", folder / "made"
    made_of = hashlib.sha256(PINS.read_bytes() + " ".join(NEEDED).encode()).hexdigest()
    if stamp.exists() and stamp.read_text("utf-8") == made_of and answers([str(python), "-V"]):
        return python
    print(f"Making {folder.name} with {answers([program, '-V'])}.", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    if uv := shutil.which("uv"):
        make = [uv, "venv", "--quiet", "--python", program, str(folder)]
        install = [uv, "pip", "install", "--quiet", "--python", str(python)]
    else:
        make = [program, "-m", "venv", str(folder)]
        install = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    if subprocess.run(make, check=False).returncode:
        return None  # as where a distribution keeps venv in a package of its own
    subprocess.run([*install, "-c", str(PINS), *NEEDED], cwd=ROOT, check=True)
    stamp.write_text(made_of, encoding="utf-8")
    return python


def tried(python: str, with_types: bool) -> int:
    """Import every module with a Python, and check the types that it sees: 0 where all is well."""
    own = os.environ | {"PYTHONPATH": str(ROOT)}
    commands = [[python, "-W", "error", "-c", IMPORTS]]
    if with_types:
        commands.append([python, "-c", TYPES, sysconfig.get_paths()["purelib"]])
    done = [subprocess.run(command, cwd=ROOT, env=own, check=False) for command in commands]
    return max(int(each.returncode != 0) for each in done)


def main(version: str) -> int:
    """Try one Python: 0, 1 where something is wrong, NOT_HERE where there is none."""
    if version == "{}.{}".format(*sys.version_info):
        return tried(sys.executable, with_types=False)  # of types there is a step of its own
    program = interpreter(version)
    if program is None:
        print(f"This machine has no Python {version}.")
        return NOT_HERE
    python = environment(version, program)
    if python is None:
        print(f"{program} makes no environments.")
        return NOT_HERE
    return tried(str(python), with_types=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
