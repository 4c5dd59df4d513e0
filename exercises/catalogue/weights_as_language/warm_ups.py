"""Warm-ups: a vote as a number, a louder table, and a reader that does nothing."""

import ast
from dataclasses import replace

import numpy as np

from exercises.warm_ups import WarmUp
from taotp import listing
from taotp.programs.printed import greeting
from taotp_core.transformer import trace

VOTE = """{"vocabulary": "ab", "block_size": 9, "steps": 1,
"tok_emb": [[1, -1], [-1, 1]], "layers": [{"Q": [[[0], [0]]],
"K": [[[0], [0]]], "V": [[[1], [0]]], "P": [[[20], [-20]]]}]}"""


def shouted() -> str:
    """What the head of the vote adds to the last row of abbab."""
    program = listing.read(VOTE).program
    stream = trace(program.model, np.array(program.encode("abbab"))).stream
    a, b = np.round(stream["attention 0"][-1] - stream["embedding"][-1], 6)
    return f"({a:g}, {b:g})".replace("-", "−")


def twice_as_loud() -> str:
    """What the printed greeting says when its positions are doubled."""
    program = greeting()
    louder = replace(program.model, W_pos=2 * program.model.W_pos)
    return f"*{replace(program, model=louder).complete('')}*"


def read_as_data() -> str:
    """What Python's reader of literals does with a call."""
    try:
        ast.literal_eval("__import__('os').getcwd()")
    except ValueError:
        return "It refuses"
    return "It runs it"


WARM_UPS = (
    WarmUp(
        question="""
In the vote *a* counts (1, −1) and *b* counts (−1, 1). The head takes the mean of the first number
of all rows and writes 20 times that, and −20 times that. What does it add to the last row of
`abbab`?
""",
        choices={
            "(4, −4)": "The mean is below zero, since *b* has more votes.",
            "(−4, 4)": "Two votes of 1 and three of −1 have the mean −0.2, and 20 times that is "
            "−4. The "
            "second number is [larger](weights_as_language.ipynb#vote?step=carry+0), and the "
            "machine "
            "says *b*.",
            "(−20, 20)": "That would be if all five were *b*. The head takes the mean.",
        },
        right="(−4, 4)",
        computed=shouted,
    ),
    WarmUp(
        question="""
We double every number of `pos_emb` in the printed greeting. What does it print?
""",
        choices={
            "*Hello World!*": "The positions were a million times as loud as the tokens, and now "
            "they "
            "are two million times as loud. A norm divides the length away.",
            "*Helle Werld!*": "So it goes if the row of *e* in `tok_emb` is doubled: that row is "
            "compared "
            "with what the stream holds. Positions are not.",
            "Nothing": "No position points elsewhere than before, so each says what it said.",
        },
        right="*Hello World!*",
        computed=twice_as_loud,
    ),
    WarmUp(
        question="""
A listing from a stranger holds `__import__('os').getcwd()` in place of a number. What does
`ast.literal_eval` do with it?
""",
        choices={
            "It runs it": "That is what `eval` would do. A literal consists of numbers, texts "
            "and lists.",
            "It reads it as a text": "A text would stand in quotes as a whole. This is a call.",
            "It refuses": "A call is no literal, so an error comes back, and nothing has "
            "happened on your "
            "machine.",
        },
        right="It refuses",
        computed=read_as_data,
    ),
)
