"""Lines and curves that are drawn but for what lies behind cells: text stands on nothing else."""

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from taotp_core.arrays import Array

CORNER = 7.0  # of a line that turns
STEPS = 160  # at which a curve is asked whether it is seen
Hides = Callable[[Array], NDArray[np.bool_]]  # of points [n, 2], which of them lie behind a cell


def curve(*points: tuple[float, float]) -> Array:
    """A cubic curve [4, 2] by its ends and what it goes toward, or a straight line by its ends."""
    if len(points) == 2:
        a, b = np.array(points)
        return np.array([a, a + (b - a) / 3, b - (b - a) / 3, b])
    return np.array(points)


def rounded(*points: tuple[float, float]) -> list[Array]:
    """Lines from point to point, with round corners, as curves."""
    at = [np.array(point) for point in points]
    found, start = [], at[0]
    for before, corner, after in zip(at, at[1:], at[2:], strict=False):
        near, far = toward(corner, before), toward(corner, after)
        found += [
            curve(tuple(start), tuple(near)),
            np.array([near, near + (corner - near) * 2 / 3, far + (corner - far) * 2 / 3, far]),
        ]
        start = far
    return [*found, curve(tuple(start), tuple(at[-1]))]


def toward(corner: Array, end: Array) -> Array:
    """Where the rounding of a corner begins, toward the end of a line."""
    far = float(np.hypot(*(end - corner))) or 1.0
    found: Array = corner + (end - corner) * min(CORNER, far / 2) / far
    return found


def points_of(of: Array, at: Array) -> Array:
    """The points [n, 2] of a curve at shares of its way.

    >>> points_of(curve((0, 0), (6, 3)), np.array([0.0, 0.5])).tolist()
    [[0.0, 0.0], [3.0, 1.5]]
    """
    t = at[:, None]
    weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3]
    found: Array = sum(w * p for w, p in zip(weights, of, strict=True))
    return found


def between(of: Array, start: float, end: float) -> Array:
    """The part of a curve from one share of its way to another, as a curve.

    >>> between(curve((0, 0), (6, 3)), 0.5, 1).round(9).tolist()
    [[3.0, 1.5], [4.0, 2.0], [5.0, 2.5], [6.0, 3.0]]
    """
    ends = points_of(of, np.array([start, end]))
    slopes = 3 * np.diff(of, axis=0)
    t = np.array([start, end])[:, None]
    way = (1 - t) ** 2 * slopes[0] + 2 * t * (1 - t) * slopes[1] + t**2 * slopes[2]
    reach = way * (end - start) / 3
    return np.array([ends[0], ends[0] + reach[0], ends[1] - reach[1], ends[1]])


def in_sight(of: Array, hides: Hides) -> Iterator[Array]:
    """The parts of a curve that lie behind no cell."""
    at = np.linspace(0, 1, STEPS + 1)
    on = np.r_[False, ~hides(points_of(of, at)), False]
    edges = np.flatnonzero(on[1:] != on[:-1])
    for first, after in zip(edges[::2], edges[1::2], strict=True):
        if after - first > 1:
            yield between(of, float(at[first]), float(at[after - 1]))


def drawn(curves: Iterable[Array], hides: Hides) -> str:
    """What is seen of curves, as a path."""
    d, end = "", None
    for part in (each for of in curves for each in in_sight(of, hides)):
        a, *rest = [f"{x:.4g} {y:.4g}" for x, y in part.tolist()]
        d += ("" if a == end else f"M{a}") + f"C{' '.join(rest)}"
        end = rest[-1]
    return d
