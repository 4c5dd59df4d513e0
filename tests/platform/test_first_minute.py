"""The README, typed line by line into fresh shells of a new environment; and what a wheel has.

Nothing comes from a package index: the environment is lent the packages of this one.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from taotp.applications.dialing.tones import dial
from taotp.examples import abouts
from taotp.sound.wav import write
from tests.laws import every

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
FENCED = re.findall(r"^```(\w*)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
BLOCKS = [text for kind, text in FENCED if not kind]
PYTHON = [text for kind, text in FENCED if kind == "python"]
LINES = [line for block in BLOCKS for line in block.splitlines()]
TYPED = [re.split(r"\s+# ", line)[0] for line in LINES]
FIRST = BLOCKS[0].splitlines()
SAID = {  # where the remark behind a command is what it prints
    command: line.rpartition("# ")[2]
    for command, line in zip(TYPED, LINES, strict=True)
    if re.match(r"taotp (run .* \"|compute)", command)
}
LONG = "python -m (taotp_core|exercises)\\b(?!\\.)"  # which stays, and is not what we advise
AT_A_TIME = [line for line in TYPED if not line.startswith("make ") and line not in FIRST[:3]]


def test_it_is_short_and_begins_with_a_sentence_that_is_translated() -> None:
    assert len(README.splitlines()) <= 90
    assert [line.split()[0] for line in FIRST] == ["python3", ".", "pip", "taotp"]
    assert "english_french" in FIRST[3]
    assert BLOCKS[1].startswith("make book ") and "\nmake test " in BLOCKS[1]


def test_advice_names_the_commands_that_are_installed() -> None:
    papers = [ROOT / "README.md", *(ROOT / "book").glob("*.md"), *(ROOT / "book").glob("*.ipynb")]
    code = [
        *(ROOT / "taotp").rglob("*.py"),
        *(ROOT / "taotp_core").rglob("*.py"),
        *(ROOT / "exercises").rglob("*.py"),
    ]
    for path in [*papers, *code]:
        if path.name != "interrupted.py":
            assert not re.search(LONG, path.read_text("utf-8")), path


def test_the_library_says_what_stands_behind_it() -> None:
    *lines, last = PYTHON[0].splitlines()
    code, said = re.split(r"\s+# ", last)
    names: dict[str, object] = {}
    exec("\n".join(lines), names)  # noqa: S102  the README's own code
    assert repr(eval(code, names)) == said  # noqa: S307


@every("command", [line for line in TYPED if line.startswith("make ")])
def test_make_has_what_it_names(command: str) -> None:
    words = command.replace("make", "make --dry-run", 1).split()
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)


def test_contributing_has_the_plain_commands_of_make() -> None:
    """Each Python or tool that a target of the Makefile starts, but for what installs."""
    makefile, paper = ((ROOT / name).read_text("utf-8") for name in ("Makefile", "CONTRIBUTING.md"))
    recipes = re.findall(r"^\t@\$\(BIN\)/(.+)$", makefile, re.MULTILINE)
    said = " ".join(paper.split())
    for recipe in recipes:
        command = recipe.replace("$(PORT)", "8000").replace(" $(SUITE)", "")
        assert " ".join(command.split()) in said, command


def lend(folder: Path) -> None:
    """Let a new environment have the packages of this one, but for pip and the book's own."""
    (theirs,) = folder.glob("lib/python*/site-packages")
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if "taotp" in package.name or package.name.startswith(("pip", "__pycache__")):
            continue
        place = theirs / package.name
        if place.is_dir():
            shutil.rmtree(place)
        place.unlink(missing_ok=True)
        place.symlink_to(package)


def typed(line: str, folder: Path, home: Path) -> str:
    """What a line prints that is typed into a fresh shell in a folder; fail where it fails."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TAOTP")}
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PYTHONPATH": ""}
    path = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = kept | offline | {"XDG_DATA_HOME": str(home / "data"), "PATH": path}
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's folder, with a python3 that has no packages."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "bin").mkdir()
    (folder / "bin" / "python3").symlink_to(sys._base_executable)  # type: ignore[attr-defined]
    return folder


@pytest.fixture(scope="module")
def clone(home: Path) -> Path:
    """A copy of the packages, and of the chapter that the README copies."""
    for name in ("taotp", "taotp_core", "exercises"):
        ignored = shutil.ignore_patterns("__pycache__", "my")
        shutil.copytree(ROOT / name, home / "clone" / name, ignore=ignored)
    (home / "clone" / "book").mkdir()
    chapter = [f"book/{name}" for name in ("_toc.yml", "hello_world.ipynb")]
    chapter += ["book/hello_world_exercises.ipynb"]
    for name in ("pyproject.toml", "README.md", "LICENSE", *chapter):
        shutil.copy(ROOT / name, home / "clone" / name)
    write(home / "clone" / "call.wav", dial("159D"))
    return home / "clone"


@pytest.mark.slow
def test_each_line_works_in_a_fresh_shell(clone: Path, home: Path) -> None:
    make, enter, install = FIRST[:3]
    typed(make, clone, home)
    lend(clone / ".venv")
    typed(f"{enter} && {install}", clone, home)
    for line in AT_A_TIME:
        said = typed(f"{enter} && {line}", clone, home)
        assert said.strip() == SAID.get(line, said.strip()), line
    assert set(SAID) <= set(AT_A_TIME) and len(SAID) == 4
    assert (clone / "exercises" / "my" / "hello_world_exercises.ipynb").exists()


@pytest.mark.slow
def test_a_wheel_has_examples_and_keeps_progress_with_the_user(clone: Path, home: Path) -> None:
    folder = home / "elsewhere"
    folder.mkdir()
    typed("python3 -m venv .venv", folder, home)
    lend(folder / ".venv")
    build, install = "pip wheel --no-deps --wheel-dir . ../clone", "pip install --no-deps *.whl"
    typed(f". .venv/bin/activate && {build} && {install}", folder, home)
    (wheel,) = folder.glob("*.whl")
    inside = zipfile.ZipFile(wheel).namelist()
    assert {f"taotp/examples/{name}.taotp" for name in abouts()} <= set(inside)
    assert not [name for name in inside if "/my/" in name]

    enter = ". .venv/bin/activate && "
    asked = 'taotp run one_weird_word "The keys to the cabinet is red."'
    assert typed(enter + asked, folder, home) == "1\n"
    text = ROOT / "exercises" / "texts" / "later-noun.taotp"
    assert "✓" in typed(f"{enter}taotp-exercises check {text}", folder, home)
    assert (home / "data" / "taotp" / "progress.json").exists()
    assert "✓ verified 1 " in typed(f"{enter}taotp-exercises progress", folder, home)
    assert str(home / "data" / "taotp") in typed(f"{enter}taotp-exercises doctor", folder, home)
