"""Lookup: every small table, every prefix that could mislead it, and tables it must refuse."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp.constructions.hashes import (
    LEAD,
    STEPS,
    fitted_hash,
    random_hash,
    scores_and_gradient,
)
from taotp.programs import Program, lookup, printed
from taotp.programs.lookup import TIED_SIZES, lookup_machine, sizes
from taotp_core import Layer, Transformer, forward, plain, predictions, trace
from taotp_core.arrays import PRECISIONS
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back, clear, hashed
from taotp_core.measure import lead, parameters
from taotp_core.stream import subspaces, write
from tests.examples import EVERY_TIME_THE_SAME, assert_same_logits
from tests.laws import every
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


def test_the_example() -> None:
    program = lookup({(1, 2, 3): 4, (4, 5, 6): 7}, n_ctx=16)
    assert program.complete([1, 2, 3, 4, 5, 6]) == [7]
    assert program.complete([4, 5, 6, 1, 2, 3]) == [4]
    assert program.complete([1, 2, 3]) == [4]
    assert program.vocabulary == (1, 2, 3, 4, 5, 6, 7)


def test_symbols_of_any_kind() -> None:
    words = lookup({("to", "be"): "or", ("not", "to"): "be"}, n_ctx=8)
    assert words.complete(["be", "not", "to"]) == ["be"]
    letters = lookup({"ab": "c", "bc": "a"}, n_ctx=8, vocabulary="zyx")
    assert letters.complete("xyzab") == "c"
    assert letters.vocabulary == tuple("zyxabc")
    mixed = lookup({(None, 2.5): ("a", 1), (True, "True"): None}, n_ctx=4)
    assert mixed.complete([None, None, 2.5]) == [("a", 1)]
    assert mixed.complete([True, "True"]) == [None]


def test_more_than_one_answer_when_asked() -> None:
    round_and_round = lookup({"ab": "c", "bc": "a", "ca": "b"}, n_ctx=12)
    assert round_and_round.complete("ab", steps=6) == "cabcab"
    assert round_and_round.complete("ab") == "c"


@every("d_vocab", [1, 2, 3])
def test_every_table_of_one_symbol_keys(d_vocab: int) -> None:
    for answers in itertools.product(range(d_vocab), repeat=d_vocab):
        table = {(key,): answer for key, answer in enumerate(answers)}
        program = lookup(table, n_ctx=3, vocabulary=range(d_vocab))
        for n in range(1, 4):
            for prompt in itertools.product(range(d_vocab), repeat=n):
                assert program.complete(list(prompt)) == [answers[prompt[-1]]]


def test_every_table_of_up_to_three_pairs() -> None:
    pairs = list(itertools.product((0, 1), repeat=2))
    for n in (1, 2, 3):
        for keys in itertools.combinations(pairs, n):
            for answers in itertools.product((0, 1), repeat=n):
                table = dict(zip(keys, answers, strict=True))
                program = lookup(table, n_ctx=5, vocabulary=(0, 1))
                for prompt in itertools.product((0, 1), repeat=5):
                    if prompt[-2:] in table:
                        assert program.complete(list(prompt)) == [table[prompt[-2:]]]


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
    add_up = thresholds()
    assert len(add_up) == 104
    for bits in itertools.product((0, 1), repeat=8):
        table = dict(zip(corners, bits, strict=True))
        if bits in add_up:
            right_everywhere(lookup(table, n_ctx=7, vocabulary=(0, 1)), table, n_ctx=7)


@every("bits", ["01101001", "01100000", "10000001", "00111100", "11010011"])
def test_others_are_refused(bits: str) -> None:
    table = dict(zip(itertools.product("01", repeat=3), bits, strict=True))
    assert tuple(map(int, bits)) not in thresholds()
    with pytest.raises(ValueError, match=r"^lookup stores [1-7] of the 8 entries with d_token 5; "):
        lookup(table, n_ctx=7)


def test_xor_is_refused() -> None:
    xor = {"00": "0", "01": "1", "10": "1", "11": "0"}
    for d_token in (None, 2, 40):
        reason = "larger" if d_token == 2 else "its scores add up over the places of a key"
        with pytest.raises(ValueError, match=rf"^lookup stores [0-3] of the 4 entries .*{reason}"):
            lookup(xor, n_ctx=8, d_token=d_token)
    with pytest.raises(ValueError, match=r"^lookup stores [0-3] of the 4 entries .* tied=True"):
        lookup(xor, n_ctx=8, tied=False)
    for missing in xor:
        three = {key: answer for key, answer in xor.items() if key != missing}
        program = lookup(three, n_ctx=8)
        assert all(program.complete("0110" + key) == answer for key, answer in three.items())


@every(
    "n, d_vocab, length, n_ctx",
    [(2, 2, 1, 9), (10, 10, 5, 23), (100, 10, 5, 30), (30, 5, 9, 50), (300, 100, 2, 64)],
)
def test_random_tables_after_other_keys(n: int, d_vocab: int, length: int, n_ctx: int) -> None:
    for seed in range(3):
        table = random_table(n, d_vocab, length, seed)
        program = lookup(table, n_ctx, vocabulary=range(d_vocab), seed=seed)
        for n_prompt in range(length, n_ctx + 1):
            right_everywhere(program, table, n_prompt, seed)


def test_every_prefix_of_a_small_machine() -> None:
    table = random_table(6, 3, length=3)
    program = lookup(table, n_ctx=7, vocabulary=range(3))
    prompts = np.array(list(itertools.product(range(3), repeat=7)))
    said = predictions(program.model, prompts)
    tried = 0
    for prompt, answers in zip(prompts.tolist(), said.tolist(), strict=True):
        for end in range(3, 8):
            key = tuple(prompt[end - 3 : end])
            if key in table:
                assert answers[end - 1] == table[key], prompt[:end]
                tried += 1
    assert tried == 5 * 6 * 3**4


@EVERY_TIME_THE_SAME
@given(st.data())
def test_any_three_entries(data: st.DataObject) -> None:
    length = data.draw(st.integers(1, 4))
    key = st.tuples(*[st.sampled_from("abcd")] * length)
    table = data.draw(st.dictionaries(key, st.sampled_from("abcde"), min_size=1, max_size=3))
    prefix = data.draw(st.lists(st.sampled_from("abcde"), max_size=6))
    program = lookup(table, n_ctx=10, vocabulary="abcde")
    for row, answer in table.items():
        assert program.complete([*prefix, *row]) == [answer]


def test_the_largest_table_and_context_promised() -> None:
    table = random_table(1000, 1000)
    program = lookup(table, n_ctx=10_000, vocabulary=range(1000), d_token=10)
    right_everywhere(program, table, n_ctx=40)
    key, answer = next(iter(table.items()))
    junk = np.random.default_rng(0).integers(1000, size=9_995).tolist()
    assert program.complete(junk + list(key)) == [answer]
    assert program.complete(list(key)) == [answer]


# Untied


@every("n, d_vocab", [(10, 10), (100, 100), (300, 1000)])
def test_untied(n: int, d_vocab: int) -> None:
    table = random_table(n, d_vocab)
    program = lookup(table, n_ctx=33, vocabulary=range(d_vocab), tied=False)
    assert not program.model.tied
    right_everywhere(program, table, n_ctx=33)


def test_untied_knows_its_limit() -> None:
    table = random_table(1000, 1000)
    with pytest.raises(
        ValueError, match=r"^lookup stores \d+ of the 1000 .* a larger d_token may store"
    ):
        lookup(table, n_ctx=5, vocabulary=range(1000), tied=False, d_token=25)


# The machine


def naive_hash(tokens: Any, matrices: Any, key: Sequence[int]) -> list[float]:
    """The sum over the places of a key, one number at a time."""
    size = len(tokens[0])
    return [
        sum(tokens[t][i] * matrices[p][i][j] for p, t in enumerate(key) for i in range(size))
        for j in range(size)
    ]


def test_the_last_position_holds_the_hash_and_nothing_else() -> None:
    table = random_table(10, 10)
    program = lookup(table, n_ctx=12, vocabulary=range(10), seed=3)
    keys, answers = np.array(list(table)), np.array(list(table.values()))
    hashing = fitted_hash(keys, answers, 10, program.model.d_model - 3, seed=3)
    tokens = np.random.default_rng(0).integers(10, size=12)
    found = trace(program.model, tokens).stream["attention 0"]
    for i in range(4, 12):
        expected = naive_hash(*hashing, tokens[i - 4 : i + 1].tolist())
        np.testing.assert_allclose(found[i], [*expected, 0, 0, 0], atol=1e-9)
        np.testing.assert_allclose(hashing.of(tokens[None, i - 4 : i + 1])[0], expected)


@every("tied", [True, False])
def test_the_plain_lines_agree(tied: bool) -> None:
    table = random_table(10, 10)
    model = lookup(table, n_ctx=17, vocabulary=range(10), tied=tied).model
    for seed in range(5):
        tokens = np.random.default_rng(seed).integers(10, size=17)
        assert_same_logits(forward(model, tokens), plain.forward(model, tokens))


def test_a_hashed_head_multiplies_what_it_brings() -> None:
    pos, token, past = subspaces(pos=3, token=2, past=2)
    matrix = np.array([[1.0, 2.0], [3.0, 4.0]])
    head = attend_back(1, pos, token, past, n=5)
    through = hashed(head, matrix)
    assert (np.arange(7.0) @ through.W_V @ through.W_O).tolist() == [0, 0, 0, 0, 0, 15, 22]
    assert through.W_Q is not head.W_Q and (through.W_Q == head.W_Q).all()


@every("n", [1, 2, 3, 10, 1000])
def test_clear_leaves_nothing_behind_and_the_rest_alone(n: int) -> None:
    pos, token, past = subspaces(pos=3, token=2, past=2)
    W_E = np.array([[1.0, 2, 3, 4], [5, 6, 7, 8], [-1, 0, 0, 1]])
    W_E = W_E @ np.concatenate([write(token), write(past)])
    W_pos = circle(n) @ write(pos)
    model = Transformer(W_E, W_pos, [Layer([clear(pos, token, n=n)], norm_attn=None)])
    x = trace(model, np.arange(n) % 3).stream
    kept = np.array([1.0, 1, 1, 0, 0, 1, 1])
    np.testing.assert_allclose(x["attention 0"], x["embedding"] * kept, atol=1e-12)


def test_the_first_head_is_a_hash_and_a_cleanup() -> None:
    program = lookup({"ab": "a", "ba": "b"}, n_ctx=6)
    layer = program.model.layers[0]
    token, pos = subspaces(token=program.model.d_model - 3, pos=3)
    (whole,) = subspaces(whole=program.model.d_model)
    hashing = fitted_hash(np.array([[0, 1], [1, 0]]), np.array([0, 1]), 2, len(token))
    look = [attend_back(i, pos, token, token, n=6) for i in (0, 1)]
    apart = [hashed(look[i], hashing.matrices[1 - i]) for i in (0, 1)]
    three = Layer([*apart, clear(pos, whole, n=6)])
    other = Transformer(program.model.W_E, program.model.W_pos, [three])
    tokens = np.array([0, 1, 1, 0, 1, 0])
    assert len(layer.heads) == 2
    assert_same_logits(forward(program.model, tokens), forward(other, tokens))


# Fitting


def test_the_gradient_is_the_derivative() -> None:
    rng = np.random.default_rng(0)
    keys, answers = rng.integers(6, size=(9, 3)), rng.integers(6, size=9)
    hashing = random_hash(3, 6, 4, seed=1)

    def loss() -> float:
        scores = hashing.of(keys) @ hashing.tokens.T
        powers = np.exp(scores)
        return float(-np.log(powers[np.arange(9), answers] / powers.sum(axis=1)).sum())

    scores, gradient = scores_and_gradient(hashing, keys, answers)
    np.testing.assert_allclose(scores, hashing.of(keys) @ hashing.tokens.T, atol=1e-12)
    for weights, slope in zip(hashing, gradient, strict=True):
        for place in np.ndindex(weights.shape):
            before = weights[place]
            weights[place] = before + 1e-5
            above = loss()
            weights[place] = before - 1e-5
            below = loss()
            weights[place] = before
            assert abs((above - below) / 2e-5 - slope[place]) < 1e-7


def test_fitting_stops_when_all_lead_and_shows_its_steps() -> None:
    table = random_table(50, 10)
    keys, answers = np.array(list(table)), np.array(list(table.values()))
    seen: list[int] = []

    def watched(steps: Iterable[int]) -> Iterator[int]:
        for step in steps:
            seen.append(step)
            yield step

    hashing = fitted_hash(keys, answers, 10, 10, seed=0, progress=watched)
    assert seen == list(range(1, len(seen) + 1))
    assert 1 < len(seen) < STEPS / 4
    assert lead(hashing.of(keys) @ hashing.tokens.T, answers).min() >= LEAD * (1 - 1e-9)
    again = fitted_hash(keys, answers, 10, 10, seed=0)
    assert all((a == b).all() for a, b in zip(hashing, again, strict=True))
    other = fitted_hash(keys, answers, 10, 10, seed=1)
    assert not np.allclose(hashing.tokens, other.tokens)


def test_sizes_that_are_tried() -> None:
    assert sizes(None, True, 2) == [5]
    assert sizes(None, True, 5) == [5, 10]
    assert sizes(None, True, 39) == [5, 10, 20, 40]
    assert sizes(None, True, 10_000) == list(TIED_SIZES)
    assert sizes(7, True, 2) == [7]
    assert len(sizes(None, False, 2)) > 1


# What it costs


@every(
    "n, d_vocab, d_token, total, nonzero",
    [
        (10, 10, 5, 1408, 286),
        (100, 10, 10, 3588, 736),
        (10, 1000, 5, 9328, 5236),
        (100, 1000, 10, 16458, 10636),
        (1000, 100, 30, 25278, 7736),
        (1000, 1000, 30, 54978, 34736),
    ],
)
def test_parameters(n: int, d_vocab: int, d_token: int, total: int, nonzero: int) -> None:
    table = random_table(n, d_vocab)
    how: dict[str, Any] = {"vocabulary": range(d_vocab), "d_token": d_token}
    theirs = parameters(printed.lookup(table, 5, **how).model)
    assert (theirs.total, theirs.nonzero) == (total, nonzero)
    lean = parameters(lookup(table, 5, **how).model)
    d_model = d_token + 3
    # W_Q and W_K have 3 columns; what the first head takes is the whole stream
    heads = 5 * 6 * d_model + 2 * d_model * d_model + 4 * 2 * d_model * d_token
    assert lean.total == (d_vocab + 5) * d_model + heads


def test_the_failing_case_has_the_count_that_is_quoted() -> None:
    # 10 symbols, 33 dimensions: stored or not, that many numbers it has
    hashing = random_hash(5, 10, 30, seed=0)
    count = parameters(printed.square_heads(lookup_machine(hashing, 5)))
    assert (count.total, count.nonzero) == (22_308, 5_036)


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


@every(
    "table, how, error",
    [
        ({}, {}, "the table is empty; it must have at least 1 entry"),
        ({"ab": 1, "abc": 2}, {}, "key ('a', 'b', 'c') has length 3; it must be 2, as the first"),
        ({"ab": 1, ("a", "b"): 2}, {}, "key ('a', 'b') is there twice; it must have one answer"),
        ({"": 1}, {}, "keys have length 0; it must be from 1 to n_ctx = 4"),
        ({"abcde": 1}, {}, "keys have length 5; it must be from 1 to n_ctx = 4"),
        ({"a": 1}, {"d_token": 1}, "d_token is 1; it must be 2 or more, or layer norm leaves 0"),
    ],
)
def test_what_cannot_be_is_named(table: Any, how: dict[str, Any], error: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(error)}$"):
        lookup(table, 4, **how)


def test_prompts_that_cannot_be() -> None:
    program = lookup({"abc": "d", "bcd": "e"}, n_ctx=5)
    with pytest.raises(ValueError, match=r"^the prompt has 2 symbols; a key has 3$"):
        program.complete("ab")
    with pytest.raises(ValueError, match=r"^'x' is not in the vocabulary; it has 'a' 'b' 'c' 'd'"):
        program.complete("xabc")
    with pytest.raises(ValueError, match=r"^the prompt has 6 tokens .* n_ctx allows 1 to 5$"):
        program.complete("aaaabc")
