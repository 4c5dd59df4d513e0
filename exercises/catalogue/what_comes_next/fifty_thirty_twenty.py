"""Weights that say 50, 30 and 20."""

import numpy as np

from exercises.judging.boxes import demands
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field
from taotp_core.arrays import Array, softmax

SHARES = np.array([0.5, 0.3, 0.2])
NEAR = 1e-9
STUB = '''
def three_logits():
    """Three numbers that sum to 0, and say 50, 30 and 20."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """The softmax is right to a billionth, and the sum is 0."""
    where = "in three_logits"
    logits = numbers(ask(answer, where=where), (3,), where)
    said = softmax(logits)
    if float(np.abs(said - SHARES).max()) > NEAR:
        raise Wrong(f"{where} expected shares {SHARES.tolist()}, got {said.round(4).tolist()}")
    if abs(total := float(logits.sum())) > NEAR:
        raise Wrong(f"{where} expected a sum of 0, got {total:.6g}")
    return f"{len(logits)} pairs of logit and share, each within {NEAR:g}"


def three_logits() -> Array:
    """Logarithms without their mean, which softmax does not hear."""
    logs: Array = np.log(SHARES)
    return np.asarray(logs - logs.mean())


def accepted_ratios() -> list[float]:
    """Ratios are all that counts: five to three to two."""
    product = (5 * 3 * 2) ** (1 / 3)
    return [float(np.log(n / product)) for n in (5, 3, 2)]


def wrong_logs() -> Array:
    """The shares are right, but their logarithms have a mean."""
    return np.asarray(np.log(SHARES))


def wrong_shares() -> Array:
    """Shares instead of logarithms."""
    return np.asarray(SHARES - SHARES.mean())


def wrong_base() -> Array:
    """Logarithms to the base of two."""
    logs: Array = np.log2(SHARES)
    return np.asarray(logs - logs.mean())


def wrong_rounded() -> list[float]:
    """Two digits are not enough."""
    return [0.48, -0.03, -0.45]


NAMES = ("a", "b", "c")
WORDS = {f"share_{name}": f"exp({name}) / (exp(a) + exp(b) + exp(c))" for name in NAMES}
WORDS |= {f"round_{name}": f"floor(1e4 * ({WORDS[f'share_{name}']}) + 0.5) / 1e4" for name in NAMES}
OFF = [f"abs({WORDS[f'share_{n}']} - {x})" for n, x in zip(NAMES, SHARES.tolist(), strict=True)]
WORDS |= {"off": f"max({', '.join(OFF)})", "total": "a + b + c"}


EXERCISE = Exercise(
    slug="fifty-thirty-twenty",
    title="50, 30 and 20",
    kind="construct",
    statement="""
Layer norm leaves rows with the mean 0. Give `three_logits()`, three numbers that sum to 0 and whose
softmax is 0.5, 0.3 and 0.2, both to a billionth.
""",
    hints=(
        "What undoes raising $e$ to a power?",
        "Add the same number to all logits. What does softmax make of it?",
    ),
    answer=r"""
$\ln 0.5$, $\ln 0.3$ and $\ln 0.2$, and from each their mean taken away. To add $c$ to all logits
multiplies every power, and their sum, by $e^c$, which cancels. So there is one such row for all
shares that are not 0, and no other.
""",
    stub=STUB,
    judge=judge,
    code=(three_logits,),
    typed=demands(
        [
            Field(name, f"the logit of {share:.0%}", "number", example="0.5")
            for name, share in zip(NAMES, SHARES.tolist(), strict=True)
        ],
        [
            (
                f"{NEAR} - off",
                f"in three_logits expected shares {SHARES.tolist()}, "
                "got [{round_a}, {round_b}, {round_c}]",
            ),
            (f"{NEAR} - abs(total)", "in three_logits expected a sum of 0, got {total:.6g}"),
        ],
        f"{len(SHARES)} pairs of logit and share, each within {NEAR:g}",
        finite="in three_logits",
        words=WORDS,
    ),
)
