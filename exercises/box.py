"""The box on a page of the book in which an answer is typed."""

import html

from exercises.typed import Json, Typed
from taotp_core.figures.spec import Columns, encode_model, to_json


def element(spec: Json) -> str:
    """A figure of a page as one line of HTML; nothing of it shows where no script runs."""
    place = f'id="{html.escape(spec["id"])}" data-parts="{spec["part"]}"'
    data = f'<script type="application/json">{to_json(spec)}</script>'
    return f"<div><hand-figure {place}>{data}</hand-figure></div>"


def answer_box(typed: Typed, number: str, slug: str) -> Json:
    """The box for an exercise, and what an answer is compared with, as data."""
    fields = [each.described() for each in typed.fields]
    return {
        "id": f"answer-{number.replace('.', '-')}",
        "title": f"Your answer to {number}",
        "alt": "An answer can be typed and checked here.",
        "part": typed.part,
        "kind": "answer",
        "number": number,
        "slug": slug,
        "fields": fields,
        "state": {each.name: "" for each in typed.fields},
        "controls": [{"name": "form", "kind": "form", "fields": fields, "slug": slug}],
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
