"""Addition with few heads: each looks at two places at once, which share a point of a circle."""

from dataclasses import replace

import numpy as np

from taotp_core.arrays import Array, Tokens
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_to, clear, drown, spikes
from taotp_core.programs.adding import LOUD, embedding
from taotp_core.stream import read, subspaces, write
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM, Layer, Transformer

MARK = np.array([0.0, 1.0, 0.0])  # with the first or the last number some sums and places meet


def places(n_digits: int) -> Tokens:
    """Which point of a circle of 2 n + 2 each position has: digits of one worth share theirs."""
    down = np.arange(n_digits)[::-1]
    return np.concatenate([down, [n_digits], down, np.arange(n_digits + 1, 2 * n_digits + 2)])


def add_by_pairs(
    n_digits: int, *, apart: Array | None = None, mark: Array = MARK, gain: float = 2.0
) -> Transformer:
    """The chapter's `add`, each of whose heads reads both digits of one worth at once.

    `apart` [3 n + 2, 2] are further columns of the position table, which no head looks at; layer
    norm must leave its rows alone.
    """
    more = {} if apart is None else {"apart": 2}
    value, one, rest, pos, *other = subspaces(value=1, one=1, rest=2, pos=3, **more)
    token, *_ = subspaces(token=4, pos=3, **more)
    n, around = n_digits, 2 * n_digits + 2
    W_E = embedding(n)[:, :4] @ write(token)
    W_pos = circle(around)[places(n)] @ write(pos)
    if apart is not None:
        W_pos = W_pos + apart @ write(*other)
    heads = [attend_to(i, one, pos, value, value, n=around, gain=gain * 10**i) for i in range(n)]
    marked = read(pos) @ mark[:, None]
    swap = replace(
        clear(pos, rest, n=around),
        W_V=np.hstack([-read(rest), marked - read(value)]),
        W_O=write(rest, value),
    )
    sums, worth = np.arange(2 * 10**n - 1)[:, None], 10 ** np.arange(n, -1, -1)
    speaking = W_pos[-n - 1 :]
    stream = (sums[..., None] / 100 + speaking @ marked) * write(value) + write(one) + speaking
    at = normalize(stream, LAYER_NORM) @ read(value)
    answers = W_E[(sums // worth % 10).ravel()] @ read(token)
    table = spikes(at.ravel(), answers, value, token)
    return Transformer(W_E, W_pos, [Layer([*heads, swap], drown(table, LOUD))])
