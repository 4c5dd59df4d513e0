"""Backward."""

from exercises.judging.bench import Bench
from taotp.reference import Task

TEXT = """\
symbols a b c "="
context 6
norms none
stream letter 4, found 4, pos 3
embed letter as one-hot
place pos as circle 11, from 3
unembed found as one-hot
layer
attend query ____, key north(pos) and east(pos), hard, read ____, write found
"""
BENCH = Bench(
    slug="build-reverse",
    task=Task("mirrored", "abc=", {"length": 3, "mark": "="}),
    every=("abc=", 4, 6),
    more=(),
    text=TEXT,
    answers=("-north(pos) and east(pos)", "letter"),
    task_words="""
Three letters from a, b and c, and then a sign, `=`. The machine says the three backward. In `abc=`,
with its positions 0 to 3, the first that is said stands at 2; it is heard at 4, and the next one
stands at 1.""",
    examples=(("abc=", "cba"), ("caa=", "aac"), ("aab=", "baa")),
    words=(
        (
            "place pos as circle 11, from 3",
            "positions 0, 1, 2 stand on the points 3, 4, 5 of eleven on a circle, and so on: "
            "3, 4 and 5 on the points 6, 7, 8",
        ),
        (
            "north(pos) and east(pos)",
            "where on the circle a position stands: how far up, and how far to the right; point 0 "
            "is at the far right",
        ),
        (
            "-north(pos)",
            "the circle upside down: point 1 is where 10 was, point 2 where 9 was, point 3 "
            "where 8 was",
        ),
    ),
    page="two_stacks",
    there="has a reader and a speaker for it, where this bench is one machine that reads and "
    "speaks",
    said=3,
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "Backward",
    hints=(
        "Row 3 looks at 2, row 4 at 1, row 5 at 0: the two always add up to 5. One step ahead is "
        "one step back.",
        "Row 3 stands on point 6 and should find point 5; row 4 on point 7, and should find 4. "
        "Points 6 and 5 are as far up as each other is down.",
        "`attend query -north(pos) and east(pos), key north(pos) and east(pos), hard, read "
        "letter, write found`",
    ),
    answer="""\
Of eleven points, two are each other's picture upside down where their numbers add up to 11. With
three added to each, positions that add up to 5 are. So a row that asks for its picture finds what
stands as far from the end as it stands from the beginning.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_upside_down_keys() -> str:
    """The keys are upside down, and the queries are not."""
    return FILLED.replace(
        "query -north(pos) and east(pos), key north(pos)", "query north(pos) and east(pos), key "
        "-north(pos)"
    )  # fmt: skip


def accepted_nothing_but_numbers() -> str:
    """The number of a position, and its square: five less than one's own is nearest."""
    return """\
symbols a b c "="
context 6
norms none
stream letter 4, found 4, at 3
embed letter as one-hot
place at as row [1, i, i * i]
unembed found as one-hot
layer
attend query 10 at.1 - 2 at.2 and -at.1, key at.2 and at.3, hard, read letter, write found
"""


def wrong_copied() -> str:
    """It finds itself."""
    return FILLED.replace("query -north", "query north")


def wrong_other_axis() -> str:
    """The circle from left to right."""
    return FILLED.replace("query -north(pos) and east", "query north(pos) and -east")


def wrong_opposite() -> str:
    """It asks for the other side of the circle."""
    return FILLED.replace("query -north(pos) and east", "query -north(pos) and -east")


def wrong_begins_elsewhere() -> str:
    """The two add up to 3."""
    return FILLED.replace("from 3", "from 4")


def wrong_on_a_circle_of_twelve() -> str:
    """Between two points: both are heard."""
    return FILLED.replace("circle 11", "circle 12")


def wrong_one_axis() -> str:
    """Two points are as far to the right as each other, and it finds itself as well."""
    return FILLED.replace("-north(pos) and east", "east").replace("north(pos) and east", "east")


def wrong_one_back() -> str:
    """It says the last letter, and then what it said."""
    return FILLED.replace(
        "attend query -north(pos) and east(pos), key north(pos) and east(pos), hard, read",
        "attend 1 back, read",
    )
