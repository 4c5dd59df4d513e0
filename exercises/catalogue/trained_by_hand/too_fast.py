"""The rate at which plain descent no longer descends."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import Wrong, ask, fresh, numbers
from exercises.statement import Exercise
from taotp_core.arrays import Array

SIZES = (1, 2, 3, 6, 10)
STEPS, NEAR = 2**17, 1e-3  # of descent, and how far on both sides of the rate it is tried
STUB = '''
def too_fast(A):
    """The rate above which descent on w A w / 2 goes up; A is symmetric."""
    raise NotImplementedError
'''

Find = Callable[[Array], float]


def bowls(rng: np.random.Generator) -> list[Array]:
    """Symmetric matrices whose loss has its least at 0, some round, some long, some crossed."""
    found = []
    for d in SIZES:
        turn, _ = np.linalg.qr(rng.normal(size=(d, d)))
        for longest in (1.0, 30.0):
            found.append(turn @ np.diag(rng.uniform(1, 1 + longest, d)) @ turn.T)
    return [*found, np.diag([0.5, 4.0]), np.array([[2.0, 1.9], [1.9, 2.0]])]


def grows(A: Array, rate: float) -> bool:
    """Whether some beginning is farther from 0 after many steps than it was."""
    with np.errstate(over="ignore", invalid="ignore"):
        gone = np.linalg.matrix_power(np.eye(len(A)) - rate * A, STEPS)
    return not np.linalg.norm(gone) < 1


def judge(answer: object) -> str:
    """A little below the rate descent arrives from anywhere, a little above it does not."""
    all_bowls = bowls(fresh(272))
    for A in all_bowls:
        where = f"with A = {A.round(2).tolist()}"
        rate = numbers(ask(answer, A.copy(), where=where), (), where).item()
        if not rate > 0:
            raise Wrong(f"{where} expected a rate above 0, got {rate:.6g}")
        if grows(A, rate * (1 - NEAR)):
            raise Wrong(f"{where} expected the smallest rate at which descent goes up, got "
                        f"{rate:.6g}, where it is larger already")  # fmt: skip
        if not grows(A, rate * (1 + NEAR)):
            raise Wrong(f"{where} expected a rate above which descent goes up, got {rate:.6g}, "
                        "where it still arrives")  # fmt: skip
    return f"{len(all_bowls)} inputs, each {NEAR:.1%} below and above"


def too_fast(A: Array) -> float:
    """Twice the inverse of the steepest curve."""
    return float(2 / np.linalg.eigvalsh(A)[-1])


def accepted_by_trying() -> Find:
    """Halve between a rate that arrives and one that does not."""

    def found(A: Array) -> float:
        low, high = 0.0, 1e3
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (low, middle) if grows(A, middle) else (middle, high)
        return high

    return found


def wrong_one_step() -> Find:
    """With this rate the steepest direction arrives at once; twice of it still arrives."""
    return lambda A: float(1 / np.linalg.eigvalsh(A)[-1])


def wrong_flattest() -> Find:
    """The flattest direction still shrinks there, the steepest has left."""
    return lambda A: float(2 / np.linalg.eigvalsh(A)[0])


def wrong_diagonal() -> Find:
    """Each number for itself: what is steeper across is not seen."""
    return lambda A: float(2 / np.diag(A).max())


EXERCISE = Exercise(
    slug="too-fast",
    title="Too fast",
    kind="family",
    statement="""
Near its least, a loss is a bowl, $L(w)=\\frac12w^{\\mathsf T}Aw$. The symmetric matrix $A$ is
given, and all its eigenvalues are above 0. Plain descent takes from $w$ a rate times the
derivative, again and again. Below some rate it arrives at 0 from wherever it begins; above it, it
goes farther and farther away from almost everywhere. `too_fast(A)` returns that rate.
""",
    hints=(
        "What is the derivative? What does one step multiply $w$ by?",
        "In one dimension the step is $w\\mapsto(1-ra)w$. When is that larger than before?",
        "In several dimensions, look along the directions that $A$ only stretches.",
    ),
    answer="""
The derivative is $Aw$, and one step multiplies $w$ by $I-rA$. Along an eigenvector of $A$ with the
value $a$ that is a factor $1-ra$, whose size is below 1 as long as $0<r<2/a$. The largest
eigenvalue decides, so the rate is $2/a_{\\max}$: the steepest direction sets the rate for all, and
the flattest has to wait. Adam gives each number a pace of its own, which helps as far as the
directions are those of single numbers.
""",
    stub=STUB,
    judge=judge,
    code=(too_fast,),
)
