"""Any table, stored without fitting."""

from collections.abc import Iterable

import numpy as np

from taotp.constructions.tables import Table, as_tokens, too_short
from taotp.programs.minimum import LOUD
from taotp.programs.searching import before
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back
from taotp_core.program import Program, Symbol
from taotp_core.stream import subspaces, write
from taotp_core.weights import MLP, Layer, Transformer


def table(
    entries: Table, n_ctx: int, *, vocabulary: Iterable[Symbol] = (), loud: float = LOUD
) -> Program:
    """A program that reads a key at the end of its prompt and says what the table has for it.

    Keys have one length; any table at all is stored, with nothing fitted. The key is laid side by
    side on circles, and a unit for each entry fires on that key alone, `loud`
    times as loud for each symbol as what was there. `vocabulary` adds symbols that the table lacks.
    Raises ValueError for what is no table.

    >>> table({"ab": "c", "ba": "a", "cc": "b"}, n_ctx=5).complete("cab")
    'c'
    """
    keys, answers, symbols = as_tokens(entries, n_ctx, vocabulary)
    length = keys.shape[1]
    names = ["token", *before(length - 1)]
    named = *past, pos = subspaces(**dict.fromkeys(names, 3), place=3)
    n = max(len(symbols), 2)
    ring = circle(n)
    shrink = np.sqrt(2 / (length + 1))  # what layer norm does to a row of two circles and zeros
    heads = [
        attend_back(back, pos, past[0], past[back], n=n_ctx, loud=shrink)
        for back in range(1, length)
    ]
    rows = sum(ring[keys[:, -1 - back]] @ write(place) for back, place in enumerate(past))
    gap = 3 - 3 * np.cos(2 * np.pi / n)  # by which the next best key falls short
    mlp = MLP(
        W_in=np.transpose(rows),
        b_in=np.full(len(keys), gap / 2 - 3 * length),
        W_out=loud * n * 2 / gap * ring[answers] @ write(past[0]),
        b_out=np.zeros(pos.d_model),
    )
    W_E, W_pos = ring[: len(symbols)] @ write(past[0]), circle(n_ctx) @ write(pos)
    model = Transformer(W_E, W_pos, [Layer(heads, mlp)], subspaces=named)
    return Program(model, symbols, fault=too_short(length), steps=1)
