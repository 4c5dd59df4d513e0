"""Where things stand in a picture of lanes: rows from the text to the answer, and columns.

As in taotp/page/machine/lanes/picture.js; here nobody scrolls, so columns that play no part fold.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from taotp.figures.strokes import BOLD, SIZE, WIDE, cut, width_of
from taotp.interp.lanes import Causes, Cell, Lane, LaneHead, Lanes, Pair
from taotp.interp.lanes.causes import TEXT
from taotp.interp.lanes.codebooks import Meaning
from taotp.interp.lanes.lane import By
from taotp.interp.lanes.picture import cell
from taotp.interp.lanes.sentences import MOSTLY, lead
from taotp.interp.lanes.stories import count_of, made_of, weighed

LABEL = 168  # for the names of rows
TALL, TEXT_TALL, BAR = 36, 42, 62  # how high a lane is, the text with its numbers, and bars
SHARE = 26  # what each bar gets
GAP, BELOW_TEXT, MATCH = 7, 7, 34  # between rows, and for what is found to be the same
RULE = 14  # of a rule of a choice below a cell, or above a bar
TAG, R = 15, 14  # from tag to tag, and half of a symbol
CORNER = 6  # of a box
LINE = 14  # from line to line of names
SMALL = 12  # letters of tags, numbers and notes
LEAST, AIR, WIDEST = 34, 30, 212  # how wide a column is, what it may have more, and at most
MARGIN = 18  # of a text in its column
FOLD = 44  # of columns that are left out
MORE = WIDE * (SIZE / 11 - 1)  # room by which a picture is made smaller, down to letters of 11
TAGS_DRAWN = 3
THOUSANDS = ("", "thousand", "million", "billion", "trillion")
ORDER = ("first", "latest", "before", "after")  # which say nothing alone
CHECKED = "\u2713 checked, and right"
AMOUNT = re.compile(r"^not | -?[\d.]+$")  # of a tag that is written with how much of it there is
SCORES = "score of each"  # a row of bars
SHARES = "attention (softmax)"  # a row of what the softmax makes of them
RULES = {
    "smallest": "the smaller, the taller",
    "largest": "the larger, the taller",
    "next larger": "nearest above is tallest",
}
LARGE = 1e9  # numbers, from which on their size alone is written


@dataclass(frozen=True, eq=False)
class Row:
    """A row of the picture: what it holds at each position, where, and what its name is.

    `label` is the name that is seen. `ranked` is the head whose scores are bars in it. `matters`
    are the positions that play a part. `texts` stand in cells for what they hold.
    """

    name: str
    label: str
    stack: str
    note: str
    values: Sequence[Meaning]
    matters: frozenset[int]
    tall: float
    lane: Lane | None = None
    ranked: LaneHead | None = None
    texts: Sequence[Sequence[str]] = ()
    ends: frozenset[int] = frozenset()  # where nothing that is typed stands
    of_few: bool = False  # whether only cells that play a part are drawn: others tell nothing
    ruled: bool = False  # whether rules of choices stand below its cells
    y: float = 0.0

    @property
    def tags(self) -> bool:
        """Whether cells are boxes of tags."""
        return self.lane is not None and self.lane.kind == "tags"

    @property
    def middle(self) -> float:
        """How far down its cells have their middles."""
        return self.y + self.tall / 2

    @property
    def called(self) -> list[str]:
        """Its name in lines."""
        return wrapped(self.label, (LABEL - 14) / BOLD, 2)

    @property
    def noted(self) -> list[str]:
        """What its head does, in lines."""
        return wrapped(self.note, LABEL - 14, 3 - len(self.called), SMALL)

    @property
    def size(self) -> int:
        """Of its letters."""
        return SMALL if self.tags else SIZE

    def lines(self, p: int) -> list[str]:
        """What is written in the cell of a position, nothing where there is no cell."""
        few = self.of_few or self.name == "answer" or p in self.ends
        if self.ranked or few and p not in self.matters:
            return []
        return [
            shortened(line, (WIDEST - MARGIN) / BOLD, self.size)
            for line in (self.texts[p] if self.texts else lines_of(self.values[p]))
        ]

    def half(self, p: int) -> float:
        """Half of the height of a cell."""
        return (len(self.lines(p)) * TAG + 6) / 2 if self.tags else R


@dataclass(frozen=True)
class Columns:
    """Where the columns of a stack begin and end, and where some are left out, and how many."""

    places: dict[int, tuple[float, float]] = field(default_factory=dict)
    folds: list[tuple[float, int]] = field(default_factory=list)  # their middles
    end: float = 0.0

    def middle(self, p: int) -> float:
        """How far to the right the middle of a column is."""
        return sum(self.places[p]) / 2


def shortened(text: str, room: float, size: float = SIZE) -> str:
    """The text, or its first words with an ellipsis; a first word that is too long is cut."""
    words = text.split(" ")
    for n in range(len(words), 0, -1):
        some = " ".join(words[:n]) + ("" if n == len(words) else "\u2026")
        if width_of(some, size) <= room:
            return some
    return cut(words[0], room, size)


def wrapped(text: str, room: float, most: int, size: float = SIZE) -> list[str]:
    """The text in lines of so many pixels, at most so many, the last of them shortened."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most - 1:
        n = max([1, *(k for k in range(1, len(words) + 1)
                      if width_of(" ".join(words[:k]), size) <= room)])  # fmt: skip
        lines.append(shortened(" ".join(words[:n]), room, size))
        words = words[n:]
    return [*lines, shortened(" ".join(words), room, size)] if words else lines


