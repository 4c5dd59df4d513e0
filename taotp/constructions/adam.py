"""Adam (Kingma and Ba 2015): steps down a gradient, each number at a pace of its own."""

from collections.abc import Iterable

import numpy as np

from taotp_core.arrays import Array

NEW, NEW_SQUARE = 0.1, 0.01  # how much of a gradient, and of its square, enters the averages
TINY = 1e-8  # of a number whose gradient was always 0


class Adam:
    """Arrays that change in place by `rate` or less a step, and the averages of their gradients."""

    def __init__(self, arrays: Iterable[Array], rate: float) -> None:
        self.arrays, self.rate, self.steps = list(arrays), rate, 0
        self.slow = [np.zeros_like(W) for W in self.arrays]
        self.square = [np.zeros_like(W) for W in self.arrays]

    def step(self, gradient: Iterable[Array]) -> None:
        """Go one step down a gradient, an array for each of the arrays."""
        self.steps += 1
        whole = 1 - (1 - NEW) ** self.steps  # the averages began at 0
        whole_square = 1 - (1 - NEW_SQUARE) ** self.steps
        for W, g, m, s in zip(self.arrays, gradient, self.slow, self.square, strict=True):
            m += NEW * (g - m)
            s += NEW_SQUARE * (g * g - s)
            W -= self.rate * (m / whole) / (np.sqrt(s / whole_square) + TINY)
