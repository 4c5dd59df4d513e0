"""Choosing tokens: greedily with named ties, by chance with named odds, one after another."""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from taotp.programs import hello_world
from taotp_core import (
    Array,
    Layer,
    Tokens,
    Transformer,
    beam,
    distribution,
    generate,
    greedy,
    plain,
    predictions,
    random_transformer,
    sample,
)
from taotp_core.decode import GUESSES
from taotp_core.transformer import PIECE, residual
from tests.examples import EVERY_TIME_THE_SAME, models, prompts, random_mlp, random_tokens
from tests.laws import every
from tools.thirty_lines import thirty_lines

PLAIN = thirty_lines()

MODEL = random_transformer(7, d_vocab=6, n_ctx=10, d_model=5, heads=[(2, 3), (3, 1)], n_layers=2)


def said_one_by_one(
    model: Transformer, tokens: list[int], steps: int, stop: int | None = None
) -> list[int]:
    """Greedy decoding that reads the last n_ctx tokens anew at each step."""
    said = list(tokens)
    for _ in range(steps):
        said.append(int(plain.forward(model, said[-model.n_ctx :])[-1].argmax()))
        if said[-1] == stop:
            break
    return said


def table(successor: Array, W_pos: Array | None = None, n_ctx: int = 40) -> Transformer:
    """A model of no layers whose logits after token t at position i are successor[t] + W_pos[i]."""
    d_vocab = len(successor)
    W_pos = np.zeros((n_ctx, d_vocab)) if W_pos is None else W_pos
    doubled = np.hstack([np.eye(d_vocab), np.zeros((d_vocab, d_vocab))])
    return Transformer(
        W_E=doubled,
        W_pos=np.hstack([np.zeros_like(W_pos), W_pos]),
        norm_final=None,
        W_U=np.vstack([successor, np.eye(d_vocab)]),
    )


def by_table(successor: Any, W_pos: Any, tokens: list[int], steps: int) -> list[int]:
    """What a table says, by looking it up."""
    said = list(tokens)
    for _ in range(steps):
        scores = [a + b for a, b in zip(successor[said[-1]], W_pos[len(said) - 1], strict=True)]
        said.append(scores.index(max(scores)))
    return said


# --- greedy


def test_greedy_takes_the_largest() -> None:
    assert greedy(np.array([1.0, 3.0, 2.0])) == 1
    assert greedy(np.array([[-3.0, -1.0], [0.0, -1.0]])).tolist() == [1, 0]
    assert greedy(np.zeros((2, 3, 4))).shape == (2, 3)


@every("kind", [np.float64, np.float32])
@every("top", [1.0, -1.0, 1e-30, -1e30, 3.7, -0.1, 0.0])
def test_ties_go_to_the_lowest_id(top: float, kind: type) -> None:
    lower = top - abs(top) - 1
    assert greedy(np.array([lower, top, top], kind)) == 1
    assert greedy(np.array([[top, lower, top], [lower, lower, top]], kind)).tolist() == [0, 2]


@every("kind, unit", [(np.float64, 2.0**-52), (np.float32, 2.0**-23)])
@every("sign", [1, -1])
def test_what_rounding_accounts_for_is_a_tie(kind: type, unit: float, sign: int) -> None:
    a_hair_less = kind(sign * (1 - sign * 6 * unit))
    clearly_less = kind(sign * (1 - sign * 12 * unit))
    assert greedy(np.array([a_hair_less, sign], kind)) == 0
    assert greedy(np.array([clearly_less, sign], kind)) == 1
    assert greedy(np.array([clearly_less, sign, a_hair_less], kind)) == 1


def test_infinity_is_the_largest_and_may_tie() -> None:
    assert greedy(np.array([1.0, np.inf, np.inf])) == 1
    assert greedy(np.array([-np.inf, -5.0])) == 1
    assert greedy(np.array([-np.inf, -np.inf])) == 0


@every("kind", [np.float64, np.float32])
def test_identical_embedding_rows_always_tie(kind: type) -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        d_vocab, d_model = rng.integers(3, 300), rng.integers(3, 120)
        W_E: Array = rng.normal(size=(d_vocab, d_model)).astype(kind)
        low, high = sorted(rng.choice(d_vocab, 2, replace=False))
        W_E[high] = W_E[low]
        model = Transformer(W_E, np.zeros((7, d_model), kind))
        for n in (1, 7):
            assert (predictions(model, np.full(n, high)) != high).all()


