"""The stored numbers of the trained Hello World: they say it, and the script makes them again."""

import json

import numpy as np

from taotp.data import trained_hello_world
from taotp.programs import hello_world
from taotp_core.measure import parameters
from taotp_core.transformer import forward
from tools.experiments.trained_hello_world import (
    DECIMALS,
    MESSAGE,
    RATE,
    RESULT,
    SEED,
    STEPS,
    text,
    trained,
)


def test_it_says_the_message_with_as_many_numbers_as_by_hand() -> None:
    by_hand, found = hello_world(MESSAGE), trained_hello_world()
    assert found.complete("") == MESSAGE
    assert parameters(found.model).total == parameters(by_hand.model).total == 72
    assert found.vocabulary == by_hand.vocabulary


def test_it_listens_and_the_one_by_hand_does_not() -> None:
    _, answers = text()
    table = np.tile(np.arange(11)[:, None], 13)
    right = [
        int((forward(program.model, table).argmax(-1) == answers).sum())
        for program in (hello_world(MESSAGE), trained_hello_world())
    ]
    assert right == [143, 24]


def test_the_script_makes_the_same_numbers() -> None:
    stored = json.loads(RESULT.read_text("utf-8"))
    assert (stored["seed"], stored["rate"], stored["steps"]) == (SEED, RATE, STEPS)
    weights = trained(STEPS)
    for W, name in zip(weights.arrays(), ("W_E", "W_pos"), strict=True):
        assert np.abs(W - stored[name]).max() <= 0.5 * 10.0**-DECIMALS + 1e-3
    assert not np.allclose(trained(0).W_E, weights.W_E)
