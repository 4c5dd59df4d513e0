"""Points in the tables that Canvas and Moodle import, and one row a student in a table of our own.

Of a gradebook nothing is written but the students and the columns that get points: other columns
may have changed since it was exported. A student of whom no file was found keeps what stood there,
because an empty cell deletes a grade of Canvas'.
"""

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import count

from exercises.handing_in.credit import SIGNS
from exercises.handing_in.grade import title
from exercises.handing_in.identity import listed
from exercises.handing_in.marks import Mark
from exercises.handing_in.points import NONE, Points, Work, in_order, shown, slug_of, work_in
from exercises.handing_in.rosters import POINTS_POSSIBLE, Match, Roster, Student, whose
from exercises.handing_in.tables import harmless, head_of, kept_harmless, written

OURS = "Transformers by Hand"  # the column that a gradebook gets where it has none for an exercise
EXCUSED = "EX"
OF_STUDENTS = (
    "Student", "LastName", "FirstName", "ID", "SIS User ID", "SIS Login ID", "Integration ID",
    "Root Account", "Section",
)  # fmt: skip
ASSIGNMENT = re.compile(r"(?P<title>.*\S)\s*\((?P<id>\d+)\)")
# What Moodle says in many languages of a grade that cannot be changed.
NO = frozenset(re.findall(r"\S+", """
    no nein non não nee nej nei ei nie ne nem nu ні нет не όχι hayır いいえ 否 아니요 لا לא không
"""))  # fmt: skip
NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
COLUMNS = (
    *("student", "points", "verified", "reviewed", "self", "tried", "files", "late", "differs"),
)


@dataclass(frozen=True)
class Class:
    """The marks of a folder, what exercises are worth, and the roster if there is one.

    All exercises of a teacher's `own` table of points are asked for; else those handed in.
    """

    marks: Sequence[Mark]
    points: Points
    roster: Roster | None = None
    own: bool = False

    @cached_property
    def matches(self) -> Sequence[Match]:
        """Whose each mark is."""
        roster = self.roster
        return [whose(mark.grade, roster) for mark in self.marks] if roster else []

    @cached_property
    def works(self) -> Mapping[int, Work]:
        """What the students of the roster handed in, by their rows."""
        theirs: dict[int, list[Mark]] = defaultdict(list)
        for mark, match in zip(self.marks, self.matches, strict=False):
            if match.student:
                theirs[match.student.row].append(mark)
        return {row: work_in(marks, self.points) for row, marks in theirs.items()}

    @property
    def slugs(self) -> Sequence[str]:
        """The exercises that somebody handed in, in order."""
        return in_order(mark.grade.exercise for mark in self.marks)

    @property
    def without_points(self) -> list[Mark]:
        """Marks of exercises that are worth nothing, as a teacher's own table leaves them out."""
        return [mark for mark in self.marks if mark.grade.exercise not in ("", *self.points)]

    @property
    def most(self) -> Decimal:
        """What one student may have."""
        asked = self.points if self.own else self.slugs
        return sum((self.points.get(slug, NONE) for slug in asked), NONE)

    @property
    def lost(self) -> list[str]:
        """Sentences on files that count for nobody, or otherwise than they say."""
        return [f"{match.said}." for match in self.matches if match.said]

    @property
    def complete(self) -> bool:
        """Whether each file is somebody's."""
        return all(match.student for match in self.matches)

    @property
    def students(self) -> Sequence[Student]:
        """All students of the roster."""
        return self.roster.students if self.roster else ()

    @property
    def with_points(self) -> list[Student]:
        """Students of the roster of whom something was read."""
        read = {row for row, work in self.works.items() if work.credits}
        return [each for each in self.students if each.row in read]

    @property
    def left_out(self) -> Iterator[str]:
        """Sentences on the students of whom nothing was read."""
        read = {each.row for each in self.with_points}
        rest = [each for each in self.students if each.row not in read]
        if unread := [str(each) for each in rest if each.row in self.works]:
            yield f"No file could be read of {listed(unread)}."
        if absent := [str(each) for each in rest if each.row not in self.works]:
            yield f"There is no file of {listed(absent)}."


