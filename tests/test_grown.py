"""The machine beyond the main source's: GELU, an encoder, touches, turned pairs, gates."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from taotp.costs import counted, multiplications
from taotp_core import generate, predictions, random_transformer, weights
from taotp_core.arrays import PRECISIONS, Array, gelu
from taotp_core.fast import empty_cache, more_than_a_batch
from taotp_core.measure import parameters
from taotp_core.transformer import encode, feed_forward, forward, trace
from taotp_core.weights import Layer, Transformer
from tests.examples import (
    IN_TWO,
    WHERE,
    Where,
    assert_same_logits,
    full_transformer,
    random_tokens,
    relative,
)
from tests.laws import every

TOKENS = np.array([2, 0, 5, 5, 6])
SOURCE = np.array([4, 1, 1, 0, 3, 2, 4])
Head: Any = weights.Head  # which takes lists, too
MLP: Any = weights.MLP


def frames(model: Transformer, n: int, *batch: int) -> Array:
    """Rows of numbers for a model to read."""
    return np.random.default_rng(n).normal(size=(*batch, n, model.d_vocab))


def alone(seed: int, **how: Any) -> Transformer:
    """A decoder with biases."""
    return random_transformer(seed, d_vocab=7, heads=[(3, 2), (1, 4)], biased=True, **how)


@every("x", [-1e200, -20.0, -1.0, -0.0, 1e-300, 0.5, 3.0, 1e200])
def test_gelu_of_one_number(x: float) -> None:
    with np.errstate(over="ignore"):
        found = gelu(np.array([x]))[0]
    inner = x + 0.044715 * x**3 if abs(x) < 1e100 else x
    by_hand = 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * inner))
    assert found == pytest.approx(by_hand, rel=1e-12, abs=0)


def test_a_cache_takes_no_memory_that_does_not_fit() -> None:
    model = full_transformer(5)
    memory, cache = encode(model, SOURCE), empty_cache(model)
    with pytest.raises(ValueError, match="it must be"):
        forward(model, TOKENS, cache=cache, memory=memory[:, :5])
    expected = forward(model, TOKENS, memory=memory)
    assert_same_logits(forward(model, TOKENS, cache=cache, memory=memory), expected)
    with pytest.raises(ValueError, match="holds keys and values of another memory"):
        forward(model, TOKENS[:1], cache=cache, memory=memory + 1)


def test_a_large_batch_shares_a_memory_or_has_its_own() -> None:
    """It is cut into pieces that fit the processor's cache."""
    model = full_transformer(7)
    assert model.encoder
    sources = random_tokens(model.encoder, 2000, 4, seed=1)
    tokens = random_tokens(model, 2000, 5)
    assert more_than_a_batch(model, tokens)
    memory = encode(model, sources)
    own = forward(model, tokens, memory=memory)
    shared = forward(model, tokens, memory=memory[1])
    asked = forward(model, np.eye(model.d_vocab)[tokens], memory=memory)
    for i in (0, 1, 1999):
        assert_same_logits(own[i], forward(model, tokens[i], memory=memory[i]))
        assert_same_logits(shared[i], forward(model, tokens[i], memory=memory[1]))
        assert_same_logits(asked[i], own[i])


def test_many_queries_are_taken_in_pieces() -> None:
    encoder = random_transformer(1, d_vocab=5, n_ctx=700, causal=False, biased=True)
    model = random_transformer(2, n_ctx=600, cross=[(2, 3)], encoder=encoder)
    tokens = random_tokens(model, 600)
    memory = encode(model, random_tokens(encoder, 700))
    last = forward(model, tokens, memory=memory)[-3:]
    assert_same_logits(last, forward(model, tokens, keep=3, memory=memory))
    whole = forward(model, tokens, memory=memory, touch=lambda what, layer, x: x)
    assert_same_logits(last, whole[-3:])  # with a touch nothing is cut


@every("causal", [True, False])
@every("seed", [0, 1])
def test_generation_beside_an_encoder(seed: int, causal: bool) -> None:
    """As by computing everything again for each token."""
    model = replace(full_transformer(seed), causal=causal)
    memory, expected = encode(model, SOURCE), TOKENS[:2].tolist()
    for _ in range(12):
        window = np.array(expected[-model.n_ctx :])
        expected.append(int(forward(model, window, memory=memory)[-1].argmax()))
    said = generate(model, TOKENS[:2], 12, slide=True, memory=memory)
    assert said.tolist() == expected
    if causal:
        logits = forward(model, TOKENS, memory=memory)
        assert np.array_equal(predictions(model, TOKENS, memory=memory), logits.argmax(-1))


@every("where", WHERE)
@every("precision", ["float32", "bfloat16", "float16"])
def test_every_result_is_rounded(where: Where, precision: str) -> None:
    model, to = full_transformer(8, where), PRECISIONS[precision]
    memory = encode(model, frames(full_transformer(8).encoder or model, 5), to=to)
    seen = trace(model, TOKENS, to=to, memory=memory)
    heads = (seen.scores, seen.patterns, seen.cross_scores, seen.cross_patterns)
    arrays = [memory, *seen.stream.values(), *(x for some in heads for x in some.values())]
    assert all(np.array_equal(to(x), x) for x in (*arrays, seen.logits))
    assert np.array_equal(forward(model, TOKENS, to=to, memory=memory), seen.logits)
    exact = forward(model, TOKENS, memory=memory)
    assert 0 < np.abs(seen.logits - exact).max() < 0.2 * np.abs(exact).max()


