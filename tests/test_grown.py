"""The machine beyond the main source's: biases, GELU, frames, an encoder, touches."""

import math
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp_core import (
    Array,
    Inputs,
    Norm,
    Tokens,
    Transformer,
    encode,
    forward,
    generate,
    plain,
    predictions,
    random_transformer,
    trace,
)
from taotp_core.arrays import PRECISIONS, gelu
from taotp_core.transformer import empty_cache, residual
from taotp_core.weights import mapped
from tests.examples import (
    EVERY_TIME_THE_SAME,
    assert_same_logits,
    full_transformer,
    random_tokens,
)
from tests.laws import every

WHERE: tuple[Literal["before", "after"], ...] = ("before", "after")
TOKENS = np.array([2, 0, 5, 5, 6])
SOURCE = np.array([4, 1, 1, 0, 3, 2, 4])


def frames(model: Transformer, n: int, *batch: int) -> Array:
    """Rows of numbers for a model to read."""
    return np.random.default_rng(n).normal(size=(*batch, n, model.d_vocab))


def alone(seed: int, **how: Any) -> Transformer:
    """A decoder with biases."""
    return random_transformer(seed, d_vocab=7, heads=[(3, 2), (1, 4)], biased=True, **how)


# --- one pass


@every("where", WHERE)
@every("inside", [True, False])
@every("act", ["relu", "gelu"])
@every("causal", [True, False])
def test_biases_units_norms_and_masks(
    where: Literal["before", "after"], inside: bool, act: str, causal: bool
) -> None:
    model = alone(3, norm=Norm(eps=0.1, inside=inside), norms=where, act=act, causal=causal)
    assert_same_logits(forward(model, TOKENS), plain.forward(model, TOKENS))


def test_epsilon_inside_and_outside_differ() -> None:
    outside = alone(3, norm=Norm(eps=0.1))
    inside = alone(3, norm=Norm(eps=0.1, inside=True))
    assert np.abs(forward(inside, TOKENS) - forward(outside, TOKENS)).max() > 0.01


@every("x", [-1e200, -20.0, -1.0, -0.0, 1e-300, 0.5, 3.0, 1e200])
def test_gelu_of_one_number(x: float) -> None:
    with np.errstate(over="ignore"):
        found = gelu(np.array([x]))[0]
    inner = x + 0.044715 * x**3 if abs(x) < 1e100 else x
    by_hand = 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * inner))
    assert found == pytest.approx(by_hand, rel=1e-12, abs=0)


@every("where", WHERE)
@every("kind", ["ids", "frames"])
def test_an_encoder_and_a_decoder(where: Literal["before", "after"], kind: str) -> None:
    model = full_transformer(2, where)
    assert model.encoder
    source: Inputs = SOURCE if kind == "ids" else frames(model.encoder, 6)
    memory = encode(model, source)
    np.testing.assert_allclose(memory, plain.stream(model.encoder, source), rtol=1e-9)
    expected = plain.forward(model, TOKENS, plain.stream(model.encoder, source))
    assert_same_logits(forward(model, TOKENS, memory=memory), expected)
    assert_same_logits(forward(model, TOKENS, keep=2, memory=memory), expected[-2:])


@every("model", [alone(4), full_transformer(4)])
def test_an_id_is_a_frame_with_a_single_one(model: Transformer) -> None:
    memory = encode(model, SOURCE) if model.encoder else None
    rows = np.eye(model.d_vocab)[TOKENS]
    expected = forward(model, TOKENS, memory=memory)
    assert_same_logits(forward(model, rows, memory=memory), expected)
    assert_same_logits(forward(model, rows[None], memory=memory)[0], expected)


def test_a_layer_of_cross_heads_alone_keeps_the_last_positions() -> None:
    model = full_transformer(6)
    bare = replace(model, layers=[replace(layer, heads=(), mlp=None) for layer in model.layers])
    memory = encode(bare, SOURCE)
    assert bare.encoder
    expected = plain.forward(bare, TOKENS, plain.stream(bare.encoder, SOURCE))
    assert_same_logits(forward(bare, TOKENS, keep=1, memory=memory), expected[-1:])


# --- caches and batches


@every("where", WHERE)
@given(cuts=st.lists(st.integers(1, 7), max_size=3, unique=True).map(sorted))
@EVERY_TIME_THE_SAME
def test_a_cache_changes_nothing(where: Literal["before", "after"], cuts: list[int]) -> None:
    model = full_transformer(5, where)
    tokens = random_tokens(model, 8)
    memory = encode(model, SOURCE)
    cache = empty_cache(model)
    parts = [forward(model, part, cache=cache, memory=memory) for part in np.split(tokens, cuts)]
    assert_same_logits(np.concatenate(parts), forward(model, tokens, memory=memory))


