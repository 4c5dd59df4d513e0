"""Warm-ups: a negation, a but, and words that say nothing."""

from exercises.warm_ups import WarmUp
from taotp.applications.mood import vader
from taotp.programs import sentiment


def sum_of(text: str) -> str:
    """The sum of the valences of a text, after all rules."""
    words = vader.cut(text)
    return f"{sum(vader.contrasted(words, vader.valences(words))):.2f}".replace("-", "−")


def beside_others() -> str:
    """Whether words without a valence change the score."""
    program = sentiment()
    alone, among = (program.score(text) for text in ("good", "the book on the table was good"))
    return "Nothing" if abs(alone - among) < 1e-6 else "It falls"


WARM_UPS = (
    WarmUp(
        question="""
*Good* has the valence 1.9, and a negation multiplies by −0.74. What is the valence of *good* in
*not good*?
""",
        choices={
            "−1.90": "A negation does not only change the sign: *not good* is less bad than "
            "*good* is good.",
            "−1.41": "1.9 times −0.74. [One head](good_or_bad.ipynb#mood?text=Not+good) fetches "
            "the word "
            "before, and units multiply.",
            "1.16": "1.9 − 0.74. A negation is a factor; it does not subtract.",
        },
        right="−1.41",
        computed=lambda: sum_of("not good"),
    ),
    WarmUp(
        question="""
Words before *but* count half, words behind it half as much again. *Good* is 1.9, *bad* is −2.5.
What is the sum of *good but bad*?
""",
        choices={
            "−0.60": "That is the sum without the rule.",
            "−1.55": "0.95 − 2.5. The *good* is halved, but words behind *but* also count more, "
            "1.5 times.",
            "−2.80": "0.95 − 3.75. In the machine no unit does it: the head that averages "
            "listens with other "
            "weights.",
        },
        right="−2.80",
        computed=lambda: sum_of("good but bad"),
    ),
    WarmUp(
        question="""
*Good* alone scores 0.4404. Now six words that have no valence stand around it. What happens to
the score, when a head can only average?
""",
        choices={
            "It falls": "The average does fall. But so does the share of the start, which brings "
            "the root of "
            "15, and a norm keeps ratios.",
            "Nothing": "The head brings $S/n$ and, from the start, $1/n$. The norm divides one "
            "by the other, "
            "and $n$ drops out.",
            "It rises": "Nothing is added by words of valence 0.",
        },
        right="Nothing",
        computed=beside_others,
    ),
)
