"""Low-rank adapters (LoRA): narrow matrices beside some of a model, merged, and found again."""

from collections.abc import Mapping
from difflib import get_close_matches

import numpy as np

from taotp_core.arrays import Array
from taotp_core.inputs import Model, model_of
from taotp_core.weights import Transformer, deciding, mapped, named_arrays

Adapters = Mapping[str, tuple[Array, Array]]  # A [rows, r] and B [r, columns] of each path


def patched(model: Model, adapters: Adapters) -> Transformer:
    """Add A @ B to the matrix of each path, A [rows, r] and B [r, columns]: x W + x A B.

    Paths are those of `named_arrays`, such as layers.0.heads.0.W_Q. The model given stays as it
    is, so that to keep it is to take an adapter out exactly. LoRA (Hu et al. 2022); 002, section
    8.8.3. Raises ValueError for a path that the model does not have or that is no matrix, for
    shapes that do not fit, and for a rank that is 0 or more than a change of the matrix can have.

    >>> model = Transformer(np.eye(2), np.zeros((4, 2)))
    >>> A, B = np.array([[1.0], [0.0]]), np.array([[0.0, 5.0]])
    >>> patched(model, {"W_E": (A, B)}).W_E.tolist()
    [[1.0, 5.0], [0.0, 1.0]]
    """
    model = model_of(model)
    arrays = named_arrays(model)
    sums = {path: arrays[path] + fitting(arrays, path, *pair) for path, pair in adapters.items()
            if is_matrix(arrays, path)}  # fmt: skip
    return mapped(model, lambda path, W: sums[path].astype(W.dtype) if path in sums else W)


def taken_out(model: Model, adapters: Adapters) -> Transformer:
    """Subtract A @ B from the matrix of each path: what `patched` added, but for what it rounded.

    A sum of floats forgets the end of its smaller part, so that W + A B - A B is W only nearly, and
    nothing like it where A B is much larger. Raises ValueError as `patched` does.

    >>> model = Transformer(np.eye(2), np.zeros((4, 2)))
    >>> adapters = {"W_E": (np.ones((2, 1)), np.ones((1, 2)))}
    >>> taken_out(patched(model, adapters), adapters).W_E.tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    return patched(model, {path: (-np.asarray(A), B) for path, (A, B) in adapters.items()})


def is_matrix(arrays: Mapping[str, Array], path: str) -> bool:
    """True where there is a matrix of that path; ValueError that says what there is instead."""
    if path == "W_U" and path not in arrays:
        raise ValueError("W_U is W_E transposed, the model is tied; patch W_E, or untied(model)")
    if path not in arrays:
        near = get_close_matches(path, arrays, n=3, cutoff=0) or [*arrays]
        raise ValueError(f"the model has no {path}; the nearest it has are {', '.join(near)}")
    if arrays[path].ndim != 2:
        size = len(arrays[path])
        raise ValueError(f"{path} is a row of {size} numbers; an adapter A @ B needs a matrix")
    return True


def fitting(arrays: Mapping[str, Array], path: str, A: Array, B: Array) -> Array:
    """The product A @ B, of the shape of the matrix of that path; ValueError for any other."""
    A, B = np.asarray(A), np.asarray(B)
    rows, columns, most = *arrays[path].shape, min(arrays[path].shape)
    if A.ndim != 2 or B.ndim != 2 or (len(A), B.shape[1], len(B)) != (rows, columns, A.shape[1]):
        raise ValueError(
            f"A and B of {path} are {A.shape} and {B.shape}; "
            f"they must be ({rows}, r) and (r, {columns})"
        )
    if not 1 <= len(B) <= most:
        raise ValueError(f"the rank for {path} is {len(B)}; it must be from 1 to {most}")
    return np.asarray(A @ B)


def numbers_in(adapters: Adapters) -> int:
    """How many numbers A and B of all paths have together: r (rows + columns) for each.

    >>> numbers_in({"W_E": (np.ones((11, 1)), np.ones((1, 3)))})
    14
    """
    return sum(np.size(A) + np.size(B) for A, B in adapters.values())


def difference(
    before: Model, after: Model, rank: int | None = None
) -> dict[str, tuple[Array, Array]]:
    """The adapters that make one model of another of the same shapes: patched(before, they) is it.

    Each has the least rank that there is, or at most `rank` (0: none): then it is the best of that
    rank by the sum of the squares of what is left (Eckart and Young 1936), from the largest
    singular values. A matrix that stays has no adapter. Raises ValueError for models whose parts or
    shapes differ, for other biases, and for a rank below 0.

    >>> model = Transformer(np.eye(2), np.zeros((4, 2)))
    >>> adapters = difference(model, Transformer(np.eye(2)[::-1], model.W_pos))
    >>> {path: (A.shape, B.shape) for path, (A, B) in adapters.items()}
    {'W_E': ((2, 1), (1, 2))}
    """
    if rank is not None and rank < 0:
        raise ValueError(f"rank is {rank}; it must be 0 or more, or None for all")
    found: dict[str, tuple[Array, Array]] = {}
    for path, D in changed(model_of(before), model_of(after)).items():
        U, s, Vt = np.linalg.svd(D, full_matrices=False)
        r = kept(s, D.shape) if rank is None else min(rank, kept(s, D.shape))
        if r:
            found[path] = U[:, :r] * s[:r], Vt[:r]
    return found


def singular_values(before: Model, after: Model) -> dict[str, Array]:
    """Those of the difference, the largest first, of each path whose matrix differs.

    As many as the difference has rank; what rounding left is no change. Raises ValueError as
    `difference` does.

    >>> model = Transformer(np.eye(2), np.zeros((4, 2)))
    >>> other = Transformer(np.diag([1.0, 4.0]), model.W_pos)
    >>> singular_values(model, other)["W_E"].round(6).tolist()
    [3.0]
    """
    values = {}
    for path, D in changed(model_of(before), model_of(after)).items():
        s = np.linalg.svd(D, compute_uv=False)
        values[path] = s[: kept(s, D.shape)]
    return values


def kept(s: Array, shape: tuple[int, ...]) -> int:
    """The rank of a matrix of those singular values: how many are more than rounding."""
    return int((s > s[0] * max(shape) * np.finfo(s.dtype).eps).sum())


def changed(before: Transformer, after: Transformer) -> dict[str, Array]:
    """The difference of each matrix that differs; ValueError where that is not all that does."""
    one, other = named_arrays(before), named_arrays(after)
    for path in one | other:
        if path not in one or path not in other:
            which = "second" if path in one else "first"
            raise ValueError(f"the {which} model has no {path}; both must have the same parts")
        if one[path].shape != other[path].shape:
            shapes = f"{one[path].shape} in the first model and {other[path].shape} in the second"
            raise ValueError(f"{path} is {shapes}; it must have one shape")
    if settings(before) != settings(after):
        raise ValueError("the models differ in more than numbers: in norms, the mask or an act")
    found: dict[str, Array] = {
        path: other[path] - W for path, W in one.items() if (other[path] != W).any()
    }
    for path in found:
        is_matrix(one, path)
    return found


def settings(model: Transformer) -> list[bytes]:
    """What of a model is no number of an array, and decides what it does."""
    return [*deciding(mapped(model, lambda _, W: 0 * W), lambda value: repr(value).encode())]