def test_a_cache_remembers_the_memory() -> None:
    model = full_transformer(5)
    memory, cache = encode(model, SOURCE), empty_cache(model)
    first = forward(model, TOKENS[:2], cache=cache, memory=memory)
    second = forward(model, TOKENS[2:], cache=cache)
    assert_same_logits(np.concatenate([first, second]), forward(model, TOKENS, memory=memory))
    with pytest.raises(ValueError, match="holds keys and values of another memory"):
        forward(model, TOKENS[:1], cache=cache, memory=memory + 1)


def test_a_cache_takes_no_memory_that_does_not_fit() -> None:
    model = full_transformer(5)
    memory, cache = encode(model, SOURCE), empty_cache(model)
    with pytest.raises(ValueError, match="it must be"):
        forward(model, TOKENS, cache=cache, memory=memory[:, :5])
    expected = forward(model, TOKENS, memory=memory)
    assert_same_logits(forward(model, TOKENS, cache=cache, memory=memory), expected)


@every("n_prompts", [3, 6000])
def test_a_batch_shares_a_memory_or_has_its_own(n_prompts: int) -> None:
    """6,000 prompts are cut into pieces that fit the processor's cache."""
    model = full_transformer(7)
    assert model.encoder
    sources = random_tokens(model.encoder, n_prompts, 4, seed=1)
    tokens = random_tokens(model, n_prompts, 5)
    memory = encode(model, sources)
    own = forward(model, tokens, memory=memory)
    shared = forward(model, tokens, memory=memory[1])
    asked = forward(model, np.eye(model.d_vocab)[tokens], memory=memory)
    for i in (0, 1, n_prompts - 1):
        assert_same_logits(own[i], forward(model, tokens[i], memory=memory[i]))
        assert_same_logits(shared[i], forward(model, tokens[i], memory=memory[1]))
        assert_same_logits(asked[i], own[i])


def test_many_queries_are_taken_in_pieces() -> None:
    encoder = random_transformer(1, d_vocab=5, n_ctx=700, causal=False, biased=True)
    model = random_transformer(2, n_ctx=600, cross=[(2, 3)], encoder=encoder)
    source, tokens = random_tokens(encoder, 700), random_tokens(model, 600)
    memory = encode(model, source)
    last = forward(model, tokens, memory=memory)[-3:]
    assert_same_logits(last, forward(model, tokens, keep=3, memory=memory))

    def touch(what: str, layer: int, x: Array) -> Array:
        return x  # with a touch nothing is cut

    assert_same_logits(last, forward(model, tokens, memory=memory, touch=touch)[-3:])


# --- generation


def one_by_one(model: Transformer, tokens: Tokens, steps: int, memory: Array) -> list[int]:
    """Greedy generation that computes everything again."""
    said: list[int] = tokens.tolist()
    for _ in range(steps):
        window = np.array(said[-model.n_ctx :])
        said.append(int(forward(model, window, memory=memory)[-1].argmax()))
    return said


@every("causal", [True, False])
@every("seed", range(5))
def test_generation_beside_an_encoder(seed: int, causal: bool) -> None:
    model = replace(full_transformer(seed), causal=causal)
    memory = encode(model, SOURCE)
    said = generate(model, TOKENS[:2], 12, slide=True, memory=memory)
    assert said.tolist() == one_by_one(model, TOKENS[:2], 12, memory)


def test_predictions_beside_an_encoder() -> None:
    model = full_transformer(3)
    memory = encode(model, SOURCE)
    expected = forward(model, TOKENS, memory=memory).argmax(-1)
    assert predictions(model, TOKENS, memory=memory).tolist() == expected.tolist()


# --- precision


@every("where", WHERE)
@every("precision", ["float32", "bfloat16", "float16"])
def test_every_result_is_rounded(where: Literal["before", "after"], precision: str) -> None:
    model, to = full_transformer(8, where), PRECISIONS[precision]
    memory = encode(model, frames(full_transformer(8).encoder or model, 5), to=to)
    seen = trace(model, TOKENS, to=to, memory=memory)
    arrays = (memory, *seen.stream.values(), *seen.cross_patterns.values(), seen.logits)
    for x in arrays:
        assert np.array_equal(to(x), x)
    exact = forward(model, TOKENS, memory=memory)
    assert 0 < np.abs(seen.logits - exact).max() < 0.2 * np.abs(exact).max()


# --- touches


