"""The command that runs the lanes counts right, hides no failure, and forgets nothing."""

import inspect
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest

from exercises.catalogue import EXERCISES
from tests import slow
from tests.exercises import conftest, in_turn, test_answers
from tests.laws import every
from tests.pages.conftest import cannot_run
from tools import changed, pythons, sampling, suite
from tools.chromium import chromium_path
from tools.suite import Step

TESTS = """
import pytest

def test_right():
    assert True is True

def test_wrong():
    assert False is True

@pytest.mark.skip(reason="to be counted")
def test_skipped():
    raise RuntimeError
"""
PYTEST = ("pytest", "-q", "-p", "no:cacheprovider", "-p", "no:nbval")
GOOD = Step("good", ("python", "-c", "pass"))
BAD = Step("bad", ("python", "-c", "raise SystemExit(3)"))
Ran = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ran:
    """Exit status of a suite of some steps, and the lines that it says."""

    def run(*steps: Step) -> tuple[int, list[str]]:
        monkeypatch.setattr(suite, "STEPS", steps)
        monkeypatch.setattr(sampling, "note_green", lambda: None)
        return suite.main([]), capsys.readouterr().out.splitlines()

    return run


def test_a_table_at_the_end_has_every_step_and_its_seconds(ran: Ran, tmp_path: Path) -> None:
    """A step that fails without a test counts as one, and so does one that needs it, or has none.

    The others run.
    """
    (tmp_path / "none").mkdir()
    none = Step("none", (*PYTEST, str(tmp_path / "none")))
    (tmp_path / "test_three.py").write_text(TESTS)
    three = Step("three", (*PYTEST, str(tmp_path / "test_three.py")))
    after = Step("after", GOOD.command, needs="bad")
    status, lines = ran(GOOD, BAD, after, three, none)
    assert (status, lines[-1]) == (1, "1 passed, 4 failed, 1 skipped")
    of = re.compile(r"(\w+) +(\d+) s +(\d+) s of processors  (.+)")
    table = [re.fullmatch(of, line) for line in lines[-8:-3]]
    assert [found and found.group(1, 4) for found in table] == [
        ("good", "ok"),
        ("bad", "failed"),
        ("after", "failed"),
        ("three", "failed  1 failed, 1 passed, 1 skipped"),
        ("none", "failed  1 failed"),
    ]
    assert re.fullmatch(r"in all +\d+ s +\d+ s of processors", lines[-3])


def test_what_a_step_takes_processors_is_told_of_all_that_it_starts(ran: Ran) -> None:
    """Of pytest's own processes, too, and not of what runs beside it."""
    inner = "import time; end = time.process_time() + 0.6\nwhile time.process_time() < end: pass"
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    works = Step("works", ("python", "-c", outer), beside=True)
    sleeps = Step("sleeps", ("python", "-c", "import time; time.sleep(0.1)"), beside=True)
    _, lines = ran(works, sleeps)
    worked = {line.split()[0]: int(line.split()[3]) for line in lines[-4:-2]}
    assert worked["works"] >= 1 and worked["sleeps"] == 0


def test_an_unknown_step_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        suite.main(["tests", "typos"])
    assert "no step is called typos; there are runtime, lite, book" in capsys.readouterr().err


def test_steps_beside_each_other_are_all_counted_and_heard(ran: Ran) -> None:
    says = ("python", "-c", "import sys; print(1); sys.exit('why it failed')")
    bad, good, also = (
        replace(step, beside=True) for step in (BAD, GOOD, Step("also", says))
    )  # fmt: skip
    steps = bad, also, good, Step("apart", GOOD.command)
    status, lines = ran(*steps)
    assert (status, lines[-1]) == (1, "0 passed, 2 failed, 0 skipped")
    assert "also      why it failed" in lines
    together = [[step.name for step in some] for some in suite.side_by_side(steps)]
    assert together == [["bad", "also", "good"], ["apart"]]


def test_a_step_waits_for_what_it_needs_and_for_nothing_else(ran: Ran, tmp_path: Path) -> None:
    """The first waits for what the third writes, and what needs the first comes after it."""
    here = tmp_path / "here"
    until = f"import os, time\nwhile not os.path.exists({str(here)!r}): time.sleep(0.01)"
    first = Step("first", ("python", "-c", until), beside=True)
    third = Step("third", ("python", "-c", f"open({str(here)!r}, 'w')"), beside=True)
    needs = Step("needs", ("python", "-c", f"import os; os.remove({str(here)!r})"), "first", True)
    fails = Step("fails", BAD.command, needs="needs", beside=True)
    never = Step("never", GOOD.command, needs="fails", beside=True)
    status, lines = ran(first, replace(GOOD, beside=True), third, needs, fails, never)
    assert (status, lines[-1]) == (1, "0 passed, 2 failed, 0 skipped")
    assert "--- never: not run, fails failed" in lines and not here.exists()


