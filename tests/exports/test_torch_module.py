"""Every machine as a module of PyTorch: its logits, its names, what passes its hooks, gradients."""

import copy
import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp.exports import to_gpt2, to_torch
from taotp.exports.gpt2 import fitted
from taotp.programs import Program, dial_tones, hello_world, spoken_digits
from taotp_core import Array, Norm, Transformer, encode, forward, random_transformer, trace
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
from tests.exports.answered import answered
from tests.laws import every
from tests.programs.test_choosing import REFUSED
from tests.test_plain_machine import ASKED, LOUD, SOME, apart, moved
from tools.sampling import at_night

pytestmark = pytest.mark.engines
torch: Any = pytest.importorskip("torch", reason="torch is not installed")

BOTH = pytest.mark.parametrize("norms", ["before", "after"])
CLOSE = 1e-9  # of the largest logit
Where = Literal["before", "after"]
HEARING = {name: REFUSED[name][0] for name in ("spoken_sentence", "spoken_words")} | {
    "dial_tones": dial_tones, "spoken_digits": spoken_digits
}  # fmt: skip
# What no logit depends on: an encoder's unembedding, and norms of cross heads that it has not.
UNUSED = re.compile(r"encoder\.W_U|encoder\..*norm_cross\..*")


def logits(machine: Any, *inputs: Any) -> Array:
    """What a machine of PyTorch says, as an array."""
    with torch.inference_mode():
        found: Array = machine(*inputs).numpy()
    return found


# --- the same logits


@every("name", ASKED)
def test_a_program_answers_alike(name: str) -> None:
    make, asked = ASKED[name]
    program = make()
    model, machine = program.model, to_torch(program)
    for prompt in asked:
        source = np.array(program.read(prompt)) if model.encoder else None
        said, ours = answered(program, prompt)
        theirs = logits(machine, said[:-1], source)[-len(ours) :]
        if name in LOUD:
            most = moved(model, said[:-1])[-len(ours) :].max()
            assert np.abs(ours - theirs).max() <= SOME * most
        else:
            assert apart(theirs, ours) <= CLOSE


@every("name", HEARING)
def test_a_program_hears_alike(name: str) -> None:
    model = HEARING[name]().model
    assert model.encoder
    machine, drawn = to_torch(model), np.random.default_rng(0)
    frames = drawn.normal(size=(min(model.encoder.n_ctx, 9), model.encoder.d_vocab))
    frames.flags.writeable = False  # as what a program makes of a sound
    memory = encode(model, frames)
    with torch.inference_mode():
        assert apart(machine.encode(frames).numpy(), memory) <= CLOSE
    tokens = random_tokens(model, min(model.n_ctx, 5))
    assert apart(logits(machine, tokens, frames), forward(model, tokens, memory=memory)) <= CLOSE


@EVERY_TIME_THE_SAME
@given(st.data())
def test_random_machines(data: st.DataObject) -> None:
    model = data.draw(models())
    tokens = data.draw(prompts(model))
    assert_same_logits(logits(to_torch(model), tokens), forward(model, tokens))


@every("causal", [True, False])
@every("shape", [(5,), (3, 1), (2, 3, 8)])
def test_masks_shapes_and_heads_of_other_sizes(causal: bool, shape: tuple[int, ...]) -> None:
    model = random_transformer(1, heads=[(3, 2), (0, 4), (2, 0)], biased=True, causal=causal)
    tokens = random_tokens(model, *shape)
    assert_same_logits(logits(to_torch(model), tokens), forward(model, tokens))


@every(
    "rotary, shared, far, gated",
    [(1, 1, False, False), (5, 1, False, False), (0, 2, False, False), (0, 1, True, True)],
)
def test_what_came_later(rotary: int, shared: int, far: bool, gated: bool) -> None:
    drawn = random_transformer(3, heads=[(4, 3), (4, 3), (2, 1), (2, 1)], biased=True, act="silu")
    model = relative(drawn, rotary=rotary, shared=shared, far=far, gated=gated)
    tokens = random_tokens(model, 2, 9)
    assert_same_logits(logits(to_torch(model), tokens), forward(model, tokens))


