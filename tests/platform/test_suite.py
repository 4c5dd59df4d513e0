"""The command that runs the lanes counts right, hides no failure, and forgets nothing."""

import inspect
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from exercises.catalogue import EXERCISES
from tests import slow
from tests.exercises import conftest, in_turn, test_answers
from tests.laws import every
from tools import changed, pythons, sampling, suite
from tools.suite import Step

TESTS = """
import pytest

def test_right():
    assert True is True

def test_wrong():
    assert {wrong} is True

@pytest.mark.skip(reason="to be counted")
def test_skipped():
    raise RuntimeError
"""


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *steps: Step
) -> tuple[int, str]:
    """Exit status and last line of a suite of some steps."""
    monkeypatch.setattr(suite, "STEPS", steps)
    monkeypatch.setattr(sampling, "note_green", lambda: None)
    status = suite.main([])
    return status, capsys.readouterr().out.splitlines()[-1]


def three_tests_in(folder: Path, wrong: bool) -> Step:
    """A step that runs three tests."""
    path = folder / "test_three.py"
    path.write_text(TESTS.format(wrong=not wrong))
    return Step("three", ("pytest", "-q", "-p", "no:cacheprovider", "-p", "no:nbval", str(path)))


GOOD = Step("good", ("python", "-c", "pass"))
BAD = Step("bad", ("python", "-c", "raise SystemExit(3)"))


def test_all_is_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    steps = GOOD, three_tests_in(tmp_path, wrong=False)
    assert run(monkeypatch, capsys, *steps) == (0, "2 passed, 0 failed, 1 skipped")


def test_a_failed_test_is_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    steps = GOOD, three_tests_in(tmp_path, wrong=True)
    assert run(monkeypatch, capsys, *steps) == (1, "1 passed, 1 failed, 1 skipped")


def test_a_failed_step_is_counted_and_the_others_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    steps = BAD, three_tests_in(tmp_path, wrong=False)
    assert run(monkeypatch, capsys, *steps) == (1, "2 passed, 1 failed, 1 skipped")


