"""The matrix that shifts the original encoding."""

from collections.abc import Callable
from functools import partial

import numpy as np

from exercises.judging.agreement import compare
from exercises.judging.cases import asked
from exercises.judging.judge import ask, numbers
from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array
from taotp_core.encodings import reversed_shift, sinusoids

WIDTHS = (2, 6, 64)
KNOWN = (-100, -1, 0, 1, 2, 7, 1000)
DELTAS = tuple(delta for (delta,) in asked(tuple((each,) for each in KNOWN), (-3000, 3000)))
FARTHEST, EVERY = 6000, 97
STUB = '''
def shift_sinusoids(delta, d_model):
    """The matrix that takes row a of the sinusoids to row a + delta."""
    raise NotImplementedError
'''

Make = Callable[[int, int], Array]


def judge(answer: object) -> str:
    """Positions up to FARTHEST, shifts of both signs, three widths."""
    count = 0
    for d_model in WIDTHS:
        table = sinusoids(FARTHEST, d_model)
        for delta in DELTAS:
            where = f"with delta={delta}, d_model={d_model}"
            M = numbers(ask(answer, delta, d_model, where=where), (d_model, d_model), where)
            rows = np.arange(max(0, -delta), FARTHEST - max(0, delta), EVERY)
            got, expected = table[rows] @ M, table[rows + delta]
            compare(
                got, expected, where, f"(rows {rows[0]}, ...) @ M",
                why=partial(usual, M, delta),
            )  # fmt: skip
            count += len(rows)
    return f"{count} rows, each moved as far as it should be"


def usual(M: Array, delta: int) -> str:
    """Which of the usual mistakes makes this matrix, if one does."""
    near = sinusoids(50 + abs(delta), len(M))
    here, there = near[max(0, -delta) :][:50], near[max(0, delta) :][:50]
    if np.allclose(there @ M, here):
        return "it goes as far the other way; which comes first, the sine or the cosine?"
    if np.allclose(here @ M, there, atol=1e-3):
        return "right near the start; what is fitted there is not known far away"
    return ""


def shift_sinusoids(delta: int, d_model: int) -> Array:
    """Each pair (sin, cos) is turned by delta times its angle."""
    M = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        angle = delta / 10000 ** (i / d_model)
        cos, sin = np.cos(angle), np.sin(angle)
        M[i : i + 2, i : i + 2] = [[cos, -sin], [sin, cos]]
    return M


def accepted_pairs() -> Make:
    """A small rotation for each pair."""
    return shift_sinusoids


def accepted_library() -> Make:
    """The library's, with angles of its own."""
    return lambda delta, d_model: reversed_shift(
        delta, 1e4 ** (-np.arange(0, d_model, 2) / d_model)
    )


def wrong_order() -> Make:
    """For pairs (cos, sin): on (sin, cos) it goes the other way."""
    return lambda delta, d_model: shift_sinusoids(-delta, d_model)


def wrong_fitted() -> Make:
    """Fitted to a hundred rows: what moves little there is not known far away."""

    def fitted(delta: int, d_model: int) -> Array:
        table = sinusoids(100 + abs(delta), d_model)
        here, there = table[max(0, -delta) :][:100], table[max(0, delta) :][:100]
        M: Array = np.linalg.lstsq(here, there, rcond=None)[0]
        return M

    return fitted


def wrong_angles() -> Make:
    """Angles that fall twice as slowly."""

    def slow(delta: int, d_model: int) -> Array:
        return shift_sinusoids(delta, 2 * d_model)[:d_model, :d_model]

    return slow


def wrong_identity() -> Make:
    """Stays where it is."""
    return lambda delta, d_model: np.eye(d_model)


EXERCISE = Exercise(
    slug="shift-sinusoids",
    source="7.3",
    title="Shift the original",
    kind="construct",
    marks=(Mark.VERY_EASY, Mark.RECOMMENDED),
    statement="""
Show that one matrix moves every row of the original encoding by $\\delta$, however far away it is.
`shift_sinusoids(delta, d_model)` makes that matrix: row $a$ of `sinusoids(n, d_model)`, times the
matrix, is row $a + \\delta$, for $\\delta$ of either sign. It is tried up to position 6,000, to a
billionth. (The library has it as `reversed_shift`; write your own.)
""",
    hints=(
        "$\\sin(\\alpha + \\beta)$ and $\\cos(\\alpha + \\beta)$ in terms of the sine and cosine "
        "of $\\alpha$: which part depends on the position, and which on $\\delta$ alone?",
        "Each pair of columns has a 2 by 2 matrix of its own. Mind which of sine and cosine comes "
        "first.",
    ),
    answer="""
With $\\beta = \\delta\\,\\theta_i$, $\\sin(a\\theta_i + \\beta) = \\sin a\\theta_i \\cos\\beta +
\\cos a\\theta_i \\sin\\beta$ and $\\cos(a\\theta_i + \\beta) = \\cos a\\theta_i \\cos\\beta - \\sin
a\\theta_i \\sin\\beta$. So the pair $(\\sin, \\cos)$ is multiplied by
$\\begin{pmatrix} \\cos\\beta & -\\sin\\beta \\\\ \\sin\\beta & \\cos\\beta \\end{pmatrix}$, which
does not depend on $a$. Put these blocks on the diagonal. A matrix that is fitted to the first
hundred rows instead is right on these and wrong far away: the slow hands have hardly moved yet,
and least squares cannot know how they will.
""",
    stub=STUB,
    judge=judge,
    code=(shift_sinusoids,),
    checklist=("One sentence says why the matrix is the same for every position.",),
)
