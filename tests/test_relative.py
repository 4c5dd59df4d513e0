"""Turned pairs, shared keys, scores by distance, gates: what they do, in pieces and as a whole."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from taotp.costs import counted, multiplications
from taotp_core import Array, Transformer, forward, plain, random_transformer, trace, weights
from taotp_core.arrays import PRECISIONS, to_float64
from taotp_core.gadgets import beside
from taotp_core.measure import parameters
from taotp_core.transformer import empty_cache, feed_forward
from taotp_core.weights import Layer
from tests.examples import Where, random_tokens, relative
from tests.laws import every

HEADS = [(4, 2), (4, 2), (2, 4), (2, 4)]
ONE: dict[str, dict[str, Any]] = {
    "turned": {"shared": 1, "far": False, "gated": False},
    "shared": {"rotary": 0, "far": False, "gated": False},
    "by distance": {"rotary": 0, "shared": 1, "gated": False},
    "gated": {"rotary": 0, "shared": 1, "far": False},
    "all": {},
}
NEAR = 1e-12
Head: Any = weights.Head  # which takes lists, too
MLP: Any = weights.MLP


def one(kind: str, seed: int = 0, **how: Any) -> Transformer:
    """A random machine with one of the fields set, or all of them."""
    return relative(random_transformer(seed, heads=HEADS, **how), seed, **ONE[kind])


def apart(ours: Array, theirs: Array) -> float:
    """The largest difference, as a share of the largest number."""
    return float(np.abs(ours - theirs).max() / np.abs(theirs).max())


@every("norms", ["before", "after"])
@every("causal", [True, False])
@every("kind", ONE)
def test_the_fast_pass_is_the_plain_one(kind: str, causal: bool, norms: Where) -> None:
    """Long enough for several pieces; a touch sees each as a whole; a cache goes on."""
    model = one(kind, n_ctx=66, d_vocab=7, causal=causal, norms=norms, biased=True, act="silu")
    tokens = random_tokens(model, 3, 66)
    expected = plain.forward(model, tokens)
    assert apart(forward(model, tokens), expected) <= NEAR
    assert apart(forward(model, tokens, keep=2), expected[:, -2:]) <= NEAR
    assert apart(trace(model, tokens[0]).logits, expected[0]) <= NEAR
    if causal:
        cache = empty_cache(model)
        pieces = [tokens[0, i:j] for i, j in ((0, 5), (5, 6), (6, 66))]
        parts = [forward(model, piece, cache=cache) for piece in pieces]
        assert apart(np.concatenate(parts), expected[0]) <= NEAR


@every("kind", ONE)
def test_what_it_costs_by_formula_is_what_it_costs(kind: str) -> None:
    model = one(kind)
    tokens = random_tokens(model, 12)
    for cached in (0, 7):
        found = sum(each.multiplications for each in counted(model, tokens, cached=cached))
        assert found == sum(multiplications(model, 12, cached=cached).values())


def bare(layer: Layer) -> Layer:
    """The same layer without scores by distance and gates."""
    heads = [replace(head, by_distance=None) for head in layer.heads]
    mlp = layer.mlp and replace(layer.mlp, W_gate=None, b_gate=None)
    return replace(layer, heads=heads, mlp=mlp)


@every("kind", ["turned", "by distance", "gated"])
def test_each_field_is_another_machine(kind: str) -> None:
    """In every precision: nothing is left out on the way."""
    model, tokens = one(kind), random_tokens(one("all"), 12)
    other = replace(model, rotary=None, layers=[bare(layer) for layer in model.layers])
    for to in PRECISIONS.values():
        assert apart(forward(model, tokens, to=to), forward(other, tokens, to=to)) > 1e-3


def test_a_score_of_turned_pairs_depends_on_the_distance_alone() -> None:
    """Where a row says nothing of its place, as all rows are the same."""
    model = one("turned", d_vocab=1)
    model = replace(model, W_pos=np.zeros_like(model.W_pos))
    scores = trace(model, np.zeros(12, int)).scores[0]
    for back in range(12):
        along = scores[:, range(back, 12), range(12 - back)]
        assert np.allclose(along, along[:, :1], atol=1e-12)
    assert np.ptp(scores[:, 11], axis=-1).min() > 1e-3
    counted_without = parameters(replace(model, rotary=None)).parts["positions"].total
    assert parameters(model).parts["positions"].total == counted_without + 2  # two angles


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


def test_shared_keys_are_stored_once_and_say_the_same() -> None:
    model = one("shared")
    own = replace(model, shared_keys=1)
    tokens = random_tokens(model, 12)
    assert np.array_equal(plain.forward(model, tokens), plain.forward(own, tokens))
    assert apart(forward(model, tokens), forward(own, tokens)) <= NEAR
    less = 2 * 6 * (4 + 2 + 2 + 4)  # in two layers, keys and values of two heads that read 6
    assert parameters(own).total - parameters(model).total == less

    def cached(of: Transformer) -> int:
        return sum(rows.shape[-1] for rows, _ in empty_cache(of).layers.values())

    assert cached(own) - cached(model) == 2 * 2 * (4 + 4)  # all as wide as the widest


def test_a_gate_multiplies_what_a_unit_says() -> None:
    x = np.array([[2.0, -1.0]])
    mlp = MLP(np.eye(2), [0, 0], np.eye(2), [0.5, 0], W_gate=[[0, 0], [3, 0]], b_gate=[1, 1])
    assert feed_forward(x, mlp).tolist() == [[2.0 * (1 - 3) + 0.5, 0.0]]


def test_units_with_and_without_gates_stand_beside_each_other() -> None:
    rng = np.random.default_rng(0)
    without, with_gate = (
        MLP(rng.normal(size=(3, 2)), rng.normal(size=2), rng.normal(size=(2, 3)), np.zeros(3), **m)
        for m in ({}, {"W_gate": rng.normal(size=(3, 2))})
    )
    x = rng.normal(size=(4, 3))
    both = feed_forward(x, without, to_float64) + feed_forward(x, with_gate, to_float64)
    assert apart(feed_forward(x, beside(without, with_gate)), both) <= NEAR


# --- what is refused

SQUARE, WIDE = np.eye(2), np.ones((2, 1))
WHOLE = Head(SQUARE, SQUARE, SQUARE, SQUARE)
OTHERS = [replace(WHOLE, W_V=2 * SQUARE), replace(WHOLE, b_K=[0, 1])]
NARROW = Head(WIDE, WIDE, WIDE, WIDE.T)


def of(*heads: Any, **how: Any) -> Transformer:
    """A model of one layer of heads."""
    return Transformer(SQUARE, np.zeros((4, 2)), [Layer(heads)], **how)


@every("make, message", [
    (lambda: of(WHOLE, NARROW, rotary=[1.0]), "d_head is 1 in head 1 of layer 0"),
    (lambda: of(shared_keys=0), "shared_keys is 0; it must be an integer from 1"),
    (lambda: of(*[WHOLE] * 3, shared_keys=2), "layer 0 has 3 heads; it must be a multiple of 2"),
    (lambda: of(WHOLE, OTHERS[0], shared_keys=2), "W_V of head 1 of layer 0 is not that of head 0"),
    (lambda: of(WHOLE, OTHERS[1], shared_keys=2), "b_K of head 1"),
    (lambda: replace(WHOLE, by_distance=[]), "by_distance is empty"),
    (lambda: Layer(cross=[replace(WHOLE, by_distance=[1])]), "no distance to another text"),
    (lambda: MLP(SQUARE, [0, 0], SQUARE, [0, 0], b_gate=[1, 1]), "a b_gate but no W_gate"),
])  # fmt: skip
def test_what_does_not_fit_is_said(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()