def test_a_touch_sees_every_step_and_what_it_returns_goes_on() -> None:
    model = full_transformer(2)
    memory = encode(model, SOURCE)
    seen: list[tuple[str, int]] = []

    def touch(what: str, layer: int, x: Array) -> Array:
        seen.append((what, layer))
        return x

    expected = forward(model, TOKENS, memory=memory)
    assert_same_logits(forward(model, TOKENS, memory=memory, touch=touch), expected)
    heads = ["scores", "pattern", "mixed"]
    one_layer = [*heads, "attention", *(f"cross {what}" for what in heads), "cross", "mlp"]
    assert seen == [("embedding", 0)] + [(what, layer) for layer in (0, 1) for what in one_layer]

    def louder(*place: str | int) -> Array:
        def touch(what: str, layer: int, x: Array) -> Array:
            return 2 * x if (what, layer) == place else x

        return forward(model, TOKENS, memory=memory, touch=touch)

    for place in seen:
        assert np.abs(louder(*place) - expected).max() > 1e-6, place


def test_a_touch_patches() -> None:
    model = alone(6)
    another = trace(model, TOKENS[::-1])

    def touch(what: str, layer: int, x: Array) -> Array:
        return another.stream["mlp 1"] if (what, layer) == ("mlp", 1) else x

    assert np.array_equal(forward(model, TOKENS, touch=touch), another.logits)


# --- turned pairs, scores by distance, shared keys, gates


def test_a_pair_turns_by_its_own_angle() -> None:
    """A quarter turn a position: what looks one back asks for what stands a quarter before it."""
    layers = [Layer([Head([[30, 0]], [[0, 1]], [[1]], [[0]])], norm_attn=None)]
    quarter = np.array([np.pi / 2])
    model = Transformer(np.ones((1, 1)), np.zeros((4, 1)), layers, None, rotary=quarter)
    pattern = trace(model, np.zeros(4, int)).patterns[0][0]
    assert pattern[1:].argmax(-1).tolist() == [0, 1, 2]
    assert np.diagonal(pattern, -1).min() > 0.9999


def test_the_last_number_holds_for_all_that_is_farther() -> None:
    none = np.zeros((2, 0))
    head = Head(none, none, np.eye(2), np.eye(2), by_distance=[0.0, 50.0, -3.0])
    model = Transformer(np.eye(2), np.zeros((6, 2)), [Layer([head], norm_attn=None)], None)
    scores = trace(model, np.zeros(6, int)).scores[0][0]
    assert scores[5].tolist() == [-3.0, -3.0, -3.0, -3.0, 50.0, 0.0]


def test_a_gate_multiplies_what_a_unit_says() -> None:
    x = np.array([[2.0, -1.0]])
    mlp = MLP(np.eye(2), [0, 0], np.eye(2), [0.5, 0], W_gate=[[0, 0], [3, 0]], b_gate=[1, 1])
    assert feed_forward(x, mlp).tolist() == [[2.0 * (1 - 3) + 0.5, 0.0]]


def test_shared_keys_are_stored_once() -> None:
    drawn = random_transformer(0, heads=IN_TWO)
    model = relative(drawn, rotary=0, far=False, gated=False)
    own = replace(model, shared_keys=1)
    assert_same_logits(forward(model, TOKENS), forward(own, TOKENS))
    less = 2 * 6 * (4 + 2 + 2 + 4)  # in two layers, keys and values of two heads that read 6
    assert parameters(own).total - parameters(model).total == less

    def cached(of: Transformer) -> int:
        return sum(rows.shape[-1] for rows, _ in empty_cache(of).layers.values())

    assert cached(own) - cached(model) == 2 * 2 * (4 + 4)  # all as wide as the widest


@every("shared, more", [(1, {"rotary": 2}), (2, {}), (1, {"far": True}), (1, {"gated": True})])
def test_what_it_costs_by_formula_is_what_it_costs(shared: int, more: dict[str, Any]) -> None:
    how: dict[str, Any] = {"rotary": 0, "far": False, "gated": False, **more}
    model = relative(random_transformer(0, heads=[(4, 2), (4, 2)]), shared=shared, **how)
    tokens = random_tokens(model, 12)
    for cached in (0, 7):
        found = sum(each.multiplications for each in counted(model, tokens, cached=cached))
        assert found == sum(multiplications(model, 12, cached=cached).values())


# --- what does not fit


MODEL = full_transformer(1)
MEMORY = encode(MODEL, SOURCE)
FRAMES: Any = frames(MODEL, 2)


@every("ask, sentence", [
    (lambda: forward(MODEL, TOKENS), "layer 0 has cross heads"),
    (lambda: forward(MODEL, TOKENS, memory=MEMORY[:, :5]), r"\[n_source, 6\]"),
    (lambda: forward(MODEL, TOKENS[None], memory=MEMORY[None][[0, 0]]), "has the batch"),
    (lambda: forward(MODEL, np.ones((3, 6)), memory=MEMORY), "a frame has 6 numbers"),
    (lambda: forward(MODEL, np.full((1, 7), np.nan), memory=MEMORY), r"\[0, 0\] is nan"),
    (lambda: forward(MODEL, np.ones((9, 7)), memory=MEMORY), "9 frames; n_ctx allows 1 to 8"),
    (lambda: generate(MODEL, FRAMES, 99, memory=MEMORY), "the prompt is frames"),
    (lambda: encode(alone(1), TOKENS), "the model has no encoder"),
    (lambda: encode(MODEL, np.array([5])), "token 5 is out of range; d_vocab is 5"),
    (lambda: empty_cache(alone(1, causal=False)), "the model is not causal"),
    (lambda: predictions(alone(1, causal=False), TOKENS), "the model is not causal"),
])  # fmt: skip
def test_what_does_not_fit_is_said(ask: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ask()
