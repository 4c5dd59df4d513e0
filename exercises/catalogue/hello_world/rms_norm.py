"""One dimension back."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.judge import own_program, small_enough, standard
from exercises.judging.machine import machine
from exercises.judging.text import praise, says
from exercises.statement import Exercise, Mark
from taotp.programs.hello_world import hello_world
from taotp_core.program import Program
from taotp_core.weights import LAYER_NORM, RMS_NORM, Transformer

MESSAGE = "Hello World!"
MOST = 48
STUB = '''
def rms_hello_world():
    """A Program with RMSNorm that says Hello World!, of 48 parameters."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """Says the message with RMSNorm and at most MOST parameters."""
    program = own_program(answer, "in the answer")
    standard(program.model, RMS_NORM)
    tally = says(program, MESSAGE)
    done = f"{tally.inputs} inputs"
    small_enough(done, program.model, "total", "parameters", "this message", MOST)
    return praise(program, tally)


def rms_hello_world() -> Program:
    """A circle in the plane: RMSNorm leaves all its points alone."""
    symbols = ["<start>", *dict.fromkeys("Hello World!"), "<stop>"]
    turns = 2 * np.pi * np.arange(len(symbols)) / len(symbols)
    W_E = np.sqrt(2) * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    says = [symbols.index(s) for s in [*"Hello World!", "<stop>"]]
    model = Transformer(W_E, W_pos=1e6 * W_E[says], norm_final=RMS_NORM)
    return Program(model, symbols, "<start>", "<stop>")


def accepted_plane() -> Callable[[], Program]:
    """The circle of the plane."""
    return rms_hello_world


def accepted_quieter() -> Callable[[], Program]:
    """The same, turned, and with positions a hundred times as loud as the tokens."""

    def quieter() -> Program:
        program = rms_hello_world()
        turn = np.array([[0.6, 0.8], [-0.8, 0.6]])
        W_E, W_pos = program.model.W_E @ turn, 1e-4 * program.model.W_pos @ turn
        return replace(program, model=Transformer(W_E, W_pos, norm_final=RMS_NORM))

    return quieter


def wrong_layer_norm() -> Callable[[], Program]:
    """The same weights under LayerNorm, which folds the plane into two points."""

    def folded() -> Program:
        program = rms_hello_world()
        return replace(program, model=replace(program.model, norm_final=LAYER_NORM))

    return folded


def wrong_three_dimensions() -> Callable[[], Program]:
    """The chapter's program under RMSNorm: right, with a dimension to spare."""

    def spare() -> Program:
        program = hello_world()
        return replace(program, model=replace(program.model, norm_final=RMS_NORM))

    return spare


def wrong_one_dimension() -> Callable[[], Program]:
    """Symbols on a line: RMSNorm leaves two points of it."""

    def line() -> Program:
        program = rms_hello_world()
        W_E = np.arange(11.0)[:, None] - 5
        says = [program.vocabulary.index(s) for s in [*MESSAGE, "<stop>"]]
        return replace(program, model=Transformer(W_E, 1e6 * W_E[says], norm_final=RMS_NORM))

    return line


def wrong_quiet() -> Callable[[], Program]:
    """Positions as loud as tokens."""

    def quiet() -> Program:
        program = rms_hello_world()
        model = replace(program.model, W_pos=1e-6 * program.model.W_pos)
        return replace(program, model=model)

    return quiet


EXERCISE = Exercise(
    slug="rms-norm",
    source="2.6",
    title="One dimension back",
    kind="budget",
    marks=(Mark.VERY_EASY,),
    statement="""
RMSNorm divides a row by the root of the mean of its squares, and does not subtract the mean
first. Show that with `norm_final=RMS_NORM` the program can do with one dimension less: make it,
with at most 48 parameters. Then say why one dimension less again is too few.
""",
    hints=(
        "LayerNorm takes away two dimensions, one in each of its steps. Which step is missing "
        "here?",
        "Which points of the plane does RMSNorm leave where they are? How long are they?",
        "$(13 + 11) \\cdot 2 = 48$: positions and symbols, two numbers each.",
    ),
    answer="""
RMSNorm leaves every row of length $\\sqrt d$ alone, and in the plane these are a circle of radius
$\\sqrt 2$: room for any number of symbols. In one dimension a row $x$ becomes $x/|x|$, so only
$+1$ and $-1$ are left, and from two places no more than two symbols can be told.
""",
    stub=STUB,
    judge=judge,
    code=(rms_hello_world,),
    checklist=("One sentence says why one dimension is too few.",),
    typed=machine(judge, rms_hello_world),
)
