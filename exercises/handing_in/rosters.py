"""The lists of students that Canvas and Moodle export, and which of them a file is from.

Canvas exports a gradebook: a row a student, a column an assignment. Moodle exports a grading
worksheet for one assignment, in which students may have no names. Both import the same table again,
and know students by a number that their downloads put into the names of files. The heads of the
columns of Moodle change with the language, and their order does not.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal

from exercises.handing_in.grade import Grade
from exercises.handing_in.identity import Sender, agree, listed, plain, sender_of
from exercises.handing_in.tables import NUMBER, Table, head_of, read_table

System = Literal["Canvas", "Moodle"]
NEEDED: Mapping[System, tuple[str, ...]] = {
    "Canvas": ("ID", "Section"),
    "Moodle": ("Identifier", "Grade", "Last modified (grade)"),
}
EXPORTED: Mapping[System, str] = {
    "Canvas": "export the gradebook (Grades, Export, Export Entire Gradebook)",
    "Moodle": "download the grading worksheet of the assignment, and change none of its columns",
}
KNOWN_BY: Mapping[System, tuple[str, ...]] = {
    "Canvas": ("SIS Login ID", "SIS User ID", "Integration ID"),
    "Moodle": ("Email address", "ID number", "Username"),
}
POINTS_POSSIBLE = "points possible"
POSTING = re.compile(r"\s*(muted|manual posting.*)?\s*", re.IGNORECASE)
TEST_STUDENT = "Student, Test"  # whom Canvas adds to each course
MOST_TOLD = 3  # who may be meant
FIRST_MAXIMUM = 3  # where Moodle's maximum stands if names are hidden; one further on if not


@dataclass(frozen=True)
class Student:
    """A row of a roster: a student's name, the system's number for them, and their other names."""

    row: int
    name: str
    number: str
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name or self.number


@dataclass(frozen=True)
class Roster:
    """A list of students, and the table that it was read from."""

    system: System
    table: Table
    students: tuple[Student, ...]

    def named(self, name: str) -> tuple[Student, ...]:
        """Who is called so: to the letter if there is somebody, else without marks on letters."""
        exact, loose = self.by_name
        return exact.get(in_one_order(name, str.casefold)) or loose.get(
            in_one_order(name, plain), ()
        )

    def numbered(self, number: str) -> tuple[Student, ...]:
        """Who has that number."""
        return tuple(self.by_number.get(number, ()))

    @cached_property
    def by_name(self) -> tuple[Mapping[str, tuple[Student, ...]], ...]:
        """Students by all that they are known by, with marks on letters and without."""
        return tuple(self.by(spell) for spell in SPELLINGS)

    @cached_property
    def by_number(self) -> Mapping[str, tuple[Student, ...]]:
        """Students by their numbers."""
        return {each.number: (each,) for each in self.students if each.number}

    def by(self, spell: Callable[[str], str]) -> Mapping[str, tuple[Student, ...]]:
        """Students by their names, logins and addresses, in one spelling."""
        found: dict[str, dict[int, Student]] = defaultdict(dict)
        for each in self.students:
            for name in filter(None, (each.name, *each.also)):
                found[in_one_order(name, spell)][each.row] = each
        return {name: tuple(who.values()) for name, who in found.items()}

    def like(self, name: str) -> tuple[Student, ...]:
        """All who have a word of the name in theirs, or in their login or address."""
        found = {each.row: each for word in words_in(name) for each in self.by_word.get(word, ())}
        return tuple(found[row] for row in sorted(found))

    @cached_property
    def by_word(self) -> Mapping[str, list[Student]]:
        """Students by the words of all that they are known by."""
        found: dict[str, list[Student]] = defaultdict(list)
        for each in self.students:
            for word in words_in(" ".join((each.name, *each.also))):
                found[word].append(each)
        return found


SPELLINGS = (str.casefold, plain)


def in_one_order(name: str, spell: Callable[[str], str]) -> str:
    """A name that is the same with the last name first and a comma after it."""
    return " ".join(sorted(spell(name).replace(",", " ").split()))


def words_in(name: str) -> set[str]:
    """Words of two letters and more."""
    return set(re.findall(r"[^\W_]{2,}", plain(name)))


# Reading


def read_roster(path: Path, system: System) -> Roster:
    """The students of a roster; raises ValueError, in a sentence, for what is none."""
    table = read_table(path)
    if system == "Moodle":
        table = by_places(table)
    if lacking := [f"{name!r}" for name in NEEDED[system] if table.place(name) is None]:
        raise ValueError(
            f"{table.name} is not a roster of {system}: it has no column {listed(lacking)}; "
            f"{EXPORTED[system]}"
        )
    students = tuple((of_canvas if system == "Canvas" else of_moodle)(table))
    if not students:
        raise ValueError(f"{table.name} has no row for a student; {EXPORTED[system]}")
    once_each(table, students)
    return Roster(system, table, students)


def is_roster(data: bytes, roster: Roster) -> bool:
    """Whether these are the bytes of such a table, which may be written over by a newer one."""
    head = head_of(data)
    needed = {name.casefold() for name in NEEDED[roster.system]}
    return needed <= set(head) or head == [name.strip().casefold() for name in roster.table.head]


def by_places(table: Table) -> Table:
    """A worksheet of Moodle in another language, with the places of its columns.

    The first column ends in numbers, and three stand beside each other: the grade, the same maximum
    in all rows, and one of two words, whether the grade can be changed. What is not as clear stays
    as it is.
    """
    columns = [[cell.strip() for cell in column] for column in zip(*table.rows, strict=True)]
    if table.place("Identifier") == 0 or not columns:
        return table
    tried = range(FIRST_MAXIMUM, len(columns) - 3)
    found = [at for at in tried if is_maximum(*columns[at - 1 : at + 2])]
    if len(found) != 1 or not all(re.search(r"\d$", cell) for cell in columns[0]):
        return table
    (at,) = found
    places = {"Identifier": 0, "Grade": at - 1, "Maximum Grade": at, "Grade can be changed": at + 1}
    places["Last modified (grade)"] = at + 3  # behind that of what was handed in
    if at + 4 < len(columns):
        places["Feedback comments"] = at + 4
    if at > FIRST_MAXIMUM:
        places["Full name"] = 1
        places |= dict(zip(KNOWN_BY["Moodle"], range(2, at - 2), strict=False))
    return replace(table, places=places)


def is_maximum(before: Sequence[str], column: Sequence[str], after: Sequence[str]) -> bool:
    """Whether a column of Moodle is the maximum grade, by what stands around it."""
    return (
        bool(NUMBER.fullmatch(column[0]))
        and len({*column}) == 1
        and all(not cell or NUMBER.fullmatch(cell) for cell in before)
        and len({*after}) <= 2
        and all(cell.isalpha() for cell in after)
    )


def of_canvas(table: Table) -> Iterator[Student]:
    """The students of a gradebook, without the rows that say what columns are."""
    names = table.cells("Student")
    if table.place("LastName") is not None:
        pairs = zip(table.cells("FirstName"), table.cells("LastName"), strict=True)
        names = [" ".join(pair) for pair in pairs]
    numbers, also = table.cells("ID"), known_by(table, "Canvas")
    for i, row in enumerate(table.rows):
        about = POINTS_POSSIBLE in row[0].casefold() or all(map(POSTING.fullmatch, row))
        if not about and names[i] != TEST_STUDENT:
            yield Student(i, names[i], numbers[i], also[i])


def of_moodle(table: Table) -> Iterator[Student]:
    """The students of a worksheet; where names are hidden, "Participant 123" is all there is."""
    names, also = table.cells("Full name"), known_by(table, "Moodle")
    for i, identifier in enumerate(table.cells("Identifier")):
        number = re.search(r"\d+$", identifier)
        yield Student(i, names[i] or identifier, number[0] if number else "", also[i])


def known_by(table: Table, system: System) -> Sequence[tuple[str, ...]]:
    """Logins, addresses and the like, row by row."""
    columns = [table.cells(name) for name in KNOWN_BY[system]]
    return [tuple(filter(None, row)) for row in zip(*columns, strict=True)]


def once_each(table: Table, students: Iterable[Student]) -> None:
    """Raise ValueError where a number stands in two rows."""
    rows: dict[str, int] = {}
    for each in students:
        if not each.number:
            continue
        if each.number in rows:
            twice = f"rows {rows[each.number] + 2} and {each.row + 2}"
            raise ValueError(
                f"{table.name} has the student {each} ({each.number}) twice, in {twice}; "
                "take one of them out, or export it again"
            )
        rows[each.number] = each.row


# Who sent what


@dataclass(frozen=True)
class Match:
    """Whose a file is, if that is certain, and what there is to say of it."""

    student: Student | None
    said: str = ""


def whose(one: Grade, roster: Roster) -> Match:
    """Which student a file is from: by who sent it, and only else by the author that it names.

    Nothing is guessed: of several who may be meant it is none.
    """
    sender, authors = sender_of(one.file), roster.named(one.author)
    sent = senders_of(sender, roster) if sender else ()
    if len(sent) > 1:
        sent = tuple(each for each in sent if each in authors) or sent
    if len(sent) > 1:
        return Match(None, f"{one.file} may be from {either(sent)}")
    if sent and sender:
        return of_sender(one, sender, sent[0], authors)
    if sender and sender.system and not (authors and sender.system != roster.system):
        author = f"; it names {one.author} as author" if one.author else ""
        return Match(None, f"{one.file} was sent by {sender}, who is not on the roster{author}")
    return of_author(one, sender, authors, roster)


def of_author(
    one: Grade, sender: Sender | None, authors: Sequence[Student], roster: Roster
) -> Match:
    """A file whose sender is not known by name: its author's, if nothing speaks against it."""
    if len(authors) > 1:
        return Match(None, f"{one.file} is by {one.author}, who may be {either(authors)}")
    if not authors:
        return Match(None, unknown(one, roster))
    others = roster.like(" ".join(sender.names)) if sender else ()
    against = sender and sender.system and not agree(sender, authors[0].name)
    if against or (others and authors[0] not in others):
        said = f"{one.file} names {authors[0]} as author, and was sent by {sender}"
        return Match(None, said)
    return Match(authors[0])


