"""What it costs."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np

from exercises.catalogue.what_it_costs.best_share import ALPHA_D, ALPHA_N, D_C, N_C, best_size, loss
from exercises.catalogue.what_it_costs.cache_in_bytes import MEMORY, MODEL, texts_that_fit
from exercises.catalogue.what_it_costs.cached_saving import from_the_engine, saved
from exercises.catalogue.what_it_costs.one_million import D_VOCAB, N_CTX, WANTED, one_million
from exercises.catalogue.what_it_costs.prophet import N, prophet
from exercises.catalogue.what_it_costs.stored_numbers import changed, stored
from exercises.catalogue.what_it_costs.twice_as_good import EXPONENTS, factors
from taotp.constructions.by_memory import nearest, places
from taotp_core.gadgets import SURE, attend_back
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Layer, Transformer
from tests.exercises.changing import put


def two_ahead() -> Transformer:
    """The one after the next."""
    pos, token, ahead = subspaces(pos=3, token=3, ahead=3)
    return replace(prophet(), layers=[Layer([attend_back(-2, pos, token, ahead, n=N)])])


def but_for_one_place() -> Transformer:
    """Right but at the last place that is asked, from which it looks at the first."""
    return replace(model := prophet(), W_pos=put(model.W_pos, -1, 0))


def numbers() -> Transformer:
    """Places that are numbers, without a norm: the one nearest to the next is looked at."""
    token, ahead, place, square, one = subspaces(token=3, ahead=3, place=1, square=1, one=1)
    wanted = read(place) + read(one)
    head = nearest(wanted, place, square, one, token, ahead, SURE, "looks ahead")
    W_pos = places(N, place, square, one)
    layer = Layer([head], norm_attn=None)
    return Transformer(write(token), W_pos, [layer], None, W_U=read(ahead), causal=False)


def keys_and_values_alone(
    n: int, d: int, n_layers: int, n_heads: int, d_head: int, d_mlp: int
) -> int:
    """As if the engine made no queries of old rows in the last layer."""
    return saved(n, d, n_layers, n_heads, d_head, d_mlp) - (n - 1) * d * n_heads * d_head


def one_more_row(n: int, d: int, n_layers: int, n_heads: int, d_head: int, d_mlp: int) -> int:
    """All n rows are in the cache, the last one as well."""
    return n * saved(n, d, n_layers, n_heads, d_head, d_mlp) // max(1, n - 1)


def counted(*sizes: int) -> object:
    """By running a machine of these sizes and counting, in an array of one number."""
    return np.array(from_the_engine(*sizes))


def untied() -> list[int]:
    """A second table for the unembedding, taken from the MLPs as far as it goes."""
    d, n, heads, d_head, units = one_million()
    return [d, n, heads, d_head, units - D_VOCAB * d // (n * (2 * d + 1))]


def of_a_million(d: int, heads: int, layers: Iterable[int], norms: int = 1) -> list[int]:
    """Sizes with this stream, and as many numbers as are asked for; norms count or do not."""
    for n, width in product(layers, range(heads, 512, heads)):
        left = WANTED - (D_VOCAB + N_CTX) * d - norms * (2 * n + 1) * 2 * d
        units, rest = divmod(left - n * (4 * d * width + 3 * width + 2 * d), n * (2 * d + 1))
        if rest == 0 and units > 0:
            return [d, n, heads, width // heads, units]
    raise ValueError("there is none with this stream")


def last_norm() -> list[int]:
    """The last norm is forgotten."""
    d, d_mlp = 32, 80
    lacking = 12 * d - (2 * (d + 16) + 3 * d_mlp + 2)
    return [lacking // 2, d, 1, 2, 1, 16, d_mlp]


def three_of_four() -> list[int]:
    """Exact, but four heads cannot share three keys alike."""
    d, d_mlp = 64, 151
    lacking = 12 * d - (2 * (d + 48) + 3 * d_mlp + 2) - 1
    return [lacking // 2, d, 1, 4, 3, 16, d_mlp]


def deep() -> object:
    """Ninety-nine layers of nine heads that share three keys, in an array."""
    d, n, d_mlp = 45, 99, 101
    lacking = 12 * n * d - n * (2 * (d + 15) + 3 * d_mlp + 2) - 1
    return np.array([lacking // 2, d, n, 9, 3, 5, d_mlp])


def fraction(d: int, heads: int, kv: int, k: int, m: int, matrices: int) -> float:
    """By a fraction, and a whole number that is a float."""
    return float(Fraction(matrices * d * m, 2 * heads * k) // 1 + 1)


def golden(C: float) -> object:
    """By narrowing in on a logarithm, in an array of one number."""
    low, high = np.log(10.0), np.log(C)
    for _ in range(120):
        third = (high - low) / 3
        left, right = (loss(np.exp(x), C / 6 / np.exp(x)) for x in (low + third, high - third))
        low, high = (low, high - third) if left < right else (low + third, high)
    return np.array(np.exp(low))


INVITED: dict[str, dict[str, object]] = {
    "prophet": {"wrong": [two_ahead, but_for_one_place], "right": [numbers]},
    "cached-saving": {
        "wrong: keys and values alone": keys_and_values_alone,
        "wrong: one more row": one_more_row,
        "right": [counted],
    },
    "cache-in-bytes": {
        "wrong: part of a text": lambda n: -(-(MEMORY - 2 * MODEL.parameters) // (131_072 * n)),
        "wrong: bytes by 2 ** 30": lambda n: (80 * 2**30 - 2 * MODEL.parameters) // (131_072 * n),
        "right: a whole number that is a float": lambda n: float(texts_that_fit(n)),
    },
    "stored-numbers": {
        "wrong: as if a model had two layers at least": lambda v, d, n, heads, kv, k, m: stored(
            v, d, max(n, 2), heads, kv, k, m
        ),
        "wrong: a square W_O": changed(lambda v, d, n, heads, kv, k, m: n * d * (d - heads * k)),
        "right: a whole number that is a float": lambda *sizes: float(stored(*sizes)),
    },
    "one-million": {
        "wrong": [untied],
        "wrong: norms forgotten": lambda: of_a_million(100, 2, [2], norms=0),
        "right: narrow and deep, in an array": lambda: np.array(
            of_a_million(24, 3, range(80, 2, -1))
        ),
    },
    "perfect-accident": {"wrong": [last_norm, three_of_four], "right": [deep]},
    "crossing-length": {
        "wrong: heads as the stream": lambda d, heads, kv, k, m, matrices: matrices * m // 2 + 1,
        "wrong: one head is no attention": lambda d, heads, kv, k, m, matrices: (
            matrices * d * m // (2 * max(heads, 2) * k) + 1
        ),
        "right": [fraction],
    },
    "twice-as-good": {
        "wrong: by what to divide": lambda: [2 ** (-1 / alpha) for alpha in EXPONENTS.values()],
        "wrong: how often ten": lambda: [
            float(np.log10(2) / alpha) for alpha in EXPONENTS.values()
        ],
        "right: seven digits": lambda: np.array([float(f"{factor:.7g}") for factor in factors()]),
    },
    "best-share": {
        "wrong: The exponents the other way round": lambda C: float(
            ((a := ALPHA_D / ALPHA_N) * N_C**a * C / (6 * D_C)) ** (1 / (1 + a))
        ),
        "wrong: as if six operations were one": lambda C: best_size(6 * C),
        "right": [golden],
    },
}