def lines_of(value: Meaning, first: Iterable[str] = ()) -> list[str]:
    """The lines of a cell: its text, or a tag a line, where some play a part those alone."""
    if value is None:
        return []
    if isinstance(value, float | int) and abs(value) >= LARGE:
        return [f"{value:.3g}".replace("e+0", "e").replace("e+", "e")]
    if not isinstance(value, tuple):
        return [f"{value:.10g}" if isinstance(value, float) else cell(value)]
    order = [*first]
    plain = {tag: AMOUNT.sub("", str(tag)) for tag in value}
    rank = {tag: order.index(x) if x in order else len(order) for tag, x in plain.items()}
    tags = sorted(map(str, value), key=rank.__getitem__)
    some = min(TAGS_DRAWN, sum(x in order for x in plain.values()) or TAGS_DRAWN)
    more = len(tags) - some
    return tags if more <= 1 else [*tags[:some], f"{more} more"]


def rows_of(seen: Lanes, found: Causes) -> list[Row]:
    """The rows from top to bottom: the text, lanes that play a part, bars, the answer."""
    y, rows, at = 12.0, [], next(iter(found.cells)).at
    by = {(lane.name, lane.stack): lane.by for lane in seen.lanes}
    for stack in ("encoder", "") if seen.read else ("",):
        y += MATCH if not stack and (found.match or arcs_of(found)) else 0
        own = [*rows_of_stack(seen, found, stack, at)]
        above = any((x.lane, x.stack) == (TEXT, stack) for x in found.chosen)
        y += RULE if above and y <= 2 * RULE else 0
        ruled = [
            row_of(own, x, by.get((x.lane, x.stack)))
            for x in found.chosen
            if x.stack == stack and x.lane != TEXT
        ]
        for row in own:
            tall = max(row.tall, LINE * (len(row.called) + len(row.noted)))
            rows.append(replace(row, y=y, tall=tall, ruled=row in ruled))
            y += tall + GAP + (BELOW_TEXT if row.name == TEXT else 0) + RULE * (row in ruled)
    return rows


def arcs_of(found: Causes) -> list[Pair]:
    """The pairs of the text itself, which are drawn as arcs above it; a match is drawn as such."""
    return [
        pair for pair in found.pairs
        if pair.asks.lane == pair.answers.lane == TEXT
        and not (pair.asks.stack or pair.answers.stack or pair.asks == pair.answers)
        and not (found.match and pair.how == "same")
    ]  # fmt: skip


def rows_of_stack(seen: Lanes, found: Causes, stack: str, at: int) -> Iterator[Row]:
    """The rows of one stack, still without their places."""
    tokens = seen.read if stack else seen.tokens
    label = ("what is read" if stack else "what is said") if seen.read else TEXT
    yield Row(TEXT, label, stack, "", tokens, matters_of(found, TEXT, stack), TEXT_TALL)
    typed = {seen.symbols[i] for i in seen.typed}
    read = seen.read if stack else ()
    ends = frozenset(p for p, symbol in enumerate(read) if symbol not in typed)
    for lane in in_reading(seen, found, stack):
        for head in found.ranked:
            if head.stack == stack and not head.cross and lane in [x.lane for x in head.carried]:
                bars = Row(SCORES, SCORES, stack, rule_of(head), (), frozenset(), BAR + RULE,
                           ranked=head)  # fmt: skip
                yield bars
                yield replace(bars, name=SHARES, label=SHARES, tall=SHARE,
                              note=lead(seen, head, at))  # fmt: skip
        matters = matters_of(found, lane.name, stack)
        checked = any((x.lane, x.stack) == (lane.name, stack) for x in found.checked)
        holds = checked or any(
            lane.values[p] is not None or total_at(seen, lane, p) is not None for p in matters
        )
        if holds and not repeats(seen, found, lane):
            note = CHECKED if checked else note_of(seen, lane, at)
            note = made_of(seen, at, found) if lane.by == "answer" else note
            texts, few = texts_of(seen, found, lane), is_of_few(seen, lane, matters)
            row = Row(lane.name, lane.name, stack, note, lane.values, matters, TALL,
                      lane, texts=texts, of_few=few, ends=ends)  # fmt: skip
            most = max([1, *(len(row.lines(p)) for p in matters)])
            yield replace(row, tall=most * TAG + 10) if row.tags else row


