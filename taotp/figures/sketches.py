"""Small drawings that stand for figures which are no machine: bars, grids of shades, and chips."""

from collections.abc import Sequence

import numpy as np

from taotp.figures.pictures import POSITION, RESULT, TOKEN, Picture
from taotp.figures.strokes import (
    SIZE,
    WIDE,
    Block,
    cut,
    element,
    path,
    svg,
    visible,
    width_of,
    write,
)
from taotp_core.arrays import Array

ROW, TALL = 22, 16  # from row to row, and how high a bar is
ROOM = 8  # around a word
LINE = 20  # of text
COLUMN = (34.0, 96.0)  # how wide a column of a grid is, at least and at most


def still(title: str, *blocks: Block) -> str:
    """Blocks one below another, under a title, as HTML."""
    ink, y = write(0, SIZE, cut(title, WIDE), font_weight="bold"), SIZE + 10.0
    for tall, inside in blocks:
        ink += element("g", inside, transform=f"translate(0 {y:g})")
        y += tall + 12
    return Picture(title, title, svg(WIDE, y - 8, ink)).still()


def words(text: str) -> Block:
    """A text in lines, as broad as the drawing."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and width_of(f"{lines[-1]} {word}") > WIDE:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    ink = "".join(write(0, SIZE + i * LINE, line) for i, line in enumerate(lines))
    return len(lines) * LINE, ink


def bars(
    names: Sequence[str], values: Sequence[float], says: Sequence[str], lit: Sequence[int] = ()
) -> Block:
    """A bar for each name, from zero on, with what it says behind it; those lit are green."""
    left = min(380.0, max(map(width_of, names)) + ROOM)
    right = max(map(width_of, says)) + ROOM
    least, most = min(0.0, *values), max(0.0, *values)
    scale = (WIDE - left - right) / ((most - least) or 1)
    zero, ink = left - least * scale, ""
    for i, (name, value) in enumerate(zip(names, values, strict=True)):
        y, size = i * ROW, abs(value) * scale
        color = RESULT if i in lit else POSITION if value >= 0 else TOKEN
        ink += write(left - ROOM, y + 13, cut(name, left), text_anchor="end")
        ink += element("rect", x=zero - size * (value < 0), y=y, width=max(size, 0.5), height=TALL,
                       fill=color, fill_opacity=0.8)  # fmt: skip
        ink += write(WIDE - right + ROOM, y + 13, says[i])
    ink += path(f"M{zero:g} -2V{len(names) * ROW - 3:g}", stroke_opacity=0.5)
    return len(names) * ROW, ink


def grid(
    names: Sequence[str],
    heads: Sequence[str],
    shares: Array,
    says: Sequence[Sequence[str]],
    *,
    corner: str = "",
) -> Block:
    """A cell for each share from -1 to 1, in blue or orange as deep as it is, with what it says."""
    rows, columns = np.shape(shares)
    left = min(300.0, max(map(width_of, (corner, *names))) + ROOM)
    inside = max(width_of(each) for row in (heads, *says) for each in row) + ROOM
    wide = min((WIDE - left) / columns, max(COLUMN[0], min(COLUMN[1], inside)))
    size = min(SIZE, SIZE * wide / inside)
    ink = write(left - ROOM, 13, corner, text_anchor="end", opacity=0.8)
    ink += "".join(
        write(left + (j + 0.5) * wide, 13, head, text_anchor="middle", font_size=size)
        for j, head in enumerate(heads)
    )
    for i, name in enumerate(names):
        y = ROW * (i + 1)
        ink += write(left - ROOM, y + 13, cut(name, left), text_anchor="end")
        for j in range(columns):
            share = float(shares[i][j])
            x = left + j * wide
            ink += element("rect", x=x, y=y - 2, width=wide - 1, height=ROW - 1,
                           fill=POSITION if share >= 0 else TOKEN,
                           fill_opacity=0.06 + 0.54 * min(1.0, abs(share)))  # fmt: skip
            ink += write(x + wide / 2, y + 13, says[i][j], text_anchor="middle", font_size=size)
    return ROW * (rows + 1), ink


def chips(names: Sequence[str], shares: Sequence[float] = (), said: Sequence[int] = ()) -> Block:
    """Words in boxes, in blue or orange as their shares from -1 to 1, those said underlined."""
    x, y, ink = 0.0, 0.0, ""
    for i, name in enumerate(names):
        share = float(shares[i]) if len(shares) else 0.0
        shown = cut(visible(name), 200)
        wide = max(24.0, width_of(shown) + ROOM)
        if x + wide > WIDE:
            x, y = 0.0, y + 30
        ink += element("rect", x=x, y=y, width=wide, height=24, rx=5,
                       fill=POSITION if share >= 0 else TOKEN, fill_opacity=0.6 * abs(share),
                       stroke="currentColor", stroke_opacity=0.3)  # fmt: skip
        ink += write(x + wide / 2, y + 17, shown, text_anchor="middle", font_weight="bold")
        if i in said:
            ink += path(f"M{x + 3:g} {y + 24:g}h{wide - 6:g}", RESULT, stroke_width=3)
        x += wide + 4
    return y + 26, ink
