"""A machine on which sorting is as easy as finding the smallest."""

from collections.abc import Callable

import numpy as np

from exercises.catalogue.smallest_first.sort_1000 import lists
from exercises.judging.judge import Wrong, ask, in_short, numbers
from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array, Tokens, softmax

STEP = np.pi / 2 / 1002  # from a number to the next, on a quarter of a circle
STUB = '''
def above(q, k, v):
    """What queries [m, 2] bring, of keys [n, 2] and values [n, 1]: [m, 1]."""
    raise NotImplementedError
'''

Above = Callable[[Array, Array, Array], Array]


def quarter(of: Tokens) -> Array:
    """Points of the unit circle [n, 2] for numbers from -1 to 999."""
    points: Array = np.stack([np.cos((of + 1) * STEP), np.sin((of + 1) * STEP)], axis=1)
    return points


def judge(answer: object) -> str:
    """Every number of many lists asks, and what stands a step before all numbers."""
    rows = 0
    for given in filter(None, lists()):
        asking, where = np.array([-1, *sorted(given)]), f"on {in_short(given)}"
        q = quarter(asking) @ [[0.0, 1.0], [-1.0, 0.0]]
        k, v = quarter(np.array(given)), np.array(given, dtype=np.float64)[:, None]
        found = numbers(ask(answer, q, k, v, where=where), (len(q), 1), where)[:, 0]
        for asked, expected, got in zip(asking, asking[1:], found, strict=False):
            if not abs(got - expected) < 0.25:
                raise Wrong(f"{where} expected {expected} above {asked}, got {got:.6g}")
        if not np.isfinite(found[-1]):
            nothing = f"{where} expected any number where nothing is above {asking[-1]}"
            raise Wrong(f"{nothing}, got {found[-1]}")
        rows += len(q)
    return f"{rows} rows"


def above(q: Array, k: Array, v: Array, *, least: float = STEP / 2) -> Array:
    """A score that is not above `least` counts as one of the future; the smallest other wins."""
    scores = q @ k.T
    masked = np.where(scores > least, -64 / STEP**2 * scores, -np.inf)
    found: Array = np.zeros((len(q), v.shape[1]))
    left = np.isfinite(masked).any(axis=1)
    found[left] = softmax(masked[left]) @ v
    return found


def accepted_threshold() -> Above:
    """Nothing is brought where nothing is left."""
    return above


def accepted_lower_threshold() -> Above:
    """The same with a tenth of a step."""
    return lambda q, k, v: above(q, k, v, least=STEP / 10)


def wrong_no_threshold() -> Above:
    """The machine as it is: the smallest score belongs to what lies farthest below."""
    return lambda q, k, v: softmax(-64 / STEP**2 * (q @ k.T)) @ v


def wrong_softmax_over_nothing() -> Above:
    """The threshold, and no thought for the largest number."""

    def careless(q: Array, k: Array, v: Array) -> Array:
        scores = q @ k.T
        masked = np.where(scores > STEP / 2, -64 / STEP**2 * scores, -np.inf)
        weights: Array = softmax(masked) @ v
        return weights

    return careless


def wrong_two_steps() -> Above:
    """A threshold that leaves out the very next number."""
    return lambda q, k, v: above(q, k, v, least=2 * STEP)


EXERCISE = Exercise(
    slug="smallest-above",
    source="5.3",
    title="The smallest above",
    kind="open",
    marks=(Mark.VERY_HARD, Mark.RECOMMENDED),
    statement="""
The smallest of a million numbers takes one head; sorting 28 brought us to the last bit of a
float64. The machine lacks a way to leave out what has been said. Make a *small* change to the
transformer, so that a sorter becomes about as short, and as robust, as the program that finds the
smallest number. Write it, and sort a thousand numbers with it. Would the change be of use for
anything else?

The machine can check the head, `above(q, k, v)`. Number $i$ stands on a quarter of a
circle, at the angle $\\theta_i=(i+1)\\pi/2004$; its key is that point, and its query the point
turned by 90 degrees. For each query your head brings the value of the next larger number on the
list. Where there is none it may bring any number.
""",
    hints=(
        "Softmax gives every key some weight, and at least one of them a large one. What if a head "
        "could leave keys out for a reason other than their place?",
        "On a quarter of the circle, turn the query by 90 degrees. What is the sign of the score "
        "of a larger number? Of a smaller one? Of the number itself?",
        "Among those that are left you want the *smallest* score.",
    ),
    answer="""
One of many: let a head have a threshold, and treat a score below it like a position in the future,
as $-\\infty$. On a quarter of the circle the query of number $i$ is its point turned by 90 degrees,
so that the score of $j$ is $\\sin(\\theta_j-\\theta_i)$: positive for larger numbers alone, and
smallest for the next. Mask what is below half a step, then let softmax take the smallest, with a
negative factor. The lead is a step, not its square, so that a thousand numbers are no trouble; the
delimiter stands a step before 0. In numpy the change is one line,
`scores = np.where(scores > least, -hard * scores, -np.inf)`, with $-\\infty$ throughout for rows
where nothing is left.

Such a head says "the next after this one, in some order", and it may find nothing: both are what
programs need that walk through a list or search.
""",
    stub=STUB,
    judge=judge,
    code=(above,),
    checklist=(
        "The change is written down as an equation or in lines of code, and a model without it is "
        "a special case.",
        "A sorter of a thousand numbers was run on it, with neighbors, with gaps, and with all.",
        "It is said what happens when nothing is left to attend to.",
        "Another program is named that gets shorter, or a reason why none does.",
    ),
)
