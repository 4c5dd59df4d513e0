"""A line with few bends through windows: at each place it has to pass between two heights."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from taotp_core.arrays import Array

BACK = 6  # how many of the last places a bend may be at
STEEP = 1e7  # the most that a line may rise, of windows that lie between 0 and 1


class Reached(NamedTuple):
    """Heights at which a line can leave a window, and the window of its last bend before."""

    low: float
    high: float
    bend: int


def line_through(at: Array, low: Array, high: Array) -> tuple[list[int], Array]:
    """Bend a line as rarely as this search can, through the windows [n] at places that increase.

    Returns the windows in which it bends, and its heights there and in the last window. It is flat
    up to the first bend.
    """
    steps = [flat(low, high)]
    while len(at) - 1 not in steps[-1]:
        farthest = max(steps[-1])
        found: dict[int, Reached] = {}
        for bend in range(max(farthest - BACK + 1, 0), farthest + 1):
            if bend in steps[-1]:
                for place, heights in seen_from(bend, steps[-1][bend], at, low, high):
                    if place not in found or width(found[place]) < width(heights):
                        found[place] = heights
        steps.append(found)
    return drawn(steps, at, low, high)


def width(heights: Reached) -> float:
    """How much room there is."""
    return heights.high - heights.low


def flat(low: Array, high: Array) -> dict[int, Reached]:
    """How far a flat line gets."""
    below, above = np.maximum.accumulate(low), np.minimum.accumulate(high)
    return {i: Reached(b, a, 0) for i, (b, a) in enumerate(zip(below, above, strict=True)) if b < a}


def seen_from(
    bend: int, start: Reached, at: Array, low: Array, high: Array
) -> list[tuple[int, Reached]]:
    """What a straight line from these heights reaches, for each window that it can pass."""
    lines = np.array(
        [[start.low, -STEEP], [start.high, -STEEP], [start.high, STEEP], [start.low, STEEP]]
    )
    out = []
    for place in range(bend + 1, len(at)):
        here = np.array([1, at[place] - at[bend]])
        lines = cut(cut(lines, here, low[place]), -here, -high[place])
        if len(lines) < 3:
            break
        heights = lines @ here
        out.append((place, Reached(heights.min(), heights.max(), bend)))
    return out


def cut(corners: Array, normal: Array, least: float) -> Array:
    """What is left of a polygon [n, 2] where `normal` has at least a value."""
    over = corners @ normal - least
    left: list[Array] = []
    for i in range(len(corners)):
        j = (i + 1) % len(corners)
        if over[i] >= 0:
            left.append(corners[i])
        if (over[i] >= 0) != (over[j] >= 0):
            left.append(corners[i] + over[i] / (over[i] - over[j]) * (corners[j] - corners[i]))
    return np.array(left).reshape(-1, 2)


def drawn(
    steps: Sequence[dict[int, Reached]], at: Array, low: Array, high: Array
) -> tuple[list[int], Array]:
    """A line in the middle of what was reached, from its end to its first bend."""
    last = len(at) - 1
    height = (steps[-1][last].low + steps[-1][last].high) / 2
    bends, heights = [last], [height]
    for step, before in zip(steps[:0:-1], steps[-2::-1], strict=True):
        place, bend = bends[0], step[bends[0]].bend
        between = np.arange(bend + 1, place)
        share = (at[between] - at[bend]) / (at[place] - at[bend])  # of the height at the end
        least = (low[between] - share * height) / (1 - share)
        most = (high[between] - share * height) / (1 - share)
        height = (max([before[bend].low, *least]) + min([before[bend].high, *most])) / 2
        bends.insert(0, bend)
        heights.insert(0, height)
    return bends[:-1], np.array(heights)