def test_a_logit_that_is_not_a_number_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"^a logit is not a number; the weights must not overflow"
    ):
        greedy(np.array([[1.0, 2.0], [np.nan, 3.0]]))


# --- distribution


def naive_distribution(
    logits: list[float],
    temperature: float,
    top_k: int | None,
    top_p: float | None,
    min_p: float | None,
) -> list[float]:
    """The specification, a token at a time, away from where rounding decides."""
    odds = [math.exp((x - max(logits)) / temperature) for x in logits]
    if top_k is not None:
        least = sorted(logits, reverse=True)[top_k - 1]
        odds = [o if x >= least else 0.0 for o, x in zip(odds, logits, strict=True)]
    odds = [o / math.fsum(odds) for o in odds]
    if top_p is not None:
        kept: list[int] = []
        for token in sorted(range(len(odds)), key=lambda t: (-odds[t], t)):
            held = math.fsum(odds[t] for t in kept)
            assume(abs(held - top_p) > 1e-9)
            if held < top_p or top_p == 1:
                kept.append(token)
        odds = [o if t in kept else 0.0 for t, o in enumerate(odds)]
    if min_p is not None:
        least = min_p * max(odds)
        assume(all(abs(o - least) > 1e-9 or o == least for o in odds))
        odds = [o if o >= least else 0.0 for o in odds]
    return [o / math.fsum(odds) for o in odds]


@EVERY_TIME_THE_SAME
@given(st.data())
def test_distribution_is_as_specified(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 6))
    logits = data.draw(st.lists(st.integers(-40, 40).map(lambda i: i / 8), min_size=n, max_size=n))
    temperature = data.draw(st.sampled_from([0.1, 0.5, 1.0, 3.0]))
    top_k = data.draw(st.none() | st.integers(1, n))
    top_p = data.draw(st.none() | st.floats(0.01, 1.0))
    min_p = data.draw(st.none() | st.sampled_from([0.0, 0.01, 0.3, 0.7, 1.0]))
    expected = naive_distribution(logits, temperature, top_k, top_p, min_p)
    p = distribution(np.array(logits), temperature, top_k, top_p, min_p)
    np.testing.assert_allclose(p, expected, rtol=1e-12, atol=1e-300)


def test_distribution_by_hand() -> None:
    logits = np.log([8.0, 4.0, 2.0, 2.0])
    by_hand: dict[tuple[float, int | None, float | None], list[float]] = {
        (1.0, None, None): [8 / 16, 4 / 16, 2 / 16, 2 / 16],
        (0.5, None, None): [64 / 88, 16 / 88, 4 / 88, 4 / 88],
        (1.0, 2, None): [8 / 12, 4 / 12, 0, 0],
        (1.0, 3, None): [8 / 16, 4 / 16, 2 / 16, 2 / 16],  # equal ones all stay
        (1.0, None, 0.49): [1, 0, 0, 0],
        (1.0, None, 0.51): [8 / 12, 4 / 12, 0, 0],
        (1.0, None, 0.76): [8 / 14, 4 / 14, 2 / 14, 0],  # of equal ones the lower id
        (1.0, None, 1.0): [8 / 16, 4 / 16, 2 / 16, 2 / 16],
        (1.0, 2, 0.6): [1, 0, 0, 0],  # two thirds of what top_k left
        (0.0, None, None): [1, 0, 0, 0],
        (0.0, 3, 0.9): [1, 0, 0, 0],
    }
    assert np.array_equal(distribution(logits), distribution(logits, 1.0))
    for how, expected in by_hand.items():
        np.testing.assert_allclose(distribution(logits, *how), expected, atol=1e-12)


def test_top_p_that_is_held_exactly_takes_no_more() -> None:
    assert distribution(np.zeros(4), top_p=0.5).tolist() == [0.5, 0.5, 0, 0]
    assert distribution(np.zeros(4), top_p=0.25).tolist() == [1, 0, 0, 0]


