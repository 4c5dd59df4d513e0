"""What is held against what in a picture of lanes: dotted lines with a sign, arcs, brackets."""

from collections.abc import Iterator

import numpy as np

from taotp.figures.lanes.curves import curve, drawn
from taotp.figures.lanes.layout import SMALL, R, arcs_of
from taotp.figures.lanes.seats import Seats, ruled_by_match
from taotp.figures.strokes import element, path, write
from taotp.interp.lanes import Cell, Pair

SIGNS = {"same": "=", "other": "\u2260"}
DOTTED: dict[str, float | str] = {
    "stroke_width": 2, "stroke_dasharray": "2 5", "stroke_linecap": "round"
}  # fmt: skip
SIGN = 9  # half of the circle around one
OF_BOX = 4  # of a letter, half of the box of what is found to be the same
FROM_THE_MIDDLE = (0.5, 0.4, 0.6, 0.3, 0.7, 0.45, 0.55, 0.35, 0.65, 0.25, 0.75, 0.2, 0.8)


def pairs(seats: Seats) -> Iterator[tuple[str, bool]]:
    """What of different rows is held against what, and whether one of them is to come."""
    for pair in seats.found.pairs:
        a, b = seats.seat(pair.asks), seats.seat(pair.answers)
        if a and b and a[0] is not b[0]:
            ink = across(seats, pair, (a[1], a[0].middle), (b[1], b[0].middle))
            yield ink, seats.is_later(a[0]) or seats.is_later(b[0])


def across(seats: Seats, of: Pair, a: tuple[float, float], b: tuple[float, float]) -> str:
    """A dotted line between two rows, with a sign where that hides nothing."""
    start, end = np.array(a), np.array(b)
    along = (end - start) / np.hypot(*(end - start))
    start, end = start + (R + 2) * along, end - (R + 2) * along
    lines, mark = [(start, end)], ""
    for share in FROM_THE_MIDDLE:
        x, y = start + share * (end - start)
        if seats.is_free(x, y, SIGN):
            middle = np.array((x, y))
            lines = [(start, middle - SIGN * along), (middle + SIGN * along, end)]
            mark = sign(seats, of, x, y)
            break
    d = drawn((curve(*ends) for ends in lines), seats.hides)
    return element("g", path(d, seats.hue_of(of.asks), **DOTTED) + mark, opacity=0.75)


def sign(seats: Seats, of: Pair, x: float, y: float) -> str:
    """How two are held against each other, in a circle."""
    ring = element("circle", cx=x, cy=y, r=SIGN, fill="none", stroke_width=2,
                   stroke=seats.hue_of(of.asks))  # fmt: skip
    return ring + write(x, y + 5, SIGNS.get(of.how, "\u2192"), text_anchor="middle",
                        font_size=14, font_weight="bold")  # fmt: skip


def arcs(seats: Seats) -> Iterator[str]:
    """Above the text, what of it is held against what."""
    top = next(row for row in seats.rows if not row.stack).middle - R - 2
    for pair in arcs_of(seats.found):
        a, b = (seats.columns[""].middle(each.at) for each in (pair.asks, pair.answers))
        x, y = (a + b) / 2, top - 22
        side = SIGN if b > a else -SIGN
        d = (f"M{a:.4g} {top:.4g}Q{a:.4g} {y:.4g} {x - side:.4g} {y:.4g}"
             f"M{x + side:.4g} {y:.4g}Q{b:.4g} {y:.4g} {b:.4g} {top:.4g}")  # fmt: skip
        line = path(d, seats.hue_of(pair.asks), **DOTTED)
        yield element("g", line + sign(seats, pair, x, y), opacity=0.75)


def match(seats: Seats) -> str:
    """Above the text, what is found to be the same as what."""
    same = [pair for pair in seats.found.pairs if pair.how == "same"]
    places = (seats.seat(each) for pair in same for each in (pair.asks, pair.answers))
    if not seats.found.match or any(seats.is_later(row) for row, _ in filter(None, places)):
        return ""
    y = next(row.y for row in seats.rows if not row.stack) - 6
    middle, d, ends = seats.columns[""].middle, "", []
    for some in seats.found.match:
        start, end = middle(some[0]) - R, middle(some[-1]) + R
        d += f"M{start:.4g} {y + 5:.4g}V{y:.4g}H{end:.4g}V{y + 5:.4g}"
        ends.append((start + end) / 2)
    center = sum(ends) / 2
    rule = seats.found.chosen.get(ruled_by_match(seats.found) or Cell("", -1))
    told = f"the same, {rule}" if rule else "the same"
    half = OF_BOX * len(told) + 8
    for x in ends:
        near = max(center - half, min(center + half, x))
        up = f"C{x:.4g} {y - 22:.4g} {x:.4g} {y - 22:.4g} {near:.4g} {y - 22:.4g}"
        d += f"M{x:.4g} {y:.4g}" + (f"V{y - 12:.4g}" if near == x else up)
    box = element("rect", x=center - half, y=y - 32, width=2 * half, height=20, rx=10,
                  fill="none", stroke="currentColor", stroke_width=1.6)  # fmt: skip
    says = write(center, y - 18, told, text_anchor="middle", font_size=SMALL,
                 font_weight="bold")  # fmt: skip
    return path(d, stroke_width=1.6) + box + says
