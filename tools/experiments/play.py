"""The play as numbers, cut into windows that a machine is trained and tested on."""

from functools import cache

import numpy as np

from taotp.data import romeo_and_juliet
from taotp_core.arrays import Tokens
from tools.experiments.training import NOT_ASKED, Weights, loss_of

TOGETHER = 64  # windows that are tested at once


@cache
def alphabet() -> tuple[str, ...]:
    """The letters of the whole play, in order."""
    return tuple(sorted(set(romeo_and_juliet())))


def ids(text: str) -> Tokens:
    """The number of each letter; ValueError for one that is not in the play."""
    number = {letter: i for i, letter in enumerate(alphabet())}
    if strange := sorted(set(text) - set(number)):
        raise ValueError(f"the text has {strange[0]!r}; it must have letters of the play only")
    return np.array([number[letter] for letter in text])


def cut(text: Tokens, n: int, length: int, rng: np.random.Generator) -> tuple[Tokens, Tokens]:
    """Cut windows out of a text anywhere, with what comes after each place of them: [n, length]."""
    starts = rng.integers(len(text) - length, size=(n, 1))
    found = text[starts + np.arange(length + 1)]
    return found[:, :-1], found[:, 1:]


def half_windows(text: Tokens, length: int) -> tuple[Tokens, Tokens]:
    """Windows that ask for each letter once, given half a window before it or more.

    Only the letters of the first half window have fewer, and those behind the last whole window
    are not asked for.
    """
    half = length // 2
    starts = np.arange(0, len(text) - length, half)[:, None]
    found = text[starts + np.arange(length + 1)]
    tokens, answers = found[:, :-1], found[:, 1:].copy()
    answers[1:, :-half] = NOT_ASKED
    return tokens, answers


def bits(weights: Weights, text: Tokens) -> float:
    """What a text costs a machine, in bits per token."""
    tokens, answers = half_windows(text, len(weights.W_pos))
    parts = [slice(i, i + TOGETHER) for i in range(0, len(tokens), TOGETHER)]
    asked = [int((answers[part] != NOT_ASKED).sum()) for part in parts]
    losses = [loss_of(weights, tokens[part], answers[part]) for part in parts]
    return float(np.average(losses, weights=asked) / np.log(2))