def test_a_run_of_pytest_that_finds_no_test_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    step = Step("none", ("pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)))
    assert run(monkeypatch, capsys, step) == (1, "0 passed, 1 failed, 0 skipped")


def test_a_table_at_the_end_has_every_step_and_its_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    after = Step("after", GOOD.command, needs="bad")
    monkeypatch.setattr(suite, "STEPS", (GOOD, BAD, after, three_tests_in(tmp_path, wrong=True)))
    suite.main([])
    table = [line.split(maxsplit=3) for line in capsys.readouterr().out.splitlines()[-7:-2]]
    assert [[name, of, *came] for name, _, of, *came in table[:4]] == [
        ["good", "s", "ok"],
        ["bad", "s", "failed"],
        ["after", "s", "failed"],
        ["three", "s", "failed  1 failed, 1 passed, 1 skipped"],
    ]
    assert all(seconds.isdigit() for _, seconds, *_ in table[:4])
    assert table[4][:2] == ["in", "all"]


def test_what_needs_a_failed_step_is_not_run_and_not_forgotten(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = BAD, Step("after", GOOD.command, needs="bad")
    assert run(monkeypatch, capsys, *steps) == (1, "0 passed, 2 failed, 0 skipped")


def test_an_unknown_step_gets_a_sentence() -> None:
    command = [sys.executable, "-m", "tools.suite", "tests", "typos"]
    done = subprocess.run(command, cwd=suite.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no step is called typos; there are book" in done.stderr


def test_steps_beside_each_other_are_all_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good, bad = (replace(step, beside=True) for step in (GOOD, BAD))
    steps = bad, replace(good, name="also"), good, three_tests_in(tmp_path, wrong=False)
    assert run(monkeypatch, capsys, *steps) == (1, "2 passed, 1 failed, 1 skipped")
    together = [[step.name for step in some] for some in suite.side_by_side(steps)]
    assert together == [["bad", "also", "good"], ["three"]]


def test_what_a_step_beside_others_says_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ("python", "-c", "import sys; print(1); sys.exit('why it failed')")
    monkeypatch.setattr(suite, "STEPS", (Step("loud", command, beside=True),))
    assert suite.main([]) == 1
    assert "why it failed" in capsys.readouterr().out


def test_every_test_is_in_one_lane(root: Path) -> None:
    """Nothing is left out by a mark; every notebook is run."""
    commands = {step.name: step.command for step in suite.STEPS}
    assert commands["tests"] == (*suite.PYTEST, "--slow-in-turn", "tests", "--ignore=tests/pages")
    assert commands["browser"] == (*suite.PYTEST, "tests/pages")
    assert set(suite.NOTEBOOKS) <= set(commands["nbval"])
    assert {root / name for name in suite.NOTEBOOKS} == set((root / "book").glob("*.ipynb"))


# What changed


@every(
    "name, tests",
    [
        ("taotp_core/decode.py", ["tests/test_decode.py"]),
        ("tests/test_decode.py", ["tests/test_decode.py"]),
        ("tests/pages/test_dock.py", []),
        ("exercises/handing_in/format.py", ["tests/exercises/test_format.py"]),
        ("taotp/applications/mood/machine.py", ["tests/applications/mood"]),
        ("taotp/applications/mood/panel.js", ["tests/applications/mood", *changed.SCRIPTS]),
        (
            "exercises/catalogue/hello_world/repeat_last.py",
            [
                *(
                    f"tests/exercises/test_answers.py::{test}[repeat-last]"
                    for test in changed.OF_EXERCISES
                ),
                "tests/exercises/test_catalogue.py",
            ],
        ),
        (
            "exercises/submissions/least-sort/This-book.json",
            ["tests/exercises/test_board.py::test_every_entry_holds[least-sort]"],
        ),
        ("README.md", []),
    ],
)
def test_tests_of_a_file(root: Path, name: str, tests: list[str]) -> None:
    assert (root / name).exists()
    assert list(changed.tests_of(name)) == tests


@pytest.mark.parametrize(
    ("keyword", "arguments"),
    [
        ("jello and not slow", []),
        ("", ["tests/platform", "tests/exercises/test_answers.py::test_wrong[jello]"]),
    ],
)
def test_an_exercise_that_is_named_has_a_row_of_its_own(keyword: str, arguments: list[str]) -> None:
    """Laws on exercises are asked by chapters, but where a command says which exercise it is."""
    config = SimpleNamespace(getoption={"keyword": keyword}.get, args=arguments)
    assert conftest.named(config) == ["jello"]  # type: ignore[arg-type]
    for law in changed.OF_EXERCISES:
        assert "slugs" in inspect.signature(getattr(test_answers, law)).parameters


def test_every_file_of_the_packages_has_tests(root: Path) -> None:
    for package in changed.CODE[:2]:
        for path in (root / package).rglob("*.py"):
            name = path.relative_to(root)
            if path.stem != "__init__" and "my" not in name.parts:
                found = list(changed.tests_of(str(name)))
                assert found, name
                assert all((root / each.partition("::")[0]).exists() for each in found)


def test_what_holds_everything_is_there(root: Path) -> None:
    assert all((root / name).exists() for name in changed.ALWAYS)


def test_a_test_within_another_is_not_run_twice() -> None:
    found = {"tests/a/test_b.py", "tests/a/test_b.py::test_c", "tests/a"}
    assert [each for each in found if not changed.lies_in_another(each, found)] == ["tests/a"]


# Other Pythons


def test_a_program_that_is_no_python_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the shims of pyenv are where no version is chosen."""
    shim = tmp_path / "python3.99"
    shim.write_text("#!/bin/sh\necho command not found >&2\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert shim == Path(next(pythons.candidates("3.99")))
    assert pythons.interpreter("3.99") is None
    assert pythons.main("3.99") == pythons.NOT_HERE


def test_a_python_that_pyenv_has_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "versions" / "3.99.1" / "bin" / "python3.99"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\necho 3.99\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert pythons.interpreter("3.99") == str(program)


def test_a_python_that_is_not_here_is_skipped_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    step = Step("python3.99", (*pythons.COMMAND, "3.99"), beside=True)
    monkeypatch.setattr(suite, "STEPS", (step,))
    assert suite.main([]) == 0
    said = capsys.readouterr().out
    assert "This machine has no Python 3.99." in said
    assert said.endswith("0 passed, 0 failed, 1 skipped\n")


# Turns


def test_turns_follow_from_the_commit_and_all_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(sampling.LANE, raising=False)
    seen: set[int] = set()
    for commit in range(40):
        monkeypatch.setattr(sampling, "turn", lambda commit=commit: f"{commit}")
        some = sampling.drawn(range(20), 4, "one")
        assert some == sampling.drawn(range(20), 4, "one") == sorted(some)
        assert len(some) == 4
        seen |= {*some}
    assert seen == {*range(20)}
    monkeypatch.setenv(sampling.LANE, sampling.NIGHTLY)
    assert sampling.drawn(range(20), 4, "one") == [*range(20)]


def test_a_slow_test_is_asked_in_its_turn_and_where_what_it_is_about_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(sampling.LANE, raising=False)
    tests = [f"tests/verify/test_worker_pool.py::test_{i}" for i in range(60)]
    tests += [f"tests/platform/test_build.py::test_{i}" for i in range(60)]

    def due(*files: str) -> list[str]:
        monkeypatch.setattr(changed, "files", lambda: files)
        slow.of_what_changed.cache_clear()
        return [test for test in tests if slow.is_due(test)]

    monkeypatch.setattr(sampling, "turn", lambda: "some commit")
    in_turn = due()
    assert 20 < len(in_turn) < 60
    assert {*due("taotp/verify/worker_pool.py")} == {*in_turn, *tests[:60]}
    assert {*due("tests/verify/test_worker_pool.py")} == {*in_turn, *tests[:60]}
    assert {*due("book/_extensions/warm.py")} == {*in_turn, *tests[60:]}
    assert due("book/searching.ipynb") == in_turn
    monkeypatch.setattr(sampling, "turn", lambda: "another commit")
    assert due() != in_turn
    monkeypatch.setenv(sampling.LANE, sampling.NIGHTLY)
    assert due() == tests
    slow.of_what_changed.cache_clear()


def test_a_page_that_changed_is_visited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(sampling.LANE, raising=False)
    monkeypatch.setattr(sampling, "HTML", tmp_path)
    monkeypatch.setattr(sampling, "GREEN", tmp_path / "green.json")
    monkeypatch.setattr(sampling, "turn", lambda: "some commit")
    monkeypatch.setattr(changed, "files", lambda: ("book/11.md", "taotp/4.py", "book/_ext/5.py"))
    names = [f"{i:02}.html" for i in range(30)]
    (tmp_path / "part.js").write_text("1")
    for name in names:
        (tmp_path / name).write_text("<p>")
    (tmp_path / names[-1]).write_text("<script src=part.js></script>")
    due = sampling.to_be_visited(names)
    in_turn = len(names) // sampling.PAGES_IN_TURN
    assert len(due) in (in_turn + 1, in_turn + 2) and "11.html" in due, "some, and of sources"
    sampling.note_green()
    assert sampling.last_green().keys() == {*due}
    sampling.GREEN.write_text(
        json.dumps({name: sampling.digest(tmp_path / name) for name in names})
    )
    assert sampling.to_be_visited(names) == due
    (tmp_path / "part.js").write_text("2")
    other = next(name for name in names[:-1] if name not in due)
    (tmp_path / other).write_text("<p>changed")
    assert sampling.to_be_visited(names) == sorted({*due, other, names[-1]})
    for name in names:
        (tmp_path / name).write_text("<p>all changed")
    assert len(sampling.to_be_visited(names)) == len(due) + sampling.MOST_OUT_OF_TURN
    monkeypatch.setenv(sampling.LANE, sampling.NIGHTLY)
    assert sampling.to_be_visited(names) == names


def test_an_exercise_that_changed_is_asked_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(sampling.LANE, raising=False)
    monkeypatch.setattr(in_turn, "what_changed", frozenset)
    asked: set[str] = set()
    for commit in range(40):
        monkeypatch.setattr(sampling, "turn", lambda commit=commit: f"{commit}")
        some = {slug for slug in EXERCISES if in_turn.in_full(slug)}
        assert len(EXERCISES) / 6 < len(some) < len(EXERCISES) / 2
        asked |= some
    assert asked == {*EXERCISES}
    monkeypatch.setattr(sampling, "lot", lambda of: 1)
    for name in ("exercises/catalogue/adding/any_prefix.py", "tests/exercises/invited/adding.py"):
        monkeypatch.setattr(in_turn, "what_changed", lambda name=name: frozenset({name}))
        some = {slug for slug in EXERCISES if in_turn.in_full(slug)}
        assert "any-prefix" in some
        assert all(EXERCISES[slug].chapter == "adding" for slug in some)
    monkeypatch.setattr(in_turn, "what_changed", lambda: frozenset({"exercises/judging/judge.py"}))
    assert all(in_turn.in_full(slug) for slug in EXERCISES)


def test_every_program_of_the_suite_is_installed() -> None:
    for step in suite.STEPS:
        assert Path(sys.executable).with_name(step.command[0]).exists()


@every("n", [0, 1, changed.MOST_IMPORTERS, changed.MOST_IMPORTERS + 1])
def test_a_module_that_many_import_is_asked_by_its_room(n: int) -> None:
    names = [f"tests/test_{i}.py" for i in range(n)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(changed, "importing", lambda _: names)
        found = changed.few_importing(Path("taotp_core/weights.py"))
    assert found == (names if n <= changed.MOST_IMPORTERS else [])
