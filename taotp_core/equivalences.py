"""Reparametrizations of a model or a program: other weights that compute the same function."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from taotp_core.arrays import Array
from taotp_core.deprecated import old_names
from taotp_core.inputs import Model, model_of
from taotp_core.lora import Adapters as Adapters
from taotp_core.lora import difference as difference
from taotp_core.lora import numbers_in as numbers_in
from taotp_core.lora import patched as patched
from taotp_core.lora import singular_values as singular_values
from taotp_core.lora import taken_out as taken_out
from taotp_core.weights import Head, Norm, Transformer, mapped, padded, unnamed


def tie(model: Model) -> Transformer:
    """Drop an unembedding that is the embedding transposed: the same logits, stored once.

    Raises ValueError where the two differ, naming the place.

    >>> model = Transformer(np.eye(3), np.zeros((4, 3)), W_U=np.eye(3))
    >>> tie(model).W_U is None
    True
    """
    model = model_of(model)
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


def untied(model: Model) -> Transformer:
    """Store the unembedding by itself, to be changed without the embedding: the same logits.

    >>> untied(Transformer(np.eye(3), np.zeros((4, 3)))).W_U.tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    model = model_of(model)
    return model if model.W_U is not None else replace(model, W_U=model.W_E.T)


def scramble(model: Model, M: Array) -> Transformer:
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
    model = model_of(model)
    if M.shape != (model.d_model, model.d_model) or not np.allclose(M @ M.T, np.eye(len(M))):
        raise ValueError(f"M is {M.shape}; it must be orthonormal, [{model.d_model}] squared")
    ones, centered = np.ones(model.d_model), [norm and norm.centered for norm in plain_norms(model)]
    if any(centered) and not any(np.allclose(ones @ M, sign * ones) for sign in (1, -1)):
        raise ValueError(
            "M moves (1, ..., 1), which LayerNorm removes; ones @ M must be ones or -ones"
        )
    return turned(model, M)


READS = {"W_Q", "W_K", "W_V", "W_in", "W_gate", "W_U"}  # from the stream, by their rows
WRITES = {"W_E", "W_pos", "W_O", "b_O", "W_out", "b_out"}  # to the stream, by their columns


def turned(model: Transformer, M: Array) -> Transformer:
    """Turn what writes to the stream, and let what reads from it turn back; nothing is checked.

    M is [d_model, any] with orthonormal rows. gamma and beta of a norm stay as they are, and names
    of the stream go.

    >>> turned(Transformer(np.eye(2), np.zeros((4, 2))), np.eye(2)[::-1]).W_E.tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """

    def turn(path: str, W: Array) -> Array:
        name = path.rpartition(".")[2]
        return M.T @ W if name in READS else W @ M if name in WRITES else W

    return mapped(unnamed(model), turn)


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


def uniform(model: Model, n_heads: int | None = None, d_head: int | None = None) -> Transformer:
    """Give all heads one size and all layers as many heads, filled up with zeros: the same logits.

    It is how production code stores heads: d_head wide in all four matrices (None: as wide as the
    widest is), n_heads in each layer (None: as many as the layer with most has). Cross heads are
    heads too, in a model that has any; an encoder has sizes of its own. Raises ValueError for less
    than that.

    >>> from taotp.programs.induction import induction
    >>> model = uniform(induction("abc", n_ctx=5).model, n_heads=2)
    >>> [[head.sizes["d_head"] for head in layer.heads] for layer in model.layers]
    [[7, 7], [7, 7]]
    """
    model = model_of(model)
    heads = [head for layer in model.layers for head in (*layer.heads, *layer.cross)]
    counts = [len(some) for layer in model.layers for some in (layer.heads, layer.cross)]
    most = max(counts, default=0)
    most += -most % model.shared_keys
    widest = max((max(h.sizes["d_head"], h.sizes["d_value"]) for h in heads), default=0)
    n_heads = most if n_heads is None else n_heads
    widest += widest % 2 if model.rotary is not None else 0  # rotary turns pairs
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


__getattr__ = old_names(__name__)
