"""Rewrites: other weights, the same meaning; and a refusal where there are no such weights."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp import programs
from taotp.programs import Program, hello_world, lookup, printed, search, sort
from taotp.programs.sums import every_sum
from taotp.reference import followers
from taotp_core import LAYER_NORM, RMS_NORM, Norm, forward, predictions, random_transformer
from taotp_core.arrays import Array, Tokens
from taotp_core.equivalences import scramble, tie, uniform
from taotp_core.measure import margin, parameters
from taotp_core.post_ln import post_norm
from taotp_core.weights import Transformer
from tests.examples import (
    EVERY_TIME_THE_SAME,
    Where,
    assert_same_logits,
    models,
    prompts,
    random_tokens,
)
from tests.laws import every

KEYS = [(0, 0, 1), (1, 0, 0), (2, 1, 3), (3, 3, 3), (0, 2, 1)]
TABLE: dict[tuple[int, ...], int] = {key: sum(key) % 4 for key in KEYS}
LOOKUPS = [lookup, printed.lookup, partial(lookup, tied=False)]

SHIPPED: dict[str, Program] = {
    "hello": hello_world(),
    "lookup": lookup(TABLE, n_ctx=8),
    "lookup, untied": lookup(TABLE, n_ctx=8, tied=False),
    "search": search(10, 20, 2),
    "minimum": programs.minimum(20, 8),
    "maximum": programs.maximum(20, 8),
    "minimum, printed": printed.minimum(20, 8),
    "sort": sort(10, 20),
    "digits": programs.add_digits_mod10(),
}


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
    """Whether all layers have as many heads, all of one size."""
    heads = [head for layer in model.layers for head in layer.heads]
    counts = {len(layer.heads) for layer in model.layers}
    return len(counts) <= 1 and len({s for h in heads for s in (h.W_Q.shape, h.W_V.shape)}) <= 1


# Tied, or with heads of one size


@EVERY_TIME_THE_SAME
@given(st.data())
def test_tied_or_uniform_every_logit_is_the_same(data: st.DataObject) -> None:
    model = data.draw(models())
    tokens = data.draw(prompts(model))
    before = forward(model, tokens)
    for other in (uniform(model), uniform(model, n_heads=5, d_head=6)):
        assert is_uniform(other)
        assert_same_logits(forward(other, tokens), before)
    if model.tied:
        loose = replace(model, W_U=model.W_E.T)
        again = tie(loose)
        assert again.tied and not loose.tied and tie(model) is model
        assert np.array_equal(forward(again, tokens), forward(loose, tokens))
        assert parameters(again).total == parameters(loose).total - model.W_E.size


def test_uniform_over_layers_that_differ_adds_nothing_but_zeros() -> None:
    few = random_transformer(1, heads=[(2, 3)], n_layers=1)
    many = random_transformer(2, heads=[(1, 1), (4, 2), (2, 2)], n_layers=1)
    deaf = random_transformer(3, heads=[], n_layers=1)
    model = replace(few, layers=[*few.layers, *many.layers, *deaf.layers])
    other, tokens = uniform(model), random_tokens(model, 8)
    assert is_uniform(other) and other.layers[2].heads[0].W_V.shape == (6, 4)
    assert [len(layer.heads) for layer in other.layers] == [3, 3, 3]
    assert_same_logits(forward(other, tokens), forward(model, tokens))
    assert parameters(model).nonzero == parameters(other).nonzero
    assert parameters(other).parts["attention"].total == 3 * 3 * 4 * 6 * 4


# Scrambled

TURNS = [
    (LAYER_NORM, turn_about_ones), (LAYER_NORM, partial(turn_about_ones, sign=-1)),
    (RMS_NORM, turn), (None, turn),
]  # fmt: skip


@every("norms", ["before", "after"])
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


@every("name", SHIPPED)
def test_shipped_programs_bear_a_turn_and_are_the_same_uniform(name: str) -> None:
    model = SHIPPED[name].model
    tokens = random_tokens(model, 20, model.n_ctx)
    before = forward(model, tokens)
    largest = np.abs(before).max()
    after = forward(scramble(model, turn_about_ones(model.d_model, seed=1)), tokens)
    assert np.abs(before - after).max() < 1e-6 * largest
    sure = margin(before) > 1e-6 * largest
    assert np.array_equal(before.argmax(-1)[sure], after.argmax(-1)[sure]) and sure.mean() > 0.9
    assert np.abs(before - forward(uniform(model), tokens)).max() < 1e-9 * largest


def test_a_turn_drowns_what_is_small() -> None:
    """Sort keeps 2**-27 beside 1; mixed into one number, they are not told apart any more."""
    program, numbers = sort(28), list(range(28))
    turned = replace(program, model=scramble(program.model, turn_about_ones(10, seed=0)))
    assert program.complete(numbers[::-1]) == numbers != turned.complete(numbers[::-1])


def test_layer_norm_does_not_bear_any_other_turn() -> None:
    """It is not caution: the logits do change."""
    model = random_transformer(0)
    M, tokens = turn(model.d_model, 0), random_tokens(model, model.n_ctx)
    with pytest.raises(ValueError, match=r"^M moves \(1, \.\.\., 1\), which LayerNorm removes"):
        scramble(model, M)
    bare = [replace(layer, norm_attn=None, norm_mlp=None) for layer in model.layers]
    turned = scramble(replace(model, layers=bare, norm_final=None), M)
    layers = [replace(layer, norm_attn=LAYER_NORM, norm_mlp=LAYER_NORM) for layer in turned.layers]
    turned = replace(turned, layers=layers, norm_final=LAYER_NORM)
    assert np.abs(forward(turned, tokens) - forward(model, tokens)).max() > 0.1


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
        (W_E, W_pos + fifth, r"^W_E\[0\] \+ W_pos\[4\] has mean 1 and root mean square"),
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


def last(model: Transformer, tokens: Tokens) -> tuple[Tokens, Array]:
    """What a model says next, and by what share of the largest logit it leads."""
    logits = forward(model, tokens, keep=1)[:, 0]
    return logits.argmax(-1), margin(logits) / np.abs(logits).max(-1)


@every("make", LOOKUPS)
def test_lookup_in_post_norm(make: Callable[..., Program]) -> None:
    """Every key after every prefix of up to three symbols."""
    program = make(TABLE, n_ctx=6, vocabulary=range(4))
    model, other = program.model, post_norm(program.model)
    for size in range(4):
        asked = [(*before, *key) for before in product(range(4), repeat=size) for key in TABLE]
        tokens = np.array([program.encode(prompt) for prompt in asked])
        said, lead = last(other, tokens)
        assert np.array_equal(said, [program.places[TABLE[prompt[-3:]]] for prompt in asked])
        assert lead.min() > 1e-6
        before, after = forward(model, tokens), forward(other, tokens)
        assert np.abs(before - after).max() < 1e-7 * np.abs(before).max()


def searched(d_vocab: int, n_match: int, most: int) -> Iterator[tuple[Tokens, list[list[int]]]]:
    """Every prompt of up to `most` tokens whose last ones occur before, and what followed."""
    for n in range(n_match + 1, most + 1):
        asked = [(p, followers(p, n_match)) for p in product(range(d_vocab), repeat=n)]
        found = [(p, followed) for p, followed in asked if followed]
        yield np.array([p for p, _ in found]), [followed for _, followed in found]


@every("d_vocab, n_match, most", [(2, 1, 9), (3, 2, 7), (2, 3, 10)])
def test_search_in_post_norm(d_vocab: int, n_match: int, most: int) -> None:
    other = post_norm(search(d_vocab, n_ctx=most, n_match=n_match).model)
    tried = 0
    for tokens, followed in searched(d_vocab, n_match, most):
        said, lead = last(other, tokens)
        assert np.array_equal(said, [latest for *_, latest in followed])
        assert lead.min() > 1e-6
        tried += len(tokens)
    assert tried > 500


def test_search_as_printed_in_post_norm() -> None:
    """Wherever what is printed is right by design: one occurrence, and none seen at the start."""
    other, tried = post_norm(printed.search(3, n_ctx=9, n_match=2).model), 0
    for tokens, followed in searched(3, 2, 8):
        once = np.array([len(found) == 1 for found in followed])
        once &= (tokens[:, -2:] != tokens[:, :1]).any(axis=1)
        latest = np.array([found[-1] for found in followed])
        assert np.array_equal(last(other, tokens)[0][once], latest[once])
        tried += int(once.sum())
    assert tried > 1000


@every("d_vocab, n_ctx, n_match", [(1000, 100, 10), (26, 400, 3), (10, 64, 4)])
def test_search_in_post_norm_at_size(d_vocab: int, n_ctx: int, n_match: int) -> None:
    """A needle of its own in each of fifty contexts that are full."""
    rng = np.random.default_rng(d_vocab)
    tokens = rng.integers(d_vocab, size=(50, n_ctx))
    places = rng.integers(0, n_ctx - 2 * n_match, 50)
    for row, place in zip(tokens, places, strict=True):
        row[-n_match:] = row[place : place + n_match]
    model = search(d_vocab, n_ctx, n_match).model
    expected = [followers(row, n_match)[-1] for row in tokens.tolist()]
    said, lead = last(post_norm(model), tokens)
    assert np.array_equal(said, expected)
    assert lead.min() > 1e-7


@every("make, best", [
    (programs.minimum, np.min), (printed.minimum, np.min), (programs.maximum, np.max)
])  # fmt: skip
def test_smallest_and_largest_in_post_norm(make: Callable[..., Program], best: Any) -> None:
    """Every list of up to four numbers."""
    other = post_norm(make(6, 4).model)
    for n in range(1, 5):
        tokens = np.array(list(product(range(6), repeat=n)))
        assert np.array_equal(last(other, tokens)[0], best(tokens, axis=1))


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
