"""The keys of the book's tasks, the page's and Python's, and programs that are held to them."""

import math
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp import reference as keys
from taotp.programs import Program, hello_world, minimum, search
from taotp.reference import (
    KEYS,
    PRODUCTS,
    SUMS,
    Task,
    compare,
    every_prompt,
    followers,
    how_many,
    in_letters,
    product_tokens,
    sum_tokens,
)
from taotp_core.arrays import to_float16
from taotp_core.measure import margin
from taotp_core.transformer import forward
from taotp_core.weights import Transformer, random_transformer
from tests.in_node import in_node
from tests.laws import every

SCRIPT = Path(__file__).parent / "figures" / "tasks.mjs"
N_DRAWN = 20
TABLE = {("0", "1"): "x", ("1", "0"): "y", ("1", "1"): "x"}


def of_form(name: str, form: str, symbols: str) -> Task:
    return Task(name, symbols, {"form": form})


# Each with the longest prompts of which all are asked, and the length of some that are drawn
TASKS = [
    *((Task(name, [*"036", "12"]), 4, 30) for name in ("minimum", "maximum", "sort")),
    *((Task("search", "abc", {"n_match": n}), 6, 40) for n in (1, 2, 4)),
    (Task("lookup", "01x", {"table": TABLE}), 5, 30),
    (of_form("add", "d+d=", SUMS), 4, 5),
    (of_form("add", "dd+dd=", SUMS), 6, 7),
    (of_form("add_mod10", "dd", SUMS), 2, 3),
    (of_form("add_mod10", "d+d=", SUMS), 4, 5),
    (of_form("multiply", "dd*dd=", PRODUCTS), 6, 7),
    *((Task(name, "cab"), 5, 40) for name in ("copied", "reversed", "in_order", "first_said")),
    (Task("first_said", "abxy", {"names": ["b", "a"]}), 5, 40),
    *((Task("ago", "abc", {"back": back}), 4, 30) for back in (1, 2, 3)),
    (Task("always", "abc", {"word": "b"}), 3, 9),
    *((Task(name, "cab"), 6, 40) for name in ("first", "majority", "next_one")),
    (Task("balanced", "()yn"), 5, 40),
    (Task("mirrored", "ab=", {"length": 2, "mark": "="}), 6, 7),
    (Task("mood", "gbn"), 6, 12),
    (Task("next_larger", [*"036", "12"]), 4, 30),
    *((Task("repeated", "abc", {"word": word}), 6, 9) for word in ("aab", "abac")),
    *(
        (Task("retold", "cab", {"task": task}), 4, 40)
        for task in ("copy", "reverse", "sort", "which")
    ),
]


def in_the_page(task: Task) -> dict[str, Any]:
    """What is known of a task, as the data of a figure has it."""
    known = {**task.known, "vocabulary": [*task.symbols]}
    if "table" in known:
        known["length"] = len(next(iter(known["table"])))
        known["table"] = {" ".join(key): said for key, said in known["table"].items()}
    if "names" in known:
        known["names"] = " ".join(known["names"])
    return known


def drawn(task: Task, length: int) -> list[list[str]]:
    """Prompts of up to some length, of a few of the symbols or of all; most have no form."""
    rng, found = np.random.default_rng(length), []
    for _ in range(N_DRAWN):
        some = rng.permutation([*task.symbols])[: rng.integers(1, len(task.symbols) + 1)]
        found.append(rng.choice(some, size=rng.integers(0, length + 1)).tolist())
    return found


@pytest.fixture(scope="module")
def both(node: str) -> list[tuple[Task, Any, Any]]:
    """Each task with prompts and what the page says of them."""
    asked = [
        {
            "name": task.name, "known": in_the_page(task),
            "prompts": [*map(list, task.prompts(longest)), *drawn(task, length)],
        }
        for task, longest, length in TASKS
    ]  # fmt: skip
    answers = in_node(node, SCRIPT, {"asked": asked})
    both = zip(TASKS, asked, answers, strict=True)
    return [(task, one["prompts"], said) for (task, *_), one, said in both]


def test_the_page_says_what_python_says(both: list[tuple[Task, Any, Any]]) -> None:
    for task, prompts, answers in both:
        assert len(prompts) == len(answers) > N_DRAWN
        mine = [task.answer(prompt) for prompt in prompts]
        wrong = [each for each in zip(prompts, answers, mine, strict=True) if each[1] != each[2]]
        assert not wrong, (task, wrong[:3])
        assert any(mine)


def test_what_may_be_left_open_is(both: list[tuple[Task, Any, Any]]) -> None:
    open_ = {task.name for task, _, answers in both if None in answers}
    retold = {"copied", "reversed", "in_order", "first_said", "retold"}
    assert open_ == {*KEYS} - retold - {"always", "balanced", "first", "next_one"}


