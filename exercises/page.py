"""What the pages of the book show of an exercise beyond its words: a label, and an answer box."""

import html
from dataclasses import dataclass

from exercises.catalogue import CHAPTERS, EXERCISES
from exercises.kept import effort, kept, lines
from exercises.statement import Exercise
from exercises.typed import Json, Typed
from taotp_core.figures.live import for_page
from taotp_core.figures.spec import Columns, encode_model, to_json


def in_page(exercise: Exercise, words: str) -> str:
    """The words of an exercise as Markdown; for a page with its label, and its box if any."""
    if not for_page():
        return words
    label = f'<div class="exercise" id="{exercise.label}"></div>'
    box = [] if exercise.typed is None else [element(answer_box(exercise, exercise.typed))]
    return "\n\n".join([label, words, *box])


def element(spec: Json) -> str:
    """A figure of a page as one line of HTML; nothing of it shows where no script runs."""
    place = f'id="{html.escape(spec["id"])}" data-part="{spec["part"]}"'
    data = f'<script type="application/json">{to_json(spec)}</script>'
    return f"<div><hand-figure {place}>{data}</hand-figure></div>"


def answer_box(exercise: Exercise, typed: Typed) -> Json:
    """The box in which an answer is typed, and what it is compared with, as data."""
    fields = [each.described() for each in typed.fields]
    return {
        "id": exercise.label.replace("exercise", "answer"),
        "title": f"Your answer to {exercise.number}",
        "alt": "An answer can be typed and checked here.",
        "part": typed.part,
        "kind": "answer",
        "number": exercise.number,
        "slug": exercise.slug,
        "fields": fields,
        "state": {each.name: "" for each in typed.fields},
        "controls": [{"name": "form", "kind": "form", "fields": fields, "slug": exercise.slug}],
        "hidden": [{"name": each.name, "kind": "text"} for each in typed.fields],
        "panels": ["said"] if typed.model else [],
        "check": typed.check,
        "data": typed.data(),
        **program_of(typed),
    }


def program_of(typed: Typed) -> Json:
    """The transformer that a check runs, as data; nothing where it runs none."""
    if typed.model is None:
        return {}
    model, columns = typed.model(), Columns()
    return {"model": encode_model(lambda _: model, columns), "columns": columns.stored}


@dataclass(frozen=True)
class EveryExercise:
    """All exercises and what a reader has done: in a page from the browser, else from a file."""

    def __repr__(self) -> str:
        return f"<{len(EXERCISES)} exercises: live on the page>"

    def _repr_html_(self) -> str:
        if for_page():
            return element(progress_list())
        _, found = kept()
        return f"<pre>{html.escape(chr(10).join(lines(found)))}</pre>"


def every_exercise() -> EveryExercise:
    """All exercises of the book and your progress."""
    return EveryExercise()


def progress_list() -> Json:
    """The exercises by chapter, as the page reads them."""
    return {
        "id": "progress",
        "title": "Your progress",
        "alt": "Every exercise, and what you have done.",
        "part": "progress",
        "kind": "progress",
        "state": {},
        "controls": [],
        "hidden": [],
        "panels": ["progress"],
        "chapters": [
            {"title": f"{number}. {title}",
             "exercises": [listed(each) for each in EXERCISES.values() if each.chapter == chapter]}
            for number, (chapter, title) in enumerate(CHAPTERS.items(), 1)
        ],
    }  # fmt: skip


def listed(exercise: Exercise) -> Json:
    """One exercise as the page lists it: `word` tells whether its solver may vouch for it."""
    return {
        "slug": exercise.slug,
        "number": exercise.number,
        "title": exercise.title,
        "marks": " ".join(mark.value.split()[0] for mark in exercise.marks),
        "page": exercise.chapter,
        "address": f"{exercise.chapter}.html#{exercise.label}",
        "effort": effort(exercise),
        "word": exercise.judge is None or bool(exercise.checklist),
    }
