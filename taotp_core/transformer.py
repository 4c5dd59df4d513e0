"""What a transformer does, in little time and memory; `plain.py` says the same in forty lines.

Queries are always on the first of two position axes. Leading axes are a batch. Wherever a product
could outgrow the processor's cache or the memory, it is taken in pieces of about PIECE numbers.
"""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from taotp_core.arrays import (
    ACTIVATIONS,
    Array,
    Given,
    Inputs,
    Precision,
    Rounding,
    rounding,
    to_float64,
)
from taotp_core.inputs import Model, are_frames, check_input, check_keep, check_memory, model_of
from taotp_core.weights import MLP, Folded, Norm, Transformer

PIECE = 32_768  # 256 KiB of float64; eight times less is slower, eight times more no faster
ROWS = 16  # a product of fewer takes longer for each
SMALL = 2_000  # multiplications that take no longer than to call numpy once more
MANY = 4_000  # scores of whose rows it is cheaper to ask where the largest is than what
FEW = 500  # scores of which it is cheaper to take exp than to find out which come out as 0

# What was computed, in which layer, and the array; what it returns goes on in its place.
Touch = Callable[[str, int, Array], Array]
Look = Callable[[str, Array], Array]  # the same inside one layer
Heads = tuple[Array, Array, Array]  # queries, keys and values, each [..., n_heads, n, size]


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


