"""What it costs."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import numpy as np

from exercises.catalogue.what_it_costs.best_share import best_size
from exercises.catalogue.what_it_costs.cache_in_bytes import MEMORY, MODEL, texts_that_fit
from exercises.catalogue.what_it_costs.cached_saving import saved
from exercises.catalogue.what_it_costs.crossing_length import crossing
from exercises.catalogue.what_it_costs.one_million import D_VOCAB, N_CTX, WANTED
from exercises.catalogue.what_it_costs.prophet import prophet
from exercises.catalogue.what_it_costs.stored_numbers import changed, stored
from exercises.catalogue.what_it_costs.twice_as_good import EXPONENTS, factors
from taotp_core.weights import Transformer
from tests.exercises.changing import asked_otherwise, put


def but_for_one_place() -> Transformer:
    """Right but at the last place that is asked, from which it looks at the first."""
    return replace(model := prophet(), W_pos=put(model.W_pos, -1, 0))


def one_more_row(n: int, d: int, n_layers: int, n_heads: int, d_head: int, d_mlp: int) -> int:
    """All n rows are in the cache, the last one as well."""
    return n * saved(n, d, n_layers, n_heads, d_head, d_mlp) // max(1, n - 1)


def of_a_million(d: int, heads: int, layers: Iterable[int], norms: int = 1) -> list[int]:
    """Sizes with this stream, and as many numbers as are asked for; norms count or do not."""
    for n, width in product(layers, range(heads, 512, heads)):
        left = WANTED - (D_VOCAB + N_CTX) * d - norms * (2 * n + 1) * 2 * d
        units, rest = divmod(left - n * (4 * d * width + 3 * width + 2 * d), n * (2 * d + 1))
        if rest == 0 and units > 0:
            return [d, n, heads, width // heads, units]
    raise ValueError("there is none with this stream")


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


INVITED: dict[str, dict[str, object]] = {
    "prophet": {
        "wrong": [but_for_one_place],
        "right: asked with the other sign": lambda: asked_otherwise(prophet()),
    },
    "cached-saving": {
        "wrong: one more row": one_more_row,
        "right: an array of one number": lambda *sizes: np.array(saved(*sizes)),
    },
    "cache-in-bytes": {
        "wrong: part of a text": lambda n: -(-(MEMORY - 2 * MODEL.parameters) // (131_072 * n)),
        "right: a whole number that is a float": lambda n: float(texts_that_fit(n)),
    },
    "stored-numbers": {
        "wrong: a square W_O": changed(lambda v, d, n, heads, kv, k, m: n * d * (d - heads * k)),
        "right: a whole number that is a float": lambda *sizes: float(stored(*sizes)),
    },
    "one-million": {
        "wrong: norms forgotten": lambda: of_a_million(100, 2, [2], norms=0),
        "right: narrow and deep, in an array": lambda: np.array(
            of_a_million(24, 3, range(80, 2, -1))
        ),
    },
    "perfect-accident": {"wrong": [three_of_four], "right": [deep]},
    "crossing-length": {
        "wrong: heads as the stream": lambda d, heads, kv, k, m, matrices: matrices * m // 2 + 1,
        "right: a float": lambda *sizes: float(crossing(*sizes)),
    },
    "twice-as-good": {
        "wrong: by what to divide": lambda: [2 ** (-1 / alpha) for alpha in EXPONENTS.values()],
        "right: seven digits": lambda: np.array([float(f"{factor:.7g}") for factor in factors()]),
    },
    "best-share": {
        "wrong: as if six operations were one": lambda C: best_size(6 * C),
        "right: seven digits, in an array": lambda C: np.array(float(f"{best_size(C):.7g}")),
    },
}
