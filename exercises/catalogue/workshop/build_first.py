"""The first of all."""

from exercises.judging.bench import Bench, drawn
from taotp.reference import Task

TEXT = """\
symbols a to e
context 12
norms none
stream letter 5, found 5, pos 3
embed letter as one-hot
place pos as circle 24
unembed found as one-hot
layer
attend ____, read letter, write found
"""
BENCH = Bench(
    slug="build-first",
    task=Task("first", "abcde"),
    every=("abcde", 1, 5),
    more=drawn("abcde", range(6, 13), 12),
    text=TEXT,
    answers=("to 0",),
    task_words="""
Letters from a to e. The machine says the first of the text.""",
    examples=(("ab", "a"), ("edcba", "e"), ("b", "b")),
    words=(("attend to 3", "every row looks at position 3; the first position is 0"),),
    page="where_am_i",
    there="finds positions with clocks, and looks three back",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "The first of all",
    hints=(
        "The head looks at the same position from every row.",
        "Positions are counted from 0.",
        "`attend to 0, read letter, write found`",
    ),
    answer="""\
One head that looks at position 0, wherever it is asked.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_asked() -> str:
    """Asked by a number that is always 1."""
    return """\
symbols a to e
context 12
norms none
stream letter 5, one, found 5, pos 3
embed letter as one-hot
embed one as row [1]
place pos as circle 24
unembed found as one-hot
layer
attend to 0, asked one, read letter, write found
"""


def accepted_mark() -> str:
    """The first place bears a mark."""
    return """\
symbols a to e
context 12
norms none
stream letter 5, mark, found 5
embed letter as one-hot
place mark as row [1 - (i + 11) // 12]
unembed found as one-hot
layer
attend query mark - mark + 1, key mark, hard, read letter, write found
"""


def wrong_second() -> str:
    """It looks at the second."""
    return FILLED.replace("attend to 0", "attend to 1")


def wrong_one_back() -> str:
    """Right for texts of two."""
    return FILLED.replace("attend to 0", "attend 1 back")


def wrong_eleven_back() -> str:
    """What is too far back is not found: it looks elsewhere."""
    return FILLED.replace("attend to 0", "attend 3 back")


def wrong_all() -> str:
    """An average, which most letters win."""
    return FILLED.replace("attend to 0", "attend everywhere")


def wrong_soft() -> str:
    """It looks at others as well."""
    return FILLED.replace("attend to 0", "attend to 0, hard 1")


def wrong_says_last() -> str:
    """It says the last."""
    return FILLED.replace("unembed found", "unembed letter")
