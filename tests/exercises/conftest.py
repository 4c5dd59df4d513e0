"""Which exercises a row asks that is of exercises; a reader's own folder; grading in the test."""

import errno
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from exercises.handing_in.grade import Handed
from exercises.order import CHAPTERS, PAGES

Said = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A row for each chapter, and for each exercise that -k or a name in brackets asks for."""
    if "slugs" in metafunc.fixturenames:
        rows = {chapter.page: chapter.slugs for chapter in CHAPTERS}
        rows |= {slug: (slug,) for slug in named(metafunc.config)}
        metafunc.parametrize("slugs", rows.values(), ids=rows, scope="module")


def named(config: pytest.Config) -> list[str]:
    """The exercises whose names stand in the command."""
    words = {*re.split(r"[\s()]+", config.getoption("keyword"))}
    words |= {word for each in config.args for word in re.findall(r"\[(.+)\]$", str(each))}
    return [slug for slug in PAGES if slug in words]


@pytest.fixture(autouse=True)
def my(tmp_path: Path, monkeypatch: Patch) -> Path:
    """The folder of a reader of their own."""
    monkeypatch.setenv("TAOTP_MY", str(tmp_path / "my"))
    return tmp_path / "my"


GRADED: dict[tuple[object, str], Any] = {}  # what came of files, by who graded them


@pytest.fixture
def no_workers(monkeypatch: Patch) -> None:
    """Files are graded in this process, each once: workers take a second to begin."""

    def run(
        do: Callable[[Handed], Any], tasks: Iterable[Handed], *who: object
    ) -> Iterator[tuple[Handed, Any]]:
        for task in tasks:
            asked = (do, task.known_as)
            if asked not in GRADED:
                GRADED[asked] = do(task)
            yield task, GRADED[asked]

    monkeypatch.setattr("exercises.handing_in.grade.run", run)


def full_disk(handle: int) -> None:
    """What `os.fsync` does where a disk is full, which it says there at the latest."""
    raise OSError(errno.ENOSPC, "No space left on device")
