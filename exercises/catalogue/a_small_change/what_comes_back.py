"""What is left of a number after an adapter was merged and taken out."""

from collections.abc import Callable

import numpy as np

from exercises.judging.boxes import near, told
from exercises.judging.judge import Wrong, ask, items, whole
from exercises.statement import Exercise
from exercises.typed import Field, Json

MERGED = tuple((w, k) for w in (1, 3, 5) for k in (52, 53, 54))  # W, and the power of two added
STUB = '''
def what_comes_back():
    """What W + 2**k - 2**k is in float64, for the nine pairs."""
    raise NotImplementedError
'''

Made = list[float]
Make = Callable[[], Made]


def judge(answer: object) -> str:
    """Nine numbers, exactly."""
    where = "in what_comes_back"
    given = items(ask(answer, where=where), len(MERGED), f"a list of {len(MERGED)} numbers", where)
    for (w, k), said in zip(MERGED, given, strict=True):
        loud = np.float64(2.0) ** k
        back = float((np.float64(w) + loud) - loud)
        if (one := whole(said, f"on W = {w} and 2**{k}")) != back:
            raise Wrong(f"on W = {w} and 2**{k} expected {back:g}, got {one}")
    return f"{len(MERGED)} inputs"


def what_comes_back() -> Made:
    """Up to 2**53 whole numbers are whole; then even ones, then multiples of four."""
    return [1, 0, 0, 3, 4, 4, 5, 4, 4]


def accepted_floats() -> Made:
    """By running it."""
    return [(w + 2.0**k) - 2.0**k for w, k in MERGED]


def wrong_exact() -> Made:
    """As if nothing was rounded."""
    return [w for w, _ in MERGED]


def wrong_cut() -> Made:
    """As if what does not fit was cut off."""
    return [1, 0, 0, 3, 2, 0, 5, 4, 4]


def wrong_up() -> Made:
    """As if ties went up: one beside 2**53 is a tie, and goes to the even side."""
    return [1, 2, 0, 3, 4, 4, 5, 6, 4]


def wrong_few() -> Made:
    """One for each W."""
    return [0, 4, 4]


def typed_items() -> list[Json]:
    """What comes back in float64."""
    found = []
    for w, k in MERGED:
        back, on = (w + 2.0**k) - 2.0**k, f"on W = {w} and 2**{k}"
        wrong = f"{on} expected {back:g}, got {{said}}"
        found.append({"stretches": near(back, 0, wrong), "whole": on})
    return found


EXERCISE = Exercise(
    slug="what-comes-back",
    title="What comes back",
    kind="value",
    statement=r"""
A weight $W$ of 1, 3 or 5 gets an adapter whose product is $2^{52}$, $2^{53}$ or $2^{54}$ there. It
is merged, and then taken out by subtracting. What comes back? Write down all nine first, in your
head or on paper, then let Python tell: `what_comes_back()` returns them as a list, first the three
for 1, then those for 3 and 5.
""",
    hints=(
        "A float64 has 53 binary digits. Which whole numbers are there between $2^{53}$ and "
        "$2^{54}$?",
        "Where two are equally near, the one whose last digit is even is taken.",
    ),
    answer=r"""
1, 0, 0; 3, 4, 4; 5, 4, 4. Between $2^{52}$ and $2^{53}$ every whole number is there, so that all
come back. From $2^{53}$ on there are the even ones: 1, 3 and 5 lie in the middle between two, and
go to the one whose last digit is even, 0, 4 and 4. From $2^{54}$ on there are multiples of four,
and 1, 3 and 5 go to the nearest, 0, 4 and 4. A weight may come back larger than it was.
""",
    stub=STUB,
    judge=judge,
    code=(what_comes_back,),
    typed=told(
        [
            Field(
                "back",
                "what comes back, nine numbers with commas: three for 1, for 3, for 5",
                "list",
                example="1, ...",
            )
        ],
        typed_items,
        f"{len(MERGED)} inputs",
        count=f"in what_comes_back expected a list of {len(MERGED)} numbers, got {{count}}",
    ),
)
