"""A vote."""

from exercises.judging.bench import Bench
from taotp.reference import Task

TEXT = """\
symbols a b
context 11
norms none
stream letter 2, count 2
embed letter as one-hot
unembed count as one-hot
layer
attend ____, read ____, write ____
"""
BENCH = Bench(
    slug="build-vote",
    task=Task("majority", "ab"),
    every=("ab", 1, 11),
    more=(),
    text=TEXT,
    answers=("everywhere", "letter", "count"),
    task_words="""
Letters a and b, an odd number of them. The machine says which there are more of.""",
    examples=(("aba", "a"), ("b", "b"), ("abbab", "b")),
    words=(("attend everywhere", "each row takes the average of all rows up to its own"),),
    page="weights_as_language",
    there="writes a machine for the same task in numbers",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "A vote",
    hints=(
        "Of five letters, three are b. What is the average of their one-hot rows?",
        "An average of one-hot rows holds the share of each letter.",
        "`attend everywhere, read letter, write count`",
    ),
    answer="""\
The average holds the share of each letter, and the larger share is said.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_one_number() -> str:
    """One number that is above 0 for a and below for b."""
    return """\
symbols a b
context 11
norms none
stream vote
embed vote of a as row [1]
embed vote of b as row [-1]
unembed vote of a as row [1]
unembed vote of b as row [-1]
layer
attend everywhere, read vote, write vote, loud 100
"""


def accepted_loud() -> str:
    """Louder."""
    return FILLED.replace("write count\n", "write count, loud 50\n")


def wrong_last() -> str:
    """It says the last."""
    return FILLED.replace("unembed count", "unembed letter")


def wrong_reads_count() -> str:
    """It reads what is empty."""
    return FILLED.replace("read letter, write count", "read count, write count")


def wrong_less() -> str:
    """It says which there are fewer of."""
    return FILLED.replace("write count\n", "write -count\n")


def wrong_into_letter() -> str:
    """The last letter votes a whole vote more."""
    return FILLED.replace(
        "read letter, write count\n",
        "read letter, write count\n"
        "unit read letter.1, write count.1\n"
        "unit read letter.2, write count.2\n",
    )


def wrong_a_counts_more() -> str:
    """One letter has a louder voice."""
    return FILLED.replace(
        "read letter, write count", "read letter.1 * 1.5 and letter.2, write count"
    )


def wrong_likes_itself() -> str:
    """Each looks at letters like its own."""
    return FILLED.replace("attend everywhere,", "attend query letter, key letter, hard,")
