"""Warm-ups: when two clocks agree again, what stood three back, how many clocks."""

import numpy as np

from exercises.catalogue.where_am_i.mend_by_one import program
from exercises.warm_ups import WarmUp
from taotp_core import encodings


def first_return() -> int:
    """After how many steps clocks of 90 and 60 degrees both stand as at first."""
    table = encodings.rotations(40, np.radians([90, 60]))
    return next(i for i in range(1, 40) if np.allclose(table[i], table[0]))


def three_back() -> str:
    """What the machine of three back says after five digits."""
    return str(program().complete("30172", steps=1)[0])


def clocks() -> int:
    """How many clocks the encoding of 2017 has in 128 columns."""
    return len(encodings.original_angles(128))


WARM_UPS = (
    WarmUp(
        question="""
One clock turns by 90 degrees from each position to the next, another by 60. After how many
positions do both hands point where they began?
""",
        choices={
            "6": "The second hand is back, but the first has turned by 540 degrees and points the "
            "other way.",
            "12": "One clock is back every 4 positions, the other every 6. Several clocks "
            "together come "
            "round much later than each alone.",
            "24": "They are both back then, too, but for the second time.",
        },
        right="12",
        computed=first_return,
    ),
    WarmUp(
        question="""
A machine says what stood three places before the last digit. Which digit does it say after
`30172`?
""",
        choices={
            "0": "The last digit, 2, stands at position 4. Its head turns the hands three places "
            "back, "
            "to position 1.",
            "1": "1 stands two places before the 2.",
            "3": "3 stands four places before the 2.",
        },
        right="0",
        computed=three_back,
    ),
    WarmUp(
        question="""
The table of 2017 writes a sine and a cosine for each clock. How many clocks fit into 128 columns?
""",
        choices={
            "32": "A clock takes two columns, not four.",
            "64": "Two columns a clock: where the tip of its hand is. A matrix turns each pair of "
            "columns by an angle of its own.",
            "128": "One number cannot say where a hand points. Its sine is the same for two "
            "directions.",
        },
        right="64",
        computed=clocks,
    ),
)
