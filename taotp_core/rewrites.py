"""The same program in other weights, or a small change of it; a rewrite returns a Transformer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

import numpy as np

from taotp_core.arrays import Array
from taotp_core.gadgets import drown
from taotp_core.weights import (
    Head,
    Layer,
    Norm,
    Transformer,
    deciding,
    mapped,
    named_arrays,
    padded,
)

Adapters = Mapping[str, tuple[Array, Array]]  # A [rows, r] and B [r, columns] of each path

CLOSE = 1e-8  # as a share of a row: layer norm's epsilon moves one by 1e-10, an idle digit by more


def tie(model: Transformer) -> Transformer:
    """Drop an unembedding that is the embedding transposed: the same logits, stored once.

    Raises ValueError where the two differ, naming the place.

    >>> model = Transformer(np.eye(3), np.zeros((4, 3)), W_U=np.eye(3))
    >>> tie(model).W_U is None
    True
    """
    if model.W_U is None:
        return model
    differ = np.argwhere(model.W_U != model.W_E.T)
    if len(differ):
        i, token = differ[0]
        raise ValueError(
            f"W_U[{i}, {token}] is {model.W_U[i, token]} and W_E[{token}, {i}] is "
            f"{model.W_E[token, i]}; they must be equal to be tied"
        )
    return replace(model, W_U=None)


def untied(model: Transformer) -> Transformer:
    """Store the unembedding by itself, to be changed without the embedding: the same logits.

    >>> untied(Transformer(np.eye(3), np.zeros((4, 3)))).W_U.tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    return model if model.W_U is not None else replace(model, W_U=model.W_E.T)


def scramble(model: Transformer, M: Array) -> Transformer:
    """Turn the residual stream by an orthonormal M [d_model, d_model]: the same logits.

    RMSNorm, or no norm, bears every such M; LayerNorm removes the part of a row along
    (1, ..., 1), so that M must keep that direction, up to its sign. What a program keeps in small
    numbers beside large ones may drown in rounding. Raises ValueError for any other M and for a
    norm with a gamma or a beta. Main source, section 1.4, exercise 8.

    >>> from taotp_core.transformer import forward
    >>> model = Transformer(np.eye(3), np.ones((4, 3)))
    >>> other = scramble(model, np.eye(3)[[1, 2, 0]])
    >>> other.W_E.tolist()
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    >>> np.allclose(forward(model, np.array([0, 2])), forward(other, np.array([0, 2])))
    True
    """
    if M.shape != (model.d_model, model.d_model) or not np.allclose(M @ M.T, np.eye(len(M))):
        raise ValueError(f"M is {M.shape}; it must be orthonormal, [{model.d_model}] squared")
    ones, centered = np.ones(model.d_model), [norm and norm.centered for norm in plain_norms(model)]
    if any(centered) and not any(np.allclose(ones @ M, sign * ones) for sign in (1, -1)):
        raise ValueError(
            "M moves (1, ..., 1), which LayerNorm removes; ones @ M must be ones or -ones"
        )
    return turned(model, M)


READS = {"W_Q", "W_K", "W_V", "W_in", "W_U"}  # from the stream, by their rows
WRITES = {"W_E", "W_pos", "W_O", "b_O", "W_out", "b_out"}  # to the stream, by their columns


def turned(model: Transformer, M: Array) -> Transformer:
    """Turn what writes to the stream, and let what reads from it turn back; nothing is checked.

    M is [d_model, any] with orthonormal rows. gamma and beta of a norm stay as they are.

    >>> turned(Transformer(np.eye(2), np.zeros((4, 2))), np.eye(2)[::-1]).W_E.tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """

    def turn(path: str, W: Array) -> Array:
        name = path.rpartition(".")[2]
        return M.T @ W if name in READS else W @ M if name in WRITES else W

    return mapped(model, turn)


def plain_norms(model: Transformer) -> list[Norm | None]:
    """The norms that a forward pass applies; ValueError for one with a gamma or a beta."""
    found = list(norms_in_use(model))
    for where, norm in found:
        if norm and (norm.gamma is not None or norm.beta is not None):
            raise ValueError(f"{where} has a gamma or a beta; it must have neither")
    return [norm for _, norm in found]


