"""Rules of words: what a unit reads and what it writes, as vectors or as texts that say them."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import repeat, starmap
from typing import NamedTuple

from taotp_core.stream import Vector

AND, NOT = "and", "not"
CONDITION = re.compile(rf" {AND} |^{NOT} ")  # what is in the text of a condition alone


class Rule(NamedTuple):
    """One unit: it writes as much as it reads, where that is above 0.

    What is read may also be a condition, "sg and not verb": 1 where all of it holds, else nothing.
    Where a sentence is given, the machine is wrong about it without the rule.
    """

    reads: str | Vector
    writes: str | Vector
    sentence: str = ""


def condition(text: str) -> Vector:
    """What reads 1 where semes are 1, and those after `not` 0, and nothing above 0 elsewhere.

    Raises ValueError for what is not `[not] NAME and [not] NAME ...`.
    """
    found: defaultdict[str, float] = defaultdict(float)
    before, found["one"] = AND, 1.0
    for word in [*text.split(), AND]:
        if word == AND and before not in (AND, NOT):
            before = AND
        elif word == NOT and before == AND:
            before = NOT
        elif word != AND and before in (AND, NOT):
            found[word] += 1 if before == AND else -1
            found["one"] -= before == AND
            before = ""
        else:
            raise ValueError(f"{text!r} must be [not] NAME and [not] NAME ...")
    needed = found.pop("one")
    return {**found, "one": needed}


def read_rules(table: str) -> Iterator[Rule]:
    """The rules of a table, a line for each: what is read: what is written: its sentence, if any.

    A line that is indented goes on with the one before it.
    """
    lines = table.strip().replace("\n  ", " ").splitlines()
    return starmap(Rule, map(str.split, lines, repeat(": ")))


def times(factor: float, vector: Vector) -> Vector:
    """A vector multiplied by a number."""
    return {name: factor * each for name, each in vector.items()}
