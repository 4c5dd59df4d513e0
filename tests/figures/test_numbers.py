"""Numbers that a reader changed: the page computes, counts and bounds what Python does."""

from dataclasses import replace
from typing import Any

import numpy as np

from taotp import reference
from taotp.figures import LiveFigure, explore
from taotp.figures.cases import every_input, how_far, right_by_name, verdict
from taotp.figures.explorables import decoder
from taotp.figures.figure import Cases, Speaker
from taotp.figures.options import Constant, Dials, Promise
from taotp.programs import Program, add, hello_world, minimum, search
from taotp.programs.before_last import before_last
from taotp_core.edits import read_changes, with_numbers
from tests.figures.asking import in_page
from tests.laws import every

MESSAGE = "Hello World!"
CLOSE = 1 / 128  # bisection ends at one part in 256


def numbers(node: str, figure: LiveFigure, *states: dict[str, Any], places: Any = ()) -> list[Any]:
    return in_page(node, figure, *states, script="numbers", places=list(places))


def hello(*panels: str) -> LiveFigure:
    how: dict[str, Any] = {"panels": panels} if panels else {}
    return decoder(lambda N: hello_world(loud=N), MESSAGE, N=10, id="hello", **how)


def last(N: float) -> Program:
    return before_last("abcd", n_ctx=6, hard=N)


def searched(N: float, n_match: int = 2, n_ctx: int = 24) -> Program:
    return search("0123456789", n_ctx, n_match, hard=N)


def changed_to(program: Program, text: str) -> Program:
    return replace(program, model=with_numbers(program.model, read_changes(text)))


def cases_of(figure: LiveFigure) -> list[Cases]:
    assert isinstance(figure.figure, Speaker)
    return list(figure.figure.cases)


def test_what_an_address_says_wrongly_is_left_out(node: str) -> None:
    wrong = [
        "W_pos:13.0=1", "W_pos:0.3=1", "W_U:0.0=1", "constructor:0.0=1", "W_pos:5.0=1e999",
        "W_pos:5.0", "layers:0.0=1", "W_pos:-1.0=2", "W_pos:5.0=0x10", ";;",
    ]  # fmt: skip
    states = [{"changed": text} for text in ("nothing;W_pos:5.0=-2;W_pos:99.0=1", *wrong)]
    plain, changed, *others = in_page(node, hello(), {}, *states)
    assert changed["said"] != plain["said"]
    assert all(other["said"] == plain["said"] for other in others)


def test_the_verdict_over_every_input(node: str) -> None:
    texts = ["", "W_pos:5.0=-2", "W_E:4.0=-2", "W_E:4.0=-2;W_pos:1.2=.5e1", "W_pos:0.0=1e300"]
    figure = hello("tape", "numbers")
    pages = numbers(node, figure, *({"changed": text} for text in texts))
    (cases,) = cases_of(figure)
    for text, page in zip(texts, pages, strict=True):
        fine = verdict(changed_to(hello_world(loud=10), text).model, cases)
        broken = [divmod(int(i), 13) for i in np.flatnonzero(~fine)]
        assert (page["right"], page["total"]) == (int(fine.sum()), 143)
        assert [(each["row"], each["place"]) for each in page["broken"]] == broken
    said = pages[0]["whole"]["text"]
    assert said.startswith("Right on 143 of 143 inputs, all of them. It says")
    assert [page["whole"]["kind"] for page in pages[:3]] == ["right", "wrong", "wrong"]
    assert pages[2]["whole"]["text"].startswith(
        "Right on 121 of 143 inputs: whatever comes before, at position 5 it says “o”, not “␣”."
    )


def far(page: dict[str, Any]) -> list[list[float]]:
    return [[np.inf if by is None else by for by in pair] for pair in page["far"]]


def test_how_far_each_of_72_numbers_may_move(node: str) -> None:
    model = hello_world(loud=10).model
    arrays = {"W_E": model.W_E, "W_pos": model.W_pos}
    places = [f"{path}:{i}.{j}" for path, W in arrays.items() for i, j in np.ndindex(*W.shape)]
    cases = every_input(hello_world(loud=10), [*MESSAGE, "<stop>"])
    (page,) = numbers(node, hello("tape", "numbers"), {}, places=places)
    mine = [how_far(model, cases, place) for place in places]
    assert len(places) == 72
    np.testing.assert_allclose(far(page), mine, rtol=CLOSE)
    largest = [np.abs(arrays[place.split(":")[0]]).max() for place in places]
    shares = np.min(mine, axis=1) / largest
    assert np.isfinite(shares).all()  # none is free
    assert round(float(shares.min()), 2) == 0.16


