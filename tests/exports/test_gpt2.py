"""Programs as GPT-2 in the engines of others, and GPT-2 in ours."""

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.data import three_engines
from taotp.exports import from_gpt2, to_gpt2
from taotp.programs import printed, search
from taotp_core import Array, forward, trace
from taotp_core.measure import margin
from taotp_core.weights import named_arrays
from tests.examples import assert_same_logits, random_tokens
from tests.laws import every
from tools.experiments.three_engines import (
    CLOSE,
    ENGINES,
    PRECISIONS,
    Case,
    apart,
    cases,
    held_cases,
    measure,
    said,
    steps,
    stop,
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


def generated(network: Any, case: Case, prompt: Any) -> list[int]:
    """The ids of a prompt with what GPT-2 generates after it."""
    typed = case.program.encode(prompt)
    end = {} if stop(case.program) is None else {"eos_token_id": stop(case.program)}
    ids = network.generate(
        torch.tensor([typed]), max_new_tokens=steps(case.program, typed), do_sample=False, **end
    )
    found: list[int] = ids[0].tolist()
    return found


@every("case", CASES)
def test_generate_says_what_the_program_says(case: Case) -> None:
    network = to_gpt2(case.program.model)
    for prompt in case.prompts:
        assert generated(network, case, prompt) == said(case, prompt)[0].tolist()


def test_generate_cannot_tell_close_logits_apart() -> None:
    program = printed.sort()
    case = Case("two numbers", program, [[20, 24]])
    (prompt,) = case.prompts
    network = to_gpt2(program.model)
    ids = program.encode(prompt)
    logits = forward(program.model, np.array(ids))[-1]
    assert program.complete(prompt, steps=1) == [20]
    assert 0 < margin(logits) / logits.max() < np.finfo(np.float32).eps / 2
    assert network(torch.tensor([ids])).logits[0, -1].argmax() == 20
    assert generated(network, case, prompt)[len(ids)] != 20  # it compares them as float32


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


# --- as a stranger would


def test_a_saved_program_searches_in_a_library_that_never_saw_ours(tmp_path: Path) -> None:
    case = Case("search", search(10, 30, 2), [[1, 2, 5, 1, 1, 7, 1, 2]])
    to_gpt2(case.program.model).save_pretrained(tmp_path)
    network = transformers.GPT2LMHeadModel.from_pretrained(tmp_path, dtype=torch.float64)
    assert generated(network, case, case.prompts[0])[-1] == 5


def test_grown_models_too() -> None:
    """Without the last head of each layer, which no GPT-2 of its width has."""
    model = from_gpt2(random_gpt2(3, n_head=4, tie_word_embeddings=False))
    layers = [replace(layer, heads=layer.heads[:-1]) for layer in model.layers]
    fewer = replace(model, layers=layers)
    tokens = random_tokens(model, 2, 9)
    assert_same_logits(forward(from_gpt2(to_gpt2(fewer)), tokens), forward(fewer, tokens))


# --- TransformerLens


def saved(case: Case, folder: Path) -> str:
    """Write a program as the libraries of others expect it, with a tokenizer of its symbols."""
    tokenizers: Any = pytest.importorskip("tokenizers")
    words = {str(symbol): i for i, symbol in enumerate(case.program.vocabulary)}
    end = next(iter(words))
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizers.Tokenizer(tokenizers.models.WordLevel(words, end)),
        bos_token=end, eos_token=end, pad_token=end,
    )  # fmt: skip
    tokenizer.save_pretrained(folder)
    to_gpt2(case.program.model).save_pretrained(folder)
    return str(folder)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", CASES[:6], ids=lambda case: case.name)
def test_transformer_lens_sees_the_patterns(case: Case, tmp_path: Path) -> None:
    lens: Any = pytest.importorskip("transformer_lens.model_bridge", reason="no transformer_lens")
    load = lens.TransformerBridge.boot_transformers
    bridge = load(saved(case, tmp_path), dtype=torch.float64)
    text, first = said(case, case.prompts[1])
    ours = trace(case.program.model, text[:-1])
    logits, seen = bridge.run_with_cache(torch.tensor(text[:-1])[None])
    assert apart(logits[0, first:].detach().numpy(), ours.logits[first:]) <= CLOSE["transformers"]
    for number, patterns in ours.patterns.items():
        theirs = seen[f"blocks.{number}.attn.hook_pattern"][0, : len(patterns)].detach().numpy()
        assert np.abs(theirs - patterns).max() <= 1e-6  # sharp ones move most where they tie