def senders_of(sender: Sender, roster: Roster) -> tuple[Student, ...]:
    """The students of the roster who may have sent a file: by number, or by name."""
    if sender.system == roster.system and (found := roster.numbered(sender.number)):
        return found
    named = {each.row: each for name in sender.names for each in roster.named(name)}
    return tuple(named.values())


def of_sender(one: Grade, sender: Sender, student: Student, authors: Sequence[Student]) -> Match:
    """A file of the student who sent it, unless a number of Moodle's is somebody else's here.

    Such numbers are those of one assignment.
    """
    hidden = student.name.endswith(student.number) or sender.names[0].startswith("Participant")
    if sender.system == "Moodle" and not (hidden or agree(sender, student.name)):
        return Match(None, f"{one.file} has the number of {student} ({student.number}) on the "
                               "roster; download the worksheet of the same assignment")  # fmt: skip
    known = student in authors or not one.author
    if known or (not authors and (agree(sender, one.author) or part_of(student, one.author))):
        return Match(student)
    counts = f"{one.file} counts for {student}, who sent it"
    return Match(student, f"{counts}, though it names {one.author} as author")


def part_of(student: Student, author: str) -> bool:
    """Whether an author's name is part of a student's."""
    said = words_in(author)
    return bool(said) and said <= words_in(" ".join((student.name, *student.also)))


def either(students: Iterable[Student]) -> str:
    """Several students between whom nothing decides."""
    told = [f"{each} ({each.number})" if each.number else str(each) for each in students]
    return f"{' or '.join(told)}: the roster has them both" if len(told) == 2 else " or ".join(told)


def unknown(one: Grade, roster: Roster) -> str:
    """What to say of a file that is from nobody of the roster."""
    sender = sender_of(one.file)
    names = [*(sender.names if sender else ()), *([one.author] if one.author else ())]
    if not names:
        return f"Nothing says who sent {one.file}"
    near = roster.like(" ".join(names))[:MOST_TOLD]
    perhaps = f"; perhaps {' or '.join(map(str, near))}" if near else ""
    by = f"is by {one.author}" if one.author else f"was sent by {sender}"
    return f"{one.file} {by}, who is not on the roster{perhaps}"