@dataclass(frozen=True)
class Filled:
    """A table with points, as bytes, and sentences on what was done."""

    data: bytes
    said: tuple[str, ...]


# One row a student


def by_student(whole: Class) -> bytes:
    """A table with a row for each student: points by credit, then by exercise."""
    slugs = [slug for slug in whole.slugs if slug in whole.points]
    rows = [
        [harmless(name), *row_of(marks, whole.points, slugs)]
        for name, marks in people(whole).items()
    ]
    return written([[*COLUMNS, *map(title, slugs)], *rows])


def is_by_student(data: bytes) -> bool:
    """Whether these are the bytes of such a table."""
    return head_of(data)[: len(COLUMNS)] == list(COLUMNS)


def people(whole: Class) -> Mapping[str, list[Mark]]:
    """The marks of each student: those of the roster first, then authors and senders."""
    found: dict[str, list[Mark]] = {}
    names = {each.row: name for each, name in zip(*named_apart(whole.roster), strict=True)}
    found |= {name: [] for name in names.values()}
    rows: dict[str, str] = {}
    for i, mark in enumerate(whole.marks):
        student = whole.matches[i].student if whole.roster else None
        if student:
            found[names[student.row]].append(mark)
        elif mark.whose.name:
            own = rows.get(mark.whose.key) or row_name(who(mark), found)
            rows[mark.whose.key] = own
            found.setdefault(own, []).append(mark)
    return found


def row_name(name: str, taken: Container[str]) -> str:
    """What a row is called: by a name that no other row has."""
    return next(own for n in count(1) if (own := f"{name} ({n})" if n > 1 else name) not in taken)


def named_apart(roster: Roster | None) -> tuple[Sequence[Student], Sequence[str]]:
    """Students and their names, with their numbers where two have one name."""
    students = roster.students if roster else ()
    names = [str(each).casefold() for each in students]
    return students, [
        f"{each} ({each.number})" if names.count(name) > 1 else str(each)
        for each, name in zip(students, names, strict=True)
    ]


def who(mark: Mark) -> str:
    """What somebody is called who is on no roster: as a system, a folder or a file has it."""
    sender = mark.sender
    return str(sender) if sender and sender.system else mark.whose.name


def row_of(marks: Sequence[Mark], points: Points, slugs: Sequence[str]) -> Iterator[str]:
    """The cells of a student after the name; empty for an exercise that was not handed in."""
    work = work_in(marks, points)
    yield shown(work.total)
    yield from (shown(work.of(credit)) for credit in ("verified", "reviewed", "self"))
    yield str(sum(credit == "tried" for credit in work.credits.values()))
    yield str(len(marks))
    yield str(sum(mark.late for mark in marks))
    yield "yes" if any(mark.differs for mark in marks) else ""
    yield from (shown(work.earned(slug)) if slug in work.credits else "" for slug in slugs)


# Canvas


def for_canvas(whole: Class, assignment: str = "") -> Filled:
    """The gradebook with points in the column of an assignment, or in those of exercises.

    Raises ValueError, in a sentence, for an assignment that nobody can write into.
    """
    assert whole.roster
    table = whole.roster.table
    columns = columns_for(whole, assignment)
    about = [at for at, name in enumerate(table.head) if name.strip("\ufeff ") in OF_STUDENTS]
    cells = {header: filled_column(whole, column) for header, column in columns.items()}
    rows = [
        [*(kept_harmless(row[at]) for at in about), *(cell[i] for cell in cells.values())]
        for i, row in enumerate(table.rows)
    ]
    if None in {column.at for column in columns.values()} and not possible_row(whole.roster):
        rows.insert(0, ["    Points Possible", *[""] * (len(about) - 1), shown(whole.most)])
    head = [*(table.head[at] for at in about), *map(kept_harmless, columns)]
    said = [line for header, column in columns.items() for line in told(whole, header, column)]
    said += without_column(whole, [column.slug for column in columns.values()])
    return Filled(written([head, *rows], table.dialect, table.ends), tuple(said))


