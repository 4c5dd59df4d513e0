"""Key-value caching, chunking and memory layout: how the forward pass is made fast.

`transformer.py` says what is computed, and takes from here how numpy does it in little time and
memory. Wherever a product could outgrow the processor's cache or the memory, it is taken in pieces
of about PIECE numbers. Queries are always on the first of two position axes. Leading axes are a
batch.
"""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from taotp_core.arrays import ACTIVATIONS, Array, Inputs, Rounding, to_float64
from taotp_core.inputs import Model, are_frames, model_of
from taotp_core.weights import MLP, Folded, Transformer

PIECE = 32_768  # 256 KiB of float64; eight times less is slower, eight times more no faster
ROWS = 16  # a product of fewer takes longer for each
SMALL = 2_000  # multiplications that take no longer than to call numpy once more
MANY = 4_000  # scores of whose rows it is cheaper to ask where the largest is than what
END = 2.0**128 - 2.0**103  # from here on it is infinite in float32
FEW = 500  # scores of which it is cheaper to take exp than to find out which come out as 0

Heads = tuple[Array, Array, Array]  # queries, keys and values, each [..., n_heads, n, size]


# --- products


def times(x: Array, W: Array) -> Array:
    """The product x @ W, a single one where there is a batch."""
    if x.ndim < 3:
        product: Array = x.dot(W)
        return product
    rows: Array = x.reshape(math.prod(x.shape[:-1]), x.shape[-1]).dot(W)  # or of no columns
    return rows.reshape(*x.shape[:-1], W.shape[1])


def linear(x: Array, W: Array, b: Array | None, to: Rounding) -> Array:
    """The product x @ W, plus a bias where there is one, rounded."""
    y = times(x, to(W))
    if b is not None:
        y += to(b)
    return to(y)


@functools.cache
def ones_of(dtype: np.dtype[Any]) -> Array:
    """A piece of ones [PIECE, 1]."""
    return np.ones((PIECE, 1), dtype)


def ones(n: int, dtype: np.dtype[Any]) -> Array:
    """What rows of n are multiplied by to sum them [n, 1]."""
    return ones_of(dtype)[:n] if n <= PIECE else np.ones((n, 1), dtype)


@functools.cache
def average(n: int, dtype: np.dtype[Any]) -> Array:
    """What rows of n are multiplied by to have their mean in each column [n, n]."""
    return np.full((n, n), 1 / n, dtype)


# --- norms


def as_rows(x: Array) -> Array:
    """The rows of x [n, d_model] as numpy adds them fastest; a single one is a vector [d_model]."""
    d_model = x.shape[-1]
    if x.size == d_model:
        return x.reshape(d_model)
    rows: Array = x.reshape(-1, d_model)
    return np.asfortranarray(rows) if d_model < 8 < len(rows) else rows  # long columns, not rows


def mean(rows: Array) -> Array:
    """The mean of each row, by no product: opposite numbers must cancel to the last bit."""
    if rows.ndim == 1:
        total: Array = np.add.reduce(rows)
        return total / float(rows.size)
    sums: Array = np.add.reduce(rows, -1, keepdims=True)
    return sums / float(rows.shape[-1])


def mean_square(rows: Array, to: Rounding) -> Array:
    """The mean of the squares of each row; in short formats they end where those of float32 do."""
    d_model, squares = rows.shape[-1], rows * rows
    few = rows.size * d_model < SMALL
    found: Array = squares.dot(average(d_model, rows.dtype)) if few else mean(squares)
    if to is to_float64:
        return found
    return np.where((total := found * d_model) < END, found, to(total) / d_model)


# --- softmax


def largest(scores: Array) -> Array | float:
    """The largest of each row [..., 1], or of the only row.

    Numpy finds the place of what is largest faster than what it is.
    """
    n = scores.shape[-1]
    if scores.size == n:
        return float(scores.item(scores.argmax()))
    if scores.size < MANY:
        top: Array = np.maximum.reduce(scores, -1, keepdims=True)
        return top
    places = scores.reshape(-1, n).argmax(1)
    places += np.arange(0, scores.size, n)
    found: Array = scores.reshape(-1).take(places).reshape(*scores.shape[:-1], 1)
    return found


def as_number(x: Array) -> Array | float:
    """A single number as such, which numpy need not stretch over an array."""
    return x if x.size != 1 else float(x.item())


@functools.cache
def faintest(dtype: np.dtype[Any]) -> float:
    """The least number of which exp is no subnormal number."""
    return float(np.log(np.finfo(dtype).tiny))


