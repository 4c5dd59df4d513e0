"""Codebooks: which rows a part of the stream may hold, and what each of them means."""

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from taotp_core.arrays import Array

Kind = Literal["symbol", "place", "number", "flag", "level", "tags", "constant", "unclear"]
Meaning = Hashable  # a symbol, a place, a number, names of tags; None where nothing can be said

SMALL = 1e-6  # of the largest number: what is as small beside it means nothing
NEAR = 0.25  # of the way to the next row: what is farther off is no row of the book
SAME_ROW = 1e-9  # apart, at length 1: two symbols that are written alike
TINY = 1e-300
FAINT, LOUD = 0.04, 1e3  # of a tag: below it is off, above it is no tag but what a norm is fixed by
HUGE = 1e6  # no number that a symbol shows
ON_A_LINE = 0.02  # of a step between two numbers
SHOWN = re.compile(r"\D?(\d+)")

READINGS: dict[str, Callable[[Array], Array]] = {
    "": lambda x: x,
    "tens": lambda x: x // 10,
    "ones": lambda x: x % 10,
    "hundreds": lambda x: x // 100,
    "last two": lambda x: x % 100,
}


@dataclass(frozen=True, eq=False)
class Codebook:
    """The rows [n, size] that a part may hold, and the meaning of each.

    Rows of several directions are told apart by where they point, so that a row that is louder
    means the same. Where all lie on one `line` [size], a number x stands at slope * x + offset
    there, a flag is on or off, and a level is the nearest of them. `tags` are a name a column,
    some with the `scales` (slope, offset) of the number that stands there.
    """

    kind: Kind
    meanings: tuple[Meaning, ...] = ()
    rows: Array | None = None
    line: Array | None = None
    slope: float = 1.0
    offset: float = 0.0
    reading: str = ""
    scales: tuple[tuple[float, float] | None, ...] = ()

    @cached_property
    def lengths(self) -> Array:
        """The length of each row."""
        assert self.rows is not None
        found: Array = np.linalg.norm(self.rows, axis=1)
        return found

    @cached_property
    def units(self) -> Array:
        """Each row at length 1; zeros stay."""
        assert self.rows is not None
        units: Array = self.rows / np.where(self.lengths, self.lengths, 1.0)[:, None]
        return units

    def first_like(self, i: int) -> tuple[int, float]:
        """The first row that points as row i does, and how far from it another may point.

        At length 1, that is NEAR of the way to the nearest that points elsewhere.
        """
        apart = np.linalg.norm(self.units - self.units[i], axis=1)
        loud = self.lengths > SMALL * self.loudest
        others = apart[(apart > SAME_ROW) & loud]
        return int(((apart <= SAME_ROW) & loud).argmax()), NEAR * float(others.min(initial=2.0))

    @cached_property
    def loudest(self) -> float:
        """The length of the longest row."""
        return float(self.lengths.max(initial=0.0))

    def decode(self, rows: Array) -> list[Meaning]:
        """What each row [n, size] means, None where it is no row of the book, or nothing."""
        if self.kind == "tags":
            return [self.tags_of(row) for row in rows]
        if self.kind in ("unclear", "constant"):
            return [None] * len(rows)
        if self.line is not None:
            return [self.on_the_line(float(x)) for x in self.along(rows)]
        return [None if i < 0 else self.meanings[i] for i in self.nearest(rows)]

    def nearest(self, rows: Array) -> list[int]:
        """The row of the book that each row points as, -1 for none."""
        size = np.linalg.norm(rows, axis=1)
        loud = size > SMALL * self.loudest
        units = rows / np.where(loud, size, 1.0)[:, None]
        alike = np.where(self.lengths > SMALL * self.loudest, units @ self.units.T, -2.0)
        found = []
        for unit, is_loud, best in zip(units, loud, alike.argmax(1), strict=True):
            first, reach = self.first_like(int(best))
            near = is_loud and np.linalg.norm(unit - self.units[best]) <= reach
            found.append(first if near else -1)
        return found

    def along(self, rows: Array) -> Array:
        """How far along the line each row is; not a number where it lies beside the line."""
        assert self.line is not None
        at = rows @ self.line
        beside = np.linalg.norm(rows - at[:, None] * self.line, axis=1)
        return np.where(beside <= SMALL * (np.abs(at) + abs(self.slope)), at, np.nan)

    def on_the_line(self, at: float) -> Meaning:
        """What stands at a place of the line."""
        if not np.isfinite(at):
            return None
        if self.kind == "number":
            return whole((at - self.offset) / self.slope)
        if self.kind == "flag":
            return True if abs(at - self.slope) < abs(at - self.offset) else None
        assert self.rows is not None and self.line is not None
        levels = self.rows @ self.line
        return self.meanings[int(np.abs(levels - at).argmin())]

    def tags_of(self, row: Array) -> Meaning:
        """The names of the columns that hold something, with their number where it is not 1."""
        found = []
        scales = self.scales or (None,) * len(self.meanings)
        for name, scale, x in zip(self.meanings, scales, row.tolist(), strict=True):
            if scale is not None and abs(x) > SMALL:
                number = whole((x - scale[1]) / scale[0])
                found += [f"{name} {number}"] if abs(number) < HUGE else []
            elif scale is None and FAINT <= abs(x) < LOUD:
                amount = "" if abs(x - 1) < ON_A_LINE else f" {x:.3g}"
                found.append(f"not {name}" if abs(x + 1) < ON_A_LINE else f"{name}{amount}")
        return tuple(found) or None

    def loudness(self, row: Array, meaning: Meaning) -> float:
        """How many times as long a row is as that of the book; 1 where the book has no rows."""
        if self.rows is None or self.line is not None or meaning not in self.meanings:
            return 1.0
        own = self.lengths[self.meanings.index(meaning)]
        return float(np.linalg.norm(row) / own) if own else 1.0