def test_min_p_by_hand() -> None:
    logits = np.log([8.0, 4.0, 2.0, 2.0])
    for min_p, kept in ((0.0, 4), (0.2, 4), (0.25, 4), (0.26, 2), (0.5, 2), (0.51, 1), (1.0, 1)):
        p = distribution(logits, min_p=min_p)
        assert np.count_nonzero(p) == kept, min_p
        assert p.sum() == pytest.approx(1, abs=1e-15)
    half = distribution(logits, temperature=2.0, min_p=0.5)  # the ratios are roots: 1, 0.71, 0.5
    assert np.count_nonzero(half) == 4
    assert np.count_nonzero(distribution(logits, 1.0, 3, 0.76, 0.3)) == 2
    equal = distribution(np.array([3.0, 3.0, 0.0]), min_p=1.0)
    assert equal.tolist() == [0.5, 0.5, 0.0]


def test_ties_of_the_cuts() -> None:
    """All that tie with the last of top_k stay; of those that tie at top_p the lowest ids."""
    four = np.array([1.0, 0.0, 1.0, 1.0, 1.0])
    for k in (1, 2, 3, 4):
        assert distribution(four, top_k=k).tolist() == [0.25, 0, 0.25, 0.25, 0.25]
    hair = np.array([1.0, 1.0 - 2.0**-51])
    assert np.count_nonzero(distribution(hair, top_k=1)) == 2
    assert np.count_nonzero(distribution(hair, min_p=1.0)) == 2
    for n in range(2, 30):
        for k in range(1, n):  # k equal ones of n hold k/n, whichever way the sum was rounded
            kept = np.flatnonzero(distribution(np.zeros(n), top_p=k / n))
            assert kept.tolist() == list(range(k)), (n, k)


def test_top_p_1_cuts_nothing() -> None:
    logits = np.array([0.0, -38.0, -60.0, -700.0])
    assert (distribution(logits, top_p=1.0) > 0).all()
    assert np.count_nonzero(distribution(logits, top_p=1 - 2.0**-40)) == 1


def test_logits_may_be_a_list_and_of_float32() -> None:
    assert distribution([0, 0]).tolist() == [0.5, 0.5]  # type: ignore[arg-type]
    single = distribution(np.log(np.array([4, 2, 1, 1], np.float32)), 1.0, 3, 0.7, 0.5)
    np.testing.assert_allclose(single, [2 / 3, 1 / 3, 0, 0], rtol=1e-6)


def test_what_is_cut_may_be_impossible() -> None:
    logits = np.array([0.0, -np.inf, -np.inf])
    hows: list[dict[str, Any]] = [{"top_k": 2}, {"top_p": 0.9}, {"min_p": 0.1}, {"temperature": 3}]
    for how in hows:
        assert distribution(logits, **how).tolist() == [1, 0, 0]


def test_distribution_of_a_batch() -> None:
    logits = np.random.default_rng(0).normal(size=(2, 3, 5))
    for temperature in (0.0, 0.7):
        p = distribution(logits, temperature, 4, 0.8, 0.1)
        for place in np.ndindex(2, 3):
            alone = distribution(logits[place], temperature, 4, 0.8, 0.1)
            np.testing.assert_allclose(p[place], alone, rtol=1e-14)


def test_extreme_temperatures() -> None:
    assert distribution(np.array([800.0, 1.0, 800.0]), temperature=1e-308).tolist() == [0.5, 0, 0.5]
    np.testing.assert_allclose(distribution(np.array([8.0, 1.0]), temperature=1e300), [0.5, 0.5])


def test_temperature_0_of_a_large_vocabulary_is_one_row() -> None:
    logits = np.zeros(1_000_000)
    logits[999_999] = 1
    assert distribution(logits, temperature=0)[999_999] == 1  # 8 MB; a unit matrix would be 8 TB


@every(
    "how, message",
    [
        ({"temperature": -0.1}, "temperature is -0.1; it must be a number from 0 on"),
        ({"temperature": np.nan}, "temperature is nan; it must be a number from 0 on"),
        ({"temperature": np.inf}, "temperature is inf; it must be a number from 0 on"),
        ({"top_k": 0}, "top_k is 0; it must be from 1 to d_vocab = 3"),
        ({"top_k": 4}, "top_k is 4; it must be from 1 to d_vocab = 3"),
        ({"top_p": 0.0}, "top_p is 0.0; it must be above 0 and at most 1"),
        ({"top_p": 1.1}, "top_p is 1.1; it must be above 0 and at most 1"),
        ({"temperature": 0, "top_k": 9}, "top_k is 9; it must be from 1 to d_vocab = 3"),
        ({"temperature": "1"}, "temperature is '1'; it must be a number"),
        ({"top_k": 2.5}, "top_k is 2.5; it must be an integer"),
        ({"top_p": "0.9"}, "top_p is '0.9'; it must be a number"),
        ({"top_p": np.nan}, "top_p is nan; it must be above 0 and at most 1"),
        ({"min_p": -0.1}, "min_p is -0.1; it must be from 0 to 1"),
        ({"min_p": 1.1}, "min_p is 1.1; it must be from 0 to 1"),
        ({"min_p": np.nan}, "min_p is nan; it must be from 0 to 1"),
    ],
)
def test_sampling_out_of_range_is_named(how: dict[str, Any], message: str) -> None:
    for choose in (lambda x: distribution(x, **how), sample(0, **how)):
        with pytest.raises(ValueError, match=f"^{message}"):
            choose(np.zeros(3))


