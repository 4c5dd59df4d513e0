"""Not bad."""

from collections.abc import Iterator
from itertools import product

from exercises.judging.bench import Bench, drawn
from taotp.reference import Task

LONGEST = 12  # words
TEXT = """\
symbols "<" g b n
start "<"
context 13
norms none
stream word 4, flip, pos 3
embed word as one-hot
place pos as circle 26
layer
attend 1 back, read ____, write flip
unit read word.3 + flip ____, write ____ flip
layer
attend everywhere, read flip + ____, write word.3 - word.2, loud 1000
"""


def closest(length: int) -> Iterator[str]:
    """Texts of a length in which one word decides, with so many of either that a not turns.

    Of all that a machine adds up for a word that is turned too far or too little, they add up most.
    """
    for bad, good in product(range(length // 2 + 1), repeat=2):
        left = length - 2 * (bad + good)
        for more in (-1, 1):  # as many more are bad
            if left >= 0 and (left + more + bad - good) % 2 == 0:
                b = (left + more + bad - good) // 2
                if 0 <= b <= left:
                    yield "ng" * good + "b" * b + "nb" * bad + "g" * (left - b)


BENCH = Bench(
    slug="build-mood",
    task=Task("mood", "gbn"),
    every=("gbn", 1, 7),
    more=(
        *drawn("gbn", range(8, 13), 60),
        *drawn("gbng", range(8, 13), 30),
        *(f"{'gb' * 5}{end}" for end in ("g", "b", "ng", "nb")),
        *(f"{begun}{'ngnb' * 2}{end}" for begun in ("g", "b", "ng", "nb") for end in ("", "n")),
        *closest(LONGEST),
    ),
    text=TEXT,
    answers=("word.4", "- 1", "-2", "word.3 / 2 - word.2 / 2"),
    task_words="""
Words, each as a letter: *g* is good, *b* is bad, *n* is not, which turns the next word around. The
machine says g where more of them are good than bad, and b where fewer are. (Where there are as many
of both, or two *n* stand together, nothing is asked.)""",
    examples=(("ggb", "g"), ("ng", "b"), ("nbgb", "g")),
    words=(
        ("no `unembed`", "what holds the row of a word says that word, as in *your name*"),
        (
            "read flip + word.3 - word.2",
            "what is read may be a sum: here, 1 for a bad word, -1 for a good one, and what "
            "*flip* holds",
        ),
        ("write word.3 - word.2", "for b what is read, and against g; so what is below 0 is for g"),
    ),
    page="good_or_bad",
    there="weighs 7,506 words by six rules, where this bench has three words and one rule",
    start="<",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "Not bad",
    hints=(
        "Let every row say how bad it is: 1/2 for a bad word, -1/2 for a good one. After *not* "
        "that should be the other way round. *flip* is 1 there, from the word before.",
        "A good word after *not* has to go from -1/2 to 1/2: *flip*, as it is, does that. A bad "
        "one has to go from 1/2 to -1/2: there, and only there, take two away from *flip*.",
        "`read word.4`, `unit read word.3 + flip - 1, write -2 flip`, and "
        "`read flip + word.3 / 2 - word.2 / 2`",
    ),
    answer="""\
*flip* is 1 after *not*. The unit reads 1 where the word is bad as well, and makes it -1. So the
sum is half a word for or against, whatever stands before it, and the average of these decides.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_by_two_units() -> str:
    """Good words after not, and bad words that are not, each by a unit, against half of all."""
    return """\
symbols "<" g b n
start "<"
context 13
norms none
stream word 4, flip, bad, pos 3
embed word as one-hot
place pos as circle 26
layer
attend 1 back, read word.4, write flip
unit read word.2 + flip - 1, write bad
unit read word.3 - flip, write bad
layer
attend everywhere, read bad - word.2 / 2 - word.3 / 2, write word.3 - word.2, loud 1000
"""


def accepted_louder() -> str:
    """Twice as loud in all."""
    return FILLED.replace("read word.4", "read 2 word.4").replace(
        "word.3 + flip - 1, write -2", "word.3 + flip / 2 - 1, write -4"
    ).replace("word.3 / 2 - word.2 / 2", "word.3 - word.2")  # fmt: skip


def wrong_hears_the_start() -> str:
    """It turns the first word around, and hears no not."""
    return FILLED.replace("read word.4", "read word.1")


def wrong_not_is_bad() -> str:
    """A not makes all worse, and a bad word no better."""
    return FILLED.replace("write -2 flip", "write 0 flip")


def wrong_half_turned() -> str:
    """Not bad is neither."""
    return FILLED.replace("write -2 flip", "write -1 flip")


def wrong_turned_too_far() -> str:
    """Not bad is better than good: three of them outweigh a bad word."""
    return FILLED.replace("write -2 flip", "write -2.2 flip")


def wrong_turned_too_little() -> str:
    """Not bad is hardly as good as good."""
    return FILLED.replace("write -2 flip", "write -1.8 flip")


def wrong_one_is_enough() -> str:
    """The unit writes where the word is bad, or comes after a not."""
    return FILLED.replace("flip - 1,", "flip,")


def wrong_the_word_before() -> str:
    """A not turns what stands two behind."""
    return FILLED.replace("attend 1 back", "attend 2 back")


def wrong_upside_down() -> str:
    """Good is bad."""
    return FILLED.replace("write word.3 - word.2", "write word.2 - word.3")


def wrong_no_start() -> str:
    """The first word has itself before it: a not is bad by itself."""
    return FILLED.replace('start "<"\n', "")


def wrong_quiet() -> str:
    """The last word speaks for itself, and louder."""
    return FILLED.replace("loud 1000", "loud 5")
