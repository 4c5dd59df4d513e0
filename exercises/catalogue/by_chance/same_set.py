"""Exercise: the share for top-p that keeps as many as a given k."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging.boxes import cases, formula, stretch
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Json

PLACES = (
    (0.4, 0.25, 0.15, 0.1, 0.06, 0.04),
    (0.04, 0.06, 0.9),
    (0.22, 0.19, 0.21, 0.2, 0.18),
    (0.5, 0.3, 0.15, 0.04, 0.01),
    (1.0,),
    (1 - 1e-9, 1e-9),
    (0.001, 1e-8, 0.999 - 1.1e-8, 1e-9),
    *(tuple(np.random.default_rng(n).dirichlet(np.full(n, 0.5)).tolist()) for n in range(2, 14)),
)
ROUNDING = 1e-12
STUB = '''
def same_set(shares, k):
    """A p for which top-p keeps the k likeliest of these shares."""
    raise NotImplementedError
'''

Find = Callable[[Sequence[float], int], float]


def judge(answer: object) -> str:
    """Cut by both rules, at every k."""
    n = 0
    for shares in PLACES:
        held = np.cumsum(sorted(shares, reverse=True))  # by the likeliest, the two likeliest, ...
        for k in range(1, len(shares) + 1):
            where = f"with shares {list(shares)} and k={k}"
            p = numbers(ask(answer, list(shares), k, where=where), (), where).item()
            if not 0 < p <= 1 + ROUNDING:
                raise Wrong(f"{where} expected a share above 0 and at most 1, got {p:.6g}")
            kept = 1 + int(np.searchsorted(held[:-1], p - ROUNDING))
            if kept != k:
                raise Wrong(f"{where} expected {k} to be kept, got {kept} with p = {p:.6g}")
            n += 1
    return f"{n} inputs"


def same_set(shares: Sequence[float], k: int) -> float:
    """In the middle between what k - 1 hold and what k hold."""
    held = np.cumsum(sorted(shares, reverse=True))
    return float(held[k - 1] - sorted(shares, reverse=True)[k - 1] / 2)


def accepted_middle() -> Find:
    """As the model answer has it."""
    return same_set


def accepted_just_below() -> Find:
    """Less than what they hold by a thousandth of what the last of them has."""
    return lambda shares, k: float(sum(sorted(shares)[-k:]) - sorted(shares)[-k] / 1000)


def wrong_of_all() -> Find:
    """As if all were equally likely."""
    return lambda shares, k: k / len(shares)


def wrong_before() -> Find:
    """What one fewer hold is held by one fewer."""
    return lambda shares, k: float(sum(sorted(shares)[-k + 1 :])) if k > 1 else 0.01


def wrong_unsorted() -> Find:
    """The first k are not the likeliest."""
    return lambda shares, k: float(sum(shares[:k]) - 1e-6)


def wrong_least() -> Find:
    """The share of the last that stays: that is a rule too, but another."""
    return lambda shares, k: sorted(shares)[-k]


def typed_data() -> Json:
    """Each place and k, and how many any p keeps there."""
    rows, where, stretches = [], [], []
    wrong = "{where} expected {k} to be kept, got KEPT with p = {said:.6g}"
    outside = "{where} expected a share above 0 and at most 1, got {said:.6g}"
    for shares in PLACES:
        likeliest = sorted(shares, reverse=True)
        held = np.cumsum(likeliest).tolist()
        ends = [0.0, *(end + ROUNDING for end in held[:-1]), 1 + ROUNDING]
        for k in range(1, len(shares) + 1):
            rows.append((held[k - 1], likeliest[k - 1], k, len(shares)))
            where.append(f"with shares {list(shares)} and k={k}")
            kept = [
                stretch(low, high, None if kept == k else wrong.replace("KEPT", str(kept)))
                for kept, (low, high) in enumerate(zip(ends, ends[1:], strict=False), 1)
            ]
            stretches.append([stretch(None, 0, outside), *kept, stretch(None, None, outside)])
    return cases(
        ("together", "last", "k", "n"), rows, [0] * len(rows), "", where=where,
        stretches=stretches,
    )  # fmt: skip


EXERCISE = Exercise(
    slug="same-set",
    title="The same letters",
    kind="family",
    statement="""
Top-k and top-p are two ways to say where to cut. `same_set(shares, k)` is given the shares of all
letters at one place, no two of them equal, in any order. It returns a `top_p` that keeps the `k`
likeliest of them, no more and no fewer.
""",
    hints=(
        "Put them in order. How much do the likeliest two hold together, and the likeliest three?",
        "Top-p takes letters until they hold $p$. When does it stop after the third?",
    ),
    answer="""
Top-p stops as soon as what it has holds $p$. So $p$ must be more than what the likeliest $k-1$
hold, and at most what $k$ hold: everything between will do, as the middle. One $k$ is another $p$
at every place, and that is the whole difference between the two rules.
""",
    stub=STUB,
    judge=judge,
    code=(same_set,),
    typed=formula(
        "same_set, a formula: together is what the k likeliest hold, last the share of the last "
        "of them, n how many letters there are",
        ("together", "last", "k", "n"),
        typed_data,
        example="together - ...",
    ),
)
