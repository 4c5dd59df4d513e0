"""The smallest of millions of numbers, on a quarter of the circle."""

import numpy as np

from taotp.programs.minimum import LOUD, empty
from taotp_core.encodings import EAST, NORTH, on_circle
from taotp_core.gadgets import SURE, overwrite_by_scale
from taotp_core.program import Program
from taotp_core.stream import subspaces
from taotp_core.weights import Head, Layer, Transformer


def minimum(d_vocab: int, n_ctx: int) -> Program:
    """A program that says the smallest of a list of numbers below d_vocab, of millions if need be.

    3 (d_vocab + n_ctx) + 24 numbers. They stand on a quarter of the circle, around north, where
    neighbors differ in their part to the east by nearly as much as they are apart. So the query
    grows like d_vocab; on half a circle it grows like its cube. Raises ValueError for sizes below
    1.

    >>> minimum(100, n_ctx=5).complete([42, 7, 99])
    [7]
    """
    if d_vocab < 1 or n_ctx < 1:
        raise ValueError(f"d_vocab, n_ctx are {d_vocab}, {n_ctx}; both must be at least 1")
    step = np.pi / 2 / d_vocab
    W_E = on_circle(np.pi / 4 + step * np.arange(d_vocab))
    hard = SURE / (3 * np.sin(step / 2))  # in the worst case parts to both sides are 1 / sqrt(2)
    ask, look, name = hard * NORTH[:, None], EAST[:, None], "finds the smallest"
    toward = Head(ask, look, np.eye(3), np.eye(3), name=name)
    layer = Layer([overwrite_by_scale(toward, LOUD * d_vocab)])
    model = Transformer(W_E, np.zeros((n_ctx, 3)), [layer], subspaces=subspaces(token=3))
    return Program(model, range(d_vocab), fault=empty("smallest"), steps=1)