def norms_in_use(model: Transformer) -> Iterator[tuple[str, Norm | None]]:
    """The norms that a forward pass applies, with the words that name them in an error."""
    for number, layer in enumerate(model.layers):
        if layer.heads or model.norms == "after":
            yield f"norm_attn of layer {number}", layer.norm_attn
        if layer.cross:
            yield f"norm_cross of layer {number}", layer.norm_cross
        if layer.mlp or model.norms == "after":
            yield f"norm_mlp of layer {number}", layer.norm_mlp
    yield "norm_final", model.norm_final
    if model.encoder:
        for where, norm in norms_in_use(model.encoder):
            yield f"{where} of the encoder", norm


def uniform(
    model: Transformer, n_heads: int | None = None, d_head: int | None = None
) -> Transformer:
    """Give all heads one size and all layers as many heads, filled up with zeros: the same logits.

    It is how production code stores heads: d_head wide in all four matrices (None: as wide as the
    widest is), n_heads in each layer (None: as many as the layer with most has). Cross heads are
    heads too, in a model that has any; an encoder has sizes of its own. Raises ValueError for less
    than that.

    >>> from taotp_core.programs.induction import induction
    >>> model = uniform(induction("abc", n_ctx=5).model, n_heads=2)
    >>> [[head.sizes["d_head"] for head in layer.heads] for layer in model.layers]
    [[7, 7], [7, 7]]
    """
    heads = [head for layer in model.layers for head in (*layer.heads, *layer.cross)]
    counts = [len(some) for layer in model.layers for some in (layer.heads, layer.cross)]
    most = max(counts, default=0)
    widest = max((max(h.sizes["d_head"], h.sizes["d_value"]) for h in heads), default=0)
    n_heads = most if n_heads is None else n_heads
    d_head = widest if d_head is None else d_head
    if n_heads < most or d_head < widest:
        raise ValueError(
            f"n_heads, d_head are {n_heads}, {d_head}; they must be at least {most}, {widest}"
        )
    none = np.zeros((model.d_model, d_head), model.W_E.dtype)
    idle = Head(none, none, none, none.T)

    def filled(some: Sequence[Head]) -> list[Head]:
        same = [padded(head, d_head, d_head) for head in some]
        return same + [idle] * (n_heads - len(same))

    crossed = any(layer.cross for layer in model.layers)
    layers = [
        replace(layer, heads=filled(layer.heads), cross=filled(layer.cross) if crossed else ())
        for layer in model.layers
    ]
    return replace(model, layers=layers, encoder=model.encoder and uniform(model.encoder))


def post_norm(model: Transformer) -> Transformer:
    """Turn Pre-LN into Post-LN: norms after the sub-layers, none before them, none at the end.

    The first sub-layer of Post-LN reads the embedding as it is. So every row W_E[t] + W_pos[i]
    has to be one that the norm would only scale, all by the same factor; that factor goes into
    the embedding and into what the first sub-layer writes. From then on a row of the stream is
    what the norm makes of the row it was. Logits stay the same, times the factor where tied, if
    there is one sub-layer or if the norms in between change no row, as in search; otherwise a
    sub-layer has to drown what was there before it, as in adding. Raises ValueError for a row
    that needs another factor, naming it, and for norms that differ or have a gamma or a beta.

    >>> from taotp_core.programs.minimum import minimum
    >>> post_norm(minimum(4, n_ctx=3).model).norms
    'after'
    """
    if model.norms == "after":
        return model
    own = replace(model, encoder=None)
    norm, *others = plain_norms(own)
    kinds = {other and (other.centered, other.eps, other.inside) for other in (norm, *others)}
    if len(kinds) > 1:
        raise ValueError(
            f"the norms differ: {kinds} (centered, eps, inside); they must all be alike"
        )
    factor = 1.0 if norm is None else 1 / spread(model, norm.centered)
    W_E, W_pos = factor * model.W_E, factor * model.W_pos
    layers = []
    for layer in model.layers:
        heads, cross, mlp = layer.heads, layer.cross, layer.mlp
        if heads:
            heads, factor = tuple(drown(head, factor) for head in heads), 1.0
        elif cross:
            cross, factor = tuple(drown(head, factor) for head in cross), 1.0
        elif mlp:
            mlp, factor = drown(mlp, factor), 1.0
        norm_cross = norm if cross else layer.norm_cross
        layers.append(
            Layer(heads, mlp, norm if heads else None, norm if mlp else None, cross, norm_cross)
        )
    return replace(model, W_E=W_E, W_pos=W_pos, layers=layers, norm_final=None, norms="after")


