"""The library's own tests, run by the Python of pages in Node, where an index has 32 bits."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import pytest

NO_PROCESS = "does not support processes"


class Counted:
    """Counts tests, and keeps what failing ones say; gives what tests ask for, where it is."""

    def __init__(self) -> None:
        self.passed = self.skipped = 0
        self.failed: dict[str, str] = {}

    @pytest.fixture(scope="session")
    @classmethod
    def root(cls) -> Path:
        """The folder that holds the book and the tests."""
        return Path("/tree")

    @pytest.fixture(scope="session")
    @classmethod
    def node(cls) -> str:
        """Nothing: there is no other program there."""
        pytest.skip("there is no Node in a page")

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Count a test when it was called, or could not be; one that starts programs cannot."""
        if report.failed and NO_PROCESS not in str(report.longrepr):
            self.failed[report.nodeid] = str(report.longrepr)[-1500:]
        elif report.failed or report.skipped:
            self.skipped += 1
        else:
            self.passed += report.when == "call"

    def pytest_collectreport(self, report: Any) -> None:
        """A file that cannot be read is a failure."""
        if report.failed:
            self.failed[report.nodeid] = str(report.longrepr)[-1500:]


def given(*_: Any, **__: Any) -> Any:
    """Leave out a test of inputs that are drawn."""

    @pytest.mark.skip(reason="no inputs are drawn there")
    def left_out() -> None:
        """Stands for it: a mark takes no lambda."""

    return lambda test: left_out


def stand_in() -> ModuleType:
    """A hypothesis, which is no Python alone, that draws nothing and has whatever is asked for."""
    made = ModuleType("hypothesis")
    made.__getattr__ = lambda name: MagicMock()  # type: ignore[method-assign]
    made.given = given  # type: ignore[attr-defined]
    made.settings = made.example = lambda *_, **__: lambda test: test  # type: ignore[attr-defined]
    return made


def ran(paths: list[str], leave: list[str]) -> dict[str, Any]:
    """How many tests of some files pass and are skipped here, and what failing ones say.

    Those whose names hold one of the words of `leave` are left out.
    """
    sys.modules["hypothesis"] = stand_in()
    sys.modules["hypothesis.strategies"] = sys.modules["hypothesis.extra.numpy"] = stand_in()
    sys.modules["hypothesis.extra"] = stand_in()
    counted = Counted()
    without = " and ".join(f"not {word}" for word in leave)
    options = [
        *("-q", "--noconftest", "-p", "no:cacheprovider", "-p", "no:faulthandler"),
        *("--rootdir=/tree", "-c", "/dev/null", "-o", "filterwarnings=error", "--capture=no"),
        *("-o", "markers=slow\nengines", "-k", without),
    ]
    pytest.main([*options, *(f"/tree/{path}" for path in paths)], plugins=[counted])
    return {"passed": counted.passed, "skipped": counted.skipped, "failed": counted.failed}