PAIRS = {(a, b): a for a in "abcd" for b in "abcd"}
FIGURES: dict[str, tuple[Any, Any, Any, Constant]] = {
    "minimum": (lambda N: minimum(20, 8, hard=N), [6, 2, 0, 12], "minimum", Constant(1e6)),
    "add": (lambda N: add(2, loud=N), "45+78=", "add", Constant(1e10, most=1e12)),
    "pairs": (last, "abca", PAIRS, Constant(100)),
    "own rule": (last, "abca", Promise(right=reference.before_last), Constant(100)),
}


@every("name", FIGURES)
def test_prompts_are_tried(node: str, name: str) -> None:
    build, prompt, answer, N = FIGURES[name]
    figure = explore(build, prompt, dials={"N": N}, answer=answer, panels=("tape", "numbers"))
    (cases,) = cases_of(figure)
    program: Program = build(N.first)
    row, column = np.unravel_index(np.abs(program.model.W_E).argmax(), program.model.W_E.shape)
    place = f"W_E:{row}.{column}"
    changed = f"{place}=-1.5;W_pos:1.0=2"
    as_it_is, moved = numbers(node, figure, {}, {"changed": changed}, places=[place])
    n = len(cases.heard)
    assert (as_it_is["right"], as_it_is["total"]) == (n, n)
    assert n >= 20 and max(map(len, cases.heard)) >= 3, "what is right on short ones says little"
    assert moved["right"] == verdict(changed_to(program, changed).model, cases).sum()
    mine = how_far(program.model, cases, place)
    np.testing.assert_allclose(far(as_it_is), [mine], rtol=CLOSE)


def test_choices_that_change_what_is_right_have_cases_of_their_own(node: str) -> None:
    dials: Dials = {"N": 64, "n_match": (2, 3), "n_ctx": (24, 32)}
    figure = explore(searched, "12583783", dials=dials, answer="search", panels=("numbers",))
    sizes = [len(cases.heard) for cases in cases_of(figure)]
    assert [option["cases"] for option in figure.spec["options"]] == [0, 0, 1, 1]
    pages = numbers(node, figure, *({"n_match": n, "n_ctx": c} for n in (2, 3) for c in (24, 32)))
    assert [page["right"] for page in pages] == [size for size in sizes for _ in "ab"]


def test_without_an_answer_right_is_what_was_said_before(node: str) -> None:
    figure = explore(last, "abca", panels=("numbers",), dials={"N": 100})
    plain, moved = numbers(node, figure, {}, {"changed": "W_E:2.4=-9"})
    assert plain["whole"]["text"].startswith("After “abca” it says")
    assert plain["right"] == plain["total"] == 40
    assert f"As before on {moved['right']} of 40 prompts" in moved["whole"]["text"]
    program, other = last(100), changed_to(last(100), "W_E:2.4=-9")
    same = [program.complete(p) == other.complete(p) for p in moved["prompts"]]
    assert moved["right"] == sum(same) < 40


def test_what_is_right_is_also_said_in_python() -> None:
    """By a name, of prompts that are lists or texts; reference.py has what is right."""
    least, sums, table = minimum(20, 8), add(2), {"table": {"1 2": "3"}, "length": 2}
    wanted: list[tuple[Program, str, Any, Any, dict[str, Any], Any]] = [
        (least, "search", [1], [1, 2, 5, 1, 2, 7], {"n_match": 2}, None),
        (least, "lookup", [1], [0, 1, 2], table, [3]),
        (least, "first_said", [1], [7, 2, 7, 1], {"names": "1 7"}, [7, 1]),
        (sums, "add", "12+33=", [*"45+78="], {}, [*"123"]),
        (sums, "add_mod10", "12", "45", {}, ["9"]),
    ]
    for program, answer, own, prompt, how, says in wanted:
        assert right_by_name(program, answer, own, how)(prompt) == says, (answer, prompt)
