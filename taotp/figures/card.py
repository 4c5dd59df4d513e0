"""The picture that stands beside a link to a page: its machine in symbols, on a postcard.

A page without one has that of the book: a whole transformer in numbers.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from xml.etree.ElementTree import Element, fromstring

from taotp.figures.lanes.layout import shortened, wrapped
from taotp.figures.pictures import POSITION, TOKEN, house_style
from taotp.figures.rendering import POINTS, Place, render
from taotp.figures.strokes import BOLD, SIZE, width_of
from taotp.programs import Program, hello_world
from taotp_core.weights import mapped

WIDE, HIGH, DOTS = 12.0, 6.3, 100  # inches, and dots to the inch: 1200 by 630
INK, PAPER = "#14181e", "#ffffff"
SAYS, LOUD = "Hello World!", 10
NAME = "Transformers by Hand"


def printed_greeting() -> Program:
    """The greeting with its numbers to two places, as the card shows them."""
    program = hello_world(SAYS, loud=LOUD)
    return replace(program, model=mapped(program.model, lambda _, W: W.round(2)))


def card() -> bytes:
    """A PNG of 1200 by 630 dots: the numbers of the greeting, and what they are."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    model = printed_greeting().model
    tokens, numbers = model.W_E.size, [*model.W_E.ravel(), *model.W_pos.ravel()]
    with house_style():
        figure = Figure(figsize=(WIDE, HIGH), dpi=DOTS, facecolor=PAPER)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, WIDE), ylim=(0, HIGH))
        axes.axis("off")
        axes.text(0.6, 5.35, "This is a whole transformer.", fontsize=40, weight="bold", color=INK)
        axes.text(0.6, 4.75, f"{len(numbers)} numbers, none of them trained. They say {SAYS}",
                  fontsize=22, color=INK)  # fmt: skip
        for i, value in enumerate(numbers):
            row, column = divmod(i, 12)
            x, y = 0.6 + 0.9 * column, 3.85 - 0.5 * row
            color = TOKEN if i < tokens else POSITION
            axes.add_patch(Rectangle((x, y), 0.84, 0.42, facecolor=color, alpha=0.22))
            axes.text(x + 0.42, y + 0.2, f"{value:.2f}".replace("-", "\N{MINUS SIGN}"), ha="center",
                      va="center", fontsize=16, color=INK)  # fmt: skip
        axes.text(0.6, 0.55, NAME, fontsize=24, weight="bold", color=INK)
        axes.text(11.34, 0.55, "tokens", fontsize=18, ha="right", color=TOKEN)
        axes.text(10.3, 0.55, "positions", fontsize=18, ha="right", color=POSITION)
        file = BytesIO()
        figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()


# Dots: from the left edge; of three kinds of letters, where the first lines of each stand, and the
# room from line to line; around a picture, which is so many times as large as a still at most.
EDGE, NAMED, TITLE, STORY = 56, (18, 42), (42, 96), (25, 138)
LINE, AROUND, LARGEST = 35, 20, 2.2
DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)


def still_in(page: str) -> str:
    """The first still of a machine in symbols on a page, as an SVG; "" where there is none."""
    stills = (found[0] for found in DRAWING.finditer(page))
    return next((each for each in stills if " data-cell=" in each), "")


def card_of(still: str, title: str) -> tuple[bytes, str]:
    """A card of a machine in symbols, from its still: a PNG, and what it shows in words.

    Its story stands in large letters, below the title of the page; then its lanes, as large as
    they can be.
    """
    from matplotlib.figure import Figure

    told, lanes = story_and_lanes(still)
    words = " ".join(text.text or "" for text in told.iter() if text.tag.endswith("text"))
    across, down = round(WIDE * DOTS), round(HIGH * DOTS)
    with house_style():
        figure = Figure(figsize=(WIDE, HIGH), dpi=DOTS, facecolor=PAPER)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, across), ylim=(down, 0))
        axes.axis("off")

        def line(text: str, size: float, y: float, weight: str = "normal") -> None:
            axes.text(EDGE, y, text, fontsize=size * POINTS / DOTS, weight=weight, color=INK)

        room = across - 2 * EDGE
        line(NAME, *NAMED)
        line(shortened(title, room / BOLD, TITLE[0]), *TITLE, "bold")
        lines = wrapped(words, room, 3, STORY[0])
        for i, each in enumerate(lines):
            line(each, STORY[0], STORY[1] + i * LINE)
        top = STORY[1] + (len(lines) - 1) * LINE + AROUND
        left, above, wide, high = extent(lanes)
        scale = min(LARGEST, room / wide, (down - AROUND - top) / high)
        x, y = (across - scale * wide) / 2, (top + down - AROUND - scale * high) / 2
        render(lanes[0], axes, Place(x - scale * left, y - scale * above, scale), INK, DOTS)
        file = BytesIO()
        figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue(), f"{title}. {words}"


def story_and_lanes(still: str) -> tuple[Element, Element]:
    """Of the blocks of a still the picture of its lanes, and what stands above it."""
    blocks = [each for each in fromstring(still) if each.tag.endswith("g")]
    found = next(i for i, each in enumerate(blocks) if len(each) and each[0].get("data-rows"))
    return blocks[found - 1], blocks[found]


def extent(of: Element) -> tuple[float, float, float, float]:
    """Where the texts of a drawing are: left, top, width and height."""
    lefts, tops, rights, bottoms = zip(*boxes_of(of[0], Place()), strict=True)
    left, top = min(lefts) - SIZE, min(tops) - SIZE
    return left, top, max(rights) + SIZE - left, max(bottoms) + SIZE - top


def boxes_of(of: Element, place: Place) -> Iterator[tuple[float, float, float, float]]:
    """The left, top, right and bottom of each text."""
    here = place.inside(of)
    if of.tag.endswith("text"):
        size = float(of.get("font-size", SIZE)) * here.scale
        wide = width_of(of.text or "", size) * BOLD
        x, y = here.at(float(of.get("x", 0)), float(of.get("y", 0)))
        x -= wide * {"middle": 0.5, "end": 1.0}.get(of.get("text-anchor", ""), 0.0)
        yield x, y - size, x + wide, y
    for each in of:
        yield from boxes_of(each, here)
