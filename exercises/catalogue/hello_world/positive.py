"""Nothing below zero."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.judge import every_weight, own_program, standard
from exercises.judging.machine import machine
from exercises.judging.text import praise, says
from exercises.statement import Exercise
from taotp.programs.hello_world import hello_world
from taotp_core.program import Program
from taotp_core.weights import Transformer

MESSAGE = "Hello World!"
STUB = '''
def positive_hello_world():
    """A Program that says Hello World!, all of its weights above 0."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """Says the message, and every weight is above zero."""
    program = own_program(answer, "in the answer")
    standard(program.model)
    every_weight(program.model, lambda W: W > 0, "a positive number")
    return praise(program, says(program, MESSAGE))


def positive_hello_world() -> Program:
    """A constant added to every number: layer norm takes it away."""
    program = hello_world(loud=10)
    model = Transformer(program.model.W_E + 2, program.model.W_pos + 20)
    return replace(program, model=model)


def accepted_shifted() -> Callable[[], Program]:
    """The circle, lifted off the plane."""
    return positive_hello_world


def accepted_lifted_one_hot() -> Callable[[], Program]:
    """A dimension for each symbol, with a small number where zeros were."""

    def lifted() -> Program:
        program = hello_world()
        says = [program.vocabulary.index(s) for s in [*MESSAGE, "<stop>"]]
        W_E = np.eye(11) + 0.01
        return replace(program, model=Transformer(W_E, 9 * W_E[says]))

    return lifted


def wrong_as_it_is() -> Callable[[], Program]:
    """The chapter's program: half of a circle is below zero."""
    return hello_world


def wrong_zero() -> Callable[[], Program]:
    """Zero is not positive."""

    def at_zero() -> Program:
        program = positive_hello_world()
        W_E = program.model.W_E - program.model.W_E.min()
        return replace(program, model=Transformer(W_E, program.model.W_pos))

    return at_zero


def wrong_absolute() -> Callable[[], Program]:
    """Signs dropped: the circle is folded."""

    def folded() -> Program:
        model = hello_world().model
        return replace(
            hello_world(), model=Transformer(np.abs(model.W_E) + 1e-3, np.abs(model.W_pos) + 1e-3)
        )

    return folded


EXERCISE = Exercise(
    slug="positive",
    source="2.8",
    title="Nothing below zero",
    kind="construct",
    statement="""
Make a program that says *Hello World!* and whose every weight is larger than zero, under the
plain LayerNorm.
""",
    hints=(
        "Which change of a row does layer norm not notice?",
        "Add the same number to every entry of a row of `W_E + W_pos`: nothing happens. But a "
        "tied `W_E` is also the unembedding. What does a constant in each of its columns add to "
        "the logits?",
    ),
    answer="""
Layer norm subtracts the mean, so a constant added to a row of the stream is gone. In the
unembedding it adds the constant times the sum of the normalized row, and that sum is zero. So one
may add 2 to the circle and 20 to the positions (ten times as loud), and nothing is below zero any
more.
""",
    stub=STUB,
    judge=judge,
    code=(positive_hello_world,),
    typed=machine(judge, positive_hello_world),
)
