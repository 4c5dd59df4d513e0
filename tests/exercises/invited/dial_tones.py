"""Listening to dial tones."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.dial_tones.arrow_length import arrow_length
from exercises.catalogue.dial_tones.count_onsets import count_onsets
from exercises.catalogue.dial_tones.deaf_fork import FORK, SIZE, deaf_fork
from exercises.catalogue.dial_tones.guard_forks import guard_forks
from exercises.catalogue.dial_tones.stop_score import ROUND
from exercises.catalogue.dial_tones.whole_frames import HOP, whole_frames
from taotp.sound.wav import RATE
from taotp_core.weights import MLP, Layer, Transformer
from tests.exercises.changing import asked_otherwise


def touching() -> MLP:
    """Seven units, right where the sum is least: too long in between."""
    mlp = arrow_length()
    low = 1 / (2 * np.tan(np.pi / 14))
    return replace(mlp, W_out=mlp.W_out / mlp.W_out[0, 0] / low)


def as_soft_as_can_be() -> object:
    """A little louder than two neighbors need."""
    least = np.log(99) + np.log(198)
    loud = 1.01 * least / (1 - np.cos(2 * np.pi / ROUND))
    return np.array([loud, loud - 1.005 * np.log(99)])


def more_numbers() -> Transformer:
    """Right, with an idle layer that is too much."""
    model = count_onsets()
    idle = MLP(np.zeros((12, 8)), np.zeros(8), np.zeros((8, 12)), np.zeros(12))
    return replace(model, layers=[*model.layers, Layer(mlp=idle)])


INVITED: dict[str, dict[str, object]] = {
    "deaf-fork": {
        "wrong: four above it": lambda: [FORK + k * RATE / SIZE for k in (2.5, 3.5, 4.5, 5.5)],
        "right: to a hundredth, as asked for": lambda: np.round(deaf_fork(), 2),
    },
    "arrow-length": {
        "wrong": [touching],
        "right: units of another length": lambda: replace(
            mlp := arrow_length(), W_in=3 * mlp.W_in, W_out=mlp.W_out / 3
        ),
    },
    "guard-forks": {
        "wrong: a sample rate higher": lambda: [fork + RATE for fork in guard_forks()],
        "wrong: the right ones from the other end": lambda: guard_forks()[::-1],
        "right: rounded to whole numbers, in an array": lambda: np.round(guard_forks()),
    },
    "whole-frames": {
        "wrong: frames that begin within the press": lambda n: [n // HOP, -(-n // HOP)],
        "right: an array of two numbers": lambda n: np.array(whole_frames(n)),
    },
    "three-keys": {
        "wrong: a key has a capital letter": lambda: ["123", "124", "126", "15d"],
        "right: a tuple, and keys from the right to the left": lambda: ("DCB", "#30", "D97", "D51"),
    },
    "count-onsets": {
        "wrong": [more_numbers],
        "right: asked with the other sign": lambda: asked_otherwise(count_onsets()),
    },
    "stop-score": {
        "wrong: turned by a minus": lambda: [-280.0, -140.0 * (1 + np.cos(2 * np.pi / ROUND))],
        "right": [as_soft_as_can_be],
    },
}