@BOTH
def test_an_encoder_reads_ids_or_frames_in_a_batch_or_for_all_of_it(norms: Where) -> None:
    model = full_transformer(2, norms)
    assert model.encoder
    machine, tokens = to_torch(model), random_tokens(model, 2, 5)
    frames = np.random.default_rng(0).normal(size=(2, 7, model.encoder.d_vocab))
    rows = np.eye(model.d_vocab)[tokens]  # of one, which are the ids that they stand for
    for source in (random_tokens(model.encoder, 2, 7), frames, frames[1]):
        memory = encode(model, source)
        expected = forward(model, tokens, memory=memory)
        assert_same_logits(logits(machine, tokens, source), expected)
        assert_same_logits(logits(machine, rows, None, memory), expected)


@every("dtype", ["float32", "float16", "bfloat16"])
def test_another_dtype(dtype: str) -> None:
    model = full_transformer(8)
    machine, again = to_torch(model, dtype), to_torch(model, getattr(torch, dtype))
    said = machine([0, 1], [2])
    assert said.dtype == getattr(torch, dtype) and torch.equal(said, again([0, 1], [2]))
    exact = to_torch(model)([0, 1], [2])
    assert (said - exact).abs().max() <= 10 * torch.finfo(said.dtype).eps * exact.abs().max()
    with pytest.raises(ValueError, match="dtype is 'int8'; it must be one of float64, float32"):
        to_torch(hello_world(), "int8")


# --- names


def test_parameters_have_the_names_of_arrays() -> None:
    model = full_transformer(5)
    machine, arrays = to_torch(model), named_arrays(model)
    assert machine.state_dict().keys() == arrays.keys()
    for name, weight in machine.named_parameters():
        assert np.array_equal(weight.detach().numpy(), arrays[name]), name
    assert len(arrays) == len(list(machine.parameters()))


def test_a_copy_and_one_that_was_stored_say_the_same() -> None:
    machine, file = to_torch(full_transformer(7)), io.BytesIO()
    torch.save(machine, file)
    file.seek(0)
    for other in (copy.deepcopy(machine), torch.load(file, weights_only=False)):
        assert np.array_equal(logits(other, [1, 2], [3]), logits(machine, [1, 2], [3]))


def test_what_is_exported_answers_texts_of_any_size() -> None:
    """By `torch.export`, stored and loaded again, texts of other sizes than its example had.

    Mutants: sizes that numpy is asked for are fixed then; numbers are looked at that are not there.
    """
    drawn = random_transformer(3, heads=[(4, 3), (4, 3)], act="silu")
    for model in (full_transformer(7), relative(drawn, rotary=2, shared=2, far=True, gated=True)):
        machine, file, batch = to_torch(model), io.BytesIO(), torch.export.Dim("batch")
        read = (model, model.encoder) if model.encoder else (model,)
        sizes = tuple({0: batch, 1: torch.export.Dim(f"n_{each.d_vocab}", max=each.n_ctx)}
                      for each in read)  # fmt: skip
        example, one, more = (
            tuple(torch.tensor(random_tokens(each, *shape)) for each in read)
            for shape in ((2, 3), (1, 1), (4, 6))
        )
        torch.export.save(torch.export.export(machine, example, dynamic_shapes=sizes), file)
        file.seek(0)
        again = torch.export.load(file).module()
        for inputs in (one, more):
            assert_same_logits(logits(again, *inputs), logits(machine, *inputs))


# --- hooks


def hooks(machine: Any) -> dict[str, Any]:
    """The places that may be watched, by their names."""
    found = machine.named_modules()
    return {name: each for name, each in found if name.rpartition(".")[2].startswith("hook_")}


def passed(machine: Any, *inputs: Any) -> dict[str, Any]:
    """What passes each hook, once each."""
    seen: dict[str, Any] = {}

    def note(name: str, x: Any) -> None:
        assert name not in seen
        seen[name] = x.detach()

    handles = [
        hook.register_forward_hook(lambda _, __, x, name=name: note(name, x))
        for name, hook in hooks(machine).items()
    ]
    machine(*inputs)
    for handle in handles:
        handle.remove()
    return seen


