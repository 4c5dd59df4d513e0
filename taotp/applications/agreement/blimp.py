"""Pairs of sentences on agreement that linguists wrote, and how others and the machine do on them.

Warstadt et al. 2020, BLiMP; notes.md says which part of it, and under which license.
"""

import csv
import re
from typing import NamedTuple

from taotp.data import experiment
from taotp.files import text_of


class Pair(NamedTuple):
    """A minimal pair: which paradigm it is of, its number there, and its two sentences."""

    paradigm: str
    number: int
    good: str
    bad: str


def blimp_pairs() -> list[Pair]:
    """Half of the pairs on agreement in BLiMP, 500 of 16 paradigms each; README.md says whose."""
    pairs, paradigm = [], ""
    for line in text_of(__package__, "blimp.txt").splitlines():
        if line.startswith("["):
            paradigm = line[1:-1]
        elif not line.startswith("#"):
            number, text = line.split(" ", 1)
            before, choice, after = re.split("[{}]", text)
            good, bad = (f"{before}{word}{after}" for word in choice.split("|"))
            pairs.append(Pair(paradigm, int(number), good, bad))
    return pairs


def blimp_published() -> dict[str, dict[str, float]]:
    """What part of all pairs of a paradigm models and people get right, as the authors found it."""
    text = text_of(__package__, "blimp_published.csv")
    return {
        row.pop("paradigm"): {who: float(share) for who, share in row.items()}
        for row in csv.DictReader(text.splitlines())
    }


def agreement_scores(
    without: str = "nothing", loud: float = 100, precision: str = "float64"
) -> dict[str, float]:
    """What part of the pairs of each paradigm the agreement machine gets right; a tie is half.

    It is measured by `python -m tools.experiments agreement`: without a head, with another number
    in the loud pair, or rounded. Raises ValueError for what was not measured.
    """
    asked = {"without": without, "loud": loud, "precision": precision}
    rows = [row for row in experiment("agreement") if asked.items() <= row.items()]
    if not rows:
        raise ValueError(f"the agreement machine was not measured with {asked}")
    return {row["paradigm"]: (row["right"] + row["ties"] / 2) / 500 for row in rows}
