"""The README in fresh shells of a new environment; a notebook on Colab; and what a wheel has.

Nothing comes from a package index: the environment is lent the packages of this one.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from contextlib import nullcontext
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest

from taotp.examples import abouts
from tests.laws import every
from tools import release
from tools.notebooks import setup_source

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
FENCED = release.FENCED.findall(README)
BLOCKS = [text for kind, text in FENCED if not kind]
PYTHON = [text for kind, text in FENCED if kind == "python"]
LINES = [line for block in BLOCKS for line in block.splitlines()]
TYPED = [re.split(r"\s+# ", line)[0] for line in LINES]
FIRST = BLOCKS[0].splitlines()
SAID = {  # where the remark behind a command is what it prints
    command: line.rpartition("# ")[2]
    for command, line in zip(TYPED, LINES, strict=True)
    if re.match(r"taotp (run .* \"|compute|hear)", command)
}
LONG = "python -m (taotp_core|exercises)\\b(?!\\.)"  # which stays, and is not what we advise
AT_A_TIME = [line for line in TYPED if not line.startswith("make ") and line not in FIRST[:3]]


def test_it_is_short_and_begins_with_a_sentence_that_is_translated() -> None:
    assert len(README.splitlines()) <= 90
    assert [line.split()[0] for line in FIRST] == ["python3", ".", "pip", "taotp"]
    assert "english_french" in FIRST[3]
    assert BLOCKS[1].startswith("make book ") and "\nmake test " in BLOCKS[1]


def test_advice_names_the_commands_that_are_installed() -> None:
    kinds = ("README.md", "book/*.md", "book/*.ipynb", "taotp*/**/*.py", "exercises/**/*.py")
    said = [
        path
        for kind in kinds
        for path in ROOT.glob(kind)
        if path.name != "interrupted.py" and re.search(LONG, path.read_text("utf-8"))
    ]
    assert not said


def test_the_library_says_what_stands_behind_it() -> None:
    *lines, last = PYTHON[0].splitlines()
    code, said = re.split(r"\s+# ", last)
    names: dict[str, object] = {}
    exec("\n".join(lines), names)  # noqa: S102  the README's own code
    assert repr(eval(code, names)) == said  # noqa: S307


def test_contributing_has_the_plain_commands_of_make() -> None:
    """Each Python or tool that a target of the Makefile starts, but for what installs."""
    makefile, paper = ((ROOT / name).read_text("utf-8") for name in ("Makefile", "CONTRIBUTING.md"))
    recipes = re.findall(r"^\t@\$\(BIN\)/(.+)$", makefile, re.MULTILINE)
    said = " ".join(paper.split())
    for recipe in recipes:
        command = recipe.replace("$(PORT)", "8000").replace(" $(SUITE)", "")
        assert " ".join(command.split()) in said, command


# An environment of a reader


def typed(line: str, folder: Path, home: Path, status: int = 0) -> str:
    """What a line prints that is typed into a fresh shell in a folder; what it says where it fails.

    It must end with a status.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TAOTP")}
    # For an option that begins with NO, pip takes a negative value as "do not".
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PYTHONPATH": ""}
    offline["PYTHONDONTWRITEBYTECODE"] = ""  # what a line has compiled the next one reads
    path = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = kept | offline | {"XDG_DATA_HOME": str(home / "data"), "PATH": path}
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == status, f"{line}: {done.stdout}{done.stderr}"
    return done.stderr if status else done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's folder, with a python3 that has no packages."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "bin").mkdir()
    (folder / "bin" / "python3").symlink_to(sys._base_executable)  # type: ignore[attr-defined]
    return folder


@pytest.fixture(scope="module")
def clone(home: Path) -> Path:
    """A repository of the packages, and of the chapter that the README copies.

    It has the environment that the README makes, without the package and with all that the one of
    these tests has.
    """
    folder = home / "clone"
    for name in ("taotp", "taotp_core", "exercises"):
        ignored = shutil.ignore_patterns("__pycache__", "my")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    (folder / "book").mkdir()
    chapter = [f"book/{name}" for name in ("_toc.yml", "hello_world.ipynb")]
    chapter += ["book/hello_world_exercises.ipynb"]
    for name in ("pyproject.toml", "README.md", "LICENSE", *chapter):
        shutil.copy(ROOT / name, folder / name)
    author = "git -c user.name=A -c user.email=a@localhost -c init.defaultBranch=main"
    typed(f"{author} init && git add . && {author} commit -m 'The package'", folder, home)
    typed(FIRST[0], folder, home)
    (theirs,) = (folder / ".venv").glob("lib/python*/site-packages")
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if "taotp" in package.name or package.name.startswith(("pip", "__pycache__")):
            continue
        place = theirs / package.name
        if place.is_dir():
            shutil.rmtree(place)
        place.unlink(missing_ok=True)
        place.symlink_to(package)
    return folder


