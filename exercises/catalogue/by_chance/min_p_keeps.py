"""Exercise: where min-p keeps what top-p cuts, and the other way round."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Typed
from taotp_core.arrays import Array
from taotp_core.decode import TIE, distribution

TOP_P, MIN_P = 0.7, 0.3
N_LETTERS = 6
STUB = '''
def two_places():
    """Six shares where min-p keeps more than top-p, and six: fewer."""
    raise NotImplementedError
'''

Make = Callable[[], Sequence[Sequence[float]]]


def kept(shares: Array) -> tuple[int, int]:
    """How many letters top-p and min-p leave."""
    logits = np.log(shares)
    by_p, by_min = (distribution(logits, top_p=TOP_P), distribution(logits, min_p=MIN_P))
    return int(np.count_nonzero(by_p)), int(np.count_nonzero(by_min))


def judge(answer: object) -> str:
    """Cut both places by both rules: at least two letters more, and two fewer."""
    where = "in two_places"
    places = numbers(ask(answer, where=where), (2, N_LETTERS), where)
    for row in places:
        if not ((row > 0).all() and abs(row.sum() - 1) <= 1e-9):
            raise Wrong(f"{where} expected shares above 0 that sum to 1, got {row.tolist()}")
    for row, sign, wanted in zip(places, (1, -1), ("more", "fewer"), strict=True):
        by_p, by_min = kept(row)
        if sign * (by_min - by_p) < 2:
            words = f"{by_p} left by top-p and {by_min} by min-p"
            raise Wrong(f"with {row.tolist()} expected two letters {wanted} by min-p, got {words}")
    return "2 inputs"


def two_places() -> list[list[float]]:
    """One level place, one with a peak and a long tail."""
    return [[0.25, 0.15, 0.15, 0.15, 0.15, 0.15], [0.5, 0.1, 0.1, 0.1, 0.1, 0.1]]


def accepted_level_and_peak() -> Make:
    """As the model answer has it."""
    return lambda: [[0.2, 0.18, 0.16, 0.16, 0.15, 0.15], [0.6, 0.08, 0.08, 0.08, 0.08, 0.08]]


def accepted_longer_tail() -> Make:
    """As short a peak as will do."""
    return lambda: [[0.24, 0.24, 0.24, 0.1, 0.09, 0.09], [0.45, 0.13, 0.12, 0.1, 0.1, 0.1]]


def wrong_swapped() -> Make:
    """The other way round."""
    return lambda: two_places()[::-1]


def wrong_one_letter() -> Make:
    """All alike: min-p keeps six and top-p five."""
    return lambda: [[1 / 6] * 6, [0.5, 0.1, 0.1, 0.1, 0.1, 0.1]]


def wrong_sure() -> Make:
    """As good as sure: both rules keep one."""
    return lambda: [[0.25, 0.15, 0.15, 0.15, 0.15, 0.15], [0.95, 0.01, 0.01, 0.01, 0.01, 0.01]]


def wrong_sum() -> Make:
    """Counts are no shares."""
    return lambda: [[5, 3, 3, 3, 3, 3], [5, 1, 1, 1, 1, 1]]


EXERCISE = Exercise(
    slug="min-p-keeps",
    title="Kept by one, cut by the other",
    kind="construct",
    statement=f"""
Top-p with {TOP_P} asks how much the likeliest letters hold *together*; min-p with {MIN_P} asks of
each how it compares with *the likeliest*. `two_places()` returns two lists of {N_LETTERS} shares
above 0 that sum to 1: at the first place min-p leaves at least two letters more than top-p, at the
second at least two fewer.
""",
    hints=(
        "If all shares were alike, what would each rule cut?",
        "With one large share and many small ones: how small may they be for min-p to cut them, and"
        " how many does top-p need?",
    ),
    answer="""
Where the shares are level, no letter is much less likely than the likeliest, so min-p leaves all;
top-p stops at 0.7 of the sum. Where one letter has half and the rest a tenth each, min-p cuts every
letter below 0.15 and leaves one; top-p needs two of them to reach 0.7. Min-p trusts a machine that
is sure, and lets one that is not say anything.
""",
    stub=STUB,
    judge=judge,
    code=(two_places,),
    typed=Typed(
        (
            Field(
                "places", "two lines of six shares", "rows", example="0.5, 0.2, ...\n0.3, 0.3, ..."
            ),
        ),
        "cuts",
        lambda: {"top_p": TOP_P, "min_p": MIN_P, "letters": N_LETTERS, "tie": TIE},
        part="rules",
    ),
)
