"""Heads and MLPs that each do one nameable thing: where to look, what to take, where to put it."""

import math

import numpy as np

from taotp_core.encodings import circle, turn
from taotp_core.stream import Subspace, read, write
from taotp_core.weights import Head

SURE = 64.0  # the next best weighs e**-64; a tenth of this leaves it 0.2 %, ten times is no better


def hard_enough(n: int, paces: tuple[int, ...] = (1,)) -> float:
    """By how much to multiply queries on circle(n, paces) so that attention has one target.

    The largest score then leads the next by SURE. It grows like n squared for one pace. Raises
    ValueError where n and the paces have a common divisor: positions then share a point.
    """
    if math.gcd(n, *paces) > 1:
        raise ValueError(f"n is {n} and paces are {paces}; they must have no common divisor")
    scores = circle(n, paces) @ circle(n, paces)[0] / np.sqrt(3 * len(paces))
    return SURE / float(scores[0] - scores[1:].max()) if n > 1 else 1.0


def attend_back(
    steps: int,
    look: Subspace,
    take: Subspace,
    put: Subspace,
    *,
    n: int,
    paces: tuple[int, ...] = (1,),
    hard: float | None = None,
) -> Head:
    """A head that looks `steps` positions back, takes what it finds there and puts it elsewhere.

    `look` holds circle(n, paces) by position; where there is no such position the nearest one on
    the circle is taken. `hard` multiplies the queries (None: hard_enough; smaller is softer).
    Main source, sections 3.1 and 3.2. Raises ValueError for a `look` that cannot hold the circles.
    """
    if len(look) != 3 * len(paces):
        raise ValueError(f"look has size {len(look)}; it must be 3 for each of paces {paces}")
    hard = hard_enough(n, paces) if hard is None else hard
    return Head(
        W_Q=hard * read(look) @ turn(-steps, n, paces),
        W_K=read(look),
        W_V=read(take),
        W_O=write(put),
    )
