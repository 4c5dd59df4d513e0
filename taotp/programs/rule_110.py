"""Rule 110 in one head and four units: each cell is written below the three that decide it."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from taotp_core.arrays import Array
from taotp_core.program import Program, Symbol
from taotp_core.stream import hidden, subspaces
from taotp_core.weights import MLP, Head, Layer, Transformer

BELL, LEAN = 2.0, 0.25


def rule110(
    width: int = 32, n_ctx: int = 2048, *, bell: float = BELL, lean: float = LEAN
) -> Program:
    """A program that goes on with rows of Rule 110, a cellular automaton that can compute anything.

    20 numbers. The tape is wound up: a row of `width` cells goes on in the next. Attention is a
    bell around a point right of the cell above: of what it sees that cell is 0.7, the one to its
    right 0.26, the one to its left 0.035. So the sum is above 0.1 if there is a 1 above or to the
    right, and above 0.98 only if all three are 1. `bell` is how narrow the bell is, `lean` how far
    right it stands. Before the first cell stands a 1. Cook 2004. Raises ValueError for a width
    below 2 and for no room below the first row.

    >>> rule110(width=8).complete("00000001", steps=16)
    '0000001100000111'
    """
    if not 2 <= width <= n_ctx:
        raise ValueError(f"width is {width}; it must be from 2 to n_ctx = {n_ctx}")
    bit, place, square, seen = np.eye(4)
    named = subspaces(cell=1, place=1, square=1, seen=1)
    p = np.arange(n_ctx)[:, None]
    hard = np.sqrt(2) * bell
    look = Head(
        W_Q=hard * np.outer(place, [2, 0]),
        W_K=np.stack([place, square], axis=1),
        W_V=bit[:, None],
        W_O=seen[None],
        b_Q=hard * np.array([2 * (1 - width + lean), -1]),
        name="sees the three above",
    )
    model = Transformer(
        W_E=np.outer([-1, 1], bit),
        W_pos=p * place + p**2 * square,
        layers=[Layer([look], plateau(seen, bit), norm_attn=None, norm_mlp=None)],
        norm_final=None,
        subspaces=[named[0], named[1], *hidden(named[2]), named[3]],
    )

    return Program(model, "01", fault=partial(has_no_first_row, width))


def has_no_first_row(width: int, prompt: Sequence[Symbol]) -> str:
    """What is wrong with a prompt of fewer than `width` cells, or nothing."""
    n = len(prompt)
    return "" if n >= width else f"the prompt has {n} cells; the first row has {width}"


def plateau(seen: Array, bit: Array) -> MLP:
    """Four units that say 2 where the share of ones that are seen is from 0.2 to 0.975, else -2."""
    share = np.array([0.1, 0.2, 0.975, 0.99])
    at = 2 * share - 1  # a cell holds -1 or 1
    rise, fall = 1 / (at[1::2] - at[::2])
    slopes = 4 * np.array([rise, -rise, -fall, fall])
    return MLP(np.outer(seen, np.ones(4)), -at, np.outer(slopes, bit), -2 * bit)
