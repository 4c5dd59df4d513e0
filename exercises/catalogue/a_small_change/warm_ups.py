"""Warm-ups: the size of an adapter, a quarter of a change, and half of it."""

from dataclasses import replace

import numpy as np

from exercises.warm_ups import WarmUp
from taotp.programs import minimum
from taotp_core.encodings import EAST
from taotp_core.equivalences import numbers_in, patched
from taotp_core.program import Program
from taotp_core.transformer import trace

LIST = [4, 7, 2]


def in_part(s: float) -> Program:
    """The smallest number, with a part of the change to the largest."""
    program = minimum(10, n_ctx=6)
    keys = {"layers.0.heads.0.W_K": (-2 * s * EAST[:, None], np.ones((1, 1)))}
    return replace(program, model=patched(program.model, keys))


def numbers_of_an_adapter() -> int:
    """How many numbers an adapter of rank 1 has for a matrix of 6 by 4."""
    return numbers_in({"W": (np.ones((6, 1)), np.ones((1, 4)))})


def looks_at_half() -> str:
    """Where the last row looks with half of the change."""
    last = trace(in_part(0.5).model, np.array(LIST)).patterns[0][0][-1]
    return "At all three alike" if np.allclose(last, 1 / 3) else "At one of them"


WARM_UPS = (
    WarmUp(
        question="""
A matrix has 6 rows and 4 columns. How many numbers has an adapter of rank 1 for it?
""",
        choices={
            "4": "That is $B$ alone, one row of four. $A$ is a column of six.",
            "10": "A column of six and a row of four, whose product has all 24 places.",
            "24": "The matrix itself has 24 numbers. The adapter is there to need fewer.",
        },
        right="10",
        computed=numbers_of_an_adapter,
    ),
    WarmUp(
        question="""
A whole change turns *the smallest* into *the largest*. We add a quarter of it. What does the
machine say of 4, 7 and 2?
""",
        choices={
            "2": "The keys still point east, only half as far: two of the change's four quarters "
            "would "
            "bring them to zero. The head asks hard enough for that.",
            "4": "No setting prefers the number in the middle. A key measures how far east a "
            "number lies.",
            "7": "[A quarter](a_small_change.ipynb#dial?s=0.25&step=look+0) is less than half of "
            "the way, "
            "where the keys would turn around.",
        },
        right="2",
        computed=lambda: in_part(0.25).complete(LIST)[0],
    ),
    WarmUp(
        question="""
Now exactly half of the change is added. Where does the last row look?
""",
        choices={
            "At the 2": "With half of the change the key of each number is zero, the 2's too.",
            "At the 7": "The keys point west only beyond one half.",
            "At all three alike": "Minus two times a half takes away the whole key. All scores "
            "are equal, "
            "so [the head averages](a_small_change.ipynb#dial?s=0.5&step=look+0).",
        },
        right="At all three alike",
        computed=looks_at_half,
    ),
)
