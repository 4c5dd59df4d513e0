"""The stored machine of letters: its sizes, what a letter costs it, and what it says."""

import numpy as np
import pytest

from taotp.data import experiment, read_and_held_back, trained, trained_letters
from taotp_core.weights import named_arrays
from tools.experiments.play import bits, ids
from tools.experiments.train_letters import D_MODEL, N_CTX, N_HEADS, STEPS
from tools.experiments.training import from_model, single


def test_it_has_the_sizes_of_the_experiment() -> None:
    model = trained_letters().model
    assert (model.d_vocab, model.n_ctx, model.d_model) == (69, N_CTX, D_MODEL)
    assert [len(layer.heads) for layer in model.layers] == [N_HEADS, N_HEADS]
    assert sum(W.size for W in named_arrays(model).values()) == 60_624


def test_it_costs_what_the_experiment_found() -> None:
    """Rounding to float16 changes less than a hundredth of a bit."""
    (found,) = [
        row["held_back"]
        for row in experiment("train_letters")
        if (row["machine"], row["seed"], row["step"]) == ("two layers", 0, STEPS)
    ]
    weights = single(from_model(trained_letters().model))
    assert bits(weights, ids(read_and_held_back()[1])) == pytest.approx(found, abs=0.01)


def test_it_says_letters_of_words() -> None:
    program = trained_letters()
    said = program.complete("Rome", steps=40)
    assert len(said) == 40 and said[0] == "o"
    assert program.complete("What is your name, and what is your quarrel? ", steps=3)


def test_a_name_that_none_has() -> None:
    with pytest.raises(ValueError, match="no trained model is called 'verse'; there are trained_"):
        trained("verse")
    assert np.isfinite(trained("trained_letters").W_E).all()
