"""The first cell of a notebook, in a fresh environment that takes itself for Colab.

The environment has what Colab has, numpy among it, but not the book's package. That comes from a
bare repository on this machine, and nothing comes from a package index.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tools.notebooks import setup_source

pytestmark = pytest.mark.slow

COLAB = """\
import sys, types
sys.modules["google.colab"] = types.ModuleType("google.colab")
"""
WHAT_CHAPTERS_USE = """
from taotp.page.bundle import script
from taotp.programs import hello_world
import exercises, numpy, taotp_core
assert script()
print(taotp_core.__file__)
print(numpy.__file__)
print(hello_world("Hi!").complete(""))
"""


def git(*arguments: str | Path, folder: Path) -> None:
    """Run git as an author that needs no configuration."""
    author = ["-c", "user.name=A", "-c", "user.email=a@localhost", "-c", "init.defaultBranch=main"]
    command = ["git", *author, *map(str, arguments)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def repository(root: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a bare repository that holds the package as it stands in the working tree."""
    folder = tmp_path_factory.mktemp("repository")
    tree = folder / "tree"
    for name in ("taotp", "taotp_core", "exercises"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(root / name, tree / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(root / name, tree)
    git("init", folder=tree)
    git("add", ".", folder=tree)
    git("commit", "-m", "The package", folder=tree)
    git("clone", "--bare", tree, folder / "bare.git", folder=folder)
    return (folder / "bare.git").as_uri()


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """The Python of a fresh environment: its own pip, all packages of this one but the book's."""
    venv.create(tmp_path / "venv", with_pip=True)
    (theirs,) = (tmp_path / "venv" / "lib").glob("python*/site-packages")
    for package in theirs.iterdir():
        if not package.name.startswith("pip"):
            package.rename(tmp_path / package.name)
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if "taotp" not in package.name and not package.name.startswith("pip"):
            (theirs / package.name).symlink_to(package)
    return tmp_path / "venv" / "bin" / "python"


def run(python: Path | str, source: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run some cells without a package index."""
    # For an option that begins with NO, pip takes a negative value as "do not".
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PYTHONPATH": ""}
    return subprocess.run(
        [python, "-c", source],
        cwd=folder,
        env=os.environ | offline,
        capture_output=True,
        text=True,
        check=False,
    )


ELSEWHERE = {
    "": "In the folder of the book, run: pip install -r requirements.txt",
    "file:///nowhere": "Run: pip install 'taotp[figures] @ git+file:///nowhere@main'",
}


def test_the_first_cell_installs_the_package_on_colab_alone(
    python: Path, repository: str, tmp_path: Path
) -> None:
    """Elsewhere it says what to do, with an address and without; both leave things as they are."""
    for address, what in ELSEWHERE.items():
        done = run(python, setup_source(address, "main"), tmp_path)
        assert done.returncode == 1
        said = "taotp is not installed, and a notebook alone is not enough."
        assert done.stderr.splitlines()[-1] == f"ImportError: {said} {what}"

    cells = COLAB + setup_source(repository, "main") + WHAT_CHAPTERS_USE
    done = run(python, cells, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    package, numpy, said = done.stdout.splitlines()[-3:]
    assert Path(package).is_relative_to(tmp_path)
    assert Path(numpy).exists()
    assert said == "Hi!"


def test_where_the_package_is_there_it_does_nothing(tmp_path: Path) -> None:
    cells = COLAB + setup_source("file:///nowhere", "main") + "\nassert 'subprocess' not in dir()"
    done = run(sys.executable, cells, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
