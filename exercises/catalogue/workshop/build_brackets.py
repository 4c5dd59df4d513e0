"""Brackets."""

from exercises.judging.bench import Bench
from taotp.reference import Task

TEXT = """\
symbols "(" ")" y n
context 10
norms none
stream sign, one, depth, below, broken
embed sign and one as row [1 - 2 * i, 1]
unembed one of y as row [____]
unembed depth and broken of n as row [1, ____]
layer
attend everywhere, read sign, write depth
unit read ____, write below
layer
attend everywhere, read ____, write broken
"""
BENCH = Bench(
    slug="build-brackets",
    task=Task("balanced", "()yn"),
    every=("()", 1, 10),
    more=(),
    text=TEXT,
    answers=("0.05", "1000", "-depth", "below"),
    task_words="""
Brackets, at most ten. The machine says y where each of them is closed, and none was closed before
it was opened; and n elsewhere.""",
    examples=(("(())()", "y"), ("(()", "n"), ("())(", "n")),
    words=(
        ("embed sign and one as row [1 - 2 * i, 1]", "*sign* is 1 for an opening one, -1 for a "
         "closing one; *one* is 1 for both"),
        (
            "attend everywhere, read sign",
            "an average: what is open by now, divided by how many brackets there are",
        ),
        (
            "unembed depth and broken of n as row [1, 7]",
            "n is said as loudly as *depth* plus seven times *broken*",
        ),
    ),
    page="how_deep",
    there="reads clauses within clauses, where this bench has brackets of one kind",
)  # fmt: skip
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "Brackets",
    hints=(
        "*depth* is above 0 where something is open, and below 0 where too much was closed. The "
        "last row knows its own *depth*; the other rows have to tell it of theirs.",
        "A unit writes what is below: `unit read -depth, write below`. The second layer takes the "
        "average of that. How small may *depth* and *broken* be, of ten brackets, and not be 0?",
        "`row [0.05]` for y, `[1, 1000]` for n, `unit read -depth`, and `attend everywhere, read "
        "below`",
    ),
    answer="""\
If something is open at the end, *depth* is a tenth or more, and n is louder than y. If too much was
ever closed, *broken* is a hundredth or more, and n is louder still. Else both are 0.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_other_numbers() -> str:
    """Another threshold, another loudness."""
    return FILLED.replace("[0.05]", "[0.001]").replace("1000", "200")


def accepted_what_is_open_at_the_end() -> str:
    """A second unit, in the second layer, hears what is open."""
    text = FILLED.replace("depth and broken of n as row [1, 1000]", "broken of n as row [1000]")
    return text + "unit read depth, write broken\n"


def wrong_only_the_end() -> str:
    """Nobody tells what was before."""
    return FILLED.replace("1, 1000]", "1, 0]")


def wrong_only_before() -> str:
    """What is left open is not told."""
    return FILLED.replace("[1, 1000]", "[0, 1000]")


def wrong_too_quiet() -> str:
    """One that is broken early, and long ago, is not heard."""
    return FILLED.replace("1000", "12")


def wrong_too_sure() -> str:
    """One that is open among nine is not enough."""
    return FILLED.replace("[0.05]", "[0.15]")


def wrong_above() -> str:
    """What is open counts as broken."""
    return FILLED.replace("unit read -depth", "unit read depth")


def wrong_without_a_unit() -> str:
    """What is open and what is below cancel."""
    text = FILLED.replace("unit read -depth, write below\n", "")
    return text.replace("read below", "read -depth")


def wrong_always_no() -> str:
    """Nothing speaks for y."""
    return FILLED.replace("[0.05]", "[0]")
