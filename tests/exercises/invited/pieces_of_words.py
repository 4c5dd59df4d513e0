"""Pieces of words."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.pieces_of_words.how_many_letters import counter
from exercises.catalogue.pieces_of_words.longest_is_another import APART, LONGEST, saved
from exercises.catalogue.pieces_of_words.merges_by_hand import merges
from exercises.catalogue.pieces_of_words.not_the_best import better
from taotp.data import romeo_and_juliet
from taotp.words.bpe import count_words
from taotp_core.weights import Transformer


def last() -> list[str]:
    """The last of each kind in the play, in a list."""
    words = [word for word in count_words(romeo_and_juliet()) if len(word) <= LONGEST]
    return [[word for word in words if sign * saved(word) >= APART][-1] for sign in (1, -1)]


def noise_behind(pieces: list[str]) -> Transformer:
    """Right at the first four places, with noise at all others."""
    W_pos = np.zeros((12, 3))
    W_pos[4:] = 9 * np.eye(3)[np.arange(8) % 3]
    return replace(counter(pieces), W_pos=W_pos)


INVITED: dict[str, dict[str, object]] = {
    "merges-by-hand": {
        "wrong: es last": lambda: [("o", "s"), ("os", "e"), ("r", "ose"), ("e", "s"), ("es", "s")],
        "right: the five pairs as rows of an array": lambda: np.array(merges()),
    },
    "longest-is-another": {
        "wrong: a word that the longest wins, twice": lambda: ("knowest", "knowest"),
        "right: last": last,
    },
    "not-the-best": {
        "wrong: the second merge goes on with the first": lambda: [("t", "a"), ("ta", "t")],
        "right: the pairs as rows of an array": lambda: np.array(better()),
    },
    "half-letters": {
        "wrong: the accent is a sign of its own": lambda: ("e\u0301", "\u00e9\u00e8"),
        "right: a third of a kana; a sharp s": lambda: ["a\u3042", "\u00df\u00e9"],
    },
    "how-many-letters": {
        "wrong": [noise_behind],
        "right: all columns of places lower": lambda pieces: replace(
            model := counter(pieces), W_pos=model.W_pos - 3
        ),
    },
}
