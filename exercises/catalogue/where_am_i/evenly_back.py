"""Look evenly at the last k positions."""

from collections.abc import Callable, Iterator

import numpy as np

from exercises.judging.judge import Wrong, ask, fresh, numbers
from exercises.statement import Exercise, Mark
from taotp.positions import look_evenly
from taotp_core.arrays import Array, softmax
from taotp_core.encodings import (
    even_angles,
    original_angles,
    random_angles,
    rotations,
    shift,
)

TOLERANCE = 1e-3
STARTS = (0, 100)
STUB = '''
def look_at_last(k, n, angles):
    """M: softmax(codes @ M @ codes.T) is 1/k on the last k, and 0 before."""
    raise NotImplementedError
'''

Make = Callable[[int, int, Array], Array]


def cases() -> Iterator[tuple[str, int, int, Array]]:
    """A name, k, n and angles: as many columns as positions, or more."""
    rng = fresh(77)
    for k in (1, 2, 3, 8, 19, 39):
        yield "random", k, 40, random_angles(64, rng)
    for k in (2, 5):
        yield "even", k, 32, even_angles(64)
    for k in (1, 3):
        yield "original", k, 24, original_angles(128)


def judge(answer: object) -> str:
    """All cases, for the first n positions and for n that begin at STARTS[1]."""
    count = 0
    for name, k, n, angles in cases():
        where = f"with k={k}, n={n} and {len(angles)} {name} angles"
        shape = (2 * len(angles), 2 * len(angles))
        M = numbers(ask(answer, k, n, angles.copy(), where=where), shape, where)
        every = rotations(n + STARTS[-1], angles)
        for start in STARTS:
            seen = looks(M, every[start : start + n])
            compare(seen, even(k, n), f"{where}, from position {start} on,")
            count += n
    return f"{count} rows of weights, within {TOLERANCE:g} of 1/k and 0"


def looks(M: Array, codes: Array) -> Array:
    """The causal attention weights: [n, n]."""
    scores = codes @ M @ codes.T
    return softmax(np.where(np.tri(len(codes), dtype=bool), scores, -np.inf))


def even(k: int, n: int) -> Array:
    """The weights to be had; where there are fewer than k positions, these share all."""
    looked_at = np.tri(n) - np.tri(n, k=-k)
    weights: Array = looked_at / looked_at.sum(axis=1, keepdims=True)
    return weights


def compare(seen: Array, expected: Array, where: str) -> None:
    """Raise Wrong at the first weight that is off."""
    off = ~(np.abs(seen - expected) <= TOLERANCE)
    if off.any():
        i, j = (int(place) for place in np.argwhere(off)[0])
        raise Wrong(f"{where} expected query {i} to give key {j} a weight of "
                    f"{expected[i, j]:.4g}, got {seen[i, j]:.4g}")  # fmt: skip


def look_at_last(k: int, n: int, angles: Array) -> Array:
    """Fit waves of the distance to a step, and give each clock its share of them."""
    waves = rotations(n, angles)  # row d: what the clocks say of a distance d
    step = np.where(np.arange(n) < k, 0.0, -20.0)
    cos, sin = np.linalg.lstsq(waves, step, rcond=1e-13)[0].reshape(-1, 2).T
    M: Array = np.kron(np.diag(cos), np.eye(2)) + np.kron(np.diag(sin), [[0, -1], [1, 0]])
    return M


def accepted_step() -> Make:
    """A step of 20, fitted."""
    return look_at_last


def accepted_library() -> Make:
    """The library's, which is level on the last k and anything low before them."""
    return look_evenly


def wrong_sum_of_shifts() -> Make:
    """Shifts by 0 to k - 1, added: they are not equally loud."""

    def added(k: int, n: int, angles: Array) -> Array:
        M: Array = 10 * np.sum([shift(-back, angles) for back in range(k)], axis=0)
        return M

    return added


def wrong_memorized() -> Make:
    """The right scores for the first n positions, by heart."""

    def by_heart(k: int, n: int, angles: Array) -> Array:
        inverse = np.linalg.pinv(rotations(n, angles))
        M: Array = 20 * inverse @ (even(k, n) > 0) @ inverse.T
        return M

    return by_heart


def wrong_one_more() -> Make:
    """One position too many."""
    return lambda k, n, angles: look_at_last(k + 1, n, angles)


def wrong_soft() -> Make:
    """A step that is too low."""
    return lambda k, n, angles: look_at_last(k, n, angles) / 5


def wrong_direction() -> Make:
    """Turned the other way: it would look ahead."""
    return lambda k, n, angles: look_at_last(k, n, angles).T


EXERCISE = Exercise(
    slug="evenly-back",
    source="7.7",
    title="The last few, evenly",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement="""
A shift makes a head look at one place. Make one that looks at the last $k$ places, all with the
same weight: `look_at_last(k, n, angles)` returns a matrix $M$ such that with
`codes = rotations(n, angles)` the causal softmax of `codes @ M @ codes.T` gives each query $i$ a
weight of $1/k$ at $i, i-1, \\ldots, i-k+1$ and 0 before, to a thousandth ($1/(i+1)$ where there are
fewer than $k$). No root is divided by. $M$ has to know distances, not places: it is tried on $n$
positions from 0 on, and on $n$ from 100 on. There are at least as many columns as positions.
""",
    hints=(
        "Why does a sum of shifts not do? Draw its scores against the distance.",
        "If each clock is turned and made louder by itself, the score is $\\sum_t a_t "
        "\\cos(\\theta_t d) + b_t \\sin(\\theta_t d)$ with the distance $d = i - j$. What should "
        "it be for $d < k$, and what for $d \\ge k$?",
        "Which weights give you that is a question for least squares: $n$ equations, one for each "
        "distance. Softmax does the rest, if the step is high enough: $e^{-20}$ is two "
        "billionths.",
        "The 2 by 2 block for $a \\cos + b \\sin$ is $\\begin{pmatrix} a & -b \\\\ b & a "
        "\\end{pmatrix}$.",
    ),
    answer="""
The scores of a sum of shifts are a sum of $k$ bumps, which overlap. With slow hands the middle of
the $k$ places comes out highest, with random ones chance decides, and softmax lets the highest
win. It needs a *plateau*: equal scores on the last $k$, and lower ones before, by 20 say.
A matrix of blocks $\\begin{pmatrix} a & -b \\\\ b & a \\end{pmatrix}$ has scores $a \\cos \\theta
d + b \\sin \\theta d$, waves of the distance; with as many waves as distances least squares meets
the step exactly, wherever the waves are independent.

Fewer clocks suffice, since before the plateau any low score will do. For $k = 2$ one hand is
enough: turned back by half a step, it is as far from the last position as from the one before. In
general $\\prod_{j<k} \\sin \\frac{\\pi}{n}(d - j)$ is zero at the $k$ distances of the plateau and
positive at all others below $n$, so its negative, made loud, is a plateau. Written out it is a sum
of $k/2$ waves (rounded up) and a constant, which softmax does not notice. `few_angles(k, n)` has
their angles: $k$ columns, or one more, for any $n$, at the price of large weights.
""",
    stub=STUB,
    judge=judge,
    code=(look_at_last,),
)
