"""Right or wrong over two things at once, as Python found it: a table that leads to a figure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from taotp.figures import sketches
from taotp.figures.explorables import figure_with
from taotp.figures.figure import Figure, Json
from taotp.figures.live import LiveFigure
from taotp.figures.tables import table_of
from taotp_core.arrays import Array


@dataclass(frozen=True, kw_only=True)
class Failures(Figure):
    """The share that is right over rows and columns; `cases` are states of the figure `target`."""

    names: Sequence[str]
    rows: Sequence[Any]
    columns: Sequence[Any]
    right: Sequence[Sequence[float]]
    cases: Sequence[Sequence[Json]] | None
    target: str
    kind: Literal["failures"] = "failures"


def failures(
    rows: Sequence[Any],
    columns: Sequence[Any],
    right: Array,
    *,
    names: tuple[str, str],
    target: str,
    alt: str,
    cases: Sequence[Sequence[Json]] | None = None,
    id: str = "failures",
    title: str = "Where it is right",
) -> LiveFigure:
    """Right or wrong over two things at once, as Python found it: [n_rows, n_columns].

    `right` holds the share of cases that are right, from 0 to 1. `names` says what the rows and
    the columns are. A cell picked sets them in the figure whose id is `target`, where it has
    controls of these names, and what `cases` says for the cell as well, such as a prompt that
    fails: {"text": "1 2 1 1"}. Raises ValueError where `right` or `cases` have another shape.
    """
    right = np.asarray(right, float)
    shape = len(rows), len(columns)
    listed = shape if cases is None else (len(cases), *{len(row) for row in cases})
    if right.shape != shape or listed != shape:
        raise ValueError(f"right, cases are {right.shape}, {listed}; rows and columns are {shape}")
    down, across = names
    drawn = Failures(
        id=id,
        title=title,
        alt=alt,
        panels=["failures"],
        state={},
        names=list(names),
        rows=list(rows),
        columns=list(columns),
        right=right.tolist(),
        cases=None if cases is None else [list(row) for row in cases],
        target=target,
    )

    def still() -> str:
        heading = f"{title}: {down} down, {across} across"
        image = map_of_failures(rows, columns, right, heading, f"{down} \\ {across}")
        return image + table_of_failures(rows, columns, right, heading)

    return figure_with(drawn, still, None, ["failures"])


def map_of_failures(
    rows: Sequence[Any], columns: Sequence[Any], right: Array, title: str, corner: str
) -> str:
    """The share that is right in percent, each in a cell that is as blue, as HTML."""
    says = [[f"{share:.0%}" for share in row] for row in right]
    names, heads = [*map(str, rows)], [*map(str, columns)]
    return sketches.still(title, sketches.grid(names, heads, right, says, corner=corner))


def table_of_failures(rows: Sequence[Any], columns: Sequence[Any], right: Array, title: str) -> str:
    """The share that is right, in percent, as HTML."""
    shares = [[f"{x:.0%}" for x in row] for row in right]
    named = dict(zip(map(str, rows), shares, strict=True))
    return table_of(named, ["", *map(str, columns)], title)
