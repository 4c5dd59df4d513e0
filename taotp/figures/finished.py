"""The machine itself as it stands on paper: tokens are rows, and every step is done.

Columns go from left to right as in the live machine: streams as cells, heads as arcs from what a
row reads to the row, logits, and what is said.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape

import numpy as np

from taotp.figures.pictures import POSITION, RESULT, TOKEN
from taotp.figures.strokes import MINUS, SIZE, WIDE, Block, cut, element, path, width_of, write
from taotp_core.arrays import Array
from taotp_core.decode import greedy
from taotp_core.stream import Subspace
from taotp_core.transformer import Trace
from taotp_core.weights import Head, Transformer

MOST_ROWS = 13
PITCH, TALL = 24, 18  # from row to row, and how high a cell is
GAP = 10  # between columns
SMALL = 11  # letters of numbers and heads
NUMBER, MOST_NUMBERS = 33, 200  # the room of a number, and how many are written
TILE, LEAST, MOST = 6, 40, 96  # the room of a cell without one, and of a stream of them
BOX, SLIM, LONGEST = 46, 30, 150  # a head, one in a crowd, and the longest of their names
SEEN, HARD = 0.02, 0.3  # weights that are drawn of the row looked at, and of the others
LEVELS = 10  # shades of a cell

Rows = Mapping[int, float]  # where the middle of each row is


@dataclass(frozen=True)
class Cells:
    """A table [n, size] as cells, with the parts that its columns have."""

    title: str
    table: Array
    parts: tuple[Subspace, ...] = ()
    numbers: bool = False
    heads: tuple[str, ...] = ()  # a name above each column, where numbers are written

    @property
    def wide(self) -> float:
        """Its room."""
        size = int(self.table.shape[1])
        return size * NUMBER if self.numbers else min(MOST, max(LEAST, size * TILE))


@dataclass(frozen=True)
class Looks:
    """Heads in one box, with where they look; `read` is what an encoder read, where they do."""

    title: str
    patterns: tuple[Array, ...]
    read: tuple[str, ...] = ()
    box: int = BOX

    @property
    def wide(self) -> float:
        """Its room."""
        return self.box + (max(map(width_of, self.read)) if self.read else 0)


@dataclass(frozen=True)
class Says:
    """What each row says, and from which on it is asked (None: it does not speak)."""

    names: tuple[str, ...]
    told: int
    title: str = "says"

    @property
    def wide(self) -> float:
        """Its room."""
        return max(map(width_of, (self.title, *self.names))) * 1.1


Column = Cells | Looks | Says


def finished(
    names: Sequence[str],
    columns: Sequence[Column],
    place: int,
    title: str = "",
) -> Block:
    """A stack of layers with all its columns; the row at `place` is the one looked at."""
    shown = rows_shown(len(names), place, columns)
    chips = min(110.0, max(26.0, max(width_of(names[i]) for i in shown) * 1.1 + 12))
    left = 26 + chips + GAP
    fitted, top = fitting(columns, WIDE - left), 0.0
    top = SIZE + 6 + max(height_of_head(each) for each in fitted)
    rows, gaps, end = places_of(shown, len(names), top)
    across = left + sum(each.wide + GAP for each in fitted)
    ink = band(rows[place], across) + write(0, SIZE, title, font_size=SMALL, opacity=0.8)
    ink += "".join(more_rows(y, n, across) for y, n in gaps)
    for i, y in rows.items():
        ink += write(20, y + 4, str(i), text_anchor="end", font_size=SMALL, opacity=0.7)
        ink += element("rect", x=26, y=y - TALL / 2, width=chips, height=TALL, rx=4, fill="none",
                       stroke="currentColor", stroke_opacity=1 if i == place else 0.3)  # fmt: skip
        ink += write(26 + chips / 2, y + 4.5, cut(names[i], chips), text_anchor="middle",
                     font_weight="bold")  # fmt: skip
    x = left
    for column in fitted:
        ink += element("g", drawn(column, rows, place, top), transform=f"translate({x:g} 0)")
        x += column.wide + GAP
    share = min(1, WIDE / across)
    kept = element("g", ink, transform=f"scale({share:.3g})" if share < 1 else None,
                   data_rows=len(rows), data_of=len(names))  # fmt: skip
    return end * share, kept


def fitting(columns: Sequence[Column], room: float) -> list[Column]:
    """The columns with numbers where all have room, else heads drawn together where none is."""
    with_numbers = [
        replace(each, numbers=True) if isinstance(each, Cells) else each for each in columns
    ]
    written = sum(each.table.size for each in with_numbers if isinstance(each, Cells))
    if written <= MOST_NUMBERS and needed(with_numbers) <= room:
        return with_numbers
    if needed(columns) <= room:
        return [*columns]
    slim = [replace(each, box=SLIM) if isinstance(each, Looks) else each for each in columns]
    if needed(slim) <= room:
        return slim
    together = list(in_one_box(columns))
    last = max(i for i, each in enumerate(together) if isinstance(each, Cells))
    while needed(together) > room and len(together) > 4:
        streams = [i for i, each in enumerate(together[:last]) if isinstance(each, Cells)][1:]
        if not streams:
            break
        del together[streams[-1]]
        last -= 1
    return together


def needed(columns: Sequence[Column]) -> float:
    """The room that columns take."""
    return sum(each.wide + GAP for each in columns)


def in_one_box(columns: Sequence[Column]) -> Iterator[Column]:
    """The columns, with neighboring heads as one."""
    heads: list[Looks] = []
    for each in [*columns, None]:
        if isinstance(each, Looks):
            heads.append(each)
            continue
        if heads:
            name = heads[0].title if len(heads) == 1 else f"{len(heads)} heads"
            yield Looks(name, tuple(p for h in heads for p in h.patterns), heads[0].read)
            heads = []
        if each is not None:
            yield each


def rows_shown(count: int, place: int, columns: Sequence[Column]) -> list[int]:
    """All rows, or the one looked at with what it reads, the first, the last, and its neighbors."""
    kept = dict.fromkeys([place, 0, count - 1])
    patterns = [p for each in columns if isinstance(each, Looks) and not each.read
                for p in each.patterns]  # fmt: skip
    kept |= dict.fromkeys(int(np.argmax(pattern[place])) for pattern in patterns)
    around = sorted(range(count), key=lambda i: abs(i - place))
    chosen = [*kept, *(i for i in around if i not in kept)][:MOST_ROWS]
    return sorted(chosen)


def places_of(
    shown: Sequence[int], count: int, top: float
) -> tuple[dict[int, float], list[tuple[float, int]], float]:
    """Where rows are, where some are missing and how many, and where the last ends."""
    rows: dict[int, float] = {}
    gaps = []
    y, before = top, -1
    for i in [*shown, count]:
        if missing := i - before - 1:
            gaps.append((y + SIZE / 2 + 1, missing))
            y += SIZE + 4
        if i < count:
            rows[i] = y + PITCH / 2
            y += PITCH
        before = i
    return rows, gaps, y


def more_rows(y: float, n: int, across: float) -> str:
    """The thin line that stands for rows that are not drawn."""
    words = "1 more row" if n == 1 else f"{n} more rows"
    start = 26 + width_of(words, SMALL) + 6
    line = path(f"M{start:g} {y:g}H{across:g}", stroke_opacity=0.3, stroke_dasharray="2 3")
    return write(26, y + 4, words, font_size=SMALL, opacity=0.8) + line


def band(y: float, across: float) -> str:
    """What marks the row looked at."""
    return element("rect", y=y - PITCH / 2, width=across, height=PITCH, rx=5, fill="currentColor",
                   fill_opacity=0.08)  # fmt: skip


def height_of_head(column: Column) -> float:
    """How much room the names above a column take."""
    if isinstance(column, Looks):
        return min(LONGEST, width_of(column.title, SMALL)) + 4
    return 14 if isinstance(column, Cells) and (column.heads or column.parts) else 0


def drawn(column: Column, rows: Rows, place: int, top: float) -> str:
    """A column at the left edge."""
    if isinstance(column, Looks):
        return drawn_looks(column, rows, place, top)
    if isinstance(column, Says):
        return drawn_says(column, rows, place, top)
    head = write(0, top - 20, cut(column.title, column.wide + GAP, SMALL), font_size=SMALL,
                 font_weight="bold")  # fmt: skip
    return head + part_names(column, top) + drawn_cells(column, rows)


def part_names(column: Cells, top: float) -> str:
    """The names above the columns of a table, where there is room."""
    across = column.wide / column.table.shape[1]
    groups = [(part.name, part.start, part.size) for part in column.parts]
    if column.numbers and column.heads:
        groups = [(name, j, 1) for j, name in enumerate(column.heads)]
    return "".join(
        write((at + size / 2) * across, top - 5, cut(name, max(12, size * across - 3), SMALL),
              text_anchor="middle", font_size=SMALL)
        for name, at, size in groups
        if len(name) == 1 or min(width_of(name, SMALL), 24) <= size * across - 3
    )  # fmt: skip


def drawn_cells(column: Cells, rows: Rows) -> str:
    """Cells in shades of the largest of their part; what is negative is smaller and orange."""
    table = column.table[[*rows]]
    if column.heads and not column.numbers:
        table = table - table.min(axis=1, keepdims=True)
    scale = scale_of(table, column.parts)
    across = column.wide / table.shape[1]
    paths: dict[tuple[bool, int], str] = defaultdict(str)
    for (row, j), value in np.ndenumerate(table):
        share = float(value / scale[j])
        level = int(np.ceil(min(1.0, abs(share)) * LEVELS - 0.1)) if np.isfinite(share) else 0
        if level > 0:
            y = [*rows.values()][row]
            inset = 0.0 if share > 0 or column.numbers else 0.15
            w, h = across * (1 - 2 * inset) - 0.6, TALL * (1 - 2 * inset)
            d = f"M{(j + inset) * across:.4g} {y - h / 2:.4g}h{w:.3g}v{h:g}h{-w:.3g}z"
            paths[share > 0, level] += d
    most = 0.55 if column.numbers else 1
    ink = "".join(
        element("path", d=d, fill=POSITION if more else TOKEN, fill_opacity=most * level / LEVELS)
        for (more, level), d in sorted(paths.items())
    )
    if column.numbers:
        ink += numbers_in(table, across, [*rows.values()])
    return ink


def numbers_in(table: Array, across: float, ys: Sequence[float]) -> str:
    """The numbers of a table, each in the middle of its cell."""
    inside = "".join(
        element("text", short(float(value)), x=round((j + 0.5) * across, 1), y=ys[row] + 4)
        for (row, j), value in np.ndenumerate(table)
    )
    return element("g", inside, fill="currentColor", font_size=SMALL, text_anchor="middle")


def short(x: float) -> str:
    """A number in at most four digits, such as 1.41, 12.4 or 3e5; 0 for what rounds to it."""
    size = abs(x)
    if not np.isfinite(x):
        return "NaN" if np.isnan(x) else f"{x:g}".replace("-", MINUS)
    if size < 0.005:
        return "0"
    digits = 0 if size >= 99.95 else 1 if size >= 9.995 else 2
    text = (
        f"{size:.0e}".replace("e+0", "e").replace("e+", "e")
        if size >= 9999.5
        else f"{size:.{digits}f}"
    )
    return (MINUS if x < 0 else "") + text


def scale_of(table: Array, parts: Sequence[Subspace]) -> Array:
    """The largest number of each part, by which shades are, or of each column without a name."""
    largest = np.where(np.isfinite(table), np.abs(table), 0).max(axis=0)
    scale = np.where(largest > 0, largest, 1.0)
    for part in parts:
        own = slice(part.start, part.start + part.size)
        scale[own] = largest[own].max() or 1.0
    return scale


def drawn_looks(looks: Looks, rows: Rows, place: int, top: float) -> str:
    """A box of heads: an arc from each row read to the row that reads, as wide as the weight."""
    end, wide = max(rows.values()) + PITCH / 2, looks.wide
    name = cut(looks.title, LONGEST, SMALL)
    turned = f"translate({wide - looks.box / 2 + 4:g} {top - 6:g}) rotate(-90)"
    ink = write(0, 0, name, font_size=SMALL, transform=turned)
    ink += element("rect", y=top, width=wide, height=end - top, rx=4, fill="none",
                   stroke="currentColor", stroke_opacity=0.3)  # fmt: skip
    sources, start = dict(rows), 0.0
    if looks.read:
        start = wide - looks.box
        each = (end - top) / len(looks.read)
        sources = {i: top + (i + 0.5) * each for i in range(len(looks.read))}
        ink += "".join(
            write(start, y + 4, looks.read[i], text_anchor="end", font_size=min(SMALL, each))
            for i, y in sources.items()
        )
    return ink + arcs(looks.patterns, rows, sources, place, (start, wide))


def arcs(
    patterns: Sequence[Array], rows: Rows, sources: Rows, place: int, span: tuple[float, float]
) -> str:
    """The arcs of all heads: those of the row looked at in blue, the hard ones of others thin."""
    (start, end), thin = span, ""
    strong: dict[int, str] = defaultdict(str)
    bend = 0.55 * (end - start)
    for i, y in rows.items():
        for j, at in sources.items():
            d = f"M{start:g} {at:g}C{start + bend:g} {at:g} {end - bend:g} {y:g} {end:g} {y:g}"
            for pattern in patterns:
                weight = float(pattern[i, j]) if i < len(pattern) and j < pattern.shape[1] else 0
                if i == place and weight > SEEN:
                    strong[round(1 + 4 * weight)] += d
                elif i != place and weight > HARD:
                    thin += d
    ink = path(thin, stroke_opacity=0.3) if thin else ""
    return ink + "".join(
        path(d, POSITION, stroke_width=width, stroke_opacity=0.9) for width, d in strong.items()
    )


def drawn_says(says: Says, rows: Rows, place: int, top: float) -> str:
    """What each row says: the program's own words in green."""
    ink = write(0, top - 20, says.title, font_size=SMALL, font_weight="bold")
    for i, y in rows.items():
        asked = i >= says.told - 1
        ink += element(
            "text", escape(says.names[i]), x=0, y=y + 4.5, fill=RESULT if asked else "currentColor",
            font_weight="bold" if asked else None, opacity=None if asked else 0.6,
        )  # fmt: skip
    return ink


