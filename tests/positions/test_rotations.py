"""Clocks: the formula of the original, the two orders, and the matrices that shift them."""

import cmath
import math
import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp_core.arrays import Array
from taotp_core.encodings import (
    complex_rotations,
    even_angles,
    original_angles,
    random_angles,
    reversed_rotations,
    reversed_shift,
    rotations,
    shift,
    sinusoids,
)
from tests.examples import EVERY_TIME_THE_SAME
from tests.laws import every

ANGLES = st.lists(st.floats(-10, 10), min_size=1, max_size=5).map(np.array)


@every("n, d_model", [(1, 2), (7, 6), (64, 128)])
def test_the_formula_as_printed(n: int, d_model: int) -> None:
    table = sinusoids(n, d_model)
    assert table.shape == (n, d_model)
    for a in range(n):
        for i in range(d_model // 2):
            angle = a / 10000 ** (2 * i / d_model)
            assert table[a, 2 * i] == pytest.approx(math.sin(angle), abs=1e-14)
            assert table[a, 2 * i + 1] == pytest.approx(math.cos(angle), abs=1e-14)


def test_the_original_is_a_reversed_rotation() -> None:
    for d_model in (2, 4, 8, 128):
        own = reversed_rotations(300, original_angles(d_model))
        np.testing.assert_allclose(own, sinusoids(300, d_model), atol=1e-13, rtol=0)
    np.testing.assert_allclose(original_angles(8), [1, 0.1, 0.01, 0.001], rtol=1e-14)


@EVERY_TIME_THE_SAME
@given(st.integers(1, 20), ANGLES)
def test_a_clock_is_a_power_of_its_first_step(n: int, angles: Array) -> None:
    hands = complex_rotations(n, angles)
    assert hands.shape == (n, len(angles))
    for i, angle in enumerate(angles):
        step = cmath.rect(1, float(angle))
        for a in range(n):
            assert abs(hands[a, i] - step**a) < 1e-12
    real, reverse = rotations(n, angles), reversed_rotations(n, angles)
    np.testing.assert_array_equal(real[:, 0::2] + 1j * real[:, 1::2], hands)
    np.testing.assert_array_equal(reverse[:, 1::2] + 1j * reverse[:, 0::2], hands)


@EVERY_TIME_THE_SAME
@given(st.integers(1, 20), ANGLES, st.integers(-30, 30), st.integers(1, 4))
def test_shifting_reads_the_clock_later(n: int, angles: Array, steps: int, part: int) -> None:
    for write, move in ((rotations, shift), (reversed_rotations, reversed_shift)):
        moved = write(n, angles) @ move(steps / part, angles)
        places = np.arange(n)[:, None] * part + steps  # on a clock `part` times as slow
        turned = places * angles / part
        pair = (np.cos(turned), np.sin(turned))
        expected = np.stack(pair if write is rotations else pair[::-1], 2).reshape(n, -1)
        np.testing.assert_allclose(moved, expected, atol=1e-11)


def test_random_angles_are_spread_over_the_turn_and_seeded() -> None:
    angles = random_angles(20_000, np.random.default_rng(1))
    assert angles.shape == (10_000,)
    assert 0 <= angles.min() < 0.01 and 2 * np.pi - 0.01 < angles.max() < 2 * np.pi
    quarters = np.histogram(angles, bins=4, range=(0, 2 * np.pi))[0]
    assert np.abs(quarters - 2500).max() < 200  # more than four standard deviations
    np.testing.assert_array_equal(angles, random_angles(20_000, np.random.default_rng(1)))


def of_width(d_model: int) -> Array:
    """Random angles for so many columns."""
    return random_angles(d_model, np.random.default_rng(0))


TABLES = (rotations, complex_rotations, reversed_rotations)
MATRICES = (*TABLES, shift, reversed_shift)
WRONG: list[tuple[tuple[Callable[..., object], ...], tuple[object, ...], str]] = [
    *(((of_width, original_angles, even_angles), (d,),
       f"d_model is {d}; it must be even, two columns for each angle") for d in (-2, 0, 1, 7)),
    ((sinusoids,), (4, 7), "d_model is 7; it must be even, two columns for each angle"),
    *((TABLES, (n, np.ones(2)), f"n is {n}; a table has at least 1 row") for n in (0, -3)),
    ((sinusoids,), (0, 4), "n is 0; a table has at least 1 row"),
    *((MATRICES, (3, angles), f"angles have shape {angles.shape}; they must be a list of at least")
      for angles in (np.zeros(0), np.ones((2, 2)), np.array(1.0))),
    *((TABLES, (3, np.array([0.5, angle])), f"angle 1 is {angle}; it must be finite")
      for angle in (np.nan, np.inf)),
]  # fmt: skip


@every("makes, given, says", WRONG)
def test_what_is_no_clock_is_named(
    makes: tuple[Callable[..., object], ...], given: tuple[object, ...], says: str
) -> None:
    for make in makes:
        with pytest.raises(ValueError, match=f"^{re.escape(says)}"):
            make(*given)