def in_reading(seen: Lanes, found: Causes, stack: str) -> Iterator[Lane]:
    """The lanes of a stack from top to bottom, as they are written.

    Of what heads bring to the answer together, what stands nearest is first: so no thread crosses
    another.
    """
    far: dict[str, int] = {}
    for x in sorted(found.threads, key=lambda x: x.weight):
        if x.to in found.said and x.to.stack == stack and x.head.stack == stack:
            far[x.to.lane] = abs(x.source.at - x.to.at)
    lanes = [lane for lane in seen.lanes if lane.stack == stack]
    own = [lane for lane in lanes if lane.by == "head" and lane.name in far]
    sorted_own = iter(sorted(own, key=lambda x: (x.layer, far[x.name])))
    yield from (next(sorted_own) if lane in own else lane for lane in lanes)


def rule_of(head: LaneHead) -> str:
    """What the bars of a head say."""
    relations = head.relations or ()
    told = RULES.get(relations[0].how) if len(relations) == 1 else None
    return told or f"tallest: {', '.join(map(str, relations))}"


def texts_of(seen: Lanes, found: Causes, lane: Lane) -> list[list[str]]:
    """What stands in the cells of a lane; of a head that counts, how many it found of how many."""
    head = seen.head_of(lane)
    texts = []
    away = is_away(seen, lane)
    for p, value in enumerate(lane.shown):
        some = count_of(seen, head, p) if head and value is not None else None
        first = found.tags.get(Cell(lane.name, p, lane.stack), ())
        total = total_at(seen, lane, p)
        value = value if total is None else total
        lines = lines_of(value, first) if some is None else ["{} of {}".format(*some)]
        texts.append([f"\u2212{line}" for line in lines] if away else lines)
    return texts


def total_at(seen: Lanes, lane: Lane, p: int) -> float | None:
    """What a head adds up at a position for a lane that would show it as a symbol."""
    head = seen.head_of(lane)
    total = weighed(seen, head, p) if head and lane.kind == "symbol" and not lane.stack else None
    return total[1] if total else None


def is_away(seen: Lanes, lane: Lane) -> bool:
    """Whether a head takes away what a lane holds."""
    head = seen.head_of(lane)
    return any(x.lane is lane and x.verb == "takes away" for x in (head.carried if head else ()))


def matters_of(found: Causes, name: str, stack: str) -> frozenset[int]:
    """The positions of a lane that play a part."""
    return frozenset(x.at for x in found.cells if (x.lane, x.stack) == (name, stack))


def repeats(seen: Lanes, found: Causes, lane: Lane) -> bool:
    """Whether a lane only repeats the text above it, or the answer where that is said."""
    if lane.by == "token":
        return [*map(str, lane.values)] == [*map(str, seen.read if lane.stack else seen.tokens)]
    if lane.by == "sum" and is_sum_of_one(seen, found, lane):
        return True
    answer = seen.lanes[-1]
    said = matters_of(found, answer.name, "")
    head = seen.head_of(lane)
    return (
        lane is not answer
        and not (head and any(weighed(seen, head, at) for at in said))
        and not lane.stack
        and matters_of(found, lane.name, "") == said
        and all(cell(lane.shown[at]) == cell(answer.values[at]) for at in said)
    )


def is_sum_of_one(seen: Lanes, found: Causes, lane: Lane) -> bool:
    """Whether where a sum plays a part, it looks as one of what is added."""
    matters = matters_of(found, lane.name, lane.stack)
    return any(
        (x.part, x.stack, x.by) == (lane.part, lane.stack, "head") and x.unit == lane.unit
        and matters <= matters_of(found, x.name, x.stack)
        and all(x.shown[p] == lane.shown[p] for p in matters)
        for x in seen.lanes[: seen.lanes.index(lane)]
    )  # fmt: skip


