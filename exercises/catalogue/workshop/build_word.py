"""A word for ever."""

from exercises.judging.bench import Bench
from taotp.reference import Task

TEXT = """\
symbols a b c
context 12
norms none
stream letter 3, before 3, pos 3
embed letter as one-hot
place pos as circle 24
unembed letter and before of a as row [0, ____, ____, 0, 0, 0]
unembed letter and before of b as row [2, 0, 0, ____]
unembed letter and before of c as row [2, 0, 0, ____]
layer
attend 1 back, read letter, write before
"""
BENCH = Bench(
    slug="build-word",
    task=Task("repeated", "abc", {"word": "abac"}),
    every=("abc", 1, 5),
    more=tuple(("abac" * 5)[at : at + n] for n in range(6, 13) for at in range(4)),
    text=TEXT,
    answers=("2", "2", "0, 0, 1", "0, 1, 0"),
    task_words="""
The text is a piece of *abacabacabac* and so on, and the machine goes on with it for ever: *b* comes
after *ca*, *c* after *ba*, and *a* after both *b* and *c*. (After *a* alone nothing is asked.)""",
    examples=(("ab", "acabacab ..."), ("ba", "cabacaba ..."), ("c", "abacabac ...")),
    words=(
        (
            "unembed letter and before of a as row [0, 3, 1, 0, 0, 0]",
            "a is said as loudly as three times the second number of *letter* plus its third: 3 "
            "after a b, 1 after a c",
        ),
        (
            "letter and before",
            "both together, six numbers: three of the last letter, three of the one before",
        ),
        ("attend 1 back, read letter, write before", "the first row looks at itself"),
    ),
    page="any_word",
    there="does the same for any word whose last letters tell the place",
    said=8,
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "A word for ever",
    hints=(
        "What came before the last letter decides between *b* and *c*: *b* after *c*, and *c* "
        "after *b*.",
        "After *b* the first number of *letter* is 0, so *b* and *c* have no voice of *letter*. "
        "They may have one of *before*, and in a text of one letter that is the letter itself.",
        "`[0, 2, 2, 0, 0, 0]` for a, `[2, 0, 0, 0, 0, 1]` for b, `[2, 0, 0, 0, 1, 0]` for c",
    ),
    answer="""\
After *a*, both *b* and *c* have two voices, and the letter before gives a third to one of them.
After *b* or *c*, *a* has two. One would do but for a text of one letter: *b* alone stands before
itself, and gives a voice to *c*.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_against_itself() -> str:
    """Each letter speaks against the one that it came after."""
    return FILLED.replace("[2, 0, 0, 0, 0, 1]", "[2, -1, -1, 0, -1, 0]").replace(
        "[2, 0, 0, 0, 1, 0]", "[2, -1, -1, 0, 0, -1]"
    )


def accepted_two_heads() -> str:
    """The letter before is heard twice, and louder."""
    head = "attend 1 back, read letter, write before\n"
    return FILLED.replace(head, head + head).replace("2, 2, 0", "9, 9, 0").replace("[2,", "[9,")


def wrong_swapped() -> str:
    """It says b after b a."""
    text = FILLED.replace("of b as", "of z as").replace("of c as", "of b as")
    return text.replace("of z", "of c")


def wrong_one_letter() -> str:
    """Right on every text but those of one letter, where two have a voice each."""
    return FILLED.replace("[0, 2, 2, 0", "[0, 1, 1, 0")


def wrong_no_before() -> str:
    """Only the last letter counts: a tie after a."""
    return FILLED.replace("0, 0, 1]", "0, 0, 0]").replace("0, 1, 0]", "0, 0, 0]")


def wrong_two_back() -> str:
    """It looks too far back."""
    return FILLED.replace("attend 1 back", "attend 2 back")


def wrong_always_b() -> str:
    """Abab for ever."""
    return FILLED.replace("[2, 0, 0, 0, 0, 1]", "[3, 0, 0, 0, 0, 1]")


def wrong_average() -> str:
    """All letters before have a voice."""
    return FILLED.replace("attend 1 back", "attend everywhere")
