"""Trying every short input, and guessing first: the page finds what Python finds."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from taotp.figures import LiveFigure, predict, try_to_break
from taotp.figures.options import Dials
from taotp.page.bundle import PARTS
from taotp.programs import Program, hello_world, printed
from taotp.programs.minimum import minimum
from taotp.programs.searching import search
from taotp.reference import followers
from tests.in_node import in_node

HERE = Path(__file__).parent
SHOWN = 50  # as in trials.js


def theirs(N: float, n_match: int) -> Program:
    return printed.search("0123456789", 24, n_match, hard=N)


def breaking(**changed: Any) -> LiveFigure:
    how: dict[str, Any] = {"longest": 5, "once": True} | changed
    dials: Dials = {"N": 1e8, "n_match": (2,)}
    return try_to_break(theirs, "12511711", "012", dials=dials, answer="search", **how)


def test_the_page_finds_the_phantoms_that_python_finds(node: str) -> None:
    made = breaking()
    (found,) = in_node(node, HERE / "trials.mjs", {"spec": made.spec, "states": [{}]})
    program = theirs(1e8, 2)
    inputs = [list(p) for n in range(1, 6) for p in product("012", repeat=n)]
    asked = [text for text in inputs if len(followers(text, 2)) == 1]
    wrong = []
    for text in asked:
        said, should = program.complete("".join(text)), followers(text, 2)[0]
        if said != should:
            wrong.append({"text": "".join(text), "says": said, "should": should})
    assert (found["tried"], found["promised"]) == (len(inputs), len(asked))
    assert 0 < len(wrong) == found["failed"]
    assert found["failures"] == wrong[:SHOWN]


def test_the_mended_machine_has_none(node: str) -> None:
    made = try_to_break(
        lambda N, n_match: search("0123456789", 24, n_match, hard=N),
        "12511711",
        "012",
        answer="search",
        longest=5,
        dials={"N": 64, "n_match": (2,)},
    )
    (found,) = in_node(node, HERE / "trials.mjs", {"spec": made.spec, "states": [{}]})
    assert found["failed"] == 0 < found["promised"]


def test_a_smaller_constant_breaks_more(node: str) -> None:
    made = try_to_break(
        lambda N: minimum(20, 8, hard=N),
        [6, 2, 0],
        [0, 1, 10, 19],
        dials={"N": 1e6},
        answer="minimum",
        longest=3,
    )
    states = [{}, {"N": 10}, {"longest": 1}]
    most, soft, short = in_node(node, HERE / "trials.mjs", {"spec": made.spec, "states": states})
    assert (most["failed"], short["tried"]) == (0, 4)
    assert soft["failed"] > 0
    assert soft["tried"] == 4 + 16 + 64


def said(node: str, figure: LiveFigure, *states: dict[str, Any]) -> list[dict[str, Any]]:
    asked = {"spec": figure.spec, "parts": [PARTS[part] for part in figure.parts], "states": states}
    runs: list[dict[str, Any]] = in_node(node, HERE / "speak.mjs", asked)
    return runs


def test_a_guess_uncovers_what_the_program_says(node: str) -> None:
    made = predict(lambda N: hello_world(loud=N), "olleH", dials={"N": 1e6})
    says = hello_world().complete("olleH")
    assert says == " World!"
    hidden, wrong, right, spaced, other = said(
        node, made,
        {}, {"guess": "Hello", "asked": "olleH"}, {"guess": "World!", "asked": "olleH"},
        {"guess": " World! ", "asked": "olleH"},
        {"guess": "World!", "asked": "olleH", "text": "He"},
    )  # fmt: skip
    assert hidden["whole"] == {"kind": "", "text": "What does it say after “olleH”? Guess first."}
    assert hidden["now"] == {"kind": "", "text": ""}
    assert wrong["whole"]["kind"] == "wrong"
    assert wrong["whole"]["text"] == "You guessed “Hello”. After “olleH” it says “ World!”."
    assert right["whole"]["kind"] == spaced["whole"]["kind"] == "right"
    assert right["whole"]["text"].startswith("You guessed “World!”, and so it is.")
    assert other["whole"]["text"] == "What does it say after “He”? Guess first."


def test_an_empty_guess_asks_for_one_and_a_long_one_is_cut(node: str) -> None:
    made = predict(lambda N: hello_world(loud=N), "olleH", dials={"N": 1e6})
    first, empty, long = said(
        node, made, {}, {"guess": "", "asked": "olleH"}, {"guess": "é" * 2000, "asked": "olleH"}
    )
    assert first["whole"]["text"].endswith("Guess first.")
    question = "What does it say after “olleH”? Type your guess first."
    assert empty["whole"] == {
        "kind": "",
        "text": f"{question} If it says nothing, guess “nothing”.",
    }
    assert long["whole"]["text"].startswith(f"You guessed “{'é' * 40}…”. After “olleH”")


def test_a_guess_of_several_symbols_and_of_none(node: str) -> None:
    numbers = predict(lambda N: minimum(20, 8, hard=N), [6, 2, 11], dials={"N": 1e6})
    (right, wrong) = said(
        node, numbers, {"guess": "2", "asked": "6 2 11"}, {"guess": "1 1", "asked": "6 2 11"}
    )
    assert (right["whole"]["kind"], wrong["whole"]["kind"]) == ("right", "wrong")
    silent = predict(lambda N: hello_world(loud=N), "Hello World!", dials={"N": 1e6})
    (page,) = said(node, silent, {"guess": "nothing", "asked": "Hello World!"})
    assert page["whole"]["kind"] == "right"


def test_without_a_script_the_answer_is_folded_away() -> None:
    element = predict(lambda N: hello_world(loud=N), "olleH", dials={"N": 1e6}).element()
    assert '<details><summary>What it says</summary><div class="hand-picture"' in element
    asked = element[: element.index("<details>")]
    assert ">?</text>" in asked, "what was heard stands there, and a question"
    assert "Guess before you look" in element


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="symbol 'x' must be one of 0, 1, 2"):
        try_to_break(theirs, "12511711", "01x", answer="search", dials={"N": 1e6, "n_match": (2,)})
    with pytest.raises(ValueError, match="longest is 14, which makes 7174452 inputs"):
        breaking(longest=14)
    with pytest.raises(ValueError, match="symbols, longest are"):
        breaking(longest=0)
    with pytest.raises(ValueError, match="once needs n_match"):
        try_to_break(
            lambda N: minimum(20, 8, hard=N),
            [1],
            [0, 1],
            dials={"N": 1e6},
            answer="minimum",
            once=True,
            longest=2,
        )
    with pytest.raises(ValueError, match="panel 'tapes' is unknown"):
        predict(lambda N: hello_world(loud=N), "He", dials={"N": 1e6}, panels=("tapes",))
