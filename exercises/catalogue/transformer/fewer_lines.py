"""The thirty lines, shorter."""

import inspect
import textwrap

import numpy as np

from exercises.judging.agreement import ENGINE, same_logits, without
from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array, Tokens
from taotp_core.weights import Transformer

STUB = '''
def shorter_transformer(tokens, model):
    """The logits [n, d_vocab] of a model, in as little code as you can."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """Same logits as the library; says how long the function is where its source is known."""
    agreed = same_logits(answer)
    without(answer, ENGINE)
    return f"{agreed}, {length(answer)}"


def length(function: object) -> str:
    """How many characters and lines of source a function has."""
    try:
        source = textwrap.dedent(inspect.getsource(function)).strip()  # type: ignore[arg-type]
    except (OSError, TypeError):
        return "length unknown (its source is not at hand)"
    return f"{len(source)} characters on {len(source.splitlines())} lines"


def shorter_transformer(t: Tokens, m: Transformer) -> Array:
    """As above, to be run and not to be read."""

    def n(x: Array) -> Array:
        x = (x - x.mean(1)[:, None]) / (x.std(1)[:, None] + 1e-10)
        return x

    x = m.W_E[t] + m.W_pos[: len(t)]
    for b in m.layers:
        y = n(x)
        for h in b.heads:
            s = y @ h.W_Q @ (y @ h.W_K).T / h.W_Q.shape[1] ** 0.5 + np.log(np.tri(len(t)))
            s = np.exp(s - s.max(1)[:, None])
            x = x + s / s.sum(1)[:, None] @ y @ h.W_V @ h.W_O
        if p := b.mlp:
            x = x + np.maximum(n(x) @ p.W_in + p.b_in, 0) @ p.W_out + p.b_out
    x = n(x) @ m.unembedding
    return x


def accepted_golf() -> object:
    """Short and hard to read."""
    return shorter_transformer


def wrong_without_final_norm() -> object:
    """The last layer norm saved away."""

    def shorter(tokens: Tokens, model: Transformer) -> Array:
        x = model.W_E[tokens] + model.W_pos[: len(tokens)]
        x = x @ model.unembedding
        return x

    return shorter


def wrong_library() -> object:
    """One call of the library: short, and not an answer."""

    def shorter(tokens: Tokens, model: Transformer) -> Array:
        from taotp_core.transformer import forward

        return forward(model, tokens)

    return shorter


EXERCISE = Exercise(
    slug="fewer-lines",
    source="1.1",
    title="Fewer lines",
    kind="open",
    marks=(Mark.OPEN_ENDED,),
    statement="""
The machine of this chapter takes fewer than thirty lines, and they were written to be read. How
short can it get if it need not be read? Write `shorter_transformer(tokens, model)`, which
returns the logits, with numpy and nothing from the library but the model itself. Every norm is
the plain LayerNorm, and every layer has heads and an MLP. The check compares logits and counts
characters; there is no limit to beat but your own.
""",
    hints=(
        "Three functions of the chapter are called once. Which of them need a name?",
        "The mask and the softmax can share one `exp`, if the future is given the score "
        "$-\\infty$ inside it. Keep subtracting the largest score: one of the tests has scores "
        "of many thousands.",
        "A loop over `layer.heads` with `@` is shorter than stacked heads with `einsum`.",
    ),
    answer="""
The machine below is still far from the shortest. The logarithm of the triangle of ones is the
mask: $\\log 1 = 0$ and $\\log 0 = -\\infty$ (numpy warns of the division by zero). More interesting
is what could *not* be removed: the shift by the largest score, since some scores overflow the
exponential, and the epsilon, since a row of equal numbers would become $0/0$.
""",
    stub=STUB,
    judge=judge,
    code=(shorter_transformer,),
)
