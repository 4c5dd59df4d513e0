"""The last digit of a sum."""

from exercises.judging.bench import Bench
from taotp.reference import Task

TEXT = """\
symbols 0 to 9
context 2
norms none
stream digit, one, sum
embed digit as row [i]
embed one as row [1]
unembed sum and one as nearest
layer
attend everywhere, read ____ digit, write sum
unit read sum - 9, write ____ sum
unit read sum - 10, write ____ sum
"""
BENCH = Bench(
    slug="build-sum",
    task=Task("add_mod10", "0123456789", {"form": "dd"}),
    every=("0123456789", 2, 2),
    more=(),
    text=TEXT,
    answers=("2", "-10", "10"),
    task_words="""
Two digits. The machine says the last digit of their sum.""",
    examples=(("34", "7"), ("78", "5"), ("55", "0")),
    words=(
        (
            "unit read sum - 9, write 3 sum",
            "where *sum* is above 9, three times the excess is added to it; elsewhere nothing",
        ),
        ("read 2 digit", "what is read, doubled"),
    ),
    page="adding",
    there="knows what to say for each sum, where this bench takes ten away",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "The last digit of a sum",
    hints=(
        "An average of two digits is half their sum.",
        "From 10 on, ten must go. The first unit is 1 at 10, 2 at 11, and so on; the "
        "second is 0 at 10, 1 at 11.",
        "`read 2 digit`, `write -10 sum` and `write 10 sum`: the difference of the two "
        "units is 1 from 10 on.",
    ),
    answer="""\
Twice the average is the sum. The first unit less the second is 0 up to 9 and 1 from 10 on; ten
times that is taken away.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_steeper() -> str:
    """A step between 9.4 and 9.6."""
    return FILLED.replace(
        "sum - 9, write -10 sum\nunit read sum - 10, write 10 sum",
        "5 * sum - 47, write -10 sum\nunit read 5 * sum - 48, write 10 sum",
    )


def accepted_one_back() -> str:
    """By two heads: one looks at its own digit."""
    return """\
symbols 0 to 9
context 2
norms none
stream digit, one, sum, pos 3
embed digit as row [i]
embed one as row [1]
place pos as circle 2
unembed sum and one as nearest
layer
attend 0 back, read digit, write sum
attend 1 back, read digit, write sum
unit read sum - 9, write -10 sum
unit read sum - 10, write 10 sum
"""


def wrong_average() -> str:
    """It does not double."""
    return FILLED.replace("read 2 digit", "read 1 digit")


def wrong_no_second() -> str:
    """Without the second, 11 loses twenty."""
    return FILLED.replace("unit read sum - 10, write 10 sum\n", "")


def wrong_same_sign() -> str:
    """The second takes away as well."""
    return FILLED.replace("write 10 sum", "write -10 sum")


def wrong_one_late() -> str:
    """A sum of 10 keeps its ten."""
    return FILLED.replace(
        "sum - 9, write -10 sum\nunit read sum - 10", "sum - 10, write -10 sum\nunit read sum - 11"
    )


def wrong_nine() -> str:
    """It takes nine."""
    return FILLED.replace(
        "write -10 sum\nunit read sum - 10, write 10", "write -9 sum\nunit read sum - 10, write 9"
    )


def wrong_no_carry() -> str:
    """The whole sum, of which the last symbol is as near as it gets."""
    return FILLED.replace(
        "unit read sum - 9, write -10 sum\nunit read sum - 10, write 10 sum\n", ""
    )
