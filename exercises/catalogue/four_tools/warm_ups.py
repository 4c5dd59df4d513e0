"""Warm-ups: an echo, how hard is hard enough, and a place that is not there."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp.programs import echo
from taotp_core.transformer import trace

PROMPT = "edabc"


def fifth_letter() -> str:
    """The fifth letter of the echo."""
    return f"*{echo('abcde', 12).complete(PROMPT)[4]}*"


def hard_enough() -> str:
    """By how much scores 1 and 0.9 must be multiplied for a lead of 64."""
    return f"{64 / (1 - 0.9):.0f}"


def read_by_row_one() -> str:
    """Which row the head that looks two back reads from row 1."""
    program = echo("abcde", 12)
    pattern = trace(program.model, np.array(program.encode(PROMPT))).patterns[0][0]
    return f"Row {pattern[1].argmax()}"


WARM_UPS = (
    WarmUp(
        question="""
The machine of the chapter echoes the last three letters of `edabc`, for ever. Which letter does
it say fifth?
""",
        choices={
            "*a*": "It says *a* first and fourth: *abcab* and so on.",
            "*b*": "The echo is *abcabc*, and its fifth letter is *b*. Each position reads the "
            "letter "
            "two places back, [what it said itself](four_tools.ipynb#echo?text=edabcabca) "
            "included.",
            "*c*": "It says *c* third and sixth.",
        },
        right="*b*",
        computed=fifth_letter,
    ),
    WarmUp(
        question="""
Two places score 1 and 0.9. A head multiplies its scores by $N$. How large must $N$ be for the
lead of 64 that this book asks for?
""",
        choices={
            "64": "The lead would be 64 times 0.1, which is 6.4. The second place would still "
            "weigh "
            "more than a thousandth.",
            "71": "You divided 64 by 0.9. The difference of the scores counts, not a score.",
            "640": "The scores differ by 0.1, and 640 times 0.1 is 64. The closer the rival, the "
            "larger "
            "the number.",
        },
        right="640",
        computed=hard_enough,
    ),
    WarmUp(
        question="""
In `edabc` row 1 asks for the place two before it. No such place exists. Which row does it read?
""",
        choices={
            "Row 0": "Two before 1 is place 11 on the circle of twelve, and of the places that "
            "row 1 may "
            "see, [0 lies nearest](four_tools.ipynb#echo?row=1). The head gives no warning.",
            "Row 1": "It may see itself, but place 1 lies two steps from place 11, and place 0 "
            "only one.",
            "None": "The weights of softmax add up to 1, so a head always reads something.",
        },
        right="Row 0",
        computed=read_by_row_one,
    ),
)
