"""Choosing tokens: greedily with named ties, by chance with named odds, one after another."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from taotp_core import Array, Tokens, Transformer, plain, random_transformer
from taotp_core.decode import GUESSES, beam, distribution, generate, greedy, predictions, sample
from taotp_core.transformer import PIECE, residual
from tests.examples import EVERY_TIME_THE_SAME, models, random_tokens
from tests.laws import every
from tools.thirty_lines import thirty_lines

PLAIN = thirty_lines()
MODEL = random_transformer(7, d_vocab=6, n_ctx=10, d_model=5, heads=[(2, 3), (3, 1)], n_layers=2)


def said_one_by_one(
    model: Transformer, tokens: Sequence[int], steps: int, stop: int | None = None
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
    W_E = np.hstack([np.eye(d_vocab), np.zeros((d_vocab, d_vocab))])
    W_U = np.vstack([successor, np.eye(d_vocab)])
    return Transformer(W_E, np.hstack([np.zeros_like(W_pos), W_pos]), norm_final=None, W_U=W_U)


def around(n: int, n_ctx: int = 40) -> Transformer:
    """A table that counts round and round: 0, 1 ... n - 1, 0 ..."""
    return table(np.roll(np.eye(n), 1, axis=1), n_ctx=n_ctx)


def drawn_table(seed: int) -> Transformer:
    """A table of many ties: what it says next is guessed ahead, and often wrongly."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 5))
    return table(rng.integers(0, 3, (n, n)) * 1.0, rng.integers(0, 3, (24, n)) * 1.0)


# --- greedy


@every("kind, unit", [(np.float64, 2.0**-52), (np.float32, 2.0**-23)])
def test_what_rounding_ties_goes_to_the_lowest_id(kind: type, unit: float) -> None:
    for top in (1.0, -1.0, 1e-30, -1e30, 3.7, -0.1, 0.0):
        less = top - abs(top) - 1
        rows: Array = np.array([[less, top, top], [top, less, top], [less, less, top]], kind)
        assert greedy(rows).tolist() == [int(greedy(row)) for row in rows] == [1, 0, 2], top
    for sign in (1, -1):
        hair, clearly = (kind(sign * (1 - sign * units * unit)) for units in (6, 12))
        for row, least in (([hair, sign], 0), ([clearly, sign], 1), ([clearly, sign, hair], 1)):
            assert greedy(np.array(row, kind)) == least, (sign, row)


def test_infinity_is_the_largest_and_what_is_no_number_is_refused() -> None:
    inf = np.inf
    for row, said in (([1.0, inf, inf], 1), ([-inf, -5.0, -9.0], 1), ([-inf, -inf, -inf], 0)):
        assert greedy(np.array(row)) == said
    assert greedy(np.zeros((2, 3, 4))).shape == (2, 3)
    with pytest.raises(ValueError, match="^a logit is not a number; the weights must not overflow"):
        greedy(np.array([[1.0, 2.0], [np.nan, 3.0]]))


# --- distribution


def naive_distribution(
    logits: list[float], heat: float, top_k: int | None, top_p: float | None, min_p: float | None
) -> list[float]:
    """The specification, a token at a time, away from where rounding decides."""
    odds = [math.exp((x - max(logits)) / heat) for x in logits]
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
    scores = st.lists(st.integers(-12, 12).map(lambda i: i / 4), min_size=n, max_size=n)
    logits, other = data.draw(scores), data.draw(scores)
    temperature = data.draw(st.sampled_from([0.1, 0.5, 1.0, 3.0]))
    top_k = data.draw(st.none() | st.integers(1, n))
    top_p = data.draw(st.none() | st.floats(0.01, 1.0))
    min_p = data.draw(st.none() | st.sampled_from([0.0, 0.01, 0.3, 0.7, 1.0]))
    how = temperature, top_k, top_p, min_p
    expected = naive_distribution(logits, *how)
    p = distribution(np.array(logits), *how)
    np.testing.assert_allclose(p, expected, rtol=1e-12, atol=1e-300)
    np.testing.assert_allclose(distribution(logits, *how), p, rtol=1e-14)  # type: ignore[arg-type]
    np.testing.assert_allclose(distribution(np.array(logits, "f"), *how), expected, atol=1e-6)
    many = distribution(np.array([[logits, other]] * 2), *how)
    np.testing.assert_allclose(many[:, 0], [p] * 2, rtol=1e-14)


