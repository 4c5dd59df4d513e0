"""The trainer: its forward pass is the library's, and its gradient is what differences say."""

from typing import Literal

import numpy as np
import pytest

from taotp_core.arrays import Array, softmax
from taotp_core.transformer import forward
from taotp_core.weights import mapped
from tools.experiments.training import (
    ATTENTION,
    EMBEDDING,
    EVERYWHERE,
    NOT_ASKED,
    Weights,
    adapt,
    as_model,
    drawn,
    falling,
    from_model,
    loss_and_gradient,
    loss_of,
    matrices,
    no_change,
    patches,
    single,
    to_adapters,
    train,
)

BOTH = pytest.mark.parametrize("norms", ["before", "after"])
TIED = pytest.mark.parametrize("tied", [True, False])
Norms = Literal["before", "after"]


def machine(norms: Norms, seed: int = 0, tied: bool = True) -> Weights:
    """Two layers of two heads, with biases that are not zero."""
    rng = np.random.default_rng(seed)
    weights = drawn(
        rng, d_vocab=7, n_ctx=6, d_model=6, n_heads=2, d_mlp=5, n_layers=2, norms=norms, tied=tied
    )
    for layer in weights.layers:
        layer.b_in[:] = rng.normal(size=5)
        layer.b_out[:] = rng.normal(size=6)
    return weights


