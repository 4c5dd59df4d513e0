"""The picture that stands for a live figure on paper and where no script runs.

It shows what the page shows before a reader has touched it: what was heard and said, the patterns
of the heads, the stream and the logits at the place looked at. Colors are the figure's own.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from taotp_core.arrays import Array
from taotp_core.decode import greedy
from taotp_core.encodings import EAST, NORTH
from taotp_core.figures.pictures import POSITION, RESULT, TOKEN, Picture
from taotp_core.figures.strokes import (
    SIZE,
    cut,
    element,
    path,
    svg,
    visible,
    width_of,
    write,
)
from taotp_core.programs import Program
from taotp_core.stream import Subspace
from taotp_core.transformer import Trace, encode, trace

WIDE = 640  # in the pixels of a page
CHIP, GAP = 24, 4  # how high a symbol of the tape is, and the room between two
MAP, MOST_MAPS = 136, 8  # the side of a head's pattern, and how many are shown
ROW = 20  # how high a row of the stream or a bar is
NAMES = 92  # for the names of rows
MOST_BARS = 9
LEVELS = 10  # shades of a cell
AROUND = 16  # between two blocks
MOST_COLUMNS = 400  # of the stream, beyond which cells are thinner than a pixel
MINUS = "\N{MINUS SIGN}"
CIRCLE = 190  # the side of the picture of a circle

Block = tuple[float, str]  # how high it is, and what is drawn


def at_start(
    program: Program,
    heard: Sequence[int],
    told: int,
    panels: Sequence[str],
    *,
    title: str,
    subspaces: Sequence[Subspace] = (),
    own_words: bool = False,
    source: Sequence[int] = (),
) -> str:
    """A program that heard some tokens, of which it was told the first, as HTML.

    `panels` names what is shown besides the tape: "heads", "stream", "logits", "circle" and "step".
    Where it says words of its own, the tape shows those alone. `source` is what an encoder read.
    """
    tokens = np.array(heard[: program.model.n_ctx])
    memory = encode(program.model, np.array(source)) if program.model.encoder else None
    run = trace(program.model, tokens, memory=memory)
    place = min(told, len(tokens)) - 1
    blocks = [cells(program, [(token, False) for token in source], -1)] if source else []
    blocks.append(tape(program, tokens, run, 0 if own_words else place + 1, place))
    if "heads" in panels:
        blocks += heads(program, run, place)
    if "stream" in panels:
        blocks.append(stream(run, place, subspaces))
    if "step" in panels and program.model.d_model == 3:
        blocks.append(step(program, tokens, run, place))
    if "logits" in panels:
        blocks.append(logits(program, run, place))
    ink, top = "", float(SIZE + 6)
    for height, inside in blocks:
        ink += element("g", inside, transform=f"translate(0 {top:g})")
        top += height + AROUND
    head = write(0, SIZE, cut(title, WIDE), font_weight="bold")
    return Picture(title, title, svg(WIDE, top, head + ink)).still()


def name_of(program: Program, token: int) -> str:
    """A symbol as the page writes it, a sentinel without its brackets."""
    symbol = str(program.vocabulary[token])
    if program.vocabulary[token] in program.sentinels:
        symbol = symbol.removeprefix("<").removesuffix(">")
    return visible(symbol)


def tape(program: Program, tokens: Array, run: Trace, told: int, place: int) -> Block:
    """What was heard and, underlined in green, what is said; the place looked at is framed."""
    said = [int(greedy(row)) for row in run.logits[max(told - 1, 0) :]]
    shown = [(int(token), False) for token in tokens[:told]] + [(token, True) for token in said]
    return cells(program, shown, place)


def cells(program: Program, shown: Sequence[tuple[int, bool]], place: int) -> Block:
    """Symbols side by side: each with whether it was said, and the one at a place framed."""
    x, y, ink = 0.0, 0.0, ""
    for i, (token, is_said) in enumerate(shown):
        name = cut(name_of(program, token), 120)
        width = max(CHIP, width_of(name) + 10)
        if x + width > WIDE:
            x, y = 0.0, y + CHIP + 2 * GAP
        frame = 1.0 if i == place else 0.28
        ink += element("rect", x=x, y=y, width=width, height=CHIP, rx=5, fill="none",
                       stroke="currentColor", stroke_opacity=frame)  # fmt: skip
        if is_said:
            ink += path(f"M{x + 3:g} {y + CHIP:g}h{width - 6:g}", RESULT, stroke_width=3)
        ink += write(x + width / 2, y + 17, name, text_anchor="middle", font_weight="bold")
        x += width + GAP
    return y + CHIP, ink


def shades(table: Array, wide: float, tall: float) -> Iterator[str]:
    """The cells of a table of shares from -1 to 1, those of one shade as one path.

    What is positive fills its cell, and what is negative is smaller. NaN is no cell at all.
    """
    paths: dict[tuple[bool, int], str] = defaultdict(str)
    across, down = wide / table.shape[1], tall / table.shape[0]
    for (i, j), entry in np.ndenumerate(table):
        share = float(entry)
        level = int(np.ceil(min(1.0, abs(share)) * LEVELS - 0.1)) if np.isfinite(share) else 0
        if level > 0:
            inset = 0.0 if share > 0 else 0.15
            x, y = (j + inset) * across, (i + inset) * down
            w, h = across * (1 - 2 * inset), down * (1 - 2 * inset)
            paths[share > 0, level] += f"M{x:.4g} {y:.4g}h{w:.3g}v{h:.3g}h{-w:.3g}z"
    for (more, level), d in sorted(paths.items()):
        color = POSITION if more else TOKEN
        yield element("path", d=d, fill=color, fill_opacity=level / LEVELS)


def stairs(n: int, side: float) -> str:
    """The outline of what a head may read: each row one cell more."""
    steps = "".join(f"h{side / n:.4g}v{side / n:.4g}" for _ in range(n))
    return path(f"M0 0{steps}H0z", stroke_opacity=0.28)


def square(_: int, side: float) -> str:
    """The outline of what a cross head may read: everything."""
    return path(f"M0 0h{side:g}v{side:g}h{-side:g}z", stroke_opacity=0.28)


def heads(program: Program, run: Trace, place: int) -> list[Block]:
    """The patterns of the first heads, with the row of the place looked at framed."""
    named = [
        (head.name or f"layer {layer}, head {h}", patterns[layer][h], outline)
        for layer, parts in enumerate(program.model.layers)
        for own, patterns, outline in (
            (parts.heads, run.patterns, stairs),
            (parts.cross, run.cross_patterns, square),
        )
        for h, head in enumerate(own)
    ]
    blocks: list[Block] = []
    in_row = WIDE // (MAP + 24)
    shown = named[:MOST_MAPS]
    for start in range(0, len(shown), in_row):
        ink = ""
        for k, (name, pattern, outline) in enumerate(shown[start : start + in_row]):
            inside = write(0, SIZE, cut(name, MAP + 16, SIZE - 1), font_size=SIZE - 1)
            cell = MAP / len(pattern)
            wide = (place + 1) * cell if outline is stairs else MAP
            reading = element("rect", y=place * cell, width=wide, height=cell,
                              fill="none", stroke="currentColor", stroke_width=1.5)  # fmt: skip
            inked = outline(len(pattern), MAP) + "".join(shades(pattern, MAP, MAP)) + reading
            inside += element("g", inked, transform=f"translate(1 {SIZE + 8})")
            ink += element("g", inside, transform=f"translate({k * (MAP + 24)} 0)")
        blocks.append((MAP + SIZE + 10, ink))
    if len(named) > MOST_MAPS:
        blocks.append((SIZE, write(0, SIZE, f"and {len(named) - MOST_MAPS} heads more")))
    return blocks


def changes(run: Trace, place: int) -> dict[str, Array]:
    """The stream at a place after each step that changed it."""
    rows = {name: x[place] for name, x in run.stream.items()}
    names = [*rows]
    kept = [b for a, b in pairwise(names) if not np.array_equal(rows[a], rows[b])]
    return {name: rows[name] for name in [names[0], *kept]}


def stream(run: Trace, place: int, subspaces: Sequence[Subspace]) -> Block:
    """The stream at a place, a row for each step, with the names of its parts above."""
    rows = changes(run, place)
    table = np.array([*rows.values()])[:, :MOST_COLUMNS]
    largest = np.nanmax(np.where(np.isfinite(table), np.abs(table), 0), axis=1, keepdims=True)
    wide = min(WIDE - NAMES, table.shape[1] * 2.0 * ROW)
    ink = write(0, SIZE, f"The stream at position {place}, step by step")
    across = wide / table.shape[1]
    for part in subspaces:
        middle = NAMES + (part.start + part.size / 2) * across
        name = cut(part.name, max(part.size * across, 12), SIZE - 1)
        ink += write(middle, SIZE + 18, name, text_anchor="middle", font_size=SIZE - 1)
        if part.start:
            x = NAMES + part.start * across
            ink += path(f"M{x:g} {SIZE + 22}v{len(rows) * ROW}", stroke_opacity=0.28)
    top = SIZE + 22
    for i, name in enumerate(rows):
        ink += write(0, top + i * ROW + 15, name, font_size=SIZE - 1)
    cells = "".join(shades(table / np.where(largest > 0, largest, 1), wide, len(rows) * ROW))
    cells += element("rect", width=wide, height=len(rows) * ROW, fill="none",
                     stroke="currentColor", stroke_opacity=0.28)  # fmt: skip
    ink += element("g", cells, transform=f"translate({NAMES} {top})")
    return top + len(rows) * ROW, ink


def logits(program: Program, run: Trace, place: int) -> Block:
    """The largest logits at a place: bars that begin just below the least that is drawn."""
    row = run.logits[place]
    order = np.argsort(-row, kind="stable")[:MOST_BARS]
    values = row[order]
    span = float(np.ptp(values)) or 1.0
    ink = write(0, SIZE, f"The logits at position {place}: how far the others are behind")
    for i, (token, value) in enumerate(zip(order.tolist(), values.tolist(), strict=True)):
        y = SIZE + 10 + i * ROW
        width = 240 * (value - values[-1] + 0.05 * span) / (1.05 * span)
        ink += write(NAMES - 8, y + 12, name_of(program, token), text_anchor="end")
        ink += element("rect", x=NAMES, y=y + 1, width=width, height=ROW - 6,
                       fill=RESULT if i == 0 else "currentColor",
                       fill_opacity=0.85 if i == 0 else 0.25)  # fmt: skip
        behind = f"{value - float(values[0]) if i else value:.3g}".replace("-", MINUS)
        ink += write(NAMES + 250, y + 12, behind)
    return SIZE + 10 + len(order) * ROW, ink


def step(program: Program, tokens: Array, run: Trace, place: int) -> Block:
    """The symbols on their circle, and the arrow of the position from its center."""
    half = CIRCLE / 2
    radius = np.sqrt(3)
    scale = (half - 24) / radius

    def seen(x: Array) -> tuple[float, float]:
        return half + scale * float(x @ EAST), half - scale * float(x @ NORTH)

    ink = element("circle", cx=half, cy=half, r=scale * radius, fill="none",
                  stroke="currentColor", stroke_opacity=0.28)  # fmt: skip
    for token, x in enumerate(program.model.W_E):
        length = float(np.hypot(x @ EAST, x @ NORTH)) or 1.0
        at = seen(x / length * radius)
        out = seen(x / length * (radius + 10 / scale))
        side = "start" if out[0] > at[0] + 3 else "end" if out[0] < at[0] - 3 else "middle"
        ink += element("circle", cx=at[0], cy=at[1], r=3, fill="currentColor")
        ink += write(out[0], out[1] + 4, cut(name_of(program, token), 40), text_anchor=side)
    said_at = int(greedy(run.logits[place]))
    arrow = program.model.W_pos[place]
    length = float(np.hypot(arrow @ EAST, arrow @ NORTH)) or 1.0
    tip = seen(arrow / length * radius)
    ink += path(f"M{half:g} {half:g}L{tip[0]:.4g} {tip[1]:.4g}", POSITION, stroke_width=3)
    said, heard = (name_of(program, int(token)) for token in (said_at, tokens[place]))
    ink += write(CIRCLE + 40, half - 4, f"Position {place} points at {said}.")
    ink += write(CIRCLE + 40, half + 16, f"The {heard} that it hears is too faint to turn it.")
    return CIRCLE, ink
