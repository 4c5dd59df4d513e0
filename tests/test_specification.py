"""Programs against specifications: shortest prompts first, margins, and what is left open."""

import math
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest

from taotp.programs import Program, hello_world, minimum, search
from taotp.reference import compare, every_prompt, how_many, in_letters
from taotp_core.arrays import to_float16
from taotp_core.measure import margin
from taotp_core.transformer import forward
from taotp_core.weights import Transformer, random_transformer
from tests.laws import every

GREETING = "Hello World!"
W = 2 * np.eye(3)
COUNTS = Program(Transformer(W, np.zeros((5, 3)), W_U=np.roll(W, 1, axis=1)), range(3))


def carries_on(prompt: str) -> str | None:
    return GREETING[len(prompt) :] if GREETING.startswith(prompt) else None


def test_all_prompts_the_shortest_first() -> None:
    model = random_transformer(0, d_vocab=3, n_ctx=3)
    program = Program(model, ["a", "b", "."], stop=".")
    assert [*every_prompt(program)] == [p for n in (1, 2, 3) for p in product("ab", repeat=n)]
    assert [how_many(program, n) for n in (1, 2, 3)] == [2, 4, 8]
    started = Program(model, ["^", "b", "."], "^", stop=".")
    assert [*every_prompt(started)] == [(), ("b",), ("b", "b")]


def test_letters_are_single_characters_for_all_that_is_typed() -> None:
    others = [minimum(4, 3), Program(random_transformer(0, d_vocab=2), ["a", "bc"])]
    programs = [hello_world(), search("ab", 4, 1), *others]
    assert [in_letters(each) for each in programs] == [True, True, False, False]


def test_right_everywhere_with_the_smallest_margin() -> None:
    program = minimum(4, 4)
    found = compare(program, min, seconds=600)
    assert (found.wrong, found.finished) == (None, True)
    assert (found.tried, found.left_open) == (4 + 16 + 64 + 256, 0)
    assert found.reached == {1: 4, 2: 16, 3: 64, 4: 256}
    prompts = [prompt for n in (1, 2, 3, 4) for prompt in product(range(4), repeat=n)]
    by_hand = [margin(forward(program.model, np.array(prompt)))[-1] for prompt in prompts]
    assert found.smallest == pytest.approx(min(by_hand), rel=1e-9)


def test_answers_of_several_tokens_end_where_they_should() -> None:
    prompts = [GREETING[:n] for n in range(len(GREETING))] + ["H!"]
    found = compare(hello_world(), carries_on, prompts)
    assert (found.wrong, found.tried, found.left_open) == (None, 12, 1)
    for spoiled in ("Hello World", "Hello World!!", "Hell", ""):
        wrong = compare(hello_world(), {"": spoiled}.get, [""]).wrong
        assert wrong == ((), list(GREETING), list(spoiled))
    wrong = compare(hello_world(), lambda prompt: GREETING, [""], to=to_float16).wrong
    assert wrong == ((), None, list(GREETING))  # what is not a number is wrong


def test_without_stop_and_steps_the_first_tokens_count() -> None:
    def two_more(prompt: Sequence[int]) -> list[int]:
        return [(prompt[-1] + 1) % 3, (prompt[-1] + 2) % 3]

    assert compare(COUNTS, two_more, seconds=600).wrong is not None  # five tokens leave room for 1
    short = [p for p in every_prompt(COUNTS) if len(p) < 5]
    assert compare(COUNTS, two_more, short).wrong is None


def test_a_tie_goes_to_the_lowest_id_and_shows_in_the_margin() -> None:
    tie = Program(Transformer(np.eye(3), np.zeros((1, 3)), W_U=np.ones((3, 3))), range(3), steps=1)
    found = compare(tie, lambda prompt: 0)
    assert (found.wrong, found.smallest, found.tried) == (None, 0, 3)
    assert compare(tie, lambda prompt: 1).wrong == ((0,), [0], [1])
    alone = Program(Transformer(np.ones((1, 2)), np.zeros((3, 2))), "a", steps=1)
    found = compare(alone, lambda prompt: "a")
    assert (found.wrong, found.smallest, found.tried) == (None, math.inf, 3)  # it has no rival


@every("said, shown", [("x", "'x'"), (["<stop>"], "'<stop>'"), (7, "7")])
def test_symbols_that_there_are_not(said: Any, shown: str) -> None:
    message = f"^for '' the specification says {shown}, which is none of the symbols"
    with pytest.raises(ValueError, match=message):
        compare(hello_world(), lambda prompt: said)


def test_time_that_is_up_ends_it_between_chunks() -> None:
    found = compare(minimum(20, 8), min, seconds=1e-9)
    assert (found.wrong, found.tried, found.finished) == (None, 500, False)
    assert found.reached == {1: 20, 2: 400, 3: 80}


def test_a_specification_may_return_words() -> None:
    days = Program(COUNTS.model, ["Mo", "Tu", "We"], steps=2)
    after = {"Mo": "Tu We", "Tu": ["We", "Mo"], "We": ("Mo", "Tu")}
    found = compare(days, lambda prompt: after[prompt[-1]], [["Mo"], ["Tu"], ["We", "We"]])
    assert (found.wrong, found.tried) == (None, 3)
    one = Program(days.model, days.vocabulary, steps=1)
    assert compare(one, lambda prompt: "Tu", [["Mo"]]).wrong is None