def without_column(whole: Class, slugs: Sequence[str]) -> list[str]:
    """A sentence on the exercises that have no column where others have one."""
    left = [slug for slug in whole.slugs if slug in whole.points and slug not in slugs]
    return [f"There is no column for {listed(left)}."] if left and any(slugs) else []


@dataclass(frozen=True)
class Column:
    """A column of a gradebook: where it stands, if it does, and the exercise that it is for."""

    at: int | None
    slug: str = ""

    def points_in(self, work: Work) -> Decimal:
        """What a student gets in this column."""
        return work.earned(self.slug) if self.slug else work.total


def columns_for(whole: Class, assignment: str) -> Mapping[str, Column]:
    """The columns to fill, by their heads: the one asked for, or one an exercise, or our own."""
    assert whole.roster
    table = whole.roster.table
    if assignment:
        at = assigned(whole.roster, assignment)
        return {assignment if at is None else table.head[at]: Column(at)}
    found: dict[str, Column] = {}
    for at, header in enumerate(table.head):
        named = ASSIGNMENT.fullmatch(header)
        slug = slug_of(named["title"] if named else header)
        if slug and slug in whole.points and header not in OF_STUDENTS:
            found[header] = Column(at, slug)
    if found:
        return found
    at = assigned(whole.roster, OURS)
    return {OURS if at is None else table.head[at]: Column(at)}


def assigned(roster: Roster, assignment: str) -> int | None:
    """Where the column of an assignment stands, named by its title, its number or by both."""
    hits = []
    for at, header in enumerate(roster.table.head):
        named = ASSIGNMENT.fullmatch(header)
        names = {header, *(named.groups() if named else ())}
        if assignment.casefold() in {name.casefold() for name in names}:
            hits.append(at)
    if len(hits) > 1:
        heads = listed(roster.table.head[at] for at in hits)
        raise ValueError(f"{roster.table.name} has {heads}; name one of them in full")
    if hits and read_only(roster, hits[0]):
        raise ValueError(f"{roster.table.name}: Canvas reckons {assignment!r}, and imports nothing "
                         "into it; name an assignment")  # fmt: skip
    return hits[0] if hits else None


def read_only(roster: Roster, at: int) -> bool:
    """Whether a column tells about students, or is Canvas' own sum."""
    row = possible_row(roster)
    return (bool(row) and "read only" in row[at]) or roster.table.head[at] in OF_STUDENTS


def possible_row(roster: Roster) -> Sequence[str]:
    """The row that says how many points are possible; empty where there is none."""
    rows = (row for row in roster.table.rows if POINTS_POSSIBLE in row[0].casefold())
    return next(rows, ())


def possible_in(roster: Roster, column: Column) -> str:
    """How many points are possible in a column, as Canvas wrote it."""
    row = possible_row(roster)
    return before(column, row).strip() if row else ""


def filled_column(whole: Class, column: Column) -> list[str]:
    """The cells of a column below its head."""
    assert whole.roster
    students = {each.row for each in whole.roster.students}
    return [
        point_cell(whole, column, i, row)
        if i in students
        else harmless(before(column, row) or new_possible(whole, column, row))
        for i, row in enumerate(whole.roster.table.rows)
    ]


def before(column: Column, row: Sequence[str]) -> str:
    """What stood in a cell of the column."""
    return "" if column.at is None else row[column.at]


def new_possible(whole: Class, column: Column, row: Sequence[str]) -> str:
    """The points possible of a column that is new."""
    new = column.at is None and POINTS_POSSIBLE in row[0].casefold()
    return shown(whole.most) if new else ""


