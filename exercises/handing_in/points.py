"""What exercises are worth, and what the files of a student come to.

Points are given for what a machine verified or a person reviewed. The solver's own word waits, in a
column of its own, until somebody has read it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cache
from pathlib import Path, PurePosixPath

from exercises.catalogue import EXERCISES
from exercises.handing_in.boards import BOARDS
from exercises.handing_in.credit import ORDER, more
from exercises.handing_in.marks import Mark
from exercises.handing_in.tables import Table, read_table
from exercises.order import NUMBERS
from exercises.statement import Exercise
from exercises.statement import Mark as Sign

Points = Mapping[str, Decimal]
EASY, USUAL, HARD = Decimal(1), Decimal(2), Decimal(4)
SHORT, LONG = 10, 60  # minutes
MOST = 1_000_000
GOOD = ("verified", "reviewed")
NUMBER = re.compile(r"^[0-9w]+\.[0-9]+ ")
NONE = Decimal(0)


def usual_points() -> Points:
    """What each exercise and each leaderboard is worth, where a teacher has no table of their own.

    Those of ten minutes or less have one point. Those of an hour or more, and those that the
    source's author left unsolved, have four; all others have two.
    """
    tasks = (*EXERCISES.values(), *(board.exercise for board in BOARDS.values()))
    return {each.slug: usual(each) for each in tasks}


def usual(exercise: Exercise) -> Decimal:
    """What one exercise is worth by its minutes; a leaderboard has none."""
    if 0 < exercise.minutes <= SHORT:
        return EASY
    return HARD if exercise.minutes >= LONG or Sign.UNSOLVED in exercise.marks else USUAL


def read_points(path: Path) -> Points:
    """A teacher's own table: an exercise and its points in each row; others are worth nothing.

    Raises ValueError, in a sentence, for what is no such table.
    """
    table = read_table(path)
    for column in ("exercise", "points"):
        if table.place(column) is None:
            raise ValueError(f"{table.name} has no column {column!r}; it needs exercise and points")
    found: dict[str, Decimal] = {}
    rows = zip(table.cells("exercise"), table.cells("points"), strict=True)
    for i, (name, points) in enumerate(rows, 2):
        slug = slug_of(name)
        if slug is None:
            raise ValueError(f"{table.name}, row {i}: there is no exercise {name!r:.60}")
        if slug in found:
            raise ValueError(f"{table.name}, row {i}: {slug} has points already, further up")
        found[slug] = number_in(table, i, slug, points)
    return found


def slug_of(name: str) -> str | None:
    """The slug of an exercise or a board that is named by slug, by number, by title or by both.

    Of both the number does not count: it may be that of an older edition.
    """
    plain = " ".join(name.casefold().split())
    return all_names().get(plain) or all_names().get(NUMBER.sub("", plain))


def names_of(each: Exercise) -> tuple[str, ...]:
    """What an exercise is called; a board has no number."""
    own = (each.slug, each.title)
    if each.slug not in NUMBERS:
        return own
    return *own, each.number, each.heading, f"{each.number} {each.slug}"


@cache
def all_names() -> dict[str, str]:
    """Every name of exactly one exercise or board."""
    meant: dict[str, set[str]] = defaultdict(set)
    for each in (*(board.exercise for board in BOARDS.values()), *EXERCISES.values()):
        for name in names_of(each):
            meant[" ".join(name.casefold().split())].add(each.slug)
    clear = {name: min(slugs) for name, slugs in meant.items() if len(slugs) == 1}
    return clear | {slug: slug for slug in (*EXERCISES, *BOARDS)}


def number_in(table: Table, row: int, slug: str, cell: str) -> Decimal:
    """The points in a cell; ValueError for what is no number from 0."""
    try:
        points = Decimal(cell.replace(",", "."))
    except InvalidOperation:
        points = Decimal("NaN")
    if not (points.is_finite() and 0 <= points <= MOST):
        raise ValueError(
            f"{table.name}, row {row}: the points of {slug} are {cell!r:.40}; "
            f"they must be a number from 0 to {MOST:,}"
        )
    return points


def shown(points: Decimal) -> str:
    """Points as one writes them: 2, or 2.5."""
    return f"{points:f}".rstrip("0").rstrip(".") if "." in f"{points:f}" else f"{points:f}"


@dataclass(frozen=True)
class Work:
    """What one student handed in: the best credit for each exercise, and what exercises are worth.

    `unread` says of each file that came to no credit why not.
    """

    credits: Mapping[str, str]
    points: Points
    unread: tuple[str, ...] = ()

    def of(self, *credits: str) -> Decimal:
        """The points of the exercises that have one of these credits."""
        return sum((self.worth(s) for s, had in self.credits.items() if had in credits), NONE)

    def worth(self, slug: str) -> Decimal:
        """What an exercise is worth."""
        return self.points.get(slug, NONE)

    def earned(self, slug: str) -> Decimal:
        """What the student has for an exercise."""
        return self.worth(slug) if self.credits.get(slug) in GOOD else NONE

    @property
    def total(self) -> Decimal:
        """All that is verified or reviewed."""
        return self.of(*GOOD)


def work_in(marks: Iterable[Mark], points: Points) -> Work:
    """The best of several files on one exercise counts; no verdict is no credit."""
    best: dict[str, str] = {}
    unread = []
    for mark in marks:
        slug = mark.grade.exercise
        if slug and mark.credit in ORDER:
            best[slug] = more(best.get(slug, "new"), mark.credit)
        else:
            unread.append(f"{PurePosixPath(mark.grade.file).name}: {mark.grade.words}")
    return Work(best, points, tuple(unread))


def in_order(slugs: Iterable[str]) -> Sequence[str]:
    """Exercises as the book has them, then boards."""
    wanted = set(slugs)
    return [slug for slug in (*EXERCISES, *BOARDS) if slug in wanted]
