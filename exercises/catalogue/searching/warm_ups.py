"""Warm-ups: a search by hand, how many heads gather, and the latest place."""

from exercises.warm_ups import WarmUp
from taotp.programs import search

DIGITS = "0123456789"


def said_after(text: str) -> str:
    """What the search for two digits says."""
    return f"{search(DIGITS, 24, 2).complete(text, steps=1)}"


def heads_that_gather() -> int:
    """How many heads the first layer has where three tokens are looked for."""
    return len(search(DIGITS, 24, 3).model.layers[0].heads)


WARM_UPS = (
    WarmUp(
        question="""
The machine looks for the last two digits of 3 1 4 1 5 9 3 1. What does it say?
""",
        choices={
            "1": "After the first 3 comes 1, but the machine looks for 3 1 and says what came "
            "after both.",
            "4": "The text ends in 3 1, and [3 1 at its "
            "beginning](searching.ipynb#search?text=31415931) "
            "was followed by 4.",
            "5": "5 followed the pair 4 1. Only one of its digits agrees.",
        },
        right="4",
        computed=lambda: said_after("31415931"),
    ),
    WarmUp(
        question="""
A search for the last *three* tokens: how many heads does its first layer need, the one that
gathers?
""",
        choices={
            "1": "One head looks at one place. A row must know three tokens before it.",
            "2": "Two would bring the tokens one and two back. The question has three tokens.",
            "3": "Each row learns which tokens stood one, two and three before it, one head for "
            "each. "
            "The second layer compares them.",
        },
        right="3",
        computed=heads_that_gather,
    ),
    WarmUp(
        question="""
In 1 2 7 1 2 5 1 2 the pair 1 2 stood twice before, followed by 7 and by 5. What does the book's
search say?
""",
        choices={
            "7": "7 came after the earlier place. The program prefers the latest.",
            "5": "The score grows a little with each place, so [the latest "
            "match](searching.ipynb#search?text=12712512) wins. The printed machine leaves this "
            "open.",
            "Half 7, half 5": "Equal scores would share so. Here the later place leads.",
        },
        right="5",
        computed=lambda: said_after("12712512"),
    ),
)
