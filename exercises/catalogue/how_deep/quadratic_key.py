"""A depth is found as a number, not as one of some columns."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import Wrong, ask, items, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Typed
from taotp_core.arrays import Array

DEEPEST, LEAD, MOST = 40, 1.0, 2.0
ROUNDING = 1e-9
STUB = '''
def quadratic_key():
    """W_Q [3, 2] and W_K [3, 2] for rows that hold k, k squared, and 1."""
    raise NotImplementedError
'''

Answer = tuple[Array, Array]


def rows() -> Array:
    """The rows of depths 0 to DEEPEST + 1: [n, 3]."""
    k = np.arange(DEEPEST + 2.0)
    return np.stack([k, k * k, np.ones(len(k))], 1)


def judge(answer: object) -> str:
    """Depth k looks at depth k + 1, with a lead, whatever other depths there are."""
    where = "in quadratic_key"
    said = items(ask(answer, where=where), 2, "W_Q and W_K", where)
    W_Q, W_K = (
        numbers(each, (3, 2), f"at {name}") for name, each in zip(("W_Q", "W_K"), said, strict=True)
    )
    for name, W in (("W_Q", W_Q), ("W_K", W_K)):
        if not (largest := float(np.abs(W).max())) <= MOST:
            raise Wrong(f"at {name} expected numbers up to {MOST:g}, got {largest:g}")
    scores = (rows() @ W_Q)[:-1] @ (rows() @ W_K).T
    at = np.arange(DEEPEST + 1)
    right = scores[at, at + 1].copy()
    scores[at, at + 1] = -np.inf
    lead = right - scores.max(1)
    if (behind := np.flatnonzero(~(np.abs(lead - LEAD) <= ROUNDING))).size:
        k = int(behind[0])
        rival = int(scores[k].argmax())
        halved = ": it is 1 once a head has divided it by the root of 2, which is not asked"
        why = halved if np.abs(lead - LEAD * np.sqrt(2)).max() <= ROUNDING else ""
        raise Wrong(
            f"at depth {k} expected a lead of {LEAD:g}, got {lead[k]:.3g} over {rival}{why}"
        )
    return f"{DEEPEST + 1} inputs, smallest lead {lead.min():.3g}, largest score {right.max():.4g}"


def quadratic_key() -> Answer:
    """-(j - w)^2 without w^2 is 2 w j - j^2, where w is k + 1."""
    W_Q = np.array([[2.0, 0], [0, 0], [2, -1]])
    W_K = np.array([[1.0, 0], [0, 1], [0, 0]])
    return W_Q, W_K


def accepted_shifted() -> Callable[[], Answer]:
    """The shift by one in the key: 2 k j - (j^2 - 2 j)."""
    W_Q = np.array([[2.0, 0], [0, 0], [0, -1]])
    W_K = np.array([[1.0, -2], [0, 1], [0, 0]])
    return lambda: (W_Q, W_K)


def wrong_same() -> Callable[[], Answer]:
    """It finds its own depth."""
    W_Q = np.array([[2.0, 0], [0, 0], [0, -1]])
    W_K = np.array([[1.0, 0], [0, 1], [0, 0]])
    return lambda: (W_Q, W_K)


def wrong_product() -> Callable[[], Answer]:
    """The deepest of all wins."""
    W = np.array([[1.0, 0], [0, 0], [1, 0]])
    return lambda: (W, W)


def wrong_large() -> Callable[[], Answer]:
    """Right, with larger numbers than are allowed."""
    W_Q, W_K = quadratic_key()
    return lambda: (9 * W_Q, W_K)


EXERCISE = Exercise(
    slug="quadratic-key",
    title="Depth as a number",
    kind="construct",
    statement=f"""
In the chapter every depth has a column of its own. Here the row of a word of depth $k$ holds
$(k, k^2, 1)$ instead. `quadratic_key()` returns $W_Q$ and $W_K$, three rows and two columns each,
with which a row of depth $k$ scores the one of depth $k+1$ highest, by {LEAD:g} before the next
best, no more and no less, for all depths up to {DEEPEST}. A score is the product of a query and a
key, before a `Head` divides it by $\\sqrt{{2}}$. No number may be larger than {MOST:g}.
""",
    hints=(
        "You want $-(j-w)^2$ with $w=k+1$ for a row of depth $j$. Which part of it is the same for "
        "all $j$, and does softmax see that?",
        "There remains $2wj-j^2$: write it as a sum of products, one factor from the row that "
        "asks and the other from the one that is asked.",
    ),
    answer="""
$2(k+1)\\,j-j^2$ is a product of $(2k+2,\\,-1)$, made from the row that asks, and $(j,\\,j^2)$. The
lead is 1 at any depth: no column is used up, and there is no deepest one. The price is that scores
grow with the square of the depth while the lead stays, so that precision ends it: float32 tells
two scores apart up to some thousands of open nouns, and float16 up to some tens.
""",
    stub=STUB,
    judge=judge,
    code=(quadratic_key,),
    typed=Typed(
        (
            Field("W_Q", "W_Q, three lines of two numbers", "rows", example="1, 0\n0, 0\n0, 1"),
            Field("W_K", "W_K, three lines of two numbers", "rows", example="1, 0\n0, 0\n0, 1"),
        ),
        "depths",
        lambda: {"deepest": DEEPEST, "lead": LEAD, "most": MOST, "near": ROUNDING},
        part="rules",
    ),
)