def test_ties_of_the_cuts() -> None:
    """All that tie with the last of top_k stay; of those that tie at top_p the lowest ids."""
    four = np.array([1.0, 0.0, 1.0, 1.0, 1.0])
    for k in (1, 2, 3, 4):
        assert distribution(four, top_k=k).tolist() == [0.25, 0, 0.25, 0.25, 0.25]
    hair = np.array([1.0, 1.0 - 2.0**-51])
    assert np.count_nonzero(distribution(hair, top_k=1)) == 2
    assert np.count_nonzero(distribution(hair, min_p=1.0)) == 2
    assert distribution(hair, 0.0, 2, 0.9, 0.1).tolist() == [1, 0]
    for n in range(2, 30):
        for k in range(1, n):  # k equal ones of n hold k/n, whichever way the sum was rounded
            kept = np.flatnonzero(distribution(np.zeros(n), top_p=k / n))
            assert kept.tolist() == list(range(k)), (n, k)


def test_extremes_of_a_distribution() -> None:
    faint = np.array([0.0, -38.0, -60.0, -700.0])
    assert (distribution(faint, top_p=1.0) > 0).all()  # it cuts nothing
    assert np.count_nonzero(distribution(faint, top_p=1 - 2.0**-40)) == 1
    impossible = np.array([0.0, -np.inf, -np.inf])
    hows: list[dict[str, Any]] = [{"top_k": 2}, {"top_p": 0.9}, {"min_p": 0.1}, {"temperature": 3}]
    assert all(distribution(impossible, **how).tolist() == [1, 0, 0] for how in hows)
    assert distribution(np.array([800.0, 1.0, 800.0]), temperature=1e-308).tolist() == [0.5, 0, 0.5]
    np.testing.assert_allclose(distribution(np.array([8.0, 1.0]), temperature=1e300), [0.5, 0.5])
    logits = np.zeros(1_000_000)
    logits[999_999] = 1
    assert distribution(logits, temperature=0)[999_999] == 1  # 8 MB; a unit matrix would be 8 TB


@every("how, message", [
    *(({"temperature": x}, f"temperature is {x}; it must be a number from 0 on")
      for x in (-0.1, np.nan, np.inf)),
    *(({"top_k": k}, f"top_k is {k}; it must be from 1 to d_vocab = 3") for k in (0, 4)),
    *(({"top_p": p}, f"top_p is {p}; it must be above 0 and at most 1")
      for p in (0.0, 1.1, np.nan)),
    *(({"min_p": p}, f"min_p is {p}; it must be from 0 to 1") for p in (-0.1, 1.1, np.nan)),
    ({"temperature": 0, "top_k": 9}, "top_k is 9; it must be from 1 to d_vocab = 3"),
    ({"temperature": "1"}, "temperature is '1'; it must be a number"),
    ({"top_k": 2.5}, "top_k is 2.5; it must be an integer"),
    ({"top_p": "0.9"}, "top_p is '0.9'; it must be a number"),
    *(({"logits": bad}, r"logits are .* of shape .*; they must be numbers")
      for bad in ([], 1.0, ["a"], [None])),
    *(({"logits": [[0.0, 1.0], [bad, 1.0]]}, "the largest logit is not a finite number")
      for bad in (np.nan, np.inf)),
])  # fmt: skip
def test_sampling_out_of_range_is_named(how: dict[str, Any], message: str) -> None:
    how = {"logits": [0.0, 0.0, 0.0], **how}
    with pytest.raises(ValueError, match=f"^{message}"):
        distribution(np.array(how.pop("logits")), **how)


# --- sample


def test_a_draw_is_one_number_of_numpys_generator_for_each_row() -> None:
    """The token is the first whose probability, with those of all lower ids, is above it."""
    how: dict[str, Any] = {"temperature": 0.5, "top_k": 5, "top_p": 0.99, "min_p": 0.01}
    logits = np.random.default_rng(0).normal(size=(200, 2, 8))
    p, draws = distribution(logits, **how), np.random.default_rng(3).random((200, 2))
    expected = [
        [next(t for t in range(8) if p[i, j, : t + 1].sum() > draws[i, j]) for j in (0, 1)]
        for i in range(200)
    ]
    assert sample(3, **how)(logits).tolist() == expected
    choose = sample(3, **how)
    assert [choose(rows).tolist() for rows in logits] == expected


# --- generate


