"""Markov chains as graphs: what may follow what, from top to bottom, and how likely."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from taotp.figures.pictures import QUIET, TOKEN, Picture, demand_words
from taotp.figures.strokes import SIZE, element, number, path, svg, width_of, write

Ways = Mapping[str, Mapping[str, float]]  # from a state to those that may follow, by their shares
HIGH, GAP = 24.0, 22.0  # of a state, and from one row of states to the next
BESIDE, INSIDE = 14.0, 8.0  # between two states of a row, and around a name
PASSING = 10.0  # how wide the place is by which a way passes a row


@dataclass(eq=False)
class Spot:
    """A state in its row, or a place without a name by which a way passes one."""

    name: str
    width: float
    x: float = 0.0  # of its middle, from the middle of the chain
    y: float = 0.0  # of its top


@dataclass
class Plan:
    """Rows of spots from top to bottom, and each way as the spots that it goes by."""

    rows: list[list[Spot]]
    ways: list[tuple[list[Spot], float]]

    @property
    def width(self) -> float:
        """How wide the widest row is."""
        return max(width_of_row(row) for row in self.rows)


def chains(named: Mapping[str, Ways], *, title: str, alt: str) -> Picture:
    """Markov chains, side by side if they fit: a line from each state to what may follow.

    Each runs from top to bottom, below its name. Where more than one state may follow, frame,
    lines and shares are orange. Raises ValueError for a chain without a way, for one in which a
    state comes back to itself, for a share that is not above 0, and without a title and alt.
    """
    demand_words(title, alt)
    if not named or not all(any(ways.values()) for ways in named.values()):
        raise ValueError(f"the chains are {list(named)}; each must have at least one way")
    beside = "".join(f"<span>{chain(name, ways)}</span>" for name, ways in named.items())
    inside = f"<b>{html.escape(title)}</b>{beside}"
    return Picture(title, alt, f'<div class="hand-tables" aria-hidden="true">{inside}</div>')


def chain(name: str, ways: Ways) -> str:
    """One chain as SVG, below its name."""
    plan = planned(ways, top=1.5 * SIZE if name else 2.0)
    wide = max(plan.width, width_of(name)) + 4
    ink = write(wide / 2, SIZE, name, text_anchor="middle", opacity=0.7) if name else ""
    ink += element("g", drawn(plan), transform=f"translate({number(wide / 2)} 0)")
    return svg(wide, plan.rows[-1][0].y + HIGH + 2, ink)


def planned(ways: Ways, top: float) -> Plan:
    """Where each state stands: below all that lead to it, and under the middle of them."""
    depths = depths_of(ways)
    rows: list[list[Spot]] = [[] for _ in range(max(depths.values()) + 1)]
    spots = {name: Spot(name, width_of(name) + 2 * INSIDE) for name in depths}
    for name, spot in spots.items():
        rows[depths[name]].append(spot)
    lines = []
    for name, after in ways.items():
        for other, share in after.items():
            if not share > 0:
                raise ValueError(f"the share of {other!r} after {name!r} is {share}; leave it out")
            passed = rows[depths[name] + 1 : depths[other]]
            by = [Spot("", PASSING) for _ in passed]
            for row, spot in zip(passed, by, strict=True):
                row.append(spot)
            lines.append(([spots[name], *by, spots[other]], share))
    for i, row in enumerate(rows):
        place(row, top + i * (HIGH + GAP), lines)
    return Plan(rows, lines)


def depths_of(ways: Ways) -> dict[str, int]:
    """How many steps the longest way to each state has; ValueError where one is a circle."""
    depths = {name: 0 for one, after in ways.items() for name in (one, *after)}
    for _ in depths:
        before = dict(depths)
        for name, after in ways.items():
            for other in after:
                depths[other] = max(depths[other], depths[name] + 1)
        if depths == before:
            return depths
    deepest = max(depths, key=depths.__getitem__)
    raise ValueError(f"{deepest!r} comes back to itself; such a chain has no top and no bottom")


def place(row: list[Spot], y: float, lines: Sequence[tuple[list[Spot], float]]) -> None:
    """Order a row by what leads to its spots, which is in place, and center it."""
    above: dict[Spot, list[float]] = {spot: [] for spot in row}
    for spots, _ in lines:
        for one, other in zip(spots, spots[1:], strict=False):
            if other in above:
                above[other].append(one.x)
    row.sort(key=lambda spot: sum(above[spot]) / max(1, len(above[spot])))
    x = -width_of_row(row) / 2
    for spot in row:
        spot.x, spot.y = x + spot.width / 2, y
        x += spot.width + BESIDE


def width_of_row(row: Sequence[Spot]) -> float:
    """How wide the spots of a row are, with what is between them."""
    return sum(spot.width for spot in row) + BESIDE * (len(row) - 1)


def drawn(plan: Plan) -> str:
    """A chain as SVG, around x = 0."""
    begun = [spots[0] for spots, _ in plan.ways]
    ink = []
    for spots, share in plan.ways:
        doubt = begun.count(spots[0]) > 1
        ink.append(path(curve(spots), TOKEN if doubt else QUIET, stroke_width=1.5))
        if doubt:
            ink.append(share_at(spots[0], spots[1], share))
    for spot in (spot for row in plan.rows for spot in row if spot.name):
        ink.append(state(spot, begun.count(spot) > 1))
    return "".join(ink)


def share_at(one: Spot, other: Spot, share: float) -> str:
    """A share, on the outer side of where its line arrives."""
    left = other.x < one.x
    return write(
        other.x - 5 if left else other.x + 5, other.y - 4, number(share),
        text_anchor="end" if left else "start", font_size=SIZE - 2,
    )  # fmt: skip


def curve(spots: Sequence[Spot]) -> str:
    """A line from below a spot, down through those that it passes, to the top of the last."""
    d = f"M{number(spots[0].x)} {number(spots[0].y + HIGH)}"
    for one, other in zip(spots, spots[1:], strict=False):
        half = number((one.y + HIGH + other.y) / 2)
        start, end = number(one.x), number(other.x)
        d += f"C{start} {half} {end} {half} {end} {number(other.y)}"
        d += "" if other is spots[-1] else f"V{number(other.y + HIGH)}"
    return d


def state(spot: Spot, doubt: bool) -> str:
    """The name of a state in its frame."""
    frame = element(
        "rect", x=spot.x - spot.width / 2, y=spot.y, width=spot.width, height=HIGH, rx=HIGH / 2,
        fill="none", stroke=TOKEN if doubt else QUIET, stroke_width=1.5,
    )  # fmt: skip
    return frame + write(spot.x, spot.y + HIGH / 2 + 4.5, spot.name, text_anchor="middle")
