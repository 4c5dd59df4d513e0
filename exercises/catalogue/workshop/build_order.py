"""The next larger."""

from itertools import permutations

from exercises.judging.bench import Bench, drawn
from taotp.reference import Task

TEXT = """\
symbols 0 to 9
context 8
norms none
stream digit, one, up, down, found
embed digit and one as row [i, 1]
embed up as row [20 ** i]
embed down as row [20 ** -i]
unembed found and one as nearest
layer
attend query 15 up and one, key ____ and ____, hard, read digit, write found
"""
PAIRS = (*permutations("0123456789", 2),)
BENCH = Bench(
    slug="build-order",
    task=Task("next_larger", "0123456789"),
    every=("0123456789", 2, 3),
    more=(
        *drawn("0123456789", range(4, 9), 60),
        *(f"{a}{b * 7}" for a, b in PAIRS),
        *(f"{a * 6}9{b}" for a, b in PAIRS),
    ),
    text=TEXT,
    answers=("-down", "-digit"),
    task_words="""
Digits. The machine says the smallest of those that are larger than the last. It hears what it says:
so it goes on with the next larger, and says them in order.""",
    examples=(("93702", "379"), ("5150", "15"), ("7684", "678")),
    words=(
        ("embed up as row [20 ** i]", "1 for the digit 0, 20 for 1, 400 for 2, and so on"),
        (
            "query 15 up, key down",
            "*up* of the last digit times *down* of another is 1 where both are the same, 20 or "
            "more where the other is smaller, 1/20 or less where it is larger",
        ),
        (
            "query 15 up and one, key ... and ...",
            "two questions at once: what they say of a row is added",
        ),
    ),
    page="all_in_order",
    there="asks the same question of the end too, so that it begins with the smallest and knows "
    "when it is done",
    said=3,
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "The next larger",
    hints=(
        "A row should score badly where its digit is the last one, or smaller; and of the others "
        "the smallest should score best.",
        "The first question has to take away: 15 or more from what is not larger, less than 1 from "
        "what is. The second takes away one for each step up.",
        "`key -down and -digit`",
    ),
    answer="""\
What is not larger loses 15 or more. Of the larger ones each loses its own digit, and little else:
so the smallest of them scores best, and even a 9 after a 0 loses only 9.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_a_steeper_stair() -> str:
    """A hundred times as much for each step."""
    return FILLED.replace("20 **", "100 **").replace("15 up", "40 up")


def accepted_other_way_round() -> str:
    """The signs stand in the query."""
    return FILLED.replace("query 15 up and one, key -down and -digit", "query -15 up and -one, "
                          "key down and digit")  # fmt: skip


def wrong_smallest() -> str:
    """The smallest of all."""
    return FILLED.replace("query 15 up and one, key -down and -digit", "query one, key -digit")


def wrong_largest() -> str:
    """The largest of all."""
    return FILLED.replace("-digit", "digit")


def wrong_nearest() -> str:
    """The last digit is not far enough away from itself."""
    return FILLED.replace("15 up", "up")


def wrong_too_few() -> str:
    """A 9 after a 0 loses more than the 0 itself."""
    return FILLED.replace("15 up", "8 up")


def wrong_stair_too_low() -> str:
    """The next larger loses as much by the first question as it gains by the second."""
    return FILLED.replace("20 **", "2 **")


def wrong_up_and_down() -> str:
    """It likes what is smaller."""
    return FILLED.replace("-down", "down")


def wrong_soft() -> str:
    """An average."""
    return FILLED.replace("hard, read", "hard 1, read")
