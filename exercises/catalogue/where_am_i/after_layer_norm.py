"""Layer norm takes shiftability away."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import Wrong, ask, kind_of, numbers
from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array
from taotp_core.encodings import sinusoids
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM

WIDTHS = (2, 4, 8, 16)
NOTHING, SOMETHING = 1e-9, 1e-2  # of the length of the weights
MOST = 1000
STUB = '''
def broken_dependence(d_model):
    """w for rows 0, 1, ... after layer norm: w @ rows is 0, a row later not."""
    raise NotImplementedError
'''

Make = Callable[[int], Array]


def judge(answer: object) -> str:
    """At all WIDTHS the weights cancel the rows they are for and not the rows that follow."""
    count = 0
    for d_model in WIDTHS:
        where = f"with d_model={d_model}"
        said = ask(answer, d_model, where=where)
        try:
            n = len(said)
        except TypeError:
            raise Wrong(f"{where} expected a list of weights, got {kind_of(said)}") from None
        if not 1 <= n <= MOST:
            raise Wrong(f"{where} expected 1 to {MOST} weights, got {n}")
        weights = numbers(said, (n,), where)
        size = float(np.linalg.norm(weights))
        if not 0 < size < np.inf:
            raise Wrong(f"{where} expected weights that are not all 0, got length {size:.3g}")
        rows = normalize(sinusoids(n + 1, d_model), LAYER_NORM)
        here, there = (np.linalg.norm(weights / size @ part) for part in (rows[:-1], rows[1:]))
        if not here <= NOTHING:
            raise Wrong(f"{where} expected rows 0 to {n - 1} to cancel, got a sum of length "
                        f"{here:.3g} for weights of length 1")  # fmt: skip
        if not there >= SOMETHING:
            raise Wrong(f"{where} expected rows 1 to {n} to leave at least {SOMETHING}, got a sum "
                        f"of length {there:.3g} for weights of length 1")  # fmt: skip
        count += n
    return f"{count} rows at {len(WIDTHS)} widths cancel, and one later they do not"


def broken_dependence(d_model: int) -> Array:
    """What the best matrix misses in one column is itself such a list of weights."""
    rows = normalize(sinusoids(64, d_model), LAYER_NORM)
    span, _ = np.linalg.qr(rows[:-1])  # what any matrix can make of these rows lies in it
    missed = rows[1:] - span @ (span.T @ rows[1:])
    worst: Array = missed[:, np.linalg.norm(missed, axis=0).argmax()]
    return worst


def accepted_residual() -> Make:
    """The residual of least squares, which is orthogonal to every column it was fitted with."""
    return broken_dependence


def accepted_null_space() -> Make:
    """A few more rows than dimensions, and the way in which they cancel."""

    def null_space(d_model: int) -> Array:
        n = 2 if d_model == 2 else 4 * d_model
        rows = normalize(sinusoids(n + 1, d_model), LAYER_NORM)
        basis, strengths, _ = np.linalg.svd(rows[:-1], full_matrices=True)
        held = int((strengths > 1e-12 * strengths[0]).sum())
        null = basis[:, held:]
        left, _, _ = np.linalg.svd(null.T @ rows[1:])
        weights: Array = null @ left[:, 0]
        return weights

    return null_space


def wrong_before_the_norm() -> Make:
    """Weights that cancel the sinusoids themselves: layer norm divides each row by another size."""

    def raw(d_model: int) -> Array:
        basis, _, _ = np.linalg.svd(sinusoids(40, d_model), full_matrices=True)
        weights: Array = basis[:, -1]
        return weights

    return raw


def wrong_zeros() -> Make:
    """Nothing at all cancels everything."""
    return lambda d_model: np.zeros(20)


def wrong_too_few() -> Make:
    """The nearest to canceling among fewer rows than dimensions."""

    def few(d_model: int) -> Array:
        rows = normalize(sinusoids(max(1, d_model - 2), d_model), LAYER_NORM)
        weights: Array = np.linalg.svd(rows)[0][:, -1]
        return weights

    return few


def wrong_random() -> Make:
    """Any weights."""
    return lambda d_model: np.random.default_rng(d_model).normal(size=50)


EXERCISE = Exercise(
    slug="after-layer-norm",
    source="7.5",
    title="Not after layer norm",
    kind="inspect",
    marks=(Mark.VERY_EASY,),
    statement="""
Show that no matrix shifts the original encoding by 1 once layer norm has been applied to its rows.
A proof can be a list of numbers: if a matrix took each row to the next, then every sum of rows that
cancels would still cancel one row later. So `broken_dependence(d_model)` returns weights $w_0, w_1,
\\ldots$ (at most 1,000) such that $\\sum_a w_a\\, x_a = 0$ and $\\sum_a w_a\\, x_{a+1} \\ne 0$,
where $x_a$ is row $a$ of `layer_norm(sinusoids(n, d_model))`. It is asked for widths 2, 4, 8 and
16; for weights of length 1 the one sum has to be at most $10^{-9}$ long and the other at least
0.01. Then say why there is no such list for 8 rows of width 16.
""",
    hints=(
        "Width 2 goes by hand: what are the first three rows after layer norm?",
        "For more: how many rows are sure to be dependent? (After layer norm the entries of a "
        "row sum to 0.) If your weights give too small a sum one row later, take more rows.",
        "The part that least squares misses is orthogonal to all columns that it was given.",
    ),
    answer="""
By hand, in width 2: the sine of 0 is below the cosine, those of 1 and 2 are above, so the rows are
$(-1, 1)$, $(1, -1)$, $(1, -1)$. Weights $(1, 1)$ cancel the first two, and one row later they
leave $(2, -2)$. For wider tables let the best matrix in the sense of least squares try, and take
what it misses in one column as weights: it is orthogonal to all columns of the rows $x_a$, so they
cancel, and its product with that column of the rows $x_{a+1}$ is its own squared length, so they
do not. (Up to rounding; a matrix that shifted all the same would need entries in the millions.) In
width 8, with 64 rows, the best matrix misses an entry by 0.36. The harm is done by dividing by the
spread of a row, which differs from position to position. (Subtracting the mean alone costs 0.52 in
width 4, where the row no longer tells what its mean was, and nothing to speak of in width 16,
where slow hands make up for it.)

The condition matters. Where the rows to be moved are linearly independent, *some* matrix moves
them anywhere, and 8 rows of width 16 are: no weights but zeros cancel them. Hence the question
makes sense where positions outnumber dimensions.
""",
    stub=STUB,
    judge=judge,
    code=(broken_dependence,),
    checklist=("One sentence says why a few rows of a wide table can always be shifted.",),
)