@EVERY_TIME_THE_SAME
@given(st.data())
def test_each_row_of_a_batch_is_a_loop(data: st.DataObject) -> None:
    """In a window that slides, where all fits without one, and as the thirty lines have it."""
    standard = data.draw(st.booleans())
    model = data.draw(models(standard=standard) | st.integers(0, 999).map(drawn_table))
    token, n = st.integers(0, model.d_vocab - 1), data.draw(st.integers(1, 12))
    rows = data.draw(st.lists(st.lists(token, min_size=n, max_size=n), min_size=1, max_size=4))
    stop, steps = data.draw(st.none() | token), data.draw(st.integers(0, 20))
    said = generate(model, np.array(rows), steps, stop=stop, slide=True).tolist()
    alone = [said_one_by_one(model, row, steps, stop) for row in rows]
    assert [len(row) for row in said] == [max(map(len, alone))] * len(rows)
    for row, expected in zip(said, alone, strict=True):
        assert row[: len(expected)] == expected
        assert all(token == stop for token in row[len(expected) :])
    assert generate(model, np.array(rows[0]), steps, stop=stop, slide=True).tolist() == alone[0]
    if n <= model.n_ctx and n + steps <= model.n_ctx + 1:
        assert generate(model, np.array([rows]), steps, stop=stop).tolist() == [said]
        if standard and stop is None and model.norm_final:
            assert PLAIN.decode(np.array(rows[0]), model, steps).tolist() == alone[0]


def test_nothing_is_computed_after_the_stop() -> None:
    asked: list[int] = []

    def choose(logits: Array) -> Tokens:
        asked.append(len(logits))
        return greedy(logits)

    generate(around(5), np.array([[0], [2]]), 30, stop=3, choose=choose)
    assert asked == [2, 2, 2]


def test_a_prompt_may_have_any_integers_and_fill_the_context() -> None:
    expected = said_one_by_one(MODEL, [1, 2, 3], 4)
    for kind in (np.uint64, np.int8):
        assert generate(MODEL, np.array([1, 2, 3], kind), 4).tolist() == expected
    full = random_tokens(MODEL, 10)  # the context holds one more token than positions
    assert generate(MODEL, full, 1).tolist() == said_one_by_one(MODEL, full.tolist(), 1)


# --- guessing ahead


