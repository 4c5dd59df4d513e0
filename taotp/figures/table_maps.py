"""Pictures of tables too large to write numbers into: thousands of cells, in few bytes."""

import html
from collections.abc import Mapping

import numpy as np

from taotp.figures.pictures import POSITION, TOKEN, Picture, demand_words
from taotp_core.arrays import Array

LEVELS = 4  # of strength, on either side of zero


def tables(named: Mapping[str, Array], *, title: str, alt: str, cell: int = 2) -> Picture:
    """Tables [rows, columns] of one shape as maps, each below its name, side by side if they fit.

    Blue above zero, orange below, in a few levels of strength; a cell is `cell` pixels wide where
    there is room. Raises ValueError without a title, an alt and a table, and for tables of
    different shapes.
    """
    demand_words(title, alt)
    shapes = {np.shape(table) for table in named.values()}
    if len(shapes) != 1 or len(shape := shapes.pop()) != 2:
        found = ", ".join(f"{name} {np.shape(table)}" for name, table in named.items())
        raise ValueError(f"the tables are {found or 'none'}; all must be of one shape [n, d]")
    largest = max(float(np.abs(table).max(initial=0)) for table in named.values()) or 1.0
    size = f'width="{cell * shape[1]}" height="{cell * shape[0]}"'
    maps = "".join(
        f"<span>{html.escape(name)}"
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {shape[1]} {shape[0]}" '
        f'fill="none" shape-rendering="crispEdges">{cells_of(np.asarray(table) / largest)}</svg>'
        "</span>"
        for name, table in named.items()
    )
    drawn = f'<div class="hand-tables" aria-hidden="true">{maps}</div>'
    return Picture(title, alt, drawn)


def cells_of(table: Array) -> str:
    """The cells of a table of numbers from -1 to 1: a path for each level."""
    levels = np.rint(np.asarray(table) * LEVELS).astype(int)
    return "".join(
        f'<path stroke="{POSITION if level > 0 else TOKEN}" '
        f'stroke-opacity="{abs(level) / LEVELS:g}" d="{runs_of(levels == level)}"/>'
        for level in range(-LEVELS, LEVELS + 1)
        if level and (levels == level).any()
    )


def runs_of(marked: Array) -> str:
    """A path one wide through the marked cells, column by column, in runs down."""
    path = ""
    for j, column in enumerate(marked.T):
        edges = np.flatnonzero(np.diff(np.concatenate([[False], column, [False]])))
        path += "".join(
            f"M{j}.5 {start}v{end - start}"
            for start, end in zip(edges[::2], edges[1::2], strict=True)
        )
    return path
