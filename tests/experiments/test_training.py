"""The trainer: its forward pass is the library's, and its gradient is what differences say."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

import numpy as np
import pytest

from taotp_core.arrays import Array, Tokens, softmax
from taotp_core.transformer import forward
from taotp_core.weights import mapped
from tests.laws import every
from tools.experiments import training
from tools.experiments.training import (
    NOT_ASKED,
    Weights,
    as_model,
    drawn,
    loss_and_gradient,
    loss_of,
    matrices,
    no_change,
    patches,
    train,
)

Norms = Literal["before", "after"]
NORMS: tuple[Norms, ...] = ("before", "after")
SMALL: dict[str, Any] = {"d_vocab": 7, "n_ctx": 6, "d_model": 6, "n_heads": 2, "n_layers": 2}
STEP = 1e-5


def machine(norms: Norms = "before", tied: bool = True) -> Weights:
    """Two layers of two heads, with biases that are not zero."""
    rng = np.random.default_rng(0)
    weights = drawn(rng, d_mlp=5, norms=norms, tied=tied, **SMALL)
    for layer in weights.layers:
        layer.b_in[:] = rng.normal(size=5)
        layer.b_out[:] = rng.normal(size=6)
    return weights


def batch() -> tuple[Tokens, Tokens]:
    """Three prompts of five tokens; of each the answers of some positions are asked for."""
    rng = np.random.default_rng(1)
    tokens, answers = rng.integers(7, size=(2, 3, 5))
    answers[rng.random(answers.shape) < 0.4] = NOT_ASKED
    return tokens, answers


def ahead(by: int, steps: int) -> Iterable[tuple[Tokens, Tokens]]:
    """Batches of a rule: each token is answered with the one so far ahead."""
    rng = np.random.default_rng(2)
    return [(text, (text + by) % 7) for text in rng.integers(7, size=(steps, 16, 5))]


def slope(W: Array, place: tuple[int, ...], loss: Callable[[], float]) -> float:
    """The derivative of a loss by one number, as differences say it."""
    old, losses = W[place], []
    for nudge in (STEP, -STEP):
        W[place] = old + nudge
        losses.append(loss())
    W[place] = old
    return (losses[0] - losses[1]) / (2 * STEP)


WEIGHTS = [*(machine(norms, tied) for norms in NORMS for tied in (True, False)),
           drawn(np.random.default_rng(4), d_mlp=0, **SMALL)]  # fmt: skip


@every("weights", WEIGHTS)
def test_loss_is_that_of_the_library(weights: Weights) -> None:
    tokens, answers = batch()
    loss, gradient = loss_and_gradient(weights, tokens, answers)
    likely = softmax(forward(as_model(weights), tokens))
    asked = np.argwhere(answers != NOT_ASKED)
    assert 0 < len(asked) < answers.size
    costs = [-np.log(likely[i, j, answers[i, j]]) for i, j in asked]
    assert abs(loss - np.mean(costs)) < 1e-12
    assert loss_of(weights, tokens, answers) == loss
    hidden = bool(weights.layers[0].b_in.size)
    assert [layer.mlp is not None for layer in as_model(weights).layers] == [hidden] * 2
    assert all(layer.W_QKV.any() and layer.b_out.any() == hidden for layer in gradient.layers)


@every("weights", WEIGHTS[:4])
def test_gradient_is_what_differences_say(weights: Weights) -> None:
    """Of ten numbers of each array, its first and its last; a model's weights are copies."""
    model, (tokens, answers) = as_model(weights), batch()
    again = training.from_model(model)
    assert (again.n_heads, again.norms) == (2, weights.norms)
    for W, same in zip(weights.arrays(), again.arrays(), strict=True):
        assert (same == W).all() and same.flags.writeable
        assert not np.shares_memory(W, same)
    assert not np.shares_memory(model.W_E, weights.W_E)
    assert len([*weights.arrays()]) == 14 + (weights.W_U is not None)
    _, gradient = loss_and_gradient(weights, tokens, answers)
    for W, g in zip(weights.arrays(), gradient.arrays(), strict=True):
        assert W.shape == g.shape
        for number in np.linspace(0, W.size - 1, min(W.size, 10)).astype(int):
            place = np.unravel_index(number, W.shape)
            found = slope(W, place, lambda: loss_of(weights, tokens, answers))
            assert abs(found - g[place]) < 1e-8
    assert not gradient.W_pos[5].any()  # no prompt has six tokens


@every("norms", NORMS)
def test_training_learns_a_rule_and_leaves_fixed_positions_alone(norms: Norms) -> None:
    weights = machine(norms)
    places = weights.W_pos.copy()
    losses = [*train(weights, ahead(3, 200), rate=0.01, positions_fixed=True)]
    assert losses[-1] < 0.2 < 1.0 < losses[0]
    assert (weights.W_pos == places).all()
    assert len([*train(weights, ahead(3, 1))]) == 1
    assert not (weights.W_pos[:5] == places[:5]).any()


