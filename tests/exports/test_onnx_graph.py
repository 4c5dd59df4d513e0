"""Every machine of the library as an ONNX file, checked by onnx and run by onnxruntime."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import onnx
import onnxruntime
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp import programs
from taotp.applications.dialing.tones import dial
from taotp.exports import to_onnx
from taotp.programs import printed
from taotp_core import Array, encode, forward, random_transformer
from taotp_core.program import Program
from taotp_core.weights import mapped
from tests.examples import (
    EVERY_TIME_THE_SAME,
    assert_same_logits,
    full_transformer,
    models,
    prompts,
    random_tokens,
)
from tests.exports.answered import answered
from tests.laws import every
from tests.programs.test_choosing import SOUNDS
from tests.test_plain_machine import ASKED, HEARS
from tools.experiments.three_engines import Case, apart, held_cases, measure


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


@every("program", [programs.hello_world("Hi, you!"), programs.sort()])
def test_a_file_alone_says_what_its_program_says(program: Program, path: str) -> None:
    """Mutants no other finds: a vocabulary in another order, a sentinel of another's id."""
    prompt = [each for each in program.vocabulary if each not in program.sentinels][5:0:-2]
    prompt = prompt if program.after is not None else []
    to_onnx(program, path)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    has = {key: json.loads(x) for key, x in session.get_modelmeta().custom_metadata_map.items()}
    asked = [has["vocabulary"].index(each) for each in prompt]
    ids = [*([has["start"]] if "start" in has else []), *asked]
    ids += [has["after"]] if "after" in has else []
    begin = len(ids)
    while len(ids) < program.model.n_ctx and (begin == len(ids) or ids[-1] != has["stop"]):
        ids.append(int(run(path, tokens=[ids])[0, -1].argmax()))
    answer = [has["vocabulary"][each] for each in ids[begin:] if each != has["stop"]]
    assert answer and answer == [*program.complete(prompt)]


@every("case, precision", held_cases("onnxruntime"))
def test_every_program(case: Case, precision: str) -> None:
    found = measure(case, "onnxruntime", precision)
    assert found["answers"] <= found["held_to"]
    assert found["same"] == found["prompts"]


