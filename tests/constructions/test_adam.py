"""Adam, by the averages of its paper."""

import numpy as np

from taotp.constructions.adam import Adam


def test_averages_are_those_of_the_paper() -> None:
    rng = np.random.default_rng(0)
    gradients = rng.normal(size=(7, 3))
    W = np.zeros(3)
    adam = Adam([W], rate=1.0)
    for gradient in gradients:
        adam.step([gradient])
    ages = np.arange(len(gradients))[::-1]
    expected = np.zeros(3)
    for n in range(1, len(gradients) + 1):
        slow, square = 0.9 ** ages[-n:], 0.99 ** ages[-n:]
        mean = slow @ gradients[:n] / slow.sum()
        expected -= mean / (np.sqrt(square @ gradients[:n] ** 2 / square.sum()) + 1e-8)
    assert np.allclose(W, expected, rtol=1e-9)