def empty_cache(model: Model, batch: tuple[int, ...] = (), room: int | None = None) -> Cache:
    """Make a cache with room for so many positions (n_ctx where None).

    Raises ValueError for a model that is not causal: there, every position changes with the next.

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


def quiet() -> np.errstate:
    """Overflow and NaN are outcomes here, with names of their own; numpy need not warn."""
    return np.errstate(over="ignore", invalid="ignore")


def times(x: Array, W: Array) -> Array:
    """The product x @ W, a single one where there is a batch."""
    if x.ndim < 3:
        product: Array = x.dot(W)
        return product
    rows: Array = x.reshape(-1, x.shape[-1]).dot(W)
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


def normalize(x: Array, norm: Norm | None) -> Array:
    """Apply LayerNorm or RMSNorm to each row, or nothing where the norm is None.

    >>> normalize(np.array([3.0, 1.0]), Norm(eps=0.0)).tolist()
    [1.0, -1.0]
    """
    if norm is None:
        return x
    d_model = x.shape[-1]
    several = x.size != d_model  # a single row is a vector: numpy is quickest without broadcasting
    rows: Array = x.reshape(-1, d_model) if several else x.reshape(d_model)
    if several and d_model < 8 < len(rows):
        rows = np.asfortranarray(rows)  # numpy adds long columns faster than short rows
    if norm.centered:  # no product here: opposite numbers must cancel to the last bit
        rows = rows - np.add.reduce(rows, -1, keepdims=several) / float(d_model)
    if x.size * d_model < SMALL:
        spread = (rows * rows).dot(average(d_model, rows.dtype))
    else:
        spread = np.add.reduce(rows * rows, -1, keepdims=several) / float(d_model)
    spread = np.sqrt(spread + norm.eps) if norm.inside else np.sqrt(spread) + norm.eps
    rows = rows / spread
    if norm.gamma is not None:
        rows = rows * norm.gamma
    if norm.beta is not None:
        rows = rows + norm.beta
    return rows.reshape(x.shape)


def turned(x: Array, angles: Array, first: int, to: Rounding) -> Array:
    """Rows [..., n, d_head] of which each pair is turned by its angle for every position.

    >>> turned(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([np.pi]), 0, to_float64).tolist()
    [[1.0, 0.0], [-1.0, 1.2246467991473532e-16]]
    """
    m = min(len(angles), x.shape[-1] // 2)
    at = np.arange(first, first + x.shape[-2])[:, None] * to(angles[:m])
    cos, sin = np.cos(at), np.sin(at)
    a, b, y = x[..., 0 : 2 * m : 2], x[..., 1 : 2 * m : 2], x.copy()
    y[..., 0 : 2 * m : 2], y[..., 1 : 2 * m : 2] = to(a * cos - b * sin), to(a * sin + b * cos)
    return y


def scores_of(
    q: Array,
    k: Array,
    to: Rounding,
    causal: bool = True,
    far: Array | None = None,
    first: int | None = None,
) -> Array:
    """Return the attention scores [..., n_queries, n_keys] of the last positions that k holds.

    q is [..., n_queries, d_head] and k is [..., n_keys, d_head]. If `causal`, keys after a query
    have score -inf. `far` [n_heads, n_far] is added by distance; `first` is where the first query
    stands, if they are not the last.
    """
    scores = to((q / math.sqrt(q.shape[-1])) @ k.swapaxes(-1, -2))
    n_queries, n_keys = scores.shape[-2:]
    if far is not None:
        at = n_keys - n_queries if first is None else first
        apart = abs(np.arange(at, at + n_queries)[:, None] - np.arange(n_keys))
        scores = to(scores + to(far)[:, np.minimum(apart, far.shape[1] - 1)])
    if causal and n_queries > 1:
        position = np.arange(n_queries)
        np.copyto(scores[..., -n_queries:], -np.inf, where=position > position[:, None])
    return scores


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
        sums = weights.dot(ones(n_keys, weights.dtype))
        weights /= as_number(sums)
        return weights
    # exp takes longest where it comes out as 0, which is nearly everywhere if N is large
    faint = weights < faintest(weights.dtype)  # false where it is not a number
    strong = np.logical_not(faint, out=faint)
    weights = np.exp(weights, out=np.zeros(weights.shape, weights.dtype), where=strong)
    sums = times(weights, ones(n_keys, weights.dtype))
    if np.count_nonzero(sums != 1):  # who looks at one place alone has nothing to share
        weights /= as_number(sums)
    return weights


def queries_at_once(n: int, n_keys: int, maps: int) -> int:
    """How many of n queries are taken in one piece, where so many heads and prompts ask at once."""
    return n if n <= ROWS else min(n, max(ROWS, PIECE // max(1, n_keys * maps)))


def attend(
    q: Array,
    k: Array,
    v: Array,
    look: Look | None,
    to: Rounding,
    causal: bool = True,
    far: Array | None = None,
) -> Array:
    """Average the values by the attention weights: [..., n_queries, d_value].

    Where it is causal the queries are the last of the positions that k and v hold. Rows are taken
    in pieces, unless somebody looks.
    """
    n, n_keys = q.shape[-2], k.shape[-2]
    if look:
        scores = look("scores", scores_of(q, k, to, causal, far))
        return to(look("pattern", to(pattern(scores))) @ v)
    step = queries_at_once(n, n_keys, math.prod(q.shape[:-2]))
    if n == step:
        scores = scores_of(q, k, to, causal, far)
        return to(to(pattern(scores, out=scores)) @ v)
    out = np.empty((*q.shape[:-1], v.shape[-1]), v.dtype)
    for i in range(0, n, step):
        j = min(i + step, n)
        seen = slice(0, n_keys - n + j if causal else n_keys)
        scores = scores_of(q[..., i:j, :], k[..., seen, :], to, causal, far, n_keys - n + i)
        out[..., i:j, :] = to(pattern(scores, out=scores)) @ v[..., seen, :]
    return to(out)


def split(rows: Array, n_heads: int, size: int) -> Array:
    """See rows [..., n, n_heads * size] by head: [..., n_heads, n, size].

    >>> split(np.arange(8.0).reshape(2, 4), 2, 2).tolist()
    [[[0.0, 1.0], [4.0, 5.0]], [[2.0, 3.0], [6.0, 7.0]]]
    """
    return rows.reshape(*rows.shape[:-1], n_heads, size).swapaxes(-2, -3)


def by_head(y: Array, of: Folded) -> Heads:
    """See the rows that W_QKV makes as queries, keys and values."""
    groups = of.n_heads // of.shared
    keys, values = of.n_heads * of.d_head, (of.n_heads + groups) * of.d_head
    return (
        split(y[..., :keys], of.n_heads, of.d_head),
        split(y[..., keys:values], groups, of.d_head),
        split(y[..., values:], groups, of.d_value),
    )


def turned_rows(y: Array, of: Folded, rotary: Array, first: int, to: Rounding) -> Array:
    """The rows that W_QKV makes with queries and keys turned, the first at that position."""
    width = (of.n_heads + of.n_heads // of.shared) * of.d_head
    if not width:
        return y
    heads = split(y[..., :width], width // of.d_head, of.d_head)
    y = y.copy()
    y[..., :width] = turned(heads, rotary, first, to).swapaxes(-2, -3).reshape(y[..., :width].shape)
    return y


def written_back(mixed: Array, of: Folded, look: Look | None, to: Rounding) -> Array:
    """What heads add to the stream, from what each of them mixed [..., n_heads, n, d_value]."""
    if look:
        mixed = look("mixed", mixed)
    rows = mixed.swapaxes(-2, -3)
    rows = rows.reshape(*rows.shape[:-2], len(of.W_O))
    return linear(rows, of.W_O, of.b_O, to)


def attention(
    x: Array,
    of: Folded,
    number: int = 0,
    keep: int | None = None,
    cache: Cache | None = None,
    look: Look | None = None,
    to: Rounding = to_float64,
    causal: bool = True,
    rotary: Array | None = None,
) -> Array:
    """What the heads of a layer add to the stream at the last `keep` positions (None: at all)."""
    y = linear(x, of.W_QKV, of.b_QKV, to)
    if rotary is not None:
        y = turned_rows(y, of, rotary, 0 if cache is None else cache.length, to)
    if cache is None:
        q, k, v = by_head(y, of)
    else:
        rows, (q, k, v) = cache.layers[number]
        start, end, room = cache.length, cache.length + y.shape[-2], rows.shape[-2]
        if end > room:
            raise ValueError(f"the cache has room for {room} positions; there are {end}")
        rows[..., start:end, :] = y
        q, k, v = q[..., start:end, :], k[..., :end, :], v[..., :end, :]
    if keep is not None:
        q = q[..., -keep:, :]
    if of.shared > 1:
        k, v = np.repeat(k, of.shared, axis=-3), np.repeat(v, of.shared, axis=-3)
    return written_back(attend(q, k, v, look, to, causal, of.far), of, look, to)


def cross_attention(
    x: Array,
    memory: Array,
    of: Folded,
    number: int = 0,
    cache: Cache | None = None,
    look: Look | None = None,
    to: Rounding = to_float64,
) -> Array:
    """What cross heads bring from a memory [..., n_source, d_model] that they look into."""
    width = of.n_heads * of.d_head
    b_Q, b_KV = (None, None) if of.b_QKV is None else (of.b_QKV[:width], of.b_QKV[width:])
    known = {} if cache is None else cache.cross
    if number not in known:
        y = linear(memory, of.W_QKV[:, width:], b_KV, to)
        keys, values = y[..., :width], y[..., width:]
        known[number] = split(keys, of.n_heads, of.d_head), split(values, of.n_heads, of.d_value)
    q = split(linear(x, of.W_QKV[:, :width], b_Q, to), of.n_heads, of.d_head)
    return written_back(attend(q, *known[number], look, to, causal=False), of, look, to)


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


def gated(x: Array, mlp: MLP, to: Rounding) -> Array:
    """What an MLP with a gate adds to the stream, a piece of its rows after another.

    >>> mlp = MLP(np.eye(1), [0], np.eye(1), [0], W_gate=[[2]], b_gate=[1])
    >>> gated(np.array([[3.0], [-1.0]]), mlp, to_float64).tolist()
    [[21.0], [0.0]]
    """
    assert mlp.W_gate is not None
    rows = x.reshape(-1, x.shape[-1])
    out = np.empty_like(rows)
    step = max(ROWS, PIECE // max(1, mlp.b_in.size))
    for i in range(0, len(rows), step):
        some = rows[i : i + step]
        hidden = units(some, to(mlp.W_in), to(mlp.b_in), to, mlp.act)
        hidden = to(hidden * linear(some, mlp.W_gate, mlp.b_gate, to))
        out[i : i + step] = hidden.dot(to(mlp.W_out)) + to(mlp.b_out)
    return to(out).reshape(x.shape)


def feed_forward(x: Array, mlp: MLP, to: Rounding = to_float64) -> Array:
    """What the MLP adds to the stream: relu(x @ W_in + b_in) @ W_out + b_out.

    >>> mlp = MLP(W_in=np.eye(2), b_in=[0, -1], W_out=np.eye(2), b_out=[0, 0])
    >>> feed_forward(np.array([[5.0, 5.0], [-1.0, 0.5]]), mlp).tolist()
    [[5.0, 4.0], [0.0, 0.0]]
    """
    if mlp.W_gate is not None:
        return gated(x, mlp, to)
    W_in, b_in, W_out, b_out = to(mlp.W_in), to(mlp.b_in), to(mlp.W_out), to(mlp.b_out)
    rows = x.reshape(-1, x.shape[-1])
    if len(rows) == 1:
        b_in, b_out = b_in[None], b_out[None]  # numpy is quickest without broadcasting
    if len(rows) * b_in.size <= PIECE:
        return to(units(rows, W_in, b_in, to, mlp.act).dot(W_out) + b_out).reshape(x.shape)
    out = np.empty_like(rows)
    out[:] = b_out
    n_rows = max(1, min(len(rows), 128))
    n_columns = max(256, PIECE // n_rows)
    narrow = rows.shape[1] < n_rows  # then a bias costs less as one more row of W_in
    if narrow:
        rows = np.hstack([rows, np.ones((len(rows), 1), rows.dtype)])
    for c in range(0, b_in.size, n_columns):
        columns = slice(c, c + n_columns)
        W: Array = W_in[:, columns]
        b: Array | None = b_in[..., columns]
        if narrow:
            W, b = np.vstack([W, b_in[columns]]), None
        for i in range(0, len(rows), n_rows):
            hidden = units(rows[i : i + n_rows], W, b, to, mlp.act)
            out[i : i + n_rows] += hidden.dot(W_out[columns])
    return to(out).reshape(x.shape)


def prompts_at_once(model: Transformer, n: int) -> int:
    """How many prompts of n tokens to take at once, so that what a layer makes is one piece."""
    widest = max((of.W_QKV.shape[1] for of in model.folds if of), default=0)
    return max(1, 8 * PIECE // max(1, n * max(widest, model.d_model)))


def embed(model: Transformer, inputs: Inputs, start: int, to: Rounding) -> Array:
    """The stream before the first layer: a row of W_E for an id, a frame times W_E, and positions.

    An id is a frame with a single 1.
    """
    if inputs.dtype.kind == "f":
        rows = linear(to(inputs.astype(model.W_E.dtype, copy=False)), model.W_E, None, to)
    else:
        rows = to(model.W_E.take(inputs, axis=0))  # type: ignore[arg-type]  # they are ids
    return to(rows + to(model.W_pos[start : start + rows.shape[-2]]))


def in_layer(touch: Touch, number: int, kind: str = "") -> Look:
    """A touch as the heads of one layer call it."""
    return lambda what, x: touch(kind + what, number, x)


def residual(
    model: Transformer,
    inputs: Inputs,
    keep: int | None = None,
    cache: Cache | None = None,
    touch: Touch | None = None,
    to: Rounding = to_float64,
    memory: Array | None = None,
) -> Array:
    """The residual stream after the last layer, at the last `keep` positions (None: at all).

    Inputs are not checked here. Where there is a cache they follow on what it holds, and join it;
    it has the memory too.

    >>> model = random_transformer(0, n_layers=0)
    >>> x = residual(model, np.array([3, 1]))
    >>> bool((x == model.W_E[[3, 1]] + model.W_pos[:2]).all())
    True
    """
    if cache is not None:
        memory = cache.memory
    elif touch is None and inputs.ndim > 1 + are_frames(inputs):
        sizes = inputs.shape[1:-1] if are_frames(inputs) else inputs.shape[1:]
        step = prompts_at_once(model, math.prod(sizes))
        if len(inputs) > step:
            pieces = []
            for i in range(0, len(inputs), step):
                cut = slice(i, i + step)
                its = memory if memory is None or memory.ndim == 2 else memory[cut]
                pieces.append(residual(model, inputs[cut], keep, to=to, memory=its))
            return np.concatenate(pieces)
    x = embed(model, inputs, cache.length if cache is not None else 0, to)
    n = x.shape[-2]
    if keep is not None and keep >= n:
        keep = None
    pre = model.norms == "before"
    if keep is not None and model.last_look is None:
        x = x[..., -keep:, :]
    if touch:
        x = touch("embedding", 0, x)
    for number, layer in enumerate(model.layers):
        if (of := model.folds[number]) is not None:
            look = in_layer(touch, number) if touch else None
            few = keep if number == model.last_look else None
            y = to(normalize(x, layer.norm_attn)) if pre else x
            y = attention(y, of, number, few, cache, look, to, model.causal, model.rotary)
            x = to((x if few is None else x[..., -few:, :]) + y)
        if not pre:
            x = to(normalize(x, layer.norm_attn))
        if touch:
            x = touch("attention", number, x)
        if layer.cross:
            assert memory is not None
            look = in_layer(touch, number, "cross ") if touch else None
            y = to(normalize(x, layer.norm_cross)) if pre else x
            y = cross_attention(y, memory, layer.folded_cross, number, cache, look, to)
            x = to(x + y) if pre else to(normalize(to(x + y), layer.norm_cross))
            if touch:
                x = touch("cross", number, x)
        if layer.mlp:
            x = to(x + feed_forward(to(normalize(x, layer.norm_mlp)) if pre else x, layer.mlp, to))
        if not pre:
            x = to(normalize(x, layer.norm_mlp))
        if touch:
            x = touch("mlp", number, x)
    if cache is not None:
        cache.length += n
    return x if keep is None else x[..., -keep:, :]


def encode(
    model: Model, source: Given, to: Precision = "float64", touch: Touch | None = None
) -> Array:
    """What a model's encoder says of a source: the memory [..., n_source, d_model].

    `source` is ids [..., n_source], or frames [..., n_source, d_vocab of the encoder]. Raises
    ValueError where there is no encoder, and as forward does.

    >>> reader = random_transformer(1, causal=False)
    >>> model = random_transformer(0, cross=[(2, 2)], encoder=reader)
    >>> memory = encode(model, np.array([3, 1, 4, 1]))
    >>> forward(model, np.array([5, 9]), memory=memory).shape
    (2, 10)
    """
    encoder, source, to = model_of(model).encoder, np.asarray(source), rounding(to)
    if encoder is None:
        raise ValueError("the model has no encoder; it reads its own tokens alone")
    check_input(encoder, source)
    with quiet():
        return to(normalize(residual(encoder, source, touch=touch, to=to), encoder.norm_final))


def unembed(model: Transformer, x: Array, to: Rounding = to_float64) -> Array:
    """Turn the stream into logits: the final norm, then the unembedding.

    >>> model, tokens = random_transformer(0), np.array([3, 1])
    >>> bool((unembed(model, residual(model, tokens)) == forward(model, tokens)).all())
    True
    """
    return to(times(to(normalize(x, model.norm_final)), to(model.side_by_side)))


def forward(
    model: Model,
    tokens: Given,
    keep: int | None = None,
    cache: Cache | None = None,
    to: Precision = "float64",
    memory: Array | None = None,
    touch: Touch | None = None,
) -> Array:
    """Return the logits [..., keep, d_vocab] at the last `keep` positions (None: at all).

    tokens is ids [..., n], or frames [..., n, d_vocab] of numbers that multiply W_E; leading axes
    are a batch. `cache` (see empty_cache) holds the positions before these and is extended. `to`
    is what every result is rounded to: a name in PRECISIONS, or a function. `memory` is what
    `encode` returned; cross heads look into it. `touch(what, layer, x)` is called with "embedding"
    and, in each layer, with "scores", "pattern", "mixed" (what each head averaged) and the stream
    after "attention", "cross" and "mlp" ("cross scores" ... for cross heads); what it returns goes
    on in place of x.
    Raises ValueError for tokens out of range, for more than n_ctx of them, for more than the
    cache has room for, for a keep below 1, and where a memory is missing or does not fit.

    >>> model = Transformer(
    ...     W_E=np.eye(3), W_pos=np.zeros((5, 3)), norm_final=None, W_U=np.roll(np.eye(3), 1, 1)
    ... )
    >>> forward(model, [0, 1, 2], to="float16").argmax(-1).tolist()
    [1, 2, 0]
    """
    check_keep(keep)
    model, tokens, to = model_of(model), np.asarray(tokens), rounding(to)
    check_all(model, tokens, cache, memory)
    with quiet():
        return unembed(model, residual(model, tokens, keep, cache, touch, to, memory), to)


def check_all(
    model: Transformer, tokens: Inputs, cache: Cache | None, memory: Array | None
) -> None:
    """Raise ValueError unless tokens and memory fit the model and what a cache holds.

    Then the cache takes the memory, if it has none.
    """
    check_input(model, tokens, cache.length if cache is not None else 0)
    if cache is not None and cache.memory is not None:
        if memory is not None and memory is not cache.memory:
            raise ValueError("the cache holds keys and values of another memory; make a new cache")
        memory = cache.memory
    if model.looks_across or memory is not None:
        check_memory(model, memory, tokens.shape[: -2 if are_frames(tokens) else -1])
    if cache is not None:
        cache.memory = memory


@dataclass(frozen=True, eq=False)
class Trace:
    """All that a forward pass computes on the way.

    `stream` maps "embedding", "attention 0", "cross 0", "mlp 0" ... to the residual stream
    [n, d_model] after that step; `scores` and `patterns` hold [n_heads, n, n] for each layer with
    heads, by the number of the layer, and `cross_scores` and `cross_patterns` [n_heads, n,
    n_source] for each with cross heads; `logits` is [n, d_vocab].

    >>> list(trace(random_transformer(0, n_layers=1), np.array([3, 1])).stream)
    ['embedding', 'attention 0', 'mlp 0']
    """

    stream: dict[str, Array]
    scores: dict[int, Array]
    patterns: dict[int, Array]
    logits: Array
    cross_scores: dict[int, Array]
    cross_patterns: dict[int, Array]


def trace(
    model: Model, tokens: Given, to: Precision = "float64", memory: Array | None = None
) -> Trace:
    """Run the forward pass and keep everything; raises ValueError as forward does.

    >>> seen = trace(random_transformer(0), np.array([3, 1, 4]))
    >>> seen.patterns[0].shape, float(seen.patterns[0][0, 0, 0])
    ((2, 3, 3), 1.0)
    """
    stream: dict[str, Array] = {}
    heads: dict[str, dict[int, Array]] = {
        name: {} for name in ("scores", "pattern", "cross scores", "cross pattern")
    }

    def keep(what: str, number: int, x: Array) -> Array:
        if what in heads:
            heads[what][number] = x
        elif what in ("embedding", "attention", "cross", "mlp"):
            stream["embedding" if what == "embedding" else f"{what} {number}"] = x
        return x

    logits = forward(model, tokens, to=to, memory=memory, touch=keep)
    scores, patterns, cross_scores, cross_patterns = heads.values()
    return Trace(stream, scores, patterns, logits, cross_scores, cross_patterns)
