"""Points on less than a circle, in two columns: of numbers to be sorted, and of positions."""

import numpy as np

from taotp.constructions.by_attention import TEN, rounder
from taotp.constructions.level import head
from taotp_core.arrays import Array
from taotp_core.gadgets import SURE
from taotp_core.stream import Subspace, read, write
from taotp_core.weights import Head

SPAN = 0.85 * np.pi  # of an arc of numbers: even its ends, which are nearly opposite, have a middle


def points(angles: Array) -> Array:
    """Points of the unit circle [n, 2]."""
    found: Array = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return found


def turning(angle: float) -> Array:
    """The matrix that turns rows [n, 2] by an angle."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, s], [-s, c]])


def above_the_middle(of: Array, step: float, above: float = 0.25) -> Array:
    """A query for what is nearest to a point a little above the middle between two on an arc.

    `of` [d_model, 2] reads the sum of the two; `above` is counted in steps of the arc. The query
    is as long as it takes for candidates whose distances differ by half a step.
    """
    hard = 2 * SURE / (np.cos(SPAN / 2) * step**2)
    query: Array = hard * of @ turning(above * step)
    return query


def latest(
    sign: Array, position: Array, circle: Subspace, where: Subspace, *, n_ctx: int, divided: float,
    prefer: float = SURE,
) -> Head:  # fmt: skip
    """A head that finds the latest sign up to each token, and copies its point to `where`.

    `sign` reads 1 where a sign is, `position` reads 0, 1, 2, ...
    """
    look = prefer * position + 2 * SURE * n_ctx * sign
    return head(position, look, read(circle), write(where), divided)


def apart(n_ctx: int) -> float:
    """How hard to compare positions on half a circle, so that k apart costs a score of 150 k**2."""
    return 75.0 * n_ctx**2


def said_since(
    sign: Array, digits: Array, position: Array, one: Subspace, where: Subspace, digit: Subspace,
    squared: Subspace, *, n_digits: int, sink: int, up: float, n_ctx: int, divided: float,
) -> Head:  # fmt: skip
    """A head that subtracts what has been said since the latest sign, and says by what to divide.

    Of the tokens with one sign in `where` the i-th digit behind it weighs 10**-i, the sign
    10**sink, which is all that counts in the sum. The numerator is -d_1 - d_2 / 10 - ... and so
    much that rounding to the nearest rounds down from `up`; the denominator 10**-m after m digits.
    """
    worth = 9 * (sign - read(one)) + 10.0**-sink * sign
    return head(
        ask=np.hstack([apart(n_ctx) * read(where), read(one)]),
        look=np.hstack([read(where), TEN * sink * sign - TEN * position]),
        take=np.hstack([(up - 0.5) * worth - 10 * digits, worth]),
        put=10.0 ** (n_digits + sink) * rounder(digit, squared),
        divided=divided,
    )
