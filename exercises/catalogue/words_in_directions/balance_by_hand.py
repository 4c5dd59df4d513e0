"""Exercise: rows that layer norm divides by one number, exactly."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Typed
from taotp_core.arrays import Array
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM

WORDS = np.array([[1, 0, 1, 0], [1, 0, 0, 1], [0, 1, 1, 0], [0, 0, 0, 0], [2, 1, -1, 0.5]])
WITHIN = 1e-9
NEARLY = 1e-2  # by how much rounding may part sums of squares, of which words part them by 1
STUB = '''
def rows():
    """Five rows of eight numbers: the words, and four columns of yours."""
    raise NotImplementedError
'''

Make = Callable[[], Array]


def judge(answer: object) -> str:
    """One factor for all rows."""
    where = "in rows"
    given = numbers(ask(answer, where=where), (5, 8), where)
    if not np.array_equal(given[:, :4], WORDS):
        raise Wrong("in rows expected the words in the first four columns, got other numbers")
    lengths = [sum(Fraction(x) ** 2 for x in row) for row in given.tolist()]  # squared, exactly
    for number, length in enumerate(lengths):
        if not abs(float(length - lengths[0])) <= NEARLY:
            raise Wrong(
                f"in row {number} expected a sum of squares of {float(lengths[0]):.6g} as in row "
                f"0, got {float(length):.6g}"
            )
    with np.errstate(all="ignore"):
        normed = normalize(given, LAYER_NORM)
        factor = float(normed[0, 0])
        off = np.abs(normed - factor * given).max(1)
    for number, each in enumerate(off.tolist()):
        if not each <= WITHIN:
            raise Wrong(
                f"in row {number} expected {factor:.6g} times the row after the norm, as the 1 of "
                f"row 0 becomes, got what is up to {each:.2g} from that"
            )
    return f"5 inputs, all multiplied by {factor:.6g}"


def rows() -> Array:
    """A balance, and a pair that is as loud in each row as is left to a common length."""
    balance = -WORDS.sum(1)
    rest = 50 - (WORDS**2).sum(1) - balance**2
    pair = np.sqrt(rest / 2)
    return np.column_stack([WORDS, balance, pair, -pair, np.zeros(5)])


def accepted_own_pairs() -> Make:
    """As the model answer has it."""
    return rows


def accepted_twins() -> Make:
    """Minus the words beside them, and one pair for the rest: two columns fewer would not do."""

    def make() -> Array:
        half = -WORDS.sum(1) / 2
        rest = 100 - (WORDS**2).sum(1) - 2 * half**2
        pair = np.sqrt(rest / 2)
        return np.column_stack([WORDS, half, half, pair, -pair])

    return make


def wrong_one_pair() -> Make:
    """As in the chapter: nearly, up to the square."""

    def make() -> Array:
        loud = np.full(5, 100.0)
        return np.column_stack([WORDS, -WORDS.sum(1), loud, -loud, np.zeros(5)])

    return make


def wrong_folded() -> Make:
    """The balance and the pair as one: nearly, up to the first order."""

    def make() -> Array:
        loud = np.full(5, 100.0)
        return np.column_stack([WORDS, loud, -loud - WORDS.sum(1), np.zeros((5, 2))])

    return make


def wrong_no_balance() -> Make:
    """One length for all, and a mean that goes away."""

    def make() -> Array:
        pair = np.sqrt((50 - (WORDS**2).sum(1)) / 2)
        return np.column_stack([WORDS, pair, -pair, np.zeros((5, 2))])

    return make


EXERCISE = Exercise(
    slug="balance-by-hand",
    title="Balance by hand",
    kind="construct",
    statement="""
The pair of the chapter is the same in all rows, so that words with more semes are divided by a
little more. It need not be the same. Five words have the semes (1, 0, 1, 0), (1, 0, 0, 1), (0, 1,
1, 0), (0, 0, 0, 0) and (2, 1, -1, 0.5). Write `rows()`, which gives each word four numbers more,
so that layer norm multiplies all eight columns of all five rows by one and the same factor,
exactly.
""",
    hints=(
        "Layer norm takes the mean away and divides by the root of the mean square. When does the "
        "first do nothing? When is the second the same for all rows?",
        "One column holds minus the sum. Choose a sum of squares that all rows are to have; what "
        "is missing from it is for a pair $(p, -p)$, another $p$ for each row.",
    ),
    answer="""
A column with minus the sum, and the pair $(p, -p)$ with $2p^2 = 50 - q$, where $q$ is the sum of
squares of the rest: then every row has mean 0 and length $\\sqrt{50}$. So a word's row can be
exact. What a head or an MLP *adds* to it cannot, without knowing what is there; the chapter's pair
is for that.
""",
    stub=STUB,
    judge=judge,
    code=(rows,),
    typed=Typed(
        (
            Field(
                "rows",
                "your four columns: five lines of four numbers, one for each word",
                "rows",
                example="-2, 5, -5, 0\n...",
            ),
        ),
        "balance",
        lambda: {"words": WORDS.tolist(), "within": WITHIN, "nearly": NEARLY},
        part="rules",
    ),
)
