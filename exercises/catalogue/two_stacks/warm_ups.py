"""Warm-ups: what the memory holds, a lead, and a decoder that does not hear itself."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp.programs import two_stacks


def first_of_the_reverse() -> str:
    """What the decoder finds when it asks the memory of cab for place 0."""
    return f"*{two_stacks.reverse('abcd', 8).complete('cab')[0]}*"


def lead() -> int:
    """By how much the place asked for leads its neighbor, before the factor."""
    scores = 2 * 3 * np.arange(6) - np.arange(6) ** 2
    best, second = np.sort(scores)[::-1][:2]
    return int(best - second)


def heard_by_the_decoder() -> str:
    """Whether the decoder's embedding tells its symbols apart."""
    heard = two_stacks.reverse("abcd", 8).model.W_E
    return "Nothing changes" if not heard.any() else "It says *a*"


WARM_UPS = (
    WarmUp(
        question="""
The encoder puts `cab` in reverse. The decoder asks for place 0 of the memory. What does it find
there?
""",
        choices={
            "*c*": "*c* came first, and it would stand there if the task were to copy.",
            "*a*": "*a* stands in the middle, forward and in reverse.",
            "*b*": "The answer begins with *b*. The encoder has put it into row 0, so the "
            "decoder only "
            "counts up from 0.",
        },
        right="*b*",
        computed=first_of_the_reverse,
    ),
    WarmUp(
        question="""
A head wants place $w=3$. Place $i$ scores $2wi-i^2$. By how much does the right place lead its
best rival?
""",
        choices={
            "1": "Place 3 scores 9, places 2 and 4 score 8. The lead is 1 for every $w$, so one "
            "factor "
            "makes all questions hard enough.",
            "3": "The score of a place falls by the square of its distance from 3. The nearest "
            "rivals "
            "are one step away.",
            "9": "9 is the score of place 3 itself. Its neighbors score 8.",
        },
        right="1",
        computed=lead,
    ),
    WarmUp(
        question="""
The decoder has to say *d, c, b, a*. Somebody replaces its first *d* by an *a*. What changes in
the rest?
""",
        choices={
            "It says *b* next": "That would be an answer to what it heard. The decoder asks for "
            "place 1 all the same.",
            "Nothing changes": "Its embedding is all zeros, so [it does not hear what it "
            "says](two_stacks.ipynb#stacks?task=reverse). Its position alone decides what it "
            "asks for.",
            "It begins again": "The position goes on by one with each symbol, right or wrong.",
        },
        right="Nothing changes",
        computed=heard_by_the_decoder,
    ),
)
