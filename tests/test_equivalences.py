"""Rewrites: other weights, the same meaning; and a refusal where there are no such weights."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp import programs
from taotp.programs import Program, hello_world, search, sort
from taotp.programs.sums import every_sum
from taotp.reference import followers
from taotp_core import LAYER_NORM, RMS_NORM, Norm, encode, forward, predictions, random_transformer
from taotp_core.arrays import Array
from taotp_core.equivalences import scramble, tie, uniform
from taotp_core.gadgets import overwrite_by_scale
from taotp_core.measure import margin, parameters
from taotp_core.post_ln import post_norm
from taotp_core.weights import Transformer, named_arrays
from tests.examples import (
    EVERY_TIME_THE_SAME,
    WHERE,
    Where,
    assert_same_logits,
    full_transformer,
    machines,
    random_tokens,
    relative,
)
from tests.laws import every


def turn(size: int, seed: int) -> Array:
    """Any orthonormal matrix."""
    M: Array = np.linalg.qr(np.random.default_rng(seed).normal(size=(size, size)))[0]
    return M


def turn_about_ones(size: int, seed: int, sign: int = 1) -> Array:
    """Any orthonormal matrix that takes (1, ..., 1) to `sign` times itself."""
    columns = np.random.default_rng(seed).normal(size=(size, size))
    columns[:, 0] = 1
    basis: Array = np.linalg.qr(columns)[0]
    inner = np.eye(size)
    inner[0, 0], inner[1:, 1:] = sign, turn(size - 1, seed)
    M: Array = basis @ inner @ basis.T
    return M


def is_uniform(model: Transformer) -> bool:
    """Whether all layers have as many heads, all of one size; cross heads are heads too."""
    both = [some for layer in model.layers for some in (layer.heads, layer.cross)]
    some = both if model.looks_across else both[::2]
    sizes = {shape for heads in some for h in heads for shape in (h.W_Q.shape, h.W_V.shape)}
    return len({*map(len, some)}) <= 1 and len(sizes) <= 1


# Tied, or with heads of one size


@EVERY_TIME_THE_SAME
@given(st.data())
def test_tied_or_uniform_every_logit_is_the_same(data: st.DataObject) -> None:
    """And nothing is added but zeros."""
    model = data.draw(machines())
    tokens = random_tokens(model, data.draw(st.integers(1, model.n_ctx)))
    memory = encode(model, [3, 1, 2]) if model.encoder else None
    before = forward(model, tokens, memory=memory)
    for other in (uniform(model), uniform(model, n_heads=6, d_head=6)):
        assert is_uniform(other) and (not other.encoder or is_uniform(other.encoder))
        assert_same_logits(forward(other, tokens, memory=memory), before)
        if other.encoder:
            assert_same_logits(encode(other, [3, 1, 2]), encode(model, [3, 1, 2]))
        assert parameters(other).nonzero == parameters(model).nonzero
    if model.tied:
        loose = replace(model, W_U=model.W_E.T)
        again = tie(loose)
        assert again.tied and not loose.tied and tie(model) is model
        assert np.array_equal(again.unembedding, loose.unembedding)
        assert parameters(again).total == parameters(loose).total - model.W_E.size


# Scrambled

TURNS = [
    (LAYER_NORM, turn_about_ones), (LAYER_NORM, partial(turn_about_ones, sign=-1)),
    (RMS_NORM, turn), (None, turn),
]  # fmt: skip


@every("norms", WHERE)
@every("norm, make", TURNS)
@every("tied", [True, False])
def test_scramble_keeps_every_logit(norms: Where, norm: Norm, make: Any, tied: bool) -> None:
    for seed in range(4):
        model = random_transformer(seed, norm=norm, norms=norms, tied=tied)
        M = make(model.d_model, seed)
        other = scramble(model, M)
        tokens = random_tokens(model, 5, model.n_ctx, seed=seed)
        assert np.array_equal(other.W_E, model.W_E @ M) and other.tied == model.tied
        assert_same_logits(forward(other, tokens), forward(model, tokens))


def test_a_turn_drowns_what_is_small() -> None:
    """Sort keeps 2**-27 beside 1; mixed into one number, they are not told apart any more."""
    program, numbers = sort(28), list(range(28))
    turned = replace(program, model=scramble(program.model, turn_about_ones(10, seed=0)))
    assert program.complete(numbers[::-1]) == numbers != turned.complete(numbers[::-1])


def test_a_norm_counts_where_it_is_applied() -> None:
    odd = Norm(gamma=np.arange(6.0))
    deaf = random_transformer(0, heads=[], norm=RMS_NORM)
    model = replace(deaf, layers=[replace(layer, norm_attn=odd) for layer in deaf.layers])
    tokens = random_tokens(model, 9)
    assert_same_logits(forward(scramble(model, turn(6, 0)), tokens), forward(model, tokens))
    after = replace(model, norms="after", norm_final=None)  # is read by what comes next
    idle = random_transformer(0, d_mlp=0, norms="after", norm=RMS_NORM)
    idle = replace(idle, layers=[replace(layer, norm_mlp=odd) for layer in idle.layers])
    for each, name in ((after, "norm_attn"), (idle, "norm_mlp")):
        with pytest.raises(ValueError, match=f"^{name} of layer 0 has a gamma or a beta"):
            scramble(each, turn(6, 0))


ODD = np.arange(6.0)
W_U = random_transformer(0).W_E.T.copy()
W_U[4, 7] = 0.25


def of_norm(norm: Norm | None = LAYER_NORM, **how: Any) -> Transformer:
    """A random model of six dimensions."""
    return random_transformer(0, norm=norm, **how)


@every("make, message", [
    (partial(tie, replace(of_norm(), W_U=W_U)),
     rf"^W_U\[4, 7\] is 0\.25 and W_E\[7, 4\] is {of_norm().W_E[7, 4]}; they must be equal to be"),
    *((partial(rewrite, of_norm(norm)),
       "^norm_attn of layer 0 has a gamma or a beta; it must have neither$")
      for norm in (Norm(gamma=ODD), Norm(beta=ODD, centered=False))
      for rewrite in (partial(scramble, M=np.eye(6)), post_norm)),
    (partial(scramble, of_norm(), turn(6, 0)),
     r"^M moves \(1, \.\.\., 1\), which LayerNorm removes"),
    *((partial(scramble, of_norm(RMS_NORM), M), r"it must be orthonormal, \[6\] squared$")
      for M in (2 * np.eye(6), np.ones((6, 6)) / 6, np.eye(5), np.eye(6)[:5])),
    *((partial(uniform, of_norm(heads=[(1, 3), (2, 1)]), **sizes),
       "they must be at least 2, 3$") for sizes in ({"n_heads": 1}, {"d_head": 2})),
    (partial(post_norm, hello_world()), r"^W_E\[1\] \+ W_pos\[0\] has mean"),
])  # fmt: skip
def test_what_has_no_such_weights_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


# Post-LN


def on_one_sphere(model: Transformer, norm: Norm, length: float) -> Transformer:
    """The same model with an embedding whose every row is as long, and of mean 0 under LayerNorm.

    Tokens take one half of the coordinates, positions the other, as programs do.
    """
    half = model.d_model // 2
    W_E, W_pos = model.W_E.copy(), model.W_pos.copy()
    W_E[:, half:], W_pos[:, :half] = 0, 0
    for rows in (W_E[:, :half], W_pos[:, half:]):
        rows -= norm.centered * rows.mean(axis=1, keepdims=True)
        rows *= length / np.linalg.norm(rows, axis=1, keepdims=True)
    return replace(model, W_E=W_E, W_pos=W_pos)


@EVERY_TIME_THE_SAME
@given(
    seed=st.integers(0, 10_000),
    norm=st.sampled_from([LAYER_NORM, RMS_NORM]),
    length=st.sampled_from([0.01, 1.0, 300.0]),
    part=st.sampled_from(["heads", "mlp", "neither"]),
    tied=st.booleans(),
)
def test_post_norm_of_one_part(seed: int, norm: Norm, length: float, part: str, tied: bool) -> None:
    """Every logit stays as it is."""
    heads, d_mlp = [(2, 3), (1, 2)] if part == "heads" else [], 8 if part == "mlp" else 0
    drawn = random_transformer(seed, n_layers=1, heads=heads, d_mlp=d_mlp, norm=norm, tied=tied)
    model = on_one_sphere(drawn, norm, length)
    other = post_norm(model)
    tokens = random_tokens(model, 3, 8, seed=seed)
    factor = np.sqrt(6 / 2) / length if tied else 1
    after, before = forward(other, tokens), factor * forward(model, tokens)
    assert np.abs(after - before).max() < 1e-7 * np.abs(before).max()
    assert other.norms == "after" and other.norm_final is None


@every("n_layers", [0, 1, 3])
def test_without_norms_the_two_are_one(n_layers: int) -> None:
    model = random_transformer(0, norm=None, n_layers=n_layers)
    tokens = random_tokens(model, 9)
    other = post_norm(model)
    assert other.norms == "after" and post_norm(other) is other
    assert np.array_equal(forward(other, tokens), forward(model, tokens))


def test_the_first_sub_layer_alone_writes_as_loud_as_the_embedding_became() -> None:
    model = on_one_sphere(random_transformer(0), LAYER_NORM, 100.0)
    other = post_norm(model)
    for number, factor in enumerate((np.sqrt(6 / 2) / 100, 1.0)):
        own, now = (each.layers[number].heads for each in (model, other))
        for before, after in zip(own, now, strict=True):
            np.testing.assert_allclose(after.W_O, factor * before.W_O)


def test_rows_that_post_norm_would_read_as_they_are() -> None:
    model = on_one_sphere(random_transformer(0), LAYER_NORM, 1.0)
    W_E, W_pos, fifth = model.W_E, model.W_pos, (np.arange(16) == 4)[:, None]
    aside = np.tile([1.0, -1, 1, -1, 1, -1], (10, 1))
    aside[4] = -1  # as long as the others, and not of mean 0
    for rows, places, sentence in (
        (W_E + fifth[:10], W_pos, r"^W_E\[4\] \+ W_pos\[0\] has mean 1 and root mean square"),
        (aside, 0 * W_pos, r"^W_E\[4\] \+ W_pos\[0\] has mean -1 and root mean square"),
        (
            W_E * (1 + fifth[:10] / 1e3),
            W_pos,
            r"W_E\[4\] .*must be 0 and 0\.57735, as in the",
        ),
        (0 * W_E, 0 * W_pos, r"square 0; .* they must be 0 and more$"),
    ):
        with pytest.raises(ValueError, match=sentence):
            post_norm(replace(model, W_E=rows, W_pos=places))


def test_rms_norm_does_not_mind_a_mean() -> None:
    model = random_transformer(0, norm=RMS_NORM, n_layers=1, d_mlp=0)
    model = replace(model, W_E=np.sign(model.W_E), W_pos=0 * model.W_pos)
    tokens = random_tokens(model, 9)
    assert_same_logits(forward(post_norm(model), tokens), forward(model, tokens))
    layer = replace(model.layers[0], norm_attn=LAYER_NORM)
    with pytest.raises(ValueError, match="^the norms differ: "):
        post_norm(replace(model, layers=[layer]))


@every("d_vocab, n_match, most", [(2, 1, 9), (3, 2, 7), (2, 3, 10)])
def test_search_in_post_norm(d_vocab: int, n_match: int, most: int) -> None:
    """Its norms change no row on the way."""
    other = post_norm(search(d_vocab, n_ctx=most, n_match=n_match).model)
    tried = 0
    for n in range(n_match + 1, most + 1):
        asked = [(p, followers(p, n_match)) for p in product(range(d_vocab), repeat=n)]
        prompts, latest = zip(*((p, f[-1]) for p, f in asked if f), strict=True)
        logits = forward(other, np.array(prompts), keep=1)[:, 0]
        assert np.array_equal(logits.argmax(-1), latest)
        assert (margin(logits) / np.abs(logits).max(-1)).min() > 1e-6
        tried += len(prompts)
    assert tried > 500


@every("make", [programs.add, programs.add_mod10])
def test_sums_in_post_norm(make: Callable[..., Program]) -> None:
    """All sums of two digits: the MLP is so loud that what was there before does not count."""
    other = post_norm(make(1).model)
    rows = np.concatenate(list(every_sum(1)))
    places = other.n_ctx - 3
    said = predictions(other, rows[:, : other.n_ctx])[:, -places:]
    assert np.array_equal(said, rows[:, -places:])


def test_a_rewritten_program_decodes_and_the_model_is_left_alone() -> None:
    program = search("abcr d", 64, 2)
    prompt = "abracadabra ab"
    expected, before = program.complete(prompt, steps=9), program.model.W_E.copy()
    for rewrite in (uniform, post_norm, lambda m: scramble(m, turn_about_ones(m.d_model, 3))):
        other = replace(program, model=rewrite(program.model))
        assert other.complete(prompt, steps=9) == program.complete(prompt, steps=9) == expected
        assert np.array_equal(program.model.W_E, before)


# With all that a model may have

FULL = full_transformer()
TOKENS, SOURCE = np.array([2, 0, 5, 5]), np.array([4, 1, 1, 0, 3])


def logits(model: Transformer) -> Array:
    """What a model with an encoder says."""
    return forward(model, TOKENS, memory=encode(model, SOURCE))


def without_norms(model: Transformer) -> Transformer:
    """The same model with no norm anywhere but in its encoder."""
    bare: dict[str, None] = dict.fromkeys(("norm_attn", "norm_mlp", "norm_cross"))
    layers = [replace(layer, **bare) for layer in model.layers]  # type: ignore[arg-type]
    return replace(model, layers=layers, norm_final=None)


def test_a_full_model_is_turned_but_for_the_gamma_of_an_encoder() -> None:
    half = without_norms(FULL)
    with pytest.raises(ValueError, match="of the encoder has a gamma or a beta"):
        scramble(half, np.eye(6))
    bare = replace(half, encoder=FULL.encoder and without_norms(FULL.encoder))
    M, _ = np.linalg.qr(np.random.default_rng(1).normal(size=(6, 6)))
    assert_same_logits(logits(scramble(bare, M)), logits(bare))


def test_uniform_heads_are_even_where_rotary_turns_pairs() -> None:
    turns = relative(random_transformer(0, heads=[(2, 3)] * 2), far=False)
    assert uniform(turns).layers[0].heads[0].W_Q.shape == (6, 4)
    tokens = TOKENS + 1
    assert_same_logits(forward(uniform(turns), tokens), forward(turns, tokens))


@every("part", [FULL.layers[0].heads[0], FULL.layers[0].mlp])
def test_drowning_takes_the_biases_along(part: Any) -> None:
    loud = overwrite_by_scale(part, 3)
    for path, array in named_arrays(part).items():
        factor = 3 if path in ("W_O", "b_O", "W_out", "b_out") else 1
        assert np.array_equal(named_arrays(loud)[path], factor * array)


def test_post_norm_keeps_what_it_does_not_change() -> None:
    """One layer of heads that look into an encoder, from rows that the norm only scales."""
    rows = np.random.default_rng(3).permuted([[1.0, -1, 1, -1, 1, -1]] * 7, axis=1)
    model = replace(
        without_norms(FULL), W_E=rows, W_pos=np.zeros((8, 6)),
        layers=[replace(FULL.layers[0], heads=(), mlp=None, norm_cross=Norm(inside=True))],
        norm_final=Norm(inside=True),
    )  # fmt: skip
    after = post_norm(model)
    assert after.norms == "after" and after.encoder is FULL.encoder
    assert_same_logits(logits(after), logits(model))
