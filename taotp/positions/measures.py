"""What a table of positions is good for: codes are [n, d_model], a row for each position.

All of them raise ValueError for codes that are no such table.
"""

from typing import NamedTuple

import numpy as np

from taotp_core.arrays import Array, softmax
from taotp_core.transformer import normalize
from taotp_core.weights import Norm

ROUNDING = 1e-12  # a share of the largest entry that is no distance


class PaddingBounds(NamedTuple):
    """The padding dimension is at least the one and at most the other.

    >>> PaddingBounds(at_least=2, at_most=3)
    PaddingBounds(at_least=2, at_most=3)
    """

    at_least: int
    at_most: int


def shift_error(codes: Array, delta: int, M: Array) -> float:
    """By how much at most an entry of codes[a] @ M misses that of codes[a + delta].

    Main source, definition 7.4. Raises ValueError where delta leaves no two rows to compare.

    >>> shift_error(np.eye(3), 1, np.eye(3))
    1.0
    """
    here, there = both_ends(codes, delta)
    return float(np.abs(here @ M - there).max())


def best_shift(codes: Array, delta: int) -> Array:
    """The matrix [d_model, d_model] that comes nearest to moving each row by delta.

    Nearest in the sum of squares. Raises ValueError where delta leaves no two rows to compare.

    >>> best_shift(np.array([[1.0], [2.0], [4.0]]), 1).round(6).tolist()
    [[2.0]]
    """
    here, there = both_ends(codes, delta)
    M: Array = np.linalg.lstsq(here, there, rcond=None)[0]
    return M


def shift_residual(codes: Array, delta: int = 1) -> float:
    """What even the best matrix misses: the `shift_error` of `best_shift`, in units of an entry.

    It is 0, up to rounding, where the codes are linearly shiftable by delta, and where the rows
    that are moved are linearly independent: *any* such table is shiftable, so ask about more rows
    than columns. Raises ValueError where delta leaves no two rows to compare.

    >>> shift_residual(np.array([[1.0], [2.0], [4.0]])) < 1e-12
    True
    """
    return shift_error(codes, delta, best_shift(codes, delta))


def lengths(codes: Array) -> Array:
    """The length of each row: [n]; sqrt(d_model / 2) for rotations (main source, theorem 7.1).

    >>> lengths(np.array([[3.0, 4.0], [0.0, 2.0]])).tolist()
    [5.0, 2.0]
    """
    long: Array = np.linalg.norm(as_table(codes), axis=1)
    return long


def length_spread(codes: Array) -> float:
    """By how much the longest row is longer than the shortest.

    >>> length_spread(np.array([[3.0, 4.0], [0.0, 2.0]]))
    3.0
    """
    return float(np.ptp(lengths(codes)))


def diagonal(codes: Array) -> Array:
    """The weight that each position gives itself, as query and key: [n].

    It is the diagonal of softmax(codes @ codes.T): no hardening, and no root of d_head.

    >>> diagonal(np.eye(3)).round(3).tolist()
    [0.576, 0.576, 0.576]
    """
    codes = as_table(codes)
    seen: Array = softmax(codes @ codes.T).diagonal()
    return seen


def distinguishability(codes: Array) -> float:
    """The smallest weight that a position gives itself (main source, definition 7.6).

    >>> round(distinguishability(np.eye(3)), 3)
    0.576
    """
    return float(diagonal(codes).min())


def padding_columns(codes: Array, eps: float = 1e-3) -> int:
    """The standard padding dimension: how many columns stay within eps of a constant.

    Main source, lemma 7.2, which measures noise by its largest entry. Raises ValueError for a
    negative eps.

    >>> padding_columns(np.array([[1.0, 5.0, 2.0], [3.0, 5.0, 2.0]]))
    2
    """
    return int((half_ranges(codes, eps) <= eps).sum())


def padding_columns_euclidean(codes: Array, eps: float = 1e-3) -> int:
    """How many columns together stay within eps of one point, as definition 7.7 reads.

    The columns that move least, about the middle of each. Other columns or another point might
    do better, so it is a lower bound; it is exact for `sinusoids`, whose slow columns run straight.
    Raises ValueError for a negative eps.

    >>> padding_columns_euclidean(np.array([[1.0, 5.0, 2.0], [3.0, 5.0, 2.0]]))
    2
    """
    away = np.sort(half_ranges(codes, eps))
    farthest = np.sqrt(np.cumsum(away**2))
    return int((farthest <= eps).sum())


