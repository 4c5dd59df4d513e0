"""The box on a page of the book in which an answer is typed."""

import html
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from exercises import exercise
from exercises.catalogue import BENCHES, EXERCISES
from exercises.handing_in.boards import BOARDS
from exercises.handing_in.ranking import ranking
from exercises.handing_in.record import functions_asked
from exercises.judging.bench import Bench, NameBench, known
from exercises.judging.judge import TRIAL, Conditions, Trial
from exercises.judging.machine import machine
from exercises.not_in_page import BOARDS_NOT_IN_PAGE, NOT_HANDED
from exercises.statement import Exercise
from exercises.typed import Json, Typed
from taotp.figures.answers import AnswerBox, Form, FormField, Handed
from taotp.figures.bench import Workbench, workbench
from taotp.figures.figure import Figure, Line
from taotp.figures.live import for_page
from taotp.figures.spec import Columns, encode_model, to_json


def element(figure: Figure, part: str, still: str = "") -> str:
    """A figure of a page as one line of HTML; where no script runs, `still` is all that shows."""
    place = f'id="{html.escape(figure.id)}" data-parts="{part}"'
    data = f'<script type="application/json">{to_json(figure.as_json())}</script>'
    return f"<div><hand-figure {place}>{data}{still}</hand-figure></div>"


def folded(title: str, inside: str) -> str:
    """What a page shows when its reader opens it."""
    return f'<details class="hand-later"><summary>{title}</summary>{inside}</details>'


# The boards whose machines a page can ask; why it cannot ask the others is in not_in_page.py.
ASKED_IN_THE_PAGE = (
    *("least-repeat-last", "least-hello-world", "least-search", "least-aab", "least-lookup"),
    *("least-minimum", "least-add-mod-10", "least-add-3", "least-add-10"),
    *("least-multiply-2", "least-onset-count", "least-two-sentences"),
)
SAME_TASK = {"count-onsets": "least-onset-count", "say-two-sentences": "least-two-sentences"}


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


@dataclass(frozen=True, repr=False)
class Box:
    """Where the answer to an exercise is typed: live on its page, a sentence elsewhere."""

    exercise: Exercise

    def __repr__(self) -> str:
        if self.exercise.slug in BOARDS:
            return "The page has a box to type a machine into; here, hand in a function or a text."
        return "The page has a box to type an answer into; here, finish the function below."

    def _repr_html_(self) -> str | None:
        typed = self.exercise.typed
        if not for_page() or typed is None:
            return None
        slug = self.exercise.slug
        made = element(answer_box(typed, self.exercise.number, slug), typed.part)
        return folded("Try a machine of your own", made) if slug in BOARDS else made


def bench_of(name: str) -> Bench:
    """The bench of an exercise that builds a machine; raises ValueError for another."""
    found = exercise(name)
    if found.slug not in BENCHES:
        raise ValueError(f"{found.slug} has no bench; there are {', '.join(BENCHES)}")
    return BENCHES[found.slug]


def plain(markdown: str) -> str:
    """A paragraph in one line, without its marks."""
    return re.sub(r"[*`]|\]\([^)]*\)|\[", "", " ".join(markdown.split()))


def bench(name: str) -> Workbench:
    """The bench of an exercise that builds a machine, live; raises ValueError for another."""
    of = bench_of(name)
    return workbench(
        of.slug,
        of.text,
        title=exercise(name).title,
        goal=plain(of.task_words),
        key=of.task.name,
        known=known(of.task),
        every=of.every,
        more=of.more,
        prompt=of.examples[0][0],
        named=isinstance(of, NameBench),
        said=of.said,
    )


def box(name: str) -> Box:
    """The box of an exercise or a board that has one.

    Raises ValueError for an unknown name, and for an exercise whose answer cannot be typed.
    """
    if name in ASKED_IN_THE_PAGE:
        return Box(replace(BOARDS[name].exercise, typed=of_board(name)))
    if name in BOARDS_NOT_IN_PAGE:
        reason = BOARDS_NOT_IN_PAGE[name]
        raise ValueError(f"a machine for {name} cannot be typed into a page: {reason}")
    found = exercise(name)
    if found.typed is None:
        raise ValueError(f"an answer to {found.slug} cannot be typed into a page")
    return Box(found)
