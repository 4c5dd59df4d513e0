"""Query, keys and values of one place in three colors: attention, alike in every chapter."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from taotp.figures.from_words import KEY, LINE, QUERY, SMALL, VALUE, lightened, squares_of
from taotp.figures.pictures import Picture, demand_words, number
from taotp.figures.strokes import BOLD, SIZE, element, path, svg, visible, width_of, write
from taotp_core.arrays import Array, softmax

ROW, CELL = 17, 9  # how high a place is; a side of a cell of a vector
BAR = 48  # how long the bar of the whole attention is
GAP = 16  # between columns
HEADS = (
    ("key", "offers", KEY),
    ("score", "query \N{MULTIPLICATION SIGN} key", "currentColor"),
    ("share", "by softmax", QUERY),
    ("value", "hands over", VALUE),
)


@dataclass(frozen=True, eq=False)
class Seen:
    """What the last of some places sees of all, by name."""

    names: Sequence[str]
    query: Array
    keys: Array
    values: Array
    scores: Array
    shares: Array


def attending(
    names: Sequence[object],
    query: Array,
    keys: Array,
    values: Array,
    *,
    title: str,
    alt: str,
    scale: float = 1.0,
) -> Picture:
    """What the last place asks for, what each offers, and what it hands over, in three colors.

    The query is [d_head], keys are [n, d_head] and values [n, d_value], a row for each name; scores
    are divided by `scale`. A vector is a row of cells, and a single number is written. Raises
    ValueError for other shapes, and without a title and alt.
    """
    demand_words(title, alt)
    query, keys, values = (np.asarray(each, float) for each in (query, keys, values))
    n = len(names)
    if keys.shape != (n, *query.shape) or query.ndim != 1 or values.shape[:1] != (n,):
        raise ValueError(
            f"{n} names, query {query.shape}, keys {keys.shape}, values {values.shape}: they must "
            "be a name for each place, [d_head], [n, d_head] and [n, d_value]"
        )
    values = values.reshape(n, -1)
    scores = keys @ query / scale
    seen = Seen([visible(name) for name in names], query, keys, values, scores, softmax(scores))
    wide = max(map(width_of, seen.names)) + 16
    columns = [wide]
    for (_, does, _), room in zip(HEADS, rooms(keys, scores, values), strict=True):
        columns.append(columns[-1] + max(room, width_of(does, SMALL)) + GAP)
    y = SIZE + 14 + ROW
    ink = [write(0, SIZE, title, font_weight="bold"), *asked(seen, columns, y)]
    ink += headings(columns, y + ROW + 4)
    y += ROW + LINE + 10
    for i in range(n):
        ink += offered(seen, i, columns, y + (i + 1) * ROW)
    y += n * ROW
    ink += brought(seen, columns, y)
    width = max(columns[-1] - GAP, BOLD * width_of(title))
    return Picture(title, alt, svg(width, y + ROW + 14, lightened(ink)))


def rooms(keys: Array, scores: Array, values: Array) -> list[float]:
    """How wide what stands in each column is, at most."""
    written = max(width_of(number(float(score))) for score in scores)
    return [width_of_rows(keys), written, BAR + 4 + width_of("0.00"), width_of_rows(values)]


def width_of_rows(rows: Array) -> float:
    """How wide vectors are, or numbers, at most."""
    if rows.shape[1] > 1:
        return float(rows.shape[1] * CELL)
    return max(width_of(number(float(x))) for x in rows[:, 0])


def asked(seen: Seen, columns: Sequence[float], y: float) -> list[str]:
    """The line of the query above the keys: who asks, for what, and what that is called."""
    x = max(columns[1], columns[0] + width_of_rows(seen.query[None]) + GAP)
    return [
        write(columns[0] - 10, y, seen.names[-1], text_anchor="end", font_weight="bold"),
        *vector(columns[0], y, seen.query, QUERY, np.abs(seen.query).max()),
        colored(x, y, "query", QUERY, bold=True),
        write(x + 50, y, "asks for", font_size=SMALL),
    ]


def headings(columns: Sequence[float], y: float) -> list[str]:
    """What each column holds."""
    return [
        colored(x, y, head, color, bold=True) + write(x, y + LINE, does, font_size=SMALL)
        for (head, does, color), x in zip(HEADS, columns, strict=False)
    ]


def offered(seen: Seen, i: int, columns: Sequence[float], y: float) -> list[str]:
    """The line of a place: its key, its score, its share and its value."""
    weight = "bold" if i == len(seen.names) - 1 else None
    return [
        write(columns[0] - 10, y, seen.names[i], text_anchor="end", font_weight=weight),
        *vector(columns[0], y, seen.keys[i], KEY, np.abs(seen.keys).max()),
        write(columns[1], y, number(float(seen.scores[i])), font_size=SIZE - 1),
        *share(columns[2], y, float(seen.shares[i])),
        *vector(columns[3], y, seen.values[i], VALUE, np.abs(seen.values).max()),
    ]


def brought(seen: Seen, columns: Sequence[float], y: float) -> list[str]:
    """The sum of the values by their shares, below a line."""
    return [
        path(f"M{columns[2]:.4g} {y + 6:.4g}H{columns[-1] - GAP:.4g}", stroke_opacity=0.4),
        write(columns[3] - 8, y + ROW + 6, "brings", text_anchor="end", font_size=SMALL + 1),
        *vector(columns[3], y + ROW + 6, seen.shares @ seen.values, VALUE,
                np.abs(seen.values).max()),
    ]  # fmt: skip


def colored(x: float, y: float, text: str, color: str, *, bold: bool = False) -> str:
    """Words in one of the colors."""
    weight = "bold" if bold else None
    return element("text", text, x=x, y=y, fill=color, font_weight=weight)


def vector(x: float, y: float, row: Array, color: str, most: float) -> list[str]:
    """A row of cells, or one number, in a color."""
    if len(row) == 1:
        return [colored(x, y, number(float(row[0])), color)]
    frame = element(
        "rect", x=x, y=y - CELL - 1, width=len(row) * CELL, height=CELL, fill="none", stroke=color,
        stroke_opacity=0.5, stroke_width=0.8,
    )  # fmt: skip
    return [frame, *squares_of(row[None] / (most or 1.0), x, y - CELL - 1, CELL, color)]


def share(x: float, y: float, part: float) -> list[str]:
    """A part of the whole attention, as a bar and as a number."""
    bar = element("rect", x=x, y=y - CELL - 1, width=max(0.6, BAR * part), height=CELL, fill=QUERY)
    return [bar, write(x + BAR + 4, y, f"{part:.2f}", font_size=SIZE - 1)]
