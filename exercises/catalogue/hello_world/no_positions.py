"""A message in which every letter knows the next."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import Tally, no_positions, own_program, standard
from exercises.judging.machine import machine
from exercises.judging.text import praise, says
from exercises.statement import Exercise, Mark
from taotp.programs.hello_world import hello_world
from taotp_core.encodings import circle
from taotp_core.program import Program
from taotp_core.weights import Transformer

MESSAGE = "Hel Word!"
STUB = '''
def hel_word():
    """A Program that says Hel Word! and whose W_pos is all zero."""
    raise NotImplementedError
'''


def says_without_positions(answer: object, message: str) -> tuple[Program, Tally]:
    """Run an answer whose position table is all zero along its message."""
    program = own_program(answer, "in the answer")
    standard(program.model)
    no_positions(program.model)
    return program, says(program, message)


def judge(answer: object) -> str:
    """Says the message with a position table of zeros."""
    return praise(*says_without_positions(answer, MESSAGE))


def hel_word() -> Program:
    """Each symbol's column of W_U is the place of the symbol that comes before it."""
    order = ["<start>", *"Hel Word!", "<stop>"]
    W_E = circle(len(order))
    W_U = np.roll(W_E, 1, axis=0).T
    return Program(Transformer(W_E, np.zeros((10, 3)), W_U=W_U), order, "<start>", "<stop>")


def accepted_turned_circle() -> Callable[[], Program]:
    """Embedding and unembedding differ by one step on the circle."""
    return hel_word


def accepted_table() -> Callable[[], Program]:
    """A table of pairs: row by what is read, column by what is said."""

    def table() -> Program:
        order = [*"!droW leH", "<stop>", "<start>"]
        path = [order.index(s) for s in ["<start>", *"Hel Word!", "<stop>"]]
        W_U = np.zeros((11, 11))
        W_U[path[:-1], path[1:]] = 1
        return Program(
            Transformer(np.eye(11), np.zeros((12, 11)), W_U=W_U), order, "<start>", "<stop>"
        )

    return table


def wrong_positions() -> Callable[[], Program]:
    """The chapter's program, which knows the place and nothing else."""
    return lambda: hello_world("Hel Word!")


def wrong_tied() -> Callable[[], Program]:
    """Tied, each symbol is nearest to itself."""

    def tied() -> Program:
        program = hel_word()
        model = Transformer(program.model.W_E, program.model.W_pos)
        return Program(model, program.vocabulary, program.start, program.stop)

    return tied


def wrong_direction() -> Callable[[], Program]:
    """A step the wrong way round: says what came before."""

    def backward() -> Program:
        program = hel_word()
        W_U = np.roll(program.model.W_E, -1, axis=0).T
        model = Transformer(program.model.W_E, program.model.W_pos, W_U=W_U)
        return Program(model, program.vocabulary, program.start, program.stop)

    return backward


def wrong_whole_word() -> Callable[[], Program]:
    """The message as a single symbol."""

    def whole() -> Program:
        order = ["<start>", "Hel Word!", "<stop>"]
        W_U = np.roll(circle(3), 1, axis=0).T
        return Program(
            Transformer(circle(3), np.zeros((10, 3)), W_U=W_U), order, "<start>", "<stop>"
        )

    return whole


EXERCISE = Exercise(
    slug="no-positions",
    source="2.4",
    title="Hel Word!",
    kind="construct",
    marks=(Mark.VERY_EASY, Mark.RECOMMENDED),
    statement="""
Make a program that says *Hel Word!* while every number of its position table `W_pos` is zero. The
unembedding need not be tied; the norms are the plain LayerNorm. `hel_word()` returns a `Program`:
a `Transformer` with a vocabulary of single letters and two sentinels.
""",
    hints=(
        "What is left to tell one moment from another, if all positions are alike?",
        "Why *Hel Word!* and not *Hello World!*? List for each letter what comes after it.",
        "If the vocabulary stands in the order of the message, each symbol has to become the "
        "next one: one step on the circle, and `W_U` may take it.",
    ),
    answer="""
In this message every symbol has one successor, so the last token is enough. The symbols stand on
the circle in the order of the message, and the unembedding is the circle turned back by one step.
""",
    stub=STUB,
    judge=judge,
    code=(hel_word,),
    typed=machine(judge, hel_word),
)
