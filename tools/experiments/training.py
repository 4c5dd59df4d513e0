"""Train the book's transformer: its forward pass again, each step with the way back, and Adam.

A step of the forward pass returns its result and a function that takes the derivative of the loss
by this result to the derivatives by what went in. Norms store nothing. Arrays are float64, or all
float32 (`single`), which takes half the time. Adapters (`adapt`) are trained by the same way back.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Literal, NamedTuple

import numpy as np

from taotp.applications.trained.machine import normed
from taotp.constructions.adam import Adam
from taotp_core.arrays import Array, Tokens, softmax
from taotp_core.weights import LAYER_NORM, MLP, Head, Layer, Transformer

RATE = 3e-3

NOT_ASKED = -1  # an answer that does not count


class LayerWeights(NamedTuple):
    """The heads of a layer, folded as in `taotp_core.weights.Folded`, and its MLP.

    W_QKV is [d_model, 3 * n_heads * d_head], W_O is [n_heads * d_head, d_model].
    """

    W_QKV: Array
    W_O: Array
    W_in: Array
    b_in: Array
    W_out: Array
    b_out: Array


@dataclass
class Weights:
    """All that can be trained, in arrays that are changed in place; W_U is None where it is tied.

    A gradient is the same, with a derivative in the place of each weight.
    """

    n_heads: int
    norms: Literal["before", "after"]
    W_E: Array
    W_pos: Array
    layers: tuple[LayerWeights, ...]
    W_U: Array | None = None

    def arrays(self) -> Iterator[Array]:
        """Every array, in an order that does not change."""
        yield self.W_E
        yield self.W_pos
        for layer in self.layers:
            yield from layer
        if self.W_U is not None:
            yield self.W_U


def drawn(
    rng: np.random.Generator,
    *,
    d_vocab: int,
    n_ctx: int,
    d_model: int,
    n_heads: int,
    d_mlp: int,
    n_layers: int,
    norms: Literal["before", "after"] = "before",
    tied: bool = True,
) -> Weights:
    """Draw weights that neither shrink nor blow up what passes through them.

    Where d_mlp is 0 layers have heads alone. Raises ValueError where the heads do not divide the
    stream.
    """
    if n_heads < 1 or d_model % n_heads:
        raise ValueError(f"n_heads is {n_heads}; it must be 1 or more and divide d_model {d_model}")

    def draw(rows: int, columns: int) -> Array:
        matrix: Array = rng.normal(size=(rows, columns)) / np.sqrt(max(1, rows))
        return matrix

    def layer() -> LayerWeights:
        W_QKV, W_O = draw(d_model, 3 * d_model), draw(d_model, d_model)
        W_in, W_out = draw(d_model, d_mlp), draw(d_mlp, d_model)
        return LayerWeights(W_QKV, W_O, W_in, np.zeros(d_mlp), W_out, np.zeros(d_model))

    W_E = rng.normal(size=(d_vocab, d_model)) / np.sqrt(d_model)
    W_pos = rng.normal(size=(n_ctx, d_model)) / np.sqrt(d_model)
    layers = tuple(layer() for _ in range(n_layers))
    return Weights(n_heads, norms, W_E, W_pos, layers, None if tied else draw(d_model, d_vocab))


def single(weights: Weights) -> Weights:
    """The same weights, copied into arrays of float32."""
    narrow = [LayerWeights(*(W.astype(np.float32) for W in layer)) for layer in weights.layers]
    return replace(
        weights,
        W_E=weights.W_E.astype(np.float32),
        W_pos=weights.W_pos.astype(np.float32),
        layers=tuple(narrow),
        W_U=None if weights.W_U is None else weights.W_U.astype(np.float32),
    )


def as_model(weights: Weights) -> Transformer:
    """The weights as the library's transformer, which copies them."""
    norm_final = LAYER_NORM if weights.norms == "before" else None
    layers = [as_layer(layer, weights.n_heads) for layer in weights.layers]
    return Transformer(weights.W_E, weights.W_pos, layers, norm_final, weights.W_U, weights.norms)


def as_layer(layer: LayerWeights, n_heads: int) -> Layer:
    """A layer of the library, with a Head for each slice of the folded matrices."""
    queries, keys, values = np.split(layer.W_QKV, 3, axis=1)
    parts = [np.split(W, n_heads, axis=1) for W in (queries, keys, values)]
    heads = [
        Head(W_Q, W_K, W_V, W_O)
        for W_Q, W_K, W_V, W_O in zip(*parts, np.split(layer.W_O, n_heads), strict=True)
    ]
    mlp = MLP(layer.W_in, layer.b_in, layer.W_out, layer.b_out) if layer.b_in.size else None
    return Layer(heads, mlp)


