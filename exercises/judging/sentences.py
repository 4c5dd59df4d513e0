"""The two sentences in which one word, far back, decides what follows."""

from collections.abc import Iterator

import numpy as np

from exercises.judging.asking import Shown
from exercises.judging.judge import Tally, knows, own_program, right, standard
from taotp_core.arrays import Tokens
from taotp_core.program import Program

SENTENCES = (
    [
        "check",
        "the",
        "battery",
        "log",
        "and",
        "find",
        "out",
        "whether",
        "it",
        "ran",
        "down",
        "please",
    ],
    ["check", "the", "program", "log", "and", "find", "out", "whether", "it", "ran", "please"],
)
OPEN = 1  # the place of "the", after which either noun may come


def beginnings(program: Program) -> Iterator[tuple[Tokens, Tokens]]:
    """Each sentence, and what comes after every beginning of it but the one that leaves it open."""
    before = len(program.encode([]))
    for sentence in SENTENCES:
        said = program.ids(sentence)
        tokens = np.array([[*program.encode([]), *said[:-1]]])
        expected = np.full(tokens.shape, -1)
        expected[0, before:] = said[1:]
        expected[0, before + OPEN] = -1
        yield tokens, expected


def two_sentences(answer: object, where: str) -> tuple[Program, Tally]:
    """A learner's program, if it goes on with both sentences from every beginning; or Wrong."""
    program = own_program(answer, where)
    standard(program.model)
    words = [word for sentence in SENTENCES for word in sentence]
    knows(program, words, "the words of both sentences", len(SENTENCES[0]) - 1)
    before = len(program.encode([]))
    show = Shown([*map(str, program.vocabulary)], " ", before, quoted=True)
    tally = Tally()
    for tokens, expected in beginnings(program):
        tally += right(program.model, tokens, expected, show, lambda i: repr(program.vocabulary[i]))
    return program, tally
