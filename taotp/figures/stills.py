"""The picture that stands for a live figure on paper and where no script runs.

It shows what the page shows before a reader has touched it: what was heard and said, and below it
the machine itself with every step done, in symbols where it can be told. Colors are the figure's
own.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from taotp.figures.arcs import Heard, arcs
from taotp.figures.figure import Reading
from taotp.figures.finished import columns_of, finished, last_columns
from taotp.figures.lanes import columns, instead, lanes, story
from taotp.figures.pictures import POSITION, RESULT, TOKEN, Picture
from taotp.figures.spec import IN_FULL
from taotp.figures.strokes import (
    BOLD,
    MINUS,
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
from taotp.interp.lanes import Lanes, lanes_of
from taotp.interp.lanes.codebooks import Meaning
from taotp.programs import Program
from taotp_core.arrays import Array
from taotp_core.decode import greedy
from taotp_core.encodings import EAST, NORTH
from taotp_core.stream import Subspace
from taotp_core.transformer import Trace, encode, trace
from taotp_core.weights import Transformer

CHIP, GAP = 24, 4  # how high a symbol of the tape is, and the room between two
ARROW = 24  # from what was heard to what is said
ROW = 20  # how high a bar is
NAMES = 92  # for the names of rows
MOST_BARS = 9
LEVELS = 10  # shades of a cell
AROUND = 16  # between two blocks
CIRCLE = 190  # the side of the picture of a circle


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
    row: int = -1,
    table: Iterable[Sequence[Meaning]] = (),
    reading: Reading | None = None,
) -> str:
    """A program that heard some tokens, of which it was told the first, as HTML.

    `panels` names what is shown besides the tape: "machine", or "logits" and "step". Where it says
    words of its own, the tape shows those alone. `source` is what an encoder read, and `row` the
    place that is looked at (-1: the last of those that it was told). `table` are texts of which is
    shown what it would say after each, where not all symbols in place of one are. A `reading` of a
    sentence is drawn in place of the tape, with its arcs.
    """
    tokens = np.array(heard[: program.model.n_ctx])
    memory = encode(program.model, np.array(source)) if program.model.encoder else None
    run = trace(program.model, tokens, memory=memory)
    last = min(told, len(tokens)) - 1
    place = last if row < 0 else row
    if reading:
        blocks = [sentence(program, reading, tokens, source, run, last + 1, place)]
    else:
        blocks = [cells(program, [(token, False) for token in source], -1)] if source else []
        blocks.append(tape(program, tokens, run, 0 if own_words else last + 1, place))
    said = ""
    if "machine" in panels and can_be_told(tokens, source):
        seen = in_symbols(program, tokens, subspaces, source)
        said = seen.story(place)
        blocks += [story(said), lanes(seen, place)]
        other = seen.instead(place, table)
        blocks += [instead(other, columns(seen, place))] if other else []
    elif "machine" in panels:
        blocks += machine(program, tokens, run, place, subspaces, source)
    if "step" in panels and program.model.d_model == 3:
        blocks.append(step(program, tokens, run, place))
    if "logits" in panels and "machine" not in panels:
        blocks.append(logits(program, run, place))
    ink, top = "", float(SIZE + 6)
    for height, inside in blocks:
        ink += element("g", inside, transform=f"translate(0 {top:g})")
        top += height + AROUND
    head = write(0, SIZE, cut(title, WIDE), font_weight="bold")
    name = f"{title}. {said}" if said else title
    return Picture(name, name, svg(WIDE, top, head + ink)).still()


def can_be_told(tokens: Array, source: Sequence[int]) -> bool:
    """Whether a machine is shown in symbols: it hears some, and no sounds."""
    return len(tokens) > 0 and np.ndim(source) == 1


def in_symbols(
    program: Program, tokens: Array, subspaces: Sequence[Subspace], source: Sequence[int]
) -> Lanes:
    """The machine in symbols; parts that it does not name itself are as the figure names them."""
    if not program.model.subspaces and subspaces:
        model = replace(program.model, subspaces=tuple(subspaces))
        program = replace(program, model=model)
    names = [name_of(program, token) for token in range(len(program.vocabulary))]
    return lanes_of(program, tokens.tolist(), source, names)


def machine(
    program: Program,
    tokens: Array,
    run: Trace,
    place: int,
    subspaces: Sequence[Subspace],
    source: Sequence[int],
) -> list[Block]:
    """The machine itself, every step done, below what its encoder made of the source."""
    names = [name_of(program, token) for token in range(len(program.vocabulary))]
    read = [names[token] for token in source]
    blocks = []
    encoder = program.model.encoder
    if encoder:
        named = subspaces or encoder.subspaces
        columns = columns_of(encoder, reading_of(program.model, source), named)
        blocks.append(finished(read, columns, len(read) - 1, "reads"))
    columns = columns_of(program.model, run, subspaces or program.model.subspaces, read)
    columns += last_columns(run, names, place + 1)
    heard = [names[token] for token in tokens]
    return [*blocks, finished(heard, columns, place, "hears" if encoder else "")]


def reading_of(model: Transformer, source: Sequence[int]) -> Trace:
    """What an encoder computes on the way, as a trace without logits."""
    stream: dict[str, Array] = {}
    patterns: dict[int, Array] = {}

    def keep(what: str, number: int, x: Array) -> Array:
        if what == "pattern":
            patterns[number] = x
        elif what in ("embedding", "attention", "mlp"):
            stream["embedding" if what == "embedding" else f"{what} {number}"] = x
        return x

    memory = encode(model, np.array(source), touch=keep)
    return Trace(stream, {}, patterns, memory, {}, {})


def name_of(program: Program, token: int) -> str:
    """A symbol as the page writes it, a sentinel without its brackets."""
    symbol = IN_FULL.get(program.vocabulary[token], str(program.vocabulary[token]))
    if program.vocabulary[token] in program.sentinels:
        symbol = symbol.removeprefix("<").removesuffix(">")
    return visible(symbol)


def tape(program: Program, tokens: Array, run: Trace, told: int, place: int) -> Block:
    """What was heard and, behind an arrow and underlined in green, what is said of it."""
    said = [int(greedy(row)) for row in run.logits[max(told - 1, 0) :]]
    shown = [(int(token), False) for token in tokens[:told]] + [(token, True) for token in said]
    return cells(program, shown, place)


def sentence(
    program: Program,
    reading: Reading,
    tokens: Array,
    source: Sequence[int],
    run: Trace,
    told: int,
    place: int,
) -> Block:
    """A sentence with what some heads look at, and what is said of it where an encoder reads it."""

    def words(some: Iterable[int]) -> list[str]:
        return [name_of(program, token) for token in some]

    if not source:
        return arcs(reading, Heard(words(tokens), run.patterns, run.stream), place, None, 0)
    encoded = reading_of(program.model, source)
    read = Heard(words(source), encoded.patterns, encoded.stream)
    said = [*map(int, tokens[:told]), *(int(greedy(row)) for row in run.logits[told - 1 :])]
    return arcs(reading, read, place, Heard(words(said), run.cross_patterns, {}), told)


def cells(program: Program, shown: Sequence[tuple[int, bool]], place: int) -> Block:
    """Symbols side by side: each with whether it was said, and the one at a place framed."""
    x, y, ink = 0.0, 0.0, ""
    for i, (token, is_said) in enumerate(shown):
        name = cut(name_of(program, token), 120)
        width = max(CHIP, width_of(name) * BOLD + 10)
        answers = i > 0 and is_said and not shown[i - 1][1]
        x += ARROW * answers
        if x + width > WIDE:
            x, y = 0.0, y + CHIP + 2 * GAP
        elif answers:
            tip, middle = x - 7, y + CHIP / 2
            d = f"M{x - ARROW + 1:g} {middle:g}H{tip:g}"
            d += f"M{tip - 5:g} {middle - 5:g}L{tip:g} {middle:g}L{tip - 5:g} {middle + 5:g}"
            ink += path(d, stroke_width=2, stroke_linecap="round")
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
