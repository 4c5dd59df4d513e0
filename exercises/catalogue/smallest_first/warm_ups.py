"""Warm-ups: the smallest so far, a tie, and a machine without its head."""

from dataclasses import replace

import numpy as np

from exercises.warm_ups import WarmUp
from taotp.programs import minimum
from taotp_core.transformer import forward, trace


def read_by_the_two() -> str:
    """Which number the row of the 2 reads."""
    numbers = [6, 2, 0, 12]
    return (
        f"The {numbers[trace(minimum(20, 8).model, np.array(numbers)).patterns[0][0][1].argmax()]}"
    )


def attention_of_a_tie() -> str:
    """How the attention of the last row is divided if the smallest number is there twice."""
    last = trace(minimum(20, 8).model, np.array([6, 2, 2, 12])).patterns[0][0][-1]
    return "Half each" if np.allclose(last, [0, 0.5, 0.5, 0]) else "All to one"


def without_the_head() -> int:
    """What the machine says without its layer."""
    model = replace(minimum(20, 8).model, layers=[])
    return int(forward(model, [6, 2, 0, 12])[-1].argmax())


WARM_UPS = (
    WarmUp(
        question="""
The list is 6 2 0 12. Which number does the row of the 2 read?
""",
        choices={
            "The 6": "6 is larger. The head looks for the number that lies farthest east, the "
            "smallest.",
            "The 2": "Of 6 and 2, the numbers that [this "
            "row](smallest_first.ipynb#smallest?row=1) may "
            "see, 2 is the smaller. It reads itself.",
            "The 0": "The 0 is smaller, but it comes later, and the mask hides it.",
        },
        right="The 2",
        computed=read_by_the_two,
    ),
    WarmUp(
        question="""
Now the list is 6 2 2 12. How does the last row divide its attention between the two 2s?
""",
        choices={
            "All to the first 2": "The positions are all zero, so nothing tells the first from "
            "the "
            "second.",
            "Half each": "Both have the same score, and however hard the head asks, equal scores "
            "share. "
            "Half of 2 and half of 2 is [still 2](smallest_first.ipynb#smallest?text=6+2+2+12).",
            "All to the last 2": "The head does not know which of them came last: it has no "
            "positions.",
        },
        right="Half each",
        computed=attention_of_a_tie,
    ),
    WarmUp(
        question="""
We take the head out, and the list is 6 2 0 12. What does the machine say?
""",
        choices={
            "0": "Only the head brings the 0 into the last row.",
            "6": "The first number is not in the last row either. A head would have to bring it.",
            "12": "Without the head the last row holds its own number, and the table says that "
            "[again](smallest_first.ipynb#smallest?off=0.0).",
        },
        right="12",
        computed=without_the_head,
    ),
)
