"""All of the sums at once: every pair of numbers with its answer, and which a model gets right."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from taotp.reference import sum_tokens
from taotp_core.arrays import Array, Precision, Tokens, rounding
from taotp_core.decode import greedy
from taotp_core.inputs import Model, model_of
from taotp_core.transformer import feed_forward, normalize, quiet, residual, unembed
from taotp_core.weights import Transformer


def every_sum(n_digits: int, sums: int = 20) -> Iterator[Tokens]:
    """All 100**n_digits pairs with their answers, in batches of so many neighboring sums.

    A row holds the ids of a, +, b, = and the n_digits + 1 digits of a + b.
    """
    numbers = np.arange(10**n_digits)
    for least in range(0, 2 * 10**n_digits - 1, sums):
        total = np.arange(least, min(least + sums, 2 * 10**n_digits - 1))
        a, c = (side.ravel() for side in np.meshgrid(numbers, total, indexing="ij"))
        real = (a <= c) & (c - a < 10**n_digits)
        yield sum_tokens(a[real], c[real] - a[real], n_digits)


def says(model: Transformer, tokens: Tokens, places: int, to: Precision = "float64") -> Tokens:
    """What a model of one layer says next at the last `places` of tokens [n_rows, n]."""
    rows, back = last_rows(model, tokens, places, to)
    with quiet():
        return greedy(unembed(model, rows, rounding(to)))[back]


def last_rows(
    model: Transformer, tokens: Tokens, places: int, to: Precision = "float64"
) -> tuple[Array, Tokens]:
    """The different rows [n, d_model] that a model of one layer ends with, and which is where.

    An MLP works on each position by itself, so that rows of the stream which are equal bit by bit
    pass through it once; sums have few different ones. `rows[back]` is [n_rows, places, d_model].
    """
    (layer,), to = model.layers, rounding(to)
    with quiet():
        x = residual(replace(model, layers=[replace(layer, mlp=None)]), tokens, places, to=to)
        rows, back = distinct(x.reshape(-1, model.d_model))
        if layer.mlp:
            rows = to(rows + feed_forward(normalize(rows, layer.norm_mlp, to), layer.mlp, to))
    return rows, back.reshape(x.shape[:-1])


def distinct(rows: Array) -> tuple[Array, Tokens]:
    """The different rows of [n, d_model], bit by bit, and the number of each: kept[back] is rows.

    They are told apart by a hash of their bits, which is sorted in a fraction of the time.
    """
    bits = np.ascontiguousarray(rows).view(f"u{rows.itemsize}").astype(np.uint64)
    odd = np.random.default_rng(0).integers(2**63, size=bits.shape[1], dtype=np.uint64) * 2 + 1
    _, back = np.unique(bits @ odd, return_inverse=True)
    place = np.empty(back.max(initial=-1) + 1, np.intp)
    place[back] = np.arange(len(rows))
    if not np.array_equal(bits[place][back], bits):  # two rows with one hash, of 2**64
        return np.unique(rows, axis=0, return_inverse=True)
    return rows[place], back


def right_sums(model: Model, rows: Tokens, to: Precision = "float64") -> NDArray[np.bool_]:
    """Which rows of `every_sum` a model of add or of add_mod10 answers right: [n_rows].

    It is given the right digits so far and asked for the next. If all of them are right, then so
    are those that it says by itself.
    """
    model = model_of(model)
    places = model.n_ctx + 1 - rows.shape[1] // 3 * 2
    said = says(model, rows[:, : model.n_ctx], places, to)
    right: NDArray[np.bool_] = (said == rows[:, -places:]).all(axis=1)
    return right
