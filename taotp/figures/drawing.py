"""A drawing of a machine, made from its weights: its parts, and the stream that runs through all.

Tokens come in at the left, what is said goes out at the right. Above the stream of each stack are
the heads of its layers, below it their MLPs. A part that is lit stands out, all others are quiet.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal

import numpy as np

from taotp.figures.pictures import POSITION, RESULT, TOKEN, Picture, demand_words
from taotp.figures.strokes import (
    BOLD,
    LETTER,
    SIZE,
    cut,
    element,
    path,
    svg,
    visible,
    width_of,
    write,
)
from taotp_core.program import Program
from taotp_core.weights import MLP, Head, Layer, Norm, Transformer, named_arrays

WIDE, HIGH = 688, 420  # at most, in the pixels of a page
LEAST = 480  # wide, for the lines at the foot
MANY = 102  # how wide a part is that stands for several layers
LEAST_END = 104  # how wide the embedding and the unembedding are, at least
TALL, SLIM = 36, 23  # how high a part is, with its widths and without
GAP = 8  # between parts
BUS = 12  # from a line that leads to parts to the parts
RING = 20  # room in the stream for a norm
TURN = 22  # half of the room at the stream for what an MLP reads and adds
NARROW, ROOMY, WIDEST = 80, 150, 210  # how wide a part is: at least, at most, and in one line
SMALL = SIZE - 1  # the second size of letters
LINE = 17  # of text
TOP = 34  # where a drawing begins, below its title
DROP = 26  # from the stream to the parts beside it
CHIP = 22  # how high a symbol is
LANES = (-4, 0, 4)  # the stream is drawn as a few of its rows
LISTED = 40  # how many parts an error lists

Kind = Literal["embedding", "positions", "unembedding", "head", "mlp", "norm", "many"]
COLORS = {"embedding": TOKEN, "positions": POSITION, "unembedding": RESULT}


@dataclass(frozen=True)
class Part:
    """Something drawn: the paths of what it stands for, its name, its widths and its numbers.

    `count` is how many of its numbers are not zero, None where another part has counted them.
    """

    paths: tuple[str, ...]
    kind: Kind
    name: str
    widths: str
    count: int | None

    def words(self) -> str:
        """All that is known of it, in a line."""
        shown = self.paths if len(self.paths) <= 3 else (self.paths[0], "...", self.paths[-1])
        count = "" if self.count is None else f"{self.count:,} numbers that are not zero"
        return ", ".join(filter(None, [self.name, self.widths, count, " ".join(shown)]))


Norms = tuple[Part | None, Part | None, Part | None]  # of heads, of cross heads, of the MLP


@dataclass(frozen=True)
class Column:
    """What is drawn of a layer, or of some layers together, which then are one part.

    Norms stand before what reads, or after the sum.
    """

    heads: tuple[Part, ...] = ()
    cross: tuple[Part, ...] = ()
    mlp: Part | None = None
    before: Norms = (None, None, None)
    after: Norms = (None, None, None)
    many: Part | None = None

    def parts(self) -> Iterator[Part]:
        """Every part of it."""
        for part in (*self.heads, *self.cross, self.mlp, *self.before, *self.after, self.many):
            if part:
                yield part


@dataclass(frozen=True)
class Stack:
    """A transformer as it is drawn: what comes in, the layers, and what goes out."""

    embedding: Part
    positions: Part
    columns: tuple[Column, ...]
    norm: Part | None
    unembedding: Part | None

    def ends(self) -> Iterator[Part]:
        """What stands before and behind the layers."""
        yield self.embedding
        yield self.positions
        if self.unembedding:
            yield self.unembedding

    def parts(self) -> Iterator[Part]:
        """Every part of it."""
        yield from self.ends()
        if self.norm:
            yield self.norm
        for column in self.columns:
            yield from column.parts()


# What there is to draw


def nonzero(part: Head | MLP | Norm | Layer) -> int:
    """How many numbers of a part are not zero."""
    return sum(int(np.count_nonzero(W)) for W in named_arrays(part).values())


def head_part(head: Head, where: str, name: str) -> Part:
    """A head as a part."""
    d_head, d_value = head.sizes["d_head"], head.sizes["d_value"]
    widths = f"d_head {d_head}" + (f", d_value {d_value}" if d_head != d_value else "")
    return Part((where,), "head", name, widths, nonzero(head))


def mlp_part(mlp: MLP | None, where: str, name: str) -> Part | None:
    """An MLP as a part."""
    if mlp is None:
        return None
    return Part((where,), "mlp", name, f"d_mlp {mlp.sizes['d_mlp']:,}", nonzero(mlp))


def norm_part(norm: Norm | None, where: str) -> Part | None:
    """A norm as a part."""
    if norm is None:
        return None
    return Part((where,), "norm", "layer norm" if norm.centered else "RMS norm", "", nonzero(norm))


def column_of(layer: Layer, number: int, where: str, post: bool) -> Column:
    """A layer as it is drawn; where norms come after, they do so without heads and MLP too."""
    heads = [
        head_part(head, f"{where}heads.{h}", head.name or f"head {number}.{h}")
        for h, head in enumerate(layer.heads)
    ]
    cross = [
        head_part(head, f"{where}cross.{h}", head.name or f"cross {number}.{h}")
        for h, head in enumerate(layer.cross)
    ]
    mlp = mlp_part(layer.mlp, f"{where}mlp", f"MLP {number}")
    norms = (
        norm_part(layer.norm_attn, f"{where}norm_attn") if heads or post else None,
        norm_part(layer.norm_cross, f"{where}norm_cross") if cross else None,
        norm_part(layer.norm_mlp, f"{where}norm_mlp") if mlp or post else None,
    )
    if post:
        return Column(tuple(heads), tuple(cross), mlp, after=norms)
    return Column(tuple(heads), tuple(cross), mlp, before=norms)


def positions_of(model: Transformer, where: str) -> Part:
    """The rows of positions, and the angles by which queries and keys are turned."""
    rows, numbers = f"{model.n_ctx:,} \u00d7 {model.d_model}", int(np.count_nonzero(model.W_pos))
    if model.rotary is None:
        return Part((f"{where}W_pos",), "positions", "positions", rows, numbers)
    angles = len(model.rotary)
    return Part(
        (f"{where}W_pos", f"{where}rotary"), "positions", "positions",
        f"{rows}, {angles:,} angle{'s' * (angles > 1)}",
        numbers + int(np.count_nonzero(model.rotary)),
    )  # fmt: skip


def stack_of(model: Transformer, where: str = "") -> Stack:
    """A transformer as it is drawn, without its encoder."""
    count = int(np.count_nonzero(model.W_E))
    size = f"{model.d_vocab:,} \u00d7 {model.d_model}"
    embedding = Part((f"{where}W_E",), "embedding", "embedding", size, count)
    positions = positions_of(model, where)
    unembedding = Part((f"{where}W_E",), "unembedding", "unembedding", "tied", None)
    if model.W_U is not None:
        unembedding = Part(
            (f"{where}W_U",), "unembedding", "unembedding",
            f"{model.d_model} \u00d7 {model.d_vocab:,}", int(np.count_nonzero(model.W_U)),
        )  # fmt: skip
    post = model.norms == "after"
    columns = [
        column_of(layer, i, f"{where}layers.{i}.", post) for i, layer in enumerate(model.layers)
    ]
    return Stack(
        embedding,
        positions,
        tuple(column for column in columns if any(column.parts())),
        norm_part(model.norm_final, f"{where}norm_final"),
        None if where else unembedding,
    )


# What is lit


def lit_paths(model: Transformer, stacks: Sequence[Stack], lit: Sequence[str]) -> set[str]:
    """The paths of the parts that are lit; ValueError for a path that leads to none."""
    arrays = named_arrays(model)
    parts = list(dict.fromkeys(path for s in stacks for part in s.parts() for path in part.paths))
    found: set[str] = set()
    for wanted in [lit] if isinstance(lit, str) else lit:
        below = [part for part in parts if f"{part}.".startswith(f"{wanted}.")]
        of = [part for part in parts if wanted in arrays and wanted.startswith(f"{part}.")]
        if not below and not of:
            raise ValueError(f"lit names {wanted!r}; this machine has {listed(parts)}")
        found.update(below, of)
    return found


def listed(parts: Sequence[str]) -> str:
    """The names of parts, the middle of many left out."""
    shown = parts if len(parts) <= LISTED else [*parts[:LISTED], "...", parts[-1]]
    return ", ".join(shown)


# What fits


def room_for(columns: Sequence[Column], box: float) -> float:
    """How wide columns are whose parts are so wide."""
    return sum(width_of_column(column, box) for column in columns)


def width_of_column(column: Column, box: float) -> float:
    """How wide a column is."""
    if column.many:
        return MANY + GAP
    width = (box + 2 * BUS + GAP) * (bool(column.heads) + bool(column.cross))
    if column.mlp:
        width += 2 * TURN if width else max(2 * TURN, box + 2 * GAP)
    return max(width, 2 * BUS) + RING * sum(map(bool, column.after))


def widest(parts: Iterable[Part]) -> float:
    """How wide parts must be for all that is written on them."""
    needed = (width_needed(part) for part in parts if part.kind != "norm")
    return max([NARROW, *needed])


def is_long(name: str) -> bool:
    """Whether a name takes two lines."""
    return BOLD * width_of(name) > ROOMY - 2 * GAP


def lines_of_name(name: str, room: float) -> list[str]:
    """A name in at most two lines, the second of which may be cut."""
    words = name.split()
    n = len(words)
    while n > 1 and BOLD * width_of(" ".join(words[:n])) > room:
        n -= 1
    lines = [" ".join(words[:n]), " ".join(words[n:])]
    return [cut(line, room / BOLD) for line in lines if line]


def width_needed(part: Part) -> float:
    """How wide a part must be for what is written on it."""
    count, name = width_of(short(part.count), SMALL), BOLD * width_of(part.name)
    if not part.widths:
        return min(WIDEST, name + count + 3 * GAP)
    if is_long(part.name):
        return ROOMY
    return max(name, width_of(part.widths, SMALL) + count + GAP) + 2 * GAP + 4


def short(count: int | None) -> str:
    """A count in a few characters."""
    if count is None:
        return ""
    for size, name in ((10**9, "G"), (10**6, "M")):
        if count >= size:
            return f"{count / size:.3g}{name}"
    return f"{count:,}"


def fitted(stack: Stack, lit: set[str], box: float, room: float) -> tuple[Stack, float]:
    """The stack with layers joined until it fits into the room, and how wide its parts are.

    Lit layers are joined last, before them the first and the last.
    """

    def wanted(i: int) -> tuple[bool, bool, int]:
        is_lit = any(path in lit for part in stack.columns[i].parts() for path in part.paths)
        return not is_lit, i not in (0, len(stack.columns) - 1), i

    order = sorted(range(len(stack.columns)), key=wanted)
    kept, columns = len(order), stack.columns
    while kept and room_for(columns, NARROW) > room:
        kept -= 1
        columns = joined(stack.columns, set(order[:kept]))
    while box > NARROW and room_for(columns, box) > room:
        box -= 1
    return replace(stack, columns=columns), box


def joined(columns: Sequence[Column], kept: set[int]) -> tuple[Column, ...]:
    """Columns of which neighbors that are not kept are one."""
    out: list[Column] = []
    for keep, run in groupby(enumerate(columns), lambda each: each[0] in kept):
        group = list(run)
        if keep:
            out += [column for _, column in group]
            continue
        (first, _), (last, _) = group[0], group[-1]
        name, which = f"layer {first}", ""
        if first < last:
            name, which = f"{len(group)} layers", f"{first} to {last}"
        inside = [part for _, column in group for part in column.parts()]
        out.append(Column(many=together(inside, name, which)))
    return tuple(out)


def together(parts: Sequence[Part], name: str, widths: str = "") -> Part:
    """Several parts as one."""
    paths = tuple(path for part in parts for path in part.paths)
    return Part(paths, "many", name, widths, sum(part.count or 0 for part in parts))


def shortened(heads: tuple[Part, ...], lit: set[str], rows: int) -> tuple[Part, ...]:
    """Heads in at most so many rows, the lit ones before others; the last is what is left."""
    if len(heads) <= rows:
        return heads
    order = sorted(range(len(heads)), key=lambda h: (heads[h].paths[0] not in lit, h))
    kept = sorted(order[: rows - 1])
    rest = [head for h, head in enumerate(heads) if h not in kept]
    return (*(heads[h] for h in kept), together(rest, f"{len(rest)} more heads"))


# How it is drawn

LINES = {"plain": (1.1, 0.7), "lit": (2.0, 1.0), "quiet": (1.0, 0.35)}  # width, opacity
FILLS = {"plain": 0.06, "lit": 0.2, "quiet": 0.0}
WORDS = {"plain": 0.8, "lit": 1.0, "quiet": 0.65}


@dataclass(frozen=True)
class Pen:
    """What decides how things are drawn: which parts are lit, and the sizes of parts.

    Heads are so high as `rise`, all others as `high`; the embedding and the unembedding are as
    wide as `end`, others as `box`.
    """

    lit: set[str]
    high: float
    rise: float
    box: float
    end: float

    def state(self, *parts: Part | None) -> str:
        """Whether parts are lit, or quiet because others are; plain where none is."""
        if not self.lit:
            return "plain"
        paths = {path for part in parts if part for path in part.paths}
        return "lit" if self.lit & paths else "quiet"

    def part(self, part: Part, x: float, y: float, width: float, high: float) -> str:
        """A part as a box with its name, its widths and its count."""
        state = self.state(part)
        thick, strong = LINES[state]
        color = COLORS.get(part.kind, "currentColor")
        count, slim = short(part.count), high == SLIM
        words = {"font_size": SMALL, "opacity": WORDS[state]}
        room = width - 2 * GAP
        if slim and width_of(part.name) + width_of(count, SMALL) + GAP > room:
            count = ""  # the name is worth more
        lines = [cut(part.name, room)] if slim else lines_of_name(part.name, room)
        inside = [
            element("title", part.words()),
            element("rect", x=x, y=y, width=width, height=high, rx=4, fill=color,
                    fill_opacity=FILLS[state], stroke=color, stroke_width=thick,
                    stroke_opacity=strong),
        ]  # fmt: skip
        weight = "bold" if state == "lit" else None
        for n, line in enumerate(lines):
            top = y + (16 if slim else 15 + n * (LINE - 1))
            inside.append(write(x + GAP, top, line, opacity=WORDS[state], font_weight=weight))
        last = y + high - 7
        if count:
            inside.append(write(x + width - GAP, last, count, text_anchor="end", **words))
        if not slim and width_needed(replace(part, name="")) <= width:
            inside.append(write(x + GAP, last, part.widths, **words))
        return self.named(part, "".join(inside))

    def named(self, part: Part, inside: str) -> str:
        """The elements of a part, together, with the paths that it stands for."""
        return element("g", inside, data_part=" ".join(part.paths), data_state=self.state(part))

    def norm(self, part: Part | None, x: float, y: float) -> str:
        """A norm as a ring on a line, with its count where it has numbers."""
        if part is None:
            return ""
        thick, strong = LINES[self.state(part)]
        drawn = {"stroke_width": thick, "stroke_opacity": strong}
        words = element("title", part.words())
        ring = element(
            "circle", words, cx=x, cy=y, r=4, fill="none", stroke="currentColor", **drawn
        )
        return self.named(part, ring)

    def wire(self, d: str, *parts: Part | None, color: str = "currentColor") -> str:
        """A line that leads to or from parts."""
        thick, strong = LINES[self.state(*parts)]
        return path(d, stroke=color, stroke_width=thick, stroke_opacity=strong)

    def tip(self, x: float, y: float, dy: int, *parts: Part | None) -> str:
        """The tip of an arrow that points up (-1) or down (1)."""
        d = f"M{x - 3.5:g} {y - 7 * dy:g}L{x:g} {y:g}L{x + 3.5:g} {y - 7 * dy:g}Z"
        return element("path", d=d, fill="currentColor", fill_opacity=LINES[self.state(*parts)][1])


@dataclass
class Lane:
    """The stream of a stack at its height, with the places where something stands in it."""

    y: float
    start: float
    breaks: list[tuple[float, float]]
    memory: float | None = None  # the height of the line that brings what an encoder said
    looks: list[float] = field(default_factory=list)  # where parts look into that
    end: float = 0

    def drawn(self, end: float) -> str:
        """The stream as a few of its rows, from its start to its end."""
        self.end = end
        d = ""
        x = self.start
        for left, right in [*sorted(self.breaks), (end, end)]:
            d += "".join(f"M{x:g} {self.y + lane:g}H{left:g}" for lane in LANES)
            x = right
        return path(d, stroke_opacity=0.45)


def sum_sign(x: float, lane: Lane) -> str:
    """A plus in a ring, in the stream."""
    lane.breaks.append((x - 8, x + 8))
    d = f"M{x - 4:g} {lane.y:g}h8M{x:g} {lane.y - 4:g}v8"
    ring = element("circle", cx=x, cy=lane.y, r=8, fill="none", stroke="currentColor",
                   stroke_opacity=0.7)  # fmt: skip
    return ring + path(d, stroke_opacity=0.9)


def draw_heads(heads: tuple[Part, ...], x: float, pen: Pen, lane: Lane, norm: Part | None) -> str:
    """Heads one above another, what they read from the stream, and what they add to it.

    A norm stands where they read.
    """
    start, end, y = x + 5, x + 5 + pen.box + 2 * BUS, lane.y
    pitch = pen.rise + GAP
    top = y - DROP - pen.rise / 2 - pitch * (len(heads) - 1)  # the middle of the first
    foot = y - (13 if norm else 4)
    out = [pen.tip(end, y - 8, 1, *heads), pen.norm(norm, start, y - 9), sum_sign(end, lane)]
    for h, head in enumerate(heads):
        middle = top + h * pitch
        last = head is heads[-1]
        left, right = (foot, y - 10) if last else (middle + pitch, middle + pitch)
        into, outof = f"M{start:g} {left:g}V{middle:g}", f"M{end:g} {middle:g}V{right:g}"
        if h == 0:
            into = f"M{start:g} {left:g}V{middle + 6:g}q0 -6 6 -6"
            outof = f"M{end - 6:g} {middle:g}q6 0 6 6V{right:g}"
        inset = 0 if h else 6
        out += [
            pen.wire(into, *heads[: h + 1]),
            pen.wire(outof, *heads[: h + 1]),
            pen.wire(f"M{start + inset:g} {middle:g}H{start + BUS:g}", head),
            pen.wire(f"M{end - BUS:g} {middle:g}H{end - inset:g}", head),
            pen.part(head, start + BUS, middle - pen.rise / 2, pen.box, pen.rise),
        ]
    return "".join(out)


def draw_mlp(mlp: Part, x: float, pen: Pen, lane: Lane, norm: Part | None) -> str:
    """An MLP below the stream around x, what it reads there and what it adds."""
    start, end, y = x - TURN / 2, x + TURN / 2, lane.y
    down = f"M{start:g} {y + (13 if norm else 4):g}V{y + DROP:g}"
    return "".join(
        [
            pen.wire(f"{down}M{end:g} {y + DROP:g}V{y + 10:g}", mlp),
            pen.tip(end, y + 8, -1, mlp),
            pen.norm(norm, start, y + 9),
            sum_sign(end, lane),
            pen.part(mlp, x - pen.box / 2, y + DROP, pen.box, pen.high),
        ]
    )


def draw_in_stream(norm: Part | None, x: float, pen: Pen, lane: Lane) -> str:
    """A norm in the stream itself, where there is one."""
    if norm is None:
        return ""
    lane.breaks.append((x - 8, x + 8))
    return pen.norm(norm, x, lane.y)


def draw_column(column: Column, x: float, pen: Pen, lane: Lane) -> str:
    """A layer from x on."""
    out = []
    width = width_of_column(column, pen.box)
    if column.many:
        left, top, width = x + GAP / 2, lane.y - TALL / 2, width - GAP
        lane.breaks.append((left, left + width))
        if any(".cross." in path for path in column.many.paths):
            out.append(draw_memory((column.many,), left + width / 2, top, pen, lane))
        out.append(pen.part(column.many, left, top, width, TALL))
        return "".join(out)
    end = x
    kinds = zip((column.heads, column.cross), column.before, column.after, strict=False)
    for parts, norm, after in kinds:
        if parts:
            out.append(draw_heads(parts, end, pen, lane, norm))
            if parts is column.cross:
                top = lane.y - DROP - pen.rise - (pen.rise + GAP) * (len(parts) - 1)
                out.append(draw_memory(parts, end + 5 + BUS + pen.box / 2, top, pen, lane))
            end += pen.box + 2 * BUS + GAP
        if after:
            out.append(draw_in_stream(after, end + RING / 2 + 2, pen, lane))
            end += RING
    if column.mlp:
        middle = end + (TURN if end > x else (width - RING * bool(column.after[2])) / 2)
        out.append(draw_mlp(column.mlp, middle, pen, lane, column.before[2]))
    out.append(draw_in_stream(column.after[2], x + width - RING / 2 + 4, pen, lane))
    return "".join(out)


def draw_memory(parts: tuple[Part, ...], x: float, top: float, pen: Pen, lane: Lane) -> str:
    """The line from what an encoder said to the parts that look into it, where there is one."""
    if lane.memory is None:
        return ""
    lane.looks.append(x)
    return pen.wire(f"M{x:g} {lane.memory:g}V{top - 2:g}", *parts) + pen.tip(x, top, 1, *parts)


def draw_chips(symbols: Sequence[str], x: float, y: float, pen: Pen, part: Part) -> str:
    """A few symbols in cells, around x."""
    wide = [max(CHIP, width_of(symbol) + 10) for symbol in symbols]
    state = pen.state(part)
    left = x - (sum(wide) + 3 * (len(wide) - 1)) / 2
    out = []
    for symbol, width in zip(symbols, wide, strict=True):
        out.append(element("rect", x=left, y=y, width=width, height=CHIP, rx=3, fill="none",
                           stroke=TOKEN, stroke_opacity=LINES[state][1]))  # fmt: skip
        out.append(write(left + width / 2, y + 16, symbol, text_anchor="middle",
                         opacity=WORDS[state]))  # fmt: skip
        left += width + 3
    return "".join(out)


def draw_entrance(stack: Stack, symbols: Sequence[str], pen: Pen, lane: Lane) -> str:
    """What comes in: symbols, their embedding above the stream, positions below it."""
    x, y = pen.end / 2, lane.y
    box = y - DROP - pen.high
    lane.start = x + 8
    out = [
        draw_chips(symbols, x, box - 20 - CHIP, pen, stack.embedding),
        pen.wire(f"M{x:g} {box - 20:g}V{box - 2:g}", stack.embedding),
        pen.tip(x, box, 1, stack.embedding),
        pen.part(stack.embedding, 1, box, pen.end, pen.high),
        pen.wire(f"M{x:g} {y - DROP:g}V{y - 10:g}", stack.embedding, color=TOKEN),
        pen.wire(f"M{x:g} {y + DROP:g}V{y + 10:g}", stack.positions, color=POSITION),
        pen.part(stack.positions, 1, y + DROP, pen.end, pen.high),
        pen.tip(x, y - 8, 1, stack.embedding),
        pen.tip(x, y + 8, -1, stack.positions),
        sum_sign(x, lane),
    ]
    return "".join(out)


def draw_exit(unembedding: Part, x: float, pen: Pen, lane: Lane) -> str:
    """What goes out: the last row of the stream becomes logits, and one symbol is said."""
    middle, y = x + pen.end / 2, lane.y
    box = y - DROP - pen.high
    said = box - 20 - CHIP
    thick, strong = LINES[pen.state(unembedding)]
    out = [
        pen.wire(
            f"M{middle - 12:g} {y + LANES[-1]:g}h6q6 0 6 -6V{box + pen.high + 2:g}", unembedding
        ),
        pen.tip(middle, box + pen.high, -1, unembedding),
        pen.part(unembedding, x, box, pen.end, pen.high),
        pen.wire(f"M{middle:g} {box:g}V{said + CHIP + 2:g}", unembedding, color=RESULT),
        pen.tip(middle, said + CHIP, -1, unembedding),
        element("rect", x=middle - 24, y=said, width=48, height=CHIP, rx=11, fill=RESULT,
                fill_opacity=FILLS["lit"], stroke=RESULT, stroke_width=thick,
                stroke_opacity=strong),
        write(middle, said + 16, "said", text_anchor="middle"),
    ]  # fmt: skip
    return "".join(out)


def height_above(stack: Stack, pen: Pen) -> float:
    """How much room a stack needs above its stream."""
    rows = max([1, *(max(len(c.heads), len(c.cross)) for c in stack.columns)])
    entrance = DROP + pen.high + 20 + CHIP
    return max(entrance, DROP + rows * (pen.rise + GAP))


def draw_stack(stack: Stack, symbols: Sequence[str], pen: Pen, lane: Lane) -> tuple[str, float]:
    """A stack around its stream, and where it ends at the right."""
    out = [draw_entrance(stack, symbols, pen, lane)]
    x = float(pen.end + GAP)
    for column in stack.columns:
        out.append(draw_column(column, x, pen, lane))
        x += width_of_column(column, pen.box)
    out.append(draw_in_stream(stack.norm, x + 2 * GAP, pen, lane))
    x += 2 * GAP if stack.norm else GAP
    if stack.unembedding is None:
        return "".join([*out, lane.drawn(x + GAP)]), x + pen.box / 2
    out.append(draw_exit(stack.unembedding, x, pen, lane))
    return "".join([*out, lane.drawn(x + pen.end / 2 - 12)]), x + pen.end + 1


def rows_that_fit(high: float, free: float) -> int:
    """How many parts of a height fit one above another."""
    return max(2, int((free - DROP) // (high + GAP)))


def most_heads(stacks: Sequence[Stack]) -> int:
    """How many heads stand one above another."""
    columns = [column for stack in stacks for column in stack.columns]
    return max((max(len(c.heads), len(c.cross)) for c in columns), default=0)


def in_one_line(stack: Stack) -> Stack:
    """The stack without the widths of its parts, for which there is no room in a single line."""

    def brief(part: Part) -> Part:
        return replace(part, widths="")

    columns = tuple(
        replace(c, heads=tuple(map(brief, c.heads)), cross=tuple(map(brief, c.cross)),
                mlp=c.mlp and brief(c.mlp))
        for c in stack.columns
    )  # fmt: skip
    unembedding = stack.unembedding and brief(stack.unembedding)
    embedding, positions = brief(stack.embedding), brief(stack.positions)
    return Stack(embedding, positions, columns, stack.norm, unembedding)


def with_fewer_heads(stack: Stack, lit: set[str], rows: int) -> Stack:
    """The stack with at most so many heads one above another."""
    columns = tuple(
        replace(column, heads=shortened(column.heads, lit, rows),
                cross=shortened(column.cross, lit, rows))
        for column in stack.columns
    )  # fmt: skip
    return replace(stack, columns=columns)


def first_symbols(of: Program | Transformer, room: float) -> list[str]:
    """The first of the symbols that a machine reads, as they are shown."""
    names: list[object] = [*(range(of.d_vocab) if isinstance(of, Transformer) else of.typed)]
    shown: list[str] = []
    for name in names:
        symbol = cut(visible(name), room / 2)
        if sum(max(CHIP, width_of(each) + 10) + 3 for each in [*shown, symbol, "\u2026"]) > room:
            return [*shown, "\u2026"]
        shown.append(symbol)
    return shown


def notes_on(of: Program | Transformer, stacks: Sequence[Stack]) -> str:
    """What stands at the foot: widths of the stream, who sees whom, norms, and the count."""
    model = of if isinstance(of, Transformer) else of.model
    slides = isinstance(of, Program) and of.slide
    rows = f"the last {model.n_ctx:,}" if slides else f"at most {model.n_ctx:,}"
    notes = [f"The stream has a row of d_model {model.d_model} for each of {rows} positions."]
    norms = {part.name for stack in stacks for part in stack.parts() if part.kind == "norm"}
    if norms:
        notes.append(f"A ring is a {' or an '.join(sorted(norms))}.")
    if not model.causal:
        notes.append("Every position sees all.")
    counted = sum(part.count or 0 for stack in stacks for part in stack.parts())
    notes.append(
        f"At the right of each part: how many of its numbers are not zero; {counted:,} in all."
    )
    return " ".join(notes)


def lines_of(text: str, width: float, size: float) -> list[str]:
    """A text in lines of such a width."""
    return textwrap.wrap(text, int(width / (size * LETTER * 0.94)))


def machine(of: Program | Transformer, lit: Sequence[str] = (), *, title: str, alt: str) -> Picture:
    """A drawing of a machine, whatever it is made of, with the parts that `lit` names lit.

    `lit` holds paths of `named_arrays`, or what they begin with: "W_E", "layers.0.mlp",
    "layers.1". Where there is no room heads and layers are drawn together, those that are lit
    last. Raises ValueError for a path that leads to no part, and without a title and alt.
    """
    demand_words(title, alt)
    model = of if isinstance(of, Transformer) else of.model
    whole = [stack_of(model)]
    if model.encoder:
        whole.insert(0, stack_of(model.encoder, "encoder."))
    found = lit_paths(model, whole, lit)
    free = (HIGH - TOP - 3 * LINE) / len(whole) - 2 * DROP - TALL
    names = [part.name for stack in whole for part in stack.parts() if part.kind == "head"]
    rise = TALL + LINE - 1 if any(map(is_long, names)) else TALL
    if most_heads(whole) > rows_that_fit(rise, free):
        rise = SLIM
    high = min(rise, TALL)
    stacks = [with_fewer_heads(stack, found, rows_that_fit(rise, free)) for stack in whole]
    if high == SLIM:
        stacks = [in_one_line(stack) for stack in stacks]
    end = max(LEAST_END, widest(part for stack in stacks for part in stack.ends()))
    box = widest(part for stack in stacks for c in stack.columns for part in c.parts())
    fits = [fitted(stack, found, box, WIDE - 2 * end - 3 * GAP) for stack in stacks]
    stacks = [stack for stack, _ in fits]
    pen = Pen(found, high, rise, min(width for _, width in fits), end)
    symbols = first_symbols(of, end)
    inside, width, height = draw_stacks(stacks, symbols, pen)
    width = max(LEAST, width, min(WIDE, BOLD * width_of(title)))
    for line in lines_of(notes_on(of, whole), width, SMALL):
        height += LINE
        inside += write(0, height - 4, line, font_size=SMALL, opacity=WORDS["plain"])
    heading = write(0, SIZE + 1, cut(title, WIDE / BOLD), font_weight="bold")
    return Picture(title, alt, svg(width, height, heading + inside))


def draw_stacks(
    stacks: Sequence[Stack], symbols: Sequence[str], pen: Pen
) -> tuple[str, float, float]:
    """The stacks one below another, how wide they are, and where they end."""
    y, width = float(TOP), 0.0
    out = []
    said: Lane | None = None  # the stream of the encoder, which the next stack looks into
    for stack in stacks:
        lane = Lane(y + height_above(stack, pen), 0, [], y - 2 * GAP if said else None)
        ink, end = draw_stack(stack, symbols, pen, lane)
        out.append(ink)
        if said and lane.looks:
            d = f"M{said.end:g} {said.y:g}h6q6 0 6 6V{y - 2 * GAP:g}H{min(lane.looks):g}"
            out.append(pen.wire(d, *(part for c in stack.columns for part in c.cross)))
        said, width = lane, max(width, end)
        y = lane.y + DROP + pen.high + (4 * GAP if stack is not stacks[-1] else 2 * GAP)
    return "".join(out), width, y - LINE / 2
