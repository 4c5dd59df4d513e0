"""A folder of submissions: a table of marks, and a file of feedback for each person."""

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from exercises.handing_in.credit import ORDER, carried, more
from exercises.handing_in.grade import SIGNS, WORDS, Grade, grade, task, title
from exercises.handing_in.inbox import submissions, visible
from exercises.handing_in.ledger import Ledger

COLUMNS = (
    *("file", "author", "exercise", "credit", "words", "prompt", "precisions", "same_arrays_as"),
    *("reviewed", "remark", "sha256"),
)
YES = ("yes", "y", "x", "1", "true", "ok")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with what a spreadsheet takes a cell for a formula
NAMED = 3  # authors of equal arrays that a table names

Bar = Callable[[Sequence[Path]], Iterable[Path]]


class Review(NamedTuple):
    """What a person wrote into the last two columns about a file of these bytes."""

    sha256: str
    reviewed: str
    remark: str


@dataclass(frozen=True)
class Mark:
    """A grade, with what a person said of it, and who handed in the same arrays."""

    grade: Grade
    reviewed: bool = False
    remark: str = ""
    same: tuple[str, ...] = ()

    @property
    def credit(self) -> str:
        """Reviewed, where a person said so of what no machine verified."""
        found = self.grade.credit
        return "reviewed" if self.reviewed and found in ("self", "tried", "unfinished") else found


def marks(
    folder: Path,
    salt: bytes,
    ledger: Ledger | None,
    reviews: Mapping[str, Review],
    bar: Bar = iter,
) -> list[Mark]:
    """Grade every submission of a folder, in the order of their names."""
    paths = list(submissions(folder))
    grades = [grade(path, name_in(folder, path), salt, ledger, whole=False) for path in bar(paths)]
    by_arrays: dict[str, list[Grade]] = defaultdict(list)
    for one in grades:
        if one.arrays:
            by_arrays[one.arrays].append(one)
    return [marked(one, reviews.get(one.file), by_arrays[one.arrays]) for one in grades]


def name_in(folder: Path, path: Path) -> str:
    """How a file is called in a table: by its way from the folder."""
    return path.relative_to(folder).as_posix()


def marked(one: Grade, review: Review | None, alike: Sequence[Grade]) -> Mark:
    """A grade with the review of the same bytes, and others with the same arrays."""
    others = [other for other in alike if other.author != one.author] if one.arrays else []
    same = tuple(f"{other.author} ({other.file})" for other in others[:NAMED])
    if len(others) > NAMED:
        same += (f"{len(others) - NAMED} more",)
    if review is None:
        return Mark(one, same=same)
    current = review.sha256 == one.sha256
    return Mark(one, current and review.reviewed.strip().lower() in YES, review.remark, same)


# The table


def marks_as_csv(found: Iterable[Mark]) -> bytes:
    """The marks as CSV, in which no cell is a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for mark in found:
        one = mark.grade
        precisions = "" if one.precisions is None else " ".join(("float64", *one.precisions))
        reviewed = "yes" if mark.reviewed else ""
        writer.writerow(
            harmless(cell)
            for cell in (
                one.file, one.author, title(one.exercise), mark.credit, one.words, one.prompt,
                precisions, "; ".join(mark.same), reviewed, mark.remark, one.sha256,
            )
        )  # fmt: skip
    return out.getvalue().encode()


def harmless(cell: str) -> str:
    """A cell that a spreadsheet shows and does not run."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def read_reviews(path: Path) -> dict[str, Review]:
    """What a person wrote into an earlier table; nothing where there is none.

    Raises ValueError for a file that is no such table: it would be written over.
    """
    if not path.exists():
        return {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (UnicodeDecodeError, csv.Error):
        rows = [{}]
    found = {}
    for row in rows:
        cells = [row.get(name) for name in ("file", "sha256", "reviewed", "remark")]
        if not all(isinstance(cell, str) for cell in cells):
            raise ValueError(f"{visible(path)} is no table of marks; name another file")
        name, *review = (str(cell).removeprefix("'") for cell in cells)
        found[name] = Review(*review)
    return found


# Feedback


def feedback(found: Iterable[Mark]) -> dict[str, bytes]:
    """A text for each author and what they can add to their progress, by names of files."""
    by_author: dict[str, list[Mark]] = defaultdict(list)
    for mark in found:
        by_author[mark.grade.author.casefold()].append(mark)
    files = {}
    unread = by_author.pop("", [])
    if unread:
        lines = [line_on(mark) for mark in unread]
        files["_not_read.md"] = feedback_page("Files that are no submissions", lines)
    for theirs in by_author.values():
        author = theirs[0].grade.author
        files[f"{author}.md"] = feedback_page(
            f"Feedback for {author}", [feedback_on(mark) for mark in theirs]
        )
        files[f"{author}.progress.json"] = progress_of(author, theirs)
    return files


def feedback_page(head: str, parts: Iterable[str]) -> bytes:
    """A page of Markdown. What comes from files is indented: text, never markup."""
    return "\n\n".join([f"# {head}", *parts, ""]).encode()


def line_on(mark: Mark) -> str:
    """One line on one file."""
    return f"    {mark.grade.file}: {mark.grade.words}"


def feedback_on(mark: Mark) -> str:
    """All that is to be said of one submission."""
    one = mark.grade
    sign = "◐" if mark.credit == "reviewed" else SIGNS[one.credit]
    kind = "reviewed by a person" if mark.credit == "reviewed" else WORDS[one.credit]
    parts = [f"## {title(one.exercise)}", f"{sign} {kind}", f"    {one.words}"]
    if one.prompt:
        parts.append(f"A prompt to try in a figure of the chapter:\n\n    {one.prompt}")
    if one.precisions is not None:
        parts.append(f"Right in {', '.join(('float64', *one.precisions))}.")
    exercise = task(one.exercise)
    if one.credit == "self" and exercise and exercise.checklist:
        parts.append("\n".join(f"- {point}" for point in exercise.checklist))
    if mark.remark:
        parts.append("\n".join(f"    {each}" for each in mark.remark.splitlines()))
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