@every("bad", [[], 1.0, ["a"], [None]])
def test_logits_that_are_none_are_named(bad: Any) -> None:
    with pytest.raises(ValueError, match=r"^logits are .* of shape .*; they must be numbers"):
        distribution(np.array(bad))


@every("bad", [np.nan, np.inf])
def test_sampling_from_overflow_is_refused(bad: float) -> None:
    for choose in (distribution, sample(0)):
        with pytest.raises(ValueError, match=r"^the largest logit is not a finite number"):
            choose(np.array([[0.0, 1.0], [bad, 1.0]]))


# --- sample


@every(
    "how, odds",
    [
        ({}, [0.4, 0.3, 0.15, 0.1, 0.05]),
        ({"top_k": 3}, [8 / 17, 6 / 17, 3 / 17, 0, 0]),
        ({"top_p": 0.69}, [4 / 7, 3 / 7, 0, 0, 0]),
        ({"min_p": 0.3}, [8 / 17, 6 / 17, 3 / 17, 0, 0]),
        (
            {"temperature": 0.5},
            [0.16 / 0.285, 0.09 / 0.285, 0.0225 / 0.285, 0.01 / 0.285, 0.0025 / 0.285],
        ),
    ],
)
@every("at_once", [True, False])
def test_frequencies(how: dict[str, Any], odds: list[float], at_once: bool) -> None:
    logits, n = np.log([0.4, 0.3, 0.15, 0.1, 0.05]), 4000
    choose = sample(1, **how)
    drawn = choose(np.tile(logits, (n, 1))) if at_once else [int(choose(logits)) for _ in range(n)]
    counts = np.bincount(drawn, minlength=5)
    possible = np.array(odds) > 0
    assert (counts[~possible] == 0).all()
    expected = n * np.array(odds)[possible]
    chi_square = float(((counts[possible] - expected) ** 2 / expected).sum())
    rare = {2: 10.83, 3: 13.82, 5: 18.47}[int(possible.sum())]  # one time in a thousand
    assert chi_square < rare


def test_the_same_seed_draws_the_same() -> None:
    logits = np.zeros((50, 8))
    one, again, other = (sample(seed)(logits).tolist() for seed in (3, 3, 4))
    assert one == again != other
    choose = sample(3)
    assert [choose(logits).tolist() for _ in range(2)] != [one, one]


def test_rows_of_a_batch_are_drawn_independently() -> None:
    drawn = sample(0)(np.zeros((2000, 2, 2)))
    both = Counter(map(tuple, drawn.tolist()))
    assert all(400 < both[pair] < 600 for pair in [(0, 0), (0, 1), (1, 0), (1, 1)])


def test_sampling_at_temperature_0_is_greedy() -> None:
    tokens = random_tokens(MODEL, 4)
    sampled = generate(MODEL, tokens, 6, choose=sample(5, temperature=0))
    assert sampled.tolist() == said_one_by_one(MODEL, tokens.tolist(), 6)


def test_a_sampled_text_follows_the_model() -> None:
    chain = np.log([[0.9, 0.1], [0.5, 0.5]])
    text = generate(table(chain, n_ctx=5000), np.array([0]), 5000, choose=sample(2))
    pairs = Counter(zip(text[:-1].tolist(), text[1:].tolist(), strict=True))
    after_0, after_1 = pairs[0, 0] + pairs[0, 1], pairs[1, 0] + pairs[1, 1]
    assert abs(pairs[0, 0] / after_0 - 0.9) < 4 * math.sqrt(0.09 / after_0)
    assert abs(pairs[1, 0] / after_1 - 0.5) < 4 * math.sqrt(0.25 / after_1)


# --- generate


