"""Adam: a first step of one length, and a way down."""

import numpy as np

from taotp.constructions.adam import Adam


def test_the_first_step_is_as_long_as_the_rate_says() -> None:
    W, b = np.zeros((2, 2)), np.ones(2)
    Adam([W, b], rate=0.1).step([np.array([[1.0, -50], [1e-3, 7]]), np.array([-2.0, 2])])
    assert np.allclose(W, [[-0.1, 0.1], [-0.1, -0.1]], rtol=1e-4)
    assert np.allclose(b, [1.1, 0.9], rtol=1e-4)


def test_what_has_no_gradient_stays() -> None:
    W = np.array([3.0, 3.0])
    adam = Adam([W], rate=0.1)
    for _ in range(5):
        adam.step([np.array([0.0, 1.0])])
    assert W[0] == 3
    assert np.isclose(W[1], 2.5)


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


def test_it_finds_the_lowest_place() -> None:
    W = np.array([5.0, -4.0])
    adam = Adam([W], rate=0.1)
    for _ in range(500):
        adam.step([2 * (W - [1, 2])])
    assert np.allclose(W, [1, 2], atol=1e-2)
