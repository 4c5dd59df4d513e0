"""Say a word."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.say_a_word.both_ways import both_ways
from exercises.catalogue.say_a_word.few_numbers import few
from exercises.catalogue.say_a_word.most_confused import alike, most_confused
from exercises.catalogue.say_a_word.no_threshold import alike as alike_of_no_threshold
from exercises.catalogue.say_a_word.no_threshold import no_threshold
from exercises.catalogue.say_a_word.one_stack import one_stack
from exercises.catalogue.say_a_word.surer_chain import lead
from taotp.applications.spoken.machine import CHANGE, DIGITS, N_FRAMES, NEAR
from taotp.applications.spoken.said import said_words
from taotp.applications.spoken.sentence import SOUND
from taotp_core.arrays import Array
from taotp_core.weights import Transformer
from tests.exercises.changing import other_order, with_layer


def least() -> object:
    """The two that are least alike."""
    whole = alike().sum(axis=2)
    one, other = np.unravel_index(whole.argmin(), whole.shape)
    return DIGITS[int(one)], DIGITS[int(other)], 1 + int(alike()[one, other].argmax())


def numpy() -> object:
    """Strings and a number out of arrays."""
    one, other, place = most_confused()
    return *np.array([other, one]), np.int64(place)


def fainter_behind() -> Array:
    """No mirror image to the last sample: what comes behind is a little fainter."""
    both = both_ways()
    return (both * np.linspace(1, 0.97, len(both))).astype(np.float32)


def own_digit() -> object:
    """A digit that is heard well, beside the most alike of the strange words."""
    voice, word, _ = no_threshold()
    said = said_words()["a machine"]
    return voice, word, max(said, key=lambda one: alike_of_no_threshold("a machine", one))


def any_pair() -> list[str]:
    """The first pair that will do, in a list."""
    sounds = said_words()
    least = no_threshold()[2]
    return next(
        [voice, word, least]
        for voice in sounds if voice != "a machine"
        for word in sounds[voice]
        if alike_of_no_threshold(voice, word) > alike_of_no_threshold("a machine", least)
    )  # fmt: skip


def slopes_as_they_are() -> Transformer:
    """A slope counts as much as a wave."""
    model = one_stack()
    *places, mean = model.layers[1].heads
    softer = [replace(head, W_O=head.W_O / CHANGE) for head in places[1::2]]
    return with_layer(model, 1, heads=[*places[::2], *softer, mean])


def short_words() -> Transformer:
    """Room for words of half a second."""
    model = one_stack()
    return replace(model, W_pos=model.W_pos[: N_FRAMES // 2])


def one_head_more() -> Transformer:
    """The heads of each layer in another order, and one that brings nothing."""
    model = other_order(one_stack())
    heads = model.layers[1].heads
    return with_layer(model, 1, heads=[replace(heads[0], W_O=0 * heads[0].W_O), *heads])


INVITED: dict[str, dict[str, object]] = {
    "half-as-fast": {
        "wrong: slopes counted four times": lambda: (NEAR, 4 * CHANGE),
        "wrong: half as wide": lambda: (NEAR / 2, 2 * CHANGE),
        "right: in an array, about as much": lambda: np.array([1.01 * NEAR, 1.97 * CHANGE]),
    },
    "most-confused": {
        "wrong": [least],
        "wrong: places counted from 0": lambda: (*most_confused()[:2], most_confused()[2] - 1),
        "right": [numpy],
    },
    "both-ways": {
        "wrong: samples of 16 bits": lambda: (32767 * both_ways()).round(),
        "wrong: a one that is a zero backwards": lambda: said_words()["a machine"]["one"],
        "right": [fainter_behind],
    },
    "no-threshold": {
        "wrong": [own_digit],
        "wrong: the digit as a figure": lambda: (*no_threshold()[:2], "6"),
        "right": [any_pair],
    },
    "surer-chain": {
        "wrong: the logarithm to the base of ten": lambda: lead() / float(np.log(10)),
        "wrong: the lead of the votes, without the hundred": lambda: lead() / SOUND,
        "right: three digits, in an array": lambda: np.array(float(f"{lead():.3g}")),
    },
    "few-numbers": {
        "wrong: columns that are no integers": lambda: ([129.9, 145.2, 223.5, 251.0], 65.0),
        "wrong: counted from the end": lambda: ([column - 288 for column in few()[0]], few()[1]),
        "right: an array in another order": lambda: (np.array(few()[0])[::-1], int(few()[1])),
    },
    "one-stack": {"wrong": [slopes_as_they_are, short_words], "right": [one_head_more]},
}
