"""The padding dimension in any directions."""

from collections.abc import Callable, Iterator

import numpy as np

from exercises.judging.judge import Wrong, ask, fresh, items, numbers
from exercises.statement import Exercise, Mark
from taotp.positions import padding_dimension
from taotp_core.arrays import Array
from taotp_core.encodings import random_angles, rotations, sinusoids

EPS = 1e-3
SLACK = 1e-9
STUB = '''
def free_directions(codes, eps):
    """An orthonormal basis [d_model, k], and the point [k] near all rows."""
    raise NotImplementedError
'''

Make = Callable[[Array, float], tuple[Array, Array]]


def tables() -> Iterator[tuple[str, Array]]:
    """Tables of which the two bounds of the library meet."""
    rng = fresh(710)
    for calm, d_model, n in ((4, 10, 40), (0, 6, 30), (7, 7, 25)):
        codes = rng.normal(size=(n, d_model))
        codes[:, :calm] = EPS / 9 * rng.choice([-1, 1], size=(n, calm))
        turned = codes @ np.linalg.qr(rng.normal(size=(d_model, d_model)))[0]
        yield f"noise, calm in {calm} hidden directions", turned + 3 * rng.normal(size=d_model)
    yield "noise", rng.normal(size=(5, 12))
    yield "the sinusoids", sinusoids(64, 128)
    yield "random rotations", rotations(64, random_angles(128, rng))


def judge(answer: object) -> str:
    """What is returned proves its k; k is as large as can be."""
    count, found = 0, []
    for name, codes in tables():
        n, d_model = codes.shape
        where = f"on {name}, {n} rows of {d_model},"
        said = items(ask(answer, codes.copy(), EPS, where=where), 2, "a basis and a point", where)
        k = np.shape(said[0])[-1] if np.ndim(said[0]) == 2 else 0
        if k > d_model:
            raise Wrong(f"{where} expected at most {d_model} columns, got {k}")
        basis = numbers(said[0], (d_model, k), where)
        point = numbers(said[1], (k,), where)
        prove(codes, basis, point, where)
        if k < padding_dimension(codes, EPS).at_least:
            raise Wrong(f"{where} expected more dimensions, got {k}")
        count += n
        found.append(k)
    return f"{count} rows, free dimensions {', '.join(map(str, found))}"


def prove(codes: Array, basis: Array, point: Array, where: str) -> None:
    """Raise Wrong unless the basis is orthonormal and sees all rows near the point."""
    skew = np.abs(basis.T @ basis - np.eye(basis.shape[1])).max(initial=0.0)
    if not skew <= SLACK:
        raise Wrong(f"{where} expected orthonormal columns, got products off by {skew:.3g}")
    away = np.linalg.norm(codes @ basis - point, axis=1)
    worst = int(np.argmax(np.where(np.isnan(away), np.inf, away)))
    if not away[worst] <= EPS * (1 + SLACK) + SLACK:
        raise Wrong(f"{where} expected row {worst} within {EPS:g} of the point, got "
                    f"{away[worst]:.3g} away")  # fmt: skip


def free_directions(codes: Array, eps: float) -> tuple[Array, Array]:
    """The singular vectors in which the rows vary least about their mean, as many as will do."""
    middle = codes.mean(axis=0)
    _, _, directions = np.linalg.svd(codes - middle)
    calmest = directions[::-1].T
    away = np.sqrt(np.cumsum(((codes - middle) @ calmest) ** 2, axis=1)).max(axis=0)
    basis = calmest[:, : int((away <= eps).sum())]
    return basis, middle @ basis


def accepted_singular() -> Make:
    """Singular vectors of the centered table."""
    return free_directions


def accepted_eigen() -> Make:
    """Eigenvectors of the covariance, about the middle between extremes."""

    def eigen(codes: Array, eps: float) -> tuple[Array, Array]:
        centered = codes - codes.mean(axis=0)
        _, vectors = np.linalg.eigh(centered.T @ centered)
        seen = codes @ vectors
        point = (seen.max(axis=0) + seen.min(axis=0)) / 2
        away = np.sqrt(np.cumsum((seen - point) ** 2, axis=1)).max(axis=0)
        k = int((away <= eps).sum())
        return vectors[:, :k], point[:k]

    return eigen


