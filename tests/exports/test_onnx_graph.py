"""Every machine of the library as an ONNX file, run by onnxruntime."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import onnx
import onnxruntime
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.three_engines import Case, apart, cases, held_cases, held_to, measure, said
from taotp_core import Array, Norm, Transformer, encode, forward, random_transformer
from taotp_core.exports import to_onnx
from taotp_core.programs import printed
from taotp_core.weights import mapped
from tests.examples import (
    EVERY_TIME_THE_SAME,
    assert_same_logits,
    full_transformer,
    models,
    prompts,
    random_tokens,
)

CASES = tuple(cases())


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where a file may be written."""
    return str(tmp_path / "model.onnx")


def run(path: str, **inputs: Any) -> Array:
    """The logits that onnxruntime finds."""
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    (logits,) = session.run(["logits"], {name: np.asarray(x) for name, x in inputs.items()})
    found: Array = logits
    return found


@pytest.mark.parametrize(
    ("case", "precision"), held_cases("onnxruntime"), ids=lambda x: getattr(x, "name", x)
)
def test_every_program(case: Case, precision: str) -> None:
    found = measure(case, "onnxruntime", precision)
    assert found["answers"] <= found["held_to"]
    assert found["same"] == found["prompts"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_batch_of_prompts(case: Case, path: str) -> None:
    to_onnx(case.program.model, path)
    text, first = said(case, case.prompts[0])
    ids = text[:-1]
    alone, batch = run(path, tokens=ids), run(path, tokens=np.stack([ids, ids]))
    assert batch.shape == (2, *alone.shape)
    most = held_to(case.name, "onnxruntime", "float64")
    assert most and max(apart(row[first:], alone[first:]) for row in batch) <= most


@EVERY_TIME_THE_SAME
@given(st.data())
def test_random_machines(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = str(tmp_path_factory.mktemp("onnx") / "model.onnx")
    model = data.draw(models())
    to_onnx(model, path)
    tokens = data.draw(prompts(model))
    assert_same_logits(run(path, tokens=tokens), forward(model, tokens))


@pytest.mark.parametrize("norms", ["before", "after"])
@pytest.mark.parametrize("act", ["relu", "gelu"])
@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("shape", [(5,), (3, 1), (2, 3, 8)])
def test_biases_units_norms_masks_and_shapes(
    path: str, norms: Literal["before", "after"], act: str, causal: bool, shape: tuple[int, ...]
) -> None:
    model = random_transformer(
        1, heads=[(3, 2), (0, 4), (2, 0)], biased=True, act=act, causal=causal, norms=norms,
        norm=Norm(eps=0.1, inside=True),
    )  # fmt: skip
    to_onnx(model, path)
    tokens = random_tokens(model, *shape)
    assert_same_logits(run(path, tokens=tokens), forward(model, tokens))


@pytest.mark.parametrize("norms", ["before", "after"])
def test_an_encoder_is_a_second_input(path: str, norms: Literal["before", "after"]) -> None:
    model = full_transformer(2, norms)
    assert model.encoder
    to_onnx(model, path)
    tokens, source = random_tokens(model, 2, 5), random_tokens(model.encoder, 2, 7)
    expected = forward(model, tokens, memory=encode(model, source))
    assert_same_logits(run(path, tokens=tokens, source=source), expected)
    alone = run(path, tokens=tokens[0], source=source[0])
    assert_same_logits(alone, expected[0])


def test_cross_heads_without_an_encoder_are_given_a_memory(path: str) -> None:
    model = replace(full_transformer(3), encoder=None)
    to_onnx(model, path)
    memory = np.random.default_rng(0).normal(size=(1, 4, model.d_model))
    tokens = random_tokens(model, 6)
    expected = forward(model, tokens, memory=memory[0])
    assert_same_logits(run(path, tokens=tokens, memory=memory), expected)


def test_float32_stays_float32(path: str) -> None:
    model = mapped(random_transformer(0), lambda _, W: W.astype(np.float32))
    to_onnx(model, path)
    tokens = random_tokens(model, 9)
    logits, expected = run(path, tokens=tokens), forward(model, tokens)
    assert logits.dtype == np.float32
    assert np.abs(logits - expected).max() <= 1e-5 * np.abs(expected).max()


def test_with_its_axes_named_the_checker_takes_it(path: str) -> None:
    model = full_transformer(0)
    to_onnx(model, path, batch=["batch"])
    onnx.checker.check_model(path, full_check=True)
    (tokens, source) = onnx.load(path).graph.input
    axes = [[d.dim_param for d in each.type.tensor_type.shape.dim] for each in (tokens, source)]
    assert axes == [["batch", "n"], ["batch", "n_source"]]


def test_every_array_is_in_the_file_by_its_path(path: str) -> None:
    to_onnx(full_transformer(0), path)
    names = {weight.name for weight in onnx.load(path).graph.initializer}
    assert {
        "W_E", "W_pos", "unembedding", "norm_final.gamma", "layers.0.norm_attn.beta",
        "layers.1.heads.W_Q", "layers.1.cross.b_O", "layers.0.mlp.b_in", "encoder.norm_final.beta",
        "encoder.layers.1.heads.W_K", "encoder.W_E",
    } <= names  # fmt: skip


@pytest.mark.parametrize("tokens", [[0] * 17, [10]])
def test_too_many_tokens_or_one_too_large_are_refused(path: str, tokens: list[int]) -> None:
    model = random_transformer(0)
    assert (model.n_ctx, model.d_vocab) == (16, 10)
    to_onnx(model, path)
    with pytest.raises(Exception, match="out of data bounds"):
        run(path, tokens=tokens)


def test_a_changed_weight_changes_the_logits(path: str) -> None:
    model = random_transformer(0, biased=True, act="gelu")
    tokens = random_tokens(model, 5)
    to_onnx(model, path)
    before = run(path, tokens=tokens)
    louder: Transformer = mapped(model, lambda name, W: 2 * W if name.endswith("b_V") else W)
    to_onnx(louder, path)
    assert np.abs(run(path, tokens=tokens) - before).max() > 0.01


def test_a_machine_without_norms_whose_context_slides(path: str) -> None:
    program = printed.aab()
    to_onnx(program.model, path)
    ids = program.encode("ababa")
    for symbol in program.complete("ababa", steps=10):
        said = run(path, tokens=ids[-program.model.n_ctx :])[-1].argmax()
        assert program.vocabulary[said] == symbol
        ids.append(int(said))


def test_a_program_is_not_its_model(path: str) -> None:
    with pytest.raises(TypeError, match="the model is a Program; it must be a Transformer"):
        to_onnx(printed.aab(), path)  # type: ignore[arg-type]
