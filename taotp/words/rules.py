"""Rules of words: what a unit reads and what it writes, as vectors or as texts that say them."""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from itertools import repeat
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
    return conditions([text])[0]


def conditions(texts: Sequence[str]) -> list[Vector]:
    """Many of them. A lexicon brings hundreds, so that nothing is called for each."""
    made: list[Vector] = [{}] * len(texts)
    for i, words in enumerate(map(str.split, texts)):
        found, before = defaultdict(float, one=1.0), AND
        for word in (*words, AND):
            if word == AND and before not in (AND, NOT):
                before = AND
            elif word == NOT and before == AND:
                before = NOT
            elif word != AND and before in (AND, NOT):
                found[word] += 1 if before == AND else -1
                found["one"] -= before == AND
                before = ""
            else:
                raise ValueError(f"{texts[i]!r} must be [not] NAME and [not] NAME ...")
        needed = found["one"]
        del found["one"]
        made[i] = {**found, "one": needed}
    return made


def texts_of(said: Iterable[str | Vector]) -> list[str]:
    """Those that are texts, and "" for the others."""
    return [each if type(each) is str else "" for each in said]


def named(said: Sequence[str | Vector], names: Container[str]) -> list[str | Vector]:
    """The vectors of texts of names, +names and -names; what has a number is left as it is.

    Nothing is called for each, as in `conditions`.
    """
    made = [*said]
    for i, words in enumerate(map(str.split, texts_of(said))):
        found = defaultdict[str, float](float)
        for word in words:
            less = word[0] == "-"
            name = word[1:] if less or word[0] == "+" else word
            if name not in names:
                break
            found[name] += -1 if less else 1
        else:
            made[i] = {**found} or said[i]
    return made


def rules_of(rows: Iterable[tuple[str | Vector, ...]]) -> list[Rule]:
    """A rule for each row of its three texts, made at once: a named tuple calls twice for each."""
    return [*map(tuple.__new__, repeat(Rule), rows)]


def read_rules(table: str) -> list[Rule]:
    """The rules of a table, a line for each: what is read: what is written: its sentence, if any.

    A line that is indented goes on with the one before it. Raises ValueError for a line of another
    number of parts.
    """
    lines = table.strip().replace("\n  ", " ").splitlines()
    parts = [*map(str.split, lines, repeat(": "))]
    for line, n in zip(lines, map(len, parts), strict=True):
        if n not in (2, 3):
            raise ValueError(f"{line!r} has {n} parts; it must be READS: WRITES[: SENTENCE]")
    return rules_of([(*row, "")[:3] for row in parts])


def times(factor: float, vector: Vector) -> Vector:
    """A vector multiplied by a number."""
    return {name: factor * each for name, each in vector.items()}
