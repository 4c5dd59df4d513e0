"""The way back through RMSNorm."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import Wrong, ask, fresh, numbers
from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array

SIZES = ((1, 2), (3, 4), (5, 7), (2, 16))
LONG = (0.01, 1.0, 300.0)  # how long rows are
STEP, WITHIN = 1e-6, 1e-6
STUB = '''
def back(x, to_y):
    """The derivative of a loss by x [n, d], from that by y, x normalized."""
    raise NotImplementedError
'''

Back = Callable[[Array, Array], Array]


def normed(x: Array) -> Array:
    """Every row divided by the root of the mean of its squares."""
    divided: Array = x / np.sqrt((x * x).mean(-1, keepdims=True))
    return divided


def by_differences(x: Array, to_y: Array) -> Array:
    """How the sum of y times to_y changes with each number of x."""
    found = np.zeros_like(x)
    size = np.abs(x).max()
    for at in np.ndindex(*x.shape):
        move = np.zeros_like(x)
        move[at] = STEP * size
        found[at] = ((normed(x + move) - normed(x - move)) * to_y).sum() / (2 * STEP * size)
    return found


def judge(answer: object) -> str:
    """Rows of several lengths, each number moved up and down."""
    rng, count = fresh(271), 0
    for shape in SIZES:
        for long in LONG:
            x, to_y = long * rng.normal(size=shape), rng.normal(size=shape)
            where = f"with rows of {shape[1]} numbers of size {long:g}"
            found = numbers(ask(answer, x.copy(), to_y.copy(), where=where), shape, where)
            expected = by_differences(x, to_y)
            off = np.abs(found - expected).max() / np.abs(expected).max()
            if not off <= WITHIN:
                at = np.unravel_index(np.abs(found - expected).argmax(), shape)
                raise Wrong(f"{where} expected {expected[at]:.6g} by differences at row {at[0]}, "
                            f"column {at[1]}, got {found[at]:.6g}")  # fmt: skip
            count += x.size
    return f"{count} inputs, all as differences say"


def back(x: Array, to_y: Array) -> Array:
    """What lies along the row changes only its length, and that is divided away."""
    length = np.sqrt((x * x).mean(-1, keepdims=True))
    y = x / length
    to_x: Array = (to_y - y * (to_y * y).mean(-1, keepdims=True)) / length
    return to_x


def accepted_by_the_matrix() -> Back:
    """With the matrix of all derivatives of a row."""

    def found(x: Array, to_y: Array) -> Array:
        d = x.shape[1]
        rows = []
        for row, to in zip(x, to_y, strict=True):
            length = np.sqrt(row @ row / d)
            rows.append((np.eye(d) / length - np.outer(row, row) / (d * length**3)) @ to)
        return np.array(rows)

    return found


def wrong_as_if_fixed() -> Back:
    """As if the length did not depend on x."""
    return lambda x, to_y: to_y / np.sqrt((x * x).mean(-1, keepdims=True))


def wrong_of_layer_norm() -> Back:
    """The mean is taken away too, which RMSNorm does not do."""
    return lambda x, to_y: back(x, to_y - to_y.mean(-1, keepdims=True))


def wrong_not_divided() -> Back:
    """The direction is right; its size is that of rows of length 1."""
    return lambda x, to_y: back(normed(x), to_y)


EXERCISE = Exercise(
    slug="way-back-of-rms",
    title="The way back of RMSNorm",
    kind="family",
    marks=(Mark.RECOMMENDED,),
    statement="""
RMSNorm divides each row by the root of the mean of its squares and takes no mean away:
$y=x/r$, where $r^2=\\frac1d\\sum_ix_i^2$. `back(x, to_y)` is given rows `x` [n, d] and the
derivative of a loss by each number of $y$. It returns the derivative of the loss by each number of
$x$. It is judged by differences.
""",
    hints=(
        "Take layer norm's way back. Which of its terms come from the mean?",
        "$y_i=x_i/r$ depends on $x_j$ twice: where $i=j$, and through $r$. What is the derivative "
        "of $r$ by $x_j$?",
    ),
    answer="""
The derivative of $r$ by $x_j$ is $x_j/(dr)=y_j/d$. So that of $y_i$ by $x_j$ is
$([i=j]-y_iy_j/d)/r$, and $\\bar x_j=(\\bar y_j-y_j\\operatorname{mean}(\\bar y\\,y))/r$. It is the
formula of layer norm without the mean: what lies along the row is taken away, as a longer row is
the same row to the norm.
""",
    stub=STUB,
    judge=judge,
    code=(back,),
)
