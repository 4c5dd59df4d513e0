"""A folder of submissions: a table of marks, and a file of feedback for each person."""

import csv
import hashlib
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from exercises.handing_in.credit import ORDER, carried, more, taken
from exercises.handing_in.grade import SIGNS, WORDS, Grade, grades, task, title
from exercises.handing_in.identity import Sender, agree, sender_of
from exercises.handing_in.inbox import everything
from exercises.handing_in.ledger import Ledger
from exercises.handing_in.tables import as_saved, harmless, written
from exercises.visible import visible

COLUMNS = (
    *("file", "author", "exercise", "credit", "words", "prompt", "precisions", "same_arrays_as"),
    *("reviewed", "remark", "sha256", "sent_by", "differs"),
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

    @property
    def sender(self) -> Sender | None:
        """Who sent the file, by its way into the inbox."""
        return sender_of(self.grade.file)

    @property
    def differs(self) -> bool:
        """Whether the author in the file is another person than its sender."""
        return self.sender is not None and not agree(self.sender, self.grade.author)

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
) -> list[Mark]:
    """Grade every file of a folder but ours, in the order of their names."""
    paths = list(everything(folder, ours))
    files = ((path, name_in(folder, path)) for path in bar(paths))
    by_number = dict(grades(files, salt, ledger, workers, dask))
    in_order = [by_number[i] for i in range(len(paths))]
    by_arrays: dict[str, Alike] = defaultdict(Alike)
    for one in in_order:
        if one.arrays:
            by_arrays[one.arrays].add(one)
    by_bytes = {review.sha256: review for review in reviews.values() if review.sha256}
    return [
        marked(one, reviews.get(one.file) or by_bytes.get(one.sha256), by_arrays[one.arrays])
        for one in in_order
    ]


def name_in(folder: Path, path: Path) -> str:
    """How a file is called in a table: by its way from the folder."""
    return path.relative_to(folder).as_posix()


class Alike:
    """Grades of equal arrays: how many each author has, and the first few of a few, in order."""

    def __init__(self) -> None:
        self.number = 0
        self.of: Counter[str] = Counter()
        self.first: list[Grade] = []

    def add(self, one: Grade) -> None:
        """Take up a grade."""
        self.number += 1
        self.of[one.author] += 1
        if self.of[one.author] <= NAMED and len(self.of) <= FEW:
            self.first.append(one)

    def beside(self, one: Grade) -> Iterator[str]:
        """The first files of others, and how many more there are; of many others their number."""
        if len(self.of) > FEW:
            yield f"{self.number - self.of[one.author]} others"
            return
        others = (each for each in self.first if each.author != one.author)
        named = list(islice(others, NAMED))
        yield from (f"{each.author} ({each.file})" for each in named)
        if (more := self.number - self.of[one.author] - len(named)) > 0:
            yield f"{more} more"


def marked(one: Grade, review: Review | None, alike: Alike) -> Mark:
    """A grade with the review of the same bytes, and others with the same arrays."""
    same = tuple(alike.beside(one))
    if review is None:
        return Mark(one, same=same)
    current = review.sha256 == one.sha256
    reviewed = current and review.reviewed.strip().lower() in YES
    return Mark(one, reviewed, review.remark, same, review.own)


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
        str(mark.sender or ""), "yes" if mark.differs else "",
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
        raise ValueError(f"{visible(path)} is no ordinary file; name another")
    try:
        head, *rows = csv.reader(*as_saved(path.read_bytes()))
    except (csv.Error, ValueError):
        head, rows = [], []
    if not set(NEEDED) <= set(head):
        raise ValueError(f"{visible(path)} is no table of marks; name another file")
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


def is_feedback(data: bytes) -> bool:
    """Whether these are the bytes of a page or of progress that `feedback` makes."""
    heads = tuple(f"# {head}".encode() for head in (FEEDBACK, NOT_READ))
    return data.startswith(heads) or bool(taken(data))


def feedback(found: Iterable[Mark]) -> dict[str, bytes]:
    """A text for each author and what they can add to their progress, by names of files."""
    by_author: dict[str, list[Mark]] = defaultdict(list)
    for mark in found:
        by_author[mark.grade.author.lower()].append(mark)  # one file where case is no difference
    files = {}
    unread = by_author.pop("", [])
    if unread:
        lines = [line_on(mark) for mark in unread]
        files["_not_read.md"] = feedback_page(NOT_READ, lines)
    for theirs in by_author.values():
        author = theirs[0].grade.author
        name = file_name(author)
        files[f"{name}.md"] = feedback_page(
            f"{FEEDBACK} {author}", [feedback_on(mark) for mark in theirs]
        )
        files[f"{name}.progress.json"] = progress_of(author, theirs)
    return files


def file_name(author: str) -> str:
    """What the files of somebody are called: by their name, as far as a disk can write it."""
    encoding = sys.getfilesystemencoding()
    written = author.encode(encoding, "ignore")
    short = written[:LONGEST_FILE].decode(encoding, "ignore").rstrip(" .")
    if short == author.rstrip(" ."):
        return short
    return f"{short} {hashlib.sha256(author.encode()).hexdigest()[:8]}".strip()


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
    """What `progress --add` takes; the best of several files on one exercise counts."""
    best: dict[str, str] = {}
    for mark in theirs:
        slug = mark.grade.exercise
        if mark.credit not in ORDER:  # no verdict, which is no credit
            continue
        best[slug] = more(best.get(slug, "new"), mark.credit)
    return carried(author, best)
