"""A folder of submissions: a table of marks, and a file of feedback for each person."""

import csv
import hashlib
import os
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from exercises.handing_in.credit import ORDER, carried, more, taken
from exercises.handing_in.format import Refused, read_author
from exercises.handing_in.grade import SIGNS, WORDS, Grade, grades, task, title
from exercises.handing_in.identity import Sender, sender_of
from exercises.handing_in.inbox import everything
from exercises.handing_in.ledger import Ledger
from exercises.handing_in.people import Person, people
from exercises.handing_in.rosters import Roster, whose
from exercises.handing_in.tables import as_saved, harmless, written
from exercises.visible import visible

COLUMNS = (
    *("file", "author", "exercise", "credit", "words", "prompt", "precisions", "same_arrays_as"),
    *("reviewed", "remark", "sha256", "sent_by", "differs", "late"),
)
YES = ("yes", "y", "x", "1", "true", "ok")
LONGEST_FILE = 120  # bytes of a name, which a disk limits to 255 with its endings
NAMED = 3  # files of equal arrays that a table names
FEW = 10  # authors of equal arrays; where more have them they are the natural answer

Bar = Callable[[Sequence[Path]], Iterable[Path]]


class Review(NamedTuple):
    """What a person wrote about a file of these bytes: into our two columns, and into their own."""

    sha256: str
    reviewed: str
    remark: str
    own: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Mark:
    """A grade, with what a person said of it, and who handed in the same arrays.

    `own` are the columns that are the person's, and what they hold.
    """

    grade: Grade
    reviewed: bool = False
    remark: str = ""
    same: tuple[str, ...] = ()
    own: tuple[tuple[str, str], ...] = ()
    person: Person | None = None

    @property
    def sender(self) -> Sender | None:
        """Who sent the file, by its way into the inbox."""
        return sender_of(self.grade.file)

    @property
    def late(self) -> bool:
        """Whether the way into the inbox says that it came late."""
        return bool(self.sender and self.sender.late)

    @property
    def whose(self) -> Person:
        """Who handed it in; of a mark alone what its own file says of that."""
        return self.person or people([self.grade])[0]

    @property
    def differs(self) -> bool:
        """Whether the author in the file is another person than who handed it in."""
        return self.whose.differs

    @property
    def credit(self) -> str:
        """Reviewed, where a person said so of what no machine verified."""
        found = self.grade.credit
        return "reviewed" if self.reviewed and found in ("self", "tried", "unfinished") else found


def marks(
    folder: Path,
    salt: bytes,
    ledger: Ledger,
    reviews: Mapping[str, Review],
    bar: Bar = iter,
    workers: int | None = None,
    dask: str | None = None,
    ours: Container[Path] = (),
    roster: Roster | None = None,
) -> list[Mark]:
    """Grade every file of a folder but ours, in the order of their names.

    Whose they are the roster tells, where there is one.
    """
    paths = list(everything(folder, ours))
    files = ((path, name_in(folder, path)) for path in bar(paths))
    by_number = dict(grades(files, salt, ledger, workers, dask))
    in_order = [by_number[i] for i in range(len(paths))]
    whose_each = people(in_order, [whose(one, roster) for one in in_order] if roster else ())
    by_arrays: dict[str, Alike] = defaultdict(Alike)
    for one, person in zip(in_order, whose_each, strict=True):
        if one.arrays:
            by_arrays[one.arrays].add(one, person)
    by_bytes = {review.sha256: review for review in reviews.values() if review.sha256}
    return [
        marked(
            one, reviews.get(one.file) or by_bytes.get(one.sha256), by_arrays[one.arrays], person
        )
        for one, person in zip(in_order, whose_each, strict=True)
    ]


def name_in(folder: Path, path: Path) -> str:
    """How a file is called in a table: by its way from the folder."""
    return path.relative_to(folder).as_posix()


