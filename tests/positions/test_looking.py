"""Attention that is even over the last k positions, as a plain softmax sees it and as a head."""

import math

import numpy as np
import pytest

from taotp.positions import few_angles, look_evenly
from taotp_core.arrays import Array
from taotp_core.encodings import even_angles, original_angles, random_angles, rotations
from tests.laws import every

RNG = np.random.default_rng(11)
TABLES = [
    (64, original_angles(128), 8),
    (48, random_angles(64, RNG), 10),
    (48, np.sort(random_angles(16, RNG)), 5),
    (32, even_angles(64), 10),
]


def worst(M: Array, k: int, n: int, angles: Array) -> float:
    """How far the farthest weight is from 1/k or 0, in plain loops."""
    codes = rotations(n, angles)
    out = 0.0
    for i in range(n):
        scores = [float(codes[i] @ M @ codes[j]) for j in range(i + 1)]
        heights = [math.exp(score - max(scores)) for score in scores]
        last = min(k, i + 1)
        for j, height in enumerate(heights):
            expected = 1 / last if j > i - k else 0
            out = max(out, abs(height / sum(heights) - expected))
    return out


@every("n, angles, most", TABLES)
def test_even_over_the_last_k(n: int, angles: Array, most: int) -> None:
    for k in range(1, most + 1):
        assert worst(look_evenly(k, n, angles), k, n, angles) < 1e-3


def test_one_clock_for_one_position() -> None:
    for n, angle in ((8, 5.058), (8, 1.0), (48, 1.7342), (16, 0.2)):
        assert worst(look_evenly(1, n, np.array([angle])), 1, n, np.array([angle])) < 1e-3


@every("n", [9, 16, 64])
def test_k_columns_do_for_any_n(n: int) -> None:
    for k in range(1, 9):
        angles = few_angles(k, n)
        assert len(angles) == (k + 1) // 2
        assert worst(look_evenly(k, n, angles), k, n, angles) < 1e-3


def test_few_angles_are_the_waves_of_a_product_of_sines() -> None:
    n = 20
    for k in range(1, 8):
        d = np.arange(n)[:, None]
        heights = np.sin(np.pi / n * (d - np.arange(k))).prod(axis=1)
        assert np.abs(heights[:k]).max() < 1e-15 and heights[k:].min() > 1e-9
        waves = np.hstack([rotations(n, few_angles(k, n)), np.ones((n, 1))])
        fitted = waves @ np.linalg.lstsq(waves, heights, rcond=None)[0]
        np.testing.assert_allclose(fitted, heights, atol=1e-14)


def test_every_clock_is_turned_and_scaled_by_itself() -> None:
    M = look_evenly(3, 30, random_angles(40, np.random.default_rng(5)))
    blocks = M.reshape(20, 2, 20, 2).transpose(0, 2, 1, 3)
    assert not blocks[~np.eye(20, dtype=bool)].any()
    for block in blocks[range(20), range(20)]:
        np.testing.assert_allclose(block @ block.T, np.linalg.det(block) * np.eye(2), atol=1e-9)


def test_the_gap_is_as_large_as_asked() -> None:
    n, k = 40, 4
    angles = random_angles(80, np.random.default_rng(2))
    for gap in (12.0, 50.0):
        codes = rotations(n, angles)
        last = (codes @ look_evenly(k, n, angles, gap) @ codes.T)[n - 1, ::-1]
        assert last[:k].min() - last[k:].max() == pytest.approx(gap, rel=1e-6)


@every("k", [0, 10])
def test_other_numbers_of_positions_are_named(k: int) -> None:
    for make, given in ((look_evenly, (k, 10, np.ones(3))), (few_angles, (k, 10))):
        with pytest.raises(ValueError, match=f"^k is {k}; it must be from 1 to n - 1 = 9$"):
            make(*given)


@every(
    "k, n, angles",
    [
        (3, 20, np.array([0.1])),  # one clock: level at two distances, not three
        (2, 30, even_angles(20)),  # after 10 positions all clocks stand as at the start
        (2, 20, np.zeros(4)),  # clocks that stand still
        (9, 16, original_angles(8)),  # it would take weights beyond what float64 adds up
    ],
)
def test_clocks_that_cannot_are_named(k: int, n: int, angles: Array) -> None:
    with pytest.raises(ValueError, match=f"^{len(angles)} angles do not tell the last {k} of {n}"):
        look_evenly(k, n, angles)
