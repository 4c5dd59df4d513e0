"""Rows of cells, each of which is a square or nothing."""

from collections.abc import Sequence

from taotp.figures.pictures import POSITION, Picture, demand_words
from taotp.figures.strokes import SIZE, element, svg, write

WIDE, MOST = 640, 20  # in the pixels of a page: all of it, and a side of a cell at most


def squares(rows: Sequence[Sequence[int]], *, title: str, alt: str) -> Picture:
    """A picture of rows of as many cells each: a square for 1, nothing for 0.

    Raises ValueError where rows differ in length or are none, and without a title and alt.
    """
    demand_words(title, alt)
    sizes = {len(row) for row in rows}
    if len(sizes) != 1 or 0 in sizes:
        raise ValueError(f"the rows have {sorted(sizes)} cells; all must have as many, at least 1")
    n = len(rows[0])
    side = min(MOST, WIDE / n)
    top = SIZE + 10
    cells = [(i, j) for i, row in enumerate(rows) for j, cell in enumerate(row) if cell]
    d = "".join(f"M{j * side:g} {top + i * side:g}h{side:g}v{side:g}h-{side:g}z" for i, j in cells)
    inside = write(0, SIZE, title, font_weight="bold") + element(
        "rect", x=0, y=top, width=n * side, height=len(rows) * side, fill="none",
        stroke="currentColor", stroke_opacity=0.3,
    ) + element("path", d=d, fill=POSITION, stroke="none")  # fmt: skip
    return Picture(title, alt, svg(n * side, top + len(rows) * side, inside))
