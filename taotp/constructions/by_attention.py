"""Arithmetic by attention alone: a parabola rounds, and what was said is subtracted.

A head weighs a digit by its place: the weight of a score is a power of e, and i ln 10 makes
10**i.
"""

import numpy as np

from taotp.constructions.level import LOUD, NEVER, head
from taotp_core.arrays import Array, Tokens
from taotp_core.stream import Subspace, read, write
from taotp_core.weights import Head

TEN = float(np.log(10))


def parabola(numbers: Array | Tokens, digit: Subspace, squared: Subspace) -> Array:
    """Rows [n, d_model] for tokens that stand for numbers y: y / 9 and -(y / 9)**2.

    Of a stream with 18 y in `digit` and 81 in `squared`, times anything, the largest logit is
    that of the number nearest to y.
    """
    x = np.asarray(numbers, dtype=np.float64)[:, None] / 9
    rows: Array = x * write(digit) - x**2 * write(squared)
    return rows


def rounder(digit: Subspace, squared: Subspace) -> Array:
    """Where to put a numerator and a denominator [2, d_model] to have the quotient rounded."""
    return LOUD * np.vstack([18 * write(digit), 81 * write(squared)])


def what_is_left(
    digit: Subspace,
    squared: Subspace,
    sign: Subspace,
    place: Subspace,
    speaks: Subspace,
    *,
    top: int,
    divided: float,
) -> Head:
    """A head that subtracts what has been said, and says by what to divide the rest.

    `place` holds i / top where a digit of worth 10**i has been said; it is 1 at the equals sign,
    and `speaks` is 1 in both. `sign` is 1 at the sign between the numbers and -1 at the equals
    sign. Where 10**k is due, the first sign weighs 10**(k + 1) / 9, so that all weights add up to
    10**top / 9 in every place. A half of 10**k is subtracted and a half of 1 added: then rounding
    to the nearest rounds down.
    """
    by_place = TEN * top * read(place)
    seen = read(speaks) + read(sign)  # 1 at the first sign and at what was said, 0 elsewhere
    total = 10.0**top / 9
    due = 0.9 * total * read(sign)
    return head(
        ask=np.hstack([read(speaks), by_place]),
        look=np.hstack([by_place + NEVER * seen - np.log(9) * read(sign), read(sign)]),
        take=np.hstack([seen / 2 - 9 * total * read(digit) - due / 2, due]),
        put=rounder(digit, squared),
        divided=divided,
        name="takes away what was said",
    )
