"""What a family of answers is asked besides its own cases: the ends of its range, and drawn rows.

They are the same in every run and on every machine: a file that was handed in answers no others.
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

DRAWN = 12  # rows
TRIES = 1000  # draws for one row that fits
Row = tuple[int, ...]
Fits = Callable[..., Any]


def always(*row: int) -> bool:
    """Every row is a case."""
    return True


def asked(fixed: Sequence[Row], *ranges: tuple[int, int], fits: Fits = always) -> tuple[Row, ...]:
    """The cases of an exercise, then the ends of its ranges, then a dozen drawn rows, each once.

    `fits` says which rows of numbers are cases.
    """
    return tuple(dict.fromkeys((*fixed, *ends(*ranges, fits=fits), *drawn(*ranges, fits=fits))))


def ends(*ranges: tuple[int, int], fits: Fits = always) -> tuple[Row, ...]:
    """Each number at either end of its range, both of which are in it, with each of the others."""
    return tuple(dict.fromkeys(row for row in product(*ranges) if fits(*row)))


def drawn(*ranges: tuple[int, int], fits: Fits = always, count: int = DRAWN) -> tuple[Row, ...]:
    """Different rows of numbers of these ranges, as many as asked for where there are so many.

    Of a range over more than a hundredfold numbers of each length are as likely as others.
    """
    rng = np.random.default_rng([abs(end) for each in ranges for end in each])
    found: dict[Row, None] = {}
    for _ in range(TRIES * count):
        row = tuple(one_of(low, high, rng) for low, high in ranges)
        if fits(*row):
            found[row] = None
        if len(found) == count:
            break
    return tuple(found)


def one_of(low: int, high: int, rng: np.random.Generator) -> int:
    """A number from low to high."""
    if low > 0 and 100 * low < high:
        n_digits = int(rng.integers(len(str(low)), len(str(high - 1)) + 1))
        low, high = max(low, 10 ** (n_digits - 1)), min(high, 10**n_digits - 1)
    return int(rng.integers(low, high + 1))
