"""Warm-ups: a shared symbol, a neighbor that is heard, and a head that sleeps."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp.programs import choose, maximum, minimum
from taotp.programs.choosing import Choice
from taotp_core.transformer import normalize, trace
from taotp_core.weights import RMS_NORM

PROMPT = "least: 3 1 4"


def two() -> Choice:
    """The smallest and the largest number, in one machine."""
    return choose({"least:": minimum(5, n_ctx=6), "most:": maximum(5, n_ctx=6)})


def tokens() -> int:
    """How many tokens the machine of two has."""
    return len(two().vocabulary)


def reading_beside_a_neighbor() -> str:
    """What becomes of a reading when another machine has something in its columns."""
    a, b = minimum(5, 6).model.W_E[3], maximum(5, 6).model.W_E[1]
    alone, beside = (
        np.abs(normalize(np.concatenate([a, loud * b]), RMS_NORM)[:3]).max() for loud in (0, 2)
    )
    return "They shrink" if beside < alone else "They stay"


def sleeper_looks_at() -> str:
    """Where the head of the machine that was not asked looks from the last row."""
    program = two()
    words = PROMPT.split()
    pattern = trace(program.model, np.array(program.encode(PROMPT))).patterns[1][1]
    return f"At `{words[pattern[-1].argmax()]}`"


WARM_UPS = (
    WarmUp(
        question="""
Two programs read the numbers 0 to 4, and each has a name. How many tokens has the machine of
both?
""",
        choices={
            "5": "The two names are tokens as well.",
            "7": "Equal symbols are one token: five numbers and two names.",
            "12": "A 3 of one program is the 3 of the other. Nothing about it tells whose it is.",
        },
        right="7",
        computed=tokens,
    ),
    WarmUp(
        question="""
A row holds the three numbers of one machine. Now a neighbor writes three of its own beside them.
What happens to the first three when a norm reads the row?
""",
        choices={
            "They stay": "The columns are separate, but the norm divides by the length of the "
            "whole row.",
            "They shrink": "The row is longer, so the norm divides by more. That is why a "
            "machine that is "
            "not asked must be silent.",
            "They grow": "A longer row is divided by more, so each number in it gets smaller.",
        },
        right="They shrink",
        computed=reading_beside_a_neighbor,
    ),
    WarmUp(
        question="""
The prompt is `least: 3 1 4`. Where does the head that finds the *largest* look?
""",
        choices={
            "At `least:`": "It sleeps, and a head that sleeps looks at the first token, where it "
            "finds "
            "nothing. [The other heads](one_for_everything.ipynb#sleepers?text=least%3A+6+2+7) "
            "do so, too.",
            "At `1`": "The other head looks there, the one that finds the smallest.",
            "At `4`": "It would look there if `most:` stood in front.",
        },
        right="At `least:`",
        computed=sleeper_looks_at,
    ),
)
