"""Warm-ups: what is said and heard again, the size of a matrix, what layer norm forgets."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp.programs import before_last
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM

ROWS = {"(1, 3)": (1.0, 3.0), "(10, 2)": (10.0, 2.0), "(−3, −1)": (-3.0, -1.0)}


def three_letters() -> str:
    """What the machine says after ab, three times."""
    return ", ".join(f"{letter}" for letter in before_last("abcd", 6).complete("ab", steps=3))


def numbers_of_a_query() -> int:
    """How many numbers the query matrix of the chapter's head has."""
    return int(before_last("abcd", 6).model.layers[0].heads[0].W_Q.size)


def same_after_the_norm() -> str:
    """Which row the norm makes the same as (3, 1)."""
    wanted = normalize(np.array([3.0, 1.0]), LAYER_NORM)
    (found,) = (
        name
        for name, row in ROWS.items()
        if np.allclose(normalize(np.array(row), LAYER_NORM), wanted)
    )
    return found


WARM_UPS = (
    WarmUp(
        question="""
The chapter's machine says the token before the last, and hears what it says. We type `ab`. What
are its next three letters?
""",
        choices={
            "a, a, a": "After its first *a* the text is *aba*, and the letter before the last is "
            "*b*.",
            "a, b, a": "*ab* gives *a*, *aba* gives *b*, *abab* gives *a*. The two letters take "
            "turns.",
            "b, b, b": "*b* is the last letter. The machine says the one before it, and begins "
            "with *a*.",
        },
        right="a, b, a",
        computed=three_letters,
    ),
    WarmUp(
        question="""
Every row of the stream has nine numbers, and the head asks with a query of three. How many
numbers does its matrix `W_Q` have?
""",
        choices={
            "12": "Nine and three are the sides of the matrix. Their sum counts nothing.",
            "27": "The row stands to the left: nine rows, one for each number of the stream, and "
            "three "
            "columns, one for each number of the query.",
            "81": "A matrix of nine by nine would make a query as wide as the stream.",
        },
        right="27",
        computed=numbers_of_a_query,
    ),
    WarmUp(
        question="""
Layer norm reads the row (3, 1) and makes (1, −1) of it. Which of these rows does it turn into the
same?
""",
        choices={
            "(1, 3)": "Its second number is the larger one, so it becomes (−1, 1).",
            "(10, 2)": "The mean 6 goes away, and so does the spread 4: (1, −1) is left. In two "
            "dimensions layer norm keeps only which number is larger.",
            "(−3, −1)": "The larger number is −1, so the row becomes (−1, 1).",
        },
        right="(10, 2)",
        computed=same_after_the_norm,
    ),
)