@EVERY_TIME_THE_SAME
@given(st.data())
def test_random_machines(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = str(tmp_path_factory.mktemp("onnx") / "model.onnx")
    model = data.draw(models())
    to_onnx(model, path, batch=())
    tokens = data.draw(prompts(model))
    assert_same_logits(run(path, tokens=tokens), forward(model, tokens))


@every("causal", [True, False])
@every("shape", [(5,), (3, 1), (2, 3, 8)])
def test_masks_shapes_and_heads_of_other_sizes(
    path: str, causal: bool, shape: tuple[int, ...]
) -> None:
    model = random_transformer(1, heads=[(3, 2), (0, 4), (2, 0)], biased=True, causal=causal)
    to_onnx(model, path, batch=None)
    tokens = random_tokens(model, *shape)
    assert_same_logits(run(path, tokens=tokens), forward(model, tokens))


@every("norms", ["before", "after"])
def test_an_encoder_is_a_second_input_and_without_one_its_memory(
    path: str, norms: Literal["before", "after"]
) -> None:
    model = full_transformer(2, norms)
    assert model.encoder
    to_onnx(model, path, batch=None)
    tokens, source = random_tokens(model, 2, 5), random_tokens(model.encoder, 2, 7)
    memory = encode(model, source)
    expected = forward(model, tokens, memory=memory)
    assert_same_logits(run(path, tokens=tokens, source=source), expected)
    assert_same_logits(run(path, tokens=tokens[0], source=source[0]), expected[0])
    to_onnx(replace(model, encoder=None), path, batch=None)
    assert_same_logits(run(path, tokens=tokens, memory=memory), expected)


@every("heads", [[(1, 2)], [(3, 3)], [(2, 1), (5, 5)]])
def test_what_onnxruntime_fuses_stays_float64(path: str, heads: list[tuple[int, int]]) -> None:
    """A product and a division by one number became one step, whose number is a float32."""
    model = random_transformer(0, heads=heads, norm=None)
    to_onnx(model, path)
    tokens = random_tokens(model, 1, 9)
    logits, expected = run(path, tokens=tokens), forward(model, tokens)
    assert np.abs(logits - expected).max() <= 1e-14 * np.abs(expected).max()


def test_float32_stays_float32(path: str) -> None:
    to_onnx(mapped(random_transformer(0), lambda _, W: W.astype(np.float32)), path, batch=())
    assert run(path, tokens=[0]).dtype == np.float32


@every("batch", [["batch"], [], ["classes", "pupils"]])
@every("frames", [True, False])
def test_the_checker_takes_any_number_of_named_axes(
    path: str, batch: list[str], frames: bool
) -> None:
    model = full_transformer(0)
    assert model.encoder
    to_onnx(model, path, batch, frames)
    onnx.checker.check_model(path, full_check=True)
    (tokens, source) = onnx.load(path).graph.input
    assert axes_of(tokens) == ["tokens", *batch, "n"]
    heard = ["frames", *batch, "n_source", model.encoder.d_vocab]
    assert axes_of(source) == (heard if frames else ["source", *batch, "n_source"])


def axes_of(value: Any) -> list[str | int]:
    """The name of an input, and of each of its axes, or how long it is."""
    dims = value.type.tensor_type.shape.dim
    return [value.name, *(each.dim_param or each.dim_value for each in dims)]


def test_what_is_left_open_the_checker_refuses(path: str) -> None:
    to_onnx(random_transformer(0), path, batch=None)
    with pytest.raises(onnx.checker.ValidationError, match="shape"):
        onnx.checker.check_model(path, full_check=True)


def test_every_array_is_in_the_file_by_its_path(path: str) -> None:
    to_onnx(full_transformer(0), path)
    names = {weight.name for weight in onnx.load(path).graph.initializer}
    assert {
        "W_E", "W_pos", "unembedding", "norm_final.gamma", "layers.0.norm_attn.beta",
        "layers.1.heads.W_Q", "layers.1.cross.b_O", "layers.0.mlp.b_in", "encoder.norm_final.beta",
        "encoder.layers.1.heads.W_K", "encoder.W_E",
    } <= names  # fmt: skip


@every("tokens", [[0] * 17, [10]])
def test_too_many_tokens_or_one_too_large_are_refused(path: str, tokens: list[int]) -> None:
    model = random_transformer(0)
    assert (model.n_ctx, model.d_vocab) == (16, 10)
    to_onnx(model, path, batch=())
    with pytest.raises(Exception, match="out of data bounds"):
        run(path, tokens=tokens)


def test_a_program_is_written_as_its_model_and_the_path_comes_back(tmp_path: Path) -> None:
    program, one, other = printed.aab(), tmp_path / "a.onnx", tmp_path / "new" / "b.onnx"
    assert to_onnx(program, str(one)) == one and to_onnx(program.model, other) == other
    graphs = [onnx.load(path).graph.SerializeToString() for path in (one, other)]
    assert graphs[0] == graphs[1], "a program's file has its vocabulary besides"
    with pytest.raises(TypeError, match="exported is a str; it must be a Program or a Transformer"):
        to_onnx("ababa", tmp_path / "c.onnx")  # type: ignore[arg-type]
    assert not (tmp_path / "c.onnx").exists()


# --- every program, from the end of the prompt on, where it is asked

# The largest difference of logits, as a share of the largest. A spike stretches what it looks up;
# the source's search mixes what two places say.
CLOSE = 1e-10
STRETCHED = dict.fromkeys(("printed.search", "small.multiply", "three digits"), 1e-6)
HEARD: dict[str, tuple[Callable[[], Program], Sequence[Any]]] = {
    "dial_tones": (programs.dial_tones, [dial("159D")]),
    "spoken_digits": (programs.spoken_digits, [np.sin(np.arange(4000) / 3)]),
    "spoken_words": (lambda: programs.spoken_words(SOUNDS), SOUNDS["down"]),
    "spoken_sentence": (
        lambda: programs.spoken_sentence({"look up": 1.0, "look down": 1.0}, SOUNDS), SOUNDS["up"],
    ),
}  # fmt: skip


@every("name", ASKED | HEARD)
def test_every_program_is_valid_and_answers(name: str, path: str) -> None:
    """An encoder that hears reads frames."""
    assert set(HEARD) == HEARS
    make, asked = (ASKED | HEARD)[name]
    program = make()
    to_onnx(program, path)
    onnx.checker.check_model(path, full_check=True)
    for prompt in asked:
        read = {"frames": program.source(prompt)} if program.source else {}
        if program.model.encoder and not read:
            read = {"source": np.array(program.read(prompt))}
        assert differs(program, path, prompt, **read) <= STRETCHED.get(name, CLOSE)


def differs(program: Program, path: str, prompt: Any, **read: Any) -> float:
    """How far logits are from the library's where a program answers; its winners are the same."""
    ids, ours = answered(program, prompt)
    given = {name: each[None] for name, each in read.items()}
    theirs = run(path, tokens=ids[None, :-1], **given)[0, -len(ours) :]
    assert np.array_equal(theirs.argmax(-1), ids[-len(ours) :])
    return apart(theirs, ours)


def test_a_model_without_an_encoder_may_read_frames_itself(path: str) -> None:
    model = random_transformer(0)
    to_onnx(model, path, frames=True)
    onnx.checker.check_model(path, full_check=True)
    frames = np.random.default_rng(0).normal(size=(2, 7, model.d_vocab))
    assert_same_logits(run(path, frames=frames), forward(model, frames))
