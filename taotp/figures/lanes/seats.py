"""Where the cells of a picture of lanes are, and in which color each thing is drawn."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from taotp.figures.lanes.layout import CORNER, SHARES, SMALL, Columns, R, Row, row_of
from taotp.figures.pictures import POSITION, TOKEN
from taotp.figures.strokes import BOLD, WIDE, element, width_of
from taotp.interp.lanes import Causes, Cell, LaneHead, Lanes, Thread, written
from taotp.interp.lanes.causes import TEXT
from taotp.interp.lanes.codebooks import Meaning
from taotp.interp.lanes.sentences import choice
from taotp_core.arrays import Array

SIDE = 11.0  # from the middle of a circle to where a thread leaves it
AIR = 4  # between two texts of a line
BESIDE = 50  # of a column in which a share has room beside what is carried
# One for each thing that is carried, none of them that of the answer.
HUES = (POSITION, TOKEN, "#9a5fc0", "#c24d70", "#1a8f9c", "#8f7a12", "#b5519f", "#5d7f99")
FAINT = 0.18
INSIDE = -8.0  # where a rule stands in an empty cell, as half of one


class Rule(NamedTuple):
    """What is said beside a cell or a bar: its middle, its base line, whether it is told later.

    `passed` is said of what was not chosen.
    """

    x: float
    y: float
    text: str
    later: bool
    passed: bool = False


@dataclass
class Seats:
    """What is drawn of lanes, in rows and in the columns of each stack."""

    seen: Lanes
    found: Causes
    at: int
    rows: Sequence[Row]
    columns: dict[str, Columns]
    hues: dict[str, str] = field(default_factory=dict)
    upto: float = np.inf  # what is written later is faint

    def hue(self, value: Meaning) -> str:
        """The color of a meaning: the same wherever it stands."""
        return self.hues.setdefault(str(value), HUES[len(self.hues) % len(HUES)])

    def is_later(self, row: Row) -> bool:
        """Whether a row is not written yet."""
        of = row.lane or row.ranked
        return of is not None and written(of) > self.upto

    def faint(self, ink: str, later: bool) -> str:
        """What is drawn, faint where it is not done yet."""
        return element("g", ink, opacity=FAINT) if later else ink

    def hue_of(self, where: Cell) -> str:
        """The color of what stands in a cell."""
        return self.hue(self.seen.value_at(where))

    def seat(self, where: Cell) -> tuple[Row, float] | None:
        """The row of a cell and its middle; None where it is not drawn."""
        lane = self.seen.lane_at(where)
        row = row_of(self.rows, where, lane.by if lane else None)
        columns = self.columns[where.stack]
        if row is None or where.at not in columns.places or not row.lines(where.at):
            return None
        return row, columns.middle(where.at)

    def drawn_cells(self) -> Iterator[tuple[Row, int, list[str]]]:
        """The cells that are drawn, with what is written in each."""
        for row in self.rows:
            for p in self.columns[row.stack].places if not row.ranked else ():
                if lines := row.lines(p):
                    yield row, p, lines

    @cached_property
    def rules(self) -> Sequence[Rule]:
        """What is said beside cells and bars; one that would run into another is left out."""
        rules: list[Rule] = []
        end = max([float(WIDE), *(each.end for each in self.columns.values())])
        for some in (self.of_bars, self.of_choices, self.of_passed, self.of_checked):
            for rule in some():
                half = width_of(rule.text, SMALL) / 2
                rule = rule._replace(x=min(rule.x, end - half))
                near = (abs(rule.x - x) - width_of(text, SMALL) / 2 - half
                        for x, y, text, *_ in rules if y == rule.y)  # fmt: skip
                if all(apart > AIR for apart in near):
                    rules.append(rule)
        return rules

    def of_bars(self) -> Iterator[Rule]:
        """Above the best bar why it is the best; below each the attention that it gets."""
        for row in self.rows:
            if not row.ranked:
                continue
            columns, later = self.columns[row.stack], self.is_later(row)
            source = row.ranked.source[self.at]
            told = choice(self.seen, row.ranked, self.at)
            if row.name == SHARES:
                seen = np.isfinite(row.ranked.question.scores[self.at])
                for p, share in enumerate(row.ranked.question.weights[self.at]):
                    if p in columns.places and seen[p]:
                        text, x = f"{math.floor(100 * share + 0.5)} %", columns.middle(p)
                        if p == source and np.diff(columns.places[p])[0] > BESIDE:
                            x += self.beside_carried(row.ranked, p, width_of(text, SMALL))
                        yield Rule(x, row.y + 16, text, later, p != source)
            elif told and source in columns.places:
                x = columns.middle(source)
                x += self.beside_carried(row.ranked, source, width_of(told, SMALL))
                yield Rule(x, row.y + 11, told, later)

    def of_choices(self) -> Iterator[Rule]:
        """By which rule heads chose where they look: below the cell, above one of the text."""
        for cell, told in self.found.chosen.items():
            if cell != ruled_by_match(self.found) and (seat := self.seat(cell)):
                row, x = seat
                half = row.half(cell.at)
                line = row.middle + (-half - 5 if row.name == TEXT else half + 12)
                thread = next(x for x in self.found.threads if x.source == cell)
                yield Rule(x, line, told, written(thread.head) > self.upto)

    def of_passed(self) -> Iterator[Rule]:
        """Why a cell was not chosen, which is as the rule says."""
        by = [written(x.head) for x in self.found.threads if x.source in self.found.chosen]
        for cell, told in self.found.passed.items():
            row = row_of(self.rows, cell, None)
            if row and row.name == cell.lane and cell.at in self.columns[cell.stack].places:
                half = row.half(cell.at) if row.lines(cell.at) else INSIDE
                line = row.middle + (-half - 5 if row.name == TEXT else half + 12)
                if row.name == TEXT or row.ruled:
                    x = self.columns[cell.stack].middle(cell.at)
                    yield Rule(x, line, told, min(by) > self.upto, True)

    def of_checked(self) -> Iterator[Rule]:
        """A mark where what is counted might have been found and was not."""
        for cell in self.found.checked:
            for row in self.rows:
                own = (row.name, row.stack) == (cell.lane, cell.stack) and not row.lines(cell.at)
                if own and cell.at in self.columns[cell.stack].places:
                    x = self.columns[cell.stack].middle(cell.at)
                    yield Rule(x, row.middle + 5, "\u2713", self.is_later(row))

    def beside_carried(self, head: LaneHead, source: int, wide: float) -> float:
        """How far from its column words stand beside what a head carries from there.

        To the left of it, or to the right where there is no room.
        """
        sides = [side_of(thread) for thread in self.found.threads
                 if thread.head is head and thread.source.at == source]  # fmt: skip
        side = SIDE * (sides[0] if sides else 0)
        return side - 5 - wide / 2 if source or side > 0 else 5 + wide / 2

    def hides(self, points: Array) -> NDArray[np.bool_]:
        """Which points [n, 2] lie behind a cell, or behind the number of a position."""
        x, y, wide, high, r = self.shapes.T[..., None]
        across = np.maximum(np.abs(points[:, 0] - x) - (wide - r), 0)
        down = np.maximum(np.abs(points[:, 1] - y) - (high - r), 0)
        found: NDArray[np.bool_] = (across**2 + down**2 < (r - 0.5) ** 2).any(0)
        return found

    @cached_property
    def shapes(self) -> Array:
        """Of cells and numbers of positions: middles, half widths and heights, round corners."""
        found = []
        for row, p, _ in self.drawn_cells():
            x = self.columns[row.stack].middle(p)
            corner = CORNER if row.tags else R
            found.append((x, row.middle, width_of_cell(row, p) / 2, row.half(p), corner))
            if row.name == TEXT:
                wide = width_of(str(p), SMALL) / 2 + 2
                found.append((x, row.middle + R + 8, wide, 9, 2))
        for x, y, text, *_ in self.rules:
            found.append((x, y - 4, width_of(text, SMALL) / 2 + 2, 8, 2))
        return np.array(found)

    def is_free(self, x: float, y: float, around: float) -> bool:
        """Whether so much around a point stands on no cell, and on no number of a position."""
        for row, p, _ in self.drawn_cells():
            wide, half = width_of_cell(row, p) / 2, row.half(p)
            below = 20 if row.name == TEXT else 2
            if abs(x - self.columns[row.stack].middle(p)) < wide + around + 2 and (
                -half - around - 2 < y - row.middle < half + around + below
            ):
                return False
        return all(
            abs(x - middle) > width_of(text, SMALL) / 2 + around or abs(y - line + 4) > 6 + around
            for middle, line, text, *_ in self.rules
        )


def ruled_by_match(found: Causes) -> Cell | None:
    """The cell that was chosen because what stands elsewhere is the same: its rule is said there.

    None where there is none.
    """
    for cell in found.chosen:
        looks = (x.head.relations or () for x in found.threads if x.source == cell)
        by_match = any(r.how == "same" for relations in looks for r in relations)
        if found.match and cell.lane == TEXT and cell.at not in found.match[1] and by_match:
            return cell
    return None


def side_of(thread: Thread) -> int:
    """To which side of its circle what the text gives leaves: -1 is left, 0 straight down."""
    a, b = thread.source, thread.to
    return int(np.sign(b.at - a.at)) if a.lane == TEXT else 0


def width_of_cell(row: Row, p: int) -> float:
    """How wide a cell is."""
    wide = max(width_of(line, row.size) for line in row.lines(p)) * BOLD + 10
    return wide if row.tags else max(2.0 * R, wide)


def seat_name(where: Cell) -> str:
    """A cell in words."""
    return " ".join(filter(None, [where.stack, where.lane, str(where.at)]))
