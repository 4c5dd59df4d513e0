"""The last but one."""

from exercises.judging.bench import Bench, drawn
from taotp.reference import Task

TEXT = """\
symbols a to e
context 12
norms none
stream letter 5, past 5, pos 3
embed letter as one-hot
place pos as circle 24
unembed past as one-hot
layer
attend ____ back, read ____, write ____
"""
BENCH = Bench(
    slug="build-back",
    task=Task("ago", "abcde", {"back": 2}),
    every=("abcde", 2, 5),
    more=drawn("abcde", range(6, 13), 12),
    text=TEXT,
    answers=("1", "letter", "past"),
    task_words="""
Letters from a to e, two or more of them. The machine says the last but one.""",
    examples=(("ab", "a"), ("cde", "d"), ("aab", "a")),
    words=(
        ("stream letter 5, past 5", "two parts of a row, with five numbers each"),
        (
            "place pos as circle 24",
            "each position has a point on a circle, so that a head can find it",
        ),
        (
            "attend 3 back, read letter, write past",
            "a head: each row looks three positions back (where there are fewer, at the first), "
            "reads what stands in *letter* there, and writes it into its own *past*",
        ),
    ),
    page="transformer",
    there="looks into a machine for the same task",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "The last but one",
    hints=(
        "The machine says what stands in *past*, in the last row. A head has to bring it there.",
        "The last row looks one position back; the row there has the last but one in *letter*.",
        "`attend 1 back, read letter, write past`",
    ),
    answer="""\
One head that looks one position back.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_tied() -> str:
    """It writes into what is said, louder than what stands there."""
    return """\
symbols a to e
context 12
norms none
stream letter 5, pos 3
embed letter as one-hot
place pos as circle 24
layer
attend 1 back, read letter, write letter, loud 3
"""


def accepted_two_heads() -> str:
    """Two heads for one."""
    return FILLED.replace(
        "read letter, write past\n",
        "read letter, write past\nattend 1 back, read letter, write past\n",
    )


def wrong_itself() -> str:
    """It looks at its own place."""
    return FILLED.replace("attend 1 back", "attend 0 back")


def wrong_two() -> str:
    """It looks two places back."""
    return FILLED.replace("attend 1 back", "attend 2 back")


def wrong_all() -> str:
    """It takes an average of all."""
    return FILLED.replace("attend 1 back", "attend everywhere")


def wrong_reads_before() -> str:
    """It reads what is empty."""
    return FILLED.replace("read letter, write past", "read past, write past")


def wrong_writes_letter() -> str:
    """It writes where nobody reads."""
    return FILLED.replace("write past\n", "write letter\n")


def wrong_soft() -> str:
    """It looks nearly everywhere."""
    return FILLED.replace("attend 1 back", "attend 1 back, hard 1")
