"""Multiplications, counted in the engine and by formula."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from taotp.costs.multiplications import (
    Product,
    cache_bits,
    counted,
    counted_encoding,
    encoding_multiplications,
    multiplications,
    token_multiplications,
    training_flops,
)
from taotp.costs.published import PUBLISHED, configuration
from taotp_core import Tokens, Transformer, encode, forward, random_transformer
from tests.costs.test_published import built, small
from tests.examples import EVERY_TIME_THE_SAME, full_transformer, models, random_tokens
from tests.laws import every

GPT2 = configuration("gpt2")


def total(products: list[Product]) -> int:
    return sum(product.multiplications for product in products)


def assert_as_the_formula_says(model: Transformer, tokens: Tokens, *ways: Any, memory: Any) -> None:
    heard = 0 if memory is None else memory.shape[-2]
    for how in ways:
        found = multiplications(model, len(tokens), **how, n_source=heard)
        assert total(counted(model, tokens, memory=memory, **how)) == sum(found.values()), how


@given(models())
@settings(parent=EVERY_TIME_THE_SAME, max_examples=30)
def test_any_model_multiplies_what_the_formula_says(model: Transformer) -> None:
    ways: list[Any] = [{}, {"keep": 1}, {"keep": 3}, {"cached": model.n_ctx // 2}]
    assert_as_the_formula_says(model, random_tokens(model, model.n_ctx), *ways, memory=None)


def test_a_model_with_everything_multiplies_what_the_formula_says() -> None:
    """And counting changes no number."""
    model, source, tokens = full_transformer(), np.array([4, 1, 1, 0, 3]), np.array([2, 0, 5, 5, 1])
    memory = encode(model, source)
    before = forward(model, tokens, memory=memory)
    assert_as_the_formula_says(model, tokens, {}, {"keep": 2}, {"cached": 3}, memory=memory)
    for heard in (source, np.eye(5)[source]):  # ids, and frames
        found = encoding_multiplications(model, 5, frames=heard.ndim > 1)
        assert total(counted_encoding(model, heard)) == sum(found.values())
    assert np.array_equal(forward(model, tokens, memory=memory), before)
    assert type(before) is np.ndarray


def test_long_texts_are_multiplied_in_pieces_that_leave_hidden_pairs_out() -> None:
    """With 600 tokens and 2 heads a piece is 27 rows: nearly half of the square is left out."""
    model = random_transformer(0, n_ctx=600, n_layers=1, d_mlp=0)
    assert_as_the_formula_says(model, random_tokens(model, 600), {}, memory=None)
    assert 0.5 < multiplications(model, 600)["attention"] / (2 * (3 + 3) * 600**2) < 0.53


def test_frames_are_multiplied_and_ids_are_looked_up() -> None:
    model = random_transformer(0, d_vocab=7, d_model=5)
    frames = np.random.default_rng(0).normal(size=(4, 7))
    found = multiplications(model, 4, frames=True)
    assert found["embedding"] == 4 * 7 * 5
    assert total(counted(model, frames)) == sum(found.values())


def test_by_hand() -> None:
    """One layer, two heads of 3 and 4 for their values, padded to (3, 4) each; stream of 6."""
    model = random_transformer(
        0, d_vocab=10, d_model=6, heads=[(3, 4), (0, 1)], d_mlp=8, n_layers=1
    )
    assert multiplications(model, 5) == {
        "embedding": 0,
        "projections": 5 * (6 * 2 * (3 + 3 + 4) + 2 * 4 * 6),
        "attention": 2 * 5 * 5 * (3 + 4),
        "mlp": 5 * 2 * 6 * 8,
        "unembedding": 5 * 6 * 10,
    }
    *_, said = counted(model, np.arange(5))
    assert said == Product((5, 6), (6, 10), 300)


@every(
    "call, sentence",
    [
        (lambda m: counted(m, np.arange(3), cached=3), "cached is 3; with 3 tokens it must be"),
        (lambda m: multiplications(m, 3, cached=-1), "cached is -1; with 3 tokens it must be"),
        (lambda m: multiplications(m, 0), "there are 0 tokens; n_ctx allows 1 to 16"),
        (lambda m: multiplications(m, 17), "there are 17 tokens; n_ctx allows 1 to 16"),
        (lambda m: encoding_multiplications(m, 3), "the model has no encoder"),
        (lambda m: multiplications(m, 3, keep=0), "keep is 0; it must be at least 1, or None"),
        (lambda _: cache_bits(GPT2, 1, "int3"), "'int3'; it must be one of float64, "),
        (lambda _: token_multiplications(GPT2, 0), "n is 0; there must be at least 1 token"),
    ],
)
def test_what_cannot_be_counted(call: Callable[[Transformer], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        call(random_transformer(0))


# --- published models


def test_a_token_of_a_configuration_costs_what_its_transformer_costs() -> None:
    of = replace(small("layer", tied=True), n_ctx=12)
    model = built(of)
    for n in (2, 7, 12):
        found = multiplications(model, n, cached=n - 1)
        assert token_multiplications(of, n) == sum(found.values())


def test_caches_of_published_models() -> None:
    """By hand: 2 x 126 layers x 8 heads x 128 numbers of two bytes for each token."""
    of = configuration("llama-3.1-405b")
    assert cache_bits(of, 1, "int4") * 4 == cache_bits(of, 1) == 8 * 516_096
    assert cache_bits(GPT2, 1_024, "float32") == 8 * 75_497_472


@every("name", PUBLISHED)
def test_six_n_d_leaves_out_what_grows_with_the_length(name: str) -> None:
    """Each number of a matrix is multiplied once a token, a looked-up one not at all."""
    of = configuration(name)
    matrices = token_multiplications(of, 5) - 5 * 2 * of.n_layers * of.n_heads * of.d_head
    assert 0.99 < matrices / (of.inside + of.d_vocab * of.d_model) <= 1
    met = training_flops(of, 1_000, 4_096) - training_flops(of, 1_000, 2_048)
    assert met == 6 * 1_000 * 2_048 * 2 * of.n_layers * of.n_heads * of.d_head
