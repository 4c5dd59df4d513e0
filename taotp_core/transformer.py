"""The transformer: embedding, attention, feed-forward layers, residual stream, unembedding.

`forward` runs it and `trace` keeps all that it computes. Read from the top: each function is a step
of the pass, in its order. How the steps are made quick is in `fast.py`; `plain.py` says the same in
forty lines. Leading axes are a batch. Every result goes through `to`, which rounds it.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from taotp_core.arrays import Array, Given, Inputs, Precision, Rounding, rounding, to_float64
from taotp_core.fast import (
    PIECE,
    Cache,
    Heads,
    as_rows,
    by_head,
    by_prompts,
    by_queries,
    by_rows,
    by_units,
    empty_cache,
    joined,
    largest,
    linear,
    mean,
    mean_square,
    more_than_a_batch,
    more_than_a_piece,
    pattern,
    queries_at_once,
    split,
    times,
    units,
)
from taotp_core.inputs import Model, are_frames, check_input, check_keep, check_memory, model_of
from taotp_core.weights import MLP, Folded, Norm, Transformer

# What was computed, in which layer, and the array; what it returns goes on in its place.
Touch = Callable[[str, int, Array], Array]
Look = Callable[[str, Array], Array]  # the same inside one layer


def embed(model: Transformer, inputs: Inputs, start: int, to: Rounding) -> Array:
    """The stream before the first layer: a row of W_E for an id, a frame times W_E, and positions.

    An id is a frame with a single 1.
    """
    if inputs.dtype.kind == "f":
        rows = linear(to(inputs.astype(model.W_E.dtype, copy=False)), model.W_E, None, to)
    else:
        rows = to(model.W_E.take(inputs, axis=0))  # type: ignore[arg-type]  # they are ids
    return to(rows + to(model.W_pos[start : start + rows.shape[-2]]))


def normalize(x: Array, norm: Norm | None, to: Rounding = to_float64) -> Array:
    """Apply LayerNorm or RMSNorm to each row, rounded, or nothing where the norm is None.

    >>> normalize(np.array([3.0, 1.0]), Norm(eps=0.0)).tolist()
    [1.0, -1.0]
    """
    if norm is None:
        return x
    rows = as_rows(x)
    if norm.centered:
        rows = rows - mean(rows)
    variance = mean_square(rows, to)
    spread = np.sqrt(variance + norm.eps) if norm.inside else np.sqrt(variance) + norm.eps
    rows = rows / spread
    if norm.gamma is not None:
        rows = rows * norm.gamma
    if norm.beta is not None:
        rows = rows + norm.beta
    return to(rows.reshape(x.shape))


# --- attention


def scores_of(
    q: Array,
    k: Array,
    to: Rounding,
    causal: bool = True,
    far: Array | None = None,
    first: int | None = None,
) -> Array:
    """Return the attention scores [..., n_queries, n_keys]: q @ k.T / sqrt(d_head).

    q is [..., n_queries, d_head] and k is [..., n_keys, d_head]. If `causal`, keys after a query
    have score -inf. `far` [n_heads, n_far] is added by distance; `first` is where the first query
    stands, if they are not the last of the positions that k holds.
    """
    n_queries, d_head = q.shape[-2:]
    scores = to((q / math.sqrt(d_head)) @ k.swapaxes(-1, -2))
    if far is not None:
        n_keys = k.shape[-2]
        at = n_keys - n_queries if first is None else first
        apart = abs(np.arange(at, at + n_queries)[:, None] - np.arange(n_keys))
        scores = to(scores + to(far)[:, np.minimum(apart, far.shape[1] - 1)])
    if causal and n_queries > 1:
        position = np.arange(n_queries)
        np.copyto(scores[..., -n_queries:], -np.inf, where=position > position[:, None])
    return scores


def attend(
    q: Array,
    k: Array,
    v: Array,
    look: Look | None,
    to: Rounding,
    causal: bool = True,
    far: Array | None = None,
    first: int | None = None,
) -> Array:
    """Average the values by the attention weights: softmax(scores) @ v, [..., n_queries, d_value].

    As in `scores_of`, `first` is where the first query stands if they are not the last.
    """
    if look:
        scores = look("scores", scores_of(q, k, to, causal, far, first))
        return to(look("pattern", to(pattern(scores))) @ v)
    if more_than_a_piece(q, k):
        piece = partial(attend, look=None, to=to, causal=causal, far=far)
        return to(by_queries(piece, q, k, v, causal))
    scores = scores_of(q, k, to, causal, far, first)
    return to(to(pattern(scores, out=scores)) @ v)


def turned(x: Array, angles: Array, first: int, to: Rounding) -> Array:
    """Rotary embedding: rows [..., n, d_head], each pair turned by its angle for every position.

    >>> turned(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([np.pi]), 0, to_float64).tolist()
    [[1.0, 0.0], [-1.0, 1.2246467991473532e-16]]
    """
    m = min(len(angles), x.shape[-1] // 2)
    at = np.arange(first, first + x.shape[-2])[:, None] * to(angles[:m])
    cos, sin = np.cos(at), np.sin(at)
    a, b, y = x[..., 0 : 2 * m : 2], x[..., 1 : 2 * m : 2], x.copy()
    y[..., 0 : 2 * m : 2], y[..., 1 : 2 * m : 2] = to(a * cos - b * sin), to(a * sin + b * cos)
    return y


def turned_rows(y: Array, of: Folded, rotary: Array, first: int, to: Rounding) -> Array:
    """The rows that W_QKV makes with queries and keys turned, the first at that position."""
    width = (of.n_heads + of.n_heads // of.shared) * of.d_head
    if not width:
        return y
    heads, y = split(y[..., :width], width // of.d_head, of.d_head), y.copy()
    y[..., :width] = joined(turned(heads, rotary, first, to))
    return y


def written_back(mixed: Array, of: Folded, look: Look | None, to: Rounding) -> Array:
    """What heads add to the stream, from what each of them mixed [..., n_heads, n, d_value]."""
    return linear(joined(look("mixed", mixed) if look else mixed), of.W_O, of.b_O, to)


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
    q, k, v = by_head(y, of) if cache is None else cache.extended(number, y)
    if of.shared > 1:
        k, v = np.repeat(k, of.shared, axis=-3), np.repeat(v, of.shared, axis=-3)
    return written_back(attend(last(q, keep), k, v, look, to, causal, of.far), of, look, to)


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


# --- feed-forward layers


def gated(rows: Array, mlp: MLP, to: Rounding) -> Array:
    """What an MLP with a gate makes of rows: (act(x @ W_in + b_in) * gate) @ W_out + b_out.

    >>> mlp = MLP(np.eye(1), [0], np.eye(1), [0], W_gate=[[2]], b_gate=[1])
    >>> gated(np.array([[3.0], [-1.0]]), mlp, to_float64).tolist()
    [[21.0], [0.0]]
    """
    assert mlp.W_gate is not None
    hidden = units(rows, to(mlp.W_in), to(mlp.b_in), to, mlp.act)
    hidden = to(hidden * linear(rows, mlp.W_gate, mlp.b_gate, to))
    return np.asarray(hidden.dot(to(mlp.W_out)) + to(mlp.b_out))


def ungated(rows: Array, mlp: MLP, to: Rounding) -> Array:
    """What an MLP makes of rows: act(x @ W_in + b_in) @ W_out + b_out."""
    b_in, b_out = to(mlp.b_in), to(mlp.b_out)
    if len(rows) == 1:
        b_in, b_out = b_in[None], b_out[None]  # numpy is quickest without broadcasting
    return np.asarray(units(rows, to(mlp.W_in), b_in, to, mlp.act).dot(to(mlp.W_out)) + b_out)


def feed_forward(x: Array, mlp: MLP, to: Rounding = to_float64) -> Array:
    """What the MLP adds to the stream: relu(x @ W_in + b_in) @ W_out + b_out.

    >>> mlp = MLP(W_in=np.eye(2), b_in=[0, -1], W_out=np.eye(2), b_out=[0, 0])
    >>> feed_forward(np.array([[5.0, 5.0], [-1.0, 0.5]]), mlp).tolist()
    [[5.0, 4.0], [0.0, 0.0]]
    """
    rows = x.reshape(-1, x.shape[-1])
    if mlp.W_gate is not None:
        y = by_rows(lambda some: gated(some, mlp, to), rows, mlp.b_in.size)
    elif len(rows) * mlp.b_in.size > PIECE:
        y = by_units(rows, mlp, to)
    else:
        y = ungated(rows, mlp, to)
    return to(y).reshape(x.shape)


# --- the residual stream


# How layers are gone through: the model, whether it is Pre-LN (a norm comes before its sub-layer,
# not after the sum), and keep, cache, touch and rounding as `residual` takes them.
Pass = tuple[Transformer, bool, int | None, Cache | None, Touch | None, Rounding]


def last(x: Array, keep: int | None) -> Array:
    """The last `keep` positions of [..., n, size] (None: all)."""
    return x if keep is None else x[..., -keep:, :]


def in_layer(touch: Touch | None, number: int, kind: str = "") -> Look | None:
    """A touch as the heads of one layer call it."""
    return None if touch is None else lambda what, x: touch(kind + what, number, x)


def after_attention(x: Array, number: int, asked: Pass) -> Array:
    """The stream with what the heads of a layer add to it."""
    model, pre, keep, cache, touch, to = asked
    norm, of = model.layers[number].norm_attn, model.folds[number]
    if of is not None:
        y, look = normalize(x, norm, to) if pre else x, in_layer(touch, number)
        few = keep if number == model.last_look else None
        y = attention(y, of, number, few, cache, look, to, model.causal, model.rotary)
        x = to(last(x, few) + y)
    if not pre:
        x = normalize(x, norm, to)
    return touch("attention", number, x) if touch else x


def after_cross_attention(x: Array, memory: Array, number: int, asked: Pass) -> Array:
    """The stream with what the cross heads of a layer add to it."""
    model, pre, _, cache, touch, to = asked
    norm, of = model.layers[number].norm_cross, model.layers[number].folded_cross
    y, look = normalize(x, norm, to) if pre else x, in_layer(touch, number, "cross ")
    x = to(x + cross_attention(y, memory, of, number, cache, look, to))
    if not pre:
        x = normalize(x, norm, to)
    return touch("cross", number, x) if touch else x


def after_feed_forward(x: Array, number: int, asked: Pass) -> Array:
    """The stream with what the MLP of a layer adds to it."""
    model, pre, _, _, touch, to = asked
    norm, mlp = model.layers[number].norm_mlp, model.layers[number].mlp
    if mlp is not None:
        x = to(x + feed_forward(normalize(x, norm, to) if pre else x, mlp, to))
    if not pre:
        x = normalize(x, norm, to)
    return touch("mlp", number, x) if touch else x


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
    elif touch is None and more_than_a_batch(model, inputs):
        return by_prompts(partial(residual, keep=keep, to=to), model, inputs, memory)
    x = embed(model, inputs, cache.length if cache is not None else 0, to)
    n = x.shape[-2]
    few = keep if keep is not None and keep < n else None
    if model.last_look is None:  # no position asks another
        x = last(x, few)
    if touch is not None:
        x = touch("embedding", 0, x)
    asked = model, model.norms == "before", few, cache, touch, to
    for number, layer in enumerate(model.layers):
        x = after_attention(x, number, asked)
        if layer.cross:
            assert memory is not None
            x = after_cross_attention(x, memory, number, asked)
        x = after_feed_forward(x, number, asked)
    if cache is not None:
        cache.length += n
    return last(x, few)


def unembed(model: Transformer, x: Array, to: Rounding = to_float64) -> Array:
    """Turn the stream into logits: the final norm, then the unembedding.

    >>> model, tokens = random_transformer(0), np.array([3, 1])
    >>> bool((unembed(model, residual(model, tokens)) == forward(model, tokens)).all())
    True
    """
    return to(times(normalize(x, model.norm_final, to), to(model.side_by_side)))


# --- the whole pass


def quiet() -> np.errstate:
    """Overflow and NaN are outcomes here, with names of their own; numpy need not warn."""
    return np.errstate(over="ignore", invalid="ignore")


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
        return normalize(residual(encoder, source, touch=touch, to=to), encoder.norm_final, to)


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


__all__ = [
    "Look", "Pass", "Touch", "Trace", "attend", "attention", "check_all", "cross_attention",
    "embed", "encode", "feed_forward", "forward", "normalize", "quiet", "residual", "scores_of",
    "trace", "turned", "turned_rows", "unembed",
    # of fast.py, under the name that they have always had
    "PIECE", "Cache", "Heads", "by_head", "empty_cache", "largest", "linear", "pattern",
    "queries_at_once", "split", "times", "units",
]  # fmt: skip
