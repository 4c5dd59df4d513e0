"""Lookup: every small table, every prefix that could mislead it, and tables it must refuse."""

import itertools
from functools import partial
from typing import Any

import numpy as np

from taotp.programs import Program, lookup, printed
from taotp.programs.lookup import TIED_SIZES, sizes
from taotp_core import PRECISIONS, forward, predictions
from taotp_core.measure import lead
from tests.examples import assert_same_logits
from tests.laws import every
from tests.refused import refused
from tools.experiments.tables import random_table as drawn_table

Table = dict[tuple[int, ...], int]


def random_table(n: int, d_vocab: int, length: int = 5, seed: int = 0) -> Table:
    """Different keys with any answers."""
    keys, answers = drawn_table(n, d_vocab, length, seed)
    return dict(zip(map(tuple, keys.tolist()), answers.tolist(), strict=True))


def right_everywhere(program: Program, table: Table, n_ctx: int, seed: int = 0) -> None:
    """Every entry at the end of a full context of other keys, with a lead."""
    rng = np.random.default_rng(seed)
    length = len(next(iter(table)))
    ids = {symbol: i for i, symbol in enumerate(program.vocabulary)}
    keys = np.array([[ids[s] for s in key] for key in table])
    answers = np.array([ids[s] for s in table.values()])
    others = keys[rng.integers(len(keys), size=(len(keys), n_ctx // length + 1))]
    prefix = others.reshape(len(keys), -1)[:, : n_ctx - length]
    logits = forward(program.model, np.concatenate([prefix, keys], axis=1), keep=1)[:, 0]
    assert (lead(logits, answers) > 1e-3 * np.abs(logits).max(axis=1)).all()


# The task


def test_symbols_of_any_kind() -> None:
    words = lookup({("to", "be"): "or", ("not", "to"): "be"}, n_ctx=8)
    assert words.complete(["be", "not", "to"]) == ["be"]
    letters = lookup({"ab": "c", "bc": "a"}, n_ctx=8, vocabulary="zyx")
    assert letters.complete("xyzab") == "c"
    assert letters.vocabulary == tuple("zyxabc")
    mixed = lookup({(None, 2.5): ("a", 1), (True, "True"): None}, n_ctx=4)
    assert mixed.complete([None, None, 2.5]) == [("a", 1)]
    assert mixed.complete([True, "True"]) == [None]


@every("d_vocab, length, most", [(1, 1, 1), (2, 1, 2), (3, 1, 3), (2, 2, 3)])
def test_every_small_table(d_vocab: int, length: int, most: int) -> None:
    """Of keys of two symbols those of up to three pairs; after every prefix of three."""
    symbols, n_ctx = range(d_vocab), length + 3
    for n in range(1, most + 1):
        for keys in itertools.combinations(itertools.product(symbols, repeat=length), n):
            for answers in itertools.product(symbols, repeat=n):
                table = dict(zip(keys, answers, strict=True))
                program = lookup(table, n_ctx, vocabulary=symbols)
                for prompt in itertools.product(symbols, repeat=n_ctx):
                    if prompt[-length:] in table:
                        assert program.complete(list(prompt)) == [table[prompt[-length:]]]


def thresholds() -> set[tuple[int, ...]]:
    """The functions of three bits that a weighted sum can tell: small weights are enough."""
    weights = range(-2, 3)
    corners = list(itertools.product((0, 1), repeat=3))
    return {
        tuple(int(a * x + b * y + c * z > limit - 0.5) for x, y, z in corners)
        for a, b, c, limit in itertools.product(weights, weights, weights, range(-4, 6))
    }


def test_of_the_functions_of_three_bits_those_that_add_up_are_stored() -> None:
    corners = list(itertools.product((0, 1), repeat=3))
    assert len(thresholds()) == 104
    for bits in thresholds():
        table = dict(zip(corners, bits, strict=True))
        right_everywhere(lookup(table, n_ctx=7, vocabulary=(0, 1)), table, n_ctx=7)


@every(
    "n, d_vocab, length, n_ctx",
    [(2, 2, 1, 9), (10, 10, 5, 23), (100, 10, 5, 30), (30, 5, 9, 50), (300, 100, 2, 64)],
)
def test_random_tables_after_other_keys(n: int, d_vocab: int, length: int, n_ctx: int) -> None:
    for seed in range(2):
        table = random_table(n, d_vocab, length, seed)
        program = lookup(table, n_ctx, vocabulary=range(d_vocab), seed=seed)
        for n_prompt in {*range(length, n_ctx, 1 + 2 * n // 10), n_ctx}:
            right_everywhere(program, table, n_prompt, seed)


def test_the_largest_table_and_context_promised() -> None:
    table = random_table(1000, 1000)
    program = lookup(table, n_ctx=10_000, vocabulary=range(1000), d_token=10)
    right_everywhere(program, table, n_ctx=40)
    key, answer = next(iter(table.items()))
    junk = np.random.default_rng(0).integers(1000, size=9_995).tolist()
    assert program.complete(junk + list(key)) == [answer]
    assert program.complete(list(key)) == [answer]


@every("n, d_vocab", [(10, 10), (300, 1000)])
def test_untied(n: int, d_vocab: int) -> None:
    program = lookup(table := random_table(n, d_vocab), 33, vocabulary=range(d_vocab), tied=False)
    assert not program.model.tied
    right_everywhere(program, table, n_ctx=33)


# What it costs


def test_sizes_that_are_tried() -> None:
    tried = {2: [5], 5: [5, 10], 39: [5, 10, 20, 40], 10_000: [*TIED_SIZES]}
    assert {n: sizes(None, True, n) for n in tried} == tried
    assert sizes(7, True, 2) == [7] and len(sizes(None, False, 2)) > 1


def test_as_printed_says_the_same() -> None:
    table = random_table(20, 10)
    ours, theirs = (make(table, 12, vocabulary=range(10)) for make in (lookup, printed.lookup))
    tokens = np.random.default_rng(0).integers(10, size=(4, 12))
    assert_same_logits(forward(theirs.model, tokens), forward(ours.model, tokens))
    assert theirs.model.layers[0].mlp is not None
    assert all(head.W_Q.shape == (8, 8) for head in theirs.model.layers[0].heads)


# Other precisions


@every("precision", ["float32", "bfloat16"])
def test_lower_precisions(precision: str) -> None:
    table = random_table(100, 100)
    model = lookup(table, n_ctx=12, vocabulary=range(100)).model
    keys, answers = np.array(list(table)), list(table.values())
    prompts = np.concatenate([keys[::-1], keys], axis=1)
    assert predictions(model, prompts, PRECISIONS[precision])[:, -1].tolist() == answers


# What cannot be


def test_what_cannot_be_is_named() -> None:
    xor = {"00": "0", "01": "1", "10": "1", "11": "0"}
    cases: list[tuple[Any, dict[str, Any], str]] = [
        ({}, {}, "the table is empty; it must have at least 1 entry$"),
        ({"ab": 1, "abc": 2}, {}, r"key \('a', 'b', 'c'\) has length 3; it must be 2, as the"),
        ({"ab": 1, ("a", "b"): 2}, {}, r"key \('a', 'b'\) is there twice; it must have one answer"),
        ({"": 1}, {}, "keys have length 0; it must be from 1 to n_ctx = 4$"),
        ({"abcde": 1}, {}, "keys have length 5; it must be from 1 to n_ctx = 4$"),
        ({"a": 1}, {"d_token": 1}, "d_token is 1; it must be 2 or more, or layer norm leaves 0$"),
        (xor, {}, "lookup stores [0-3] of the 4 entries .*its scores add up over the places of a"),
        (xor, {"d_token": 2}, "lookup stores [0-3] of the 4 entries .*larger"),
        (xor, {"tied": False}, "lookup stores [0-3] of the 4 entries .* tied=True"),
        (random_table(1000, 1000, 3), {"tied": False, "d_token": 15},
         r"lookup stores \d+ of the 1000 .* a larger d_token may store"),
    ]  # fmt: skip
    for bits in ("01101001", "01100000", "11010011"):
        table = dict(zip(itertools.product("01", repeat=3), bits, strict=True))
        assert tuple(map(int, bits)) not in thresholds()
        cases.append((table, {}, "lookup stores [1-7] of the 8 entries with d_token 5; "))
    short = partial(lookup({"abc": "d", "bcd": "e"}, n_ctx=5).complete, "ab")
    refused(
        *((partial(lookup, table, 4, **how), f"^{error}") for table, how, error in cases),
        (short, "^the prompt has 2 symbols; a key has 3$"),
    )
