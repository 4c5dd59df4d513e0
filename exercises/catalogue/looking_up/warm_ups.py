"""Warm-ups: the key at the end, a head for each place, a hash by hand."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp.programs import lookup


def said_after_both() -> int:
    """What the table says where both keys stand in the prompt."""
    program = lookup({(1, 2, 3): 4, (4, 5, 6): 7}, n_ctx=16)
    return int(program.complete([4, 5, 6, 1, 2, 3])[0])


def heads_for_five() -> int:
    """How many heads a table with keys of five symbols has."""
    table = {(1, 2, 3, 4, 5): 6, (5, 4, 3, 2, 1): 7}
    return len(lookup(table, n_ctx=16).model.layers[0].heads)


def hash_of_ba() -> str:
    """The sum of the earlier letter turned left and the later one as it is."""
    a, b, left = np.array([1, 0]), np.array([0, 1]), np.array([[0, 1], [-1, 0]])
    x, y = b @ left + a
    return f"({x}, {y})"


WARM_UPS = (
    WarmUp(
        question="""
A table holds two lines: after 1 2 3 comes 4, after 4 5 6 comes 7. The prompt is 4 5 6 1 2 3. What
does the machine say?
""",
        choices={
            "4": "The prompt ends in 1 2 3. The heads do not read what stands before the key: "
            "they look at the last three places.",
            "7": "4 5 6 stands in the prompt, but three places too early. No head looks there.",
            "A mixture": "Each head looks at one place of the last three, so the other key is "
            "not heard.",
        },
        right="4",
        computed=said_after_both,
    ),
    WarmUp(
        question="""
How many heads has the machine if its keys have five symbols?
""",
        choices={
            "1": "One head has one matrix. The places of a key need different ones, or *ab* and "
            "*ba* "
            "would be the same sum.",
            "2": "Two keys need no two heads. All keys go through the same heads.",
            "5": "One head for each place of the key, with a matrix of its own. How many keys "
            "there are "
            "makes no difference.",
        },
        right="5",
        computed=heads_for_five,
    ),
    WarmUp(
        question="""
*a* points east, (1, 0), and *b* points north, (0, 1). The head that looks one back turns its
letter by a right angle to the left; the other head leaves the last letter as it is. Which hash
has *ba*?
""",
        choices={
            "(0, 0)": "*b*, turned left, points west, (−1, 0). The last letter *a* is (1, 0), "
            "and the "
            "sum is (0, 0).",
            "(0, 2)": "That is the hash of *ab*: the turned *a* and the *b* both point north.",
            "(1, 1)": "Without the turn *ab* and *ba* would both be (1, 1). The turn tells them "
            "apart.",
        },
        right="(0, 0)",
        computed=hash_of_ba,
    ),
)
