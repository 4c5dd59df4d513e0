"""Names of parts of a stream as rows of a file, [name, start, size], and back."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from taotp_core.stream import Subspace

HIDDEN = "hidden"  # what stands behind a row of what readers are not shown
Row = list[str | int]


def rows_of(named: Iterable[Subspace]) -> list[Row]:
    """Parts as rows.

    >>> from taotp_core.stream import hidden, subspaces
    >>> token, one = subspaces(token=3, one=1)
    >>> rows_of([token, *hidden(one)])
    [['token', 0, 3], ['one', 3, 1, 'hidden']]
    """
    return [
        [part.name, part.start, part.size, *([HIDDEN] if part.hidden else [])] for part in named
    ]


def among(named: Iterable[Subspace], d_model: int) -> list[Subspace]:
    """The same parts of a stream that has more columns behind them."""
    return [replace(part, d_model=d_model) for part in named]


def parts_of(rows: Any, d_model: int) -> list[Subspace]:
    """Rows that somebody wrote as parts; ValueError for what are none.

    Whether the parts lie apart in the stream is for the machine to say.

    >>> parts_of([["token", 0, 3]], 4)[0].name
    'token'
    """
    if not isinstance(rows, list):
        raise ValueError("the names of parts are not a list")
    return [part_of(row, i, d_model) for i, row in enumerate(rows)]


def part_of(row: Any, i: int, d_model: int) -> Subspace:
    """One row as a part; ValueError where it is none."""
    match row:
        case [str(name), int(start), int(size), *rest] if rest in ([], [HIDDEN]):
            if not isinstance(start, bool) and not isinstance(size, bool):
                return Subspace(name, start, size, d_model, bool(rest))
    raise ValueError(f'part {i} is not ["name", start, size], nor one with "{HIDDEN}" behind it')
