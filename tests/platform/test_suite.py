"""The command that runs everything counts right and hides no failure."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import suite
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


def test_what_needs_a_failed_step_is_not_run_and_not_forgotten(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = BAD, Step("after", GOOD.command, needs="bad")
    assert run(monkeypatch, capsys, *steps) == (1, "0 passed, 2 failed, 0 skipped")


def test_an_unknown_step_gets_a_sentence() -> None:
    command = [sys.executable, "-m", "tools.suite", "tests", "typos"]
    done = subprocess.run(command, cwd=suite.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no step is called typos; there are ruff, mypy" in done.stderr


def test_every_program_of_the_suite_is_installed() -> None:
    for step in suite.STEPS:
        assert Path(sys.executable).with_name(step.command[0]).exists()
