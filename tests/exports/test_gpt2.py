"""Programs as GPT-2 in the engines of others, and GPT-2 in ours."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from taotp.data import three_engines
from taotp.exports import from_gpt2, to_gpt2
from taotp.programs import printed
from taotp_core import Array, forward
from taotp_core.measure import margin
from taotp_core.weights import named_arrays
from tests.examples import assert_same_logits, random_tokens
from tests.laws import every
from tools.experiments.three_engines import (
    ENGINES,
    PRECISIONS,
    Case,
    cases,
    held_cases,
    measure,
)

pytestmark = pytest.mark.engines
torch: Any = pytest.importorskip("torch", reason="torch is not installed")
transformers: Any = pytest.importorskip("transformers", reason="transformers is not installed")

CASES = tuple(cases())


@every("case, precision", held_cases("transformers"))
def test_logits_of_every_program(case: Case, precision: str) -> None:
    found = measure(case, "transformers", precision)
    assert found["answers"] <= found["held_to"]
    assert found["same"] == found["prompts"]


def test_what_the_page_reads_was_measured_here() -> None:
    kept = {(r["program"], r["engine"], r["precision"]): r for r in three_engines()["rows"]}
    assert len(kept) == len(CASES) * len(ENGINES) * len(PRECISIONS)
    for case in CASES[:3]:
        for name, precision in product(ENGINES, PRECISIONS):
            row, now = kept[case.name, name, precision], measure(case, name, precision)
            assert (row["held_to"], row["same"]) == (now["held_to"], now["same"])
            assert now["answers"] <= 10 * row["answers"] + 1e-15


def test_generate_cannot_tell_close_logits_apart() -> None:
    program = printed.sort()
    network, ids = to_gpt2(program.model), torch.tensor([program.encode([20, 24])])
    logits = forward(program.model, ids[0].numpy())[-1]
    assert program.complete([20, 24], steps=1) == [20]
    assert 0 < margin(logits) / logits.max() < np.finfo(np.float32).eps / 2
    assert network(ids).logits[0, -1].argmax() == 20
    said = network.generate(ids, max_new_tokens=1, do_sample=False)
    assert said[0, -1] != 20  # it compares them as float32


# --- from GPT-2


def random_gpt2(seed: int, **shape: Any) -> Any:
    """A GPT-2 whose every weight is drawn, biases and norms as well."""
    config = transformers.GPT2Config(
        **{"vocab_size": 19, "n_positions": 12, "n_embd": 12, "n_layer": 2, "n_head": 3} | shape
    )
    network = transformers.GPT2LMHeadModel(config).double().eval()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for weight in network.parameters():
            weight.normal_(generator=generator)
    return network


def logits_of(network: Any, tokens: Any) -> Array:
    """What GPT-2 makes of ids [batch, n]."""
    with torch.inference_mode():
        found: Array = network(torch.tensor(tokens)).logits.numpy()
    return found


SHAPES: list[dict[str, Any]] = [
    {},
    {"n_head": 1, "n_layer": 1},
    {"n_head": 12, "n_layer": 4, "n_inner": 5},
    {"n_embd": 40, "n_head": 4, "n_positions": 30, "vocab_size": 100},
    {"activation_function": "relu", "layer_norm_epsilon": 0.1},
    {"activation_function": "gelu_pytorch_tanh", "tie_word_embeddings": False},
    {"scale_attn_by_inverse_layer_idx": True, "n_layer": 3},
    {"scale_attn_weights": False},
]


@every("shape", SHAPES)
def test_any_gpt2_is_a_transformer(shape: dict[str, Any]) -> None:
    for seed in range(3):
        network = random_gpt2(seed, **shape)
        model = from_gpt2(network)
        assert model.tied == network.config.tie_word_embeddings
        for n in (1, model.n_ctx):
            tokens = random_tokens(model, 3, n, seed=seed)
            assert_same_logits(forward(model, tokens), logits_of(network, tokens))


def test_there_and_back_is_the_same_to_the_last_bit() -> None:
    network = random_gpt2(0)
    again = to_gpt2(from_gpt2(network))
    was, now = network.state_dict(), again.state_dict()
    assert list(was) == list(now)
    assert all(torch.equal(was[name], now[name]) for name in was)


def test_small_floats_become_float32() -> None:
    network = random_gpt2(0).to(torch.bfloat16)
    model = from_gpt2(network)
    assert {array.dtype for array in named_arrays(model).values()} == {np.dtype(np.float32)}
    assert np.array_equal(model.W_E, network.transformer.wte.weight.detach().float().numpy())


@every(
    "change, says",
    [
        (
            {"activation_function": "gelu"},
            "activation_function is 'gelu'; it must be one of gelu_n",
        ),
        ({"add_cross_attention": True}, "add_cross_attention is True"),
    ],
)
def test_a_gpt2_that_is_no_transformer_of_ours(change: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        from_gpt2(random_gpt2(0, **change))


def test_another_network_is_named_and_too_long_a_context_refused_as_always() -> None:
    network = random_gpt2(0)
    with pytest.raises(ValueError, match="network is a GPT2Model; it must be a GPT2LMHeadModel"):
        from_gpt2(network.transformer)
    with pytest.raises(ValueError, match="there are 13 tokens; n_ctx allows 1 to 12"):
        forward(from_gpt2(network), np.zeros(13, int))
