"""What GPT-2 fixes is settled in numpy: the same logits in its sizes, or a sentence."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp.exports.gpt2 import fitted, state_of
from taotp_core import LAYER_NORM, RMS_NORM, Norm, Transformer, forward, random_transformer
from taotp_core.weights import Layer, named_arrays
from tests.examples import (
    EVERY_TIME_THE_SAME,
    assert_same_logits,
    full_transformer,
    models,
    prompts,
    random_tokens,
)
from tests.laws import every
from tools.experiments.three_engines import Case, apart, cases, held_to, said

CASES = tuple(cases())


@every("case", CASES)
def test_a_program_in_the_sizes_of_gpt2_says_the_same(case: Case) -> None:
    model, most = fitted(case.program.model), held_to(case.name, "transformers", "float64")
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
    if len({layer.mlp.act for layer in model.layers if layer.mlp}) > 1:
        return
    tokens = data.draw(prompts(model))
    wide = fitted(model)
    expected = forward(model, tokens)
    assert np.abs(forward(wide, tokens) - expected).max() <= 1e-7 * np.abs(expected).max()


@every("tied", [True, False])
@every("act", ["relu", "gelu"])
@every("eps", [0.0, 0.1])
def test_biases_gelu_and_epsilon_inside_are_what_gpt2_has(tied: bool, act: str, eps: float) -> None:
    rng = np.random.default_rng(0)
    norm = Norm(rng.normal(size=6), rng.normal(size=6), eps, inside=True)
    model = random_transformer(
        2, heads=[(4, 2), (1, 5), (0, 3)], norm=norm, biased=True, act=act, tied=tied
    )
    tokens = random_tokens(model, 3, 9)
    wide = fitted(model)
    assert wide.d_model == 3 * 5
    assert not wide.tied  # the last norm has a beta: what leaves it has a mean
    assert_same_logits(forward(wide, tokens), forward(model, tokens))


def test_every_layer_has_as_many_heads_and_units() -> None:
    model = replace(random_transformer(0, heads=[(3, 2)], d_mlp=4, n_layers=1), norm_final=Norm())
    model = replace(model, layers=[*model.layers, Layer(), Layer(mlp=model.layers[0].mlp)])
    wide = fitted(model)
    assert {len(layer.heads) for layer in wide.layers} == {1}
    assert {head.W_V.shape for layer in wide.layers for head in layer.heads} == {(6, 6)}
    assert {layer.mlp.W_in.shape for layer in wide.layers if layer.mlp} == {(6, 4)}
    tokens = random_tokens(model, 7)
    expected = forward(model, tokens)
    assert np.abs(forward(wide, tokens) - expected).max() <= 1e-8 * np.abs(expected).max()


def assert_same_arrays(ours: Transformer, theirs: Transformer) -> None:
    was, now = named_arrays(ours), named_arrays(theirs)
    assert list(was) == list(now)
    assert all(np.array_equal(was[name], now[name]) for name in was)


def test_what_is_gpt2_already_is_left_alone_and_a_program_cut_as_its_model() -> None:
    rng = np.random.default_rng(0)
    norm = Norm(rng.normal(size=6), rng.normal(size=6), 1e-5, inside=True)
    model = random_transformer(0, heads=[(3, 3), (3, 3)], biased=True, act="gelu", norm=norm)
    assert_same_arrays(fitted(model), model)
    program = CASES[0].program
    assert_same_arrays(fitted(program), fitted(program.model))
    with pytest.raises(TypeError, match="exported is a list; it must be a Program or a Transf"):
        fitted([program])  # type: ignore[arg-type]


def test_float32_stays_float32() -> None:
    model = random_transformer(0, heads=[(4, 2), (1, 5)])
    small = replace(model, **{name: getattr(model, name).astype("f4") for name in ("W_E", "W_pos")})
    assert state_of(fitted(small))["transformer.wte.weight"].dtype == np.float32
    assert state_of(fitted(small))["transformer.h.0.ln_1.weight"].dtype == np.float32


def two_epsilons() -> Transformer:
    model = random_transformer(0)
    return replace(model, norm_final=Norm(eps=0.5))


def two_units() -> Transformer:
    model = random_transformer(0)
    first, second = model.layers
    assert second.mlp
    return replace(model, layers=[first, replace(second, mlp=replace(second.mlp, act="gelu"))])


@every(
    "model, lacks",
    [
        (random_transformer(0, norms="after"), "norms is 'after'; GPT-2 has Pre-LN"),
        (random_transformer(0, norm=None), "norm_attn of layer 0 is None; GPT-2 has a layer norm"),
        (random_transformer(0, norm=RMS_NORM), "norm_attn of layer 0 is an RMSNorm; GPT-2 has La"),
        (replace(random_transformer(0), norm_final=None), "norm_final is None; GPT-2 has"),
        (
            random_transformer(0, causal=False),
            "causal is False; in GPT-2 no position sees .* later; to_torch and to_onnx hold",
        ),
        (full_transformer(0), "an encoder or cross heads; GPT-2 reads its own text alone"),
        (replace(full_transformer(0), encoder=None), "an encoder or cross heads; GPT-2 reads"),
        (two_epsilons(), "eps is 0.25 and 1e-20 in different places; GPT-2 has one eps for all"),
        (two_units(), "act is gelu and relu in different places; GPT-2 has one act for all"),
    ],
)
def test_what_gpt2_lacks_is_said(model: Transformer, lacks: str) -> None:
    with pytest.raises(ValueError, match=lacks):
        fitted(model)


def test_a_norm_that_nothing_uses_may_be_anything() -> None:
    model = Transformer(
        np.eye(4), np.zeros((3, 4)), [Layer(norm_attn=None, norm_mlp=RMS_NORM)], LAYER_NORM
    )
    tokens = np.array([0, 3])
    assert np.allclose(forward(fitted(model), tokens), forward(model, tokens), rtol=1e-9)
