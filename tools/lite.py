"""Make a Jupyter as files, which the book serves beside its pages: JupyterLite.

python -m tools.lite                  into book/_build/lite; the next build puts it under lite/
python -m tools.lite --if-possible    the same, and no failure where nothing can be fetched

It needs `pip install -r tools/requirements/lite.txt`. What it makes is the program alone: the build
puts notebooks, the library and all packages there (`book/_extensions/lite.py`), and Python is the
one of the pages. Nothing is fetched but the package manager that the kernel asks for, which is
taken for its bytes, as all files of Python are.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from taotp.page.python import runtime
from tools.live_python import NoSource, download, take

MADE = Path(__file__).resolve().parent.parent / "book" / "_build" / "lite"
APPS = ["notebooks", "tree", "lab"]
EXTENSIONS = (  # of all that an environment may have: the kernel, widgets, and live figures
    *("@jupyterlite/pyodide-kernel-extension", "@jupyter-widgets/jupyterlab-manager"),
    "anywidget",
)
NOT_INSTALLED = (
    "JupyterLite is not installed: run `make lite`, or `pip install -r tools/requirements/lite.txt`"
)


class NotMade(Exception):
    """Why there is no Jupyter for the book, in one sentence."""


def config(folder: Path) -> dict[str, object]:
    """What JupyterLite is told: these programs and extensions, and nothing of this machine else."""
    extensions = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
    build = {
        "output_dir": str(folder), "apps": APPS, "no_sourcemaps": True, "no_libarchive": True,
        "no_unused_shared_packages": True, "ignore_sys_prefix": True,
        "federated_extensions": [str(extensions / name) for name in EXTENSIONS],
    }  # fmt: skip
    return {"LiteBuildConfig": build}


def make(folder: Path) -> None:
    """Make the program anew.

    Raises NotMade, with what JupyterLite says last.
    """
    if find_spec("jupyterlite_core") is None or find_spec("jupyterlite_pyodide_kernel") is None:
        raise NotMade(NOT_INSTALLED)
    with tempfile.TemporaryDirectory() as beside:
        (Path(beside) / "jupyter_lite_config.json").write_text(
            json.dumps(config(Path(beside) / "made")), "utf-8"
        )
        command = [sys.executable, "-m", "jupyterlite_core", "build"]
        done = subprocess.run(command, cwd=beside, capture_output=True, text=True, check=False)
        if done.returncode:
            said = (done.stdout + done.stderr).strip().splitlines() or ["it does not say why"]
            raise NotMade(f"JupyterLite was not made: {said[-1]}")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(Path(beside) / "made", folder)


def fetch() -> None:
    """Keep what the kernel asks for beside the files of Python.

    Raises NotMade.
    """
    wanted = runtime.of_jupyter()
    if not runtime.missing([wanted]):
        return
    name, version = wanted.name.split("-")[:2]
    try:
        with tempfile.TemporaryDirectory() as folder:
            download(Path(folder), f"{name}=={version}", "3.14")
            left = take(Path(folder), [wanted])
    except NoSource as error:
        raise NotMade(f"{wanted.name} cannot be fetched: {error}") from None
    if left:
        raise NotMade(f"{wanted.name} is there with other bytes than files.json says")


def main(arguments: list[str] | None = None) -> int:
    """Make it, or say in a sentence why not."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.lite",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--if-possible", action="store_true", help="a book without it is a book")
    optional = parser.parse_args(arguments).if_possible and not os.environ.get("CI")
    try:
        fetch()
        make(MADE)
    except NotMade as error:
        print(error, file=sys.stderr)
        return 0 if optional else 1
    size = sum(path.stat().st_size for path in MADE.rglob("*") if path.is_file())
    print(f"Jupyter for pages is in {MADE.relative_to(MADE.parents[2])}, {size / 1e6:.0f} MB.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
