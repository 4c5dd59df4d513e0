"""Carries found by looking: places as powers of two, and numbers that float32 can hold.

A place k has the column x = 2**k. The parabola x (1 - x / (c 2**k)) is largest at the place k
itself for c = 2; for c between 3/4 and 1 it is above 0 for lower places alone, and larger the
nearer they are. All leads are a fixed share of the scores, whatever k.
"""

import numpy as np

from taotp.constructions.level import through
from taotp_core.arrays import Array, Tokens
from taotp_core.gadgets import SURE
from taotp_core.stream import Subspace, write
from taotp_core.weights import MLP

HARD = 6 * SURE  # the least lead is a sixth, between the two places below
ITSELF, BELOW = 2.0, 0.9
FAINT = 0.01  # of a sum in the stream: a row with 18 in it is hardly longer than others
FLAG = 0.1  # of what a table found out


def centered(digits: Tokens, digit: Subspace, squared: Subspace) -> Array:
    """Rows for digits and what stands for none: y / 4.5 and -(y / 4.5)**2, where y is d - 4.5.

    Of a stream with 2 y in `digit` and 4.5 in `squared` the largest logit is that of the digit
    nearest to y + 4.5. What is no digit counts as 0 and has a logit that is lower by 20.25.
    """
    d = digits.astype(np.float64)[:, None]
    y = np.maximum(d, 0) / 4.5 - 1
    rows: Array = y * write(digit) - (y**2 + (d < 0)) * write(squared)
    return rows


def powers(places: Tokens, top: int, x: Subspace, squared: Subspace) -> Array:
    """Keys [n, d_model] for places, as shares of 2**top; none for those below 0."""
    share = np.where(places < 0, 0, 2.0 ** (places - top))[:, None]
    rows: Array = share * write(x) + share**2 * write(squared)
    return rows


def toward(peak: float, top: int, one: Array, inverse: Array) -> Array:
    """A query for `powers` that is largest near peak * 2**k / 2, where `inverse` reads 2**-k."""
    ask: Array = HARD * np.hstack([2.0**top * one, -(4.0**top) / peak * inverse])
    return ask


def nine_or_more(look: Array, nine: Subspace, more: Subspace) -> MLP:
    """An MLP that tells of a sum of two digits whether it is nine, and whether it is more."""
    x = np.array([8.25, 8.75, 9.25, 9.75, 20])  # a quarter to each side is forgiven
    y = np.outer([0, 1, 1, 0, 0], write(nine)) + np.outer([0, 0, 0, 1, 1], write(more))
    return through(x, FLAG * y, look, np.eye(nine.d_model))


def say_the_last_digit(look: Array, digit: Subspace, squared: Subspace, loud: float) -> MLP:
    """An MLP that says the last digit of a number from 0 to 19."""
    x, d = np.array([-1, 9.25, 9.75, 20]), np.array([-1, 9.25, -0.25, 10])
    y = np.outer(2 * (d - 4.5), write(digit)) + 4.5 * write(squared)
    return through(x, loud * y, look, np.eye(digit.d_model))
