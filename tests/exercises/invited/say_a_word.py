"""Say a word."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.say_a_word.both_ways import both_ways
from exercises.catalogue.say_a_word.few_numbers import few
from exercises.catalogue.say_a_word.most_confused import alike, most_confused
from exercises.catalogue.say_a_word.no_threshold import no_threshold
from exercises.catalogue.say_a_word.one_stack import one_stack
from exercises.catalogue.say_a_word.surer_chain import lead
from taotp.applications.spoken.machine import CHANGE, DIGITS, N_FRAMES, NEAR
from taotp.applications.spoken.said import said_words
from taotp.applications.spoken.sentence import SOUND
from taotp_core.arrays import Array
from taotp_core.weights import Transformer
from tests.exercises.changing import other_order


def least() -> object:
    """The two that are least alike."""
    whole = alike().sum(axis=2)
    one, other = np.unravel_index(whole.argmin(), whole.shape)
    return DIGITS[int(one)], DIGITS[int(other)], 1 + int(alike()[one, other].argmax())


def fainter_behind() -> Array:
    """No mirror image to the last sample: what comes behind is a little fainter."""
    both = both_ways()
    return (both * np.linspace(1, 0.97, len(both))).astype(np.float32)


def short_words() -> Transformer:
    """Room for words of half a second."""
    model = one_stack()
    return replace(model, W_pos=model.W_pos[: N_FRAMES // 2])


INVITED: dict[str, dict[str, object]] = {
    "half-as-fast": {
        "wrong: half as wide": lambda: (NEAR / 2, 2 * CHANGE),
        "right: in an array, about as much": lambda: np.array([1.01 * NEAR, 1.97 * CHANGE]),
    },
    "most-confused": {
        "wrong": [least],
        "right: the other first, in numpy's": lambda: (
            *np.array(most_confused()[1::-1]),
            np.int64(most_confused()[2]),
        ),
    },
    "both-ways": {
        "wrong: a one that is a zero backwards": lambda: said_words()["a machine"]["one"],
        "right": [fainter_behind],
    },
    "no-threshold": {
        "wrong: the digit as a figure": lambda: (*no_threshold()[:2], "6"),
        "right: a list": lambda: [*no_threshold()],
    },
    "surer-chain": {
        "wrong: the lead of the votes, without the hundred": lambda: lead() / SOUND,
        "right: three digits, in an array": lambda: np.array(float(f"{lead():.3g}")),
    },
    "few-numbers": {
        "wrong: counted from the end": lambda: ([column - 288 for column in few()[0]], few()[1]),
        "right: an array in another order": lambda: (np.array(few()[0])[::-1], int(few()[1])),
    },
    "one-stack": {
        "wrong": [short_words],
        "right: heads in another order": lambda: other_order(one_stack()),
    },
}
