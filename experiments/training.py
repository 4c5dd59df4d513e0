"""Train the book's transformer: its forward pass again, each step with the way back, and Adam.

A step of the forward pass returns its result and a function that takes the derivative of the loss
by this result to the derivatives by what went in. Arrays are float64, norms store nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from taotp_core.adam import Adam
from taotp_core.arrays import Array, Tokens, softmax
from taotp_core.weights import LAYER_NORM, MLP, Head, Layer, Transformer

EPS = LAYER_NORM.eps
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
    """All that can be trained, in arrays that are changed in place; the unembedding is tied.

    A gradient is the same, with a derivative in the place of each weight.
    """

    n_heads: int
    norms: Literal["before", "after"]
    W_E: Array
    W_pos: Array
    layers: tuple[LayerWeights, ...]

    def arrays(self) -> Iterator[Array]:
        """Every array, in an order that does not change."""
        yield self.W_E
        yield self.W_pos
        for layer in self.layers:
            yield from layer


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
) -> Weights:
    """Draw weights that neither shrink nor blow up what passes through them.

    Raises ValueError where the heads do not divide the stream.
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
    return Weights(n_heads, norms, W_E, W_pos, tuple(layer() for _ in range(n_layers)))


def as_model(weights: Weights) -> Transformer:
    """The weights as the library's transformer, which copies them."""
    norm_final = LAYER_NORM if weights.norms == "before" else None
    layers = [as_layer(layer, weights.n_heads) for layer in weights.layers]
    return Transformer(weights.W_E, weights.W_pos, layers, norm_final, norms=weights.norms)


def as_layer(layer: LayerWeights, n_heads: int) -> Layer:
    """A layer of the library, with a Head for each slice of the folded matrices."""
    queries, keys, values = np.split(layer.W_QKV, 3, axis=1)
    parts = [np.split(W, n_heads, axis=1) for W in (queries, keys, values)]
    heads = [
        Head(W_Q, W_K, W_V, W_O)
        for W_Q, W_K, W_V, W_O in zip(*parts, np.split(layer.W_O, n_heads), strict=True)
    ]
    return Layer(heads, MLP(layer.W_in, layer.b_in, layer.W_out, layer.b_out))


# Forward, and the way back


def rows(x: Array) -> Array:
    """All leading axes as one: [n_rows, d]."""
    return x.reshape(-1, x.shape[-1])


def normed(x: Array) -> tuple[Array, Callable[[Array], Array]]:
    """Layer norm, with the epsilon outside the root."""
    centered = x - x.mean(-1, keepdims=True)
    spread = np.sqrt((centered * centered).mean(-1, keepdims=True))
    y: Array = centered / (spread + EPS)

    def back(to_y: Array) -> Array:
        along = (to_y * y).mean(-1, keepdims=True) * (spread + EPS) / spread
        to_x: Array = (to_y - to_y.mean(-1, keepdims=True) - y * along) / (spread + EPS)
        return to_x

    return y, back


def attended(
    x: Array, W_QKV: Array, W_O: Array, n_heads: int
) -> tuple[Array, Callable[[Array], tuple[Array, Array, Array]]]:
    """What the heads add to the stream [batch, n, d_model]; back by x, W_QKV and W_O."""
    batch, n, d_model = x.shape
    d_head = d_model // n_heads
    q, k, v = (x @ W_QKV).reshape(batch, n, 3, n_heads, d_head).transpose(2, 0, 3, 1, 4)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(d_head)
    scores[..., np.triu(np.ones((n, n), bool), 1)] = -np.inf
    pattern = softmax(scores)
    mixed = (pattern @ v).swapaxes(1, 2).reshape(batch, n, d_model)

    def back(to_y: Array) -> tuple[Array, Array, Array]:
        to_mixed = (to_y @ W_O.T).reshape(batch, n, n_heads, d_head).swapaxes(1, 2)
        to_pattern = to_mixed @ v.swapaxes(-1, -2)
        to_scores = pattern * (to_pattern - (to_pattern * pattern).sum(-1, keepdims=True))
        to_scores /= np.sqrt(d_head)
        parts = np.stack(
            [to_scores @ k, to_scores.swapaxes(-1, -2) @ q, pattern.swapaxes(-1, -2) @ to_mixed]
        )
        to_qkv = parts.transpose(1, 3, 0, 2, 4).reshape(batch, n, 3 * d_model)
        return to_qkv @ W_QKV.T, rows(x).T @ rows(to_qkv), rows(mixed).T @ rows(to_y)

    return mixed @ W_O, back


def fed_forward(
    x: Array, layer: LayerWeights
) -> tuple[Array, Callable[[Array], tuple[Array, Array, Array, Array, Array]]]:
    """What the MLP adds to the stream; back by x, W_in, b_in, W_out and b_out."""
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


def loss_and_gradient(weights: Weights, tokens: Tokens, answers: Tokens) -> tuple[float, Weights]:
    """The mean cross-entropy of the answers [batch, n] that are asked for, and its derivative.

    tokens is [batch, n]; answers that are NOT_ASKED do not count.
    """
    n = tokens.shape[1]
    x: Array = weights.W_E[tokens] + weights.W_pos[:n]
    backs = []
    for layer in weights.layers:
        x, back = through(x, layer, weights.n_heads, weights.norms)
        backs.append(back)
    asked = answers != NOT_ASKED
    last, norm_final = normed(x[asked]) if weights.norms == "before" else (x[asked], None)
    error = softmax(last @ weights.W_E.T)
    at = np.arange(len(error)), answers[asked]
    loss = float(-np.log(error[at]).mean())
    error[at] -= 1
    error /= len(error)

    to_E, to_last = error.T @ last, error @ weights.W_E
    to_x: Array = np.zeros_like(x)
    to_x[asked] = norm_final(to_last) if norm_final else to_last
    layers: list[LayerWeights] = []
    for back in reversed(backs):
        to_x, of_layer = back(to_x)
        layers.insert(0, of_layer)
    np.add.at(to_E, tokens, to_x)
    to_pos = np.zeros_like(weights.W_pos)
    to_pos[:n] = to_x.sum(0)
    return loss, Weights(weights.n_heads, weights.norms, to_E, to_pos, tuple(layers))


def train(
    weights: Weights,
    batches: Iterable[tuple[Tokens, Tokens]],
    rate: float = RATE,
    positions_fixed: bool = False,
) -> Iterator[float]:
    """Go one step of Adam for each batch, and say the loss before it.

    A batch is tokens and answers as in loss_and_gradient. The weights change in place, those of
    positions only unless `positions_fixed`.
    """
    adam = Adam(weights.arrays(), rate)
    for tokens, answers in batches:
        loss, gradient = loss_and_gradient(weights, tokens, answers)
        if positions_fixed:
            gradient.W_pos[:] = 0
        adam.step(gradient.arrays())
        yield loss