def spread(model: Transformer, centered: bool) -> float:
    """The root mean square of every row W_E[t] + W_pos[i]; of a centered one the mean is 0.

    Raises ValueError for a row where it is another than in the first, or 0.
    """
    first = float(np.sqrt(np.mean((model.W_E[0] + model.W_pos[0]) ** 2)))
    for i, position in enumerate(model.W_pos):
        rows = model.W_E + position
        size, mean = np.sqrt(np.mean(rows**2, axis=1)), centered * rows.mean(axis=1)
        wrong = (abs(size - first) > CLOSE * first) | (abs(mean) > CLOSE * first) | (size == 0)
        if wrong.any():
            t = int(np.argmax(wrong))
            wanted = f"{first:.6g}, as in the first row" if first else "more"
            raise ValueError(
                f"W_E[{t}] + W_pos[{i}] has mean {mean[t]:.6g} and root mean square {size[t]:.6g}; "
                f"Post-LN does not normalize it, so that they must be 0 and {wanted}"
            )
    return first


# Small changes, which do change what a program says


def patched(model: Transformer, adapters: Adapters) -> Transformer:
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
    arrays = named_arrays(model)
    sums = {path: arrays[path] + fitting(arrays, path, *pair) for path, pair in adapters.items()
            if is_matrix(arrays, path)}  # fmt: skip
    return mapped(model, lambda path, W: sums[path].astype(W.dtype) if path in sums else W)


def taken_out(model: Transformer, adapters: Adapters) -> Transformer:
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
    rows, columns = arrays[path].shape
    if A.ndim != 2 or B.ndim != 2 or (len(A), B.shape[1], len(B)) != (rows, columns, A.shape[1]):
        raise ValueError(
            f"A and B of {path} are {A.shape} and {B.shape}; "
            f"they must be ({rows}, r) and (r, {columns})"
        )
    in_range(len(B), path, arrays[path].shape)
    product: Array = A @ B
    return product


def in_range(rank: int, path: str, shape: tuple[int, ...]) -> None:
    """Raise ValueError for a rank that no change of a matrix needs."""
    if not 1 <= rank <= min(shape):
        raise ValueError(f"the rank for {path} is {rank}; it must be from 1 to {min(shape)}")


def numbers_in(adapters: Adapters) -> int:
    """How many numbers A and B of all paths have together: r (rows + columns) for each.

    >>> numbers_in({"W_E": (np.ones((11, 1)), np.ones((1, 3)))})
    14
    """
    return sum(np.size(A) + np.size(B) for A, B in adapters.values())


def difference(
    before: Transformer, after: Transformer, rank: int | None = None
) -> dict[str, tuple[Array, Array]]:
    """The adapters that make one model of another of the same shapes: patched(before, they) is it.

    Each has the least rank that there is, or at most `rank` (0: none): then it is the best of that
    rank by the sum of the squares of what is left (Eckart and Young 1936), from the largest
    singular values. A matrix that stays has no adapter. Raises ValueError for models whose parts or
    shapes differ, for other biases, and for a rank below 0.

    >>> model = Transformer(np.eye(2), np.zeros((4, 2)))
    >>> adapters = difference(model, replace(model, W_E=np.eye(2)[::-1]))
    >>> {path: (A.shape, B.shape) for path, (A, B) in adapters.items()}
    {'W_E': ((2, 1), (1, 2))}
    """
    if rank is not None and rank < 0:
        raise ValueError(f"rank is {rank}; it must be 0 or more, or None for all")
    found: dict[str, tuple[Array, Array]] = {}
    for path, D in changed(before, after).items():
        U, s, Vt = np.linalg.svd(D, full_matrices=False)
        r = kept(s, D.shape) if rank is None else min(rank, kept(s, D.shape))
        if r:
            found[path] = U[:, :r] * s[:r], Vt[:r]
    return found


def singular_values(before: Transformer, after: Transformer) -> dict[str, Array]:
    """Those of the difference, the largest first, of each path whose matrix differs.

    As many as the difference has rank; what rounding left is no change. Raises ValueError as
    `difference` does.

    >>> model = Transformer(np.eye(2), np.zeros((4, 2)))
    >>> other = replace(model, W_E=np.diag([1.0, 4.0]))
    >>> singular_values(model, other)["W_E"].round(6).tolist()
    [3.0]
    """
    values = {}
    for path, D in changed(before, after).items():
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