def from_model(model: Transformer) -> Weights:
    """The weights of a model that `as_model` made, copied."""
    layers = []
    for layer in model.layers:
        assert layer.mlp
        heads, mlp = layer.folded, layer.mlp
        own = (heads.W_QKV, heads.W_O, mlp.W_in, mlp.b_in, mlp.W_out, mlp.b_out)
        layers.append(LayerWeights(*map(np.array, own)))
    W_U = None if model.W_U is None else model.W_U.copy()
    n_heads = len(model.layers[0].heads)
    return Weights(n_heads, model.norms, model.W_E.copy(), model.W_pos.copy(), tuple(layers), W_U)


# Forward, and the way back


def rows(x: Array) -> Array:
    """All leading axes as one: [n_rows, d]."""
    return x.reshape(-1, x.shape[-1])


def attended(
    x: Array, W_QKV: Array, W_O: Array, n_heads: int
) -> tuple[Array, Callable[[Array], tuple[Array, Array, Array]]]:
    """What the heads add to the stream [batch, n, d_model]; back by x, W_QKV and W_O."""
    batch, n, d_model = x.shape
    d_head = d_model // n_heads
    q, k, v = (x @ W_QKV).reshape(batch, n, 3, n_heads, d_head).transpose(2, 0, 3, 1, 4)
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(d_head)
    scores[..., np.triu(np.ones((n, n), bool), 1)] = -np.inf
    pattern = softmax(scores)
    mixed = (pattern @ v).swapaxes(1, 2).reshape(batch, n, d_model)

    def back(to_y: Array) -> tuple[Array, Array, Array]:
        to_mixed = (to_y @ W_O.T).reshape(batch, n, n_heads, d_head).swapaxes(1, 2)
        to_pattern = to_mixed @ v.swapaxes(-1, -2)
        to_scores = pattern * (to_pattern - (to_pattern * pattern).sum(-1, keepdims=True))
        to_scores /= math.sqrt(d_head)
        parts = np.stack(
            [to_scores @ k, to_scores.swapaxes(-1, -2) @ q, pattern.swapaxes(-1, -2) @ to_mixed]
        )
        to_qkv = parts.transpose(1, 3, 0, 2, 4).reshape(batch, n, 3 * d_model)
        return to_qkv @ W_QKV.T, rows(x).T @ rows(to_qkv), rows(mixed).T @ rows(to_y)

    return mixed @ W_O, back


def fed_forward(
    x: Array, layer: LayerWeights
) -> tuple[Array, Callable[[Array], tuple[Array, Array, Array, Array, Array]]]:
    """What the MLP adds to the stream; back by x, W_in, b_in, W_out and b_out.

    Without hidden units there is no MLP: nothing is added, and no weight has a derivative.
    """
    if not layer.b_in.size:
        unused = layer.W_in, layer.b_in, layer.W_out, layer.b_out
        return np.zeros_like(x), lambda to_y: tuple(map(np.zeros_like, (to_y, *unused)))
    hidden = np.maximum(x @ layer.W_in + layer.b_in, 0)

    def back(to_y: Array) -> tuple[Array, Array, Array, Array, Array]:
        to_hidden = (to_y @ layer.W_out.T) * (hidden > 0)
        return (
            to_hidden @ layer.W_in.T,
            rows(x).T @ rows(to_hidden),
            rows(to_hidden).sum(0),
            rows(hidden).T @ rows(to_y),
            rows(to_y).sum(0),
        )

    return hidden @ layer.W_out + layer.b_out, back


def through(
    x: Array, layer: LayerWeights, n_heads: int, norms: str
) -> tuple[Array, Callable[[Array], tuple[Array, LayerWeights]]]:
    """A whole layer; back by x and by its weights."""
    if norms == "before":
        y, norm_attn = normed(x)
        added, heads = attended(y, layer.W_QKV, layer.W_O, n_heads)
        x = x + added
        y, norm_mlp = normed(x)
        added, mlp = fed_forward(y, layer)
        x = x + added
    else:
        added, heads = attended(x, layer.W_QKV, layer.W_O, n_heads)
        x, norm_attn = normed(x + added)
        added, mlp = fed_forward(x, layer)
        x, norm_mlp = normed(x + added)

    def back(to_x: Array) -> tuple[Array, LayerWeights]:
        before = norms == "before"
        to_x = to_x if before else norm_mlp(to_x)
        to_y, *of_mlp = mlp(to_x)
        to_x = to_x + (norm_mlp(to_y) if before else to_y)
        to_x = to_x if before else norm_attn(to_x)
        to_y, *of_heads = heads(to_x)
        to_x = to_x + (norm_attn(to_y) if before else to_y)
        return to_x, LayerWeights(*of_heads, *of_mlp)

    return x, back


