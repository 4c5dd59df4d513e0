"""Reference implementation: the transformer in forty lines, as *The transformer* builds it.

It reads every field of a model. `transformer.py` computes the same in less time and memory. Here
nothing is quick, kept or checked: it is what the other one has to agree with, and they share none
of their steps.
"""

from typing import Any

import numpy as np

from taotp_core.arrays import ACTIVATIONS, Array, farther, softmax, turned
from taotp_core.weights import MLP, Head, Norm, Transformer


def normalize(x: Array, norm: Norm | None) -> Array:
    """Each row over its spread, and before that less its mean where the norm is centered.

    >>> normalize(np.array([3.0, 1.0]), Norm(eps=0.0)).tolist()
    [1.0, -1.0]
    """
    if norm is None:
        return x
    x = x - x.mean(axis=-1, keepdims=True) if norm.centered else x
    variance = (x * x).mean(axis=-1, keepdims=True)
    x = x / (np.sqrt(variance + norm.eps) if norm.inside else np.sqrt(variance) + norm.eps)
    return x * (1 if norm.gamma is None else norm.gamma) + (0 if norm.beta is None else norm.beta)


def linear(x: Array, W: Array, b: Array | None = None) -> Array:
    """The product x @ W, plus a bias where there is one.

    >>> linear(np.array([1.0, 2.0]), np.eye(2), np.array([0.5, 0.0])).tolist()
    [1.5, 2.0]
    """
    return x @ W if b is None else x @ W + b


def attend(x: Array, memory: Array, head: Head, seen: Any = True, rotary: Any = None) -> Array:
    """What a head brings to each row of x from the rows of a memory that are seen from there.

    >>> W = np.eye(2)
    >>> attend(np.zeros((1, 2)), np.array([[3.0, 0.0], [0.0, 3.0]]), Head(W, W, W, W)).tolist()
    [[1.5, 1.5]]
    """
    q, k = linear(x, head.W_Q, head.b_Q), linear(memory, head.W_K, head.b_K)
    scores = turned(q, rotary) @ turned(k, rotary).swapaxes(-1, -2) / max(1, q.shape[-1]) ** 0.5
    scores = np.where(seen, farther(scores, head.by_distance), -np.inf)
    return linear(softmax(scores) @ linear(memory, head.W_V, head.b_V), head.W_O, head.b_O)


def feed_forward(x: Array, mlp: MLP) -> Array:
    """What the units of an MLP add to each row.

    >>> mlp = MLP(W_in=np.eye(2), b_in=[0, -1], W_out=np.eye(2), b_out=[0, 0])
    >>> feed_forward(np.array([[5.0, 5.0], [-1.0, 0.5]]), mlp).tolist()
    [[5.0, 4.0], [0.0, 0.0]]
    """
    gate = 1 if mlp.W_gate is None else linear(x, mlp.W_gate, mlp.b_gate)
    return linear(ACTIVATIONS[mlp.act](linear(x, mlp.W_in, mlp.b_in)) * gate, mlp.W_out, mlp.b_out)


def stream(model: Transformer, tokens: Any, memory: Any = None) -> Array:
    """The rows [..., n, d_model] after the last norm; those of an encoder are a memory.

    >>> model = Transformer(W_E=np.eye(3), W_pos=np.zeros((5, 3)), norm_final=None)
    >>> stream(model, [2, 0]).tolist()
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    x = linear(tokens, model.W_E) if np.asarray(tokens).dtype.kind == "f" else model.W_E[tokens]
    x = x + model.W_pos[: x.shape[-2]]
    seen = np.tri(x.shape[-2], dtype=bool) if model.causal else True
    pre = model.norms == "before"
    for layer in model.layers:
        y = normalize(x, layer.norm_attn) if pre else x
        x = x + sum(attend(y, y, head, seen, model.rotary) for head in layer.heads)
        x = x if pre else normalize(x, layer.norm_attn)
        if layer.cross:
            y = normalize(x, layer.norm_cross) if pre else x
            x = x + sum(attend(y, memory, head) for head in layer.cross)
            x = x if pre else normalize(x, layer.norm_cross)
        y = normalize(x, layer.norm_mlp) if pre else x
        x = x + feed_forward(y, layer.mlp) if layer.mlp else x
        x = x if pre else normalize(x, layer.norm_mlp)
    return normalize(x, model.norm_final)


def forward(model: Transformer, tokens: Any, memory: Any = None) -> Array:
    """The logits [..., n, d_vocab] for ids [..., n], or for frames of numbers [..., n, d_vocab].

    `memory` is what cross heads look into: the stream of the model's encoder.

    >>> model, tokens = random_transformer(0), np.array([3, 1, 4])
    >>> predictions(model, tokens).tolist() == forward(model, tokens).argmax(-1).tolist()
    True
    """
    return linear(stream(model, tokens, memory), model.unembedding)