class Alike:
    """Grades of equal arrays: how many each person has, and the first few of a few, in order."""

    def __init__(self) -> None:
        self.number = 0
        self.of: Counter[str] = Counter()
        self.first: list[tuple[Grade, Person]] = []

    def add(self, one: Grade, person: Person) -> None:
        """Take up a grade of somebody."""
        self.number += 1
        self.of[person.key] += 1
        if self.of[person.key] <= NAMED and len(self.of) <= FEW:
            self.first.append((one, person))

    def beside(self, one: Grade, person: Person) -> Iterator[str]:
        """The first files of others, and how many more there are; of many others their number."""
        if len(self.of) > FEW:
            yield f"{self.number - self.of[person.key]} others"
            return
        others = (each for each in self.first if each[1].key != person.key)
        named = list(islice(others, NAMED))
        for each, theirs in named:
            whole = ", the same file" if one.sha256 and each.sha256 == one.sha256 else ""
            yield f"{theirs.name} ({each.file}{whole})"
        if (more := self.number - self.of[person.key] - len(named)) > 0:
            yield f"{more} more"


def marked(one: Grade, review: Review | None, alike: Alike, person: Person) -> Mark:
    """A grade with the review of the same bytes, and others with the same arrays."""
    same = tuple(alike.beside(one, person))
    if review is None:
        return Mark(one, same=same, person=person)
    current = review.sha256 == one.sha256
    reviewed = current and review.reviewed.strip().lower() in YES
    return Mark(one, reviewed, review.remark, same, review.own, person)


# The table


def marks_as_csv(found: Sequence[Mark]) -> bytes:
    """The marks as CSV, in which no cell is a formula; a person's own columns come last.

    It begins with a mark that tells spreadsheets that it is UTF-8.
    """
    own = list(dict.fromkeys(name for mark in found for name, _ in mark.own))
    return written([[*COLUMNS, *map(harmless, own)], *(row_of(mark, own) for mark in found)])


def row_of(mark: Mark, own: Sequence[str]) -> list[str]:
    """A mark by columns."""
    one = mark.grade
    precisions = "" if one.precisions is None else " ".join(("float64", *one.precisions))
    cells = (
        one.file, one.author, title(one.exercise), mark.credit, one.words, one.prompt,
        precisions, "; ".join(mark.same), "yes" if mark.reviewed else "", mark.remark, one.sha256,
        str(mark.sender or ""), "yes" if mark.differs else "", "yes" if mark.late else "",
        *(dict(mark.own).get(name, "") for name in own),
    )  # fmt: skip
    return [*map(harmless, cells)]


def read_reviews(path: Path) -> dict[str, Review]:
    """What a person wrote into an earlier table; nothing where there is none.

    Raises ValueError for what is no such table, or no ordinary file: it would be written over.
    """
    if not os.path.lexists(path):
        return {}
    if path.is_symlink() or not path.is_file():
        raise ValueError(f"{visible(path)} is not an ordinary file; name another")
    try:
        head, *rows = csv.reader(*as_saved(path.read_bytes()))
    except (csv.Error, ValueError):
        head, rows = [], []
    if not set(NEEDED) <= set(head):
        raise ValueError(f"{visible(path)} is not a table of marks; name another file")
    found = {}
    for row in rows:
        cells = {name: cell.removeprefix("'") for name, cell in zip(head, row, strict=False)}
        own = tuple(each for each in cells.items() if each[0] and each[0] not in COLUMNS)
        file, *review = (cells.get(name, "") for name in NEEDED)
        if file:
            found[file] = Review(review[0], review[1], review[2], own)
    return found


NEEDED = ("file", "sha256", "reviewed", "remark")


# Feedback


FEEDBACK, NOT_READ = "Feedback for", "Files that are no submissions"
UNREAD = "_not_read"  # the file on them


def is_feedback(data: bytes) -> bool:
    """Whether these are the bytes of a page or of progress that `feedback` makes."""
    heads = tuple(f"# {head}".encode() for head in (FEEDBACK, NOT_READ))
    return data.startswith(heads) or bool(taken(data))


