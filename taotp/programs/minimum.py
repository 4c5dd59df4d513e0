"""Say the smallest number of a list, or the largest, with one head and no positions."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from taotp_core.arrays import Array
from taotp_core.encodings import EAST, NORTH, circle
from taotp_core.gadgets import SURE, overwrite_by_scale
from taotp_core.program import Program, Symbol
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

LOUD = 1e3  # times d_vocab: 1 is enough, ten times more is no better, float16 ends at 65,504


def minimum(
    d_vocab: int,
    n_ctx: int,
    *,
    hard: float | None = None,
    loud: float | None = None,
) -> Program:
    """A program that says the smallest of a list of numbers below d_vocab.

    Repeats are allowed. One head in three dimensions; right on every list
    for a million numbers and more. `hard` multiplies the queries (None:
    hard_enough, which grows like the cube of d_vocab) and `loud` what the
    head brings (None: LOUD for each number). Main source, section 5.1.
    Raises ValueError for sizes below 1.

    >>> minimum(100, n_ctx=5).complete([42, 7, 99])
    [7]
    """
    return furthest(d_vocab, n_ctx, EAST, "smallest", hard, loud)


def maximum(
    d_vocab: int,
    n_ctx: int,
    *,
    hard: float | None = None,
    loud: float | None = None,
) -> Program:
    """A program that says the largest; otherwise as `minimum`.

    >>> maximum(100, n_ctx=5).complete([42, 7, 99])
    [99]
    """
    return furthest(d_vocab, n_ctx, -EAST, "largest", hard, loud)


def furthest(
    d_vocab: int,
    n_ctx: int,
    toward: Array,
    name: str,
    hard: float | None,
    loud: float | None,
) -> Program:
    """A program that says which number of a list lies furthest to one side.

    The numbers stand on the upper half of the circle, from east to west.
    Whichever comes last, its part to the north is positive: that is the
    query. The keys are the parts toward one side, and the head brings the
    number itself, so loud that nothing else is heard.
    """
    if d_vocab < 1 or n_ctx < 1:
        sizes = f"{d_vocab}, {n_ctx}"
        raise ValueError(f"d_vocab, n_ctx are {sizes}; both must be at least 1")
    hard = hard_enough(d_vocab) if hard is None else hard
    loud = LOUD * d_vocab if loud is None else loud
    (token,) = subspaces(token=3)
    W_E = circle(2 * d_vocab + 2)[1 : d_vocab + 1]
    north, side = read(token) @ NORTH[:, None], read(token) @ toward[:, None]
    find = Head(hard * north, side, read(token), write(token), name=f"finds the {name}")
    head = overwrite_by_scale(find, loud)
    W_pos = np.zeros((n_ctx, token.d_model))
    model = Transformer(W_E, W_pos, [Layer([head])], subspaces=[token])
    return Program(model, range(d_vocab), fault=empty(name), steps=1)


def hard_enough(d_vocab: int) -> float:
    """By how much to multiply queries so that every list has one winner, by SURE.

    The worst case is the two numbers next to the end of the half circle, where their parts to
    the side hardly differ, and one of them last, where its part to the north is smallest.
    """
    step = np.pi / (d_vocab + 1)
    lead = 3 * np.sin(step) * 2 * np.sin(1.5 * step) * np.sin(0.5 * step)
    return SURE / float(lead) if d_vocab > 1 else 1.0


def empty(name: str) -> Callable[[Sequence[Symbol]], str]:
    """The fault of a prompt without numbers."""
    return partial(has_no_number, name)


def has_no_number(name: str, prompt: Sequence[Symbol]) -> str:
    """What is wrong with a prompt without the number that is asked for, or nothing."""
    return "" if len(prompt) else f"the prompt is empty; it has no {name} number"
