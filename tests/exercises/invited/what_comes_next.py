"""What comes next."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.what_comes_next.later_noun import WORDS, later_noun
from exercises.catalogue.what_comes_next.longer_rows import N_WORDS
from exercises.catalogue.what_comes_next.say_two_sentences import say_two_sentences
from taotp_core.program import Program
from taotp_core.weights import Transformer

ROWS = np.eye(N_WORDS)


def with_a_start() -> Program:
    """A start symbol before the first word, and a place more for it."""
    program = later_noun()
    W_E, W_pos = program.model.W_E, program.model.W_pos
    wider = replace(
        program.model,
        W_E=np.vstack([W_E, W_E[WORDS.index("and")]]),
        W_pos=np.vstack([W_pos, 2 * W_pos[-1] - W_pos[-2]]),
        W_U=np.hstack([program.model.unembedding, np.zeros((W_E.shape[1], 1))]),
    )
    return Program(wider, [*WORDS, "<start>"], "<start>")


def with_words(count: int) -> Program:
    """The two sentences by a machine that knows so many words more, which it never says."""
    program = say_two_sentences()
    more = np.zeros((count, program.model.d_model))
    wider = replace(program.model, W_E=np.vstack([program.model.W_E, more]))
    return Program(wider, [*program.vocabulary, *(f"word {i}" for i in range(count))])


INVITED: dict[str, dict[str, object]] = {
    "markov-mixes": {
        "wrong: they meet at their last word": ["open my files", "delete your files"],
        "right: the same two words, the other way round": ["open files", "files open"],
    },
    "third-mask": {
        "wrong: a word of all three in the place of the third noun": ["printer", "battery", "log"],
        "right: an array of words": np.array(["printer", "program", "battery"]),
    },
    "fifty-thirty-twenty": {
        "wrong: from small to large": np.log([0.2, 0.3, 0.5]) - np.log([0.2, 0.3, 0.5]).mean(),
        "right: solved as equations": np.linalg.solve(
            np.array([[1, -1, 0], [0, 1, -1], [1, 1, 1]]), [np.log(5 / 3), np.log(3 / 2), 0]
        ),
    },
    "longer-rows": {
        "wrong: rows too short by a little": Transformer(2.5 * ROWS, -1e4 * ROWS[:1]),
        "right: a multiple below zero": Transformer(-6 * ROWS, 1e5 * ROWS[:1]),
    },
    "later-noun": {
        "wrong: three early nouns outvote a late one": lambda: later_noun(1 / 128),
        "right": [with_a_start],
    },
    "files-first": {
        "wrong: a little below the half": "W_E:3.1=-0.7",
        "right: the word that reads it is louder": {"W_U:1.1": np.float64(7)},
    },
    "say-two-sentences": {
        "wrong: right, with six words that nobody needs": lambda: with_words(6),
        "right: a word more than was asked for": lambda: with_words(1),
    },
}
