"""Warm-ups: an average of two letters, ones in a matrix, a text that never occurs."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp.programs import printed
from taotp_core.transformer import trace

COUNTS = {"a": 1, "b": -1}


def average_of_the_last_two() -> str:
    """What the head's average is in the last row of aaba."""
    program, text = printed.aab(), "aaba"
    pattern = trace(program.model, np.array(program.encode(text))).patterns[0][0]
    return f"{pattern[-1] @ [COUNTS[letter] for letter in text]:.0f}"


def ones() -> int:
    """How many numbers of the query matrix are not zero."""
    return int(np.count_nonzero(printed.aab().model.layers[0].heads[0].W_Q))


WARM_UPS = (
    WarmUp(
        question="""
An *a* counts 1, a *b* counts −1, and each row takes the average of its own letter and the one
before. Which average has the last row of `aaba`?
""",
        choices={
            "1": "That is the average after *aa*, and the machine then says *b*.",
            "0": "The last two letters are *b* and *a*, and half of −1 and half of 1 is 0. The "
            "machine "
            "says *a*.",
            "−1": "That would be after *bb*, which never occurs in this text.",
        },
        right="0",
        computed=average_of_the_last_two,
    ),
    WarmUp(
        question="""
Each of five positions asks for itself and for the one before. `W_Q` has 8 rows and 8 columns. How
many of its 64 numbers are not zero?
""",
        choices={
            "5": "Five positions ask for themselves. Four of them also ask for a neighbor.",
            "9": "Five for *itself* and four for *the one before*, since position 0 has none "
            "before it.",
            "10": "Position 0 has no position before it to ask for.",
        },
        right="9",
        computed=ones,
    ),
    WarmUp(
        question="""
*bb* stands nowhere in *aabaab...* What does the machine say after it?
""",
        choices={
            "*a*": "The average of *bb* is −1, which moves the answer from *b* to *a* [even "
            "further](gpt2_by_hand.ipynb#aab?text=bb). The task does not ask for that; it "
            "follows from the numbers.",
            "*b*": "Only an average of 1 makes it say *b*, after *aa*.",
            "Nothing": "Some letter always has the larger logit. A machine cannot decline to "
            "answer.",
        },
        right="*a*",
        computed=lambda: f"*{printed.aab().complete('bb', steps=1)}*",
    ),
)