@EVERY_TIME_THE_SAME
@given(st.data())
def test_greedy_decoding_is_a_loop(data: st.DataObject) -> None:
    model = data.draw(models())
    tokens = data.draw(prompts(model))
    steps = data.draw(st.integers(0, model.n_ctx + 1 - len(tokens)))
    said = generate(model, tokens, steps)
    assert said.tolist() == said_one_by_one(model, tokens.tolist(), steps)


@EVERY_TIME_THE_SAME
@given(st.data())
def test_the_thirty_plain_lines_say_the_same(data: st.DataObject) -> None:
    model = data.draw(models(standard=True))
    tokens = data.draw(prompts(model))
    steps = model.n_ctx + 1 - len(tokens)
    assert np.array_equal(generate(model, tokens, steps), PLAIN.decode(tokens, model, steps))


@EVERY_TIME_THE_SAME
@given(st.data())
def test_a_window_slides(data: st.DataObject) -> None:
    model = data.draw(models())
    tokens = data.draw(st.lists(st.integers(0, model.d_vocab - 1), min_size=1, max_size=12))
    said = generate(model, np.array(tokens), 7, slide=True)
    assert said.tolist() == said_one_by_one(model, tokens, 7)


@EVERY_TIME_THE_SAME
@given(st.data())
def test_a_batch_says_what_each_row_says(data: st.DataObject) -> None:
    model = data.draw(models())
    n = data.draw(st.integers(1, model.n_ctx))
    rows = data.draw(st.lists(prompts(model, n), min_size=1, max_size=4))
    stop = data.draw(st.none() | st.integers(0, model.d_vocab - 1))
    steps = data.draw(st.integers(0, 6))
    said = generate(model, np.array(rows), steps, stop=stop, slide=True).tolist()
    alone = [said_one_by_one(model, row.tolist(), steps, stop) for row in rows]
    longest = max(map(len, alone))
    assert [len(row) for row in said] == [longest] * len(rows)
    for row, expected in zip(said, alone, strict=True):
        assert row[: len(expected)] == expected
        assert all(token == stop for token in row[len(expected) :])


def test_stop_ends_a_text() -> None:
    around = np.roll(np.eye(5), 1, axis=1)  # 0, 1, 2, 3, 4, 0 ...
    model = table(around)
    assert generate(model, np.array([0]), 9, stop=3).tolist() == [0, 1, 2, 3]
    assert generate(model, np.array([3]), 9, stop=3).tolist() == [3, 4, 0, 1, 2, 3]
    assert generate(model, np.array([0]), 2, stop=3).tolist() == [0, 1, 2]
    assert generate(model, np.array([0]), 0, stop=3).tolist() == [0]
    rows = generate(model, np.array([[0], [2], [3]]), 30, stop=3)
    assert rows.tolist() == [[0, 1, 2, 3, 3, 3], [2, 3, 3, 3, 3, 3], [3, 4, 0, 1, 2, 3]]
    grid = generate(model, np.array([[[0], [2]]]), 30, stop=3)
    assert grid.tolist() == [[[0, 1, 2, 3], [2, 3, 3, 3]]]


def test_a_prompt_that_holds_the_stop_token_does_not_stop() -> None:
    model = table(np.roll(np.eye(5), 1, axis=1))
    assert generate(model, np.array([3, 0]), 9, stop=3).tolist() == [3, 0, 1, 2, 3]


def test_the_context_holds_one_more_token_than_positions() -> None:
    full = random_tokens(MODEL, 10)
    assert generate(MODEL, full, 1).tolist() == said_one_by_one(MODEL, full.tolist(), 1)
    with pytest.raises(ValueError, match=r"^10 tokens and 2 steps need n_ctx 11; it is 10"):
        generate(MODEL, full, 2)
    with pytest.raises(ValueError, match=r"^there are 11 tokens; n_ctx allows 1 to 10"):
        generate(MODEL, np.zeros(11, int), 0)


@every(
    "tokens, steps, message",
    [
        ([1, 6], 1, "token 6 is out of range; d_vocab is 6"),
        ([], 1, "there are 0 tokens; n_ctx allows 1 to 10"),
        ([1], -1, "steps is -1; it must be 0 or more$"),
        (1, 1, r"tokens are int64 of shape \(\)"),
    ],
)
@every("slide", [False, True])
def test_prompts_that_do_not_fit_are_named(
    tokens: Any, steps: int, message: str, slide: bool
) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        generate(MODEL, tokens, steps, slide=slide)