# What a run is made of


def columns_of(
    model: Transformer, run: Trace, parts: Sequence[Subspace], read: Sequence[str] = ()
) -> list[Column]:
    """The columns of a run of a stack of layers, without logits and what is said."""
    named = tuple(parts)
    out: list[Column] = [Cells("embed", run.stream["embedding"], named)]
    before = run.stream["embedding"]
    for number, layer in enumerate(model.layers):
        for heads, patterns, what, source in (
            (layer.heads, run.patterns, "attention", ()),
            (layer.cross, run.cross_patterns, "cross", tuple(read)),
        ):
            if heads and number in patterns:
                out += looks_of(heads, patterns[number], number, source)
            after = run.stream.get(f"{what} {number}")
            if heads and after is not None and not np.array_equal(after, before):
                out.append(Cells("after", after, named))
                before = after
        after = run.stream.get(f"mlp {number}")
        if after is not None and not np.array_equal(after, before):
            out.append(Cells(f"MLP {number}", after, named))
            before = after
    return out


def looks_of(
    heads: Sequence[Head], patterns: Array, number: int, read: tuple[str, ...]
) -> Iterator[Looks]:
    """A box for each head of a layer."""
    for h, head in enumerate(heads):
        yield Looks(head.name or f"head {h} of layer {number}", (patterns[h],), read)


def last_columns(run: Trace, names: Sequence[str], told: int) -> list[Column]:
    """The logits, where they are few, and what is said."""
    said = tuple(names[int(greedy(row))] for row in run.logits)
    few = run.logits.shape[1] * TILE <= MOST
    logits = [Cells("logits", run.logits, heads=tuple(names))] if few else []
    return [*logits, Says(said, told)]
