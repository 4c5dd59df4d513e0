"""What GPT-2 fixes is settled in numpy: the same logits in its sizes, or a sentence."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp.exports.gpt2 import fitted, state_of
from taotp_core import RMS_NORM, Norm, Tokens, Transformer, forward, random_transformer
from taotp_core.weights import Layer, named_arrays
from tests.examples import (
    EVERY_TIME_THE_SAME,
    assert_same_logits,
    full_transformer,
    models,
    prompts,
    random_tokens,
    relative,
)
from tests.laws import every
from tools.experiments.three_engines import Case, apart, cases, held_to, said

CASES = tuple(cases())


@every("case", CASES)
def test_a_program_in_the_sizes_of_gpt2_says_the_same(case: Case) -> None:
    model, most = fitted(case.program), held_to(case.name, "transformers", "float64")
    for prompt in case.prompts:
        text, first = said(case, prompt)
        ours, theirs = (forward(m, text[:-1])[first:] for m in (case.program.model, model))
        assert most and apart(theirs, ours) <= most
        assert np.array_equal(theirs.argmax(-1), text[first + 1 :])
    assert model.tied == case.program.model.tied


@EVERY_TIME_THE_SAME
@given(st.data())
def test_random_programs(data: st.DataObject) -> None:
    model = data.draw(models(standard=True).filter(lambda model: model.d_model > 2))
    assert_near(model, data.draw(prompts(model)), 1e-7)


def assert_near(model: Transformer, tokens: Tokens, most: float = 1e-8) -> None:
    """A fitted model has the same logits but for its epsilon, which moves them by so much."""
    expected = forward(model, tokens)
    assert np.abs(forward(fitted(model), tokens) - expected).max() <= most * np.abs(expected).max()


@every("tied", [True, False])
@every("eps", [0.0, 0.1])
def test_biases_gelu_and_epsilon_inside_are_what_gpt2_has(tied: bool, eps: float) -> None:
    heads = [(4, 2), (1, 5), (0, 3)]
    model = random_transformer(2, heads=heads, biased=True, act="gelu", norm=own(eps), tied=tied)
    tokens = random_tokens(model, 3, 9)
    wide = fitted(model)
    assert wide.d_model == 3 * 5
    assert not wide.tied  # the last norm has a beta: what leaves it has a mean
    assert_same_logits(forward(wide, tokens), forward(model, tokens))


def own(eps: float) -> Norm:
    """A norm as GPT-2 has it, with a gamma and a beta."""
    gamma, beta = np.random.default_rng(0).normal(size=(2, 6))
    return Norm(gamma, beta, eps, inside=True)


def test_every_layer_has_as_many_heads_and_units() -> None:
    """And a norm that nothing uses may be anything."""
    model = replace(random_transformer(0, heads=[(3, 2)], d_mlp=4, n_layers=1), norm_final=Norm())
    odd = Layer(norm_attn=None, norm_mlp=RMS_NORM)
    model = replace(model, layers=[*model.layers, odd, Layer(mlp=model.layers[0].mlp)])
    wide = fitted(model)
    assert {len(layer.heads) for layer in wide.layers} == {1}
    assert {head.W_V.shape for layer in wide.layers for head in layer.heads} == {(6, 6)}
    assert {layer.mlp.W_in.shape for layer in wide.layers if layer.mlp} == {(6, 4)}
    assert_near(model, random_tokens(model, 7))


def test_what_is_gpt2_already_is_left_alone() -> None:
    model = random_transformer(0, heads=[(3, 3)] * 2, biased=True, act="gelu", norm=own(1e-5))
    was, now = named_arrays(model), named_arrays(fitted(model))
    assert list(was) == list(now)
    assert all(np.array_equal(was[name], now[name]) for name in was)


def test_shared_keys_are_taken_apart() -> None:
    shared = relative(random_transformer(0, heads=[(3, 3)] * 2), rotary=0, far=False, gated=False)
    assert_near(shared, random_tokens(shared, 8))
    assert fitted(shared).shared_keys == 1


def test_float32_stays_float32() -> None:
    model = random_transformer(0, heads=[(4, 2), (1, 5)])
    small = replace(model, **{name: getattr(model, name).astype("f4") for name in ("W_E", "W_pos")})
    assert state_of(fitted(small))["transformer.wte.weight"].dtype == np.float32
    assert state_of(fitted(small))["transformer.h.0.ln_1.weight"].dtype == np.float32


BARE = random_transformer(0, heads=[(4, 3)] * 2)
ALONE: dict[str, Any] = {"rotary": 0, "shared": 1, "far": False, "gated": False}
FIRST, SECOND = BARE.layers
GELU = replace(SECOND, mlp=random_transformer(0, act="gelu").layers[1].mlp)


@every(
    "model, lacks",
    [
        (random_transformer(0, norms="after"), "norms is 'after'; GPT-2 has Pre-LN"),
        (random_transformer(0, norm=None), "norm_attn of layer 0 is None; GPT-2 has a layer norm"),
        (random_transformer(0, norm=RMS_NORM), "norm_attn of layer 0 is an RMSNorm; GPT-2 has La"),
        (replace(BARE, norm_final=None), "norm_final is None; GPT-2 has"),
        (
            random_transformer(0, causal=False),
            "causal is False; in GPT-2 no position sees .* later; to_torch and to_onnx hold",
        ),
        (full_transformer(0), "an encoder or cross heads; GPT-2 reads its own text alone"),
        (replace(full_transformer(0), encoder=None), "an encoder or cross heads; GPT-2 reads"),
        (replace(BARE, norm_final=Norm(eps=0.5)), "eps is 0.25 and 1e-20 in .* one eps for all"),
        (replace(BARE, layers=[FIRST, GELU]), "act is gelu and relu in .* has one act for all"),
        (relative(BARE, **ALONE | {"rotary": 2}), "rotary has angles"),
        (relative(BARE, **ALONE | {"far": True}), "a head has by_distance"),
        (relative(BARE, **ALONE | {"gated": True}), "an MLP has a gate"),
    ],
)
def test_what_gpt2_lacks_is_said(model: Transformer, lacks: str) -> None:
    with pytest.raises(ValueError, match=lacks):
        fitted(model)