def test_after_an_interrupt_no_step_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two run then, and end when the pool is shut."""
    begun: list[str] = []
    shut = Event()

    class Pool(ThreadPoolExecutor):
        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            super().shutdown(wait=False, cancel_futures=cancel_futures)
            shut.set()
            super().shutdown(wait=wait)

    def run(step: Step, _: Path) -> suite.Ran:
        begun.append(step.name)
        shut.wait()
        return suite.Ran(step, Counter())

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    for name, fake in (("ThreadPoolExecutor", Pool), ("run", run), ("wait", interrupted)):
        monkeypatch.setattr(suite, name, fake)
    with pytest.raises(KeyboardInterrupt):
        suite.run_all([Step(name, GOOD.command, beside=True) for name in "abcd"])
    assert set(begun) <= {"a", "b"}


def test_every_test_is_in_one_lane(root: Path) -> None:
    """Nothing is left out by a mark; every notebook is run."""
    commands = {step.name: step.command for step in suite.STEPS}
    assert commands["tests"] == (*suite.PYTEST, "--slow-in-turn", "tests", "--ignore=tests/pages")
    assert commands["browser"] == (*suite.AT_PAGES, "--slow-in-turn", "tests/pages")
    assert set(suite.NOTEBOOKS) <= set(commands["nbval"])
    assert {root / name for name in suite.NOTEBOOKS} == set((root / "book").glob("*.ipynb"))
    here = Path(sys.executable)
    assert all(here.with_name(step.command[0]).exists() for step in suite.STEPS)


# What changed

REPEAT_LAST = [
    *(f"tests/exercises/test_answers.py::{test}[repeat-last]" for test in changed.OF_EXERCISES),
    "tests/exercises/test_catalogue.py",
]
ENTRY = "tests/exercises/test_board.py::test_every_entry_holds"


@every(
    "name, tests",
    [
        ("taotp_core/decode.py", ["tests/test_decode.py"]),
        ("tests/test_decode.py", ["tests/test_decode.py"]),
        ("tests/pages/test_dock.py", []),
        ("exercises/handing_in/format.py", ["tests/exercises/test_format.py"]),
        ("taotp/applications/mood/machine.py", ["tests/applications/mood"]),
        ("taotp/applications/mood/panel.js", ["tests/applications/mood", *changed.SCRIPTS]),
        ("exercises/catalogue/hello_world/repeat_last.py", REPEAT_LAST),
        ("exercises/submissions/least-sort/This-book.json", [f"{ENTRY}[least-sort]"]),
        ("README.md", []),
    ],
)
def test_tests_of_a_file(root: Path, name: str, tests: list[str]) -> None:
    assert (root / name).exists()
    assert list(changed.tests_of(name)) == tests


@every(
    "keyword, arguments",
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
    named = {*changed.ALWAYS}
    for package in changed.CODE[:2]:
        for path in (root / package).rglob("*.py"):
            name = path.relative_to(root)
            if path.stem != "__init__" and "my" not in name.parts:
                found = list(changed.tests_of(str(name)))
                assert found, name
                named |= {each.partition("::")[0] for each in found}
    assert all((root / each).exists() for each in named)


def test_a_test_within_another_is_not_run_twice() -> None:
    found = {"tests/a/test_b.py", "tests/a/test_b.py::test_c", "tests/a"}
    assert [each for each in found if not changed.lies_in_another(each, found)] == ["tests/a"]


# A browser


def test_without_a_browser_a_reader_skips_and_ci_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="browser test not run: no chromium"):
        cannot_run("no chromium")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="browser test cannot run: no chromium"):
        cannot_run("no chromium")


def test_the_browser_is_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium_path() is None
    browser = program(tmp_path / "google-chrome", "")
    assert chromium_path() == str(browser)
    monkeypatch.setenv("CHROMIUM", "/a/browser")
    assert chromium_path() == "/a/browser"


# Other Pythons


def program(path: Path, text: str) -> Path:
    """A program that a shell runs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_what_is_no_python_is_passed_over_and_what_pyenv_has_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ran: Ran
) -> None:
    """Shims of pyenv are no Python where no version is chosen; the step is skipped by name."""
    shim = program(tmp_path / "python3.99", "echo command not found >&2\nexit 127")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert shim == Path(next(pythons.candidates("3.99")))
    assert pythons.interpreter("3.99") is None
    assert pythons.main("3.99") == pythons.NOT_HERE
    found = program(tmp_path / "versions" / "3.99.1" / "bin" / "python3.99", "echo 3.99")
    assert pythons.interpreter("3.99") == str(found)
    status, lines = ran(Step("python3.98", (*pythons.COMMAND, "3.98"), beside=True))
    assert (status, lines[-1]) == (0, "0 passed, 0 failed, 1 skipped")
    assert "python3.98 This machine has no Python 3.98." in lines


