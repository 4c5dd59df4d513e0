"""Ways to write addresses and ways to say *later*, and up to which length of a text they are exact.

Address q was stored at n - 4 and n - 2, every other one at n - 1, and a head asks at n. The store
at n - 2 must lead by LEAD for each q. Keys, queries and every sum are rounded.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from taotp_core.arrays import Array, Rounding, Tokens

SURE, LEAD = 16.0, 5.0  # what a score gains about a place; the lead with which a store is found
FEWEST, MOST = 4, 44  # exponents of 2: lengths of texts that are tried
Codes = tuple[Array, Array]  # keys and queries [n_cells, size]


def parabola(*digits: Array) -> Codes:
    """-(q - a)**2 without what depends on the query alone, summed over digits [n_cells]."""
    x = np.stack(digits, axis=1)
    squares = (x**2).sum(1, keepdims=True)
    return np.hstack([x, squares]), np.hstack([2 * x, -np.ones_like(squares)])


def alike(codes: Array) -> Codes:
    """Keys that are queries too."""
    return codes, codes


def on_circles(*turns: Array) -> Codes:
    """A point on a circle for each turn [n_cells]: [n_cells, 2 * number of turns]."""
    radians = [2 * np.pi * turn for turn in turns]
    return alike(np.stack([f(x) for x in radians for f in (np.cos, np.sin)], axis=1))


def bits(cells: Tokens) -> Codes:
    """The binary digits of each cell, as 1 and -1."""
    width = np.arange(int(cells[-1]).bit_length())
    return alike(2.0 * ((cells[:, None] >> width) & 1) - 1)


def base_of(n_cells: int) -> int:
    """The least base in which two digits are enough."""
    return math.isqrt(n_cells - 1) + 1


def addresses(n_cells: int) -> dict[str, Codes]:
    """Each way to write the addresses of so many cells, by its name.

    >>> addresses(4)["one-hot"][0].tolist()[1]
    [0.0, 1.0, 0.0, 0.0]
    """
    a, b = np.arange(n_cells), base_of(n_cells)
    digits = np.divmod(a, b)
    return {
        "parabola from 0": parabola(a / n_cells),
        "parabola around 0": parabola((a - (n_cells - 1) / 2) / n_cells),
        "parabolas of two digits": parabola(*((digit - (b - 1) / 2) / b for digit in digits)),
        "circle": on_circles(a / n_cells),
        "circles of two digits": on_circles(*(digit / b for digit in digits)),
        "bits": bits(a),
        "one-hot": alike(np.eye(n_cells)),
    }


LINEAR = ("parabola from 0", "parabola around 0", "parabolas of two digits")  # in what is asked
LATER: dict[str, Callable[[float, float], float]] = {  # of a place, in a text of so many
    "p": lambda p, n: p,
    "log p": lambda p, n: n / 2 * math.log(p + 1),
    "p squared": lambda p, n: p**2 / (2 * n),
    "-1 / p": lambda p, n: -n * n / 3 / p,
}


@dataclass(frozen=True)
class Scores:
    """What one head gives to three stores, for each address that is asked for [n_cells]."""

    meant: Array
    before: Array
    rival: Array

    @property
    def leads(self) -> Array:
        """By how much the store that is meant leads both others [n_cells]."""
        found: Array = self.meant - np.maximum(self.before, self.rival)
        return found


def scores(codes: Codes, later: str, n: float, to: Rounding) -> Scores:
    """The scores in a text of n tokens: of the latest store, the one before, the best other one."""
    keys, queries = codes
    exact, recency, same = queries @ keys.T, LATER[later], np.eye(len(keys), dtype=bool)
    apart = (np.diag(exact)[:, None] - exact)[~same].min()
    span = SURE * (recency(n, n) - recency(1.0, n) + 1)  # what recency makes, an address outweighs
    addressed = to(to(queries) @ to(span / apart * keys).T)  # [query, key]

    def at(place: float, found: Array) -> Array:
        return to(found + to(np.array(SURE * recency(place, n))))

    meant = np.diag(addressed)
    rival = np.where(same, -np.inf, addressed).max(1)  # the largest stays it when it is rounded
    return Scores(at(n - 2, meant), at(n - 4, meant), at(n - 1, rival))


def last_right(codes: Codes, later: str, to: Rounding, most: int = MOST) -> int:
    """The longest text, a power of 2, up to which all that were tried are right; 0 for none.

    >>> from taotp_core.arrays import to_float32
    >>> last_right(addresses(100)["parabola from 0"], "p", to_float32)
    2048
    """
    for e in range(FEWEST, most + 1):
        if not scores(codes, later, 2.0**e, to).leads.min() >= LEAD:
            return 2 ** (e - 1) if e > FEWEST else 0
    return int(2**most)
