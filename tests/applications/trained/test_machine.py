"""The trainer of eighty lines: its gradient is what differences say, and the other trainer's."""

import ast
import inspect
from dataclasses import replace

import numpy as np
import pytest

from taotp.applications.trained import machine
from taotp.applications.trained.machine import (
    loss_and_gradient,
    train,
)
from taotp.applications.trained.weights import weights_of as known_weights
from taotp.programs import computer, rule110, two_stacks
from taotp_core import Tokens, forward, softmax
from taotp_core.weights import Transformer, named_arrays, random_transformer
from tests.laws import every
from tools.experiments.training import as_model, from_model
from tools.experiments.training import drawn as drawn_folded
from tools.experiments.training import loss_and_gradient as loss_and_gradient_folded

STEP = 1e-5
MOST_LINES = 80  # of code


def asked(seed: int = 1, d_vocab: int = 7) -> tuple[Tokens, Tokens]:
    """Three prompts of five tokens; of each the answers of some places are asked for."""
    rng = np.random.default_rng(seed)
    tokens, answers = rng.integers(d_vocab, size=(2, 3, 5))
    answers[rng.random(answers.shape) < 0.4] = -1
    return tokens, answers


MODELS = {
    "tied": random_transformer(0, d_vocab=7, heads=[(3, 2), (1, 4)]),
    "untied": random_transformer(1, d_vocab=7, heads=[(2, 2)], n_layers=1, tied=False),
    "no MLP": random_transformer(2, d_vocab=7, d_mlp=0),
    "no layer": random_transformer(3, d_vocab=7, n_layers=0),
    "eleven heads": random_transformer(4, d_vocab=7, heads=[(1, 1)] * 11, n_layers=1, d_mlp=2),
}


@every("name", MODELS)
def test_loss_and_gradient_of_a_whole_machine(name: str) -> None:
    model: Transformer = MODELS[name]
    W = {path: each.copy() for path, each in named_arrays(model).items()}
    tokens, answers = asked()
    loss, G = loss_and_gradient(W, tokens, answers)
    likely = softmax(forward(model, tokens))[answers >= 0]
    assert abs(loss + np.log(likely[np.arange(len(likely)), answers[answers >= 0]]).mean()) < 1e-12
    rng = np.random.default_rng(7)
    for path, each in W.items():
        way = rng.normal(size=each.shape)  # each number at once, in one direction
        losses = [loss_and_gradient({**W, path: each + by * way}, tokens, answers)[0]
                  for by in (STEP, -STEP)]  # fmt: skip
        assert abs((G[path] * way).sum() - (losses[0] - losses[1]) / (2 * STEP)) < 1e-6, path


@every("tied", [True, False])
def test_gradient_is_that_of_the_other_trainer(tied: bool) -> None:
    folded = drawn_folded(
        np.random.default_rng(5), d_vocab=7, n_ctx=6, d_model=6, n_heads=2, d_mlp=5, n_layers=2,
        tied=tied,
    )  # fmt: skip
    model = as_model(folded)
    loss, G = loss_and_gradient(named_arrays(model), *asked())
    theirs, gradient = loss_and_gradient_folded(from_model(model), *asked())
    assert abs(loss - theirs) < 1e-13
    expected = named_arrays(as_model(gradient))
    assert G.keys() == expected.keys()
    assert all(np.abs(G[path] - expected[path]).max() < 1e-12 for path in G)


def test_only_what_is_named_changes() -> None:
    W = {path: each.copy() for path, each in named_arrays(MODELS["tied"]).items()}
    before = {path: each.copy() for path, each in W.items()}
    losses = list(train(W, [asked()] * 30, 0.01, only=["W_E"]))
    assert losses[-1] < losses[0] - 0.1
    assert [path for path in W if not np.array_equal(W[path], before[path])] == ["W_E"]


def lines_of_code(module: object) -> int:
    """The lines of a module without those that are empty, comments or docstrings."""
    text = inspect.getsource(module)  # type: ignore[arg-type]
    told = [
        node.body[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node)
    ]
    words = {i for each in told for i in range(each.lineno, (each.end_lineno or 0) + 1)}
    return sum(
        bool(line.strip()) and not line.strip().startswith("#") and i not in words
        for i, line in enumerate(text.splitlines(), 1)
    )


def test_the_trainer_has_eighty_lines() -> None:
    assert lines_of_code(machine) <= MOST_LINES


STRANGE: dict[str, tuple[Transformer, str]] = {
    "another norm": (computer(3, 20).model, "norm_attn of layer 0 is .*centered=False"),
    "no norm": (rule110(8).model, "norm_attn of layer 0 is None"),
    "an encoder": (two_stacks.reverse("ab", 3).model, "not a decoder"),
    "biases of heads": (random_transformer(0, biased=True), "b_Q is there|is Norm"),
    "GELU": (
        replace(MODELS["untied"], layers=[
            replace(layer, mlp=layer.mlp and replace(layer.mlp, act="gelu"))
            for layer in MODELS["untied"].layers]),
        "units that are no ReLU",
    ),
}  # fmt: skip


@every("name", STRANGE)
def test_a_machine_of_which_it_would_pass_over_something_is_refused(name: str) -> None:
    model, words = STRANGE[name]
    with pytest.raises(ValueError, match=words):
        known_weights(model)


def test_arrays_without_a_part_in_the_loss_are_refused() -> None:
    W = named_arrays(MODELS["tied"]) | {"layers.0.heads.0.b_Q": np.zeros(2)}
    with pytest.raises(ValueError, match="^layers.0.heads.0.b_Q is there"):
        loss_and_gradient(W, *asked())
    assert known_weights(MODELS["tied"]).keys() == named_arrays(MODELS["tied"]).keys()
