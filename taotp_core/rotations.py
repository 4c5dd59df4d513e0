"""Sinusoidal and rotary position embeddings: one angle is one hand of a clock, and two columns.

At position a the hand of angle t has turned by a * t. Main source, sections 7.1 and 7.2.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from taotp_core.arrays import Array

SLOWEST = 10_000  # the angles of Vaswani et al. go down towards 1 / SLOWEST

Complexes = NDArray[np.complexfloating[Any, Any]]


def sinusoids(n: int, d_model: int) -> Array:
    """The position table of Vaswani et al. (2017), as their formula has it: [n, d_model].

    Column 2i holds sin(a / 10000^(2i / d_model)) and column 2i + 1 the cosine, at position a.
    Raises ValueError for n below 1, or for a d_model that is not even and at least 2.

    >>> sinusoids(50, 8).shape
    (50, 8)
    >>> sinusoids(50, 8)[0].tolist()
    [0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0]
    """
    check_rows(n)
    check_even(d_model)
    i = np.arange(d_model // 2)
    turned = np.arange(n)[:, None] / SLOWEST ** (2 * i / d_model)
    table = np.empty((n, d_model))
    table[:, 0::2] = np.sin(turned)
    table[:, 1::2] = np.cos(turned)
    return table


def original_angles(d_model: int) -> Array:
    """The angles 10000^(-2i / d_model) whose reversed rotations are `sinusoids`: [d_model / 2].

    Main source, theorem 7.3. Raises ValueError for a d_model that is not even and at least 2.

    >>> original_angles(4).round(6).tolist()
    [1.0, 0.01]
    """
    check_even(d_model)
    return np.asarray(float(SLOWEST) ** (-np.arange(0, d_model, 2) / d_model))


def random_angles(d_model: int, rng: np.random.Generator) -> Array:
    """Angles drawn evenly from a full turn: [d_model / 2]; `np.sort` puts them in order.

    Main source, definition 7.5. Raises ValueError for a d_model that is not even and at least 2.

    >>> random_angles(8, np.random.default_rng(0)).shape
    (4,)
    """
    check_even(d_model)
    return rng.uniform(0, 2 * np.pi, d_model // 2)


def even_angles(d_model: int) -> Array:
    """A full turn in equal steps, from 0 on: [d_model / 2].

    Main source, section 7.4. Raises ValueError for a d_model that is not even and at least 2.

    >>> (even_angles(8) / np.pi).round(6).tolist()
    [0.0, 0.5, 1.0, 1.5]
    """
    check_even(d_model)
    return 2 * np.pi * np.arange(d_model // 2) / (d_model // 2)


def complex_rotations(n: int, angles: Array) -> Complexes:
    """The complex numbers exp(i a t) at each position a, for each angle t: [n, n_angles].

    Main source, definition 7.3. Raises ValueError for n below 1 or no angles.

    >>> np.allclose(complex_rotations(4, np.array([np.pi / 2]))[:, 0], [1, 1j, -1, -1j])
    True
    """
    check_rows(n)
    hands: Complexes = np.exp(1j * np.outer(np.arange(n), as_angles(angles)))
    return hands


def rotations(n: int, angles: Array) -> Array:
    """The same in real numbers, a pair (cos, sin) for each angle: [n, 2 * n_angles].

    Main source, definition 7.3. Raises ValueError for n below 1 or no angles.

    >>> np.allclose(rotations(3, np.array([np.pi / 2])), [[1, 0], [0, 1], [-1, 0]])
    True
    """
    return paired(complex_rotations(n, angles), ("real", "imag"))


def reversed_rotations(n: int, angles: Array) -> Array:
    """The same with each pair as (sin, cos), the order of `sinusoids`: [n, 2 * n_angles].

    Main source, section 7.1. Raises ValueError for n below 1 or no angles.

    >>> np.allclose(reversed_rotations(50, original_angles(8)), sinusoids(50, 8))
    True
    """
    return paired(complex_rotations(n, angles), ("imag", "real"))


def shift(delta: float, angles: Array) -> Array:
    """The matrix that moves every row of `rotations` by delta.

    It is [2 * n_angles] squared. Row a of `rotations(n, angles)`, times it, is
    the row a + delta of any table of these angles. Delta may be negative or a
    fraction. Main source, theorem 7.2. Raises ValueError for no angles.

    >>> codes = rotations(50, even_angles(8))
    >>> np.allclose(codes[3] @ shift(4, even_angles(8)), codes[7])
    True
    """
    turned = delta * as_angles(angles)
    cos, sin = np.diag(np.cos(turned)), np.diag(np.sin(turned))
    M = np.empty((2 * len(turned), 2 * len(turned)))
    M[0::2, 0::2], M[0::2, 1::2] = cos, sin
    M[1::2, 0::2], M[1::2, 1::2] = -sin, cos
    return M


def reversed_shift(delta: float, angles: Array) -> Array:
    """The matrix that moves every row of `reversed_rotations` by delta.

    It is `shift` the other way round: who reads the clock in a mirror sees it run backward.
    Raises ValueError for no angles.

    >>> codes = sinusoids(50, 8)
    >>> np.allclose(codes[3] @ reversed_shift(4, original_angles(8)), codes[7])
    True
    """
    return shift(-delta, angles)


def paired(hands: Complexes, order: tuple[str, str]) -> Array:
    """The two parts of each complex number side by side, in the order named."""
    n, n_angles = hands.shape
    return np.stack([getattr(hands, part) for part in order], axis=2).reshape(n, 2 * n_angles)


def as_angles(angles: Array) -> Array:
    """The angles as float64, or ValueError unless they are a list of at least 1, all finite."""
    angles = np.asarray(angles, dtype=np.float64)
    if angles.ndim != 1 or not len(angles):
        raise ValueError(f"angles have shape {angles.shape}; they must be a list of at least 1")
    if not np.isfinite(angles).all():
        worst = int(np.isfinite(angles).argmin())
        raise ValueError(f"angle {worst} is {angles[worst]}; it must be finite")
    return angles


def check_rows(n: int) -> None:
    """Raise ValueError unless there is a row to write."""
    if n < 1:
        raise ValueError(f"n is {n}; a table has at least 1 row")


def check_even(d_model: int) -> None:
    """Raise ValueError unless the columns go into pairs."""
    if d_model < 2 or d_model % 2:
        raise ValueError(f"d_model is {d_model}; it must be even, two columns for each angle")
