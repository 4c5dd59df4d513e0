"""Exercise: the chain of a word in as few numbers as a circle allows."""

import numpy as np

from exercises.judging.asking import note
from exercises.judging.judge import (
    Tally,
    Wrong,
    own_program,
    praised,
    small_enough,
    standard,
)
from exercises.judging.machine import machine
from exercises.statement import Exercise
from taotp.programs import letters
from taotp_core.arrays import Array, softmax
from taotp_core.encodings import circle
from taotp_core.program import Program
from taotp_core.transformer import forward
from taotp_core.weights import Transformer

WORD = "abracadabra"
LETTERS = sorted(set(WORD))
MOST, WITHIN = 33, 1e-6
NEVER = 20.0
STUB = '''
def small_chain():
    """A Program of at most 33 numbers that says what follows in abracadabra."""
    raise NotImplementedError
'''


def counted() -> Array:
    """The share of each letter after each, as counted in the word."""
    counts = np.zeros((len(LETTERS), len(LETTERS)))
    for a, b in zip(WORD, WORD[1:], strict=False):
        counts[LETTERS.index(a), LETTERS.index(b)] += 1
    return np.asarray(counts / counts.sum(axis=1, keepdims=True))


def says_shares(program: Program) -> None:
    """Raise Wrong where a share is not as it was counted."""
    note("shares", letters=LETTERS, counted=counted().tolist(), within=WITHIN)
    order = [LETTERS.index(str(letter)) for letter in program.vocabulary]
    said = softmax(forward(program.model, np.arange(len(LETTERS))[:, None])[:, -1])
    off = np.abs(said - counted()[np.ix_(order, order)])
    if not off.max() <= WITHIN:
        row, column = np.unravel_index(np.nanargmax(off), off.shape)
        after, letter = (program.vocabulary[int(i)] for i in (row, column))
        right = counted()[order[int(row)], order[int(column)]]
        words = f"a share of {right:g} for {letter!r}, got {said[row, column]:.6g}"
        raise Wrong(f"on {after!r} expected {words}")


def judge(answer: object) -> str:
    """All shares, and then the number of numbers."""
    where = "in small_chain"
    program = own_program(answer, where)
    standard(program.model)
    note("letters", letters=LETTERS, where=where)
    if sorted(map(str, program.vocabulary)) != LETTERS:
        raise Wrong(f"{where} expected the letters {LETTERS}, got {list(program.vocabulary)}")
    says_shares(program)
    done = "right on all five letters"
    small_enough(done, program.model, "total", "numbers", where, MOST)
    return praised("{inputs} inputs, {total} numbers", program.model, Tally(len(LETTERS)))


def small_chain() -> Program:
    """Three points of the circle are enough, as c, d and r are followed by the same."""
    points = circle(3)
    W_E = points[[0, 1, 2, 2, 2]]  # a; b; c, d and r
    rows = np.full((3, 5), -NEVER)
    rows[0, 1:4] = np.log([0.5, 0.25, 0.25])
    rows[1, 4], rows[2, 0] = 0, 0
    # The points sum to zero, and so must what is read of them: rows in one place never matter.
    rows[1, [1, 2, 3]] -= rows[:, [1, 2, 3]].sum(0) + 2 * NEVER
    W_U = np.linalg.pinv(points) @ (rows - rows.mean(axis=0))
    return Program(Transformer(W_E, np.zeros((1, 3)), W_U=W_U), LETTERS, steps=9, slide=True)


def accepted_circle() -> Program:
    """As the model answer has it."""
    return small_chain()


def wrong_library() -> Program:
    """The machine of the library has a column for each letter and a pair."""
    return letters(WORD, order=1)


def wrong_coin() -> Program:
    """In two dimensions layer norm is a coin: there are two different rows, not three."""
    W_E = np.array([[1.0, -1], [-1, 1], [-1, 1], [-1, 1], [-1, 1]])
    W_U = np.array([[-NEVER, np.log(2), 0, 0, -NEVER]]).T @ [[1.0, 0]]
    return Program(Transformer(W_E, np.zeros((1, 2)), W_U=W_U.T), LETTERS, slide=True)


def wrong_order_0() -> Program:
    """It hears nothing, and says how often each letter is."""
    return letters(WORD, order=0)


def wrong_smoothed() -> Program:
    """Something was added to each count."""
    return letters(WORD, order=1, add=0.1)


EXERCISE = Exercise(
    slug="chain-of-33",
    title="Abracadabra in 33 numbers",
    kind="budget",
    statement=f"""
The machine of order 1 that has read *{WORD}* takes `letters` 77 numbers. Give `small_chain()`, a
`Program` of the same five letters and at most {MOST} numbers, of the book's machine (layer norm
included), whose shares after each letter are the counted ones, to six digits.
""",
    hints=(
        "How many *different* rows does the table have?",
        "In three dimensions layer norm leaves a circle. Letters with the same row may share a "
        "point.",
        "Three points of a circle that sum to zero: what is read of them sums to zero, too. Where "
        "do you have freedom, since what never comes may be as unlikely as you like?",
    ),
    answer="""
After *c*, *d* and *r* comes *a*, so there are three rows, and three points of a circle hold them:
five rows of three numbers, one position, and an unembedding of three by five. As the points sum to
zero, so do the three logits of each letter, up to what is added to whole rows. For *a* and *r* they
do by themselves, with one 0 and two $-20$; for *b*, *c* and *d* the logits after *b*, where they
never come, are made to fit.
""",
    stub=STUB,
    judge=judge,
    code=(small_chain,),
    typed=machine(judge, small_chain),
)
