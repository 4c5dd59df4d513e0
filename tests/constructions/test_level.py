"""Rows of one length and mean 0, and a line through points."""

import numpy as np

from taotp.constructions.level import across, directions, filled, through
from taotp_core.stream import subspaces
from taotp_core.transformer import feed_forward


def test_directions_are_orthonormal_and_level() -> None:
    for Q in (across(5), directions(6, fine=2)):
        assert np.allclose(Q @ Q.T, np.eye(len(Q)))
        assert np.allclose(Q.sum(axis=1), 0)
    assert directions(6, fine=2).shape == (6, 9)


def test_filled_rows_are_equally_long() -> None:
    first, spare = subspaces(first=2, spare=1)
    rows = filled(np.array([[1.0, 2, 0], [0, 1, 0], [0, 0, 0]]), spare)
    assert np.allclose((rows**2).sum(axis=1), 5)
    assert np.array_equal(rows[:, :2], [[1, 2], [0, 1], [0, 0]])


def test_through_points() -> None:
    x, y = np.array([-1.0, 0.5, 2, 7]), np.array([[1.0, 0], [2, 5], [-1, 5], [3, 3]])
    mlp = through(x, y, np.array([[1.0], [0]]), np.eye(2))
    at = np.stack([np.append(x, [-9, 1.25]), np.full(6, 8.0)], axis=1)
    assert mlp.W_in.shape == (2, 3)
    assert np.allclose(feed_forward(at, mlp), [*y, [1, 0], [0.5, 5]])
