"""Position and number encodings, in a few coordinates: points of a circle, a number beside a one.

Rows are positions, and a matrix acts from the right: `circle(n) @ turn(1, n)`. Clocks, codes and
what each of them is good for are handed on from `taotp.positions`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np

from taotp_core.arrays import Array
from taotp_core.deprecated import old_names

if TYPE_CHECKING:
    from taotp_core.rotations import (
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

EAST = np.array([1.0, -1.0, 0.0]) / np.sqrt(2)  # an orthonormal basis of the plane x + y + z = 0
NORTH = np.array([1.0, 1.0, -2.0]) / np.sqrt(6)


def circle(n: int, paces: tuple[int, ...] = (1,)) -> Array:
    """Place n points evenly on the circle of radius sqrt(3) across (1, 1, 1): [n, 3].

    Layer norm moves a point of this circle by no more than its epsilon. With several paces there
    is one circle for each, side by side ([n, 3 * len(paces)]), on which the points go round
    `pace` times. Main source, section 2.3. Raises ValueError for n below 1 or no paces.

    >>> points = circle(4)
    >>> points.shape, np.allclose(points.sum(axis=1), 0), np.allclose((points**2).mean(axis=1), 1)
    ((4, 3), True, True)
    """
    if n < 1 or not paces:
        raise ValueError(f"circle of {n} points at paces {paces}; it needs at least 1 of each")
    turns = np.outer(np.arange(n) / n, paces)[..., None]
    points = np.cos(2 * np.pi * turns) * EAST + np.sin(2 * np.pi * turns) * NORTH
    return np.asarray(np.sqrt(3) * points.reshape(n, -1))


def turn(steps: float, n: int, paces: tuple[int, ...] = (1,)) -> Array:
    """The matrix that turns point i of circle(n, paces) to point i + steps: `circle(n) @ turn`.

    A rotation about (1, 1, 1) for each pace, [3 * len(paces)] squared. It is exact (Rodrigues),
    where section 3.2 of the main source solves a singular system. Raises ValueError for n below 1.

    >>> np.allclose(circle(12)[3] @ turn(-1, 12), circle(12)[2])
    True
    """
    if n < 1:
        raise ValueError(f"n is {n}; a circle has at least 1 point")
    axis = np.ones((3, 3)) / 3
    across = np.outer(EAST, NORTH) - np.outer(NORTH, EAST)
    out = np.zeros((3 * len(paces), 3 * len(paces)))
    for i, pace in enumerate(paces):
        angle = 2 * np.pi * pace * steps / n
        rotation = axis + np.cos(angle) * (np.eye(3) - axis) + np.sin(angle) * across
        out[3 * i : 3 * i + 3, 3 * i : 3 * i + 3] = rotation
    return out


def padding(size: int) -> Array:
    """A constant vector [size] that layer norm leaves alone: mean 0, mean square 1.

    One large entry and equal small ones. Main source, section 4.1. Raises ValueError for a size
    below 2, where there is no such vector.

    >>> padding(5).tolist()
    [2.0, -0.5, -0.5, -0.5, -0.5]
    """
    if size < 2:
        raise ValueError(f"padding has size {size}; it must be at least 2")
    small = 1 / np.sqrt(size - 1)
    return np.array([1 / small] + [-small] * (size - 1))


def number(x: Array) -> Array:
    """Write numbers beside a 1 so that layer norm leaves them alone: x [n] as rows [n, 4].

    A row is (x, 1, a, b) with mean 0 and mean square 1. Main source, section 6.4. Raises
    ValueError for an x outside of -5/3 to 1, where there is no such row.

    >>> number(np.array([1.0, -1.0])).round(6).tolist()
    [[1.0, 1.0, -1.0, -1.0], [-1.0, 1.0, 1.0, -1.0]]
    """
    x = np.asarray(x, dtype=np.float64)
    inside = 5 - 2 * x - 3 * x * x
    if (inside < 0).any():
        raise ValueError(f"x is {x[inside < 0][0]}; it must be from -5/3 to 1")
    half = np.sqrt(inside) / 2
    return np.stack([x, np.ones_like(x), half - (x + 1) / 2, -half - (x + 1) / 2], axis=-1)


def on_circle(angles: Array) -> Array:
    """Points of the circle of `circle`, at angles [n] counted from its first: [n, 3].

    >>> np.allclose(on_circle(np.array([0, np.pi / 2])), circle(4)[:2])
    True
    """
    points: Array = np.sqrt(3) * (np.outer(np.cos(angles), EAST) + np.outer(np.sin(angles), NORTH))
    return points


__all__ = [
    "EAST",
    "NORTH",
    "circle",
    "complex_rotations",
    "even_angles",
    "number",
    "on_circle",
    "original_angles",
    "padding",
    "random_angles",
    "reversed_rotations",
    "reversed_shift",
    "rotations",
    "shift",
    "sinusoids",
    "turn",
]


def __getattr__(name: str) -> object:
    """Names of `rotations`, which is imported for whoever asks, as small programs do not."""
    if name in __all__:
        return getattr(import_module("taotp_core.rotations"), name)
    return old_names(__name__)(name)