def test_a_touch_that_returns_what_it_sees_changes_nothing() -> None:
    model = full_transformer(2)
    memory = encode(model, SOURCE)
    seen: list[tuple[str, int]] = []

    def touch(what: str, layer: int, x: Array) -> Array:
        seen.append((what, layer))
        return x

    assert_same_logits(
        forward(model, TOKENS, memory=memory, touch=touch), forward(model, TOKENS, memory=memory)
    )
    heads = ["scores", "pattern", "mixed"]
    one_layer = [*heads, "attention", *(f"cross {what}" for what in heads), "cross", "mlp"]
    assert seen == [("embedding", 0)] + [(what, layer) for layer in (0, 1) for what in one_layer]


def test_a_touch_knocks_out_a_head() -> None:
    model = alone(5)

    def without(what: str, layer: int, x: Array) -> Array:
        if (what, layer) != ("mixed", 1):
            return x
        x = x.copy()
        x[..., 0, :, :] = 0
        return x

    layer = model.layers[1]
    dead = replace(layer.heads[0], W_O=np.zeros_like(layer.heads[0].W_O))
    other = replace(model, layers=[model.layers[0], replace(layer, heads=[dead, layer.heads[1]])])
    assert_same_logits(forward(model, TOKENS, touch=without), plain.forward(other, TOKENS))


def test_a_touch_steers_and_patches() -> None:
    model, direction = alone(6), np.arange(6.0)

    def steer(what: str, layer: int, x: Array) -> Array:
        return x + direction if what == "embedding" else x

    moved = replace(model, W_pos=model.W_pos + direction)
    assert_same_logits(forward(model, TOKENS, touch=steer), plain.forward(moved, TOKENS))
    other = trace(model, TOKENS[::-1])

    def patch(what: str, layer: int, x: Array) -> Array:
        return other.stream["mlp 1"] if (what, layer) == ("mlp", 1) else x

    assert np.array_equal(forward(model, TOKENS, touch=patch), other.logits)


def test_scores_may_be_changed_before_the_softmax() -> None:
    model = alone(7, n_layers=1)

    def flat(what: str, layer: int, x: Array) -> Array:
        return np.where(np.isfinite(x), 0.0, x) if what == "scores" else x

    mapped_flat = mapped(
        model, lambda path, W: np.zeros_like(W) if path.endswith(("W_Q", "b_Q")) else W
    )
    assert_same_logits(forward(model, TOKENS, touch=flat), forward(mapped_flat, TOKENS))


# --- what does not fit


MODEL = full_transformer(1)
MEMORY = encode(MODEL, SOURCE)
FRAMES: Any = frames(MODEL, 2)


@every(
    "ask, sentence",
    [
        (lambda: forward(MODEL, TOKENS), "layer 0 has cross heads"),
        (lambda: generate(MODEL, TOKENS, 2), "layer 0 has cross heads"),
        (lambda: forward(MODEL, TOKENS, memory=MEMORY[:, :5]), r"\[n_source, 6\]"),
        (lambda: forward(MODEL, TOKENS[None], memory=MEMORY[None][[0, 0]]), "has the batch"),
        (lambda: forward(MODEL, np.ones((3, 6)), memory=MEMORY), "a frame has 6 numbers"),
        (lambda: forward(MODEL, np.full((1, 7), np.nan), memory=MEMORY), r"\[0, 0\] is nan"),
        (lambda: forward(MODEL, np.ones((9, 7)), memory=MEMORY), "9 frames; n_ctx allows 1 to 8"),
        (lambda: forward(MODEL, np.ones((0, 7)), memory=MEMORY), "0 frames; n_ctx allows 1 to 8"),
        (lambda: generate(MODEL, FRAMES, 1, memory=MEMORY), "the prompt is frames"),
        (lambda: generate(MODEL, FRAMES, 99, memory=MEMORY), "the prompt is frames"),
        (lambda: encode(alone(1), TOKENS), "the model has no encoder"),
        (lambda: encode(MODEL, np.arange(10) % 5), "there are 10 tokens; n_ctx allows 1 to 9"),
        (lambda: encode(MODEL, np.array([5])), "token 5 is out of range; d_vocab is 5"),
        (lambda: empty_cache(alone(1, causal=False)), "the model is not causal"),
        (lambda: predictions(alone(1, causal=False), TOKENS), "the model is not causal"),
    ])  # fmt: skip
def test_what_does_not_fit_is_said(ask: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ask()


def test_residual_of_a_batch_of_frames() -> None:
    model = alone(9)
    bare = replace(model, norm_final=None)
    many = frames(model, 3, 4)
    for i in range(4):
        np.testing.assert_allclose(
            residual(model, many)[i], plain.stream(bare, many[i]), rtol=1e-9, atol=1e-9
        )
