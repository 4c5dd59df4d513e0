"""Query matrices for clocks: what a head can make of distances.

With a matrix that turns and scales each clock by itself, the score of position j seen from i is
a sum of waves in i - j. Which waves are flat for a while, and low ever after?
"""

import numpy as np

from taotp_core.arrays import Array, softmax
from taotp_core.rotations import as_angles, rotations

FAINT = 1e-11  # directions this much weaker than the strongest are left to rounding
ROUNDS = 300


def look_evenly(k: int, n: int, angles: Array, gap: float = 20.0) -> Array:
    """The matrix M with which clocks look evenly at the last k of n positions.

    With codes = rotations(n, angles) the scores are codes @ M @ codes.T. Their softmax over j <= i
    is within 1e-3 of 1/k at j = i, i - 1, ..., i - k + 1 and of 0 before (of 1/(i + 1) where there
    are fewer than k). M is [2 * n_angles] squared. All other scores are at least `gap` lower;
    a gap below 10 may let them be heard. Main source, exercise 7.7. Raises ValueError where k is
    not from 1 to n - 1, and where no such matrix is found for these angles in float64.

    >>> angles = few_angles(3, 10)
    >>> codes = rotations(10, angles)
    >>> scores = codes @ look_evenly(3, 10, angles) @ codes.T
    >>> softmax(scores[9]).round(2).tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.33, 0.33, 0.33]
    """
    if not 1 <= k < n:
        raise ValueError(f"k is {k}; it must be from 1 to n - 1 = {n - 1}")
    angles = as_angles(angles)
    waves = rotations(n, angles)  # by distance: cos and sin of each angle
    weights = flat_then_low(waves, k)
    scores = waves @ weights
    if (drop := scores[:k].min() - scores[k:].max()) > 0:
        M = clocks(gap / drop * weights)
        if evenness(M, k, n, angles) < 1e-3:
            return M
    raise ValueError(f"{len(angles)} angles do not tell the last {k} of {n} positions from "
                     "those before; more of them, or others, might")  # fmt: skip


def few_angles(k: int, n: int) -> Array:
    """Angles with which k may be looked at evenly among any n: [k / 2, rounded up].

    The product of sin(h (d - j)) over j = 0 ... k - 1, with h half an n-th of a turn, is zero at
    the distances d = 0 ... k - 1 and positive up to n. As a sum it is waves of the angles
    k h, (k - 2) h, and so on (a constant does not matter to softmax). Raises ValueError where k is
    not from 1 to n - 1.

    >>> (few_angles(3, 10) * 10 / np.pi).round(6).tolist()
    [3.0, 1.0]
    """
    if not 1 <= k < n:
        raise ValueError(f"k is {k}; it must be from 1 to n - 1 = {n - 1}")
    return np.pi / n * np.arange(k, 0, -2.0)


def flat_then_low(waves: Array, k: int) -> Array:
    """Weights [n_waves] for waves [n, n_waves] whose sum is level on k rows and lower after."""
    level = waves[:k] - waves[0]
    _, strengths, directions = np.linalg.svd(level, full_matrices=True)
    held = int((strengths > FAINT * strengths[0]).sum())
    free = directions[held:].T  # what changes nothing on the first k rows
    after = (waves[k:] - waves[0]) @ free
    inverse = np.linalg.pinv(after, rcond=FAINT)
    # Two sets in turn: what waves can do, and what is at most -1. Where they meet, this gets there.
    target, highest = -np.ones(len(after)), np.inf
    for _ in range(ROUNDS):
        tried = inverse @ target
        heights = after @ tried
        if heights.max() < highest:
            best, highest = tried, heights.max()
        if highest < -0.5:
            break
        target = np.minimum(heights, -1)
    weights: Array = free @ best
    return weights


def clocks(weights: Array) -> Array:
    """The matrix of scores in which each clock has a weight for cos and one for sin."""
    cos, sin = np.diag(weights[0::2]), np.diag(weights[1::2])
    M = np.empty((len(weights), len(weights)))
    M[0::2, 0::2], M[0::2, 1::2] = cos, -sin
    M[1::2, 0::2], M[1::2, 1::2] = sin, cos
    return M


def evenness(M: Array, k: int, n: int, angles: Array) -> float:
    """How far at most a weight is from what look_evenly promises."""
    codes = rotations(n, angles)
    distance = np.arange(n)[:, None] - np.arange(n)
    seen = softmax(np.where(distance < 0, -np.inf, codes @ M @ codes.T))
    looked_at = (distance >= 0) & (distance < k)
    return float(np.abs(seen - looked_at / looked_at.sum(axis=1, keepdims=True)).max())