def test_rates_that_fall() -> None:
    assert [*training.falling(0.5, 4)] == [0.5, 0.375, 0.25, 0.125]
    text = np.zeros((1, 3), int)
    moved = []
    for rate in (0.0, [0.0], [0.1]):
        weights, before = machine(), machine()
        assert len([*train(weights, [(text, text)], rate)]) == 1
        pairs = zip(before.arrays(), weights.arrays(), strict=True)
        moved.append(max(float(np.abs(W - was).max()) for was, W in pairs))
    assert moved[:2] == [0, 0]
    assert abs(moved[2] - 0.1) < 1e-6  # the first step of Adam is the rate


def test_float32_stays_float32_and_finds_nearly_the_same() -> None:
    weights, (tokens, answers) = machine(tied=False), batch()
    narrow = training.single(weights)
    loss, gradient = loss_and_gradient(weights, tokens, answers)
    near, narrow_gradient = loss_and_gradient(narrow, tokens, answers)
    assert abs(near - loss) < 1e-5
    for g, n in zip(gradient.arrays(), narrow_gradient.arrays(), strict=True):
        assert n.dtype == np.float32
        assert np.abs(g - n).max() < 1e-5
    before = narrow.W_E.copy()
    assert len([*train(narrow, [batch()] * 2)]) == 2
    assert all(W.dtype == np.float32 for W in narrow.arrays())
    assert (weights.W_E == machine(tied=False).W_E).all()  # it was copied
    assert np.abs(narrow.W_E - before).max() > 0


@every("norms", NORMS)
def test_gradient_of_adapters_is_what_differences_say(norms: Norms) -> None:
    weights, (tokens, answers) = machine(norms), batch()
    rng, names = np.random.default_rng(3), (*training.EMBEDDING, *training.EVERYWHERE)
    adapters = no_change(rng, weights, 2, names)
    frozen = {path: W.copy() for path, W in matrices(weights, names).items()}
    for adapter in adapters.values():
        adapter.B[:] = rng.normal(size=adapter.B.shape) / 2

    def loss() -> float:
        for path, W in matrices(weights, names).items():
            W[:] = frozen[path] + adapters[path].A @ adapters[path].B
        return loss_of(weights, tokens, answers)

    loss()
    _, gradient = loss_and_gradient(weights, tokens, answers)
    found = training.to_adapters(gradient, adapters)
    assert len(found) == 13
    for path, adapter in adapters.items():
        for W, g in zip(adapter, found[path], strict=True):
            assert W.shape == g.shape
            for place in [(0, 0), (W.shape[0] - 1, W.shape[1] - 1), (1, 0)]:
                assert abs(slope(W, place, loss) - g[place]) < 1e-8


def test_adapters_learn_a_rule_while_the_rest_is_frozen() -> None:
    weights, rng = machine(), np.random.default_rng(2)
    assert [*train(weights, ahead(3, 200), rate=0.01)][-1] < 0.2
    frozen, before = as_model(weights), [W.copy() for W in weights.arrays()]
    adapters = no_change(rng, weights, 2, training.ATTENTION)
    losses = [*training.adapt(weights, adapters, ahead(4, 200), rate=0.01)]
    assert losses[-1] < 0.8 * losses[0]
    for i, (was, W) in enumerate(zip(before, weights.arrays(), strict=True)):
        assert (was == W).all() == (i not in (2, 3, 8, 9))  # W_QKV and W_O of the two layers
    head_by_head = patches(adapters, n_heads=2)
    assert len(head_by_head) == 16

    def patched(path: str, W: Array) -> Array:
        A, B = head_by_head.get(path, (np.zeros((len(W), 1)), np.zeros((1, *W.shape[1:]))))
        return W + (A @ B).reshape(W.shape)

    tokens, _ = batch()
    logits = forward(mapped(frozen, patched), tokens)
    assert np.abs(logits - forward(as_model(weights), tokens)).max() < 1e-12


def test_ranks_of_adapters_and_numbers_of_heads() -> None:
    weights, rng = machine(), np.random.default_rng(0)
    of_mlp = [name for name in patches(no_change(rng, weights, 5), 2) if "layers.1.mlp" in name]
    assert of_mlp == ["layers.1.mlp.W_in", "layers.1.mlp.W_out"]
    embedding = no_change(rng, weights, 1, training.EMBEDDING)
    assert [*patches(embedding, 2)] == [*embedding] == ["W_E"]
    for rank in (0, 6):
        with pytest.raises(ValueError, match=rf"rank is {rank}; it must be from 1 to \d for laye"):
            no_change(rng, weights, rank)
    with pytest.raises(ValueError, match="n_heads is 4; it must be 1 or more and divide d_model 6"):
        drawn(rng, d_mlp=0, **SMALL | {"n_heads": 4})