def is_of_few(seen: Lanes, lane: Lane, matters: Iterable[int]) -> bool:
    """Whether a cell of a lane tells a reader something only where it plays a part.

    So do symbols that a head mixed of several: each is what its mixture is nearest to.
    """
    head = seen.head_of(lane)
    mixed = lane.kind == "symbol" and head and any(head.weight[p] <= MOSTLY for p in matters)
    return bool(mixed) or is_away(seen, lane) or lane.kind in ("tags", "number")


def note_of(seen: Lanes, lane: Lane, at: int) -> str:
    """How a lane came about, in a few words; a sum with what is added at a position."""
    head = seen.head_of(lane)
    if head and not lane.stack and (total := weighed(seen, head, at)):
        return total[0]
    told = words_of(head) if head and head.name == lane.name else [head.name] if head else []
    return ", ".join([*told, *([in_words(lane.unit)] if is_named(lane) else [])])


def is_named(lane: Lane) -> bool:
    """Whether the unit of large numbers is said: whole ones are read as what they mean."""
    return lane.unit > 1 and any(isinstance(x, float) and x % 1 for x in lane.shown)


def in_words(unit: float) -> str:
    """A power of ten in words, as digits where nobody has a word for it.

    >>> in_words(1e6), in_words(1e10), in_words(1e23)
    ('1 million times louder', '10 billion times louder', '\u00d7 1e23')
    """
    thousands, tens = divmod(round(np.log10(unit)), 3)
    if thousands >= len(THOUSANDS):
        return f"\u00d7 {unit:.0e}".replace("e+", "e")
    return f"{10**tens} {THOUSANDS[thousands]} times louder"


def words_of(head: LaneHead) -> list[str]:
    """What a head compares, in words that its name does not say already."""
    words = map(str, head.relations or ())
    return [x for x in words if x not in head.name and x not in ORDER]


def columns_of(rows: Sequence[Row], found: Causes, stack: str, at: int, room: float) -> Columns:
    """The columns of a stack: all where there is room, else those that play a part, and some.

    Those that play a part may take more than there is, as far as letters stay large enough; what is
    then left out is what the search for causes found last.
    """
    needed = widths(rows, stack, room)
    kept = {*range(len(needed))}
    if sum(needed) > room:
        kept = {at}
        for cell in found.cells:
            if cell.stack == stack and total(needed, kept | {cell.at}) <= room + MORE:
                kept.add(cell.at)
        for p in sorted(range(len(needed)), key=lambda p: abs(p - at)):
            if total(needed, kept | {p}) <= room:
                kept.add(p)
    air = max(0.0, min(AIR, (room - total(needed, kept)) / len(kept)))
    made, x, before = Columns(), float(LABEL), -1
    for p in [*sorted(kept), len(needed)]:
        if p - before > 1:
            made.folds.append((x + FOLD / 2, p - before - 1))
            x += FOLD
        if p < len(needed):
            made.places[p] = (x, x + needed[p] + air)
            x += needed[p] + air
        before = p
    return replace(made, end=x)


def widths(rows: Sequence[Row], stack: str, room: float) -> list[float]:
    """How wide the columns of a stack must be: as those of the other, where there is room."""
    by = {
        name: [row for row in rows if row.stack == name and not row.ranked]
        for name in {row.stack for row in rows}
    }
    counts = {name: len(own[0].values) for name, own in by.items()}
    needed = {name: [wide_enough(own, p) for p in range(counts[name])] for name, own in by.items()}
    alike = [max(each[p] for each in needed.values() if p < len(each))
             for p in range(max(counts.values()))]  # fmt: skip
    return alike[: counts[stack]] if sum(alike) <= room else needed[stack]


def total(needed: Sequence[float], kept: set[int]) -> float:
    """The room that some columns take, with that of those that are left out."""
    runs = sum(p not in kept and (p == 0 or p - 1 in kept) for p in range(len(needed)))
    return sum(needed[p] for p in kept) + FOLD * runs


def wide_enough(rows: Sequence[Row], p: int) -> float:
    """How wide a column must be for what stands in it."""
    texts = [(line, row.size) for row in rows for line in row.lines(p)]
    wide = [width_of(line, size) * BOLD + MARGIN for line, size in texts]
    return min(float(WIDEST), max([LEAST, *wide]))


def row_of(rows: Sequence[Row], where: Cell, by: By | None) -> Row | None:
    """The row in which a cell is drawn: for a lane that repeats it, that of the text or answer.

    `by` is who wrote the lane of the cell.
    """
    own = [row for row in rows if row.stack == where.stack]
    named = next((row for row in own if row.name == where.lane), None)
    return named or (own[0] if by == "token" else None if where.stack else rows[-1])
