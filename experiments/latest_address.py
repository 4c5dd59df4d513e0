"""How long a text may be in which a head finds the latest of a hundred addresses.

Address q was stored at n - 4 and n - 2, every other one at n - 1, and a head asks at n. The store
at n - 2 must lead by 5 for each q; keys, queries and every sum are rounded. A row is a way to write
addresses, a way to say *later*, and a precision; `place` is the largest n tried that is right, a
power of 2, and 0 where there is none. With an address that is asked for in `asked` numbers, one
that was computed can ask where they are linear in it.
"""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from taotp_core.arrays import PRECISIONS, Array, Rounding

N = 100
SURE, LEAD = 16.0, 5.0
LARGEST = {"float64": 44, "float32": 27, "bfloat16": 27}  # exponents of 2
WORDS = f"the longest text in which the latest of {N} addresses leads by {LEAD:g}"
Codes = tuple[Array, Array]  # keys and queries [N, size]
a = np.arange(N)


def parabola(*digits: Array) -> Codes:
    """-(q - a)**2 without what depends on the query alone, summed over digits [N]."""
    x = np.stack(digits, axis=1)
    return np.hstack([x, (x**2).sum(1, keepdims=True)]), np.hstack([2 * x, -np.ones((N, 1))])


def alike(codes: Array) -> Codes:
    """Keys that are queries too."""
    return codes, codes


def on_circles(*turns: Array) -> Array:
    """A point on a circle for each turn [N]: [N, 2 * number of turns]."""
    return np.stack([f(2 * np.pi * turn) for turn in turns for f in (np.cos, np.sin)], axis=1)


KEYS: dict[str, Codes] = {
    "parabola from 0": parabola(a / N),
    "parabola around 0": parabola((a - (N - 1) / 2) / N),
    "parabolas of two digits": parabola(a // 10 / 10 - 0.45, a % 10 / 10 - 0.45),
    "circle": alike(on_circles(a / N)),
    "circles of two digits": alike(on_circles(a // 10 / 10, a % 10 / 10)),
    "seven bits": alike(2.0 * ((a[:, None] >> np.arange(7)) & 1) - 1),
    "one of a hundred": alike(np.eye(N)),
}
LATER: dict[str, Callable[[float, float], float]] = {  # of a place, in a text of so many
    "p": lambda p, n: p,
    "log p": lambda p, n: n / 2 * np.log(p + 1),
    "p squared": lambda p, n: p**2 / (2 * n),
    "-1 / p": lambda p, n: -n * n / 3 / p,
}
POINTS = [
    {"keys": keys, "later": later, "precision": precision}
    for precision, keys, later in product(LARGEST, KEYS, LATER)
]


def measure(keys: str, later: str, precision: str) -> Iterator[dict[str, object]]:
    """The longest text that is right."""
    good = 0
    for e in range(4, LARGEST[precision] + 1):
        if least_lead(KEYS[keys], LATER[later], 2.0**e, PRECISIONS[precision]) < LEAD:
            break
        good = 2**e
    yield {"asked": KEYS[keys][1].shape[1], "place": good}


def least_lead(
    codes: Codes, later: Callable[[float, float], float], n: float, to: Rounding
) -> float:
    """By how much the store that is meant leads all others, for the worst address."""
    keys, queries = codes
    exact = queries @ keys.T
    apart = (np.diag(exact)[:, None] - exact)[~np.eye(N, dtype=bool)].min()
    span = SURE * (later(n, n) - later(1.0, n) + 1)  # what recency makes, an address outweighs
    q, k = to(queries), to(span / apart * keys)
    scores = to(q @ k.T)  # [query, key]

    def at(place: float) -> Array:
        found: Array = to(scores + to(np.full((N, N), SURE * later(place, n))))
        return found

    meant, before, others = np.diag(at(n - 2)), np.diag(at(n - 4)), at(n - 1).copy()
    np.fill_diagonal(others, -np.inf)
    return float((meant - np.maximum(before, others.max(1))).min())
