"""Half the heads, with positions that are unique."""

import numpy as np

from exercises.catalogue.adding.shared_places import add_by_pairs, shared_places
from exercises.judging.asking import note
from exercises.judging.judge import Tally, Wrong
from exercises.judging.machine import machine
from exercises.judging.sums import Make, adder_with, adds
from exercises.statement import Exercise, Mark
from taotp.programs.adding import add
from taotp_core.weights import Transformer

STUB = '''
def shared_heads(n_digits):
    """A Transformer like shared_places, no two rows of W_pos equal."""
    raise NotImplementedError
'''
APART = 1e-3  # by how much two rows of W_pos have to differ


def rows_apart(model: Transformer, where: str) -> None:
    """Raise Wrong where two rows of the table of positions are too much alike."""
    least = f"{where} expected rows of W_pos that differ by {APART} or more"
    note("rows_apart", words=least, apart=APART)
    differ = np.abs(model.W_pos[:, None] - model.W_pos).max(axis=-1) + np.eye(model.n_ctx)
    if differ.min() < APART:
        i, j = divmod(int(differ.argmin()), model.n_ctx)
        raise Wrong(f"{least}, got {differ.min():.2g} between rows {i} and {j}")


def judge(answer: object) -> str:
    """All pairs of one and of two digits, few heads, and a position for each place."""
    tally, width = Tally(), 0
    for n_digits in (1, 2):
        model, where = adder_with(answer, n_digits, n_digits + 1)
        rows_apart(model, where)
        tally, width = tally + adds(model, n_digits), model.d_model
    return f"{tally.inputs} inputs, {width} columns for two digits"


def shared_heads(n_digits: int) -> Transformer:
    """Two columns tell the first number from all that comes later, and no head looks at them."""
    later = np.arange(3 * n_digits + 2) > n_digits
    return add_by_pairs(n_digits, apart=np.where(later, 1, -1)[:, None] * [1.0, -1.0])


def accepted_two_columns() -> Make:
    """Which worth, and which number."""
    return shared_heads


def accepted_alternating() -> Make:
    """Other signs in the two columns."""

    def other(n_digits: int) -> Transformer:
        second = np.arange(3 * n_digits + 2) // (n_digits + 1) == 1
        return add_by_pairs(n_digits, apart=np.where(second, 1, -1)[:, None] * [1.0, -1.0])

    return other


def wrong_shared_rows() -> Make:
    """The answer to the exercise with shared positions."""
    return shared_places


def wrong_chapter() -> Make:
    """The chapter's own, with a head for each digit."""
    return lambda n_digits: add(n_digits).model


def wrong_seen_by_the_heads() -> Make:
    """Positions told apart by a small turn of their own, which the heads see."""

    def turned(n_digits: int) -> Transformer:
        model = shared_places(n_digits)
        W_pos = model.W_pos.copy()
        W_pos[:n_digits, 4:6] += [0.02, -0.02]
        return Transformer(model.W_E, W_pos, model.layers)

    return turned


EXERCISE = Exercise(
    slug="shared-heads",
    source="6.11",
    title="Two places at once",
    kind="family",
    marks=(Mark.VERY_HARD,),
    statement="""
As in *Positions for two*, one head reads both digits of the same worth, but now every position must
have a row of its own. How many columns more does the stream need?

`shared_heads(n_digits)` makes a `Transformer` as there. Of any two rows of `W_pos` some number
must differ by a thousandth or more.
""",
    hints=(
        "On one circle a row of scores has one hump. What can two circles do, at two paces?",
        "A position may consist of two parts: which worth it has, and which number it belongs to.",
        "Only the first part is looked at.",
    ),
    answer="""
Keep the shared positions of *Positions for two*, and add a second subspace that layer
norm leaves alone and that tells the two numbers apart: two columns, $(1, -1)$ or $(-1, 1)$. The
heads look at the first part alone, so for them both places are the same, and yet no two rows are
equal. (Cheap? The head has to be told what to ignore; that is what `W_K` is for.) With a single
circle of different points it cannot be done: its scores have one hump.
""",
    stub=STUB,
    judge=judge,
    code=(shared_heads, add_by_pairs),
    typed=machine(judge, shared_heads, at=0, size="n_digits 1"),
)
