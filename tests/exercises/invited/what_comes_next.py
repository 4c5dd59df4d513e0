"""What comes next."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.what_comes_next.later_noun import WORDS, later_noun
from exercises.catalogue.what_comes_next.longer_rows import N_WORDS
from exercises.catalogue.what_comes_next.say_two_sentences import say_two_sentences
from taotp_core.program import Program
from taotp_core.weights import Transformer
from tests.exercises.changing import with_head, with_model

ROWS = np.eye(N_WORDS)


def down_is_a_noun() -> Program:
    """Asks for battery, program and down alike, and takes down for a battery."""
    program = later_noun()
    W_E = program.model.W_E.copy()
    W_E[WORDS.index("down")] = W_E[WORDS.index("battery")]
    return with_model(program, W_E=W_E)


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


def other_sign() -> Program:
    """A program that ran down, and a battery that ran."""
    program = say_two_sentences()
    (head,) = program.model.layers[0].heads
    return replace(program, model=with_head(program.model, W_O=-head.W_O))


INVITED: dict[str, dict[str, object]] = {
    "markov-mixes": {
        "wrong: they meet at their last word": ["open my files", "delete your files"],
        "wrong: they differ in their first word alone": ["open my files", "delete my files"],
        "right: the same two words, the other way round": ["open files", "files open"],
        "right: an array of strings": np.array(["a x b", "c x d"]),
    },
    "third-mask": {
        "wrong: a word of all three in the place of the third noun": ["printer", "battery", "log"],
        "wrong: two words more": ["program", "battery", "printer", "check", "the"],
        "right: an array of words": np.array(["printer", "program", "battery"]),
    },
    "fifty-thirty-twenty": {
        "wrong: from small to large": np.log([0.2, 0.3, 0.5]) - np.log([0.2, 0.3, 0.5]).mean(),
        "wrong: logarithms less their sum": np.log([0.5, 0.3, 0.2]) - np.log(0.03),
        "right: solved as equations": np.linalg.solve(
            np.array([[1, -1, 0], [0, 1, -1], [1, 1, 1]]), [np.log(5 / 3), np.log(3 / 2), 0]
        ),
    },
    "longer-rows": {
        "wrong: rows too short by a little": Transformer(2.5 * ROWS, -1e4 * ROWS[:1]),
        "wrong: the position points at the others": Transformer(6 * ROWS, 6 * (1 - ROWS[:1])),
        "right: a multiple below zero": Transformer(-6 * ROWS, 1e5 * ROWS[:1]),
    },
    "later-noun": {
        "wrong": [down_is_a_noun],
        "wrong: three early nouns outvote a late one": lambda: later_noun(1 / 128),
        "right": [with_a_start],
    },
    "files-first": {
        "wrong: a little below the half": "W_E:3.1=-0.7",
        "wrong: photos as rare as files": "W_E:3.4=-1.2039728043259361",
        "right: the word that reads it is louder": {"W_U:1.1": np.float64(7)},
    },
    "say-two-sentences": {
        "wrong": [other_sign],
        "wrong: right, with six words that nobody needs": lambda: with_words(6),
        "right: a word more than was asked for": lambda: with_words(1),
    },
}
