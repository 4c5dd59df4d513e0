"""A machine in symbols as it stands on paper, with every step done.

Positions are columns, each part of the stream a row of what it holds, decoded; what plays a part in
the answer is joined by threads. As in taotp/page/machine/lanes/picture.js.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from taotp.figures.lanes.curves import curve, drawn, rounded
from taotp.figures.lanes.layout import (
    BAR,
    BELOW_TEXT,
    CORNER,
    LABEL,
    LINE,
    RULE,
    SCORES,
    SMALL,
    TAG,
    Columns,
    R,
    Row,
    columns_of,
    row_of,
    rows_of,
    wrapped,
)
from taotp.figures.lanes.pairs import arcs, match, pairs
from taotp.figures.lanes.seats import SIDE, Seats, seat_name, side_of, width_of_cell
from taotp.figures.pictures import RESULT
from taotp.figures.strokes import SIZE, WIDE, Block, element, path, write
from taotp.interp.lanes import Cell, LaneHead, Lanes, Thread, written
from taotp.interp.lanes.causes import LOOKED, TEXT
from taotp.interp.lanes.sentences import MOSTLY
from taotp.interp.lanes.stories import drawn_of, threads_to
from taotp_core.arrays import Array

STORY = 18  # from line to line
BAR_WIDE = 17.0
DOWN = 9.0  # from the middle of a circle to where a thread begins
TIP = 5.0  # of an arrow, as long as half of it is wide
NUMBERS = "position"  # what the numbers below the text are


def story(text: str) -> Block:
    """A story in lines."""
    lines = wrapped(text, WIDE, 9)
    ink = "".join(write(0, SIZE + i * STORY, line) for i, line in enumerate(lines))
    return STORY * len(lines), ink


def lanes(
    seen: Lanes,
    at: int,
    upto: float = np.inf,
    hues: dict[str, str] | None = None,
    told: Sequence[Thread] = (),
) -> Block:
    """What plays a part in what is said at a position of a machine in symbols.

    What is `written` later than `upto` is faint, as it is not done yet. `hues` are the colors that
    meanings have already, to which those of others are added. What is `told` beside the picture is
    drawn where it has a row, whether it plays a part or not.
    """
    found = drawn_of(seen, seen.causes(at))
    rows = rows_of(seen, found)
    known = {(thread.source, thread.to) for thread in found.threads}
    own = {(row.name, row.stack) for row in rows}
    more = [each for each in told if (each.source, each.to) not in known
            and (each.to.lane, each.to.stack) in own]  # fmt: skip
    found = replace(found, threads=[*found.threads, *more])
    placed = {
        stack: columns_of(rows, found, stack, at if not stack else len(seen.read) - 1, WIDE - LABEL)
        for stack in {row.stack for row in rows}
    }
    picture = Drawing(seen, found, at, rows, placed, {} if hues is None else hues, upto)
    high, across = rows[-1].y + rows[-1].tall + 6, max(each.end for each in placed.values())
    share = WIDE / across if across > WIDE + 1 else 1.0
    ink = element("g", "".join(picture.parts()),
                  transform=f"scale({share:.3g})" if share < 1 else None,
                  data_rows=len(placed[""].places), data_of=len(seen.tokens))  # fmt: skip
    return high * share, ink


def columns(seen: Lanes, at: int) -> Columns:
    """Where the columns of the text are in such a picture."""
    found = drawn_of(seen, seen.causes(at))
    return columns_of(rows_of(seen, found), found, "", at, WIDE - LABEL)


@dataclass
class Drawing(Seats):
    """A picture of lanes in its parts."""

    def parts(self) -> Iterator[str]:
        """From the back to the front."""
        yield self.band()
        yield from self.bars()
        yield from self.stem()
        yield from self.threads()
        yield from (self.faint(ink, late) for ink, late in pairs(self))
        yield from arcs(self)
        yield from self.cells()
        for x, y, text, later, passed in self.rules:
            rule = write(x, y, text, text_anchor="middle", font_size=SMALL,
                         font_weight=None if passed else "bold",
                         opacity=0.65 if passed else None)  # fmt: skip
            yield self.faint(rule, later)
        yield from self.names()
        yield match(self)

    def band(self) -> str:
        """What marks the position that is looked at."""
        own = [row for row in self.rows if not row.stack]
        start, end = self.columns[""].places[self.at]
        return element("rect", x=start, y=own[0].y - 2, width=end - start, rx=7,
                       height=own[-1].y + own[-1].tall - own[0].y + 6,
                       fill="currentColor", fill_opacity=0.07)  # fmt: skip

    def names(self) -> Iterator[str]:
        """The names of rows, with what heads do below them, and how many columns are left out."""
        for row in self.rows:
            lines = [*row.called, *row.noted]
            top = row.middle + 4 - LINE / 2 * (len(lines) - 1)
            for i, line in enumerate(lines):
                own = i < len(row.called)
                yield write(LABEL - 12, top + LINE * i, line, text_anchor="end",
                            font_weight="bold" if own else None, opacity=None if own else 0.75,
                            font_size=SIZE if own else SMALL)  # fmt: skip
            if row.name == TEXT:
                yield write(LABEL - 12, row.middle + R + 13, NUMBERS, text_anchor="end",
                            font_size=SMALL, opacity=0.75)  # fmt: skip
            for x, n in self.columns[row.stack].folds if row.name == TEXT else ():
                yield write(x, row.middle + 4, "\u22ef", text_anchor="middle", opacity=0.75)
                yield write(x, row.middle + R + 13, f"{n} more", text_anchor="middle",
                            font_size=SMALL, opacity=0.75)  # fmt: skip

    def cells(self) -> Iterator[str]:
        """Symbols in circles, and tags in boxes; what plays no part is faint."""
        for row, p, lines in self.drawn_cells():
            yield self.faint("".join(self.cell(row, p, lines)), self.is_later(row))

    def cell(self, row: Row, p: int, lines: Sequence[str]) -> Iterator[str]:
        """What is drawn of a cell."""
        x, y, matters = self.columns[row.stack].middle(p), row.middle, p in row.matters
        answer, ahead = row.name == "answer", p > self.at and not row.stack
        by_place = self.found.by_place and (row.name, row.stack, p) == (TEXT, "", self.at)
        matters = matters and not by_place
        color = RESULT if answer else self.hue(row.values[p]) if matters else "currentColor"
        if matters or row.name != TEXT:
            yield element("path", d=outline(row, x, p), stroke=color,
                          stroke_width=2.5 if answer else 2 if matters else 1,
                          stroke_opacity=None if matters else 0.25, fill=color,
                          fill_opacity=0.16 if matters else 0)  # fmt: skip
        top = y + 5 - (len(lines) - 1) / 2 * TAG
        for i, line in enumerate(lines):
            yield write(x, top + i * TAG, line, text_anchor="middle", font_weight="bold",
                        opacity=None if matters else 0.3 if ahead else 0.55,
                        font_size=row.size,
                        data_cell=seat_name(Cell(row.name, p, row.stack)))  # fmt: skip
        if row.name == TEXT:
            yield write(x, y + R + 13, str(p), text_anchor="middle",
                        font_size=SIZE if by_place else SMALL,
                        font_weight="bold" if by_place else None,
                        opacity=None if by_place else 0.35 if ahead else 0.75)  # fmt: skip

    def bars(self) -> Iterator[str]:
        """The scores of a head that looks for the best of all: a bar each, the best filled."""
        for row in self.rows:
            if row.name != SCORES or not row.ranked:
                continue
            for p, share in ranking(row.ranked, self.at).items():
                if p in self.columns[row.stack].places:
                    tall, best = 5 + share * (BAR - 16), row.ranked.source[self.at] == p
                    bar = element("rect", x=self.columns[row.stack].middle(p) - BAR_WIDE / 2,
                                  width=BAR_WIDE, rx=2,
                                  y=row.y + row.tall - 6 - tall, height=tall,
                                  fill=RESULT if best else "currentColor",
                                  fill_opacity=0.9 if best else 0.25)  # fmt: skip
                    yield self.faint(bar, self.is_later(row))

    def threads(self) -> Iterator[str]:
        """What heads brought, as wide as their weights."""
        for thread in self.found.threads:
            a, b = self.seat(thread.source), self.seat(thread.to)
            most = max(x.weight for x in self.found.threads if x.to == thread.to)
            if a and b and a != b and thread.weight > LOOKED * most:
                yield self.faint(self.thread(thread, *a, *b), written(thread.head) > self.upto)

    def thread(self, of: Thread, above: Row, x: float, below: Row, to: float) -> str:
        """One thread, through the bar of what it was chosen by."""
        at, start, under = self.beginning(of, above, x)
        end = below.middle - below.half(of.to.at)
        bend = max(14.0, min(40.0, (end - under) / 2))
        through = next((row for row in reversed(self.rows) if row.ranked is of.head), None)
        if through and of.source.stack == through.stack:
            foot = through.y + through.tall - 4
            curves = [curve((at, start), (at, foot)),
                      curve((at, foot), (at, end - 8), (to, foot), (to, end))]  # fmt: skip
        else:
            turn = curve((at, under), (at, under + bend), (to, end - bend), (to, end))
            curves = [curve((at, start), (at, under)), turn] if start < under else [turn]
            if not self.is_next(of):
                curves = self.around_cells(of, above, x, below, to)
        d = drawn(curves, self.hides)
        mixed = of.source.lane == TEXT and of.head.weight[of.to.at] <= MOSTLY
        carried = of.source if mixed else of.to  # of a mixture each has its own color
        ink = path(d, self.hue_of(carried), stroke_width=round(1 + 2.5 * of.weight, 2),
                   stroke_linecap="round", opacity=0.85,
                   data_from=seat_name(of.source), data_to=seat_name(of.to))  # fmt: skip
        return ink + tip(to, end, self.hue_of(carried))

    def beginning(self, of: Thread, above: Row, x: float) -> tuple[float, float, float]:
        """Where a thread leaves its cell, and how far down it goes before it turns.

        A circle of the text is left at its side, beside the number of the position.
        """
        side, under = side_of(of), above.middle + above.half(of.source.at)
        if above.name == TEXT and not side:
            side = 1
        under += 18 if above.name == TEXT else RULE * (of.source in self.found.chosen)
        return x + side * SIDE, above.middle + DOWN if side else under, under

    def is_next(self, of: Thread) -> bool:
        """Whether no row lies between the cells of a thread."""
        a, b = self.seat(of.source), self.seat(of.to)
        return bool(a and b and self.rows.index(b[0]) <= self.rows.index(a[0]) + 1)

    def around_cells(self, of: Thread, above: Row, x: float, below: Row, to: float) -> list[Array]:
        """A way between rows and columns, for what goes past other rows."""
        side = 2 + self.found.threads.index(of) % 3 * 2.5  # no two lie on each other
        first, last = self.columns[above.stack].places[of.source.at]
        aisle = (first if of.to.at < of.source.at else last) - 4 + side
        under = BELOW_TEXT + 2 if above.name == TEXT else 0.0  # the numbers of positions
        under += RULE * above.ruled
        high, low = above.y + above.tall + under + side, below.y - 1 - 0.8 * side
        x, start, _ = self.beginning(of, above, x)
        end = below.middle - below.half(of.to.at)
        return rounded((x, start), (x, high), (aisle, high), (aisle, low), (to, low), (to, end))

    def stem(self) -> Iterator[str]:
        """From what the answer is made of, at its own position, down to the answer."""
        seats = [self.seat(where) for where in (Cell("answer", self.at), *self.found.said)]
        own = [seat for seat in seats if seat]
        if not own or own[0][0].name != "answer":
            return
        (answer, x), *above = own
        away = threads_to(self.found, self.at, away=True)
        stays = row_of(self.rows, Cell(TEXT, self.at), None) if away else None
        by = [
            row for row in self.rows
            if (row, x) in above and row is not answer
            and (row is stays or (row.lane and row.lane.by == "head"))
        ]  # fmt: skip
        total = next((row for row, _ in above if row.lane and row.lane.by == "sum"), None)
        if len(by) > 1:
            yield self.faint(
                gathered(total or answer, by, x, self.at), self.is_later(total or answer)
            )
            if total is None:
                return
            above = [seat for seat in above if seat[0] is total]
        tops = [row.middle + row.half(self.at) + (4 if row.name == TEXT else 0)
                for row, _ in above if row is not answer]  # fmt: skip
        end = answer.middle - answer.half(self.at)
        if tops and min(tops) < end:
            d = drawn([curve((x, min(tops)), (x, end))], self.hides)
            stem = path(d, RESULT, stroke_width=2.5, opacity=0.6)
            yield self.faint(stem + tip(x, end, RESULT), self.is_later(answer))


def gathered(whole: Row, rows: Sequence[Row], x: float, at: int) -> str:
    """From cells side by side to the answer, or to their sum: what they hold is taken together."""
    ends = {row: x + width_of_cell(row, at) / 2 for row in (*rows, whole)}
    side, end = max(ends.values()) + 8, ends[whole]
    d = "".join(f"M{ends[row]:.4g} {row.middle:.4g}H{side:.4g}V{whole.middle:.4g}H{end:.4g}"
                for row in rows)  # fmt: skip
    near, y = end + TIP, whole.middle
    d += f"M{near:.4g} {y - TIP:.4g}L{end:.4g} {y:.4g}L{near:.4g} {y + TIP:.4g}"
    return path(d, RESULT, stroke_width=2.5, opacity=0.6)


def tip(x: float, y: float, color: str) -> str:
    """The head of an arrow that points down at a cell."""
    d = f"M{x - TIP:.4g} {y - TIP:.4g}L{x:.4g} {y:.4g}L{x + TIP:.4g} {y - TIP:.4g}"
    return path(d, color, stroke_width=2, stroke_linecap="round", stroke_linejoin="round")


def ranking(head: LaneHead, at: int) -> dict[int, float]:
    """The scores of the positions that a head sees from one: from 0, the least, to 1, the best."""
    row = head.question.scores[at]
    seen = {int(p): float(row[p]) for p in np.flatnonzero(np.isfinite(row))}
    least, span = min(seen.values()), max(seen.values()) - min(seen.values())
    return {p: (x - least) / span if span > 0 else 1.0 for p, x in seen.items()}


def outline(row: Row, x: float, p: int) -> str:
    """The line around a cell, from its upper left: half circles at its ends, or round corners."""
    half, wide = row.half(p), width_of_cell(row, p)
    r = CORNER if row.tags else R
    across, down = wide - 2 * r, 2 * half - 2 * r
    turns = ((r, r), (-r, r), (-r, -r), (r, -r))
    sides = (f"h{across:.4g}", f"v{down:.4g}", f"h{-across:.4g}", f"v{-down:.4g}")
    d = "".join(f"{side}a{r} {r} 0 0 1 {dx} {dy}"
                for side, (dx, dy) in zip(sides, turns, strict=True))  # fmt: skip
    return f"M{x - wide / 2 + r:.4g} {row.middle - half:.4g}{d}z"
