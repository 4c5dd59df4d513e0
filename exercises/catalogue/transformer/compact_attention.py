"""Attention in two einsums, and what it gets wrong."""

import numpy as np

from exercises.judging.agreement import compare
from exercises.judging.boxes import cases, formula
from exercises.judging.cases import asked
from exercises.judging.judge import ask, numbers
from exercises.statement import Exercise
from exercises.typed import Json
from taotp_core.arrays import Array, softmax
from taotp_core.transformer import attention
from taotp_core.weights import Layer, random_transformer

HEAD_SIZES = tuple(size for (size,) in asked(((1,), (2,), (3,), (7,)), (1, 128)))
STUB = '''
def factor(d_head):
    """What to multiply W_Q by so that compact_attention is right."""
    raise NotImplementedError
'''


def compact_attention(x: Array, W_Q: Array, W_K: Array, W_V: Array, W_O: Array) -> Array:
    """The attention of the statement: W_Q is [n_heads, d_model, d_head], and so on."""
    seen = np.tri(len(x), dtype=bool)
    scores = np.einsum("qd,hdk,hek,je->hqj", x, W_Q, W_K, x)
    pattern = softmax(np.where(seen, scores, -1e20))
    out: Array = np.einsum("hqj,jd,hdk,hke->qe", pattern, x, W_V, W_O)
    return out


def judge(answer: object) -> str:
    """The compact version with the learner's factor beside the library's attention."""
    count = 0
    for d_head in HEAD_SIZES:
        layer: Layer = random_transformer(d_head, heads=[(d_head, 3)] * 2).layers[0]
        x = np.random.default_rng(d_head).normal(size=(6, 6))
        where = f"on a random layer with d_head {d_head}"
        times = numbers(ask(answer, d_head, where=where), (), where)
        W_Q, W_K, W_V, W_O = layer.stacked
        got = compact_attention(x, times * W_Q, W_K, W_V, W_O)
        expected = attention(x, layer.folded)
        compare(
            got, expected, f"{where} and factor {times:.6g}", "attention",
            why=lambda: "the library divides its scores by something that grows with d_head; how?",
        )  # fmt: skip
        count += len(x)
    return f"{count} rows of attention agree, d_head from 1 to {max(HEAD_SIZES)}"


def factor(d_head: int) -> float:
    """What the chapter's attention divides its scores by, put into W_Q."""
    return float(1 / np.sqrt(d_head))


def accepted_root() -> object:
    """One over the root of d_head."""
    return factor


def accepted_power() -> object:
    """The same as a power, without numpy."""
    return lambda d_head: d_head**-0.5


def wrong_nothing_missing() -> object:
    """No factor: scores are too large except in heads of size 1."""
    return lambda d_head: 1.0


def wrong_inverse() -> object:
    """The root forgotten."""
    return lambda d_head: 1 / d_head


def wrong_upside_down() -> object:
    """Multiplied where it should be divided."""
    return lambda d_head: np.sqrt(d_head)


def typed_data() -> Json:
    """The factor for each size of a head; what differs less changes no row of attention."""
    right = [factor(size) for size in HEAD_SIZES]
    return cases(
        ("d_head",),
        [(size,) for size in HEAD_SIZES],
        right,
        "on a random layer with d_head {d_head} and factor {said:g} expected the rows of "
        "attention, got others",
        f"{6 * len(HEAD_SIZES)} rows of attention agree, d_head from 1 to {max(HEAD_SIZES)}",
        within=[1e-10 * max(1, abs(one)) for one in right],
    )


EXERCISE = Exercise(
    slug="compact-attention",
    source="1.2",
    title="Attention in two einsums",
    kind="value",
    statement="""
Two sums make a whole attention sub-layer:

```python
def compact_attention(x, W_Q, W_K, W_V, W_O):
    seen = np.tri(len(x), dtype=bool)
    scores = np.einsum("qd,hdk,hek,je->hqj", x, W_Q, W_K, x)
    pattern = softmax(np.where(seen, scores, -1e20))
    return np.einsum("hqj,jd,hdk,hke->qe", pattern, x, W_V, W_O)
```

It differs from the chapter's `attention` in three ways. One of them changes the result: find the
factor that every `W_Q` must be multiplied by to repair it, and write it as
`factor(d_head)`. The other two you find by reading: when would they matter?
""",
    hints=(
        "Compare line by line what happens between the products and the softmax.",
        "Which of the two divides the scores by something?",
        "For the cost, count the letters in the first `einsum`: without further instructions "
        "numpy runs one loop inside another for all of them.",
    ),
    answer="""
1. The compact version does not divide the scores by $\\sqrt{d_{head}}$. Since scores are linear in
   `W_Q`, multiplying it by $1/\\sqrt{d_{head}}$ repairs that.
2. The future gets the score $-10^{20}$ instead of $-\\infty$. The weights are the same, zero, as
   long as a real score is not itself as low as that; with scores below $-10^{20}$ the machine
   would look into the future.
3. `einsum` with four operands loops over all letters at once: $n^2 d_{model}^2 d_{head}$ products
   for each head, where first making queries and keys costs $2\\,n\\,d_{model}\\,d_{head}$ and
   comparing them $n^2 d_{head}$. It is short to read and long to wait for; `optimize=True` would
   find the better order.

(The version printed in the main source has the same three differences, and a pair of parentheses
in the wrong place keeps it from running.)
""",
    stub=STUB,
    judge=judge,
    code=(factor,),
    typed=formula("factor(d_head)", ("d_head",), typed_data),
)
