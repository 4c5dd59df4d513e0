"""Trying every short input, and guessing first: the page finds what Python finds."""

from itertools import product
from typing import Any

from taotp.figures import LiveFigure, predict, try_to_break
from taotp.figures.options import Dials
from taotp.programs import Program, hello_world
from taotp.programs.minimum import minimum
from taotp.reference import followers
from tests.figures.asking import in_page
from tests.figures.test_pair import ours, theirs
from tests.refused import refused

SHOWN = 50  # as in trials.js
LOUD: Dials = {"N": 1e6}


def least(N: float) -> Program:
    return minimum(20, 8, hard=N)


def greeting(N: float) -> Program:
    return hello_world(loud=N)


def breaking(build: Any = theirs, symbols: str = "012", N: float = 64, **how: Any) -> LiveFigure:
    dials: Dials = {"N": N, "n_match": (2,)}
    how = {"longest": 5, **how}
    return try_to_break(build, "12511711", symbols, dials=dials, answer="search", **how)


def test_the_page_finds_the_phantoms_that_python_finds(node: str) -> None:
    """And none in the mended machine."""
    (found,) = in_page(node, breaking(once=True), {}, script="trials")
    program = theirs(64, 2)
    inputs = [list(p) for n in range(1, 6) for p in product("012", repeat=n)]
    asked = [text for text in inputs if len(followers(text, 2)) == 1]
    told = [("".join(text), followers(text, 2)[0]) for text in asked]
    said = [(text, program.complete(text), should) for text, should in told]
    wrong = [{"text": text, "says": says, "should": should}
             for text, says, should in said if says != should]  # fmt: skip
    assert (found["tried"], found["promised"]) == (len(inputs), len(asked))
    assert 0 < len(wrong) == found["failed"]
    assert found["failures"] == wrong[:SHOWN]
    (mended,) = in_page(node, breaking(ours), {}, script="trials")
    assert mended["failed"] == 0 < mended["promised"]


def test_a_smaller_constant_breaks_more(node: str) -> None:
    made = try_to_break(least, [6, 2, 0], [0, 1, 10, 19], dials=LOUD, answer="minimum", longest=3)
    states: list[dict[str, Any]] = [{}, {"N": 10}, {"N": 0.1}, {"longest": 1}]
    most, soft, faint, short = in_page(node, made, *states, script="trials")
    assert (most["failed"], short["tried"]) == (0, 4)
    assert soft["failed"] > 0
    assert soft["tried"] == 4 + 16 + 64
    assert faint["failed"] > len(faint["failures"]) == SHOWN, "all are counted, the first shown"


def said(node: str, build: Any, prompt: Any, *guesses: str | None, text: str = "") -> list[Any]:
    """What is said where one guesses; None is before a guess, `text` is typed afterwards."""
    made = predict(build, prompt, dials=LOUD)
    asked = prompt if isinstance(prompt, str) else " ".join(map(str, prompt))
    states = [{} if guess is None else {"guess": guess, "asked": asked} for guess in guesses]
    return in_page(node, made, *states, *([states[-1] | {"text": text}] if text else []))


def test_a_guess_uncovers_what_the_program_says(node: str) -> None:
    assert hello_world().complete("olleH") == " World!"
    guesses = (None, "", "é" * 2000, "Hello", " World! ", "World!")
    hidden, empty, long, wrong, spaced, right, other = said(
        node, greeting, "olleH", *guesses, text="He"
    )
    question = "What does it say after “olleH”?"
    assert hidden["whole"] == {"kind": "", "text": f"{question} Guess first."}
    assert hidden["now"] == {"kind": "", "text": ""}
    nothing = "Type your guess first. If it says nothing, guess “nothing”."
    assert empty["whole"] == {"kind": "", "text": f"{question} {nothing}"}
    assert long["whole"]["text"].startswith(f"You guessed “{'é' * 40}…”. After “olleH”")
    text = "You guessed “Hello”. After “olleH” it says “ World!”."
    assert wrong["whole"] == {"kind": "wrong", "text": text}
    assert right["whole"]["kind"] == spaced["whole"]["kind"] == "right"
    assert right["whole"]["text"].startswith("You guessed “World!”, and so it is.")
    assert other["whole"]["text"] == "What does it say after “He”? Guess first."
    numbers = said(node, least, [6, 2, 11], "2", "1 1")
    assert [each["whole"]["kind"] for each in numbers] == ["right", "wrong"]
    (silent,) = said(node, greeting, "Hello World!", "nothing")
    assert silent["whole"]["kind"] == "right"


def test_without_a_script_the_answer_is_folded_away() -> None:
    element = predict(greeting, "olleH", dials=LOUD).element()
    assert '<details><summary>What it says</summary><div class="hand-picture"' in element
    asked = element[: element.index("<details>")]
    assert ">?</text>" in asked, "what was heard stands there, and a question"
    assert "Guess before you look" in element


def test_bad_input_is_named() -> None:
    once: dict[str, Any] = {"answer": "minimum", "once": True, "longest": 2, "dials": LOUD}
    refused(
        (lambda: breaking(symbols="01x"), "symbol 'x' must be one of 0, 1, 2"),
        (lambda: breaking(longest=14), "longest is 14, which makes 7174452 inputs"),
        (lambda: breaking(longest=0), "symbols, longest are"),
        (lambda: try_to_break(least, [1], [0, 1], **once), "once needs n_match"),
        (lambda: predict(greeting, "He", dials=LOUD, panels=("tapes",)), "'tapes' is unknown"),
    )
