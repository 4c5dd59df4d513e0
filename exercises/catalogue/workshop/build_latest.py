"""The latest counts."""

from exercises.judging.bench import Bench, drawn, spread
from taotp.reference import Task

INPUTS = (
    *drawn("abcdefgh", range(5, 14), 40),
    *drawn("abc", range(8, 14), 10),
    *spread("a"),
)
TEXT = """\
symbols a to h
context 13
norms none
stream letter 8, past 8, found 8, pos 3
embed letter as one-hot
place pos as circle 52
unembed found as one-hot
layer
attend 1 back, read letter, write past
layer
attend query 1000 letter and ____, key past and ____, read letter, write found
"""
BENCH = Bench(
    slug="build-latest",
    task=Task("search", "abcdefgh", {"n_match": 1}),
    every=("abc", 2, 7),
    more=INPUTS,
    text=TEXT,
    answers=("pos", "100 pos"),
    task_words="""
Letters from a to h, each as often as one likes. The last was there before, perhaps several
times. The machine says what came after it the latest time.""",
    examples=(("abaca", "c"), ("hghfh", "f"), ("aab", "nothing is asked: no b came before")),
    words=(
        (
            "query 1000 letter and found, key past and found",
            "two questions at once: scores of both are added, and the first is louder",
        ),
        (
            "place pos as circle 52",
            "14 positions on a quarter of a circle: what is nearer is more alike",
        ),
    ),
    page="the_latest_counts",
    there="compares ways to prefer what is later",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "The latest counts",
    hints=(
        "Of those that fit, the nearest should win: a second question, quieter than the first.",
        "On a quarter of a circle, positions are the more alike the nearer they are: "
        "query and key can both be *pos*.",
        "`attend query 1000 letter and pos, key past and 100 pos, read letter, write found`",
    ),
    answer="""\
A letter that fits counts 1,000, and a position that is nearer counts a little more.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_sloped() -> str:
    """A number that grows with the position."""
    return """\
symbols a to h
context 13
norms none
stream letter 8, past 8, found 8, when, pos 3
embed letter as one-hot
place pos as circle 28
place when as row [i]
unembed found as one-hot
layer
attend 1 back, read letter, write past
layer
attend query 1000 letter and when - when + 1, key past and 20 when, read letter, write found
"""


def accepted_louder() -> str:
    """Both louder."""
    return FILLED.replace("1000 letter and pos", "5000 letter and 5 pos")


def wrong_any() -> str:
    """All that fit are averaged."""
    return FILLED.replace(" and pos, key past and 100 pos,", ", key past,")


def wrong_earliest() -> str:
    """The farthest wins."""
    return FILLED.replace("100 pos,", "-100 pos,")


def wrong_too_loud() -> str:
    """Nearness outshouts the letter."""
    return FILLED.replace("1000 letter", "10 letter")


def wrong_too_quiet() -> str:
    """Nearness is not heard."""
    return FILLED.replace("100 pos", "0.01 pos")


def wrong_half_circle() -> str:
    """Beyond half a circle, far is near again."""
    return FILLED.replace("circle 52", "circle 14")


def accepted_with_a_start() -> str:
    """A symbol before every text, which does no harm."""
    text = FILLED.replace("symbols a to h", 'symbols "<" a to h\nstart "<"')
    return text.replace(" 8,", " 9,").replace("context 13", "context 14")
