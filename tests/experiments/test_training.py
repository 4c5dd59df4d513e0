"""The trainer: its forward pass is the library's, and its gradient is what differences say."""

from typing import Literal

import numpy as np
import pytest

from experiments.training import NOT_ASKED, Weights, as_model, drawn, loss_and_gradient, train
from taotp_core.arrays import softmax
from taotp_core.transformer import forward

BOTH = pytest.mark.parametrize("norms", ["before", "after"])
Norms = Literal["before", "after"]


def machine(norms: Norms, seed: int = 0) -> Weights:
    """Two layers of two heads, with biases that are not zero."""
    rng = np.random.default_rng(seed)
    weights = drawn(rng, d_vocab=7, n_ctx=6, d_model=6, n_heads=2, d_mlp=5, n_layers=2, norms=norms)
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
def test_loss_is_that_of_the_library(norms: Norms) -> None:
    weights, (tokens, answers) = machine(norms), batch()
    loss, _ = loss_and_gradient(weights, tokens, answers)
    likely = softmax(forward(as_model(weights), tokens))
    asked = [
        -np.log(likely[i, j, answer])
        for (i, j), answer in np.ndenumerate(answers)
        if answer != NOT_ASKED
    ]
    assert 0 < len(asked) < answers.size
    assert abs(loss - np.mean(asked)) < 1e-12


@BOTH
def test_gradient_is_what_differences_say(norms: Norms) -> None:
    weights, (tokens, answers) = machine(norms), batch()
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


def test_heads_have_to_divide_the_stream() -> None:
    with pytest.raises(ValueError, match="n_heads is 4; it must be 1 or more and divide d_model 6"):
        drawn(
            np.random.default_rng(0), d_vocab=2, n_ctx=2, d_model=6, n_heads=4, d_mlp=0, n_layers=1
        )