# Turns


@pytest.fixture(autouse=True)
def by_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a test does not say that it is night."""
    monkeypatch.delenv(sampling.LANE, raising=False)


def test_turns_follow_from_the_commit_and_all_come(monkeypatch: pytest.MonkeyPatch) -> None:
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
    tests = [f"tests/verify/test_worker_pool.py::test_{i}" for i in range(60)]
    tests += [f"tests/platform/test_build.py::test_{i}" for i in range(60)]
    tests += [f"tests/pages/test_film.py::test_{i}" for i in range(60)]

    def due(*files: str) -> list[str]:
        monkeypatch.setattr(changed, "files", lambda: files)
        slow.of_what_changed.cache_clear()
        return [test for test in tests if slow.is_due(test)]

    monkeypatch.setattr(sampling, "turn", lambda: "some commit")
    in_turn = due()
    assert 10 < len(in_turn) < 40
    assert {*due("taotp/verify/worker_pool.py")} == {*in_turn, *tests[:60]}
    assert {*due("tests/verify/test_worker_pool.py")} == {*in_turn, *tests[:60]}
    assert {*due("tools/lite.py")} == {*in_turn, *tests[60:120]}
    assert {*due("book/_extensions/warm.py")} == {*in_turn, *tests[60:]}
    of_film = "tests/pages/test_film.py", "taotp/page/machine/strip.js", "book/searching.ipynb"
    for name in of_film:
        assert {*due(name)} == {*in_turn, *tests[120:]}, name
    assert {*due("tests/pages/test_dock.py")} == {*in_turn}
    assert due("book/adding.ipynb") == in_turn
    monkeypatch.setattr(sampling, "turn", lambda: "another commit")
    assert due() != in_turn
    monkeypatch.setenv(sampling.LANE, sampling.NIGHTLY)
    assert due() == tests
    slow.of_what_changed.cache_clear()


def test_what_is_dear_or_breaks_another_is_there(root: Path) -> None:
    """A test that got another name would be asked in every run, and what moved would ask none."""
    for name in slow.dear():
        file, _, test = name.partition("[")[0].partition("::")
        assert f"\ndef {test}(" in (root / file).read_text("utf-8"), name
    sources = {each for some in slow.WIDE.values() for each in some} - {*slow.BUILD}
    assert all([*root.glob(f"{begun}*")] for begun in {*slow.WIDE} | sources)


def test_a_page_that_changed_is_visited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    in_turn = len(names) // sampling.IN_TURN
    assert len(due) in (in_turn + 1, in_turn + 2) and "11.html" in due, "some, and of sources"
    sampling.note_green()
    assert sampling.last_green().keys() == {*due}
    green = {name: sampling.digest(tmp_path / name) for name in names}
    sampling.GREEN.write_text(json.dumps(green))
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
    monkeypatch.setattr(in_turn, "what_changed", frozenset)
    asked: set[str] = set()
    for commit in range(80):
        monkeypatch.setattr(sampling, "turn", lambda commit=commit: f"{commit}")
        some = {slug for slug in EXERCISES if in_turn.in_full(slug)}
        assert len(EXERCISES) / 20 < len(some) < len(EXERCISES) / 4
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


@every("n", [0, 1, changed.MOST_IMPORTERS, changed.MOST_IMPORTERS + 1])
def test_a_module_that_many_import_is_asked_by_its_room(
    monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    names = [f"tests/test_{i}.py" for i in range(n)]
    monkeypatch.setattr(changed, "importing", lambda _: names)
    found = changed.few_importing(Path("taotp_core/weights.py"))
    assert found == (names if n <= changed.MOST_IMPORTERS else [])
