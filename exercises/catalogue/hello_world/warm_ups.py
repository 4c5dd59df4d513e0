"""Warm-ups: who decides, how many numbers, what layer norm leaves alone."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp.programs import hello_world
from taotp_core.measure import parameters
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM

ROWS = {"(1, 1, 1)": (1.0, 1.0, 1.0), "(3, −1, −2)": (3.0, -1.0, -2.0)}
CIRCLE = "(1.22, −1.22, 0)"


def after_misspelling() -> str:
    """What the greeting says after seven letters, two of them wrong."""
    return f"*{hello_world().complete('Heoro W', steps=1)}*"


def numbers() -> int:
    """How many numbers the greeting stores."""
    return parameters(hello_world().model).total


def left_alone() -> str:
    """Which of the rows layer norm gives back as it was."""
    rows = {**ROWS, CIRCLE: tuple(np.sqrt(1.5) * np.array([1, -1, 0]))}
    (found,) = (
        name for name, row in rows.items() if np.allclose(normalize(np.array(row), LAYER_NORM), row)
    )
    return found


WARM_UPS = (
    WarmUp(
        question="""
After `Hello W` the program says *o*. Somebody types `Heoro W` instead. What does it say?
""",
        choices={
            "*o*": "Seven symbols were said, and the row of that position points at *o*. The "
            "letters "
            "themselves are drowned.",
            "*l*": "The program does not go back to mend a letter. It only counts how many were "
            "said.",
            "Nothing": "The program never compares what was said with its message.",
        },
        right="*o*",
        computed=after_misspelling,
    ),
    WarmUp(
        question="""
The greeting has 11 symbols and 13 positions, each with three numbers. One table of symbols serves
at both ends. How many numbers does it store?
""",
        choices={
            "39": "That is the table of positions alone, 13 times 3.",
            "72": "33 for the symbols and 39 for the positions. The unembedding is the table of "
            "symbols "
            "again, and costs nothing.",
            "105": "You counted the symbols twice. The machine is tied: one table does both.",
        },
        right="72",
        computed=numbers,
    ),
    WarmUp(
        question="""
Which of these rows does layer norm leave as it is?
""",
        choices={
            "(1, 1, 1)": "Its mean is 1, and without the mean nothing is left to stretch.",
            CIRCLE: "Its mean is 0 and its squares have the mean 1. All such rows of three numbers "
            "form a circle, on which the symbols stand.",
            "(3, −1, −2)": "The mean is 0, but the numbers are too large. Layer norm shrinks "
            "them to a "
            "mean square of 1.",
        },
        right=CIRCLE,
        computed=left_alone,
    ),
)
