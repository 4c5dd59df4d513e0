"""An echo."""

from exercises.judging.bench import Bench, drawn
from taotp.reference import Task

TEXT = """\
symbols a to e
context 20
norms none
stream letter 5, past 5, pos 3
embed letter as one-hot
place pos as circle ____
unembed ____ as one-hot
layer
attend ____
"""
BENCH = Bench(
    slug="build-echo",
    task=Task("ago", "abcde", {"back": 3}),
    every=("abcde", 3, 5),
    more=(*drawn("abcde", range(6, 21), 8), *((text * 7)[:20] for text in ("abc", "dee", "ecb"))),
    text=TEXT,
    answers=("40", "past", "2 back, read letter, write past"),
    task_words="""
Letters from a to e. Once three have been said, the machine says them again, and again, until
its context is full. It hears what it has said.""",
    examples=(("abc", "abcabc ..."), ("dee", "deedee ..."), ("cabab", "babbab ...")),
    words=(
        (
            "It hears its own letters.",
            "the next letter depends on the last three, also on those that it said itself",
        ),
        (
            "circle 40",
            "as many points as there are positions, or more; two positions on one point "
            "cannot be told apart",
        ),
    ),
    page="four_tools",
    there="looks into a machine for the same task",
    said=None,
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "An echo",
    hints=(
        "After abc it says a, which stands two positions before the c.",
        "The same step is right for ever: a letter is what stood three positions before it.",
        "`circle 40` (20 or more), `unembed past`, and `attend 2 back, read letter, write past`",
    ),
    answer="""\
The letter that comes next is the one that stands two positions before the last. That it is an echo
follows: what it says is what it hears.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_by_the_third() -> str:
    """Whoever looks two back in two steps of one."""
    return """\
symbols a to e
context 20
norms none
stream letter 5, one 5, past 5, pos 3
embed letter as one-hot
place pos as circle 30
unembed past as one-hot
layer
attend 1 back, read letter, write one
layer
attend 1 back, read one, write past
"""


def accepted_tight() -> str:
    """As many points as positions."""
    return FILLED.replace("circle 40", "circle 20")


def wrong_one_back() -> str:
    """It says the last but one."""
    return FILLED.replace("attend 2 back", "attend 1 back")


def wrong_three_back() -> str:
    """One too far."""
    return FILLED.replace("attend 2 back", "attend 3 back")


def wrong_at_the_start() -> str:
    """It always looks at the third place."""
    return FILLED.replace("attend 2 back", "attend to 2")


def wrong_says_letter() -> str:
    """It says what it read last."""
    return FILLED.replace("unembed past", "unembed letter")


def wrong_half() -> str:
    """A tie of two places."""
    return FILLED.replace(
        "attend 2 back, read letter, write past",
        "attend 2 back, read letter, write past\nattend 1 back, read letter, write past",
    )


def wrong_soft() -> str:
    """It looks at neighbors as well."""
    return FILLED.replace("attend 2 back", "attend 2 back, hard 4")
