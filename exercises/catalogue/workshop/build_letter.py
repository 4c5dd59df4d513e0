"""One letter."""

from exercises.judging.bench import Bench
from taotp.reference import Task

TEXT = """\
symbols "<" a b c
start "<"
context 7
norms none
stream one
embed one as row [1]
unembed one of ____ as row [____]
"""
BENCH = Bench(
    slug="build-letter",
    task=Task("always", "abc", {"word": "b"}),
    every=("abc", 0, 6),
    more=(),
    text=TEXT,
    answers=("b", "1"),
    task_words="""
Three letters, a, b and c. The machine always says b, even after nothing.""",
    examples=(("cab", "b"), ("aaa", "b"), ("", "b")),
    words=(
        ("symbols", "the letters that it reads and says"),
        ("stream one", "a row of the stream holds one number, called *one*"),
        ("embed one as row [1]", "that number is 1 for every symbol"),
        (
            "unembed one of b as row [3]",
            "b scores 3 times that number, other letters 0; the highest score is said",
        ),
    ),
    page="hello_world",
    there="builds a machine that says a whole greeting",
    start="<",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "One letter",
    hints=(
        "The number *one* is 1 in every row, so a letter is said for as much as its own "
        "`unembed` row says.",
        "Give one letter a row above 0. The others keep 0.",
        "`unembed one of b as row [1]`",
    ),
    answer="""\
Every row of the stream holds a 1, and only b is said for it. The machine has one number for
each symbol that it reads, and one for the letter that it says.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_loud() -> str:
    """Louder says the same."""
    return FILLED.replace(
        "as row [1]\nunembed one of b as row [1]", "as row [0.5]\nunembed one of b as row [40]"
    )


def accepted_against() -> str:
    """All others are said against it."""
    return FILLED.replace("unembed one of b as row [1]", 'unembed one of "<" a c as row [-2]')


def wrong_other_letter() -> str:
    """It says a."""
    return FILLED.replace("unembed one of b", "unembed one of a")


def wrong_all() -> str:
    """Every letter is said for the same: a tie."""
    return FILLED.replace("unembed one of b as row [1]", "unembed one as row [1]")


def wrong_below() -> str:
    """What is said for less than nothing comes last."""
    return FILLED.replace("unembed one of b as row [1]", "unembed one of b as row [-1]")


def wrong_two() -> str:
    """It cannot decide between two."""
    return FILLED.replace("of b as", "of b c as")


def wrong_deaf_to_c() -> str:
    """After c nothing is said for b."""
    return FILLED.replace("embed one as row [1]", 'embed one of "<" a b as row [1]')


def wrong_nothing() -> str:
    """For nothing at all, nobody is first."""
    return FILLED.replace("row [1]\nunembed", "row [0]\nunembed")


def wrong_without_a_start() -> str:
    """Nothing stands before the empty text, so that no row can say what follows."""
    return FILLED.replace('start "<"\n', "")
