"""What a transformer does: the only forward pass of the library.

Queries are always on the first of two position axes. Leading axes are a batch. Wherever a product
could outgrow the processor's cache or the memory, it is taken in pieces of about PIECE numbers.
"""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from taotp_core.arrays import Array, Rounding, Tokens, to_float64
from taotp_core.weights import MLP, Layer, Norm, Transformer

PIECE = 32_768  # 256 KiB of float64; eight times less is slower, eight times more no faster
ROWS = 16  # a product of fewer takes longer for each
SMALL = 2_000  # multiplications that take no longer than to call numpy once more
FEW = 500  # scores of which it is cheaper to take exp than to find out which come out as 0

Watch = Callable[[str, int, Array], None]


@dataclass
class Cache:
    """Keys and values of the positions already seen, and how many there are.

    `layers` holds, by the number of each layer that has heads, room for the rows that W_QKV makes
    [..., n_ctx, n_heads * (2 * d_head + d_value)], and these by head as queries, keys and values.
    """

    layers: dict[int, tuple[Array, tuple[Array, Array, Array]]]
    length: int = 0


def empty_cache(model: Transformer, batch: tuple[int, ...] = (), room: int | None = None) -> Cache:
    """Make a cache with room for so many positions (n_ctx where None)."""
    n = model.n_ctx if room is None else room
    cache = Cache({})
    for number, layer in enumerate(model.layers):
        if layer.heads:
            W_QKV = layer.folded.W_QKV
            rows = np.empty((*batch, n, W_QKV.shape[1]), np.result_type(model.W_E, W_QKV))
            cache.layers[number] = rows, by_head(rows, layer)
    return cache


def quiet() -> np.errstate:
    """Overflow and NaN are outcomes here, with names of their own; numpy need not warn."""
    return np.errstate(over="ignore", invalid="ignore")


def check_tokens(model: Transformer, tokens: Tokens, start: int = 0) -> None:
    """Raise ValueError unless the tokens are ids that fit in after `start` positions."""
    if tokens.ndim == 0 or (tokens.dtype.kind not in "iu" and tokens.shape[-1] > 0):
        raise ValueError(f"tokens are {tokens.dtype} of shape {tokens.shape}; give integers [n]")
    n = tokens.shape[-1]
    if n == 0 or start + n > model.n_ctx:
        total = start + n if n else 0
        raise ValueError(f"there are {total} tokens; n_ctx allows 1 to {model.n_ctx}")
    for worst in (tokens.min(initial=0), tokens.max(initial=0)):
        if not 0 <= worst < model.d_vocab:
            raise ValueError(f"token {worst} is out of range; d_vocab is {model.d_vocab}")


def times(x: Array, W: Array) -> Array:
    """The product x @ W, a single one where there is a batch."""
    if x.ndim < 3:
        product: Array = x.dot(W)
        return product
    rows: Array = x.reshape(-1, x.shape[-1]).dot(W)
    return rows.reshape(*x.shape[:-1], W.shape[1])


@functools.cache
def ones(n: int, dtype: np.dtype[Any]) -> Array:
    """What rows of n are multiplied by to sum them [n, 1]."""
    return np.ones((n, 1), dtype)


@functools.cache
def average(n: int, dtype: np.dtype[Any]) -> Array:
    """What rows of n are multiplied by to have their mean in each column [n, n]."""
    return np.full((n, n), 1 / n, dtype)


def normalize(x: Array, norm: Norm | None) -> Array:
    """Apply LayerNorm or RMSNorm to each row, or nothing where the norm is None."""
    if norm is None:
        return x
    d_model = x.shape[-1]
    if x.ndim > 2:
        return normalize(x.reshape(-1, d_model), norm).reshape(x.shape)
    if d_model < 8 < len(x):
        x = np.asfortranarray(x)  # numpy adds long columns faster than short rows
    if norm.centered:  # no product here: opposite numbers must cancel to the last bit
        x = x - np.add.reduce(x, -1, keepdims=True) / float(d_model)
    if x.size * d_model < SMALL:
        spread = np.sqrt((x * x).dot(average(d_model, x.dtype)))
    else:
        spread = np.sqrt(np.add.reduce(x * x, -1, keepdims=True) / float(d_model))
    spread += norm.eps
    x = x / spread
    if norm.gamma is not None:
        x = x * norm.gamma
    return x if norm.beta is None else x + norm.beta