def point_cell(whole: Class, column: Column, i: int, row: Sequence[str]) -> str:
    """The points of a student; of one who is excused, or has no file, what stood there."""
    old = before(column, row)
    if old.strip().upper() == EXCUSED or not handed_in(whole, column, i):
        return kept_harmless(old)
    return shown(column.points_in(whole.works[i]))


def handed_in(whole: Class, column: Column, i: int) -> bool:
    """Whether there is anything of a student for a column."""
    credits = whole.works[i].credits if i in whole.works else {}
    return column.slug in credits if column.slug else bool(credits)


def told(whole: Class, header: str, column: Column) -> Iterator[str]:
    """What to say of a column that was filled."""
    assert whole.roster
    if column.at is None:
        yield f"{header} is a new column: Canvas asks which assignment it is, or makes one."
    elif not column.slug and too_many(whole.most, possible := possible_in(whole.roster, column)):
        yield f"{header} has {possible} points possible, and the exercises {shown(whole.most)}."
    changes = []
    for each in whole.roster.students:
        row = whole.roster.table.rows[each.row]
        old, new = before(column, row).strip(), point_cell(whole, column, each.row, row)
        if old.upper() == EXCUSED and handed_in(whole, column, each.row):
            yield f"{each} is excused from {header} and stays so."
        changes += changed(each, old, new)
    if changes:
        yield f"Other points stood in {header} before: {'; '.join(changes)}."


def changed(student: Student, old: str, new: str) -> list[str]:
    """A student whose points are others now."""
    if old in ("", "-", new) or as_number(old) == as_number(new):
        return []
    return [f"{student} had {old} and has {new}"]


def as_number(cell: str) -> Decimal | None:
    """The number in a cell, with a comma or a point; None where there is none."""
    return Decimal(cell.replace(",", ".")) if NUMBER.fullmatch(cell) else None


# Moodle


def for_moodle(whole: Class) -> Filled:
    """The grading worksheet with points as grades, and what was found as comments.

    Moodle imports tables with commas, whatever a spreadsheet made of them.
    """
    assert whole.roster
    table, said, changes = whole.roster.table, [], []
    grade, comment = table.place("Grade"), table.place("Feedback comments")
    rows = [[*map(kept_harmless, row)] for row in table.rows]
    mayes, mosts = table.cells("Grade can be changed"), table.cells("Maximum Grade")
    for each in whole.roster.students:
        work, row = whole.works.get(each.row), rows[each.row]
        if work is None or grade is None:
            continue
        if mayes[each.row].casefold() in NO:
            said.append(f"The grade of {each} cannot be changed in Moodle, and stays as it is.")
            continue
        if comment is not None and not row[comment].strip():
            row[comment] = harmless(comment_on(work))
        if not work.credits:
            continue
        new = shown(work.total)
        changes += changed(each, row[grade].strip(), new)
        if too_many(work.total, mosts[each.row]):
            said.append(f"{each} has {new} points, and Moodle takes at most {mosts[each.row]}: "
                        "set its maximum grade, or give fewer points by --points.")  # fmt: skip
        row[grade] = new
    if table.places and grade is not None:
        where = f"points stand in {table.head[grade]!r}"
        where += f", comments in {table.head[comment]!r}" if comment is not None else ""
        said.append(f"{table.name} is not in English; by the order of its columns, {where}.")
    if changes:
        said.append(f"Other grades stood there before: {'; '.join(changes)}.")
    return Filled(written([table.head, *rows], ends=table.ends), tuple(said))


def too_many(points: Decimal, most: str) -> bool:
    """Whether these are more points than a system's number for the most."""
    limit = as_number(most)
    return limit is not None and points > limit


def comment_on(work: Work) -> str:
    """What a student reads: each exercise with its sign and points, then what was not read."""
    lines = (
        f"{SIGNS[work.credits[slug]]} {title(slug)}: {shown(work.earned(slug))} "
        f"of {shown(work.worth(slug))}"
        for slug in in_order(work.credits)
    )
    return ". ".join([*lines, *work.unread]).replace("<", "&lt;")
