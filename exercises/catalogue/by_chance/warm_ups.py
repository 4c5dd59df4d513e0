"""Warm-ups: bits, a share that was counted, and the price of being sure."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp.programs import letters
from taotp_core.transformer import forward


def bits_of_four() -> int:
    """What a letter costs where four are equally likely."""
    return round(float(-np.log2(1 / 4)))


def share_of_b() -> str:
    """Which share of what follows an a in abracadabra is a b."""
    program = letters("abracadabra", order=1)
    logits = forward(program.model, np.array(program.encode("a")), keep=1)[-1]
    share = np.exp(logits - np.logaddexp.reduce(logits))[program.vocabulary.index("b")]
    return {0.25: "1/4", 0.4: "2/5", 0.5: "1/2"}[round(float(share), 6)]


def price_of_certainty() -> str:
    """What a letter costs that was given one part in a hundred."""
    return f"{-np.log2(0.01):.1f} bits"


WARM_UPS = (
    WarmUp(
        question="""
Four letters are equally likely to come next. How many bits does the right one cost?
""",
        choices={
            "1": "One question halves the four letters to two, and then you need another.",
            "2": "Two questions, and each halves the rest: $-\\log_2\\frac14=2$.",
            "4": "You need not ask for each letter. A question can rule out half of them.",
        },
        right="2",
        computed=bits_of_four,
    ),
    WarmUp(
        question="""
A machine of order 1 has read *abracadabra*. Which share does it give *b* after *a*?
""",
        choices={
            "1/4": "That is the share of *c*, and of *d*. *b* follows twice.",
            "2/5": "*a* stands there five times, but nothing follows the last one.",
            "1/2": "*a* is followed by *b*, *c*, *d* and *b*: two of four.",
        },
        right="1/2",
        computed=share_of_b,
    ),
    WarmUp(
        question="""
A machine gives *e* a share of 0.99 and everything else 0.01 together. Then one of the others
comes. What does that cost, at the least?
""",
        choices={
            "0.01 bits": "So little costs the *e*. An unlikely letter is dear.",
            "1.0 bits": "One bit is the price of a share of one half.",
            "6.6 bits": "$-\\log_2 0.01$ is 6.6. Each further nine costs 3.3 bits more, so it is "
            "cheaper "
            "not to be too sure.",
        },
        right="6.6 bits",
        computed=price_of_certainty,
    ),
)
