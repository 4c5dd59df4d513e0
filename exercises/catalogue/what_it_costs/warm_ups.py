"""Warm-ups: hidden pairs, the multiplications of a row, twice the text."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp import costs
from taotp.programs import search


def hidden_pairs() -> int:
    """How many pairs of four positions a mask hides."""
    return int(np.triu(np.ones((4, 4)), 1).sum())


def multiplications_of_a_row() -> str:
    """What the queries, keys and values of the first layer cost for each row."""
    program = search("abcdefgh", n_ctx=64, n_match=2)
    first = costs.counted(program.model, np.array(program.encode("cabbagedca")))[0]
    return f"{first.multiplications // 10}"


def of_twice_the_text() -> str:
    """How many times the attention of a text costs that of one half as long."""
    model = search("abcdefgh", n_ctx=64, n_match=2).model
    short, long = (costs.multiplications(model, n)["attention"] for n in (32, 64))
    return f"{long / short:.0f} times"


WARM_UPS = (
    WarmUp(
        question="""
A text has four tokens, so the table of scores has 16 pairs. How many of them does the mask hide?
""",
        choices={
            "4": "The four pairs of a token with itself are seen.",
            "6": "The first token may not see three others, the second two, the third one: 3 + 2 "
            "+ 1.",
            "8": "Half of 16, but for the diagonal: the four pairs of a token with itself stay.",
        },
        right="6",
        computed=hidden_pairs,
    ),
    WarmUp(
        question="""
A row of 12 numbers is multiplied with a matrix of 12 rows and 18 columns. How many
multiplications is that?
""",
        choices={
            "30": "12 and 18 are the sides of the matrix. Each of its numbers is multiplied once.",
            "216": "12 times 18: every number of a matrix is multiplied once for each row of the "
            "text.",
            "2592": "12 · 12 · 18 would be the cost of a text of 12 rows.",
        },
        right="216",
        computed=multiplications_of_a_row,
    ),
    WarmUp(
        question="""
A text becomes twice as long, and nothing is kept from before. By how much do the products of
attention grow?
""",
        choices={
            "2 times": "The products of a row with a matrix grow so, since there is one row for "
            "each token.",
            "3 times": "The whole machine of the chapter grows about so. It has products of both "
            "kinds.",
            "4 times": "Attention multiplies pairs, and twice as many tokens are four times as "
            "many pairs.",
        },
        right="4 times",
        computed=of_twice_the_text,
    ),
)
