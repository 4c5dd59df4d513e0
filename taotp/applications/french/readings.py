"""How what the machine said of others' sentences was read: a line of readings.txt for each."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

GOOD, FRENCH, MEANING = "good", "french", "meaning"  # or wrong French, or another meaning
OUTSIDE = "outside"
SINCE = "now "  # before what is said since the machine was mended


@dataclass(frozen=True)
class Reading:
    """An English sentence, a person's French, how the machine's was read, and what that was.

    `now` is what it says since, or "outside", where it was mended by this sentence; else "".
    """

    english: str
    person: str
    read: str
    said: str
    now: str = ""


@cache
def readings() -> tuple[Reading, ...]:
    """All readings, in the order of the lines."""
    lines = files(__package__).joinpath("readings.txt").read_text("utf-8").splitlines()
    found = [line.split(" | ") for line in lines if not line.startswith("#")]
    return tuple(
        Reading(english, person, read, said, "".join(more).removeprefix(SINCE))
        for english, person, read, said, *more in found
    )
