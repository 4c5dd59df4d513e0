"""A table."""

from exercises.judging.bench import Bench
from taotp.reference import Task

TEXT = """\
symbols a to d
context 8
norms none
stream letter 4, before 4, say 4, pos 3
embed letter as one-hot
place pos as circle 16
unembed say as one-hot
layer
attend 1 back, read letter, write before
unit read before.1 + letter.2 ____, write say.3
unit read before.____ + letter.1 - 1, write say.4
unit read ____, write ____
"""
BENCH = Bench(
    slug="build-table",
    task=Task("lookup", "abcd", {"table": {("a", "b"): "c", ("b", "a"): "d", ("c", "d"): "a"}}),
    every=("abcd", 2, 6),
    more=tuple(
        f"{before}{key}" for before in ("dcbaba", "aaaccc", "bbdddd") for key in ("ab", "ba", "cd")
    ),  # fmt: skip
    text=TEXT,
    answers=("- 1", "2", "before.3 + letter.4 - 1", "say.1"),
    task_words="""
Letters from a to d. After *ab* comes *c*, after *ba* comes *d*, and after *cd* comes *a*; earlier
letters do not matter. After other pairs the machine may say anything.""",
    examples=(("ab", "c"), ("dcba", "d"), ("abcd", "a")),
    words=(
        ("before.1", "the first number of *before*: 1 where the letter before is an a"),
        (
            "unit read before.1 + letter.2 - 2",
            "writes what it reads where that is above 0, and nothing elsewhere",
        ),
        ("write say.3", "into the third number of *say*: c is said for it"),
    ),
    page="looking_up",
    there="holds a table by attention alone, where this bench has a unit for each entry",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "A table",
    hints=(
        "Where the last two are *ab*, before.1 and letter.2 are both 1. What is their sum where "
        "one of them is?",
        "A unit should write where both are 1, and nothing where one is: less 1.",
        "`unit read before.1 + letter.2 - 1`, `unit read before.2 + letter.1 - 1`, and "
        "`unit read before.3 + letter.4 - 1, write say.1`",
    ),
    answer="""\
A unit for each line of the table. It reads 1 where both letters of its key are there, and 0 or less
elsewhere.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_stricter() -> str:
    """A unit that is on at nearly 2 only, and louder."""
    return FILLED.replace("- 1, write say", "- 1.9, write 30 say")


def accepted_without_units() -> str:
    """Each letter votes for what may come, and only the answer has two votes."""
    return """\
symbols a to d
context 8
norms none
stream letter 4, before 4, pos 3
embed letter as one-hot
place pos as circle 20
unembed before and letter of a as row [0, 0, 1, 0, 0, 0, 0, 1]
unembed before and letter of c as row [1, 0, 0, 0, 0, 1, 0, 0]
unembed before and letter of d as row [0, 1, 0, 0, 1, 0, 0, 0]
layer
attend 1 back, read letter, write before
"""


def wrong_swapped() -> str:
    """It reads ab for ba."""
    return FILLED.replace("before.1 + letter.2", "before.2 + letter.1")


def wrong_two_back() -> str:
    """It skips a letter."""
    return FILLED.replace("attend 1 back", "attend 2 back")


def wrong_line_missing() -> str:
    """One line of the table is not there."""
    return FILLED.replace("unit read before.3 + letter.4 - 1, write say.1\n", "")


def wrong_says_the_key() -> str:
    """It says d after cd."""
    return FILLED.replace("write say.1", "write say.4")


def wrong_too_strict() -> str:
    """Both are not enough."""
    return FILLED.replace("letter.2 - 1,", "letter.2 - 2,")


def wrong_last_letter_decides() -> str:
    """After any b it says c, after any a d."""
    return FILLED.replace("before.1 + letter.2 - 1", "letter.2").replace(
        "before.2 + letter.1 - 1", "letter.1"
    ).replace("before.3 + letter.4 - 1, write say.1", "letter.3, write say.1")  # fmt: skip
