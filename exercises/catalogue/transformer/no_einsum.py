"""The machine with matrix products."""

from dataclasses import replace

import numpy as np

from exercises.judging.agreement import ENGINE, same_logits, without
from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array, Tokens, relu, softmax
from taotp_core.transformer import forward
from taotp_core.weights import RMS_NORM, Transformer

STUB = '''
def transformer_by_matrices(tokens, model):
    """The logits [n, d_vocab] of a model, by @ and without einsum."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """Same logits as the library, and no einsum in the function or those it calls."""
    agreed = same_logits(answer)
    without(answer, ("einsum", *ENGINE))
    return f"{agreed}, no einsum"


def layer_norm(x: Array) -> Array:
    """Each row without its mean, divided by its spread."""
    x = x - x.mean(axis=-1, keepdims=True)
    x = x / (x.std(axis=-1, keepdims=True) + 1e-10)
    return x


def transformer_by_matrices(tokens: Tokens, model: Transformer) -> Array:
    """The logits [n, d_vocab], one head after another."""
    x = model.W_E[tokens] + model.W_pos[: len(tokens)]
    future = ~np.tri(len(tokens), dtype=bool)
    for layer in model.layers:
        y = layer_norm(x)
        for head in layer.heads:
            scores = (y @ head.W_Q) @ (y @ head.W_K).T / np.sqrt(head.W_Q.shape[1])
            scores[future] = -np.inf
            x = x + softmax(scores) @ (y @ head.W_V) @ head.W_O
        if m := layer.mlp:
            x = x + relu(layer_norm(x) @ m.W_in + m.b_in) @ m.W_out + m.b_out
    logits: Array = layer_norm(x) @ model.unembedding
    return logits


def accepted_by_head() -> object:
    """One head after another, each a few products."""
    return transformer_by_matrices


def accepted_stacked() -> object:
    """All heads at once: @ multiplies the last two axes and repeats the others."""

    def stacked(tokens: Tokens, model: Transformer) -> Array:
        x = model.W_E[tokens] + model.W_pos[: len(tokens)]
        mask = np.where(np.tri(len(tokens)), 0, -np.inf)
        for layer in model.layers:
            W_Q, W_K, W_V, W_O = layer.stacked
            y = layer_norm(x)
            scores = (y @ W_Q) @ (y @ W_K).swapaxes(1, 2) / np.sqrt(W_Q.shape[-1])
            x = x + (softmax(scores + mask) @ (y @ W_V) @ W_O).sum(0)
            if m := layer.mlp:
                x = x + relu(layer_norm(x) @ m.W_in + m.b_in) @ m.W_out + m.b_out
        logits: Array = layer_norm(x) @ model.unembedding
        return logits

    return stacked


def wrong_heads_in_a_row() -> object:
    """Each head reads what the one before it wrote."""

    def in_a_row(tokens: Tokens, model: Transformer) -> Array:
        x = model.W_E[tokens] + model.W_pos[: len(tokens)]
        mask = np.where(np.tri(len(tokens)), 0, -np.inf)
        for layer in model.layers:
            for head in layer.heads:
                y = layer_norm(x)
                scores = (y @ head.W_Q) @ (y @ head.W_K).T / np.sqrt(head.W_Q.shape[1])
                x = x + softmax(scores + mask) @ y @ head.W_V @ head.W_O
            if m := layer.mlp:
                x = x + relu(layer_norm(x) @ m.W_in + m.b_in) @ m.W_out + m.b_out
        logits: Array = layer_norm(x) @ model.unembedding
        return logits

    return in_a_row


def wrong_einsum() -> object:
    """Right logits, with the einsum hidden in a function that is called."""

    def times(a: Array, b: Array) -> Array:
        return np.array(np.einsum("ij,jk->ik", a, b))

    def hidden(tokens: Tokens, model: Transformer) -> Array:
        return transformer_by_matrices(tokens, model) + 0 * times(np.eye(1), np.eye(1))

    return hidden


def wrong_mask() -> object:
    """Each position sees the future in place of the past."""

    def mirrored(tokens: Tokens, model: Transformer) -> Array:
        logits: Array = transformer_by_matrices(tokens[::-1], model)[::-1]
        return logits

    return mirrored


def wrong_norm() -> object:
    """RMSNorm at the end in place of LayerNorm."""

    def other_norm(tokens: Tokens, model: Transformer) -> Array:
        return forward(replace(model, norm_final=RMS_NORM), tokens)

    return other_norm


EXERCISE = Exercise(
    slug="no-einsum",
    source="1.4",
    title="Matrix products only",
    kind="code",
    marks=(Mark.VERY_EASY,),
    statement="""
`einsum` is readable, but most of what it does here is a matrix product. Write the machine again
as `transformer_by_matrices(tokens, model)` with `@` and no `einsum` in it, nor in a function it
calls. `softmax`, `relu` and your own `layer_norm` may be used, the library's `forward` not. Every
norm is the plain LayerNorm, and every layer has heads and an MLP. The heads of a layer may be had
one by one (`layer.heads`) or stacked (`layer.stacked`).
""",
    hints=(
        "Start with one head, where every array is a matrix: what are `x`, `q`, `k` and the "
        "scores?",
        "`x @ W` for queries, keys and values; `q @ k.T` for the scores; `pattern @ v` for the "
        "mixture.",
        "Heads add up. So a loop may add each head's result to the stream, as long as every "
        "head reads the stream as it was *before* the first of them. Stacked, `@` treats the "
        "last two axes as matrices and repeats over the first; `k.swapaxes(1, 2)` stands for "
        "the transpose.",
    ),
    answer="""
With one head at a time all products are of matrices. Note where `y` is computed: before the loop
over heads, for a layer's heads work side by side.
""",
    stub=STUB,
    judge=judge,
    code=(layer_norm, transformer_by_matrices),
)
