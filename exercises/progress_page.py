"""The page of progress: every exercise by its chapter, and what a reader has done."""

import html
from dataclasses import dataclass

from exercises.answer_box import element
from exercises.catalogue import EXERCISES
from exercises.order import CHAPTER_NUMBERS, CHAPTERS
from exercises.progress_store import kept, progress_lines
from exercises.statement import Exercise, sign
from taotp.figures.answers import ListedChapter, ListedExercise, Progress
from taotp.figures.live import for_page


@dataclass(frozen=True)
class EveryExercise:
    """All exercises and what a reader has done: in a page from the browser, else from a file."""

    def __repr__(self) -> str:
        return f"<{len(EXERCISES)} exercises: live on the page>"

    def _repr_html_(self) -> str:
        if for_page():
            listed = progress_list()
            return element(listed, "progress", plain_list(listed))
        _, found = kept()
        return f"<pre>{html.escape(chr(10).join(progress_lines(found)))}</pre>"


def every_exercise() -> EveryExercise:
    """All exercises of the book and your progress."""
    return EveryExercise()


def progress_list() -> Progress:
    """The exercises by chapter, as the page reads them."""
    chapters = [
        ListedChapter(
            title=f"{CHAPTER_NUMBERS[chapter.page]}. {chapter.title}",
            exercises=[entry(EXERCISES[slug]) for slug in chapter.slugs],
        )
        for chapter in CHAPTERS
    ]
    return Progress(
        id="every-exercise",
        title="Your progress",
        alt="Every exercise, and what you have done.",
        state={},
        panels=["progress"],
        chapters=chapters,
    )


def plain_list(listed: Progress) -> str:
    """The same list for paper and for readers without JavaScript, as one line of HTML."""
    chapters = "".join(
        f"<h2>{html.escape(chapter.title)}</h2><ul>{''.join(map(plain_entry, chapter.exercises))}"
        "</ul>"
        for chapter in listed.chapters
    )
    return (
        "<noscript><p>What you have done is kept by a script of this page, and JavaScript is off "
        "here: turn it on to see your signs and to carry them about. On your own computer "
        "<code>taotp-exercises progress</code> shows them without a browser. These are the "
        f"exercises.</p></noscript>{chapters}"
    )


def plain_entry(exercise: ListedExercise) -> str:
    """One exercise as a line with a link."""
    link = html.escape(exercise.address)
    words = html.escape(f"{exercise.number} {exercise.title} {exercise.marks}".strip())
    return f'<li><a href="{link}">{words}</a></li>'


def entry(exercise: Exercise) -> ListedExercise:
    """One exercise as the page lists it."""
    return ListedExercise(
        slug=exercise.slug,
        number=exercise.number,
        title=exercise.title,
        marks=" ".join([f"{exercise.minutes} min", *(sign(mark) for mark in exercise.signs)]),
        page=exercise.chapter,
        address=f"{exercise.page}.html#{exercise.label}",
        effort=exercise.minutes,
        way=exercise.is_on_the_way,
        word=exercise.judge is None or bool(exercise.checklist),
    )
