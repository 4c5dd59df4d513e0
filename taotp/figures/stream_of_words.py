"""The residual stream of a published model on a real sentence, in its sizes."""

from collections.abc import Sequence

from taotp.costs.published import Configuration
from taotp.figures.from_words import LINE, QUERY, SMALL, lightened
from taotp.figures.pictures import POSITION, QUIET, RESULT, TOKEN, Picture, demand_words
from taotp.figures.strokes import BOLD, SIZE, element, path, svg, width_of, write

ROW, HIGH = 19, 9  # from one row to the next; how high a row is drawn
LAYER, GAP = 17, 6  # how wide a layer is; from one to the next
ENDS = 26  # how long a row is before the layers and behind them


def stream_of_words(
    words: Sequence[str], of: Configuration, look: tuple[int, int], *, title: str, alt: str
) -> Picture:
    """A row of the stream for each word, through all layers of a model, with its sizes.

    `look` is a place and an earlier one, and a line leads from one to the other in a layer, as a
    head does that looks there. Raises ValueError for a place that is not there, or that is later,
    and without a title and alt.
    """
    demand_words(title, alt)
    asks, found = look
    if not 0 <= found <= asks < len(words):
        raise ValueError(f"look is {look}; both are places from 0 to {len(words) - 1}, later first")
    start = max(map(width_of, words)) + 18
    layers = start + ENDS
    end = layers + of.n_layers * (LAYER + GAP) - GAP + ENDS
    top = SIZE + 16 + 2 * LINE
    foot = top + ROW * len(words)
    ink = [write(0, SIZE, title, font_weight="bold"), *named_layers(of, layers, top, foot)]
    for i, word in enumerate(words):
        y = top + i * ROW
        weight = "bold" if i in look else None
        ink.append(write(start - 8, y + HIGH, word, text_anchor="end", font_weight=weight))
        ink.append(numbers(start, y, end - start))
    ink.append(looked(layers + of.n_layers // 2 * (LAYER + GAP), top, look))
    ink.append(below(start, foot, f"a row is {of.d_model:,} numbers", "start", TOKEN))
    ink.append(below(end, foot, f"at last {of.d_vocab:,} scores", "end", RESULT))
    width = max(end, BOLD * width_of(title))
    return Picture(title, alt, svg(width, foot + LINE + 8, lightened(ink)))


def named_layers(of: Configuration, x: float, top: float, foot: float) -> list[str]:
    """The layers of a model, and what is in each."""
    middle = x + of.n_layers * (LAYER + GAP) / 2
    said = (
        f"{of.n_layers} layers, in each {of.n_heads} heads",
        f"and an MLP of {of.d_mlp:,} neurons",
    )
    lines = [
        write(middle, SIZE + 14 + (i + 0.4) * LINE, line, text_anchor="middle", font_size=SMALL)
        for i, line in enumerate(said)
    ]
    bands = [
        element("rect", x=x + i * (LAYER + GAP), y=top - 4, width=LAYER, height=foot - top + 2,
                rx=3, fill=QUIET, fill_opacity=0.18)
        for i in range(of.n_layers)
    ]  # fmt: skip
    return [*lines, *bands]


def below(x: float, foot: float, line: str, anchor: str, color: str) -> str:
    """Words below an end of the rows."""
    return element(
        "text", line, x=x, y=foot + LINE, fill=color, font_size=SMALL, text_anchor=anchor
    )


def numbers(x: float, y: float, wide: float) -> str:
    """A row of the stream: a band of cells, too many to be told apart."""
    band = element("rect", x=x, y=y, width=wide, height=HIGH, fill=POSITION, fill_opacity=0.2)
    cells = path(f"M{x:.4g} {y + HIGH / 2:.4g}h{wide:.4g}", POSITION, stroke_width=HIGH,
                 stroke_opacity=0.45, stroke_dasharray="1 1.5")  # fmt: skip
    return band + cells


def looked(x: float, top: float, look: tuple[int, int]) -> str:
    """A line from the row that asks up to the row that it reads."""
    asks, found = (top + place * ROW + HIGH / 2 for place in look)
    bend = x - 26
    d = f"M{x:.4g} {asks:.4g}C{bend:.4g} {asks:.4g} {bend:.4g} {found:.4g} {x - 5:.4g} {found:.4g}"
    head = element("path", d=f"M{x - 7:.4g} {found - 4:.4g}v8L{x:.4g} {found:.4g}z", fill=QUERY)
    return path(d, QUERY, stroke_width=2.2) + head
