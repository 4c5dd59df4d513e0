"""The length of an arrow as ReLUs tell it, judged in every direction at once.

Without biases what an MLP says of an arrow grows with the arrow, and around a circle it is a wave
between any two directions in which a unit falls silent: its extremes are known exactly.
"""

import numpy as np

from exercises.judging.judge import Wrong, ask, every, kind_of, without_gate
from taotp_core.arrays import Array
from taotp_core.weights import MLP

TWO = 2  # columns of the plane


def arrow_mlp(answer: object) -> MLP:
    """The MLP that an answer returns, of float64 copies, if it is one of the plane; else Wrong."""
    mlp = ask(answer, where="in the answer")
    if not isinstance(mlp, MLP):
        raise Wrong(f"in the answer expected an MLP, got {kind_of(mlp)}")
    W_in, b_in, W_out, b_out = (
        np.array(W, np.float64) for W in (mlp.W_in, mlp.b_in, mlp.W_out, mlp.b_out)
    )
    without_gate(mlp, "in the answer")
    own = MLP(W_in, b_in, W_out, b_out, act=str(mlp.act))
    if own.W_in.shape[0] != TWO:
        raise Wrong(f"in the answer expected d_model 2, got {own.W_in.shape[0]}")
    if own.act != "relu":
        raise Wrong(f"in the answer expected act relu, got {own.act}")
    for name in ("b_in", "b_out"):
        every(getattr(own, name), lambda b: b == 0, name, "0, for arrows of all lengths")
    every(own.W_out[:, 1], lambda w: w == 0, "W_out[:, 1]", "0, as the second column is idle")
    return own


def extremes(mlp: MLP) -> tuple[tuple[float, float], tuple[float, float]]:
    """The least and the largest that it says of arrows of length 1, each with its direction."""
    angles = np.unique(np.mod(directions(mlp), 2 * np.pi))
    said = at(mlp, angles)
    low, high = int(said.argmin()), int(said.argmax())
    return (float(said[low]), float(angles[low])), (float(said[high]), float(angles[high]))


def directions(mlp: MLP) -> Array:
    """Where an extreme may be: where a unit falls silent, and the peaks of waves in between."""
    units = mlp.W_in.T[np.abs(mlp.W_in).sum(axis=0) > 0]
    normal = np.arctan2(units[:, 1], units[:, 0])
    silent = np.unique(np.mod(np.concatenate([[0.0], normal + np.pi / 2, normal - np.pi / 2]),
                              2 * np.pi))  # fmt: skip
    ends = np.append(silent[1:], silent[0] + 2 * np.pi)
    middle = (silent + ends) / 2
    awake = mlp.W_in.T @ plane(middle).T > 0  # [d_mlp, arcs]
    slopes = (mlp.W_in * mlp.W_out[:, 0]) @ awake  # [2, arcs]
    peak = np.arctan2(slopes[1], slopes[0])
    inside = [
        turned[np.mod(turned - silent, 2 * np.pi) < ends - silent]
        for turned in (peak, peak + np.pi)
    ]
    return np.concatenate([silent, *inside])


def plane(angles: Array) -> Array:
    """Arrows of length 1: [n, 2]."""
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def at(mlp: MLP, angles: Array) -> Array:
    """What an MLP says of arrows of length 1: [n]."""
    said: Array = np.maximum(plane(angles) @ mlp.W_in, 0) @ mlp.W_out[:, 0]
    return said


def misfit(mlp: MLP, most: float) -> float:
    """By what share it is off at worst; Wrong where that is more than allowed."""
    (low, low_at), (high, high_at) = extremes(mlp)
    off, said, angle = max((1 - low, low, low_at), (high - 1, high, high_at))
    if not off <= most * (1 + 1e-9):  # so that what is no number is none
        raise Wrong(
            f"on the arrow of length 1 at {np.degrees(angle):.4g} degrees expected 1 within "
            f"{most:.0%}, got {said:.5g}"
        )
    return off


def arrow_length(n_units: int) -> MLP:
    """The best of so many units: they fall silent in directions that are evenly spread.

    Each does so in two directions, opposite ones, so that 2 n_units arcs are as short as can be. An
    odd number stands evenly around, twice an odd number in two such stars, one turned over.
    """
    turn = 2 * np.pi / n_units
    if n_units % 2:
        angles = turn * np.arange(n_units)
    else:
        star = 2 * turn * np.arange(n_units // 2)
        angles = np.concatenate([star, star + turn / 2])
    units = plane(angles).T
    flat = MLP(units, np.zeros(n_units), plane(0 * angles), np.zeros(TWO))
    (low, _), (high, _) = extremes(flat)
    return MLP(units, flat.b_in, flat.W_out * 2 / (low + high), flat.b_out)
