"""Exercise: by what layer norm multiplies a point of a circle, beside other columns."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging.boxes import near, told
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Json
from taotp_core import LAYER_NORM, normalize
from taotp_core.arrays import Array
from taotp_core.encodings import circle

BESIDE = ("one zero", "nine zeros", "a point twice as long")
WITHIN = 1e-4
STUB = '''
def stretched():
    """By what layer norm multiplies the point, in three rows."""
    raise NotImplementedError
'''

Make = Callable[[], Sequence[float]]


def judge(answer: object) -> str:
    """Three factors, each up to a ten-thousandth."""
    where = "in stretched"
    given = numbers(ask(answer, where=where), (len(BESIDE),), where)
    for name, right, found in zip(BESIDE, stretched(), given.tolist(), strict=True):
        if not abs(found - right) <= WITHIN:
            raise Wrong(f"with {name} beside it expected another factor, got {found:.7g}")
    return f"{len(BESIDE)} inputs"


def rows() -> list[Array]:
    """A point of the circle, and what stands behind it."""
    point = circle(12)[1]
    beside = (np.zeros(1), np.zeros(9), 2 * circle(12)[4])
    return [np.concatenate([point, each]) for each in beside]


def stretched() -> list[float]:
    """The squares of a row sum to its size afterwards."""
    return [float(np.sqrt(len(row) / (row @ row))) for row in rows()]


def accepted_squares() -> Make:
    """As the model answer has it."""
    return stretched


def accepted_measured() -> Make:
    """By the norm itself, up to its epsilon."""
    return lambda: [float((normalize(row, LAYER_NORM) @ row) / (row @ row)) for row in rows()]


def wrong_root_two() -> Make:
    """What the chapter has for three zeros, each time."""
    return lambda: [2**0.5, 2**0.5, 2**0.5]


def wrong_upside_down() -> Make:
    """One over each."""
    return lambda: [1 / each for each in stretched()]


def wrong_squared() -> Make:
    """The root is forgotten."""
    return lambda: [each**2 for each in stretched()]


def typed_items() -> list[Json]:
    """The three factors."""
    return [
        {
            "stretches": near(
                right, WITHIN, f"with {name} beside it expected another factor, got {{said:.7g}}"
            )
        }
        for name, right in zip(BESIDE, stretched(), strict=True)
    ]


EXERCISE = Exercise(
    slug="beside-zeros",
    title="Beside empty columns",
    kind="value",
    statement="""
A point of the circle of radius $\\sqrt 3$ stands in three columns. Its numbers have mean 0. Beside
three zeros layer norm makes it longer, by $\\sqrt 2$. By what does it multiply the point beside one
zero, beside nine zeros, and beside another point, twice as far from the middle? `stretched()`
returns the three factors, to four decimals.
""",
    hints=(
        "All means are 0 here, so layer norm only divides, by the root of a mean of squares.",
        "The squares of a point of the circle sum to 3. What do those of the row sum to, and over "
        "how many columns is their mean taken?",
    ),
    answer="""
Layer norm makes the squares of a row of $d$ numbers sum to $d$. Before it they sum to 3 beside
zeros, so the factors are $\\sqrt{4/3} = 1.1547$ and $\\sqrt{12/3} = 2$. A point twice as long adds
12 to the squares, and the factor is $\\sqrt{6/15} = 0.6325$: what is loud makes its neighbors
quiet.
""",
    stub=STUB,
    judge=judge,
    code=(rows, stretched),
    typed=told(
        [Field(f"factor_{i}", f"beside {name}", "number") for i, name in enumerate(BESIDE)],
        typed_items,
        f"{len(BESIDE)} inputs",
        finite="in stretched",
    ),
)
