"""The fast forward pass against the plain one, however it is asked, in pieces and in float32."""

import ast
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotp_core import LAYER_NORM, PRECISIONS, RMS_NORM, plain, transformer
from taotp_core.arrays import Array, rounding, to_float64
from taotp_core.fast import PIECE, empty_cache, pattern
from taotp_core.transformer import encode, feed_forward, forward, normalize, scores_of, trace
from taotp_core.weights import Layer, Norm, Transformer, mapped, random_transformer
from tests.examples import (
    EVERY_TIME_THE_SAME,
    EXAMPLES,
    assert_same_logits,
    machines,
    random_mlp,
    random_tokens,
)
from tests.laws import every

LONGEST = 24  # lines of a function of the readable pass, after its docstring
SIZES: dict[str, Any] = {"d_vocab": 11, "n_ctx": 12, "d_model": 5, "d_mlp": 7, "n_layers": 3}
MIXED = random_transformer(7, heads=[(2, 3), (3, 1), (1, 4)], **SIZES)


def assert_near(ours: Array, theirs: Array) -> None:
    """Equal to 1e-12 of the largest number."""
    assert ours.shape == theirs.shape
    assert np.abs(ours - theirs).max(initial=0) <= 1e-12 * np.abs(theirs).max(initial=0)


def given_to(model: Transformer, shape: tuple[int, ...], framed: bool) -> Any:
    """Frames of so many positions, or ids."""
    frames = np.random.default_rng(0).normal(size=(*shape, model.d_vocab))
    return frames if framed else random_tokens(model, *shape)


def in_pieces(model: Transformer, inputs: Any, at: int, cuts: list[int], memory: Any) -> Array:
    """The logits after a cache that had read on and was taken back to some position."""
    axis = inputs.ndim - 1 - (inputs.dtype.kind == "f")
    cache = empty_cache(model, inputs.shape[:axis])
    before, after = np.split(inputs, [at], axis)
    other = np.concatenate([before, np.flip(after, axis)], axis)
    forward(model, other, 1, cache, memory=memory)
    cache.length = at
    parts = np.split(after, [cut - at for cut in cuts], axis)
    return np.concatenate([forward(model, part, cache=cache) for part in parts], -2)


@settings(EVERY_TIME_THE_SAME, max_examples=2 * EXAMPLES)
@given(st.data())
def test_however_it_is_asked_it_is_the_plain_pass(data: st.DataObject) -> None:
    """Ids or frames, one text or a batch, some of its positions, a trace, and a cache in pieces."""
    model, draw = data.draw(machines()), data.draw
    batch = draw(st.sampled_from([(), (3,), (1, 2), (0,)]))
    n = draw(st.integers(1, model.n_ctx) | st.just(model.n_ctx))
    inputs, memory, whole = given_to(model, (*batch, n), draw(st.booleans())), None, None
    if model.encoder:
        many, framed = draw(st.sampled_from([(), batch])), draw(st.booleans())
        source = given_to(model.encoder, (*many, 7), framed)
        memory, whole = encode(model, source), plain.stream(model.encoder, source)
        assert_near(memory, whole)
    expected = plain.forward(model, inputs, whole)
    assert_near(forward(model, inputs, memory=memory), expected)
    keep = draw(st.integers(1, n + 2))
    assert_near(forward(model, inputs, keep, memory=memory), expected[..., -keep:, :])
    assert_near(trace(model, inputs, memory=memory).logits, expected)
    if model.causal:
        at, *cuts = sorted(draw(st.sets(st.integers(0, n - 1), min_size=1, max_size=4)))
        assert_near(in_pieces(model, inputs, at, cuts, memory), expected[..., at:, :])


# --- norms


@every("pairs", [1, 3, 5, 8])
def test_opposite_numbers_have_mean_zero_to_the_last_bit(pairs: int) -> None:
    # Sort relies on it: numbers of 1e-150 stand in one row with numbers of 1.
    for n in (1, 2, 29):
        rng = np.random.default_rng(pairs)
        half = rng.normal(size=(n, pairs)) * 10.0 ** -rng.integers(0, 150, (n, pairs))
        x = np.stack([half, -half], axis=-1).reshape(n, 2 * pairs)
        sizes = [math.sqrt(math.fsum(u * u for u in row) / (2 * pairs)) for row in x.tolist()]
        expected = x / np.array(sizes)[:, None]
        np.testing.assert_allclose(normalize(x, Norm(eps=0.0)), expected, rtol=1e-14)


