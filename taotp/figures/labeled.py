"""Results of a cell as a table whose columns say what they hold."""

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from taotp.figures.tables import as_table

SMALL, DIGITS = 1e-4, 12  # below that a number is written with its power of ten


@dataclass(frozen=True)
class Labeled:
    """Rows of results below the names of their columns; as text where no page shows it."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""

    def __repr__(self) -> str:
        """The table as aligned text, numbers to the right."""
        columns = list(zip(self.heads, *self.rows, strict=True))
        widths = [max(map(len, column)) for column in columns]
        right = [bool(self.rows) and all(map(is_number, column[1:])) for column in columns]
        lines = [
            "  ".join(
                cell.rjust(width) if numeric else cell.ljust(width)
                for cell, width, numeric in zip(row, widths, right, strict=True)
            ).rstrip()
            for row in (self.heads, *self.rows)
        ]
        return "\n".join([self.title, *lines] if self.title else lines)

    def _repr_html_(self) -> str:
        """The table as a page shows it."""
        rows = ("".join(map(cell, row)) for row in self.rows)
        return as_table(rows, self.heads, self.title, kind="labeled")


def cell(text: str) -> str:
    """One cell, as HTML; a page sets numbers to the right."""
    kind = ' class="number"' if is_number(text) else ""
    return f"<td{kind}>{html.escape(text)}</td>"


def is_number(text: str) -> bool:
    """Whether the text of a cell is a number, or nothing."""
    try:
        float(text.replace(",", "") or 0)
    except ValueError:
        return False
    return True


def in_words(value: object) -> str:
    """A result as a cell says it: yes and no, 12,345, 0.25, words as they are."""
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, int | np.integer):
        return f"{int(value):,}"
    if isinstance(value, float | np.floating):
        return in_digits(float(value))
    if isinstance(value, np.ndarray):
        return in_words(value.tolist())
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value))
    return "" if value is None else str(value)


def in_digits(value: float) -> str:
    """A number as its author rounded it; whole ones without a point."""
    if value and abs(value) < SMALL or abs(value) >= 10**DIGITS:
        return f"{value:.6g}"
    return f"{round(value, DIGITS) + 0.0:,}".removesuffix(".0")  # no zero below zero


def rows_of(
    results: Mapping[object, object] | Sequence[object], columns: int
) -> Iterable[tuple[object, ...]]:
    """The rows of what was computed: one a key, or one a part of a list; a tuple is one row."""
    if isinstance(results, Mapping):
        return [(key, *cells_of(value, columns - 1)) for key, value in results.items()]
    if isinstance(results, tuple):
        return [results]
    return [cells_of(row, columns) for row in results]


def cells_of(row: object, columns: int) -> tuple[object, ...]:
    """The cells of a row; what stands alone is one cell, whatever it is."""
    if columns == 1:
        return (row,)
    if isinstance(row, str) or not isinstance(row, Iterable):
        return (row,)
    return tuple(row)


def labeled(
    results: Mapping[object, object] | Sequence[object], *heads: str, title: str = ""
) -> Labeled:
    """Results as a table with a name above each column.

    A mapping gives one row for each key, a list one row for each of its parts, and a tuple is one
    row. Truth is said as yes or no; numbers are shown as they are rounded.

    Raises ValueError where a row has another number of cells than there are heads.

        >>> labeled([(100, 0.014251), (1000, 0.000162)], "loudness", "off by")
        loudness    off by
             100  0.014251
           1,000  0.000162
        >>> labeled({"files": 0.3, "photos": 0.5}, "next word", "share")
        next word  share
        files        0.3
        photos       0.5
    """
    rows = [tuple(map(in_words, row)) for row in rows_of(results, len(heads))]
    for row in rows:
        if len(row) != len(heads):
            raise ValueError(
                f"a row has {len(row)} cells ({', '.join(row)}) and there are {len(heads)} heads "
                f"({', '.join(heads)}): give each column one head"
            )
    return Labeled(heads, tuple(rows), title)
