"""Warm-ups: an average, an answer with zeros, and how many sums there are."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp.programs import add, add_digits_mod10
from taotp_core.transformer import trace


def average() -> str:
    """What the head finds between two digits, before it is doubled."""
    pattern = trace(add_digits_mod10().model, np.array([4, 7])).patterns[0][0]
    return f"{pattern[-1] @ [4, 7]:.1f}"


def different_sums() -> str:
    """How many sums two numbers of three digits have."""
    return f"{len({a + b for a in range(1000) for b in range(1000)}):,}"


WARM_UPS = (
    WarmUp(
        question="""
The head that averages reads the digits 4 and 7. What does it find, before its matrices make it
larger?
""",
        choices={
            "5.5": "[Half of 4 and half of 7](adding.ipynb#digits?text=47&step=look+0). Twice "
            "the middle "
            "is the sum, so the machine multiplies by 2.",
            "11.0": "Weights of attention add up to 1, so a head cannot add. It finds the "
            "average, and "
            "11 is twice that.",
            "28.0": "Attention makes weighted sums of what it reads, and no products.",
        },
        right="5.5",
        computed=average,
    ),
    WarmUp(
        question="""
What does `add(2)` say after `02+03=`?
""",
        choices={
            "5": "The program says one digit for each place, zeros included.",
            "05": "Two numbers of two digits may make 198. The answer always has three digits.",
            "005": "The answer has one digit more than the numbers. Each step says the digit "
            "that is "
            "due, and here the first two are zeros.",
        },
        right="005",
        computed=lambda: add(2).complete("02+03="),
    ),
    WarmUp(
        question="""
The MLP holds a table with a row for each sum. How many different sums do two numbers of three
digits have?
""",
        choices={
            "1,000": "There are a thousand numbers of three digits. Their sums go from 0 to 1,998.",
            "1,999": "The sums from 0 to 1,998. A million pairs have so few sums, and that is "
            "why a "
            "table can hold them.",
            "1,000,000": "There are a million pairs, but the machine sees their sum only, and "
            "many "
            "pairs share "
            "one.",
        },
        right="1,999",
        computed=different_sums,
    ),
)
