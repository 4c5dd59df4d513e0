"""What came after it."""

from itertools import permutations

from exercises.judging.bench import Bench, shuffled
from taotp.reference import Task

SHORT = [*permutations("abcdefgh", 1), *permutations("abcdefgh", 2), *permutations("abcdefgh", 3)]
LONG = shuffled("abcdefgh", range(4, 9), 6)
INPUTS = tuple("".join((*text, again)) for text in (*SHORT, *LONG) for again in text)

TEXT = """\
symbols "<" a to h
start "<"
context 14
norms none
stream letter 9, past 9, found 9, pos 3
embed letter as one-hot
place pos as circle 28
unembed found as one-hot
layer
attend ____, read letter, write ____
layer
attend query ____, key ____, hard, read ____, write found
"""
BENCH = Bench(
    slug="build-after",
    task=Task("search", "abcdefgh", {"n_match": 1}),
    every=("", 0, 0),
    more=INPUTS,
    text=TEXT,
    answers=("1 back", "past", "letter", "past", "letter"),
    task_words="""
Letters from a to h. The last one was there before; the others occur once. The machine says the
letter that followed the last one then.""",
    examples=(("abca", "b"), ("hgh", "g"), ("cadbd", "b")),
    words=(
        ("a second `layer`", "its heads read what those of the first have written"),
        (
            "attend query letter, key past",
            "a row looks at those whose *past* holds the same letter as its own *letter*",
        ),
        (
            'start "<"',
            "a symbol that stands before every text, so that its first letter has something "
            "behind it",
        ),
    ),
    page="searching",
    there="goes on from there to longer quotations",
    start="<",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "What came after it",
    hints=(
        "Two steps. First every row learns which letter stands before it.",
        "Then the last row asks: whose letter before is the same as mine? And reads the "
        "letter that stands there.",
        "`attend 1 back, read letter, write past` and `attend query letter, key past, "
        "hard, read letter, write found`",
    ),
    answer="""\
The induction head. The first layer tells each row what stands before it; in the second, the
last row looks for a row before which its own letter stands.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_wide() -> str:
    """A wider stream, another name."""
    return """\
symbols "<" a to h
start "<"
context 14
norms none
stream spare 3, seen 9, letter 9, answer 9, pos 3
embed letter as one-hot
place pos as circle 30
unembed answer as one-hot, times 4
layer
attend 1 back, read letter, write seen, gain 5
layer
attend query letter, key seen, hard 200, read letter, write answer
"""


def accepted_two_heads() -> str:
    """Two heads for one."""
    return FILLED.replace(
        "read letter, write found\n",
        "read letter, write found\nattend query letter, key past, hard, read letter, write found\n",
    )


def wrong_same_letter() -> str:
    """It finds the letter itself, and says that."""
    return FILLED.replace("key past", "key letter")


def wrong_reads_past() -> str:
    """It says the letter that it looked for."""
    return FILLED.replace("hard, read letter", "hard, read past")


def wrong_two_back() -> str:
    """Of the one before the last but one."""
    return FILLED.replace("attend 1 back", "attend 2 back")


def wrong_soft() -> str:
    """Nobody is looked for: an average."""
    return FILLED.replace("hard, read", "hard 0, read")


def wrong_everywhere() -> str:
    """Every row knows all letters before it."""
    return FILLED.replace("attend 1 back", "attend everywhere")


def wrong_no_start() -> str:
    """Without a start the first letter stands before itself."""
    return FILLED.replace('start "<"\n', "")


def wrong_one_layer() -> str:
    """In one layer nothing is there to be read yet."""
    return FILLED.replace("write past\nlayer\n", "write past\n")
