"""The two sentences in which one word, far back, decides what follows."""

from collections.abc import Iterator, Sequence

import numpy as np

from exercises.judging.judge import Tally, Wrong, own_program, right, standard
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
    known = set(program.vocabulary)
    missing = [word for sentence in SENTENCES for word in sentence if word not in known]
    if missing:
        raise Wrong(f"at the vocabulary expected the words of both sentences, got no {missing[0]}")
    need = len(SENTENCES[0]) - 1 + len(program.encode([]))
    if program.model.n_ctx < need:
        raise Wrong(f"at n_ctx expected {need} or more, got {program.model.n_ctx}")

    def show(prefix: Sequence[int]) -> str:
        return repr(" ".join(str(program.vocabulary[i]) for i in prefix))

    tally = Tally()
    for tokens, expected in beginnings(program):
        tally += right(program.model, tokens, expected, show, lambda i: repr(program.vocabulary[i]))
    return program, tally
