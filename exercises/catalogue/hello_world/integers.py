"""Whole numbers only."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.catalogue.hello_world.few_nonzeros import sparse_hello_world
from exercises.judging.judge import every_weight, own_program, praised, standard
from exercises.judging.machine import machine
from exercises.judging.text import PRAISE, says
from exercises.statement import Exercise
from taotp.programs.hello_world import hello_world
from taotp_core.program import Program
from taotp_core.weights import Transformer

MESSAGE = "Hello World!"
STUB = '''
def integer_hello_world():
    """A Program that says Hello World!, all of its weights integers."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """Says the message, and every weight is an integer; tells the largest."""
    program = own_program(answer, "in the answer")
    standard(program.model)
    every_weight(program.model, lambda W: np.rint(W) == W, "an integer")
    words = f"{PRAISE}, largest entry {{largest:.0f}}"
    return praised(words, program.model, says(program, MESSAGE))


def integer_hello_world() -> Program:
    """The circle ten times as large, rounded; positions six times as loud as tokens."""
    program = hello_world()
    W_E = np.rint(10 * program.model.W_E)
    says = [program.vocabulary.index(s) for s in [*"Hello World!", "<stop>"]]
    return replace(program, model=Transformer(W_E, W_pos=6 * W_E[says]))


def accepted_rounded_circle() -> Callable[[], Program]:
    """The circle on squared paper."""
    return integer_hello_world


def accepted_one_hot() -> Callable[[], Program]:
    """The sparse program has integers only."""
    return sparse_hello_world


def wrong_three_steps() -> Callable[[], Program]:
    """Right along the message, and it says three letters of it."""
    return lambda: replace(integer_hello_world(), steps=3)


def wrong_after_the_first() -> Callable[[], Program]:
    """Right along the message, and it shows what comes after the first H."""
    return lambda: replace(integer_hello_world(), after="H")


def wrong_not_rounded() -> Callable[[], Program]:
    """The chapter's program."""
    return hello_world


def wrong_too_coarse() -> Callable[[], Program]:
    """Rounded without enlarging: several symbols on one point."""

    def coarse() -> Program:
        model = hello_world().model
        return replace(hello_world(), model=Transformer(np.rint(model.W_E), np.rint(model.W_pos)))

    return coarse


def wrong_nearly() -> Callable[[], Program]:
    """One entry a millionth away from an integer."""

    def nearly() -> Program:
        program = integer_hello_world()
        W_E = program.model.W_E.copy()
        W_E[3, 1] += 1e-6
        return replace(program, model=Transformer(W_E, program.model.W_pos))

    return nearly


EXERCISE = Exercise(
    slug="integers",
    source="2.7",
    title="Whole numbers",
    kind="construct",
    statement="""
Make a program that says *Hello World!* and whose every weight is an integer, under the plain
LayerNorm. It is not forbidden to make the largest of them small, or the parameters few; the
verdict tells both.
""",
    hints=(
        "Layer norm divides by the length of a row. So how long a row is does not matter on the "
        "way in, and a circle may be as large as you like.",
        "Round a large circle. From which size on are eleven rounded points still far enough "
        "apart, each nearest to itself?",
        "Rounded rows no longer have mean zero or equal lengths. The first part does not matter, "
        "since layer norm puts out rows of mean zero; the second part does, a little.",
    ),
    answer="""
A circle ten times as large, rounded, serves; and positions that are six times as loud as tokens
are loud enough. The program with a dimension for each symbol (`few-nonzeros`) has only the integers
0, 1 and 10.
""",
    stub=STUB,
    judge=judge,
    code=(integer_hello_world,),
    typed=machine(judge, integer_hello_world),
)
