"""The verdict over all cases and how far a number may move: the page says what Python says."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from taotp import reference
from taotp.figures import LiveFigure, explore
from taotp.figures.cases import every_input, how_far, right_by_name, verdict
from taotp.figures.explorables import decoder
from taotp.figures.figure import Cases, Speaker
from taotp.figures.options import Constant, Dials, Promise
from taotp.programs import (
    Program,
    add,
    hello_world,
    minimum,
    printed,
    search,
)
from taotp.programs.before_last import before_last
from taotp_core.edits import read_changes, with_numbers
from tests.in_node import in_node
from tests.laws import every

SCRIPT = Path(__file__).with_name("numbers.mjs")
MESSAGE = "Hello World!"
CLOSE = 1 / 128  # bisection ends at one part in 256


def in_page(node: str, figure: LiveFigure, *states: dict[str, Any], places: Any = ()) -> Any:
    asked = {"spec": figure.spec, "states": states, "places": list(places)}
    return in_node(node, SCRIPT, asked)


def hello() -> LiveFigure:
    return decoder(
        lambda N: hello_world(loud=N), MESSAGE, N=10, panels=("tape", "numbers"), id="hello"
    )


def cases_of(figure: LiveFigure) -> list[Cases]:
    assert isinstance(figure.figure, Speaker)
    return list(figure.figure.cases)


def every_number(program: Program) -> list[str]:
    shapes = {"W_E": program.model.W_E.shape, "W_pos": program.model.W_pos.shape}
    return [f"{path}:{i}.{j}" for path, shape in shapes.items() for i, j in np.ndindex(*shape)]


CHANGED = ["", "W_pos:5.0=-2", "W_E:4.0=-2", "W_E:0.0=9;W_pos:2.2=0", "W_pos:0.0=1e300"]


def test_the_verdict_over_every_input(node: str) -> None:
    pages = in_page(node, hello(), *({"changed": text} for text in CHANGED))
    (cases,) = cases_of(hello())
    for text, page in zip(CHANGED, pages, strict=True):
        model = with_numbers(hello_world(loud=10).model, read_changes(text))
        fine = verdict(model, cases)
        broken = [divmod(int(i), 13) for i in np.flatnonzero(~fine)]
        assert (page["right"], page["total"]) == (int(fine.sum()), 143)
        assert [(each["row"], each["place"]) for each in page["broken"]] == broken
    assert pages[0]["whole"]["text"].startswith("Right on 143 of 143 inputs. It says")
    assert pages[2]["whole"]["text"].startswith(
        "Right on 121 of 143 inputs: whatever comes before, at position 5 it says “o”, not “␣”."
    )


def test_how_far_each_of_72_numbers_may_move(node: str) -> None:
    program = hello_world(loud=10)
    places = every_number(program)
    cases = every_input(program, [*MESSAGE, "<stop>"])
    ((page),) = in_page(node, hello(), {}, places=places)
    mine = [how_far(program.model, cases, place) for place in places]
    theirs = [tuple(np.inf if by is None else by for by in pair) for pair in page["far"]]
    assert len(places) == 72
    np.testing.assert_allclose(theirs, mine, rtol=CLOSE)
    largest = [np.abs(getattr(program.model, place.split(":")[0])).max() for place in places]
    shares = np.min(mine, axis=1) / largest
    assert np.isfinite(shares).all()  # none is free
    assert round(float(shares.min()), 2) == 0.16


def last(N: float) -> Program:
    return before_last("abcd", n_ctx=6, hard=N)


PAIRS = {(a, b): a for a in "abcd" for b in "abcd"}
FIGURES: dict[str, tuple[Any, Any, Any, Constant]] = {
    "minimum": (lambda N: minimum(20, 8, hard=N), [6, 2, 0, 12], "minimum", Constant(1e6)),
    "add": (lambda N: add(2, loud=N), "45+78=", "add", Constant(1e10, most=1e12)),
    "pairs": (last, "abca", PAIRS, Constant(100)),
    "own rule": (last, "abca", Promise(right=reference.before_last), Constant(100)),
}


@every("name", ["minimum", "add", "pairs", "own rule"])
def test_prompts_are_tried(node: str, name: str) -> None:
    build, prompt, answer, N = FIGURES[name]
    figure = explore(build, prompt, dials={"N": N}, answer=answer, panels=("tape", "numbers"))
    (cases,) = cases_of(figure)
    program: Program = build(N.first)
    W_E = program.model.W_E
    row, column = divmod(int(np.abs(W_E).argmax()), W_E.shape[1])
    place = f"W_E:{row}.{column}"
    changed = f"{place}=-1.5;W_pos:1.0=2"
    as_it_is, moved = in_page(node, figure, {}, {"changed": changed}, places=[place])
    n = len(cases.heard)
    assert (as_it_is["right"], as_it_is["total"]) == (n, n)
    assert n >= 20
    model = with_numbers(program.model, read_changes(changed))
    assert moved["right"] == verdict(model, cases).sum()
    mine = how_far(program.model, cases, place)
    theirs = [np.inf if by is None else by for by in as_it_is["far"][0]]
    np.testing.assert_allclose(theirs, mine, rtol=CLOSE)


def test_choices_that_change_what_is_right_have_cases_of_their_own(node: str) -> None:
    def build(N: float, n_match: int, n_ctx: int) -> Program:
        return search("0123456789", n_ctx, n_match, hard=N)

    dials: Dials = {"N": 64, "n_match": (2, 3), "n_ctx": (24, 32)}
    figure = explore(build, "12583783", dials=dials, answer="search", panels=("numbers",))
    assert len(cases_of(figure)) == 2
    assert [option["cases"] for option in figure.spec["options"]] == [0, 0, 1, 1]
    states = [{"n_match": n, "n_ctx": c} for n in (2, 3) for c in (24, 32)]
    pages = in_page(node, figure, *states)
    assert [page["right"] for page in pages] == [len(cases.heard) for cases in cases_of(figure)
                                                 for _ in "ab"]  # fmt: skip


def test_a_machine_that_errs_is_not_called_right(node: str) -> None:
    figure = explore(
        lambda N, n_match: printed.search("0123456789", 24, n_match, hard=N),
        "12583783",
        answer="search",
        panels=("numbers",),
        dials={"N": 1e8, "n_match": (2,)},
    )
    (page,) = in_page(node, figure, {})
    assert 0 < page["right"] < page["total"]
    assert page["whole"]["kind"] == "wrong"


def test_without_an_answer_right_is_what_was_said_before(node: str) -> None:
    figure = explore(last, "abca", panels=("numbers",), dials={"N": 100})
    changed = "W_E:2.4=-9"
    plain, moved = in_page(node, figure, {}, {"changed": changed})
    assert plain["whole"]["text"].startswith("After “abca” it says")
    assert plain["right"] == plain["total"] == 40
    assert f"As before on {moved['right']} of 40 prompts" in moved["whole"]["text"]
    program = last(100)
    other = replace(program, model=with_numbers(program.model, read_changes(changed)))
    same = [program.complete(p) == other.complete(p) for p in moved["prompts"]]
    assert moved["right"] == sum(same) < 40


def test_what_is_right_is_also_said_in_python() -> None:
    def said(program: Program, answer: str, own: Any, prompt: Any, **how: Any) -> Any:
        return right_by_name(program, answer, own, how)(prompt)

    table = {"1 2": "3"}
    assert said(minimum(20, 8), "minimum", [1], [12, 7]) == [7]
    assert said(minimum(20, 8), "maximum", [1], [12, 7]) == [12]
    assert said(minimum(20, 8), "sort", [1], [12, 7]) == [7, 12]
    assert said(minimum(20, 8), "search", [1], [1, 2, 5, 1, 2, 7], n_match=2) is None
    assert said(minimum(20, 8), "search", [1], [1, 2, 5, 1, 2], n_match=2) == [5]
    assert said(minimum(20, 8), "lookup", [1], [0, 1, 2], table=table, length=2) == [3]
    assert said(minimum(20, 8), "lookup", [1], [0, 2, 1], table=table, length=2) is None
    assert said(add(2), "add", "12+33=", [*"45+78="]) == [*"123"]
    assert said(add(2), "add", "12+33=", [*"4+78="]) is None
    assert said(add(2), "add_mod10", "12", "45") == ["9"]
    assert said(minimum(20, 8), "first_said", [1], [7, 2, 7, 1], names="1 7") == [7, 1]