def test_how_many_positions_each_pass_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def watched(model: Transformer, tokens: Tokens, *rest: Any, **how: Any) -> Array:
        sizes.append(tokens.shape[-1])
        return residual(model, tokens, *rest, **how)

    monkeypatch.setattr("taotp_core.decode.residual", watched)
    # A cache saves what was read; a window that slid is read anew; where every guess is wrong
    # there are no more passes than tokens.
    for model, n, steps, slide, passes in (
        (MODEL, 3, 5, False, [3, 1, 1, 1, 1]),
        (MODEL, 8, 5, True, [8, 1, 1, 10, 10]),
        (around(5, 10), 1, 10, False, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
    ):
        sizes.clear()
        generate(model, np.zeros(n, int), steps, slide=slide)
        assert sizes == passes
    sizes.clear()
    deaf = table(np.zeros((4, 4)), np.eye(4)[np.arange(40) % 4])  # positions alone decide
    generate(deaf, np.zeros(1, int), 38)
    assert len(sizes) <= 2 * math.ceil(38 / GUESSES)  # one that guesses, one that confirms
    assert max(sizes) == GUESSES + 1
    sizes.clear()  # of many rows, as far ahead as is cheap
    monkeypatch.setattr("taotp_core.decode.CHEAP", 3 * 7 * deaf.W_E.size)
    generate(deaf, np.zeros((7, 1), int), 38)
    assert max(sizes) == 3 + 1


def test_a_guess_that_overflows_harms_nobody() -> None:
    # Token 0, which the places ahead hold, makes 0 times infinity; 1 and 2 alternate.
    W_E = np.array([[0, 0, 1e308], [1, 0, -1e308], [0, 1, -1e308]])
    W_U = np.array([[0.0, 0, 1], [0, 1, 0], [0, 0, 0]])
    model = Transformer(W_E, np.full((30, 3), [0, 0, 1e308]), norm_final=None, W_U=W_U)
    assert generate(model, np.array([1]), 30).tolist() == [1, *[2, 1] * 15]
    for steps in (1, 30):
        with pytest.raises(ValueError, match="a logit is not a number"):
            generate(model, np.array([0]), steps)


def test_a_choice_of_ones_own_sees_one_row_at_a_time() -> None:
    shapes: list[tuple[int, ...]] = []

    def second(logits: Array) -> Tokens:
        shapes.append(logits.shape)
        return np.argsort(-logits, -1, kind="stable")[..., 1]

    for model in (MODEL, table(np.eye(6)[::-1], n_ctx=10)):
        for row in generate(model, np.array([[0], [1]]), 3, choose=second).tolist():
            for i in (1, 2, 3):
                logits = plain.forward(model, row[:i])[-1]
                assert row[i] == sorted(range(6), key=lambda t: (-logits[t], t))[1]
    assert shapes == [(2, 1, 6)] * 6


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
    model = random_transformer(3, d_vocab=3, n_ctx=5, d_model=4, heads=[(2, 2)], n_layers=1)
    tokens = random_tokens(model, n)
    expected = every_text(model, tokens.tolist(), 4)
    whole = beam(model, tokens, 4, 3**4, slide=slide)
    assert [text.tokens.tolist() for text in whole] == [text for _, text in expected]
    np.testing.assert_allclose([text.log_probability for text in whole], [p for p, _ in expected])
    narrower = [text.tokens.tolist() for text in beam(model, tokens, 4, 3**3, slide=slide)]
    assert narrower == [text for _, text in expected[: 3**3]]


def test_a_beam_of_two_finds_what_greedy_misses() -> None:
    (text,) = beam(MODEL, np.array([4, 1, 2]), 7, 1)
    assert text.tokens.tolist() == said_one_by_one(MODEL, [4, 1, 2], 7)
    never = -1e4  # its share is 0 in float64
    model = table(np.array([[never, np.log(0.6), np.log(0.4)], [0, 0, 0], [never, never, 0]]))
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


# --- predictions


@every("shape", [(1,), (10,), (3, 7), (2, 2, 4)])
def test_predictions_are_what_each_prefix_says(shape: tuple[int, ...]) -> None:
    tokens = random_tokens(MODEL, *shape)
    said = predictions(MODEL, tokens)
    assert said.shape == shape
    for place in np.ndindex(shape[:-1]):
        assert said[place].tolist() == plain.forward(MODEL, tokens[place]).argmax(-1).tolist()


def test_predictions_of_a_large_vocabulary_come_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    how: dict[str, Any] = {"d_model": 3, "heads": [(2, 2)], "d_mlp": 0, "n_layers": 1}
    model = random_transformer(0, d_vocab=100_003, n_ctx=7, **how)
    tokens, sizes = random_tokens(model, 7), list[int]()

    def watched(logits: Array) -> Tokens:
        sizes.append(logits.size)
        return greedy(logits)

    monkeypatch.setattr("taotp_core.decode.greedy", watched)
    expected = plain.forward(model, tokens).argmax(-1)
    assert predictions(model, tokens).tolist() == expected.tolist()
    assert sum(sizes) == 7 * model.d_vocab and max(sizes) <= 8 * PIECE
    predictions(replace(MODEL, W_pos=np.zeros((1000, 5))), np.zeros(1000, int))
    assert sizes[-1] == 1000 * MODEL.d_vocab  # many rows at once where they are short


# --- what does not fit

HUGE = np.array([[1e308, 1.0]])
INFINITE = Transformer(HUGE, HUGE, norm_final=None, W_U=np.array([[1.0], [0.0]]))
NO_LOGITS: dict[str, Any] = {"model": replace(INFINITE, W_U=np.zeros((2, 1))), "tokens": [0]}
TWO: dict[str, Any] = {"steps": 2}
BEAM: dict[str, Any] = {**TWO, "width": 2}
SLIDE: dict[str, Any] = {**TWO, "slide": True}
ALL = [(generate, TWO), (generate, SLIDE), (beam, BEAM), (predictions, {})]


@every("ask, given, message", [
    *((ask, {**how, "tokens": [1, 6]}, "token 6 is out of range; d_vocab is 6")
      for ask, how in ALL),
    *((ask, {**how, "tokens": np.zeros(0, int)}, "there are 0 tokens") for ask, how in ALL),
    *((ask, {**how, **NO_LOGITS, **({"steps": 1} if how else {})}, "a logit is not a number")
      for ask, how in ALL),
    *((ask, {**how, "steps": -1}, "steps is -1; it must be 0 or more$") for ask, how in ALL[1:3]),
    *((ask, {**how, "tokens": 1}, r"tokens are int64 of shape \(\)") for ask, how in ALL[1::2]),
    (generate, {"steps": 0, "tokens": [0] * 11}, "there are 11 tokens; n_ctx allows 1 to 10"),
    (generate, {**TWO, "tokens": [0] * 10}, "10 tokens and 2 steps need n_ctx 11; it is 10"),
    *((beam, {**TWO, "width": w}, f"width is {w}; it must be an integer from 1 on")
      for w in (0, 1.5)),
    (beam, {**BEAM, "steps": 20}, "1 tokens and 20 steps need n_ctx 20; it is 10"),
    (beam, {**BEAM, "tokens": [[1]]}, r"the prompt is int64 of shape \(1, 1\); it must be ids"),
    (beam, {**BEAM, "tokens": [0.5]}, r"the prompt is float64 of shape \(1,\); it must be ids"),
])  # fmt: skip
def test_what_does_not_fit_is_named(
    ask: Callable[..., object], given: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        ask(**{"model": MODEL, "tokens": [1], **given})
    assert predictions(INFINITE, [0])[-1] == generate(INFINITE, [0], 1)[-1] == 0
