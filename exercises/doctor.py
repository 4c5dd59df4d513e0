"""Look whether everything is as the exercises need it."""

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from exercises.catalogue import EXERCISES
from exercises.catalogue.hello_world.repeat_last import repeat_last
from exercises.handing_in.format import Refused, Submission, parse
from exercises.handing_in.record import record, submission_bytes
from exercises.judging.judge import verdict
from exercises.judging.tamper_check import replaced
from exercises.progress_store import kept
from taotp.files import write_whole
from taotp_core import __version__

OLDEST = (3, 11)


def examine(my: Path) -> Iterator[tuple[bool, str]]:
    """Whether each thing is in order, and a line on it."""
    python = ".".join(map(str, sys.version_info[:3]))
    good = sys.version_info >= OLDEST
    yield good, f"Python {python} on {platform.system()} {platform.machine()}, at least 3.11 needed"
    yield True, f"numpy {np.__version__}, taotp_core {__version__}"
    exact = 0.1 + 0.2 == 0.30000000000000004 and np.finfo(float).nmant == 52
    yield exact, "numbers are float64"
    name = replaced()
    yield name is None, f"{name} has been replaced" if name else "no function was replaced"
    exercise = EXERCISES["repeat-last"]
    yield verdict(exercise, repeat_last).passed, "a known answer passes"
    result, answers = record(exercise, {"repeat_last": repeat_last})
    data = submission_bytes(Submission("repeat-last", "Ada", "", tuple(answers)))
    same = result.passed and parse(data).answers[0].arguments == (2, 50)
    yield same, "an answer can be written down and read again"
    try:
        kept(my / "progress.json")
        yield True, "what is kept of your progress can be read"
    except (OSError, Refused) as error:
        yield False, f"progress.json cannot be read: {error}; the next check moves it away"
    place = next(each for each in (my, *my.parents) if each.exists())
    yield has_room(place), f"progress is kept in {my}"


def has_room(folder: Path) -> bool:
    """Whether a file can be written there: one may, and the disk is not full."""
    tried = folder / f".doctor.{os.getpid()}"
    try:
        write_whole(tried, b"progress")
        tried.unlink()
    except OSError:
        return False
    return True