def test_the_prompt_is_not_changed_and_may_have_any_integers() -> None:
    prompt = np.array([1, 2, 3], np.uint64)
    expected = said_one_by_one(MODEL, [1, 2, 3], 4)
    assert generate(MODEL, prompt, 4).tolist() == expected
    assert prompt.tolist() == [1, 2, 3]
    assert generate(MODEL, prompt.astype(np.int8), 4).tolist() == expected
    assert generate(MODEL, prompt, 0).dtype.kind == "i"


# --- guessing ahead


@EVERY_TIME_THE_SAME
@given(st.data())
def test_tables_are_decoded_as_if_one_by_one(data: st.DataObject) -> None:
    d_vocab = data.draw(st.integers(1, 4))
    row = st.lists(st.integers(0, 2), min_size=d_vocab, max_size=d_vocab)  # many ties
    successor = data.draw(st.lists(row, min_size=d_vocab, max_size=d_vocab))
    W_pos = data.draw(st.lists(row, min_size=40, max_size=40))
    tokens = data.draw(st.lists(st.integers(0, d_vocab - 1), min_size=1, max_size=5))
    steps = data.draw(st.integers(0, 36))
    model = table(np.array(successor, float), np.array(W_pos, float))
    expected = by_table(successor, W_pos, tokens, steps)
    assert generate(model, np.array(tokens), steps).tolist() == expected
    if 1 in expected[len(tokens) :]:
        end = expected.index(1, len(tokens)) + 1
        assert generate(model, np.array(tokens), steps, stop=1).tolist() == expected[:end]


