"""Warm-ups: a surprise, which way to push, and a unit that was off."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp_core.arrays import softmax

LOGITS = np.log([0.7, 0.2, 0.1])  # the first symbol is right


def loss(logits: np.ndarray) -> float:
    """The surprise at the right symbol."""
    return float(-np.log(softmax(logits)[0]))


def push() -> str:
    """The derivative of the loss by the right logit, by trying."""
    step = 1e-6 * np.eye(3)[0]
    found = (loss(LOGITS + step) - loss(LOGITS - step)) / 2e-6
    return f"{found:.1f}".replace("-", "−")


def passed_on() -> str:
    """What a ReLU that read −2 passes on of 5, by trying."""
    up, down = (max(x, 0) * 5 for x in (-2 + 1e-6, -2 - 1e-6))
    return f"{(up - down) / 2e-6:.0f}"


WARM_UPS = (
    WarmUp(
        question="""
The right symbol has the share 1/2. How large is the loss, the natural logarithm of that share
with its sign changed?
""",
        choices={
            "0.50": "That is the share. The loss is 0 for a share of 1, and grows without end as "
            "the share "
            "shrinks.",
            "0.69": "$-\\ln\\frac12=\\ln2$, one bit in another unit.",
            "1.00": "That is the loss in bits, with logarithms to base 2.",
        },
        right="0.69",
        computed=lambda: f"{loss(np.array([0.0, 0.0])):.2f}",
    ),
    WarmUp(
        question="""
The shares are 0.7, 0.2 and 0.1, and the first symbol is right. What is the derivative of the loss
by the first logit?
""",
        choices={
            "0.7": "0.7 is the share. For the right symbol, subtract 1.",
            "0.3": "So much is lacking, but with the other sign: a larger logit makes the loss "
            "smaller.",
            "−0.3": "0.7 − 1. The loss falls when the right logit grows, by what its share lacks.",
        },
        right="−0.3",
        computed=push,
    ),
    WarmUp(
        question="""
A ReLU has read −2 and said 0. The derivative that comes back to it is 5. What does it pass on?
""",
        choices={
            "0": "It was off: reading a little more or less than −2, it would have said 0 all "
            "the same.",
            "5": "That is what a unit passes on that was on.",
            "−10": "The slope of a ReLU is 1 or 0. The number that it read only decides which of "
            "the two.",
        },
        right="0",
        computed=passed_on,
    ),
)