def test_large_numbers_are_exact_in_the_page(node: str) -> None:
    form = f"{'d' * 20}*{'d' * 20}="
    prompt = f"{'9' * 20}*{'8' * 20}="
    asked = [{"name": "multiply", "known": {"form": form}, "prompts": [[*prompt]]}]
    ((said,),) = in_node(node, SCRIPT, {"asked": asked})
    assert said == [*"8888888888888888888711111111111111111112"]
    assert Task("multiply", PRODUCTS, {"form": form}).answer(prompt) == said


def test_both_know_the_same_names(node: str) -> None:
    assert {*in_node(node, SCRIPT, {"names": True, "asked": []})} == {*KEYS}
    assert {task.name for task, *_ in TASKS} == {*KEYS}


def test_the_page_finds_all_that_followed(node: str) -> None:
    prompts = [*map(list, Task("search", "ab").prompts(7))]
    asked = [{"name": "followers", "known": {"n_match": n}, "prompts": prompts} for n in (1, 2, 3)]
    for n, found in enumerate(in_node(node, SCRIPT, {"asked": asked}), 1):
        assert found == [followers(prompt, n) for prompt in prompts]


# Of numbers, and of others that the page is not asked: prompts with what is said of them

SAID: list[tuple[Task, list[tuple[Any, Any]]]] = [
    (Task("minimum", range(20)), [([6, 2, 12, 2], [2])]),
    (Task("maximum", range(20)), [([6, 12, 2], [12]), ([], None)]),
    (Task("sort", range(20)), [([12, 6, 7], [6, 7, 12]), ([12, 6, 12], None)]),
    (Task("search", "abc", {"n_match": 2}), [((1, 2, 5, 1, 2), [5])]),
    (of_form("add_mod10", "dd", SUMS), [([7, 8], ["5"])]),
    (Task("mirrored", "abc=", {"length": 3, "mark": "="}), [("abc=cb", ["a"]), ("abc=ca", None)]),
    (Task("next_larger", range(20)), [([6, 2, 12], None)]),
    (Task("first_said", "abxy", {"names": "ab"}), [("xbaxb", [*"ba"]), ("xyx", [])]),
    (Task("repeated", "z", {"word": "z"}), [("zzz", ["z"])]),
]  # fmt: skip


@every("task, prompt, said", [(task, *each) for task, some in SAID for each in some])
def test_what_should_be_said(task: Task, prompt: Any, said: Any) -> None:
    assert task.answer(prompt) == said


def test_what_stood_before_and_a_word_for_ever() -> None:
    assert [keys.before_last(text) for text in ("ab", "a", "")] == [["a"], None, None]
    assert [keys.echo(text, length=3) for text in ("dcab", "ab")] == [[*"cab"], None]
    assert (keys.after("aaba", "a"), keys.after("aba", "")) == ([*"ab"], [*"aba"])
    assert followers("aaaa", 2) == [*"aa"]
    assert followers("abab", 3) == followers("ab", 2) == followers("ab", 3) == []
    assert keys.places_after("aab", "") == [0, 1, 2]
    assert keys.places_after("aab", "ab") == keys.places_after([0, 0, 1], (0, 0, 1, 0, 0, 1)) == [0]
    assert keys.places_after("aab", "bb") == []


def test_prompts_are_all_there_are() -> None:
    texts = ["".join(prompt) for prompt in Task("copied", "ab").prompts(2)]
    assert texts == ["a", "b", "aa", "ab", "ba", "bb"]
    sums = ["".join(prompt) for prompt in of_form("add", "d+d=", SUMS).prompts(99)]
    assert (sums[0], sums[1], sums[-1], len(set(sums))) == ("0+0=", "0+1=", "9+9=", 100)
    assert keys.form_of([4, "+", 1]) == "d+d"


@every("name, form, symbols, rows", [
    ("add", "dd+dd=", SUMS, sum_tokens), ("multiply", "dd*dd=", PRODUCTS, product_tokens)
])  # fmt: skip
def test_rows_of_sums_and_products(name: str, form: str, symbols: Any, rows: Any) -> None:
    task = of_form(name, form, symbols)
    a, b = np.indices((100, 100)).reshape(2, -1)
    lines = ["".join(symbols[i] for i in row) for row in rows(a, b, 2).tolist()]
    asked = map("".join, task.prompts(6))
    assert lines == [prompt + "".join(task.answer(prompt) or []) for prompt in asked]


# Programs against what they should say: shortest prompts first, margins, what is left open

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
