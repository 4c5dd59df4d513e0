"""Right and wrong sentences of every day, and what the agreement machine makes of them.

They are ours, or were written for the book; notes.md says when each list was, and after what.
"""

from typing import NamedTuple

from taotp.applications.agreement.machine import Agreement
from taotp.files import text_of

LISTS = ("everyday", "learners", "clauses", "held_out", "later", "latest", "strangers")
FIRST_ASKED = {
    "everyday": (134, 199),
    "clauses": (86, 100),
    "held_out": (78, 96),
    "later": (82, 98),
    "latest": (95, 98),
    "strangers": (351, 393),
}
"""How many sentences of a list were judged right before there were rules for it, and when its rules
stood; nobody had looked at what was made of those held out, or of those of strangers."""


class Judged(NamedTuple):
    """A sentence, and whether it is right."""

    right: bool
    text: str


def judged_sentences(name: str) -> list[Judged]:
    """The sentences of a list, one of `LISTS`; ValueError for another name."""
    if name not in LISTS:
        raise ValueError(f"the list is {name!r}; it must be one of {', '.join(LISTS)}")
    lines = text_of(__package__, f"{name}.txt").splitlines()
    return [Judged(line[0] == "+", line[2:]) for line in lines if not line.startswith("#")]


def misjudged(machine: Agreement, sentences: list[Judged]) -> list[Judged]:
    """Right sentences in which it counts something, or knows not all, and wrong ones that pass."""
    known = [each for each in sentences if machine.knows(each.text)]
    counts = machine.counts([each.text for each in known])
    told = {each for each, n in zip(known, counts, strict=True) if (n == 0) == each.right}
    return [each for each in sentences if each not in told]
