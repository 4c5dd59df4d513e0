"""The original encoding is made of clocks."""

from collections.abc import Callable
from functools import partial

import numpy as np

from exercises.judging.agreement import TOLERANCE, compare
from exercises.judging.judge import Wrong, ask, items, numbers
from exercises.statement import Exercise, Mark
from exercises.typed import Field, Json, Typed
from taotp_core.arrays import Array
from taotp_core.encodings import original_angles, reversed_rotations, rotations, sinusoids

WIDTHS = (2, 4, 10, 128, 512)
ROWS = 60
STUB = '''
def clocks_of_the_original(d_model):
    """d_model / 2 angles, and "cos" or "sin": what comes first in a pair."""
    raise NotImplementedError
'''

Make = Callable[[int], tuple[Array, str]]


def judge(answer: object) -> str:
    """Write ROWS positions with the angles and the order, at all WIDTHS."""
    for d_model in WIDTHS:
        where = f"with d_model={d_model}"
        said = items(ask(answer, d_model, where=where), 2, 'angles and "cos" or "sin"', where)
        angles = numbers(said[0], (d_model // 2,), where)
        if said[1] not in ("cos", "sin"):
            raise Wrong(f'{where} expected "cos" or "sin" second, got {said[1]!r}')
        write = rotations if said[1] == "cos" else reversed_rotations
        compare(
            write(ROWS, angles), sinusoids(ROWS, d_model), where, "the table",
            why=partial(usual, angles, d_model),
        )  # fmt: skip
    return f"{ROWS * len(WIDTHS)} rows, the same as the formula's"


def usual(angles: Array, d_model: int) -> str:
    """Which of the usual mistakes makes these angles, if one does."""
    right, _ = clocks_of_the_original(d_model)
    if np.allclose(angles, right):
        return "the angles are right; what stands in column 0 of row 0?"
    if np.allclose(angles, right[::-1]):
        return "the right angles, from last to first"
    if np.allclose(angles**2, right):
        return "each is the root of the right one; there are d_model / 2 of them"
    return ""


def clocks_of_the_original(d_model: int) -> tuple[Array, str]:
    """Each angle is the same fraction of the one before; the sine comes first."""
    return 10000.0 ** (-2 * np.arange(d_model // 2) / d_model), "sin"


def accepted_powers() -> Make:
    """Powers of ten thousand."""
    return clocks_of_the_original


def accepted_library() -> Make:
    """The library's, with full turns added, which no hand shows."""
    return lambda d_model: (original_angles(d_model) + 2 * np.pi, "sin")


def wrong_order() -> Make:
    """The cosine first."""
    return lambda d_model: (original_angles(d_model), "cos")


def wrong_exponent() -> Make:
    """An exponent that forgets the 2: angles fall half as fast."""
    return lambda d_model: (10000.0 ** (-np.arange(d_model // 2) / d_model), "sin")


def wrong_direction() -> Make:
    """Slow hands first."""
    return lambda d_model: (original_angles(d_model)[::-1].copy(), "sin")


def wrong_no_order() -> Make:
    """Angles alone."""
    return lambda d_model: original_angles(d_model)  # type: ignore[return-value]


def typed_data() -> Json:
    """The angles at each width."""
    angles = [original_angles(d_model).tolist() for d_model in WIDTHS]
    return {"widths": list(WIDTHS), "angles": angles, "rows": ROWS, "tolerance": TOLERANCE}


EXERCISE = Exercise(
    slug="angles-of-the-original",
    source="7.4",
    title="The original in clocks",
    kind="value",
    marks=(Mark.VERY_EASY,),
    statement="""
Show that the original encoding is a rotation encoding: `clocks_of_the_original(d_model)` returns
its angles, `d_model / 2` of them in the order of the columns, and the string `"cos"` or `"sin"`
for what comes first in each pair.
""",
    hints=(
        "How far does the hand of columns $2i$ and $2i + 1$ turn from one position to the next?",
        "At position 0 every hand is at $e^{0} = 1$, whose cosine is 1. What does the original "
        "have in column 0 there?",
    ),
    answer="""
Columns $2i$ and $2i + 1$ hold the sine and the cosine of $a\\theta_i$, with $\\theta_i =
10000^{-2i/d}$: imaginary and real part of $e^{i a\\theta_i}$, in this order. The table is the
reversed rotation encoding of these angles. (The main source writes the dimension as $2d$ and has
the exponent $-i/d$, which is the same.) At position 0 the row is $0, 1, 0, 1, \\ldots$
""",
    stub=STUB,
    judge=judge,
    code=(clocks_of_the_original,),
    checklist=("One sentence says why these angles and this order give every column.",),
    typed=Typed(
        (
            Field(
                "angle",
                "the angle of pair i, a formula in i and d_model",
                "formula",
                ("i", "d_model"),
            ),
            Field("first", "what comes first in a pair", "choice", choices=("cos", "sin")),
        ),
        "clocks",
        typed_data,
    ),  # fmt: skip
)
