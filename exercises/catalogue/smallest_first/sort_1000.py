"""A thousand numbers."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.judge import (
    Tally,
    fresh,
    praised,
    right,
    small_enough,
    standard,
)
from exercises.judging.machine import machine
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise, Mark
from taotp.constructions.half_circle import above_the_middle
from taotp.programs import small
from taotp_core.weights import Transformer

D_VOCAB, N_CTX = 1001, 400
MOST = 20_000  # without the position table
STUB = '''
def sort_1000():
    """A Transformer that sorts numbers below 1,000; token 1000 is the end."""
    raise NotImplementedError
'''

Make = Callable[[], Transformer]


def lists() -> list[list[int]]:
    """Sets of numbers, shuffled: neighbors, growing gaps, both ends, pairs, and drawn ones."""
    rng = fresh(1000)
    fibonacci = np.array([1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610]) - 1
    gaps = 2 ** np.arange(10) - 1
    sets = [
        np.arange(150), np.arange(850, 1000), np.arange(0, 1000, 7), gaps, 999 - gaps,
        fibonacci, 390 + fibonacci, np.array([0, 999]), np.array([], np.intp), np.array([500]),
        np.concatenate([np.arange(70), np.arange(930, 1000)]),
        np.concatenate([500 - gaps[:9], 500 + gaps[1:9]]), np.arange(N_CTX // 2 - 1),
    ]  # fmt: skip
    sets += [rng.choice(1000, 150, replace=False) for _ in range(2)]
    sets += [np.arange(k, k + 150) for k in range(298, 850, 298)]  # all neighbors, with the first
    return [rng.permutation(each).tolist() for each in sets]


def judge(answer: object) -> str:
    """Right on lists of many kinds, and not too large."""
    where = "with V=1001"
    model = sized_model(answer, where=where, d_vocab=D_VOCAB, least={"n_ctx": N_CTX})
    standard(model)
    tally = Tally()
    for numbers in lists():
        line = [*numbers, 1000, *sorted(numbers)]
        follows = np.full((1, len(line)), -1)
        follows[0, len(numbers) :] = [*sorted(numbers), 1000]
        tally += right(model, np.array([line]), follows)
    done, what = f"{tally.inputs} inputs", "parameters without positions"
    small_enough(done, model, "beside", what, "V=1001", MOST)
    words = "{inputs} inputs, {layers} layers, {beside} parameters and positions"
    return praised(words, model, tally)


def sort_1000() -> Transformer:
    """Fourteen layers, which are enough for every set of numbers below a thousand."""
    return small.sort(D_VOCAB - 1, N_CTX, n_layers=14).model


def accepted_bisection() -> Make:
    """The distance to what comes next, halved fourteen times."""
    return sort_1000


def accepted_nearer_the_middle() -> Make:
    """The same, looking from elsewhere."""
    return lambda: small.sort(D_VOCAB - 1, N_CTX, above=0.4).model


def wrong_ten_layers() -> Make:
    """As many layers as a search by halves would take, if it always got what is in the middle."""
    return lambda: small.sort(D_VOCAB - 1, N_CTX, n_layers=10).model


def wrong_exact_middle() -> Make:
    """It looks from the middle itself, so that two are equally near."""
    return lambda: small.sort(D_VOCAB - 1, N_CTX, above=0.0).model


def wrong_of_long_lists() -> Make:
    """Positions that say nothing up to 310, where lists of 150 end, and then drown the numbers."""

    def short() -> Transformer:
        model = sort_1000()
        late = np.arange(model.n_ctx)[:, None] > 310
        return replace(model, W_pos=1e3 * late * model.W_E[:1])

    return short


def wrong_not_loud() -> Make:
    """What it found is as loud as what it is."""
    return lambda: small.sort(D_VOCAB - 1, N_CTX, loud=1.0).model


EXERCISE = Exercise(
    slug="sort-1000",
    source="5.4",
    title="A thousand numbers",
    kind="budget",
    marks=(Mark.VERY_HARD,),
    statement="""
Sort with a vocabulary of a thousand numbers, on the transformer as it is: plain layer norms before
its parts, any number of layers, tied or not, and as few parameters as you can, at most 20,000
without the position table. The head of this chapter stops at 714, where the squares leave
the exponents of float64.

`sort_1000()` makes a `Transformer` with `d_vocab` 1001 and `n_ctx` 400 or more. Tokens 0 to 999
are the numbers, all different; 1000 follows the list, and is what you say after the largest. Say
what your program does in float32.
""",
    hints=(
        "You have more than one layer. What could a first guess at the next number be, and how "
        "could a layer make it better?",
        "Let the stream hold the number that asks and a candidate above it. Is there anything on "
        "the list strictly between them? A head that looks for what is nearest to a point a little "
        "above their middle can tell.",
        "Two points of a circle, added, point to the middle between them.",
        "Each such layer halves what lies between. Alternatively: write a number as tens and ones, "
        "and ask which is next with the same tens, then which tens come next.",
    ),
    answer="""
Bisection, in 14 layers and 9,466 parameters beside the position table, which is zero.

The stream holds the own number and a candidate, both points of an arc; the candidate is at first
the end, which lies above all numbers. A head asks for what is nearest to the direction of their
sum, turned by a quarter of a step: a point slightly above the middle between the two. Every number
strictly between is nearer to it than the candidate is, and everything else on the list is farther.
So what it brings is strictly between, if anything is, and otherwise the candidate again. It is
written into two columns of its own, and the MLP forgets the old candidate: two units, which find
the columns as they are, since a row has the length $\\sqrt3$ in any case. The last layer writes the
candidate over the own number.

*How many layers?* More than $\\log_2 1000$: the nearest need not be near. If $x$ is found, nothing
lies nearer to the point $p$ than $x$, so that what comes next is below $2p-x$ where $x$ is above
$p$, and below $x$ otherwise. The worst case of this game can be computed for all sets at once, from
the distance of the candidate and the bound below which others may be. It is 14 layers, and the
worst set are the Fibonacci numbers, less 1: the golden ratio again. So a vocabulary of $V$ takes
about $1.44\\log_2 V$.

*How precisely?* Two candidates whose distances from $p$ differ by half a step differ by less than a
millionth in the score, at worst, and the queries are multiplied by $7.7\\cdot10^{7}$ to make that
a lead of 64. This is no trouble in float64, and in float32 it is the end: with numbers below a
thousand the lists that were tried came out right there, with two thousand they did not.
""",
    stub=STUB,
    judge=judge,
    code=(small.sort, above_the_middle, sort_1000),
    typed=machine(judge, sort_1000),
)