@BOTH
@every("name", hooks(to_torch(full_transformer(0))))
def test_what_is_put_in_at_a_hook_changes_what_is_said(name: str, norms: Where) -> None:
    machine, ids = to_torch(full_transformer(0, norms)), ([1, 2, 3], [1, 4])
    before = logits(machine, *ids)
    handle = machine.get_submodule(name).register_forward_hook(lambda _, __, x: x * 1.25 + 0.125)
    try:
        assert np.abs(logits(machine, *ids) - before).max() > 1e-9
    finally:
        handle.remove()
    assert np.array_equal(logits(machine, *ids), before)


@BOTH
def test_each_hook_is_passed_and_sees_what_a_trace_keeps(norms: Where) -> None:
    model, tokens, source = full_transformer(1, norms), [3, 1, 4, 1], [2, 0, 1]
    machine, memory = to_torch(model), encode(model, np.array(source))
    seen, kept = passed(machine, tokens, source), trace(model, np.array(tokens), memory=memory)
    assert seen.keys() == hooks(machine).keys()
    assert {f"blocks.1.ln{i}.hook_scale" for i in (1, 2, 3)} <= seen.keys()
    for number in range(len(model.layers)):
        block = f"blocks.{number}"
        for hook, step in (("mid", "attention"), ("mid2", "cross"), ("post", "mlp")):
            found = seen[f"{block}.hook_resid_{hook}"].numpy()
            assert np.allclose(found, kept.stream[f"{step} {number}"], rtol=1e-9)
        for attn, scores, patterns in (
            ("attn", kept.scores, kept.patterns),
            ("cross_attn", kept.cross_scores, kept.cross_patterns),
        ):
            assert np.allclose(seen[f"{block}.{attn}.hook_attn_scores"], scores[number], rtol=1e-9)
            assert np.allclose(seen[f"{block}.{attn}.hook_pattern"], patterns[number], rtol=1e-9)


@pytest.mark.filterwarnings("ignore")
def test_names_and_what_passes_are_those_of_transformer_lens(tmp_path: Path) -> None:
    lens: Any = pytest.importorskip("transformer_lens.model_bridge", reason="no transformer_lens")
    model = random_transformer(0, act="gelu", biased=True, norm=Norm(eps=1e-3, inside=True))
    folder = str(tmp_path)
    tokenizers, transformers = map(pytest.importorskip, ("tokenizers", "transformers"))
    words = tokenizers.models.WordLevel({str(i): i for i in range(model.d_vocab)}, "0")
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizers.Tokenizer(words), bos_token="0", eos_token="0", pad_token="0"
    ).save_pretrained(folder)
    to_gpt2(model).save_pretrained(folder)
    bridge = lens.TransformerBridge.boot_transformers(folder, dtype=torch.float64)
    ids = torch.tensor([3, 1, 4, 1, 5])
    _, theirs = bridge.run_with_cache(ids[None])
    ours = passed(to_torch(fitted(model)), ids)
    unasked = {name for name in ours if name.endswith("hook_result")}  # it is kept where one asks
    assert ours.keys() - theirs.keys() == unasked
    for name in ours.keys() - unasked:
        other = theirs[name].reshape(ours[name].shape)
        there = ours[name] > -torch.inf  # it has a very large number for what is not seen
        assert torch.allclose(ours[name][there], other[there], atol=1e-9), name


def test_the_docstring_names_every_hook() -> None:
    """And no other; names are told apart by the last of their parts."""
    gated = {name.rpartition(".")[2] for name in hooks(to_torch(full_transformer(0)))}
    assert set(re.findall(r"hook_\w+", to_torch.__doc__ or "")) == gated


# --- gradients


def slopes(machine: Any, *inputs: Any) -> dict[str, Any]:
    """The gradients of all logits' shares by parameter and input, of those that they depend on."""
    given = {f"input {i}": x.clone().requires_grad_() for i, x in enumerate(inputs)}
    machine(*given.values()).log_softmax(-1)[..., 0].sum().backward()
    leaves = dict(machine.named_parameters()) | given
    return {name: leaf.grad for name, leaf in leaves.items() if leaf.grad is not None}


def ones(model: Transformer, n: int = 9) -> Any:
    """Random ids as rows with a single 1."""
    return torch.tensor(np.eye(model.d_vocab)[random_tokens(model, min(model.n_ctx, n))])


