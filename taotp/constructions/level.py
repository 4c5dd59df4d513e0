"""Machines whose rows all have one length and mean 0, so that layer norm is a known factor.

They are written in columns of their own, without a thought for the mean; `level` then turns them
into a hyperplane in which every row has mean 0, for which it takes one column more.
"""

import numpy as np

from taotp_core.arrays import Array
from taotp_core.equivalences import turned
from taotp_core.stream import Subspace, write
from taotp_core.weights import LAYER_NORM, MLP, Head, Transformer

NEVER = 100.0  # a score that is so much lower weighs e**-100, which is nothing
LOUD = 1e6  # what the stream held before is a millionth beside it


def across(size: int) -> Array:
    """An orthonormal basis [size, size + 1] of the rows that sum to 0."""
    rows = np.tri(size, size + 1)
    rows[np.arange(size), np.arange(1, size + 1)] = -np.arange(1, size + 1)
    basis: Array = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return basis


def directions(d_model: int, fine: int = 0) -> Array:
    """Where columns go, as rows [d_model, d_model + 1 + fine] that are orthonormal and sum to 0.

    The last `fine` of them have two columns each to themselves, one the opposite of the other: a
    number in them may be as small as it likes, where the others are rounded together.
    """
    coarse = across(d_model - fine)
    pairs = np.kron(np.eye(fine), [[1.0, -1.0]]) / np.sqrt(2)
    nothing = np.zeros((len(coarse), 2 * fine))
    return np.block([[coarse, nothing], [np.zeros((fine, coarse.shape[1])), pairs]])


def level(model: Transformer, fine: int = 0) -> Transformer:
    """The same machine in wider rows of mean 0, where layer norm only divides by the length."""
    return turned(model, directions(model.d_model, fine))


def filled(rows: Array, spare: Subspace) -> Array:
    """The rows [n, d_model] with so much in a spare column that all are equally long."""
    squares = (rows**2).sum(axis=1)
    lacking: Array = np.sqrt(squares.max() - squares)
    return rows + lacking[:, None] * write(spare)


def divisor(square: float, d_model: int, fine: int = 0) -> float:
    """What layer norm divides a level row by whose square sum is given."""
    return float(np.sqrt(square / (d_model + 1 + fine)) + LAYER_NORM.eps)


def square(*rows: Array) -> float:
    """The square sum of a row of the stream to which the first of each of these [n, d] adds."""
    return float(sum((part[0] ** 2).sum() for part in rows))


def head(ask: Array, look: Array, take: Array, put: Array, divided: float, name: str = "") -> Head:
    """A head whose scores and values are what its matrices say of the stream before the norm.

    `ask` and `look` are [d_model, d_head], `take` is [d_model, d_value], `put` is its opposite;
    `divided` is the divisor of the norm before the head.
    """
    W_Q, W_K, W_V = divided * np.sqrt(ask.shape[1]) * ask, divided * look, divided * take
    return Head(W_Q, W_K, W_V, put, name=name)


def through(x: Array, y: Array, look: Array, put: Array) -> MLP:
    """An MLP that goes straight from each point (x, y) to the next, and is y[0] up to the first.

    One unit a point but the last. `x` [n] rises and y is [n, d_value]; `look` is [d_model, 1] and
    `put` [d_value, d_model].
    """
    slopes = np.diff(y, axis=0) / np.diff(x)[:, None]
    bends = np.diff(slopes, axis=0, prepend=0 * slopes[:1])
    return MLP(np.repeat(look, len(bends), axis=1), -x[:-1], bends @ put, y[0] @ put)
