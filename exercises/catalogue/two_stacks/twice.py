"""A text twice."""

from dataclasses import replace

import numpy as np

from exercises.judging.judge import praised
from exercises.judging.machine import machine
from exercises.judging.two_stacks import answers, every_text, own_reader
from exercises.statement import Exercise
from taotp.constructions.by_memory import nearest, places
from taotp.programs import two_stacks
from taotp_core.gadgets import SURE
from taotp_core.program import END, Program
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import MLP, Head, Layer, Transformer

LETTERS, LONGEST = "abc", 5
FAR = 100.0  # more than any length
STUB = '''
def twice():
    """A Program with an encoder that says what it read two times."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """All texts of up to five letters."""
    program = own_reader(answer, "in twice")
    tally = answers(program, list(every_text(LETTERS, LONGEST)), lambda text: [*text, *text])
    return praised("{inputs} inputs, smallest margin {margin:.3g}", program.model, tally)


def again(times: float = 1.0, far: float = FAR, room: int = 2 * LONGEST + 1) -> Program:
    """One cross head brings the length; two rows of units take it away from where it is due on."""
    vocabulary = [*LETTERS, END]
    n = len(vocabulary)
    symbol, answer, place, square, one, length, before, off = subspaces(
        symbol=n, answer=n, place=1, square=1, one=1, length=1, before=1, off=1
    )
    encoder = Transformer(
        write(symbol), places(LONGEST + 1, place, square, one), norm_final=None, causal=False
    )
    end = read(symbol)[:, -1:]
    how_long = Head(SURE * read(one), end, read(place), write(length), name="asks for the end")
    early = unit(read(length) - read(place), write(before))  # how much of it is to be said yet
    second = unit(read(length) - far * read(before), write(off))
    wanted = read(place) - times * read(off)
    say = nearest(wanted, place, square, one, symbol, answer, SURE, "asks for what is due")
    layers = [
        Layer(cross=[how_long], mlp=early, norm_cross=None, norm_mlp=None),
        Layer(mlp=second, norm_mlp=None),
        Layer(cross=[say], norm_cross=None),
    ]
    model = Transformer(
        np.zeros((n, symbol.d_model)), places(room, place, square, one), layers, None,
        W_U=read(answer), encoder=encoder,
    )  # fmt: skip
    return Program(model, vocabulary, start=END, stop=END, after=END)


def unit(look: np.ndarray, put: np.ndarray) -> MLP:
    """One unit, from a column [d_model, 1] to a row [1, d_model]."""
    return MLP(look, np.zeros(1), put, np.zeros(put.shape[1]))


def twice() -> Program:
    """From the length on, its place less the length."""
    return again()


def accepted_units() -> Program:
    """Two units, one after the other."""
    return twice()


def accepted_farther() -> Program:
    """A larger number for far."""
    return again(far=1000)


def wrong_once() -> Program:
    """Once."""
    return two_stacks.copy(LETTERS, LONGEST)


def wrong_never_back() -> Program:
    """It does not go back, and the end is said after the first time."""
    return again(times=0)


def wrong_not_far() -> Program:
    """A step that is too gentle: for long texts the length is taken away too early."""
    return again(far=1)


def wrong_room() -> Program:
    """No room for a second time."""
    return again(room=8)


def wrong_half() -> Program:
    """Half of the length is taken away."""
    return again(times=0.5)


def wrong_masked() -> Program:
    """The letters in reverse are not the letters again."""
    return replace(two_stacks.reverse(LETTERS, LONGEST))


EXERCISE = Exercise(
    slug="twice",
    title="And again",
    kind="construct",
    statement="""
Write `twice()`, a `Program` with an encoder that says what it read two times, and then ends:
`twice().complete("cab") == "cabcab"`. Texts have up to five letters *a*, *b* and *c*.
""",
    hints=(
        "In step $i$, which place is due? Write it with the length $n$, for $i<n$ and for "
        "$i\\ge n$. What is due in step $2n$?",
        "A cross head brings $n$ into the decoder. Then $n$ has to be taken away from some steps, "
        "and not from others.",
        "A ReLU of $n-i$ is 0 from step $n$ on. What is the ReLU of $n$ less a hundred times that?",
    ),
    answer="""
Place $i$ is due in the first round, $i-n$ in the second, and in step $2n$ the place $n$, which is
the end. A unit says how many letters are left of the first round, $\\max(0,n-i)$; a second one, in
the next layer, takes a hundred times that from $n$: it is 0 in the first round, and $n$ in the
second. The last head asks for $i$ less this number.
""",
    stub=STUB,
    judge=judge,
    code=(twice, again, unit),
    typed=machine(judge, twice),
)