def batch(seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Three prompts of five tokens; of each the answers of some positions are asked for."""
    rng = np.random.default_rng(seed)
    tokens, answers = rng.integers(7, size=(2, 3, 5))
    answers[rng.random(answers.shape) < 0.4] = NOT_ASKED
    return tokens, answers


@BOTH
@TIED
def test_loss_is_that_of_the_library(norms: Norms, tied: bool) -> None:
    weights, (tokens, answers) = machine(norms, tied=tied), batch()
    loss, _ = loss_and_gradient(weights, tokens, answers)
    likely = softmax(forward(as_model(weights), tokens))
    asked = [
        -np.log(likely[i, j, answer])
        for (i, j), answer in np.ndenumerate(answers)
        if answer != NOT_ASKED
    ]
    assert 0 < len(asked) < answers.size
    assert abs(loss - np.mean(asked)) < 1e-12
    assert loss_of(weights, tokens, answers) == loss


@BOTH
@TIED
def test_gradient_is_what_differences_say(norms: Norms, tied: bool) -> None:
    weights, (tokens, answers) = machine(norms, tied=tied), batch()
    assert len([*weights.arrays()]) == 14 + (not tied)
    _, gradient = loss_and_gradient(weights, tokens, answers)
    step = 1e-5
    for W, g in zip(weights.arrays(), gradient.arrays(), strict=True):
        assert W.shape == g.shape
        for place in np.ndindex(W.shape):
            old, losses = W[place], []
            for nudge in (step, -step):
                W[place] = old + nudge
                losses.append(loss_and_gradient(weights, tokens, answers)[0])
            W[place] = old
            assert abs((losses[0] - losses[1]) / (2 * step) - g[place]) < 1e-8
    assert not gradient.W_pos[5].any()  # no prompt has six tokens


@BOTH
def test_training_learns_a_rule_and_leaves_fixed_positions_alone(norms: Norms) -> None:
    weights, rng = machine(norms), np.random.default_rng(2)
    places = weights.W_pos.copy()

    def batches(steps: int) -> list[tuple[np.ndarray, np.ndarray]]:
        texts = rng.integers(7, size=(steps, 16, 5))
        return [(text, (text + 3) % 7) for text in texts]

    losses = [*train(weights, batches(200), rate=0.01, positions_fixed=True)]
    assert losses[-1] < 0.2 < 1.0 < losses[0]
    assert (weights.W_pos == places).all()
    assert len([*train(weights, batches(1))]) == 1
    assert not (weights.W_pos[:5] == places[:5]).any()


def test_a_model_does_not_change_with_the_weights_it_was_made_of() -> None:
    weights = machine("before")
    model = as_model(weights)
    weights.W_E += 1
    assert np.abs(model.W_E - weights.W_E).min() > 0.9


@TIED
def test_weights_of_a_model_are_those_it_was_made_of(tied: bool) -> None:
    weights = machine("after", tied=tied)
    again = from_model(as_model(weights))
    assert (again.n_heads, again.norms) == (2, "after")
    for W, same in zip(weights.arrays(), again.arrays(), strict=True):
        assert (same == W).all() and same.flags.writeable


def test_heads_have_to_divide_the_stream() -> None:
    with pytest.raises(ValueError, match="n_heads is 4; it must be 1 or more and divide d_model 6"):
        drawn(
            np.random.default_rng(0), d_vocab=2, n_ctx=2, d_model=6, n_heads=4, d_mlp=0, n_layers=1
        )


def test_rates_that_fall() -> None:
    assert [*falling(0.5, 4)] == [0.5, 0.375, 0.25, 0.125]
    text = np.zeros((1, 3), int)
    moved = []
    for rate in (0.0, [0.0], [0.1]):
        weights = machine("before")
        before = [W.copy() for W in weights.arrays()]
        assert len([*train(weights, [(text, text)], rate)]) == 1
        pairs = zip(before, weights.arrays(), strict=True)
        moved.append(max(float(np.abs(W - was).max()) for was, W in pairs))
    assert moved[:2] == [0, 0]
    assert abs(moved[2] - 0.1) < 1e-6  # the first step of Adam is the rate


def test_float32_stays_float32_and_finds_nearly_the_same() -> None:
    weights, (tokens, answers) = machine("before", tied=False), batch()
    narrow = single(weights)
    loss, gradient = loss_and_gradient(weights, tokens, answers)
    near, narrow_gradient = loss_and_gradient(narrow, tokens, answers)
    assert abs(near - loss) < 1e-5
    for g, n in zip(gradient.arrays(), narrow_gradient.arrays(), strict=True):
        assert n.dtype == np.float32
        assert np.abs(g - n).max() < 1e-5
    before = narrow.W_E.copy()
    assert len([*train(narrow, [batch()] * 2)]) == 2
    assert all(W.dtype == np.float32 for W in narrow.arrays())
    assert (weights.W_E == machine("before", tied=False).W_E).all()  # it was copied
    assert np.abs(narrow.W_E - before).max() > 0


@BOTH
def test_gradient_of_adapters_is_what_differences_say(norms: Norms) -> None:
    weights, (tokens, answers) = machine(norms), batch()
    rng, names = np.random.default_rng(3), (*EMBEDDING, *EVERYWHERE)
    adapters = no_change(rng, weights, 2, names)
    frozen = {path: W.copy() for path, W in matrices(weights, names).items()}
    for adapter in adapters.values():
        adapter.B[:] = rng.normal(size=adapter.B.shape) / 2

    def put_in() -> None:
        for path, W in matrices(weights, names).items():
            W[:] = frozen[path] + adapters[path].A @ adapters[path].B

    put_in()
    _, gradient = loss_and_gradient(weights, tokens, answers)
    found = to_adapters(gradient, adapters)
    assert len(found) == 13
    step = 1e-5
    for path, adapter in adapters.items():
        for W, g in zip(adapter, found[path], strict=True):
            assert W.shape == g.shape
            for place in [(0, 0), (W.shape[0] - 1, W.shape[1] - 1), (1, 0)]:
                old, losses = W[place], []
                for nudge in (step, -step):
                    W[place] = old + nudge
                    put_in()
                    losses.append(loss_of(weights, tokens, answers))
                W[place] = old
                assert abs((losses[0] - losses[1]) / (2 * step) - g[place]) < 1e-8


def test_adapters_learn_a_rule_while_the_rest_is_frozen() -> None:
    weights, rng = machine("before"), np.random.default_rng(2)
    texts = rng.integers(7, size=(300, 16, 5))
    assert [*train(weights, [(text, (text + 3) % 7) for text in texts], rate=0.01)][-1] < 0.2
    frozen, before = as_model(weights), [W.copy() for W in weights.arrays()]
    adapters = no_change(rng, weights, 2, ATTENTION)
    losses = [*adapt(weights, adapters, [(text, (text + 4) % 7) for text in texts], rate=0.01)]
    assert losses[-1] < 0.7 * losses[0]
    for i, (was, W) in enumerate(zip(before, weights.arrays(), strict=True)):
        assert (was == W).all() == (i not in (2, 3, 8, 9))  # W_QKV and W_O of the two layers
    head_by_head = patches(adapters, n_heads=2)
    assert len(head_by_head) == 16

    def patched(path: str, W: Array) -> Array:
        A, B = head_by_head.get(path, (np.zeros((len(W), 1)), np.zeros((1, *W.shape[1:]))))
        return W + (A @ B).reshape(W.shape)

    logits = forward(mapped(frozen, patched), texts[0])
    assert np.abs(logits - forward(as_model(weights), texts[0])).max() < 1e-12


def test_ranks_of_adapters() -> None:
    weights, rng = machine("before"), np.random.default_rng(0)
    found = no_change(rng, weights, 5)
    assert [name for name in patches(found, 2) if name.startswith("layers.1.mlp")] == [
        "layers.1.mlp.W_in",
        "layers.1.mlp.W_out",
    ]
    embedding = no_change(rng, weights, 1, EMBEDDING)
    assert [*patches(embedding, 2)] == [*embedding] == ["W_E"]
    for rank in (0, 6):
        with pytest.raises(
            ValueError, match=rf"rank is {rank}; it must be from 1 to \d for layers"
        ):
            no_change(rng, weights, rank)


def test_without_hidden_units_there_is_no_mlp() -> None:
    rng = np.random.default_rng(4)
    weights = drawn(rng, d_vocab=7, n_ctx=6, d_model=6, n_heads=2, d_mlp=0, n_layers=2)
    tokens, answers = batch()
    loss, gradient = loss_and_gradient(weights, tokens, answers)
    model = as_model(weights)
    assert all(layer.mlp is None for layer in model.layers)
    likely = softmax(forward(model, tokens))
    asked = np.argwhere(answers != NOT_ASKED)
    assert loss == pytest.approx(np.mean([-np.log(likely[i, j, answers[i, j]]) for i, j in asked]))
    assert all(layer.W_QKV.any() and not layer.b_out.any() for layer in gradient.layers)
