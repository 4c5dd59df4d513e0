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
from tests.exercises.invited import Invited


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
    return (
        voice,
        word,
        max(said_words()["a machine"], key=lambda one: alike_of_no_threshold("a machine", one)),
    )


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
    first, second = model.layers
    *places, mean = second.heads
    softer = [replace(head, W_O=head.W_O / CHANGE) for head in places[1::2]]
    heads = [*places[::2], *softer, mean]
    return replace(model, layers=[first, replace(second, heads=heads)])


def short_words() -> Transformer:
    """Room for words of half a second."""
    model = one_stack()
    return replace(model, W_pos=model.W_pos[: N_FRAMES // 2])


def other_order() -> Transformer:
    """The heads of each layer in another order, and one that brings nothing."""
    model = one_stack()
    first, second = model.layers
    idle = replace(second.heads[0], W_O=0 * second.heads[0].W_O)
    layers = [
        replace(first, heads=first.heads[::-1]),
        replace(second, heads=[idle, *second.heads[::-1]]),
    ]
    return replace(model, layers=layers)


INVITED = {
    "half-as-fast": Invited(
        wrong={
            "slopes counted four times: half as steep, twice as long": lambda: (NEAR, 4 * CHANGE),
            "half as wide, as if a place were in frames as well": lambda: (NEAR / 2, 2 * CHANGE),
        },
        right={
            "in an array, and not to the last digit": (
                lambda: np.array([1.01 * NEAR, 1.97 * CHANGE])
            ),
        },
    ),
    "most-confused": Invited(
        wrong={
            "places counted from 0": lambda: (*most_confused()[:2], most_confused()[2] - 1),
            "least": least,
        },
        right={
            "numpy": numpy,
        },
    ),
    "both-ways": Invited(
        wrong={
            "the samples as a sound file of 16 bits has them": (
                lambda: (32767 * both_ways()).round()
            ),
            "a one that is a zero backwards": lambda: said_words()["a machine"]["one"],
        },
        right={
            "fainter behind": fainter_behind,
        },
    ),
    "no-threshold": Invited(
        wrong={
            "own digit": own_digit,
            "the digit as a figure": lambda: (*no_threshold()[:2], "6"),
        },
        right={
            "any pair": any_pair,
        },
    ),
    "surer-chain": Invited(
        wrong={
            "the logarithm to the base of ten": lambda: lead() / float(np.log(10)),
            "the lead of the votes, without the hundred": lambda: lead() / SOUND,
        },
        right={
            "three digits of it, as an array of one number": (
                lambda: np.array(float(f"{lead():.3g}"))
            ),
        },
    ),
    "few-numbers": Invited(
        wrong={
            "columns with something behind the point": (
                lambda: ([80.9, 150.2, 169.5, 271.0], 33.0)
            ),
            "columns counted from the end, as Python may": (
                lambda: ([column - 288 for column in few()[0]], few()[1])
            ),
        },
        right={
            "an array of columns in another order, and a whole number": (
                lambda: (np.array(few()[0])[::-1], int(few()[1]))
            ),
        },
    ),
    "one-stack": Invited(
        wrong={
            "slopes as they are": slopes_as_they_are,
            "short words": short_words,
        },
        right={
            "other order": other_order,
        },
    ),
}