def wrong_columns() -> Make:
    """Columns of the table that are calm as they stand."""

    def standard(codes: Array, eps: float) -> tuple[Array, Array]:
        basis = np.eye(codes.shape[1])[:, np.ptp(codes, axis=0) <= 2 * eps]
        return basis, codes.mean(axis=0) @ basis

    return standard


def wrong_uncentered() -> Make:
    """Directions in which rows are short, about zero: the constant part of the rows is lost."""

    def short(codes: Array, eps: float) -> tuple[Array, Array]:
        calmest = np.linalg.svd(codes)[2][::-1].T
        away = np.sqrt(np.cumsum((codes @ calmest) ** 2, axis=1)).max(axis=0)
        basis = calmest[:, : int((away <= eps).sum())]
        return basis, np.zeros(basis.shape[1])

    return short


def wrong_each_alone() -> Make:
    """Every direction that is calm by itself; together they are not."""

    def alone(codes: Array, eps: float) -> tuple[Array, Array]:
        middle = codes.mean(axis=0)
        calmest = np.linalg.svd(codes - middle)[2][::-1].T
        basis = calmest[:, : 1 + int((np.abs((codes - middle) @ calmest).max(0) <= eps).sum())]
        return basis, middle @ basis

    return alone


def wrong_repeated() -> Make:
    """One calm direction, counted many times."""

    def repeated(codes: Array, eps: float) -> tuple[Array, Array]:
        basis, point = free_directions(codes, eps)
        return basis[:, :1].repeat(codes.shape[1], 1), point[:1].repeat(codes.shape[1])

    return repeated


EXERCISE = Exercise(
    slug="free-dimensions",
    source="7.10",
    title="Free in any direction",
    kind="construct",
    marks=(Mark.VERY_HARD,),
    statement="""
The standard padding dimension counts columns that hardly move. But a head can read any direction of
the stream, not only columns. Find many directions at once that make all rows of a table nearly one
point: `free_directions(codes, eps)` returns a basis, $d \\times k$ with orthonormal columns, and a
point of $k$ numbers, such that `codes @ basis` has every row within a distance of `eps` (Euclidean)
of the point. That proves that the padding dimension is at least $k$; asked is the largest $k$, for
sinusoids, random rotations, and some tables of noise. Show also that with $n$ rows $k$ is at least
$d - n + 1$, for all tables. What does that say about the 64 positions in 128 dimensions with which
the chapter compares encodings?
""",
    hints=(
        "Two points lie on a line, and across the line they do not differ. In how many "
        "directions do $n$ points not differ?",
        "Take the mean away first; free means constant, not zero.",
        "For the nearly free directions: singular vectors, from the smallest singular value on.",
        "Distances add up: each direction may be calm by itself and all of them together not.",
    ),
    answer="""
Subtract the mean row and take singular vectors from the smallest singular value on, as long as the
farthest row stays within `eps`. $n$ points lie in a flat of at most $n - 1$ dimensions; in the
$d - n + 1$ directions across it they do not differ at all. So 64 positions in 128 dimensions leave
65 dimensions free *for any encoding*: random rotations have 65, and the sinusoids have 105. The
question is one about encodings only where positions outnumber dimensions.

Is it the largest $k$? In $k$ dimensions the squared distances to the best point, the mean, sum to
at least the $k$ smallest squared singular values, for all choices of directions; if all rows are
within $\\varepsilon$ that is at most $n\\varepsilon^2$. For both tables this bound says 105 and 65
too, so here the answer is exact. Between the two bounds there may be a gap for other tables: the
smallest ball around the rows need not have their mean in its middle, and the best directions for
the farthest row need not be the best for all rows together.
""",
    stub=STUB,
    judge=judge,
    code=(free_directions,),
    checklist=("The bound $d - n + 1$ is shown, and what it means for 64 rows of 128.",),
)
