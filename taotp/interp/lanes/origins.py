"""Origins: what the stream is a sum of, each with the rows that it may add.

Scores are told apart by them, origin against origin: a part of the stream may hold several things
at once, and what a head compares is what they are, not where they stand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from taotp.interp.lanes.codebooks import Meaning
from taotp_core.arrays import Array
from taotp_core.transformer import normalize
from taotp_core.weights import Norm

MOST = 64  # meanings that a table of scores is made of


@dataclass(frozen=True, eq=False)
class Rows:
    """What one thing may add to the stream: a row [n, d_model] for each meaning."""

    name: str
    kind: Literal["symbol", "place"]
    meanings: tuple[Meaning, ...]
    rows: Array

    @cached_property
    def largest(self) -> Array:
        """The most that any of them adds to each column, with either sign: [d_model]."""
        found: Array = np.abs(self.rows).max(0)
        return found

    def only(self, kept: Sequence[int]) -> "Rows":
        """Some of the rows."""
        return Rows(self.name, self.kind, tuple(self.meanings[i] for i in kept), self.rows[kept])


@dataclass(frozen=True, eq=False)
class Origin:
    """Rows that may be added, and which of them stands at each position (-1: none is known)."""

    can: Rows
    at: Sequence[int]

    def some(self) -> list[int]:
        """The rows that a table is made of: those that stand somewhere, and the first others."""
        n = len(self.can.rows)
        if n <= MOST or self.can.kind == "place":
            return [*range(min(n, MOST))]
        return sorted({*(i for i in self.at if i >= 0), *range(MOST)})


@dataclass(frozen=True, eq=False)
class Normed:
    """What a norm does to each thing in a sum x [n, d_model]: times `shares` [n], one a position.

    `stream` [n, d_model] is what it makes of the whole.
    """

    norm: Norm | None
    x: Array
    shares: Array
    stream: Array

    @cached_property
    def middle(self) -> float:
        """The share at the middle one of the positions."""
        return float(np.median(self.shares))

    def straight(self, rows: Array) -> Array:
        """Rows without their mean where the norm is centered, and times gamma."""
        if self.norm is None:
            return rows
        y = rows - rows.mean(-1, keepdims=True) if self.norm.centered else rows
        return y if self.norm.gamma is None else y * self.norm.gamma

    def rows(self, rows: Array) -> Array:
        """Rows as they are left beside all else, at the middle one of the positions.

        What is louder than all that was there has the length that the norm gives it alone.
        """
        if self.norm is None:
            return rows
        y = self.straight(rows) * self.middle
        size, most = np.linalg.norm(y, axis=1, keepdims=True), np.sqrt(rows.shape[1])
        return y * np.where(size > 2 * most, most / np.maximum(size, 1e-300), 1.0)

    def placed(self, origin: Origin) -> Array:
        """What an origin gives to each position: [n, d_model], zeros where it is not known."""
        known = np.array([i >= 0 for i in origin.at])
        rows = origin.can.rows[np.maximum(origin.at, 0)]
        return np.where(known[:, None], self.straight(rows) * self.shares[:, None], 0.0)


def normed(norm: Norm | None, x: Array) -> Normed:
    """What a norm does to the stream x [n, d_model]."""
    if norm is None:
        return Normed(None, x, np.ones(len(x)), x)
    rows = x - x.mean(-1, keepdims=True) if norm.centered else x
    square = (rows * rows).mean(-1)
    spread = np.sqrt(square + norm.eps) if norm.inside else np.sqrt(square) + norm.eps
    return Normed(norm, x, 1 / spread, normalize(x, norm))
