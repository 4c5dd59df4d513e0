"""Exercise: what each summand of a row adds to a logit, behind a layer norm."""

from collections.abc import Callable

import numpy as np

from exercises.judging.boxes import cases, formula
from exercises.judging.cases import drawn
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Json
from taotp_core.arrays import Array
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM

WITHIN = 1e-8
ROW_NAMES = ("product", "mean", "own", "total", "deviation", "logit")
SIZES = ((2, 3), (3, 5), (5, 16), *drawn((1, 40), (3, 64)), (1, 4))  # parts and columns
STUB = '''
def shares(written, column):
    """What each row of `written` adds to the logit of a token: [k]."""
    raise NotImplementedError
'''

Shares = Callable[[Array, Array], Array]


def cases_of_rows() -> list[tuple[Array, Array]]:
    """What parts wrote [k, d_model], and a column of W_U."""
    rng = np.random.default_rng(8)
    drawn = [(rng.normal(size=(k, d)), rng.normal(size=d)) for k, d in SIZES]
    rows, column = drawn[1]
    return [(np.array([[2.0, 0, 0], [0, 1, -3]]), np.array([1.0, 0, -1])), *drawn,
            (1000 * rows + 7, column)]  # fmt: skip


def judge(answer: object) -> str:
    """Each share, and that they add up to the logit."""
    for i, (written, column) in enumerate(cases_of_rows()):
        where = f"with {len(written)} rows of {len(column)}, case {i}"
        expected = shares(written, column)
        given = numbers(
            ask(answer, written.copy(), column.copy(), where=where), expected.shape, where
        )
        off = ~(np.abs(given - expected) <= WITHIN * np.abs(expected).max())
        if off.any():
            at = int(off.argmax())
            raise Wrong(f"{where} expected {expected[at]:.6g} from row {at}, got {given[at]:.6g}")
    return f"{len(cases_of_rows())} inputs"


def shares(written: Array, column: Array) -> Array:
    """Rows less their means, by the one divisor of their sum."""
    centered = written - written.mean(axis=1, keepdims=True)
    found: Array = centered @ column / centered.sum(axis=0).std()
    return found


def accepted_formula() -> Shares:
    """As the model answer has it."""
    return shares


def accepted_by_difference() -> Shares:
    """The norm keeps directions: how long the sum becomes says what it divides by."""

    def found(written: Array, column: Array) -> Array:
        whole = written.sum(axis=0)
        apart = whole - whole.mean()
        by = float(apart @ apart / (apart @ normalize(whole[None], LAYER_NORM)[0]))
        return np.array([(row - row.mean()) @ column / by for row in written])

    return found


def wrong_each_normed() -> Shares:
    """Each row by a divisor of its own: that does not add up to the logit."""
    return lambda written, column: normalize(written, LAYER_NORM) @ column


def wrong_no_norm() -> Shares:
    """As if there were no norm."""
    return lambda written, column: written @ column


def wrong_not_centered() -> Shares:
    """The mean is taken away as well."""
    return lambda written, column: written @ column / written.sum(axis=0).std()


def wrong_percent() -> Shares:
    """As shares of 1."""
    return lambda written, column: shares(written, column) / shares(written, column).sum()


def typed_data() -> Json:
    """Each row of each case, by what can be known of it, and its share."""
    rows, right, within, where = [], [], [], []
    for i, (written, column) in enumerate(cases_of_rows()):
        expected = shares(written, column)
        deviation = written.sum(axis=0).std()
        for number, (row, share) in enumerate(zip(written, expected.tolist(), strict=True)):
            sums = column.sum(), deviation, expected.sum(), number
            known = (row @ column, row.mean(), row.std(), *sums)
            rows.append([float(x) for x in known])
            right.append(share)
            within.append(WITHIN * float(np.abs(expected).max()))
            where.append(f"with {len(written)} rows of {len(column)}, case {i}")
    return cases(
        (*ROW_NAMES, "row"),
        rows,
        right,
        "{where} expected {expected:.6g} from row {row}, got {said:.6g}",
        f"{len(cases_of_rows())} inputs",
        within,
        where,
    )


EXERCISE = Exercise(
    slug="shares-by-hand",
    title="Who adds what?",
    kind="value",
    statement="""
The last row of a stream is the sum of what $k$ parts wrote, `written` [k, d_model]. It goes through
layer norm, and the product with `column` [d_model] of the unembedding is a logit. `shares(written,
column)` returns what each part adds to it, [k], so that the shares sum to the logit. The divisor of
the norm counts as a constant. Try it first on paper, on rows (2, 0, 0) and (0, 1, -3) and the
column (1, 0, -1). The epsilon may be left out.
""",
    hints=(
        "Layer norm takes the mean away, which is linear, and divides by one number.",
        "That number is the spread of the *sum*.",
    ),
    answer="""
Each row less its mean, times the column, divided by the standard deviation of the summed row. On
paper: the sum (2, 1, -3) has mean 0 and spread 2.16, the products are 2 and 3, and the shares 0.93
and 1.39. That the divisor would be another without one of the parts is left aside. So a share is
not what the logit would lose.
""",
    stub=STUB,
    judge=judge,
    code=(shares,),
    typed=formula(
        "what a row adds, a formula: product is the row times the column, mean the row's mean, own "
        "its deviation; total is the sum of the column, deviation that of the sum of the rows",
        ROW_NAMES,
        typed_data,
        example="product / ...",
    ),
)
