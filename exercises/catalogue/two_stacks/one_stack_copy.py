"""Copying with a single stack."""

from dataclasses import replace

import numpy as np

from exercises.judging.judge import praised
from exercises.judging.machine import machine
from exercises.judging.two_stacks import answers, every_text, own_single
from exercises.statement import Exercise, Mark
from taotp.constructions.by_memory import nearest, places
from taotp.programs import two_stacks
from taotp_core.gadgets import SURE
from taotp_core.program import END, Program
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

LETTERS, LONGEST = "abc", 5
STUB = '''
def one_stack_copy():
    """A Program of one stack that says a text again."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """All texts of up to five letters, and no encoder."""
    program = own_single(answer, "in one_stack_copy")
    tally = answers(program, list(every_text(LETTERS, LONGEST)), lambda text: text)
    return praised("{inputs} inputs, smallest margin {margin:.3g}", program.model, tally)


def single(turn: float = 0.0, hard: float = SURE, length_hard: float = SURE) -> Program:
    """One head finds the end, another the place that is as far from the beginning as this from it.

    `turn` is by how much it is off.
    """
    vocabulary = [*LETTERS, END]
    n = len(vocabulary)
    symbol, answer, place, square, one, length = subspaces(
        symbol=n, answer=n, place=1, square=1, one=1, length=1
    )
    end = read(symbol)[:, -1:]
    how_long = Head(length_hard * read(one), end, read(place), write(length), name="finds the end")
    wanted = read(place) - read(length) + turn * read(one)
    say = nearest(wanted, place, square, one, symbol, answer, hard, "reads what is due")
    W_pos = places(2 * LONGEST + 1, place, square, one)
    layers = [Layer([how_long], norm_attn=None), Layer([say], norm_attn=None)]
    model = Transformer(write(symbol), W_pos, layers, None, W_U=read(answer))
    return Program(model, vocabulary, stop=END, after=END)


def one_stack_copy() -> Program:
    """Place p of the answer wants place p - n."""
    return single()


def accepted_numbers() -> Program:
    """By the difference of two places."""
    return one_stack_copy()


def accepted_harder() -> Program:
    """Twice as hard."""
    return single(hard=2 * SURE)


def wrong_two_stacks() -> Program:
    """The chapter's machine has an encoder."""
    return two_stacks.copy(LETTERS, LONGEST)


def wrong_one_late() -> Program:
    """One place too far: the first letter is left out."""
    return single(1.0)


def wrong_one_early() -> Program:
    """One place too near: the first letter comes twice."""
    return single(-1.0)


def wrong_soft() -> Program:
    """The end is found, and what is due hardly."""
    return single(hard=0.5)


def wrong_short() -> Program:
    """No room for the answer."""
    program = one_stack_copy()
    return replace(program, model=replace(program.model, W_pos=program.model.W_pos[:8]))


def wrong_deaf() -> Program:
    """The end is not found: all are looked at alike."""
    return single(length_hard=float(np.float64(0)))


EXERCISE = Exercise(
    slug="one-stack-copy",
    title="With one stack",
    kind="construct",
    statement="""
Most machines that answer questions today have one stack, and so do those that listen: what is
heard stands before what is said. Write `one_stack_copy()`, a `Program` without an encoder that
reads a text of up to five letters *a*, *b* and *c*, then a symbol for its end, and then says the
text again. Choose the norms as you like.
""",
    hints=(
        "The chapter does it in reverse, in the section on what it costs.",
        "At place $p$, with the end in place $n$: which place is due? And at the very end?",
    ),
    answer="""
At place $p$ the symbol of place $p-n$ is due, a difference again. One head finds the end and
brings $n$, a second asks for $p-n$. When all has been said, $p=2n$ and place $n$ is due: the end
itself says that this is the end.
""",
    marks=(Mark.RECOMMENDED,),
    stub=STUB,
    judge=judge,
    code=(one_stack_copy, single, nearest, places),
    typed=machine(judge, one_stack_copy),
)