def pattern(q: Array, k: Array, to: Rounding) -> tuple[Array, Array]:
    """Return the attention scores and weights of the last positions that k holds.

    q is [..., n_queries, d_head] and k is [..., n_keys, d_head]; both results are
    [..., n_queries, n_keys]. Keys that come after a query have score -inf and weight 0.
    """
    scores = to((q / math.sqrt(q.shape[-1])) @ k.swapaxes(-1, -2))
    n_queries, n_keys = scores.shape[-2:]
    if n_queries > 1:
        position = np.arange(n_queries)
        np.copyto(scores[..., -n_queries:], -np.inf, where=position > position[:, None])
    weights = scores - np.maximum.reduce(scores, -1, keepdims=True)
    if weights.size < FEW:
        weights = np.exp(weights)
        sums = weights.dot(ones(n_keys, weights.dtype))
    else:  # exp takes longest where it comes out as 0, which is nearly everywhere if N is large
        faint = weights < np.log(np.finfo(weights.dtype).tiny)  # false where it is not a number
        np.exp(weights, out=weights, where=~faint)
        np.copyto(weights, 0, where=faint)
        sums = times(weights, np.ones((n_keys, 1), weights.dtype))
    weights /= sums
    return scores, to(weights)


def attend(q: Array, k: Array, v: Array, number: int, watch: Watch | None, to: Rounding) -> Array:
    """Average the values by the attention weights: [..., n_queries, d_value].

    The queries are the last of the positions that k and v hold. Rows are taken in pieces, unless
    somebody watches.
    """
    n, n_keys = q.shape[-2], k.shape[-2]
    step = n
    if n > ROWS and not watch:
        row = n_keys * math.prod(q.shape[:-2])  # one query of every head and prompt
        step = max(ROWS, PIECE // max(1, row))
    if n <= step:
        scores, weights = pattern(q, k, to)
        if watch:
            watch("scores", number, scores)
            watch("pattern", number, weights)
        return to(weights @ v)
    out = np.empty((*q.shape[:-1], v.shape[-1]), v.dtype)
    for i in range(0, n, step):
        j = min(i + step, n)
        seen = slice(0, n_keys - n + j)
        _, weights = pattern(q[..., i:j, :], k[..., seen, :], to)
        out[..., i:j, :] = weights @ v[..., seen, :]
    return to(out)


def by_head(y: Array, layer: Layer) -> tuple[Array, Array, Array]:
    """See the rows that W_QKV makes as queries, keys and values [..., n_heads, n, size]."""
    _, _, n_heads, d_head, d_value = layer.folded
    keys, values = n_heads * d_head, 2 * n_heads * d_head
    parts = (y[..., :keys], d_head), (y[..., keys:values], d_head), (y[..., values:], d_value)
    q, k, v = (
        part.reshape(*part.shape[:-1], n_heads, size).swapaxes(-2, -3) for part, size in parts
    )
    return q, k, v


def attention(
    x: Array,
    layer: Layer,
    number: int,
    keep: int | None,
    cache: Cache | None,
    watch: Watch | None,
    to: Rounding,
) -> Array:
    """What the heads of a layer add to the stream at the last `keep` positions (None: at all)."""
    W_QKV, W_O = layer.folded[:2]
    y = to(times(x, to(W_QKV)))
    if cache is None:
        q, k, v = by_head(y, layer)
    else:
        rows, (q, k, v) = cache.layers[number]
        start, end, room = cache.length, cache.length + y.shape[-2], rows.shape[-2]
        if end > room:
            raise ValueError(f"the cache has room for {room} positions; there are {end}")
        rows[..., start:end, :] = y
        q, k, v = q[..., start:end, :], k[..., :end, :], v[..., :end, :]
    if keep is not None:
        q = q[..., -keep:, :]
    mixed = attend(q, k, v, number, watch, to).swapaxes(-2, -3)
    return to(times(mixed.reshape(*mixed.shape[:-2], len(W_O)), to(W_O)))


def units(rows: Array, W_in: Array, b_in: Array, to: Rounding) -> Array:
    """What the hidden units of an MLP say: [n_rows, d_mlp]."""
    hidden: Array = rows.dot(W_in)
    hidden += b_in
    zeros = np.zeros(b_in.shape, hidden.dtype)  # with a row numpy takes a third of the time
    return to(np.maximum(hidden, zeros, out=hidden))


def feed_forward(x: Array, mlp: MLP, to: Rounding = to_float64) -> Array:
    """What the MLP adds to the stream: relu(x @ W_in + b_in) @ W_out + b_out."""
    W_in, b_in, W_out, b_out = to(mlp.W_in), to(mlp.b_in), to(mlp.W_out), to(mlp.b_out)
    rows = x.reshape(-1, x.shape[-1])
    if rows.shape[0] * b_in.shape[0] <= PIECE:
        return to(units(rows, W_in, b_in, to) @ W_out + b_out).reshape(x.shape)
    out = np.empty_like(rows)
    out[:] = b_out
    n_rows = max(1, min(len(rows), 128))
    n_columns = max(256, PIECE // n_rows)
    for i in range(0, len(rows), n_rows):
        for c in range(0, len(b_in), n_columns):
            columns = slice(c, c + n_columns)
            hidden = units(rows[i : i + n_rows], W_in[:, columns], b_in[columns], to)
            out[i : i + n_rows] += hidden @ W_out[columns]
    return to(out).reshape(x.shape)


def prompts_at_once(model: Transformer, n: int) -> int:
    """How many prompts of n tokens to take at once, so that what a layer makes is one piece."""
    widest = max((layer.folded.W_QKV.shape[1] for layer in model.layers if layer.heads), default=0)
    return max(1, 8 * PIECE // max(1, n * max(widest, model.d_model)))


def residual(
    model: Transformer,
    tokens: Tokens,
    keep: int | None = None,
    cache: Cache | None = None,
    watch: Watch | None = None,
    to: Rounding = to_float64,
) -> Array:
    """The residual stream after the last layer, at the last `keep` positions (None: at all).

    Tokens are not checked here. Where there is a cache they follow on what it holds, and join it.
    """
    n = tokens.shape[-1]
    if keep is not None and keep >= n:
        keep = None
    if tokens.ndim > 1 and cache is None and watch is None:
        step = prompts_at_once(model, math.prod(tokens.shape[1:]))
        if len(tokens) > step:
            cut = [tokens[i : i + step] for i in range(0, len(tokens), step)]
            return np.concatenate([residual(model, prompts, keep, to=to) for prompts in cut])
    start = cache.length if cache is not None else 0
    x = to(to(model.W_E.take(tokens, axis=0)) + to(model.W_pos[start : start + n]))
    pre = model.norms == "before"
    if keep is not None and model.last_look is None:
        x = x[..., -keep:, :]
    if watch:
        watch("embedding", 0, x)
    for number, layer in enumerate(model.layers):
        if layer.heads:
            y = to(normalize(x, layer.norm_attn)) if pre else x
            few = keep if number == model.last_look else None
            y = attention(y, layer, number, few, cache, watch, to)
            x = to((x if few is None else x[..., -few:, :]) + y)
        if not pre:
            x = to(normalize(x, layer.norm_attn))
        if watch:
            watch("attention", number, x)
        if layer.mlp:
            x = to(x + feed_forward(to(normalize(x, layer.norm_mlp)) if pre else x, layer.mlp, to))
        if not pre:
            x = to(normalize(x, layer.norm_mlp))
        if watch:
            watch("mlp", number, x)
    if cache is not None:
        cache.length += n
    return x if keep is None else x[..., -keep:, :]


def unembed(model: Transformer, x: Array, to: Rounding = to_float64) -> Array:
    """Turn the stream into logits: the final norm, then the unembedding."""
    return to(times(to(normalize(x, model.norm_final)), to(model.unembedding)))


def forward(
    model: Transformer,
    tokens: Tokens,
    keep: int | None = None,
    cache: Cache | None = None,
    to: Rounding = to_float64,
) -> Array:
    """Return the logits [..., keep, d_vocab] at the last `keep` positions (None: at all).

    tokens is [..., n]; leading axes are a batch. `cache` (see empty_cache) holds the positions
    before these and is extended. `to` rounds the result of every operation, see PRECISIONS.
    Raises ValueError for tokens out of range, for more than n_ctx of them, for more than the
    cache has room for, and for a keep below 1.
    """
    if keep is not None and keep < 1:
        raise ValueError(f"keep is {keep}; it must be at least 1, or None for all positions")
    tokens = np.asarray(tokens)
    check_tokens(model, tokens, cache.length if cache is not None else 0)
    with quiet():
        return unembed(model, residual(model, tokens, keep, cache, None, to), to)


@dataclass(frozen=True, eq=False)
class Trace:
    """All that a forward pass computes on the way.

    `stream` maps "embedding", "attention 0", "mlp 0" ... to the residual stream [n, d_model]
    after that step; `scores` and `patterns` hold [n_heads, n, n] for each layer with heads,
    by the number of the layer; `logits` is [n, d_vocab].
    """

    stream: dict[str, Array]
    scores: dict[int, Array]
    patterns: dict[int, Array]
    logits: Array


def trace(model: Transformer, tokens: Tokens, to: Rounding = to_float64) -> Trace:
    """Run the forward pass and keep everything; raises ValueError as forward does."""
    tokens = np.asarray(tokens)
    check_tokens(model, tokens)
    stream: dict[str, Array] = {}
    scores: dict[int, Array] = {}
    patterns: dict[int, Array] = {}

    def watch(what: str, number: int, x: Array) -> None:
        if what == "scores":
            scores[number] = x
        elif what == "pattern":
            patterns[number] = x
        else:
            stream["embedding" if what == "embedding" else f"{what} {number}"] = x

    with quiet():
        x = residual(model, tokens, watch=watch, to=to)
        return Trace(stream, scores, patterns, unembed(model, x, to))