def codebook(
    rows: Array, meanings: Sequence[Meaning], kind: Literal["symbol", "place"]
) -> Codebook:
    """The book of the rows [n, size] that a part may hold, of which the meanings are given.

    Of one direction it is a number where the rows stand as what the meanings show, a flag where
    there are two, a constant where there is one; else levels.
    """
    rows, said = np.asarray(rows, float), tuple(meanings)
    line = line_of(rows)
    if line is None:
        return Codebook(kind, said, rows)
    at = rows @ line
    levels = sorted({float(x) for x in np.round(at / max(float(np.abs(at).max()), TINY), 9)})
    if len(levels) == 1:
        return Codebook("constant", said, rows, line, float(at[0]))
    if len(levels) == 2:
        on, off = float(at[np.abs(at).argmax()]), float(at[np.abs(at).argmin()])
        return Codebook("flag", said, rows, line, on, off)
    if found := fitted(at, said):
        return Codebook("number", said, rows, line, *found)
    return Codebook("level", said, rows, line)


def line_of(rows: Array) -> Array | None:
    """The unit vector on whose line all rows lie; None where they do not.

    Two rows that point away from each other are two symbols, not two levels.
    """
    lengths = np.linalg.norm(rows, axis=1)
    longest = rows[lengths.argmax()] / max(float(lengths.max()), TINY)
    line: Array = longest * np.sign(longest[np.abs(longest).argmax()] or 1.0)
    beside = rows - np.outer(rows @ line, line)
    if np.abs(beside).max(initial=0.0) > SMALL * lengths.max():
        return None
    opposite = len(rows) == 2 and lengths.all() and float(rows[0] @ rows[1]) < 0
    return None if opposite else line


def fitted(at: Array, meanings: Sequence[Meaning]) -> tuple[float, float, str] | None:
    """How a column writes the number that meanings show: slope, offset, and which of its digits.

    Of several kinds of symbols, as 901 and >01, the first that is written so is what it reads.
    """
    kinds: dict[str, list[tuple[int, float]]] = {}
    for meaning, x in zip(meanings, at.tolist(), strict=True):
        if (n := shown(meaning)) is not None:
            kinds.setdefault(str(meaning).rstrip("0123456789"), []).append((n, x))
    for pairs in sorted(kinds.values(), key=len, reverse=True):
        if found := on_a_line(pairs):
            return found
    return None


def on_a_line(pairs: Sequence[tuple[int, float]]) -> tuple[float, float, str] | None:
    """The line on which numbers are written, or their digits; None for fewer than 3 of them."""
    numbers, column = np.array(pairs, float).T
    if len(set(column.tolist())) < 3:
        return None
    for name, reading in READINGS.items():
        read = reading(numbers)
        if np.ptp(read):
            apart = read - read.mean()
            slope = float((apart * (column - column.mean())).sum() / (apart * apart).sum())
            offset = float(column.mean() - slope * read.mean())
            if np.abs(slope * read + offset - column).max() < SMALL * np.ptp(column):
                return slope, offset, name
    return None


def whole(x: float) -> float:
    """A number as it is shown: whole where it is nearly that, else in four digits."""
    found = np.rint(x) if abs(x - np.rint(x)) < ON_A_LINE else float(f"{x:.4g}")
    return int(found) if found.is_integer() else found


def shown(meaning: Meaning) -> int | None:
    """The number that a symbol or a place shows, None where it shows none."""
    found = SHOWN.fullmatch(str(meaning))
    return int(found[1]) if found else None
