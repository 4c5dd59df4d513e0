"""Published models, counted from their sizes, against what their authors say they store."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from taotp.costs import parameters_of
from taotp.costs.published import BIASED, PUBLISHED, Configuration, configuration
from taotp_core import Norm, Transformer, random_transformer
from taotp_core.measure import parameters
from tests.laws import every

BIB = Path(__file__).resolve().parents[2] / "book" / "references.bib"


STORED = {  # as their published files hold them
    "gpt2": 124_439_808,
    "gpt2-medium": 354_823_168,
    "gpt2-large": 774_030_080,
    "gpt2-xl": 1_557_611_200,
    "llama-3.1-8b": 8_030_261_248,
    "llama-3.1-70b": 70_553_706_496,
    "llama-3.1-405b": 405_853_388_800,
    "mistral-7b": 7_241_732_096,
    "qwen2.5-7b": 7_615_616_512,
    "pythia-70m": 70_426_624,
    "pythia-410m": 405_334_016,
    "pythia-6.9b": 6_857_302_016,
}
INSIDE = {  # tables of "non-embedding parameters": Pythia's (2023) and Gemma's (2024, table 2)
    "pythia-70m": 18_915_328,
    "pythia-410m": 302_311_424,
    "pythia-6.9b": 6_444_163_072,
    "gemma-2b": 1_981_884_416,
    "gemma-7b": 7_751_248_896,
}


def test_a_configuration_stores_what_its_files_hold_and_papers_print() -> None:
    assert {name: parameters_of(name) for name in STORED} == STORED
    assert {name: configuration(name).inside for name in INSIDE} == INSIDE
    # Brown and others 2020, table D.1: 174,600 million; the title says 175 billion
    assert round(parameters_of("gpt3") / 1e8) == 1_746


@every("name", PUBLISHED)
def test_every_configuration_is_cited(name: str) -> None:
    assert f"{{{configuration(name).source}," in BIB.read_text(encoding="utf-8")
    assert list(configuration(name).parts) == [
        "embedding", "positions", "unembedding", "attention", "mlp", "norms"
    ]  # fmt: skip


def small(norm: Literal["layer", "rms"], tied: bool, n_layers: int = 2) -> Configuration:
    """A model that this library can build: every head has keys of its own, no MLP is gated."""
    return Configuration(
        "radford2019", 11, 9, 6, n_layers, 4, 4, 3, 10,
        gated=False, biases=BIASED, norm=norm, positions="learned", tied=tied,
    )  # fmt: skip


def built(of: Configuration) -> Transformer:
    """The same sizes as a transformer; one head of each layer has the bias that all write."""
    gamma = np.ones(of.d_model)
    norm = Norm(gamma, gamma) if of.norm == "layer" else Norm(gamma, centered=False)
    model = random_transformer(
        0, d_vocab=of.d_vocab, n_ctx=of.n_ctx, d_model=of.d_model, d_mlp=of.d_mlp,
        heads=[(of.d_head, of.d_head)] * of.n_heads, n_layers=of.n_layers, norm=norm,
        tied=of.tied, biased=True,
    )  # fmt: skip
    layers = [
        replace(layer, heads=[layer.heads[0], *(replace(h, b_O=None) for h in layer.heads[1:])])
        for layer in model.layers
    ]
    return replace(model, layers=layers)


@every("norm", ["layer", "rms"])
@every("tied", [True, False])
@every("n_layers", [1, 3])
def test_the_count_is_that_of_a_transformer_built_so(
    norm: Literal["layer", "rms"], tied: bool, n_layers: int
) -> None:
    of = small(norm, tied, n_layers)
    counted = parameters(built(of))
    assert {part: count.total for part, count in counted.parts.items()} == of.parts
    assert counted.total == of.parameters


def test_shared_keys_and_gates_store_less_and_more() -> None:
    of = small("layer", tied=True)
    shared, gated = replace(of, n_kv_heads=1), replace(of, gated=True)
    head, n = of.d_head, of.n_layers
    assert of.parameters - shared.parameters == n * 3 * 2 * (of.d_model * head + head)
    assert gated.parameters - of.parameters == n * (of.d_model * of.d_mlp + of.d_mlp)
    rotary = replace(of, positions="rotary", biases=())
    assert rotary.parts["positions"] == 0
    assert of.parameters - rotary.parameters == 9 * 6 + n * (3 * 4 * head + 6 + 10 + 6)


def test_a_name_is_its_letters_and_an_unknown_one_is_told_near_ones() -> None:
    for written, name in (("GPT-3 175B", "gpt3"), ("Llama 3.1 405B", "llama-3.1-405b")):
        assert configuration(written) is PUBLISHED[name]
    unknown: Any
    for unknown, near in (("GPT-1", "gpt"), (7, ".*gpt2")):
        says = f"{unknown!r} is not a published model known here; near are {near}"
        with pytest.raises(ValueError, match=says):
            parameters_of(unknown)


@every(
    "change, sentence",
    [
        ({"n_layers": 0}, "n_layers is 0; it must be at least 1"),
        ({"n_kv_heads": 3}, "4 heads cannot share 3 keys and values alike"),
        ({"biases": ("qkv", "all")}, "biases has 'all'; it must be one of qkv, o, mlp"),
        ({"norm": "batch"}, "norm has 'batch'; it must be one of layer, rms"),
        ({"positions": "none"}, "positions has 'none'; it must be one of learned, rotary"),
    ],
)
def test_a_configuration_that_cannot_be(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        replace(small("layer", tied=True), **change)
