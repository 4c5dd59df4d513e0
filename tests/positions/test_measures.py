"""Measures, on tables whose answer is known by hand or by another way of computing it."""

import math
import re
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp.positions import (
    best_shift,
    diagonal,
    distinguishability,
    length_spread,
    lengths,
    norm_moves,
    norm_turns,
    padding_columns,
    padding_columns_euclidean,
    padding_dimension,
    shift_error,
    shift_residual,
)
from taotp_core import LAYER_NORM, RMS_NORM
from taotp_core.arrays import Array
from taotp_core.encodings import (
    circle,
    rotations,
    sinusoids,
    turn,
)
from tests.examples import EVERY_TIME_THE_SAME
from tests.laws import every

# Shifting


@every("delta", [-20, -1, 0, 1, 7])
def test_an_exact_shift_has_no_error(delta: int) -> None:
    assert shift_error(circle(30), delta, turn(delta, 30)) < 1e-13
    assert shift_residual(sinusoids(64, 16), delta) < 1e-12


def test_the_error_is_the_worst_entry() -> None:
    codes = np.array([[0.0, 0.0], [1.0, 2.0], [5.0, 0.0]])
    assert shift_error(codes, 1, np.eye(2)) == 4  # of (1, 2), (4, -2)
    assert shift_error(codes, -1, np.eye(2)) == 4
    assert shift_error(codes, 2, np.eye(2)) == 5
    assert shift_error(codes, 0, np.zeros((2, 2))) == 5


def test_the_best_matrix_is_the_least_squares_one() -> None:
    codes = np.random.default_rng(0).normal(size=(30, 4))
    M = best_shift(codes, 2)
    here, missed = codes[:-2], codes[:-2] @ M - codes[2:]
    np.testing.assert_allclose(here.T @ missed, 0, atol=1e-12)  # the normal equations
    assert shift_residual(codes, 2) == pytest.approx(np.abs(missed).max())


@every("delta", [-5, 5])
def test_a_shift_off_the_table_is_named(delta: int) -> None:
    message = f"^delta is {delta}; with 5 rows it must be from -4 to 4$"
    with pytest.raises(ValueError, match=message):
        shift_residual(np.ones((5, 2)), delta)


# Distinguishability


def test_the_diagonal_in_plain_loops() -> None:
    codes = np.random.default_rng(4).normal(size=(6, 3))
    for i, own in enumerate(diagonal(codes)):
        terms = [math.exp(sum(a * b for a, b in zip(codes[i], row, strict=True))) for row in codes]
        assert own == pytest.approx(terms[i] / sum(terms))
    assert distinguishability(codes) == diagonal(codes).min()


# Padding


@EVERY_TIME_THE_SAME
@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_padding_of_points_in_general_position(n: int, d_model: int, seed: int) -> None:
    codes = np.random.default_rng(seed).normal(size=(n, d_model))
    free = min(d_model, max(0, d_model - n + 1))
    bounds = padding_dimension(codes, eps=0.0)
    assert bounds == (free, free)
    wider = padding_dimension(codes, eps=0.3)
    assert free <= wider.at_least <= wider.at_most <= d_model


@EVERY_TIME_THE_SAME
@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6), st.integers(0, 2**32 - 1))
def test_planted_padding_is_found(flat: int, thin: int, wide: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    d_model = flat + thin + wide + 1
    codes = np.zeros((40, d_model))
    codes[:, flat : flat + thin] = 1e-3 / 7 * rng.choice([-1, 1], size=(40, thin))
    codes[:, flat + thin :] = rng.normal(size=(40, wide + 1))
    rotation = np.linalg.qr(rng.normal(size=(d_model, d_model)))[0]
    turned = codes @ rotation + rng.normal(size=d_model)
    bounds = padding_dimension(turned)
    assert bounds == (flat + thin, flat + thin)
    if d_model > flat + thin + 1:
        assert padding_columns(codes) == flat + thin


def test_both_bounds_hold_where_they_differ() -> None:
    # An equilateral triangle: the circle around it has radius 1, its shadow on a line is at least
    # 1.5 wide. So one dimension needs 0.75, and two need 1.
    triangle = rotations(3, np.array([2 * np.pi / 3]))
    for eps, exact in ((0.5, 0), (0.74, 0), (1.001, 2)):
        bounds = padding_dimension(triangle, eps)
        assert bounds.at_least <= exact <= bounds.at_most


def test_columns_by_hand() -> None:
    codes = np.array([[0, 5, 1.0], [0, 5.2, 2], [0, 5.4, 9]])
    assert [padding_columns(codes, eps) for eps in (0, 0.1999, 0.2001, 4)] == [1, 1, 2, 3]
    # Half ranges 0.3 and 0.4: together a half diagonal of 0.5
    square = np.array([[0, 0], [0.6, 0.8]])
    assert [padding_columns_euclidean(square, eps) for eps in (0.31, 0.499, 0.501)] == [1, 1, 2]


def test_noise_below_zero_is_named() -> None:
    measures: list[Callable[[Array, float], object]] = [padding_columns, padding_dimension]
    for measure, eps in product(measures, (-1e-3, float("nan"))):
        with pytest.raises(ValueError, match=f"^eps is {re.escape(str(eps))}; it must be at"):
            measure(np.ones((3, 2)), eps)


# Norms


def test_rms_norm_only_stretches_the_original() -> None:
    table = sinusoids(64, 8)
    assert norm_turns(table, RMS_NORM) < 1e-14
    assert norm_moves(table, RMS_NORM) == pytest.approx(np.sqrt(2) - 1)


def test_layer_norm_turns_the_original_and_leaves_the_circle() -> None:
    assert max(norm_moves(circle(30), LAYER_NORM), norm_turns(circle(30), LAYER_NORM)) < 1e-9
    # Layer norm sends (1, 0) to (1, -1), an eighth of a turn away, and (0, -1) likewise.
    assert norm_turns(np.array([[1.0, -1], [0, -1]]), LAYER_NORM) == pytest.approx(np.pi / 4)
    # (1, 1 + e) is nearly across the line of (-1, 1)
    assert norm_turns(np.array([[1.0, 1.001]]), LAYER_NORM) == pytest.approx(np.pi / 2, abs=1e-3)


def test_a_row_without_direction_is_named() -> None:
    for number, rows, norm in ((1, [[1.0, 0], [0, 0]], RMS_NORM), (0, [[2.0, 2]], LAYER_NORM)):
        with pytest.raises(ValueError, match=f"^row {number} is zero; a row must have a direction"):
            norm_turns(np.array(rows), norm)


MEASURES: list[Callable[[Array], object]] = [
    *(shift_residual, lengths, length_spread, diagonal, distinguishability),
    *(padding_columns, padding_columns_euclidean, padding_dimension),
    lambda codes: best_shift(codes, 0),
    lambda codes: shift_error(codes, 0, np.eye(2)),
    lambda codes: norm_moves(codes, RMS_NORM),
    lambda codes: norm_turns(codes, RMS_NORM),
]


@every("shape", [(), (3,), (0, 2), (2, 0), (2, 2, 2)])
def test_codes_that_are_no_table_are_named(shape: tuple[int, ...]) -> None:
    says = re.escape(f"codes have shape {shape}; they must be a table [n, d_model]")
    for measure in MEASURES:
        with pytest.raises(ValueError, match=f"^{says}$"):
            measure(np.ones(shape))
