"""aab for ever."""

from exercises.judging.bench import Bench
from taotp.reference import Task

TEXT = """\
symbols a b
context 12
norms none
stream letter 2, say 2, pos 3
embed letter as one-hot
embed say as row [____, 0]
place pos as circle 24
unembed say as one-hot
layer
attend ____ back, read letter.1, write say.2
attend ____ back, read letter.1, write say.2
"""
BENCH = Bench(
    slug="build-aab",
    task=Task("repeated", "ab", {"word": "aab"}),
    every=("ab", 1, 6),
    more=tuple(("aab" * 6)[at : at + n] for n in range(7, 13) for at in range(3)),
    text=TEXT,
    answers=("1.5", "0", "1"),
    task_words="""
The text is a piece of *aabaabaab* and so on, and the machine goes on with it for ever. (After *a*
alone two answers fit, and nothing is asked.)""",
    examples=(("aa", "baabaab ..."), ("aabaab", "aabaaba ..."), ("b", "aabaaba ...")),
    words=(
        ("embed say as row [2, 0]", "the same two numbers for every symbol: 2 for a, 0 for b"),
        ("attend 0 back", "at the row itself"),
        ("read letter.1, write say.2", "adds 1 to what is said for b where an a is found"),
    ),
    page="gpt2_by_hand",
    there="takes a machine for the same task apart, whose one head looks at both letters",
    said=7,
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "aab for ever",
    hints=(
        "A b is due where the last two letters are both a, and only there.",
        "Two heads, one for each of the last two letters, and each a is a voice for b. How many "
        "voices should it take?",
        "`embed say as row [1.5, 0]`, `attend 0 back` and `attend 1 back`",
    ),
    answer="""\
Each of the last two letters that is an a is a voice for b; two voices are more than one and a half,
and one is less.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_an_average() -> str:
    """One head on two places, half at each, as in the chapter."""
    return FILLED.replace("[1.5, 0]", "[0.75, 0]").replace(
        "attend 0 back, read letter.1, write say.2\n", ""
    ).replace(
        "attend 1 back, read letter.1",
        "attend query 1000 pos turned -0.5, key pos, read letter.1",
    )  # fmt: skip


def accepted_a_unit() -> str:
    """What is said by a unit: both are a."""
    return """\
symbols b a
context 12
norms none
stream letter 2, before 2, one, pos 3
embed letter as one-hot
embed one as row [1]
place pos as circle 24
unembed one of a as row [0.5]
unembed letter of b as row [0, 1]
layer
attend 1 back, read letter, write before
unit read letter.2 - before.2, write -letter.2
"""


def wrong_one_voice() -> str:
    """One a is enough."""
    return FILLED.replace("1.5", "0.5")


def wrong_three_voices() -> str:
    """Two are not."""
    return FILLED.replace("1.5", "2.5")


def wrong_tie() -> str:
    """Two voices, and two against."""
    return FILLED.replace("1.5", "2")


def wrong_same_letter_twice() -> str:
    """It looks at the last letter with both heads."""
    return FILLED.replace("attend 1 back", "attend 0 back")


def wrong_two_back() -> str:
    """It skips a letter."""
    return FILLED.replace("attend 1 back", "attend 2 back")


def wrong_counts_b() -> str:
    """A b is a voice for b."""
    return FILLED.replace("read letter.1", "read letter.2")


def wrong_average_of_all() -> str:
    """It counts the whole text."""
    return FILLED.replace("attend 1 back", "attend everywhere")