Back = Callable[[Array], tuple[Array, LayerWeights]]


def streamed(weights: Weights, tokens: Tokens) -> tuple[Array, list[Back]]:
    """The stream [batch, n, d_model] after the last layer, and the way back through each layer."""
    x: Array = weights.W_E[tokens] + weights.W_pos[: tokens.shape[1]]
    backs = []
    for layer in weights.layers:
        x, back = through(x, layer, weights.n_heads, weights.norms)
        backs.append(back)
    return x, backs


def unembedding(weights: Weights) -> Array:
    """What the stream is read by: [d_model, d_vocab]."""
    return weights.W_E.T if weights.W_U is None else weights.W_U


def loss_of(weights: Weights, tokens: Tokens, answers: Tokens) -> float:
    """The mean cross-entropy, as of loss_and_gradient, without the way back."""
    x, _ = streamed(weights, tokens)
    last = x[answers != NOT_ASKED]
    likely = softmax(
        (normed(last)[0] if weights.norms == "before" else last) @ unembedding(weights)
    )
    asked = answers[answers != NOT_ASKED]
    return float(-np.log(likely[np.arange(len(asked)), asked]).mean())


def loss_and_gradient(weights: Weights, tokens: Tokens, answers: Tokens) -> tuple[float, Weights]:
    """The mean cross-entropy of the answers [batch, n] that are asked for, and its derivative.

    tokens is [batch, n]; answers that are NOT_ASKED do not count.
    """
    x, backs = streamed(weights, tokens)
    asked = answers != NOT_ASKED
    last, norm_final = normed(x[asked]) if weights.norms == "before" else (x[asked], None)
    error = softmax(last @ unembedding(weights))
    at = np.arange(len(error)), answers[asked]
    loss = float(-np.log(error[at]).mean())
    error[at] -= 1
    error /= len(error)

    to_U, to_last = last.T @ error, error @ unembedding(weights).T
    to_x: Array = np.zeros_like(x)
    to_x[asked] = norm_final(to_last) if norm_final else to_last
    layers: list[LayerWeights] = []
    for back in reversed(backs):
        to_x, of_layer = back(to_x)
        layers.insert(0, of_layer)
    to_E = summed(to_x, tokens, len(weights.W_E))
    to_pos = np.zeros_like(weights.W_pos)
    to_pos[: tokens.shape[1]] = to_x.sum(0)
    gradient = replace(weights, W_E=to_E, W_pos=to_pos, layers=tuple(layers))
    if weights.W_U is None:
        to_E += to_U.T
    else:
        gradient.W_U = to_U
    return loss, gradient


def summed(x: Array, tokens: Tokens, d_vocab: int) -> Array:
    """For each token the sum of the rows of x [batch, n, d] that stand where it does."""
    found: Array = np.zeros((d_vocab, x.shape[-1]), x.dtype)
    np.add.at(found, tokens, x)
    return found


def train(
    weights: Weights,
    batches: Iterable[tuple[Tokens, Tokens]],
    rate: float | Iterable[float] = RATE,
    positions_fixed: bool = False,
) -> Iterator[float]:
    """Go one step of Adam for each batch, and say the loss before it.

    A batch is tokens and answers as in loss_and_gradient; `rate` is one for all steps, or one for
    each. The weights change in place, those of positions only unless `positions_fixed`.
    """
    adam = Adam(weights.arrays(), RATE)
    for (tokens, answers), adam.rate in zip(batches, each(rate), strict=False):
        loss, gradient = loss_and_gradient(weights, tokens, answers)
        if positions_fixed:
            gradient.W_pos[:] = 0
        adam.step(gradient.arrays())
        yield loss


def each(rate: float | Iterable[float]) -> Iterable[float]:
    """A rate for each step."""
    return repeat(rate) if isinstance(rate, float | int) else rate


def falling(rate: float, steps: int) -> Iterator[float]:
    """Rates that fall evenly, from `rate` at the first step to none after the last."""
    return (rate * (1 - step / steps) for step in range(steps))