@every("name", [*ASKED, *HEARING])
def test_every_gradient_of_every_program_is_finite(name: str) -> None:
    make: Callable[[], Program] = HEARING[name] if name in HEARING else ASKED[name][0]
    model = make().model
    inputs = [ones(model)]
    if model.encoder:
        rows = ones(model.encoder)
        inputs.append(0 * rows if name in HEARING else rows)  # silence has no spread
    found = slopes(to_torch(model), *inputs)
    assert len(found) == len(named_arrays(model)) + len(inputs)
    for where, slope in found.items():
        assert slope.isfinite().all(), where


@BOTH
def test_all_that_is_used_has_a_gradient(norms: Where) -> None:
    model = full_transformer(3, norms)
    assert model.encoder
    found = slopes(to_torch(model), ones(model), ones(model.encoder))
    used = {name for name in named_arrays(model) if not UNUSED.fullmatch(name)}
    assert found.keys() == used | {"input 0", "input 1"}
    assert [name for name, slope in found.items() if not slope.any()] == []


@BOTH
@every("eps", [Norm(eps=0.3), Norm(eps=0.3, centered=False), Norm(eps=0.2, inside=True)])
def test_gradients_are_slopes(norms: Where, eps: Norm) -> None:
    """Of parameters and inputs, at rows without any spread too.

    Along each of them at night, by day along one direction that is drawn in all of them.
    """
    heads = [(2, 1), (2, 1)]
    reader = random_transformer(
        1, d_vocab=3, n_ctx=2, d_model=3, heads=heads, d_mlp=2, n_layers=1, causal=False, norm=eps
    )
    drawn = random_transformer(
        0, d_vocab=3, n_ctx=3, d_model=3, heads=heads, d_mlp=2, n_layers=1, act="gelu", norms=norms,
        norm=eps, cross=[(1, 2)], encoder=reader, biased=True,
    )  # fmt: skip
    model = relative(replace(drawn, W_pos=0 * drawn.W_pos), rotary=1)
    machine = to_torch(model)
    names, weights = zip(*machine.named_parameters(), strict=True)

    def said(tokens: Any, source: Any, *values: Any) -> Any:
        state = dict(zip(names, values, strict=True))
        return torch.func.functional_call(machine, state, (tokens, source))

    tokens = torch.tensor([[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.5, 0.5, 0.0]]).double()
    source = torch.tensor([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]).double()
    given = [each.detach().clone().requires_grad_() for each in (tokens, source, *weights)]
    assert torch.autograd.gradcheck(said, given, fast_mode=not at_night())


def test_gradients_of_each_text_of_a_batch_by_vmap() -> None:
    machine = to_torch(random_transformer(0))
    state = dict(machine.named_parameters())

    def loss(weights: Any, ids: Any) -> Any:
        return torch.func.functional_call(machine, weights, (ids,)).square().sum()

    batch = torch.tensor([[3, 1, 4], [1, 5, 9]])
    each = torch.func.vmap(torch.func.grad(loss), (None, 0))(state, batch)
    for i, ids in enumerate(batch):
        alone = torch.func.grad(loss)(state, ids)
        assert all(torch.allclose(each[name][i], alone[name]) for name in state)


# --- what is refused


@every(
    "inputs, says",
    [
        (([7], [1]), "token 7 is out of range; d_vocab is 7"),
        (([1] * 9, [1]), "there are 9 tokens; n_ctx allows 1 to 8"),
        (("abc",), r"tokens are <U3 of shape \(\); give integers"),
        (([[np.nan] * 7], [1]), r"frames\[0, 0\] is nan; frames must be finite"),
        (([[0.5]], [1]), "a frame has 1 numbers; W_E turns 7 into a row"),
        (([1],), "layer 0 has cross heads; give the memory"),
        (([1], [1], np.ones((2, 6))), "there are a source and a memory; give one of them"),
        (([1], None, torch.zeros(2, 5)), r"it must be \[n_source, 6\]"),
    ],
)
def test_what_a_machine_cannot_read_is_refused(inputs: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        to_torch(full_transformer(0))(*inputs)


def test_what_is_no_machine_or_has_no_encoder_is_refused() -> None:
    with pytest.raises(ValueError, match="the machine has no encoder; it reads its own tokens"):
        to_torch(random_transformer(0))([1], [2])
    with pytest.raises(TypeError, match="what is exported is a Layer; it must be a Program or"):
        to_torch(Layer())  # type: ignore[arg-type]