def feedback(found: Iterable[Mark]) -> dict[str, bytes]:
    """A text for each person and what they can add to their progress, by names of files."""
    by_person: dict[str, list[Mark]] = defaultdict(list)
    unread = []
    for mark in found:
        if mark.grade.author:
            by_person[mark.whose.key].append(mark)
        else:
            unread.append(mark)
    files = {}
    if unread:
        lines = [line_on(mark) for mark in unread]
        files[f"{UNREAD}.md"] = feedback_page(NOT_READ, lines)
    names = {key: theirs[0].whose.name for key, theirs in by_person.items()}
    for key, name in files_apart(names).items():
        who, theirs = names[key], by_person[key]
        files[f"{name}.md"] = feedback_page(
            f"{FEEDBACK} {who}", [feedback_on(mark) for mark in theirs]
        )
        files[f"{name}.progress.json"] = progress_of(who, theirs)
    return files


def files_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Names of files for people, by their keys: each once, also where a disk knows no capitals.

    >>> files_apart({"a": "Bo", "b": "Bo."})["a"]
    'Bo'
    """
    taken, found = {UNREAD}, {}
    for key, name in names.items():
        file = file_name(name)
        while on_any_disk(file) in taken:
            file = f"{file} {hashlib.sha256(f'{key} {file}'.encode()).hexdigest()[:8]}"
        taken.add(on_any_disk(file))
        found[key] = file
    return found


def on_any_disk(name: str) -> str:
    """A name as disks compare it that know no capitals, and one way to write a letter."""
    return unicodedata.normalize("NFC", name).casefold()


def file_name(name: str) -> str:
    """What the files of somebody are called: by their name, as far as a disk can write it."""
    encoding = sys.getfilesystemencoding()
    plain = name.replace("/", " ").replace("\\", " ")
    written = plain.encode(encoding, "ignore")
    short = written[:LONGEST_FILE].decode(encoding, "ignore").rstrip(" .")
    if short == name.rstrip(" ."):
        return short
    return f"{short} {hashlib.sha256(name.encode()).hexdigest()[:8]}".strip()


def quoted(text: object) -> str:
    """What comes from files, as lines of a page: indented, and no markup where that is lost."""
    return "\n".join(f"    {each}" for each in str(text).replace("<", "&lt;").splitlines())


def feedback_page(head: str, parts: Iterable[str]) -> bytes:
    """A page of Markdown."""
    return "\n\n".join([f"# {head}", *parts, ""]).encode()


def line_on(mark: Mark) -> str:
    """One line on one file."""
    return quoted(f"{mark.grade.file}: {mark.grade.words}")


def feedback_on(mark: Mark) -> str:
    """All that is to be said of one submission."""
    one = mark.grade
    sign = "◐" if mark.credit == "reviewed" else SIGNS[one.credit]
    kind = "reviewed by a person" if mark.credit == "reviewed" else WORDS[one.credit]
    parts = [f"## {title(one.exercise)}", quoted(one.file), f"{sign} {kind}", quoted(one.words)]
    if one.prompt:
        parts.append(f"A prompt to try in a figure of the chapter:\n\n{quoted(one.prompt)}")
    if one.precisions is not None:
        parts.append(f"Right in {', '.join(('float64', *one.precisions))}.")
    exercise = task(one.exercise)
    if one.credit == "self" and exercise and exercise.checklist:
        parts.append("\n".join(f"- {point}" for point in exercise.checklist))
    if mark.remark:
        parts.append(quoted(mark.remark))
    return "\n\n".join(parts)


def progress_of(author: str, theirs: Sequence[Mark]) -> bytes:
    """What `progress --add` takes; the best of several files on one exercise counts.

    It bears no name that could not be handed in.
    """
    best: dict[str, str] = {}
    for mark in theirs:
        slug = mark.grade.exercise
        if mark.credit not in ORDER:  # no verdict, which is no credit
            continue
        best[slug] = more(best.get(slug, "new"), mark.credit)
    try:
        return carried(read_author(author), best)
    except Refused:
        return carried("", best)
