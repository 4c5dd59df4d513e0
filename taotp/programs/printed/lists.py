"""The smallest of a list, and all in order, as their source prints them."""

from dataclasses import replace

import numpy as np

from taotp.programs import sorting
from taotp.programs.minimum import minimum as our_minimum
from taotp.programs.printed.tables import no_units
from taotp_core.encodings import on_circle
from taotp_core.program import Program
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer


def minimum(d_vocab: int, n_ctx: int, *, hard: float = 1e8, loud: float = 1e6) -> Program:
    """Section 5.1: `hard` and `loud` do not grow with d_vocab, and the head has idle columns.

    Its query and key point to points of the circle, which are the root of 3 long.

    >>> minimum(100, n_ctx=5).complete([42, 7, 99])
    [7]
    """
    ours = our_minimum(d_vocab, n_ctx, hard=hard, loud=loud)
    (narrow,) = ours.model.layers[0].heads
    point = np.sqrt(3) * np.eye(1, 3)
    head = replace(narrow, W_Q=narrow.W_Q @ point, W_K=narrow.W_K @ point)
    return replace(ours, model=replace(ours.model, layers=[Layer([head], no_units(3))]))


def sort(
    d_vocab: int = 28,
    n_ctx: int = 100,
    ratio: float = 2.0,
    *,
    aim: float = 0.25,
    hard: float = 1e20,
    loud: float = 1e20,
) -> Program:
    """Section 5.2: both points of a number stand on half a circle, where float64 has room for 28.

    0 is the delimiter, and it does not stop by itself. The index of the
    source's queries and keys is mended.

    >>> sort().complete([3, 1, 2], steps=3)
    [1, 2, 3]
    """
    sorting.check_powers(d_vocab, n_ctx, ratio, aim)
    powers = np.cumsum(np.append(0, ratio ** -np.arange(d_vocab - 1.0)))
    powers *= np.pi / powers[-1]
    aims = np.append((1 - aim) * powers[1:-1] + aim * powers[2:], [np.pi, 0])
    own, sought = subspaces(number=3, sought=3)
    both = read(own, sought)
    head = Head(
        W_Q=hard * read(sought) @ write(own),
        W_K=read(own) @ write(own),
        W_V=loud * both,
        W_O=both,
        name="finds the next larger",
    )
    W_E = on_circle(powers) @ write(own) + on_circle(aims) @ write(sought)
    layer = Layer([head], no_units(own.d_model))
    W_pos = np.zeros((n_ctx, own.d_model))
    model = Transformer(W_E, W_pos, [layer], subspaces=[own, sought])
    return Program(model, range(d_vocab), fault=sorting.unsortable(n_ctx), after=0)
