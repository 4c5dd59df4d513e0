"""Adapters that somebody hands in: rebuilt, counted, and added to a machine of the exercise."""

from collections.abc import Mapping

import numpy as np

from exercises.judging.judge import Wrong, kind_of
from taotp_core.arrays import Array
from taotp_core.equivalences import difference, numbers_in, patched
from taotp_core.weights import Transformer, mapped, named_arrays

LARGEST = 1e12  # of a number of A or B: beyond, a product has no digits left for W
ROUNDING = 4 * np.finfo(np.float64).eps  # of the largest number of a matrix
ADAPTERS = "a table of paths and pairs (A, B)"

Pairs = dict[str, tuple[Array, Array]]


def own_adapters(answer: object, model: Transformer, where: str) -> tuple[Pairs, Transformer]:
    """The pairs of an answer in arrays of our own, and the model with them; Wrong for others."""
    if not isinstance(answer, Mapping):
        raise Wrong(f"{where} expected {ADAPTERS}, got {kind_of(answer)}")
    found: Pairs = {}
    for path, pair in answer.items():
        if not isinstance(path, str) or not isinstance(pair, tuple | list) or len(pair) != 2:
            raise Wrong(f"{where} expected {ADAPTERS}, got {kind_of(pair)} for {str(path)[:40]!r}")
        found[path] = own_matrix(pair[0], f"{where}, A"), own_matrix(pair[1], f"{where}, B")
    try:
        return found, patched(model, found)
    except ValueError as error:
        raise Wrong(f"{where} expected adapters that fit, got this: {error}") from None


def own_matrix(thing: object, where: str) -> Array:
    """A float64 copy of a matrix of finite numbers that are not too large; Wrong for another."""
    try:
        matrix = np.array(thing, dtype=np.float64)
    except Exception:
        raise Wrong(f"{where} expected a matrix of numbers, got {kind_of(thing)}") from None
    if not (np.abs(matrix) <= LARGEST).all():
        raise Wrong(f"{where} expected numbers of at most {LARGEST:g}, got larger ones")
    return matrix


def least_adapters(frozen: Transformer, model: Transformer, where: str) -> tuple[int, int]:
    """How many numbers adapters of least rank have that lead from one to the other.

    Also how many numbers of the machine differ. Numbers that differ in their last places are the
    same: another computer has rounded a cosine otherwise. Wrong where no adapter leads there.
    """
    frozen = rounded_as(model, frozen)
    try:
        count = numbers_in(difference(frozen, model))
    except ValueError as error:
        raise Wrong(
            f"{where} expected a machine that adapters lead to, got this: {error}"
        ) from None
    arrays = named_arrays(model)
    differ = sum(int((arrays[path] != W).sum()) for path, W in named_arrays(frozen).items())
    return count, differ


def rounded_as(model: Transformer, frozen: Transformer) -> Transformer:
    """The frozen machine, with numbers of another where both differ by no more than rounding."""
    arrays = named_arrays(model)

    def agreed(path: str, W: Array) -> Array:
        there = arrays.get(path, W)
        if there.shape != W.shape or not W.size:
            return W
        near = ROUNDING * max(np.abs(W).max(), np.abs(there).max())
        return np.where(np.abs(W - there) <= near, there, W)

    return mapped(frozen, agreed)
