"""The cover of the book: a machine that is made while a name is typed, and says it."""

import math
from dataclasses import asdict, dataclass
from typing import Literal

from taotp.figures.explorables import figure_with, table_of_decoding
from taotp.figures.figure import Figure, Json, Line
from taotp.figures.live import LiveFigure
from taotp.figures.pictures import POSITION, RESULT, TOKEN, Picture
from taotp.figures.strokes import MINUS, SIZE, element, number, path, svg, visible, write
from taotp.programs import Program, hello_world
from taotp_core.arrays import Array
from taotp_core.encodings import EAST, NORTH

LOUD = 10.0  # the place over the letter; with 32 symbols on the circle some inputs would go wrong
MOST = 24  # letters of a name
WIDE, WHEEL = 640, 220  # in the pixels of a page
CELL, HIGH = 44.0, 22  # at most how wide, and how high a number stands


@dataclass(frozen=True, kw_only=True)
class Cover(Figure):
    """A name, and what is needed to make the machine that says it.

    A place is so many times as `loud` as a letter, and a name has at most so many letters.
    """

    loud: float
    most: int
    norm: Json
    kind: Literal["cover"] = "cover"


def cover(
    name: str = "Ada Lovelace",
    *,
    id: str = "cover",
    title: str = "This transformer says your name",
    alt: str = "The machine says what you type, whatever it heard last; move one of its numbers "
    "far enough, and it stammers.",
) -> LiveFigure:
    """A transformer that says a reader's name, made by `hello_world` in the page as it is typed.

    All its numbers can be dragged, and all inputs that there are stand in a square. Raises
    ValueError for a name of no letters, or of more than 24.
    """
    if not 0 < len(name) <= MOST:
        raise ValueError(f"name {name!r} has {len(name)} letters; it must have 1 to {MOST}")
    program = hello_world(name, loud=LOUD)
    norm = program.model.norm_final
    assert norm is not None
    drawn = Cover(
        id=id,
        title=title,
        alt=alt,
        panels=["cover"],
        hidden=[Line(name="name"), Line(name="changed"), Line(name="at")],
        state={"name": name, "changed": "", "at": ""},
        kept=("name",),
        loud=LOUD,
        most=MOST,
        norm=asdict(norm),
    )
    return figure_with(drawn, lambda: still_of(program, name, title), None, ["cover"])


# What stands for it where no script runs


def still_of(program: Program, name: str, title: str) -> str:
    """The wheel and all numbers, and a table of what is said at each place, as HTML."""
    said = program.encode(name)
    says = [*said[1:], len(program.vocabulary) - 1]
    model = program.model
    middle = f"translate({WHEEL / 2} {WHEEL / 2})"
    wheel = element("g", wheel_of(program, says[0]), transform=middle)
    head = write(WHEEL + 24, 60, "This transformer says", font_size=20)
    head += write(WHEEL + 24, 100, name, font_size=32, font_weight="bold")
    count = model.W_E.size + model.W_pos.size
    head += write(WHEEL + 24, 130, f"with {count} numbers; nobody trained them.")
    places = tiles(model.W_pos, [symbol_of(program, id) for id in says], POSITION,
                   "What each place wants to say")  # fmt: skip
    letters = tiles(model.W_E, [symbol_of(program, id) for id in range(len(model.W_E))], TOKEN,
                    "Where each letter stands")  # fmt: skip
    tall = 3 * HIGH + 2 * SIZE + 24
    inside = wheel + head
    for i, block in enumerate((places, letters)):
        inside += element("g", block, transform=f"translate(0 {WHEEL + 20 + i * tall})")
    image = Picture(title, title, svg(WIDE, WHEEL + 20 + 2 * tall, inside)).still()
    return image + table_of_decoding(program, said, title)


def symbol_of(program: Program, token: int) -> str:
    """A symbol as the page writes it."""
    names = {0: "start", len(program.vocabulary) - 1: "stop"}
    return names.get(token) or visible(program.vocabulary[token])


def on_wheel(row: Array, radius: float) -> tuple[float, float]:
    """Where a row of three numbers is seen: the first symbol at the top, the others clockwise."""
    size = radius / math.sqrt(3)
    return float(row @ NORTH) * size, -float(row @ EAST) * size


def wheel_of(program: Program, first: int) -> str:
    """The symbols on their circle, and the arrow of the first place to what it says."""
    radius = WHEEL / 2 - 24
    ink = element("circle", r=radius, fill="none", stroke="currentColor", stroke_opacity=0.3)
    x, y = on_wheel(program.model.W_E[first], radius - 6)
    ink += path(f"M0 0L{number(x)} {number(y)}", POSITION, stroke_width=4)
    for token, row in enumerate(program.model.W_E):
        chosen = token == first
        x, y = on_wheel(row, radius)
        ink += element("circle", cx=x, cy=y, r=6 if chosen else 3,
                       fill=RESULT if chosen else TOKEN)  # fmt: skip
        x, y = on_wheel(row, radius + 14)
        ink += write(x, y + 5, symbol_of(program, token), text_anchor="middle",
                     font_weight="bold" if chosen else None)  # fmt: skip
    return ink


def tiles(table: Array, heads: list[str], color: str, title: str) -> str:
    """The numbers of a table, a column for each of its rows."""
    across = min(CELL, WIDE / len(table))
    largest = float(abs(table).max())
    ink = write(0, SIZE, title, font_weight="bold")
    for j, (row, head) in enumerate(zip(table, heads, strict=True)):
        x = j * across
        ink += write(x + across / 2, 2 * SIZE + 8, head[:5], text_anchor="middle", font_size=11)
        for i, value in enumerate(row):
            y = 2 * SIZE + 14 + i * HIGH
            ink += element("rect", x=x, y=y, width=across - 2, height=HIGH - 2, rx=3, fill=color,
                           fill_opacity=0.08 + 0.3 * abs(value) / largest)  # fmt: skip
            text = f"{round(value, 1) + 0.0:.1f}".replace("-", MINUS)
            ink += write(x + across / 2 - 1, y + 14, text, text_anchor="middle",
                         font_size=min(11.0, across / 3))  # fmt: skip
    return ink
