"""The page of progress: every exercise by its chapter, and what a reader has done."""

import html
from dataclasses import dataclass

from exercises.box import element
from exercises.catalogue import EXERCISES
from exercises.kept import effort, kept, progress_lines
from exercises.order import CHAPTERS
from exercises.statement import Exercise
from taotp_core.figures.figure import ListedChapter, ListedExercise, Progress
from taotp_core.figures.live import for_page


@dataclass(frozen=True)
class EveryExercise:
    """All exercises and what a reader has done: in a page from the browser, else from a file."""

    def __repr__(self) -> str:
        return f"<{len(EXERCISES)} exercises: live on the page>"

    def _repr_html_(self) -> str:
        if for_page():
            return element(progress_list(), "progress")
        _, found = kept()
        return f"<pre>{html.escape(chr(10).join(progress_lines(found)))}</pre>"


def every_exercise() -> EveryExercise:
    """All exercises of the book and your progress."""
    return EveryExercise()


def progress_list() -> Progress:
    """The exercises by chapter, as the page reads them."""
    chapters = [
        ListedChapter(
            title=f"{number}. {title}", exercises=[entry(EXERCISES[slug]) for slug in slugs]
        )
        for number, (_, title, slugs) in enumerate(CHAPTERS, 1)
    ]
    return Progress(
        id="progress",
        title="Your progress",
        alt="Every exercise, and what you have done.",
        state={},
        panels=["progress"],
        chapters=chapters,
    )


def entry(exercise: Exercise) -> ListedExercise:
    """One exercise as the page lists it."""
    return ListedExercise(
        slug=exercise.slug,
        number=exercise.number,
        title=exercise.title,
        marks=" ".join(mark.value.split()[0] for mark in exercise.marks),
        page=exercise.chapter,
        address=f"{exercise.page}.html#{exercise.label}",
        effort=effort(exercise),
        word=exercise.judge is None or bool(exercise.checklist),
    )
