"""Pictures of numbers on a line, and of the ways from one to another."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from taotp.figures.pictures import (
    QUIET,
    RESULT,
    TOKEN,
    Picture,
    as_picture,
    demand_words,
    house_style,
    new_figure,
    number,
)
from taotp.figures.svg import CURRENT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Way = tuple[float, float]  # from, to


def number_lines(rows: Mapping[str, Sequence[Way]], *, title: str, alt: str) -> Picture:
    """A number line for each name, all on one scale, with an arrow for each way (from, to).

    Where an arrow begins the number is orange, and green where it ends. Raises ValueError without
    a row, for a row without a way, for a way that goes nowhere, and without a title and alt.
    """
    demand_words(title, alt)
    if not rows or not all(rows.values()):
        raise ValueError(f"the rows are {dict(rows)}; each must have at least one way (from, to)")
    if stays := [way for ways in rows.values() for way in ways if way[0] == way[1]]:
        raise ValueError(f"the way {stays[0]} goes nowhere; its two ends must differ")
    places = [place for ways in rows.values() for way in ways for place in way]
    least, most = min(*places, 0), max(places)
    with house_style():
        figure, axes = new_figure(4.4, 0.5 + 0.95 * len(rows))
        for height, (name, ways) in enumerate(rows.items()):
            draw_line(axes, -height, name, ways, (least, most))
        axes.set_xlim(least - 0.6, most + 0.6)
        axes.set_ylim(-len(rows) + 0.65, 0.75)
        axes.axis("off")
        axes.set_title(title)
        return as_picture(figure, title, alt)


def draw_line(
    axes: "Axes", y: float, name: str, ways: Sequence[Way], span: tuple[float, float]
) -> None:
    """Draw one line with a tick at each whole number, its name above and its ways as arcs."""
    axes.plot(span, (y, y), color=QUIET, linewidth=0.8)
    whole = range(int(span[0]), int(span[1]) + 1)
    axes.plot(whole, [y] * len(whole), "|", color=QUIET, markersize=6)
    axes.text(span[0] - 0.4, y + 0.55, name, ha="left", va="center", style="italic")
    style = {"arrowstyle": "-|>", "color": CURRENT, "lw": 1.6, "shrinkA": 4, "shrinkB": 4}
    for start, end in ways:
        bend = f"arc3,rad={(-0.3 if start < end else 0.3) * min(1, 3 / abs(end - start))}"
        arc = {**style, "connectionstyle": bend}
        axes.annotate("", (end, y), (start, y), arrowprops=arc)
    starts, ends = zip(*ways, strict=True)
    for places, color in ((starts, TOKEN), (ends, RESULT)):
        axes.plot(places, [y] * len(places), "o", color=color, markersize=7)
        for place in set(places):
            axes.text(place, y - 0.24, number(place), ha="center", va="center")
