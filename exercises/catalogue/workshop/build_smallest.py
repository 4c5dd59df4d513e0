"""The smallest."""

from exercises.judging.bench import Bench, drawn
from taotp.reference import Task

TEXT = """\
symbols 0 to 9
context 8
norms none
stream digit, one, found
embed digit as row [i]
embed one as row [1]
unembed found and one as nearest
layer
attend query ____, key ____, hard, read digit, write found
"""
BENCH = Bench(
    slug="build-smallest",
    task=Task("minimum", "0123456789"),
    every=("0123456789", 1, 4),
    more=(
        *drawn("0123456789", range(5, 9), 30),
        *(f"{a + 1}" * (7 - at) + f"{a}" + f"{a + 1}" * at for a in range(9) for at in (0, 3, 7)),
        *(f"{a}" * 8 for a in range(10)),
    ),
    text=TEXT,
    answers=("one", "-digit"),
    task_words="""
Digits, one or more. The machine says the smallest.""",
    examples=(("352", "2"), ("9", "9"), ("8878", "7")),
    words=(
        (
            "embed digit as row [i]",
            "a number by itself: i is 0 for the first symbol, 1 for the second",
        ),
        (
            "attend query one, key digit",
            "a row looks where its query, times the key there, is largest; any name may have a "
            "minus before it, as in `-one`",
        ),
        ("hard", "a row looks only there; without this word, a little everywhere"),
        (
            "unembed found and one as nearest",
            "the symbol is said whose number is nearest to what *found* holds",
        ),
    ),
    page="smallest_first",
    there="finds the smallest number with all numbers on a circle",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "The smallest",
    hints=(
        "A head looks where query times key is largest. Which key is largest for the "
        "smallest digit?",
        "The query can be the same for all: *one*.",
        "`attend query one, key -digit, hard, read digit, write found`",
    ),
    answer="""\
Minus a digit is largest for the smallest digit.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_one_hot() -> str:
    """Ten numbers, of which the first that is there wins."""
    return """\
symbols 0 to 9
context 8
norms none
stream digit 10, rank, found 10
embed digit as one-hot
embed rank as row [-i]
unembed found as one-hot
layer
attend query rank - rank + 1, key rank, hard, read digit, write found
"""


def accepted_as_hard_as_needed() -> str:
    """No harder than it takes."""
    return FILLED.replace("hard, read", "hard 9, read")


def wrong_largest() -> str:
    """It says the largest."""
    return FILLED.replace("key -digit", "key digit")


def wrong_soft() -> str:
    """An average in which small ones count more."""
    return FILLED.replace("hard, read", "hard 1, read")


def wrong_outvoted() -> str:
    """Seven of the next outvote one: wrong at the longest texts only."""
    return FILLED.replace("hard, read", "hard 1.9, read")


def wrong_average() -> str:
    """An average of all."""
    return FILLED.replace("attend query one, key -digit, hard,", "attend everywhere,")


def wrong_of_zero() -> str:
    """A zero asks for nothing."""
    return FILLED.replace("query one, key", "query digit, key")


def wrong_reads_one() -> str:
    """It says one."""
    return FILLED.replace("read digit, write", "read one, write")
