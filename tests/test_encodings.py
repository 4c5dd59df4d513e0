"""The circle, the matrix that turns it, and padding: what layer norm leaves alone."""

import re
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp_core import Norm, normalize
from taotp_core.encodings import circle, number, on_circle, padding, turn
from tests.examples import EVERY_TIME_THE_SAME
from tests.laws import every

Paces = tuple[int, ...]
PACES = st.lists(st.integers(-5, 9), min_size=1, max_size=4).map(tuple)


@EVERY_TIME_THE_SAME
@given(st.integers(1, 50), PACES)
def test_points_lie_where_the_angle_says(n: int, paces: Paces) -> None:
    points = circle(n, paces).reshape(n, len(paces), 3)
    angles = 2 * np.pi * (np.outer(np.arange(n), paces) % n) / n
    assert np.abs(points.sum(-1)).max() < 1e-12  # across (1, 1, 1)
    assert np.abs(np.linalg.norm(points, axis=-1) - np.sqrt(3)).max() < 1e-12
    assert np.abs((points * points[0]).sum(-1) - 3 * np.cos(angles)).max() < 1e-11


def test_the_first_quarter_of_the_circle() -> None:
    points = circle(4)
    np.testing.assert_allclose(points[0], [np.sqrt(1.5), -np.sqrt(1.5), 0], atol=1e-15)
    np.testing.assert_allclose(points[1], [np.sqrt(0.5), np.sqrt(0.5), -np.sqrt(2)], atol=1e-15)
    np.testing.assert_allclose(points[2:], -points[:2], atol=1e-15)


@EVERY_TIME_THE_SAME
@given(st.integers(1, 20), st.integers(-100, 100), st.integers(1, 7), PACES)
def test_a_turn_is_a_roll_of_finer_points(n: int, over: int, under: int, paces: Paces) -> None:
    turned = circle(n, paces) @ turn(over / under, n, paces)
    finer = circle(n * under, paces)
    places = (np.arange(n) * under + over) % (n * under)
    np.testing.assert_allclose(turned, finer[places], atol=1e-10)


@EVERY_TIME_THE_SAME
@given(st.integers(1, 40), st.floats(-100, 100), st.floats(-100, 100), PACES)
def test_turns_are_rotations(n: int, steps: float, more: float, paces: Paces) -> None:
    """About the diagonal."""
    size = 3 * len(paces)
    R = turn(steps, n, paces)
    np.testing.assert_allclose(R @ R.T, np.eye(size), atol=1e-12)
    np.testing.assert_allclose(np.ones(size) @ R, np.ones(size), atol=1e-12)
    np.testing.assert_allclose(R @ turn(more, n, paces), turn(steps + more, n, paces), atol=1e-9)
    for i, pace in enumerate(paces):  # several circles do not mix
        own = slice(3 * i, 3 * i + 3)
        assert np.array_equal(R[own, own], turn(steps, n, (pace,)))


NUMBERS = np.linspace(-5 / 3, 1, 101)


@every("eps", [0.0, 1e-10, 1e-3])
@every("x", [
    circle(1000), circle(7, (1, 2, 5)), number(NUMBERS), on_circle(np.array([0.1, 2.0, -5.0])),
    *(padding(size)[None] for size in (2, 9, 1000)),
])  # fmt: skip
def test_layer_norm_leaves_them_alone(x: np.ndarray, eps: float) -> None:
    near = 1e-14 * np.abs(x).max()
    np.testing.assert_allclose(normalize(x, Norm(eps=eps)), x / (1 + eps), atol=near)


def test_a_number_stands_beside_a_1_and_a_large_entry_before_equal_ones() -> None:
    rows, x = number(NUMBERS), padding(10)
    assert (rows[:, 0] == NUMBERS).all() and (rows[:, 1] == 1).all()
    np.testing.assert_allclose(number(np.array(0.0)), [0, 1, (5**0.5 - 1) / 2, -(5**0.5 + 1) / 2])
    assert x.shape == (10,) and x[0] > 0 > x[1] and (x[1:] == x[1]).all()


def test_points_at_any_angle() -> None:
    assert np.abs(on_circle(2 * np.pi * np.arange(7) / 7) - circle(7)).max() < 1e-14


@every("make, message", [
    *((partial(padding, size), f"padding has size {size}; it must be at least 2")
      for size in (-1, 0, 1)),
    *((partial(turn, 1, n), f"n is {n}; a circle has at least 1 point") for n in (0, -4)),
    *((partial(circle, n, paces),
       f"circle of {n} points at paces {paces}; it needs at least 1 of each")
      for n, paces in ((0, (1,)), (-3, (1, 2)), (5, ()))),
    *((partial(number, np.array([0.0, x])), f"x is {x}; it must be from -5/3 to 1")
      for x in (-1.7, 1.001, 5.0)),
])  # fmt: skip
def test_what_there_is_not_is_named(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        make()
