"""How what the machine said was read: others' sentences, in readings.txt, and lists of ours."""

from dataclasses import dataclass
from functools import cache

from taotp.files import text_of

GOOD, FRENCH, MEANING = "good", "french", "meaning"  # or wrong French, or another meaning
OUTSIDE = "outside"
REFUSED = "refused"  # what was outside, or had an unknown word
BEFORE = {
    "everyday": 10, "held_out": 10, "phrases": 31, "phrases_held_out": 22, "travelers": 85,
    "travelers_held_out": 69, "travelers_last": 81,
}  # fmt: skip
"""How many sentences of our lists were taken before a rule was made for them."""
LISTS = ("readings", *BEFORE)
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
def readings(name: str = "readings") -> tuple[Reading, ...]:
    """All readings of a list, one of `LISTS`, in the order of the lines; ValueError for another."""
    if name not in LISTS:
        raise ValueError(f"the list is {name!r}; it must be one of {', '.join(LISTS)}")
    lines = text_of(__package__, f"{name}.txt").splitlines()
    found = [line.split(" | ") for line in lines if not line.startswith("#")]
    return tuple(
        Reading(english, person, read, said, "".join(more).removeprefix(SINCE))
        for english, person, read, said, *more in found
    )
