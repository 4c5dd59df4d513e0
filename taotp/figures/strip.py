"""The strip "who looks where": the letters of a prompt twice, and lines from reader to read."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from taotp.figures.pictures import POSITION, Picture, demand_words
from taotp.figures.strokes import BOLD, SIZE, cut, path, svg, visible, width_of, write
from taotp_core.arrays import Array
from taotp_core.program import Program, Symbol
from taotp_core.transformer import Trace, trace

MOST = 64  # positions that fit beside each other
WIDE = 688  # where there is room for it, in the pixels of a page
LEAST_CELL, MOST_CELL = 10, 72  # how wide a position is
AIRY = 28  # and is if there is room
MARGIN = 52  # for the names of the two rows
ABOVE, HIGH = 46, 104  # where the upper row stands, and how far below it the lower one
FAINT = 0.01  # what is less draws a line that nobody sees
BEND = 26  # how far a line goes up before it turns
DENSE = 30  # positions, from which on lines are thinner
STEPS = 20  # shades of lines from none to the whole weight


def looks(
    of: Program | Trace,
    prompt: Sequence[Symbol],
    layer: int,
    head: int,
    *,
    title: str,
    alt: str,
    at: Sequence[int] | None = None,
) -> Picture:
    """Who looks where in a head: a line from each position below to those it reads above.

    A line is as strong as the weight, and blue where that leads its row. A program reads the
    prompt; of a trace, `prompt` are the symbols of its positions. `at` lists the positions whose
    lines are drawn (None: all). Raises ValueError for a head or a position that is not there, for
    more than 64 positions, and without a title and alt.
    """
    demand_words(title, alt)
    symbols, run = list(prompt), of
    if isinstance(run, Program):
        tokens = run.encode(prompt)
        symbols = [run.vocabulary[token] for token in tokens]
        if 0 < len(tokens) <= MOST:
            run = trace(run.model, np.array(tokens))
    if not 0 < len(symbols) <= MOST:
        raise ValueError(f"the prompt has {len(symbols)} positions; it must have 1 to {MOST}")
    assert isinstance(run, Trace)
    weights = pattern_of(run, layer, head)
    if len(weights) != len(symbols):
        raise ValueError(
            f"the prompt has {len(symbols)} symbols and the trace {len(weights)} positions; "
            "there must be one for each"
        )
    rows = range(len(weights)) if at is None else at
    for row in rows:
        if not 0 <= row < len(weights):
            raise ValueError(f"at lists {row}; positions are 0 to {len(weights) - 1}")
    return Picture(title, alt, drawn(weights, [visible(each) for each in symbols], rows, title))


def pattern_of(run: Trace, layer: int, head: int) -> Array:
    """The pattern of a head [n, n]; ValueError where there is none."""
    if layer not in run.patterns:
        known = ", ".join(map(str, run.patterns)) or "none"
        raise ValueError(f"layer {layer} has no heads; layers with heads: {known}")
    patterns = run.patterns[layer]
    if not 0 <= head < len(patterns):
        raise ValueError(
            f"layer {layer} has no head {head}; its heads are 0 to {len(patterns) - 1}"
        )
    weights: Array = patterns[head]
    return weights


def drawn(weights: Array, symbols: Sequence[str], rows: Sequence[int], title: str) -> str:
    """The strip as SVG."""
    symbols = [cut(symbol, MOST_CELL - 6) for symbol in symbols]
    needed = max([LEAST_CELL, *(width_of(symbol) + 3 for symbol in symbols)])
    cell = max(needed, min(AIRY, (WIDE - MARGIN) / len(symbols)))
    places = [MARGIN + (i + 0.5) * cell for i in range(len(symbols))]
    below = ABOVE + HIGH
    ink = [
        write(0, SIZE + 1, title, font_weight="bold"),
        write(0, ABOVE, "is read", font_size=SIZE - 1, opacity=0.7),
        write(0, below, "reads", font_size=SIZE - 1, opacity=0.7),
        *lines_between(weights, places, rows),
    ]
    for i, (x, symbol) in enumerate(zip(places, symbols, strict=True)):
        ink.append(write(x, ABOVE, symbol, text_anchor="middle"))
        quiet = None if i in rows else 0.45
        ink.append(write(x, below, symbol, text_anchor="middle", opacity=quiet))
    width = max(MARGIN + cell * len(symbols), BOLD * width_of(title))
    return svg(width, below + 8, "".join(ink))


def lines_between(weights: Array, places: Sequence[float], rows: Sequence[int]) -> list[str]:
    """The lines, those of one shade as one path, the strongest last."""
    shades: dict[tuple[bool, int], str] = defaultdict(str)
    top, foot = ABOVE + 7, ABOVE + HIGH - SIZE - 1
    thick = 1.2 if len(places) > DENSE else 2
    for row in rows:
        ahead = leader(weights[row])
        for j, weight in enumerate(weights[row].tolist()):
            if weight >= FAINT:
                x, y = places[row], places[j]
                d = f"M{x:.4g} {foot}C{x:.4g} {foot - BEND} {y:.4g} {top + BEND} {y:.4g} {top}"
                shades[j == ahead, max(1, round(weight * STEPS))] += d
    out = []
    for (leads, step), d in sorted(shades.items()):
        share = step / STEPS
        out.append(
            path(d, POSITION if leads else "currentColor", stroke_linecap="round",
                 stroke_width=0.4 + thick * share, stroke_opacity=0.15 + 0.75 * share)
        )  # fmt: skip
    return out


def leader(weights: Array) -> int | None:
    """The position that a row reads most, None where others are read as much."""
    first = int(weights.argmax())
    ties = np.isclose(weights, weights[first])
    return first if ties.sum() == 1 else None
