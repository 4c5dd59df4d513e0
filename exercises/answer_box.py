"""What the box of an answer is told: its fields, what is asked, and what of it is handed in."""

import html
import re
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from exercises.catalogue import EXERCISES
from exercises.handing_in.boards import BOARDS
from exercises.handing_in.ranking import ranking
from exercises.handing_in.record import functions_asked
from exercises.judging.judge import TRIAL, Conditions, Trial
from exercises.judging.machine import machine
from exercises.not_in_page import NOT_HANDED
from exercises.typed import Json, Typed
from taotp.figures.answers import AnswerBox, Form, FormField, Handed
from taotp.figures.figure import Figure, Line
from taotp.figures.spec import Columns, encode_model, to_json

SAME_TASK = {"count-onsets": "least-onset-count", "say-two-sentences": "least-two-sentences"}


def element(figure: Figure, part: str, still: str = "") -> str:
    """A figure of a page as one line of HTML; where no script runs, `still` is all that shows."""
    place = f'id="{html.escape(figure.id)}" data-parts="{part}"'
    data = f'<script type="application/json">{to_json(figure.as_json())}</script>'
    return f"<div><hand-figure {place}>{data}{still}</hand-figure></div>"


def quickly(judge: Callable[[Any], str]) -> Callable[[Any], str]:
    """A judge that leaves out what takes long, as for a folder of submissions."""

    def judged(answer: object) -> str:
        before = TRIAL.set(Trial(Conditions(whole=False)))
        try:
            return judge(answer)
        finally:
            TRIAL.reset(before)

    return judged


def of_board(slug: str) -> Typed:
    """How a machine for a board is typed: its judge asks what it asks of the smallest entry."""
    judge = BOARDS[slug].exercise.judge
    assert judge
    return machine(quickly(judge), ranking(slug).rows[0].machine)


def with_board(slug: str, data: Json) -> Json:
    """What a box is told, with the sizes of the entries of the board of the same task.

    What is found of a machine for a board alone is not kept: it is no exercise.
    """
    board = slug if slug in BOARDS else SAME_TASK.get(slug)
    if board is None:
        return data
    sizes = [(row.total, row.nonzero) for row in ranking(board).rows]
    return data | {"board": {"name": board, "sizes": sizes, "own": slug in BOARDS}}


def answer_box(typed: Typed, number: str, slug: str) -> AnswerBox:
    """The box for an exercise or a board, and what an answer is compared with."""
    fields = [FormField(**asdict(each)) for each in typed.fields]
    return AnswerBox(
        id=f"answer-{slug}",
        title="Your machine" if slug in BOARDS else f"Your answer to {number}",
        alt="An answer can be typed and checked here.",
        number=number,
        slug=slug,
        fields=fields,
        state={each.name: "" for each in fields},
        controls=[Form(name="form", fields=fields, slug=slug)],
        hidden=[Line(name=each.name) for each in fields],
        panels=["said"] if typed.model else ["asking"] if typed.check == "machine" else [],
        check=typed.check,
        data=with_board(slug, typed.data()),
        hand=None if slug in BOARDS else handed(slug, typed),
        **run_by(typed),
    )


# How what is typed makes what the function of an exercise returns, where not as its kind of check.
RETURNS = {
    **dict.fromkeys(("third-mask", "no-rival"), "split"),
    **dict.fromkeys(("which-is-which", "small-change"), "table"),
    **dict.fromkeys(("merges-by-hand", "not-the-best"), "pairs"),
    "most-confused": "counted",
    "weak-spike": "mlp",
}
OF_CHECK = {"formula": "cases", "machine": "one", "change": "change"}


def handed(slug: str, typed: Typed) -> Handed | None:
    """What is handed in of what is typed; None where that is only a part of an answer."""
    names = functions_asked(EXERCISES[slug])
    if typed.family or len(names) > 1 or slug in NOT_HANDED:
        return None
    usual = OF_CHECK.get(typed.check, "one" if len(typed.fields) == 1 else "tuple")
    takes = len(re.findall(r"\w+", EXERCISES[slug].stub.partition("(")[2].partition(")")[0]))
    return Handed(name=names[0], returns=RETURNS.get(slug, usual), takes=takes)


def run_by(typed: Typed) -> dict[str, Any]:
    """The transformer that a check runs, as data; nothing where it runs none."""
    if typed.model is None:
        return {}
    model, columns = typed.model(), Columns()
    return {"model": encode_model(lambda _: model, columns), "columns": columns.stored}