def pattern(scores: Array, out: Array | None = None) -> Array:
    """The softmax of scores [..., n_queries, n_keys]; a score of -inf has weight 0.

    `out` may be the scores, where nobody needs them any more.
    """
    n_keys = scores.shape[-1]
    weights = np.subtract(scores, largest(scores), out=out)
    if weights.size < FEW:
        np.exp(weights, out=weights)
        weights /= as_number(weights.dot(ones(n_keys, weights.dtype)))
        return weights
    # exp takes longest where it comes out as 0, which is nearly everywhere if N is large
    faint = weights < faintest(weights.dtype)  # false where it is not a number
    strong = np.logical_not(faint, out=faint)
    weights = np.exp(weights, out=np.zeros(weights.shape, weights.dtype), where=strong)
    sums = times(weights, ones(n_keys, weights.dtype))
    if np.count_nonzero(sums != 1):  # who looks at one place alone has nothing to share
        weights /= as_number(sums)
    return weights


# --- heads side by side, and what is kept of them


def split(rows: Array, n_heads: int, size: int) -> Array:
    """See rows [..., n, n_heads * size] by head: [..., n_heads, n, size].

    >>> split(np.arange(8.0).reshape(2, 4), 2, 2).tolist()
    [[[0.0, 1.0], [4.0, 5.0]], [[2.0, 3.0], [6.0, 7.0]]]
    """
    return rows.reshape(*rows.shape[:-1], n_heads, size).swapaxes(-2, -3)


def joined(heads: Array) -> Array:
    """Put [..., n_heads, n, size] side by side: rows [..., n, n_heads * size].

    >>> joined(split(np.arange(8.0).reshape(2, 4), 2, 2)).tolist()
    [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]
    """
    *batch, n_heads, n, size = heads.shape
    return heads.swapaxes(-2, -3).reshape(*batch, n, n_heads * size)


def by_head(y: Array, of: Folded) -> Heads:
    """See the rows that W_QKV makes as queries, keys and values."""
    groups = of.n_heads // of.shared
    keys, values = of.n_heads * of.d_head, (of.n_heads + groups) * of.d_head
    return (
        split(y[..., :keys], of.n_heads, of.d_head),
        split(y[..., keys:values], groups, of.d_head),
        split(y[..., values:], groups, of.d_value),
    )


@dataclass
class Cache:
    """Keys and values of the positions already seen, and how many there are.

    `layers` holds, by the number of each layer that has heads, room for the rows that W_QKV makes
    [..., n_ctx, n_heads * (2 * d_head + d_value)], and these by head as queries, keys and values;
    keys and values that heads share are there once.
    `memory` is what an encoder said, and `cross` what layers make of it: keys and values by head.

    >>> cache = Cache({})
    >>> cache.length, cache.memory
    (0, None)
    """

    layers: dict[int, tuple[Array, Heads]]
    cross: dict[int, tuple[Array, Array]] = field(default_factory=dict)
    memory: Array | None = None
    length: int = 0

    def extended(self, number: int, y: Array) -> Heads:
        """Keep the rows y of a layer: their queries, and the keys and values of all so far."""
        rows, (q, k, v) = self.layers[number]
        start, end, room = self.length, self.length + y.shape[-2], rows.shape[-2]
        if end > room:
            raise ValueError(f"the cache has room for {room} positions; there are {end}")
        rows[..., start:end, :] = y
        return q[..., start:end, :], k[..., :end, :], v[..., :end, :]


def empty_cache(model: Model, batch: tuple[int, ...] = (), room: int | None = None) -> Cache:
    """Make a cache with room for so many positions (n_ctx where None).

    Raises ValueError for a model that is not causal: there, every position changes with the next.

    >>> from taotp_core import forward
    >>> model, tokens = random_transformer(0), np.array([3, 1, 4])
    >>> cache = empty_cache(model)
    >>> parts = [forward(model, tokens[:2], cache=cache), forward(model, tokens[2:], cache=cache)]
    >>> bool(np.allclose(np.concatenate(parts), forward(model, tokens)))
    True
    """
    model = model_of(model)
    if not model.causal:
        raise ValueError("the model is not causal; what it computed changes with every new token")
    n = model.n_ctx if room is None else room
    cache = Cache({})
    for number, layer in enumerate(model.layers):
        if layer.heads:
            of = model.folds[number]
            assert of is not None
            rows = np.empty((*batch, n, of.W_QKV.shape[1]), np.result_type(model.W_E, of.W_QKV))
            cache.layers[number] = rows, by_head(rows, of)
    return cache


# --- pieces