# Adapters (Hu et al. 2021, "LoRA", section 4.1): x W + x A B, where W does not change

ATTENTION = ("W_Q", "W_K", "W_V", "W_O")
EVERYWHERE = (*ATTENTION, "W_in", "W_out")
EMBEDDING = ("W_E",)


class Adapter(NamedTuple):
    """A change of a matrix [d_in, d_out] of low rank: A [d_in, rank] times B [rank, d_out]."""

    A: Array
    B: Array


def matrices(weights: Weights, names: Sequence[str]) -> dict[str, Array]:
    """The matrices of these names, by path as W_E and layers.0.W_Q, to be changed in place.

    W_E is one, the others are those of each layer. Those of the heads of a layer stand side by
    side, as in LayerWeights.
    """
    found = {"W_E": weights.W_E} if "W_E" in names else {}
    for i, layer in enumerate(weights.layers):
        W_Q, W_K, W_V = np.split(layer.W_QKV, 3, axis=1)
        own = {"W_Q": W_Q, "W_K": W_K, "W_V": W_V} | layer._asdict()
        found |= {f"layers.{i}.{name}": own[name] for name in names if name != "W_E"}
    return found


def no_change(
    rng: np.random.Generator, weights: Weights, rank: int, names: Sequence[str] = EVERYWHERE
) -> dict[str, Adapter]:
    """Adapters to begin with, of which every A is drawn and every B is zero.

    Raises ValueError for a rank that is below 1 or above that of a matrix.
    """
    found: dict[str, Adapter] = {}
    for path, W in matrices(weights, names).items():
        if not 1 <= rank <= min(W.shape):
            raise ValueError(f"rank is {rank}; it must be from 1 to {min(W.shape)} for {path}")
        A = rng.normal(size=(len(W), rank)) / np.sqrt(len(W))
        found[path] = Adapter(A.astype(W.dtype), np.zeros((rank, W.shape[1]), W.dtype))
    return found


def adapt(
    weights: Weights,
    adapters: Mapping[str, Adapter],
    batches: Iterable[tuple[Tokens, Tokens]],
    rate: float | Iterable[float] = RATE,
) -> Iterator[float]:
    """Train adapters in place, one step for each batch as `train` does, and say the loss before it.

    The weights hold what was frozen plus the adapters, from the first step on.
    """
    names = dict.fromkeys(path.rpartition(".")[2] for path in adapters)
    merged = {path: W for path, W in matrices(weights, [*names]).items() if path in adapters}
    frozen = {path: W.copy() for path, W in merged.items()}
    adam = Adam([part for adapter in adapters.values() for part in adapter], RATE)
    for (tokens, answers), adam.rate in zip(batches, each(rate), strict=False):
        merge(merged, frozen, adapters)
        loss, gradient = loss_and_gradient(weights, tokens, answers)
        adam.step(part for adapter in to_adapters(gradient, adapters).values() for part in adapter)
        merge(merged, frozen, adapters)
        yield loss


def merge(
    merged: Mapping[str, Array], frozen: Mapping[str, Array], adapters: Mapping[str, Adapter]
) -> None:
    """Put frozen plus A B into each matrix."""
    for path, (A, B) in adapters.items():
        merged[path][:] = frozen[path] + A @ B


def to_adapters(gradient: Weights, adapters: Mapping[str, Adapter]) -> dict[str, Adapter]:
    """The derivative by A and B of each adapter, of that by the matrix that holds their product."""
    names = dict.fromkeys(path.rpartition(".")[2] for path in adapters)
    to_W = matrices(gradient, [*names])
    return {p: Adapter(to_W[p] @ B.T, A.T @ to_W[p]) for p, (A, B) in adapters.items()}


def patches(adapters: Mapping[str, Adapter], n_heads: int) -> dict[str, tuple[Array, Array]]:
    """The same change head by head: A and B of each array of the library's model, by its path.

    All heads of a layer share the A of what they read by, and the B of what they write by.
    """
    found: dict[str, tuple[Array, Array]] = {}
    for path, (A, B) in adapters.items():
        layer, _, name = path.rpartition(".")
        if name not in ATTENTION:
            found[f"{layer}.mlp.{name}" if layer else name] = (A, B)
            continue
        As = np.split(A, n_heads) if name == "W_O" else [A] * n_heads
        Bs = [B] * n_heads if name == "W_O" else np.split(B, n_heads, axis=1)
        for h, pair in enumerate(zip(As, Bs, strict=True)):
            found[f"{layer}.heads.{h}.{name}"] = pair
    return found