@every("period", [1, 2, 3, 15, 16, 17])
def test_alternating_programs(period: int) -> None:
    around = np.roll(np.eye(period), 1, axis=1)
    said = generate(table(around, n_ctx=60), np.array([[0], [period // 2]]), 60)
    expected = [[(first + i) % period for i in range(61)] for first in (0, period // 2)]
    assert said.tolist() == expected


def test_a_table_slides_past_its_context() -> None:
    counts = np.eye(4)
    model = table(np.zeros((4, 4)), W_pos=counts)
    assert generate(model, np.array([2]), 8, slide=True).tolist() == [2, 0, 1, 2, 3, 3, 3, 3, 3]


def test_guessing_ahead_through_an_mlp() -> None:
    rng = np.random.default_rng(3)
    mlp = random_mlp(rng, 4, 9)
    W_E, W_pos = rng.normal(size=(2, 40, 4))
    model = Transformer(W_E, W_pos, [Layer(mlp=mlp), Layer(mlp=mlp)])
    for seed in range(5):
        tokens = random_tokens(model, 3, seed=seed)
        assert np.array_equal(generate(model, tokens, 38), PLAIN.decode(tokens, model, 38))


def windows(
    monkeypatch: pytest.MonkeyPatch, model: Transformer, n: int, steps: int, slide: bool = False
) -> list[int]:
    """How many positions each pass through the model is given."""
    sizes: list[int] = []

    def watched(model: Transformer, tokens: Tokens, *rest: Any, **how: Any) -> Array:
        sizes.append(tokens.shape[-1])
        return residual(model, tokens, *rest, **how)

    monkeypatch.setattr("taotp_core.decode.residual", watched)
    generate(model, np.zeros(n, int), steps, slide=slide)
    return sizes


def test_what_the_cache_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    assert windows(monkeypatch, MODEL, 3, 5) == [3, 1, 1, 1, 1]


def test_what_a_sliding_window_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert windows(monkeypatch, MODEL, 8, 5, slide=True) == [8, 1, 1, 10, 10]


def test_what_guessing_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = GUESSES + 1
    deaf = table(np.zeros((4, 4)), np.eye(4)[np.arange(40) % 4])  # positions alone decide
    passes = windows(monkeypatch, deaf, 1, 38)
    assert len(passes) <= 2 * math.ceil(38 / GUESSES)  # one that guesses, one that confirms
    assert max(passes) == ahead


def test_guessing_takes_no_more_passes_than_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    around = table(np.roll(np.eye(5), 1, axis=1), n_ctx=10)  # every guess is wrong
    assert windows(monkeypatch, around, 1, 10) == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]


def test_a_guess_that_overflows_harms_nobody() -> None:
    # Token 0, which the places ahead hold, makes 0 times infinity; 1 and 2 alternate.
    W_E = np.array([[0, 0, 1e308], [1, 0, -1e308], [0, 1, -1e308]])
    W_U = np.array([[0.0, 0, 1], [0, 1, 0], [0, 0, 0]])
    W_pos = np.full((30, 3), [0, 0, 1e308])
    model = Transformer(W_E, W_pos, norm_final=None, W_U=W_U)
    assert generate(model, np.array([1]), 30).tolist() == [1, *[2, 1] * 15]
    with pytest.raises(ValueError, match="a logit is not a number"):
        generate(model, np.array([0]), 1)
    with pytest.raises(ValueError, match="a logit is not a number"):
        generate(model, np.array([0]), 30)


def second(logits: Array) -> Tokens:
    """The runner-up."""
    return np.argsort(-logits, -1, kind="stable")[..., 1]


def test_a_choice_of_ones_own_sees_one_row_at_a_time() -> None:
    shapes: list[tuple[int, ...]] = []

    def choose(logits: Array) -> Tokens:
        shapes.append(logits.shape)
        return second(logits)

    for model in (MODEL, table(np.eye(6)[::-1], n_ctx=10)):
        for row in generate(model, np.array([[0], [1]]), 3, choose=choose).tolist():
            for i in (1, 2, 3):
                logits = plain.forward(model, row[:i])[-1]
                assert row[i] == sorted(range(6), key=lambda t: (-logits[t], t))[1]
    assert shapes == [(2, 1, 6)] * 6


def test_nothing_is_computed_after_the_stop() -> None:
    asked = 0

    def choose(logits: Array) -> Tokens:
        nonlocal asked
        asked += 1
        return greedy(logits)

    model = table(np.roll(np.eye(5), 1, axis=1))
    generate(model, np.array([[0], [2]]), 30, stop=3, choose=choose)
    assert asked == 3


# --- beam


def every_text(model: Transformer, tokens: list[int], steps: int) -> list[tuple[float, list[int]]]:
    """All texts of so many more tokens with their log-probabilities, likeliest first."""
    found = [(0.0, list(tokens))]
    for _ in range(steps):
        longer = []
        for log_p, text in found:
            logits = plain.forward(model, text[-model.n_ctx :])[-1]
            total = math.log(sum(math.exp(x - max(logits)) for x in logits)) + max(logits)
            longer += [(log_p + x - total, [*text, i]) for i, x in enumerate(logits)]
        found = longer
    return sorted(found, key=lambda each: (-each[0], each[1]))


@every("n, slide", [(2, False), (4, True)])
def test_a_wide_beam_misses_nothing(n: int, slide: bool) -> None:
    model = random_transformer(3, d_vocab=4, n_ctx=5, d_model=4, heads=[(2, 2)], n_layers=1)
    tokens = random_tokens(model, n)
    expected = every_text(model, tokens.tolist(), 4)
    whole = beam(model, tokens, 4, 4**4, slide=slide)
    assert [text.tokens.tolist() for text in whole] == [text for _, text in expected]
    np.testing.assert_allclose([text.log_probability for text in whole], [p for p, _ in expected])
    narrower = beam(model, tokens, 4, 4**3, slide=slide)
    assert [text.tokens.tolist() for text in narrower] == [text for _, text in expected[: 4**3]]


def test_a_beam_of_one_is_greedy() -> None:
    tokens = random_tokens(MODEL, 3)
    (text,) = beam(MODEL, tokens, 7, 1)
    assert text.tokens.tolist() == said_one_by_one(MODEL, tokens.tolist(), 7)


def test_a_beam_of_two_finds_what_greedy_misses() -> None:
    never = -1e4  # its share is 0 in float64
    odds = np.array([[never, np.log(0.6), np.log(0.4)], [0, 0, 0], [never, never, 0]])
    model = table(odds)
    (greedily,) = beam(model, np.array([0]), 2, 1)
    assert greedily.tokens[1] == 1
    assert greedily.log_probability == pytest.approx(np.log(0.2))
    best, second = beam(model, np.array([0]), 2, 2)
    assert best.tokens.tolist() == [0, 2, 2]
    assert best.log_probability == pytest.approx(np.log(0.4))
    assert second.tokens.tolist() == [0, 1, 0]  # of three equal ones the first
    assert len(beam(model, np.array([0]), 2, 100)) == 4  # the impossible are left out


def test_a_text_that_stopped_keeps_its_place() -> None:
    odds = np.log([[0.5, 0.3, 0.2], [0.1, 0.8, 0.1], [1 / 3, 1 / 3, 1 / 3]])
    texts = beam(table(odds), np.array([1]), 3, 3, stop=0)
    as_lists = [(text.tokens.tolist(), round(math.exp(text.log_probability), 6)) for text in texts]
    assert as_lists == [([1, 1, 1, 1], 0.512), ([1, 0], 0.1), ([1, 1, 0], 0.08)]
    assert [text.tokens.tolist() for text in beam(table(odds), np.array([0]), 0, 5)] == [[0]]


@every(
    "how, message",
    [
        ({"width": 0}, "width is 0; it must be an integer from 1 on"),
        ({"width": 1.5}, "width is 1.5; it must be an integer from 1 on"),
        ({"steps": -1}, "steps is -1; it must be 0 or more"),
        ({"steps": 20}, "1 tokens and 20 steps need n_ctx 20; it is 10"),
        ({"tokens": [[1]]}, r"the prompt is int64 of shape \(1, 1\); it must be ids"),
        ({"tokens": [0.5]}, r"the prompt is float64 of shape \(1,\); it must be ids"),
        ({"tokens": [6]}, "token 6 is out of range; d_vocab is 6"),
        ({"tokens": np.zeros(0, int)}, "there are 0 tokens"),
    ],
)
def test_beams_that_do_not_fit_are_named(how: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"tokens": [1], "steps": 2, "width": 2} | how
    with pytest.raises(ValueError, match=f"^{message}"):
        beam(MODEL, **given)


def test_a_beam_refuses_what_overflows() -> None:
    huge = np.array([[1e308, 1.0]])
    infinite = Transformer(huge, huge, norm_final=None, W_U=np.zeros((2, 1)))
    with pytest.raises(ValueError, match=r"^a logit is not a number"):
        beam(infinite, np.array([0]), 1, 1)


# --- predictions


@every("shape", [(1,), (10,), (3, 7), (2, 2, 4)])
def test_predictions_are_what_each_prefix_says(shape: tuple[int, ...]) -> None:
    tokens = random_tokens(MODEL, *shape)
    said = predictions(MODEL, tokens)
    assert said.shape == shape
    for place in np.ndindex(shape[:-1]):
        assert said[place].tolist() == plain.forward(MODEL, tokens[place]).argmax(-1).tolist()


def test_predictions_of_a_large_vocabulary_come_in_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = random_transformer(
        0, d_vocab=100_003, n_ctx=7, d_model=3, heads=[(2, 2)], d_mlp=0, n_layers=1
    )
    tokens = random_tokens(model, 7)
    sizes: list[int] = []

    def watched(logits: Array) -> Tokens:
        sizes.append(logits.size)
        return greedy(logits)

    monkeypatch.setattr("taotp_core.decode.greedy", watched)
    expected = plain.forward(model, tokens).argmax(-1)
    assert predictions(model, tokens).tolist() == expected.tolist()
    assert sum(sizes) == 7 * model.d_vocab
    assert max(sizes) <= 8 * PIECE
    small = replace(MODEL, W_pos=np.zeros((1000, 5)))
    predictions(small, np.zeros(1000, int))
    assert sizes[-1] == 1000 * small.d_vocab  # many rows at once where they are short


@every("run", [predictions, lambda model, tokens: generate(model, tokens, 1)])
def test_overflow_is_an_error_with_a_name(run: Callable[[Transformer, Tokens], Tokens]) -> None:
    huge = np.array([[1e308, 1.0]])
    infinite = Transformer(huge, huge, norm_final=None, W_U=np.array([[1.0], [0.0]]))
    assert run(infinite, np.array([0]))[-1] == 0
    with pytest.raises(ValueError, match=r"^a logit is not a number"):
        run(replace(infinite, W_U=np.zeros((2, 1))), np.array([0]))


def test_predictions_refuse_what_forward_refuses() -> None:
    with pytest.raises(ValueError, match="^there are 11 tokens; n_ctx allows 1 to 10"):
        predictions(MODEL, np.zeros(11, int))


def test_hello_world_is_said_as_the_plain_lines_say_it() -> None:
    program = hello_world("Hello World!")
    start = np.array(program.encode(""))
    assert np.array_equal(
        generate(program.model, start, 13), PLAIN.decode(start, program.model, 13)
    )
