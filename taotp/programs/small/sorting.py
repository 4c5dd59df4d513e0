"""A sorted list in as few numbers as we can, by bisection."""

import numpy as np

from taotp.constructions.half_circle import SPAN, above_the_middle, points
from taotp.constructions.level import divisor, head, level
from taotp.programs.sorting import unsortable
from taotp_core.gadgets import clear_by_mlp, overwrite_by_scale
from taotp_core.program import END, Program
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Layer, Transformer

HALVES = "halves what lies between"
LOUD_LAST = 1e10  # numbers to sort: neighbors differ by a millionth


def sort(
    d_vocab: int,
    n_ctx: int = 400,
    *,
    n_layers: int | None = None,
    above: float = 0.25,
    loud: float = LOUD_LAST,
) -> Program:
    """A program that says a list of distinct numbers below d_vocab in order, by bisection.

    9 d_vocab + 424 numbers for a thousand, beside positions that are zero. Each layer looks a
    little `above` the middle, in steps between numbers, between a number and what might come next,
    which is first the end. `n_layers` (None: layers_needed) halve what lies between; the last is
    `loud`. Raises ValueError for fewer than 2 numbers and for no room.

    >>> sort(10, n_ctx=8).complete([3, 1, 2])
    [1, 2, 3]
    """
    if d_vocab < 2 or n_ctx < 1:
        raise ValueError(f"d_vocab is {d_vocab}, n_ctx is {n_ctx}; they must be at least 2 and 1")
    own, end, here, there = subspaces(own=2, end=1, here=2, there=2)
    step = SPAN / (d_vocab + 1)
    arc = points(np.arange(d_vocab + 2) * step)  # the first is where the end asks from
    W_E = arc[-1:] @ write(here) + np.vstack([arc[1:-1] @ write(own), write(end)])
    key, asks = (read(own) + read(end) @ point for point in (arc[-1:], arc[:1]))
    two, three = (divisor(squares, own.d_model) for squares in (2, 3))
    layers = []
    halving = (layers_needed(d_vocab) if n_layers is None else n_layers) - 1
    for left in reversed(range(halving)):
        toward = above_the_middle(asks + read(here), step, above)
        halve = head(toward, key, key, write(there), two, name=HALVES)
        # Nothing is written over what the last of them found, so the one before it may stay.
        forget = overwrite_by_scale(clear_by_mlp(here, floor=2), three) if left else None
        layers.append(Layer([halve], forget))
        here, there = there, here
    toward = above_the_middle(asks + read(here), step, above)
    divided = three if halving else two
    say = head(toward, key, read(own, end), loud * write(own, end), divided, name=HALVES)
    layers.append(Layer([say]))
    model = level(Transformer(W_E, np.zeros((n_ctx, own.d_model)), layers))
    return Program(model, [*range(d_vocab), END], stop=END, fault=unsortable(n_ctx), after=END)


def layers_needed(d_vocab: int) -> int:
    """How many layers `sort` needs for the worst set of numbers below d_vocab.

    It is the Fibonacci numbers less 1, of which each layer finds the one before the last it found:
    as many as 2, 3, 5, 8 ... are not above d_vocab + 1. A test plays all sets.

    >>> layers_needed(1000)
    14
    """
    layers, this, following = 0, 2, 3
    while this <= d_vocab + 1:
        layers, this, following = layers + 1, following, this + following
    return layers
