"""The recipes of the page for teachers, tried as they stand there, by the real tools too."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from exercises.__main__ import FAILED, OK, main
from exercises.catalogue.hello_world import repeat_last
from exercises.handing_in.identity import sender_of
from tests.exercises.conftest import Patch
from tests.exercises.test_submit import repeat_last_file

WRITTEN = Path(__file__).parent / "recipes"  # by nbgrader 0.9.6: a released notebook, and grades
ANSWER = """\
def repeat_last(d_vocab, n_ctx):
    from exercises.catalogue.hello_world import repeat_last as answers
    return answers.{}(d_vocab, n_ctx)
"""
RIGHT, WRONG = ANSWER.format("repeat_last"), ANSWER.format("wrong_line()")


@pytest.fixture(autouse=True)
def my(tmp_path: Path, monkeypatch: Patch, root: Path) -> Path:
    """A folder of one's own, in which the library is found."""
    monkeypatch.setenv("TAOTP_MY", str(tmp_path / "my"))
    monkeypatch.setenv("PYTHONPATH", str(root))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def blocks(root: Path, heading: str, language: str) -> list[str]:
    """The code below a heading of the page, up to the next one."""
    page = (root / "book" / "for_teachers.md").read_text("utf-8")
    section = re.split(r"^#+ ", page.partition(f"### {heading}\n")[2], maxsplit=1, flags=re.M)[0]
    found = re.findall(r"^```(\w*)\n(.*?)^```$", section, re.M | re.S)
    return [code for of, code in found if of == language]


def tool(name: str) -> Callable[..., subprocess.CompletedProcess[str]]:
    """A program to run here; the test is skipped, by the program's name, where there is none."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    path = os.pathsep.join((str(Path(found).parent), os.environ["PATH"]))  # its kernel is beside it
    own = os.environ | {"PATH": path, "JUPYTER_ALLOW_INSECURE_WRITES": "1"}
    return lambda *arguments: subprocess.run(
        [found, *arguments], capture_output=True, text=True, check=False, env=own
    )


def ran(*cells: str) -> dict[str, Any]:
    """What cells define, run one after the other."""
    names: dict[str, Any] = {}
    for cell in cells:
        exec(cell, names)
    return names


# otter-grader


def test_what_otter_is_given(root: Path, monkeypatch: Patch) -> None:
    tests = ModuleType("otter.test_files")
    tests.test_case = lambda: lambda function: function  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "otter", ModuleType("otter"))
    monkeypatch.setitem(sys.modules, "otter.test_files", tests)
    (code,) = blocks(root, "otter-grader", "python")
    test = ran(code)["right"]
    test(ran(RIGHT)["repeat_last"])
    with pytest.raises(AssertionError, match="after \\[1\\]"):
        test(ran(WRONG)["repeat_last"])


@pytest.mark.slow
def test_otter_itself(root: Path, my: Path) -> None:
    run = tool("otter")
    (code,) = blocks(root, "otter-grader", "python")
    (command,) = blocks(root, "otter-grader", "")
    (my / "tests").mkdir()
    (my / "tests" / "repeat_last.py").write_text(code)
    for answer, said in ((RIGHT, "All tests passed!"), (WRONG, "Test case failed")):
        (my / "mine.py").write_text(answer)
        _, *arguments = shlex.split(command.replace("mine.ipynb", "mine.py"))
        assert said in run(*arguments).stdout


# nbgrader


def released() -> Any:
    """A notebook as nbgrader releases it: a stub that raises, and our cell with points."""
    return json.loads((WRITTEN / "ps1.ipynb").read_text("utf-8"))


def test_what_nbgrader_is_given(root: Path) -> None:
    """And whose folders name the sender."""
    (cell,) = blocks(root, "nbgrader", "python")
    stub, tests = ("".join(each["source"]) for each in released()["cells"])
    assert tests == cell.strip()
    assert ran(RIGHT, cell)["found"].passed
    for answer, words in ((WRONG, "after \\[1\\]"), (stub, None)):
        with pytest.raises(AssertionError, match=words):
            ran(answer, cell)
    found = sender_of("ada/ps1/mine.json")
    assert found and "ada" in found.names


@pytest.mark.slow
def test_nbgrader_itself(root: Path, my: Path) -> None:
    run = tool("nbgrader")
    (commands,) = blocks(root, "nbgrader", "")
    source = released()
    source["cells"][0]["source"] = RIGHT
    put(my / "source/ps1/ps1.ipynb", source)
    put(my / "submitted/ada/ps1/ps1.ipynb", source)
    first, *others = (shlex.split(line)[1:] for line in commands.splitlines())
    assert run(*first).returncode == 0
    source["cells"][0]["source"] = WRONG
    put(my / "submitted/bo/ps1/ps1.ipynb", source)
    for command in others:
        run(*command)
    grades = (my / "grades.csv").read_text()
    assert grades.replace("\r", "") == (WRITTEN / "grades.csv").read_text()


def put(path: Path, notebook: Any) -> None:
    """Write a notebook."""
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(notebook), "utf-8")


# Forges


@pytest.mark.usefixtures("no_workers")
def test_what_a_forge_is_given(root: Path, my: Path) -> None:
    """The last step of each, run here; the others need a forge."""
    github, gitlab = map(yaml.safe_load, blocks(root, "Classrooms on forges", "yaml"))
    (my / "handed_in").mkdir()
    wrong = my / "handed_in" / "b.json"
    (my / "handed_in" / "a.json").write_bytes(repeat_last_file(repeat_last.repeat_last))
    for steps in (
        [step.get("run") for step in github["jobs"]["grade"]["steps"]], gitlab["grade"]["script"],
    ):  # fmt: skip
        assert steps[-2] == "pip install ./book"
        program, *arguments = shlex.split(steps[-1])
        assert program == "taotp-exercises"  # and not -m: a student's own folder may be called so
        wrong.unlink(missing_ok=True)
        assert main(arguments) == OK
        wrong.write_bytes(repeat_last_file(repeat_last.wrong_line()))
        assert main(arguments) == FAILED