def padding_dimension(codes: Array, eps: float = 1e-3) -> PaddingBounds:
    """Bounds of the largest k for which some k-dimensional subspace sees all rows as one point.

    One point means: within a Euclidean distance of eps. With n rows k is at least d_model - n + 1,
    for any table: across the flat that holds n points they do not differ. The lower bound is
    reached by the directions in which the rows vary least about their mean. The upper bound holds
    because in k dimensions the squared distances from the best point sum to no less than the k
    smallest squared singular values, and to no more than n * eps^2. Main source, definition 7.7
    and exercise 7.10. Raises ValueError for a negative eps.

    >>> padding_dimension(np.array([[1.0, 5.0, 2.0], [3.0, 5.0, 2.0]]))
    PaddingBounds(at_least=2, at_most=2)
    """
    check_noise(eps)
    codes = as_table(codes)
    n, d_model = codes.shape
    centered = codes - codes.mean(axis=0)
    _, strengths, directions = np.linalg.svd(centered)
    spread = np.zeros(d_model)
    spread[: len(strengths)] = strengths
    distances = np.sqrt(np.cumsum((centered @ directions[::-1].T) ** 2, axis=1)).max(axis=0)
    least = np.sqrt(np.cumsum(spread[::-1] ** 2) / n)
    allowed = eps + ROUNDING * np.abs(codes).max()
    return PaddingBounds(int((distances <= allowed).sum()), int((least <= allowed).sum()))


def norm_moves(codes: Array, norm: Norm) -> float:
    """By how much at most a norm moves an entry; 0 where the codes are fixed under it.

    >>> from taotp_core.encodings import circle
    >>> norm_moves(circle(5), Norm()) < 1e-4
    True
    """
    codes = as_table(codes)
    return float(np.abs(normalize(codes, norm) - codes).max())


def norm_turns(codes: Array, norm: Norm) -> float:
    """By which angle (in radians) at most a norm turns a row; 0 where only lengths change.

    Raises ValueError where a row is zero, before the norm or after.

    >>> norm_turns(np.array([[1.0, 1.0], [3.0, 4.0]]), Norm(centered=False)) < 1e-6
    True
    """
    codes = as_table(codes)
    before, after = directions_of(codes), directions_of(normalize(codes, norm))
    half = np.linalg.norm(after - before, axis=1) / 2
    return float(2 * np.arcsin(np.minimum(half, 1)).max())


def as_table(codes: Array) -> Array:
    """The codes in float64, or ValueError unless they are a table with rows and columns."""
    codes = np.asarray(codes, dtype=np.float64)
    if codes.ndim != 2 or not codes.size:
        raise ValueError(f"codes have shape {codes.shape}; they must be a table [n, d_model]")
    return codes


def both_ends(codes: Array, delta: int) -> tuple[Array, Array]:
    """The rows that have a row delta later, and those rows."""
    codes = as_table(codes)
    n = len(codes)
    if not -n < delta < n:
        raise ValueError(f"delta is {delta}; with {n} rows it must be from {1 - n} to {n - 1}")
    return codes[max(0, -delta) : n - max(0, delta)], codes[max(0, delta) : n - max(0, -delta)]


def half_ranges(codes: Array, eps: float) -> Array:
    """How far each column goes from its middle: [d_model]."""
    check_noise(eps)
    ranges: Array = np.ptp(as_table(codes), axis=0) / 2
    return ranges


def check_noise(eps: float) -> None:
    """Raise ValueError for a negative distance."""
    if not eps >= 0:
        raise ValueError(f"eps is {eps}; it must be at least 0")


def directions_of(codes: Array) -> Array:
    """The rows scaled to length 1."""
    sizes = lengths(codes)[:, None]
    if not (sizes > 0).all():
        raise ValueError(f"row {int(sizes[:, 0].argmin())} is zero; a row must have a direction")
    scaled: Array = codes / sizes
    return scaled
