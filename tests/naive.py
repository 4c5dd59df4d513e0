"""The transformer as a textbook writes it, one number at a time: an oracle for the fast one.

It shares no code with the library but the dataclasses that hold the weights.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from taotp_core import MLP, Head, Norm, Transformer

Row = list[float]


def normalized(row: Row, norm: Norm | None) -> Row:
    """(x - mean) / (spread + eps) * gamma + beta; RMSNorm leaves the mean where it is."""
    if norm is None:
        return row
    mean = sum(row) / len(row) if norm.centered else 0.0
    spread = math.sqrt(sum((x - mean) ** 2 for x in row) / len(row))
    gamma = [1.0] * len(row) if norm.gamma is None else [float(g) for g in norm.gamma]
    beta = [0.0] * len(row) if norm.beta is None else [float(b) for b in norm.beta]
    return [
        (x - mean) / (spread + norm.eps) * g + b for x, g, b in zip(row, gamma, beta, strict=True)
    ]


def times(row: Row, matrix: NDArray[np.floating]) -> Row:
    """A row times a matrix."""
    n_rows, n_columns = matrix.shape
    return [sum(row[i] * float(matrix[i, j]) for i in range(n_rows)) for j in range(n_columns)]


def plus(a: Row, b: Row) -> Row:
    """The sum of two rows."""
    return [x + y for x, y in zip(a, b, strict=True)]


def attended(rows: list[Row], head: Head) -> list[Row]:
    """What one head carries to each position from it and those before it."""
    queries, keys, values = (
        [times(row, W) for row in rows] for W in (head.W_Q, head.W_K, head.W_V)
    )
    d_head, d_value = head.W_Q.shape[1], head.W_V.shape[1]
    out = []
    for i, query in enumerate(queries):
        scores = [
            sum(query[k] * keys[j][k] for k in range(d_head)) / math.sqrt(d_head or 1)
            for j in range(i + 1)
        ]
        weights = [math.exp(score - max(scores)) for score in scores]
        mixed = [
            sum(weights[j] * values[j][k] for j in range(i + 1)) / sum(weights)
            for k in range(d_value)
        ]
        out.append(times(mixed, head.W_O))
    return out


def fed_forward(row: Row, mlp: MLP) -> Row:
    """W_out times what is positive of W_in x + b_in, plus b_out."""
    hidden = [max(h, 0.0) for h in plus(times(row, mlp.W_in), [float(b) for b in mlp.b_in])]
    return plus(times(hidden, mlp.W_out), [float(b) for b in mlp.b_out])


def logits(model: Transformer, tokens: Sequence[int]) -> NDArray[np.float64]:
    """The logits [n, d_vocab] after each token."""
    rows = [
        [float(e + p) for e, p in zip(model.W_E[token], model.W_pos[i], strict=True)]
        for i, token in enumerate(tokens)
    ]
    before = model.norms == "before"
    for layer in model.layers:
        read = [normalized(row, layer.norm_attn) for row in rows] if before else rows
        added = [[0.0] * model.d_model for _ in rows]
        for head in layer.heads:
            added = [plus(a, b) for a, b in zip(added, attended(read, head), strict=True)]
        rows = [plus(row, a) for row, a in zip(rows, added, strict=True)]
        if not before:
            rows = [normalized(row, layer.norm_attn) for row in rows]
        if layer.mlp:
            read = [normalized(row, layer.norm_mlp) for row in rows] if before else rows
            rows = [plus(row, fed_forward(r, layer.mlp)) for row, r in zip(rows, read, strict=True)]
        if not before:
            rows = [normalized(row, layer.norm_mlp) for row in rows]
    W_U = model.W_E.T if model.W_U is None else model.W_U
    return np.array([times(normalized(row, model.norm_final), W_U) for row in rows])