ENTER = f"{FIRST[1]} && "
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
print(hello_world("Hi!").complete(""))
"""
NOT_HERE = "ImportError: taotp is not installed, and a notebook alone is not enough. "
ELSEWHERE = {
    "": "In the folder of the book, run: pip install -r requirements.txt",
    "file:///nowhere": "Run: pip install 'taotp[figures] @ git+file:///nowhere@main'",
}


@pytest.mark.slow
def test_the_first_cell_installs_a_wheel_on_colab_alone(clone: Path, home: Path) -> None:
    """Elsewhere it says what to do, with an address and without; both leave things as they are.

    A wheel has its examples, and keeps progress with the user.
    """
    folder = home / "elsewhere"
    folder.mkdir()
    enter = f". {clone}/.venv/bin/activate && "
    typed(f"{enter}pip uninstall --yes taotp", folder, home)  # of another test
    cell = folder / "cell.py"
    for address, what in ELSEWHERE.items():
        cell.write_text(setup_source(address, "main"))
        said = typed(f"{enter}python cell.py", folder, home, status=1)
        assert said.splitlines()[-1] == NOT_HERE + what
    cell.write_text(COLAB + setup_source(clone.as_uri(), "main") + WHAT_CHAPTERS_USE)
    package, hi = typed(f"{enter}python cell.py", folder, home).splitlines()[-2:]
    wheel = Path(package).parents[1]
    assert wheel.is_relative_to(clone / ".venv") and hi == "Hi!"
    examples = {path.stem for path in wheel.glob("taotp/examples/*.taotp")}
    assert {*abouts()} <= examples and not [*wheel.glob("exercises/my")]

    asked = 'taotp run one_weird_word "The keys to the cabinet is red."'
    assert typed(enter + asked, folder, home) == "1\n"
    text = ROOT / "exercises" / "texts" / "later-noun.taotp"
    assert "✓" in typed(f"{enter}taotp-exercises check {text}", folder, home)
    assert (home / "data" / "taotp" / "progress.json").exists()
    assert "✓ verified 1 " in typed(f"{enter}taotp-exercises progress", folder, home)
    assert str(home / "data" / "taotp") in typed(f"{enter}taotp-exercises doctor", folder, home)


@pytest.mark.slow
def test_each_line_works_in_a_fresh_shell(clone: Path, home: Path) -> None:
    typed(ENTER + FIRST[2], clone, home)
    for line in AT_A_TIME:
        said = typed(ENTER + line, clone, home)
        assert said.strip() == SAID.get(line, said.strip()), line
    assert set(SAID) <= set(AT_A_TIME) and len(SAID) == 5
    assert (clone / "exercises" / "my" / "hello_world_exercises.ipynb").exists()


WHEEL = f"https://books.net/hand/lite/pypi/taotp-{version('taotp')}-py3-none-any.whl"
PIP = [sys.executable, "-m", "pip", "install", "--quiet", WHEEL]


@every(
    "platform, colab, is_there, asks",
    [
        ("linux", False, False, []),
        ("linux", True, False, [PIP]),
        ("emscripten", False, False, [f"taotp[figures] @ {WHEEL}"]),
        ("emscripten", True, True, []),
    ],
)
def test_where_the_pages_have_an_address_the_first_cell_takes_their_wheel(
    platform: str, colab: bool, is_there: bool, asks: list[object]
) -> None:
    """On Colab by pip, in the JupyterLite of others by its own; elsewhere it says how.

    Nothing is installed: what would do it notes what it was asked for, which is there then.
    """
    asked: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("importlib.util.find_spec", lambda _: is_there or asked or None)
        patch.setattr(sys, "platform", platform)
        patch.setattr(subprocess, "run", lambda what, **_: asked.append(what))
        patch.setitem(sys.modules, "micropip", SimpleNamespace(install=lambda what: what))
        patch.setitem(sys.modules, "pyodide.ffi", SimpleNamespace(run_sync=asked.append))
        if colab:
            patch.setitem(sys.modules, "google.colab", sys)
        says = pytest.raises(ImportError, match=re.escape(f"'taotp[figures] @ {WHEEL}'"))
        with nullcontext() if asks or is_there else says:
            exec(setup_source("", "main", "https://books.net/hand"), {})  # noqa: S102  our code
    assert asked == asks
