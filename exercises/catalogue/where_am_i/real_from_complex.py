"""What a complex matrix does, done by a real one."""

from collections.abc import Callable
from functools import partial

import numpy as np

from exercises.judging.agreement import compare
from exercises.judging.judge import ask, fresh, numbers
from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array
from taotp_core.rotations import Complexes

SIZES = (1, 2, 3, 6)
ROWS = 10
STUB = '''
def real_matrix(T):
    """The real [2m, 2m] matrix that does to pairs what T [m, m] does."""
    raise NotImplementedError
'''

Make = Callable[[Complexes], Array]


def pairs(codes: Complexes) -> Array:
    """Complex rows [n, m] as real rows [n, 2m]: real part, imaginary part, and so on."""
    return np.stack([codes.real, codes.imag], axis=2).reshape(len(codes), -1)


def judge(answer: object) -> str:
    """Random complex matrices and rows, the unit and i first."""
    rng, count = fresh(72), 0
    for m in SIZES:
        drawn = rng.normal(size=(2, m, m)) + 1j * rng.normal(size=(2, m, m))
        named = [("the unit matrix", np.eye(m) + 0j), ("i times the unit matrix", 1j * np.eye(m))]
        for name, T in [*named, *(("a random T", T) for T in drawn)]:
            where = f"on {name} with m={m}"
            M = numbers(ask(answer, T.copy(), where=where), (2 * m, 2 * m), where)
            rows = rng.normal(size=(ROWS, m)) + 1j * rng.normal(size=(ROWS, m))
            compare(
                pairs(rows) @ M, pairs(rows @ T), where, "pairs(row) @ M",
                why=partial(usual, M, T),
            )  # fmt: skip
            count += ROWS
    return f"{count} rows, each moved as the complex matrix moves it"


def usual(M: Array, T: Complexes) -> str:
    """Which of the usual mistakes makes this matrix, if one does."""
    right = real_matrix(T)
    apart = np.arange(len(right)).reshape(2, -1).T.ravel()  # from real parts first to pairs
    if np.allclose(M, right.T):
        return "its transpose would be right; rows stand on the left"
    if np.allclose(M, real_matrix(T.conj())):
        return "each block turns the other way; i times i is -1"
    if np.allclose(M[apart][:, apart], right):
        return "right if all real parts came first; pairs stand side by side"
    return ""


def real_matrix(T: Complexes) -> Array:
    """A block for each entry: its real part scales, its imaginary part turns by a quarter."""
    quarter = np.array([[0, 1], [-1, 0]])
    return np.kron(T.real, np.eye(2)) + np.kron(T.imag, quarter)


def accepted_blocks() -> Make:
    """One block an entry."""
    return real_matrix


def accepted_basis() -> Make:
    """What becomes of each unit vector, and of i times it."""

    def from_basis(T: Complexes) -> Array:
        ones = np.eye(len(T)) + 0j
        basis = np.stack([ones, 1j * ones], axis=1).reshape(-1, len(T))
        return pairs(basis @ T)

    return from_basis


def wrong_columns() -> Make:
    """For columns that are multiplied from the left: every turn runs backward."""
    return lambda T: real_matrix(T).T


def wrong_conjugate() -> Make:
    """The sign of the imaginary part lost."""
    return lambda T: real_matrix(T.conj())


def wrong_real_part() -> Make:
    """The real part alone."""
    return lambda T: np.kron(T.real, np.eye(2))


def wrong_order() -> Make:
    """All real parts first, then all imaginary ones."""
    return lambda T: np.block([[T.real, T.imag], [-T.imag, T.real]])


EXERCISE = Exercise(
    slug="real-from-complex",
    source="7.2",
    title="Complex to real",
    kind="construct",
    marks=(Mark.VERY_EASY,),
    statement="""
Write a complex row $z = (x_1 + i y_1, \\ldots)$ as a real one of pairs, $(x_1, y_1, \\ldots)$. Show
that a complex position table which a matrix can shift is still shiftable when it is written in
pairs. The matrix is the proof: `real_matrix(T)` takes a complex $T$ of $m$ rows and columns and
returns the real one, of $2m$, that moves the pairs of $z$ to the pairs of `z @ T`.
""",
    hints=(
        "Begin with $m = 1$. What is $(x + iy)(c + is)$, as a pair?",
        "The pair is `(x, y) @ [[c, s], [-s, c]]`. In a larger matrix each entry gets such a "
        "block.",
    ),
    answer="""
$(x + iy)(c + is) = (xc - ys) + i(xs + yc)$, which is the row $(x, y)$ times
$\\begin{pmatrix} c & s \\\\ -s & c \\end{pmatrix}$. Sums of complex numbers are sums of pairs, so
a matrix $T$ becomes a matrix of such blocks $M(T)$, one for each entry, and
pairs$(zT)$ = pairs$(z)\\,M(T)$ for every row $z$. Let now $T_\\delta$ shift the complex table $f$
by $\\delta$: $f(a)\\,T_\\delta = f(a + \\delta)$ for all $a$. Then $M(T_\\delta)$ takes the pairs
of $f(a)$ to those of $f(a + \\delta)$, for the same $a$, which is what was to be shown. The other
direction is not true in general: most real matrices are no $M(T)$.
""",
    stub=STUB,
    judge=judge,
    code=(real_matrix,),
    checklist=("One sentence says how shiftability follows, for every offset.",),
)
