"""The next letter."""

from exercises.judging.bench import Bench, drawn
from taotp.reference import Task

TEXT = """\
symbols a to h
context 12
norms none
stream letter 8
embed letter as one-hot
unembed letter of ____ as one-hot
"""
BENCH = Bench(
    slug="build-alphabet",
    task=Task("next_one", "abcdefgh"),
    every=("abcdefgh", 1, 3),
    more=drawn("abcdefgh", range(4, 13), 12),
    text=TEXT,
    answers=("b to h a",),
    task_words="""
Letters from a to h. The machine says the letter that follows the last one in the alphabet;
after h comes a.""",
    examples=(("c", "d"), ("cah", "a"), ("bb", "c")),
    words=(
        (
            "embed letter as one-hot",
            "of the eight numbers of *letter*, the first is 1 for a, the second for b, and so on",
        ),
        (
            "unembed letter of h a as one-hot",
            "the first number counts for h, the second for a, as they stand here",
        ),
        ("b to h", "b, c, d, e, f, g, h"),
    ),
    page="what_comes_next",
    there="counts from texts what follows what",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "The next letter",
    hints=(
        "The first number of *letter* is 1 after an a. Which letter should be said for it?",
        "Write the eight letters in the order of the answers: the one after a first.",
        "`unembed letter of b to h a as one-hot`",
    ),
    answer="""\
The table that a transformer has without any layer: the last letter, and the next one.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_on_a_circle() -> str:
    """Three numbers for a letter, on a circle."""
    return """\
symbols a to h
context 12
norms none
stream letter 3
embed letter as circle
unembed letter as circle 8, from 7
"""


def accepted_louder() -> str:
    """Ten times as loud."""
    return FILLED.replace("a as one-hot", "a as one-hot, times 10")


def wrong_the_same() -> str:
    """It says the last letter again."""
    return FILLED.replace("b to h a", "a to h")


def wrong_before() -> str:
    """It says the letter before the last."""
    return FILLED.replace("b to h a", "h a to g")


def wrong_no_end() -> str:
    """After h comes nothing of its own."""
    return FILLED.replace("b to h a", "b to h")


def wrong_two_swapped() -> str:
    """Two letters have each other's place."""
    return FILLED.replace("b to h a", "c b d to h a")


def wrong_against() -> str:
    """Said against, where it should be said for."""
    return FILLED.replace("a as one-hot", "a as one-hot, times -1")


def wrong_tied() -> str:
    """Without an unembedding the embedding serves as one."""
    return FILLED.replace("unembed letter of b to h a as one-hot\n", "")
