"""The table of all exercises in *For teachers*, as the catalogue has them."""

from collections.abc import Iterator
from pathlib import Path

from exercises.catalogue import BENCHES, EXERCISES
from exercises.order import CHAPTER_NUMBERS, CHAPTERS, Chapter
from exercises.statement import Exercise
from tools.course import with_weeks
from tools.markdown import put_between
from tools.pages import BOOK

PAGE = BOOK / "for_teachers.md"
MARKS = ("<!-- python -m tools.notebooks exercises writes what follows -->", "<!-- so far -->")
KINDS = {
    "construct": "a machine",
    "family": "a machine for each size",
    "value": "a number or a row",
    "inspect": "a look at a machine",
    "budget": "a machine in few numbers",
    "proof": "a proof",
    "experiment": "an experiment",
    "change": "a change of a machine",
    "code": "a function",
    "open": "an open question",
}


def is_as_catalogued() -> bool:
    """Whether the page has the table of today's catalogue."""
    text = PAGE.read_text("utf-8")
    return text == with_table(text)


def write(path: Path = PAGE) -> None:
    """Write the table into the page."""
    path.write_text(with_table(path.read_text("utf-8")), "utf-8")


def with_table(text: str) -> str:
    """The text of the page with the table between its two marks, and the weeks of the course.

    ValueError for a page without the marks.
    """
    tables = "\n\n".join(folded(chapter) for chapter in CHAPTERS if chapter.slugs)
    return with_weeks(put_between(text, MARKS, tables, f"{PAGE.name} has no place for the table"))


def folded(chapter: Chapter) -> str:
    """The exercises of a chapter behind a line, which says how many there are."""
    found = [EXERCISES[slug] for slug in chapter.slugs]
    number = CHAPTER_NUMBERS[chapter.page]
    many = f"{len(found)} exercise{'s' * (len(found) > 1)}"
    minutes = sum(each.minutes for each in found)
    summary = f"{number}. {chapter.title}: {many}, {minutes} minutes"
    return f"<details><summary>{summary}</summary>\n\n{table(found)}\n\n</details>"


def table(found: list[Exercise]) -> str:
    """A row for each exercise."""
    return "\n".join(["| exercise | asks for | minutes | judged |", "| --- | --- | --: | --- |",
                      *rows(found)])  # fmt: skip


def rows(found: list[Exercise]) -> Iterator[str]:
    """The cells of each exercise."""
    for each in found:
        name = f"{{ref}}`{each.heading} <{each.label}>`"
        yield f"| {name} | {KINDS[each.kind]} | {each.minutes} | {judged(each)} |"


def judged(each: Exercise) -> str:
    """Where an answer is judged."""
    if each.slug in BENCHES or each.typed:
        return "in its page"
    if each.judge is None:
        return "by you"
    return "by a command"