# --- no more than is asked for, and in pieces


def numbers_at_once(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note the size of the largest product taken from now on: every exponential, every relu."""
    sizes: list[int] = []
    exp, maximum = np.exp, np.maximum

    class Watched:
        """np.maximum with its methods."""

        reduce = maximum.reduce

        def __call__(self, *arguments: Any, **how: Any) -> Any:
            sizes.append(np.size(arguments[0]))
            return maximum(*arguments, **how)

    def watched_exp(x: Array, **how: Any) -> Any:
        sizes.append(x.size)
        return exp(x, **how)

    monkeypatch.setattr(np, "exp", watched_exp)
    monkeypatch.setattr(np, "maximum", Watched())
    return sizes


def test_keep_computes_no_more_than_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    n, d_mlp = 9, 7
    two = random_transformer(0, heads=[(2, 2)] * 2, d_mlp=d_mlp, n_layers=2)
    deaf = random_transformer(0, heads=[], d_mlp=d_mlp, n_layers=2)
    after = replace(two, layers=[*two.layers, *deaf.layers])
    sizes = numbers_at_once(monkeypatch)
    for model, kept in ((two, 1), (two, 4), (deaf, 1), (after, 1)):
        sizes.clear()
        forward(model, random_tokens(model, n), keep=kept)
        attending = [2 * n * n, n * d_mlp, 2 * kept * n, kept * d_mlp]
        trailing = [kept * d_mlp] * 2
        assert sizes == {two: attending, deaf: trailing, after: attending + trailing}[model]


def test_attention_rows_are_cut_and_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a whole, after a cache and in a batch."""
    n = 257
    how: dict[str, Any] = {"d_model": 4, "heads": [(2, 3), (1, 2)], "d_mlp": 3, "n_layers": 2}
    model = random_transformer(2, d_vocab=50, n_ctx=n, **how)
    tokens = random_tokens(model, 2, n)
    expected = plain.forward(model, tokens)
    cache = empty_cache(model, (2,))
    sizes = numbers_at_once(monkeypatch)
    assert_same_logits(forward(model, tokens[0]), expected[0])
    assert_same_logits(forward(model, tokens[1], keep=n - 1), expected[1, 1:])
    assert_same_logits(forward(model, tokens[:, :7], cache=cache), expected[:, :7])
    assert_same_logits(forward(model, tokens[:, 7:], 200, cache), expected[:, -200:])
    assert len(sizes) > 9 and max(sizes) <= PIECE


def test_a_large_batch_is_cut_and_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    model = random_transformer(3, n_ctx=8, heads=[(2, 3), (1, 2)], d_mlp=5)
    tokens = random_tokens(model, 2000, 2, 8)
    expected = np.concatenate([forward(model, few) for few in np.split(tokens, 50)])
    sizes = numbers_at_once(monkeypatch)
    assert_same_logits(forward(model, tokens), expected)
    assert_same_logits(forward(model, tokens, keep=2), expected[..., -2:, :])
    assert max(sizes) <= 10 * PIECE < tokens.size * 2 * 8


@pytest.mark.parametrize(("rows", "d_mlp"), [(1, PIECE + 1), (129, 700), (300, 256)])
def test_mlp_pieces_change_nothing(rows: int, d_mlp: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(d_mlp)
    x, mlp = rng.normal(size=(rows, 3)), random_mlp(rng, 3, d_mlp)
    expected = plain.feed_forward(x, mlp)
    sizes = numbers_at_once(monkeypatch)
    fast = feed_forward(x, mlp)
    assert max(sizes) <= PIECE and sum(sizes) == rows * d_mlp
    np.testing.assert_allclose(fast, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


@every("n", [3, 60])
@every("dtype", [np.float64, np.float32])
def test_weights_of_hard_attention(n: int, dtype: Any) -> None:
    """Faint ones are 0, and what is not a number stays so, however many scores there are."""
    rng = np.random.default_rng(n)
    q, k = (rng.normal(size=(1, n, 2)).astype(dtype) for _ in range(2))
    q[0, 1:] *= 1e6
    q[0, -1, 0] = np.nan
    with np.errstate(invalid="ignore", under="ignore"):
        scores = scores_of(q, k, to_float64)
        weights = pattern(scores)
        expected = np.exp(scores - scores.max(-1, keepdims=True))
        expected /= expected.sum(-1, keepdims=True)
    assert weights.dtype == dtype
    assert np.isnan(weights[0, -1]).all() and not np.isnan(weights[0, :-1]).any()
    assert (weights[0, :-1] == 0).mean() > 0.4
    np.testing.assert_allclose(weights, expected, rtol=1e-6, atol=1e-30)
    tied = np.where(np.arange(n) < 2, 0, np.full((n, n), -1e3, dtype))
    assert pattern(tied)[:, :3].tolist() == [[0.5, 0.5, 0]] * n  # where no row sums to more than 2


# --- float32 and emulated precision


@every("norm", [LAYER_NORM, RMS_NORM, Norm(np.ones(6), np.zeros(6))])
def test_float32_weights_stay_float32(norm: Norm) -> None:
    double = random_transformer(1, n_ctx=400, norm=norm)
    model = mapped(double, lambda _, W: np.asarray(W, np.float32))
    for n in (3, 400):
        for keep in (None, 1):
            cache = empty_cache(model)
            said = forward(model, random_tokens(model, n), keep, cache)
            kept = [keys.dtype for keys, _ in cache.layers.values()]
            assert {said.dtype, *kept} == {np.dtype(np.float32)}
    seen = trace(model, random_tokens(model, 5))
    arrays = [*seen.stream.values(), *seen.scores.values(), *seen.patterns.values(), seen.logits]
    assert {x.dtype for x in arrays} == {np.dtype(np.float32)}
    tokens = random_tokens(model, 3)
    exact = forward(double, tokens)
    assert np.abs(forward(model, tokens) - exact).max() < 1e-4 * np.abs(exact).max()


def test_rounding_by_hand_and_overflow() -> None:
    thirds = Transformer(np.array([[1 / 3, 2 / 3]]), np.array([[0.1, 0.7]]), norm_final=None)
    half = np.float16
    x = half(1 / 3) + half(0.1), half(2 / 3) + half(0.7)
    expected = half(float(x[0]) * float(half(1 / 3)) + float(x[1]) * float(half(2 / 3)))
    assert forward(thirds, np.array([0]), to=PRECISIONS["float16"]).tolist() == [[float(expected)]]
    model = Transformer(np.array([[1e200, 1.0]]), np.zeros((2, 2)), norm_final=None)
    assert forward(model, [0, 0]).tolist() == [[np.inf], [np.inf]]  # and no warning


# --- errors


Z = np.zeros
REFUSED: list[tuple[Any, str]] = [
    ([], "there are 0 tokens; n_ctx allows 1 to 12"),
    (Z((3, 0), int), "there are 0 tokens; n_ctx allows 1 to 12"),
    (Z(13, int), "there are 13 tokens; n_ctx allows 1 to 12"),
    ([1, 11, 2], "token 11 is out of range; d_vocab is 11"),
    ([[1, 2], [3, -1]], "token -1 is out of range; d_vocab is 11"),
    (Z(2), r"tokens are float64 of shape \(2,\); give integers \[n\]"),
    (Z(2, bool), r"tokens are bool of shape \(2,\); give integers \[n\]"),
    (3, r"tokens are int64 of shape \(\); give integers \[n\]"),
]


@every("tokens, message", REFUSED)
def test_tokens_that_do_not_fit_are_named(tokens: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        forward(MIXED, tokens)


def test_tokens_may_be_a_list_or_unsigned_and_what_is_no_model_or_keeps_nothing_is_told() -> None:
    expected = plain.forward(MIXED, [1, 2, 10])
    assert_near(forward(MIXED, [1, 2, 10]), expected)
    assert_near(forward(MIXED, np.array([1, 2, 10], np.uint8)), expected)
    with pytest.raises(ValueError, match="^keep is -1; it must be at least 1, or None"):
        forward(MIXED, [1, 2], keep=-1)
    with pytest.raises(TypeError, match="the model is a list; it must be a Transformer, such"):
        forward([MIXED], [0])  # type: ignore[arg-type]


@every("room, message", [
    (None, "there are 13 tokens; n_ctx allows 1 to 12"),
    (4, "the cache has room for 4 positions; there are 5"),
])  # fmt: skip
def test_a_full_cache_takes_no_more(room: int | None, message: str) -> None:
    cache = empty_cache(MIXED, room=room)
    forward(MIXED, Z(room or 12, int), cache=cache)
    with pytest.raises(ValueError, match=f"^{message}"):
        forward(MIXED, Z(1, int), cache=cache)


# --- trace


def test_a_trace_holds_every_step() -> None:
    """And is never cut, however long; a layer without heads has no scores."""
    drawn = random_transformer(4, n_ctx=500, heads=[(2, 3), (3, 1)])
    model = replace(drawn, layers=[Layer(mlp=drawn.layers[0].mlp), *drawn.layers])
    tokens, before = random_tokens(model, 500), np.tri(500, dtype=bool)
    seen = trace(model, tokens)
    steps = [f"{part} {number}" for number in range(3) for part in ("attention", "mlp")]
    assert list(seen.stream) == ["embedding", *steps]
    assert set(seen.scores) == set(seen.patterns) == {1, 2}
    for number, layer in enumerate(model.layers):
        bare = replace(model, layers=model.layers[:number], norm_final=None)
        x = plain.stream(bare, tokens)
        np.testing.assert_allclose(seen.stream[["embedding", *steps][2 * number]], x, atol=1e-8)
        read = plain.normalize(x, layer.norm_attn)
        for h, head in enumerate(layer.heads):
            x = x + plain.attend(read, read, head, before)
            q, k = read @ head.W_Q, read @ head.W_K
            expected = np.where(before, q @ k.T / np.sqrt(head.W_Q.shape[1]), -np.inf)
            np.testing.assert_allclose(seen.scores[number][h], expected, atol=1e-9)
            shares = np.exp(expected) / np.exp(expected).sum(1, keepdims=True)
            np.testing.assert_allclose(seen.patterns[number][h], shares, atol=1e-9)
        np.testing.assert_allclose(seen.stream[f"attention {number}"], x, atol=1e-8)
    assert_near(seen.logits, plain.forward(model, tokens))


# --- its size


def test_each_function_is_short() -> None:
    tree = ast.parse(Path(transformer.__file__).read_text(encoding="utf-8"))
    lines = {
        each.name: (each.end_lineno or 0) - each.body[bool(ast.get_docstring(each))].lineno + 1
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef)
    }
    assert "residual" in lines and max(lines.values()) <= LONGEST, lines


# --- where a format ends


@every("norm", [LAYER_NORM, RMS_NORM, Norm(inside=True)])
@every("size", [1, 3, 300])
def test_squares_of_a_norm_end_where_those_of_float32_do(norm: Norm, size: int) -> None:
    """As numpy's own float32 has it, also in the formats of which engines sum squares in that."""
    for exponent in (-15.0, 0.0, 18.0, 19.6, 20.0, 25.0, 38.0):
        rows = 10.0**exponent * np.resize([[1.0, 2.0, -3.0, 0.5]], (size, 4)).astype(np.float32)
        with np.errstate(over="ignore", invalid="ignore"):
            single = normalize(rows, norm)
        assert single.dtype == np.float32
        for precision in ("float32", "bfloat16", "float16"):
            to = rounding(precision)
            said = normalize(rows.astype(float), norm, to)
            assert np.allclose(said, to(single.astype(float)), rtol=1e-6, atol=0), exponent
        assert (single == 0).all() == (exponent > 19)
        assert (normalize(rows.astype(float), norm) != 0).all()


def test_a_rounding_without_an_end_has_none_in_a_norm() -> None:
    coarse = normalize(np.array([3e20, 1e20]), RMS_NORM, lambda x: np.round(x, 2))
    assert coarse.tolist() == [1.34, 0.45]