def queries_at_once(n: int, n_keys: int, maps: int) -> int:
    """How many of n queries are taken in one piece, where so many heads and prompts ask at once."""
    return n if n <= ROWS else min(n, max(ROWS, PIECE // max(1, n_keys * maps)))


def more_than_a_piece(q: Array, k: Array) -> bool:
    """Whether the scores of queries [..., n, d_head] and keys are too many for one piece."""
    n: int = q.shape[-2]
    return n > ROWS and n > queries_at_once(n, k.shape[-2], math.prod(q.shape[:-2]))


def by_queries(attend: Callable[..., Array], q: Array, k: Array, v: Array, causal: bool) -> Array:
    """What `attend(q, k, v, first=...)` averages [..., n, d_value], a piece of queries at a time.

    The queries are the last of the positions that k and v hold, the first of a piece at `first`.
    Where it is causal a piece is given what it can see.
    """
    n, n_keys = q.shape[-2], k.shape[-2]
    step = queries_at_once(n, n_keys, math.prod(q.shape[:-2]))
    out = np.empty((*q.shape[:-1], v.shape[-1]), v.dtype)
    for i in range(0, n, step):
        j = min(i + step, n)
        seen, first = slice(0, n_keys - n + j if causal else n_keys), n_keys - n + i
        out[..., i:j, :] = attend(q[..., i:j, :], k[..., seen, :], v[..., seen, :], first=first)
    return out


def units(rows: Array, W_in: Array, b_in: Array | None, to: Rounding, act: str = "relu") -> Array:
    """What the hidden units of an MLP say: [n_rows, d_mlp]."""
    hidden: Array = rows.dot(W_in)
    if b_in is not None:
        hidden += b_in
    if act != "relu":
        return to(ACTIVATIONS[act](hidden))
    # with a row of zeros numpy takes a third of the time; for a single row, in its own shape
    zeros = np.zeros(hidden.shape[len(hidden) > 1 :], hidden.dtype)
    return to(np.maximum(hidden, zeros, out=hidden))


def by_rows(make: Callable[[Array], Array], rows: Array, d_mlp: int) -> Array:
    """What an MLP with d_mlp units makes of rows, a piece of them after another."""
    out = np.empty_like(rows)
    step = max(ROWS, PIECE // max(1, d_mlp))
    for i in range(0, len(rows), step):
        out[i : i + step] = make(rows[i : i + step])
    return out


def by_units(rows: Array, mlp: MLP, to: Rounding) -> Array:
    """What an MLP makes of rows, a piece of its units after another, each of a piece of rows."""
    W_in, b_in, W_out = to(mlp.W_in), to(mlp.b_in), to(mlp.W_out)
    out = np.empty_like(rows)
    out[:] = to(mlp.b_out)
    n_rows = max(1, min(len(rows), 128))
    n_columns = max(256, PIECE // n_rows)
    narrow = rows.shape[1] < n_rows  # then a bias costs less as one more row of W_in
    if narrow:
        rows = np.hstack([rows, np.ones((len(rows), 1), rows.dtype)])
    for c in range(0, b_in.size, n_columns):
        columns = slice(c, c + n_columns)
        W: Array = W_in[:, columns]
        b: Array | None = b_in[columns]
        if narrow:
            W, b = np.vstack([W, b_in[columns]]), None
        for i in range(0, len(rows), n_rows):
            hidden = units(rows[i : i + n_rows], W, b, to, mlp.act)
            out[i : i + n_rows] += hidden.dot(W_out[columns])
    return out


def prompts_at_once(model: Transformer, inputs: Inputs) -> int:
    """How many prompts of a batch to take at once, so that what a layer makes is one piece."""
    widest = max((of.W_QKV.shape[1] for of in model.folds if of), default=0)
    n = math.prod(inputs.shape[1:-1] if are_frames(inputs) else inputs.shape[1:])
    return max(1, 8 * PIECE // max(1, n * max(widest, model.d_model)))


def more_than_a_batch(model: Transformer, inputs: Inputs) -> bool:
    """Whether inputs are a batch that is too large for one piece."""
    is_batch = inputs.ndim > 1 + are_frames(inputs)
    return is_batch and len(inputs) > prompts_at_once(model, inputs)


def by_prompts(
    residual: Callable[..., Array], model: Transformer, inputs: Inputs, memory: Array | None
) -> Array:
    """What `residual(model, inputs, memory=...)` makes of a batch, so many prompts at a time."""
    step, pieces = prompts_at_once(model, inputs), []
    for i in range(0, len(inputs), step):
        its = memory if memory is None or memory.ndim == 2 else memory[i : i + step]
        pieces.append(residual(model, inputs[i : i + step], memory=its))
    return np.concatenate(pieces)
