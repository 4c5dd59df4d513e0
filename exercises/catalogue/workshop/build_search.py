"""A search."""

from exercises.judging.bench import Bench, drawn, spread
from taotp.reference import Task

INPUTS = (
    *drawn("abcdefgh", range(5, 14), 40),
    *drawn("abc", range(8, 14), 10),
    *spread("ab"),
    *spread("ab", later="fb"),
    *spread("ab", later="af"),
)
TEXT = """\
symbols a to h
context 13
norms none
stream letter 8, past 8, older 8, found 8, pos 3
embed letter as one-hot
place pos as circle 52
unembed found as one-hot
layer
attend 1 back, ____
attend 2 back, ____
layer
attend query ____, key ____, read letter, write found
"""
BENCH = Bench(
    slug="build-search",
    task=Task("search", "abcdefgh", {"n_match": 2}),
    every=("abc", 3, 7),
    more=INPUTS,
    text=TEXT,
    answers=(
        "read letter, write past",
        "read letter, write older",
        "1000 letter and 1000 past and pos",
        "past and older and 100 pos",
    ),
    task_words="""
Letters from a to h, each as often as one likes. The last two stood together before, perhaps
several times. The machine says what came after them the latest time.""",
    examples=(("abcab", "c"), ("cabcab", "c"), ("abcdabeab", "e")),
    words=(
        (
            "Both at once.",
            "three questions in one head: each of them is a pair of query and key, joined by `and`",
        ),
    ),
    page="searching",
    there="looks into a machine for the same task",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "A search",
    hints=(
        "Every row learns its last two letters: one head each.",
        "The last row asks: whose letter before is my letter, and whose letter two before "
        "is my letter before? And which of those is nearest?",
        "`attend query 1000 letter and 1000 past and pos, key past and older and 100 pos, "
        "read letter, write found`",
    ),
    answer="""\
The head of *the latest counts* with a question more.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_in_two_heads() -> str:
    """Two heads for one."""
    return FILLED.replace(
        "read letter, write found\n",
        "read letter, write found\n"
        "attend query 1000 letter and 1000 past and pos, key past and older and 100 pos, read "
        "letter, write found\n",
    )


def accepted_gathered() -> str:
    """Both letters in one place of two parts."""
    return """\
symbols a to h
context 13
norms none
stream letter 8, past 2 x 8, found 8, pos 3
embed letter as one-hot
place pos as circle 60
unembed found as one-hot
layer
attend 1 back, read letter, write past.1
attend 2 back, read letter, write past.2
layer
attend query 900 letter and 900 past.1 and pos, key past and 90 pos, read letter, write found
"""


def wrong_one_letter() -> str:
    """The last letter alone is compared."""
    return FILLED.replace(
        " and 1000 past and pos, key past and older and 100 pos,", " and pos, key past and 100 pos,"
    )


def wrong_crossed() -> str:
    """The keys are crossed."""
    return FILLED.replace("key past and older", "key older and past")


def wrong_any() -> str:
    """All that fit are averaged."""
    return FILLED.replace(" and pos, key past and older and 100 pos,", ", key past and older,")


def wrong_either() -> str:
    """One letter that fits and is near beats two that are far."""
    return FILLED.replace("1000 letter and 1000 past", "20 letter and 20 past")


def wrong_earliest() -> str:
    """The farthest wins."""
    return FILLED.replace("100 pos,", "-100 pos,")


def wrong_themselves() -> str:
    """It finds the last two themselves, and says the last."""
    return FILLED.replace(
        "query 1000 letter and 1000 past and pos, key past and older",
        "query 1000 letter and 1000 past and pos, key letter and past",
    )


def accepted_with_a_start() -> str:
    """A symbol before every text, which does no harm."""
    text = FILLED.replace("symbols a to h", 'symbols "<" a to h\nstart "<"')
    return text.replace(" 8,", " 9,").replace("context 13", "context 14")
