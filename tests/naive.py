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
    """(x - mean) / spread * gamma + beta, where RMSNorm leaves the mean as it is.

    The spread has epsilon added to it, or to its square where it is inside the root.
    """
    if norm is None:
        return row
    mean = sum(row) / len(row) if norm.centered else 0.0
    variance = sum((x - mean) ** 2 for x in row) / len(row)
    spread = math.sqrt(variance + norm.eps) if norm.inside else math.sqrt(variance) + norm.eps
    gamma = [1.0] * len(row) if norm.gamma is None else [float(g) for g in norm.gamma]
    beta = [0.0] * len(row) if norm.beta is None else [float(b) for b in norm.beta]
    return [(x - mean) / spread * g + b for x, g, b in zip(row, gamma, beta, strict=True)]


def times(row: Row, matrix: NDArray[np.floating]) -> Row:
    """A row times a matrix."""
    n_rows, n_columns = matrix.shape
    return [sum(row[i] * float(matrix[i, j]) for i in range(n_rows)) for j in range(n_columns)]


def plus(a: Row, b: Row) -> Row:
    """The sum of two rows."""
    return [x + y for x, y in zip(a, b, strict=True)]


def shifted(row: Row, bias: NDArray[np.floating] | None) -> Row:
    """A row plus a bias, where there is one."""
    return row if bias is None else plus(row, [float(b) for b in bias])


def attended(asking: list[Row], looked_at: list[Row], head: Head, causal: bool) -> list[Row]:
    """What one head carries to each asking row; in a causal machine from no later row."""
    queries = [shifted(times(row, head.W_Q), head.b_Q) for row in asking]
    keys = [shifted(times(row, head.W_K), head.b_K) for row in looked_at]
    values = [shifted(times(row, head.W_V), head.b_V) for row in looked_at]
    d_head, d_value = head.W_Q.shape[1], head.W_V.shape[1]
    out = []
    for i, query in enumerate(queries):
        seen = range(i + 1 if causal else len(keys))
        scores = [
            sum(query[k] * keys[j][k] for k in range(d_head)) / math.sqrt(d_head or 1) for j in seen
        ]
        weights = [math.exp(score - max(scores)) for score in scores]
        mixed = [
            sum(weights[j] * values[j][k] for j in seen) / sum(weights) for k in range(d_value)
        ]
        out.append(shifted(times(mixed, head.W_O), head.b_O))
    return out


def brought(
    asking: list[Row], looked_at: list[Row], heads: Sequence[Head], causal: bool
) -> list[Row]:
    """The sum of what heads carry."""
    added = [[0.0] * len(row) for row in asking]
    for head in heads:
        carried = attended(asking, looked_at, head, causal)
        added = [plus(a, b) for a, b in zip(added, carried, strict=True)]
    return added


def unit(h: float, act: str) -> float:
    """One hidden unit: a ReLU, or the GELU of GPT-2."""
    if act == "relu":
        return max(h, 0.0)
    assert act == "gelu"
    return 0.5 * h * (1 + math.tanh(math.sqrt(2 / math.pi) * (h + 0.044715 * h**3)))


def fed_forward(row: Row, mlp: MLP | None) -> Row:
    """W_out times the units of W_in x + b_in, plus b_out; zeros where there is no MLP."""
    if mlp is None:
        return [0.0] * len(row)
    hidden = [unit(h, mlp.act) for h in shifted(times(row, mlp.W_in), mlp.b_in)]
    return shifted(times(hidden, mlp.W_out), mlp.b_out)


def embedded(model: Transformer, inputs: Sequence[int] | Sequence[Row]) -> list[Row]:
    """The rows that the first layer reads: of W_E for ids, of numbers times W_E for frames."""
    rows = [
        times(each, model.W_E) if isinstance(each, list) else [float(x) for x in model.W_E[each]]
        for each in inputs
    ]
    return [shifted(row, position) for row, position in zip(rows, model.W_pos, strict=False)]


def stream(
    model: Transformer, inputs: Sequence[int] | Sequence[Row], memory: Sequence[Row] = ()
) -> list[Row]:
    """The rows after the last layer."""
    before = model.norms == "before"

    def read(rows: list[Row], norm: Norm | None) -> list[Row]:
        return [normalized(row, norm) for row in rows] if before else rows

    def added(rows: list[Row], more: list[Row], norm: Norm | None) -> list[Row]:
        sums = [plus(row, new) for row, new in zip(rows, more, strict=True)]
        return sums if before else [normalized(row, norm) for row in sums]

    rows = embedded(model, inputs)
    for layer in model.layers:
        asking = read(rows, layer.norm_attn)
        more = brought(asking, asking, layer.heads, model.causal)
        rows = added(rows, more, layer.norm_attn)
        if layer.cross:
            more = brought(read(rows, layer.norm_cross), list(memory), layer.cross, causal=False)
            rows = added(rows, more, layer.norm_cross)
        more = [fed_forward(row, layer.mlp) for row in read(rows, layer.norm_mlp)]
        rows = added(rows, more, layer.norm_mlp)
    return rows


def memory_of(model: Transformer, source: Sequence[int] | Sequence[Row]) -> list[Row]:
    """What the encoder of a model says."""
    assert model.encoder is not None
    return [normalized(row, model.encoder.norm_final) for row in stream(model.encoder, source)]


def logits(
    model: Transformer,
    inputs: Sequence[int] | Sequence[Row],
    source: Sequence[int] | Sequence[Row] | None = None,
) -> NDArray[np.float64]:
    """The logits [n, d_vocab] after each token; `source` is what the encoder reads."""
    rows = stream(model, inputs, () if source is None else memory_of(model, source))
    W_U = model.W_E.T if model.W_U is None else model.W_U
    return np.array([times(normalized(row, model.norm_final), W_U) for row in rows])
