"""Exercise: how large a model should be for a given amount of computing."""

from collections.abc import Callable

import numpy as np

from exercises.judging.boxes import cases, formula
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Json

N_C, D_C, ALPHA_N, ALPHA_D = 6.4e13, 1.8e13, 0.076, 0.103  # Kaplan and others 2020, table 2
BUDGETS = (
    1e18, 1e20, 3.14e23, 1e25, 1e16, 1e27,
    *(float(f"{10.0**e:.3g}") for e in np.random.default_rng(17).uniform(16, 27, 12)),
)  # fmt: skip
WITHIN = 0.01
STUB = '''
def best_size(C):
    """How many parameters reach the lowest loss with C operations."""
    raise NotImplementedError
'''

Best = Callable[[float], float]


def loss(N: float, D: float) -> float:
    """In nats per token, of N parameters that read D tokens."""
    return float(((N_C / N) ** (ALPHA_N / ALPHA_D) + D_C / D) ** ALPHA_D)


def judge(answer: object) -> str:
    """Within a hundredth of the best size, at small budgets and at large ones."""
    for C in BUDGETS:
        where = f"with C = {C:g}"
        given = numbers(ask(answer, C, where=where), (), where).item()
        if not abs(given / best_size(C) - 1) <= WITHIN:
            reached = loss(given, C / 6 / given) if given > 0 else np.nan
            best = loss(best_size(C), C / 6 / best_size(C))
            words = f"got {reached:.6f} with {given:.4g} parameters"
            raise Wrong(f"{where} expected a loss of {best:.6f}, {words}")
    return f"{len(BUDGETS)} inputs"


def best_size(C: float) -> float:
    """Where the derivative is 0."""
    a = ALPHA_N / ALPHA_D
    return float((a * N_C**a * C / (6 * D_C)) ** (1 / (1 + a)))


def accepted_formula() -> Best:
    """As the model answer has it."""
    return best_size


def accepted_tried() -> Best:
    """All sizes in steps of half a hundredth."""

    def found(C: float) -> float:
        sizes = np.exp(np.arange(np.log(1e6), np.log(1e15), 5e-3))
        losses = [loss(N, C / 6 / N) for N in sizes]
        return float(sizes[int(np.argmin(losses))])

    return found


def wrong_alike() -> Best:
    """As many tokens as parameters."""
    return lambda C: float(np.sqrt(C / 6))


def wrong_equal_parts() -> Best:
    """Where both terms are equal."""

    def found(C: float) -> float:
        a = ALPHA_N / ALPHA_D
        return float((N_C**a * C / (6 * D_C)) ** (1 / (1 + a)))

    return found


def wrong_two_operations() -> Best:
    """Training takes six operations, not two."""
    return lambda C: best_size(3 * C)


def wrong_all_parameters() -> Best:
    """The other law of the same paper, for best use of computing, has another exponent."""
    return lambda C: 1.3e9 * (C / 8.64e19) ** 0.73


def typed_data() -> Json:
    """The budgets, the best size of each, and what loss another size reaches."""
    best = [*map(best_size, BUDGETS)]
    rest = "D_C / (C / 6 / said)".replace("D_C", repr(D_C))
    return cases(
        ("C", "best"),
        [(C, loss(N, C / 6 / N)) for C, N in zip(BUDGETS, best, strict=True)],
        best,
        "{where} expected a loss of {best:.6f}, got {reached:.6f} with {said:.4g} parameters",
        within=[WITHIN * N for N in best],
        where=[f"with C = {C:g}" for C in BUDGETS],
        words={"reached": f"(({N_C!r} / said) ^ ({ALPHA_N} / {ALPHA_D}) + {rest}) ^ {ALPHA_D}"},
    )


EXERCISE = Exercise(
    slug="best-share",
    title="How large, for so much computing?",
    kind="family",
    statement="""
Kaplan and others (2020) fitted a law for both at once: with $N$ parameters and $D$ tokens the loss
is $\\left[(N_c/N)^{\\alpha_N/\\alpha_D} + D_c/D\\right]^{\\alpha_D}$, where
$N_c = 6.4\\cdot10^{13}$, $D_c = 1.8\\cdot10^{13}$, $\\alpha_N = 0.076$, $\\alpha_D = 0.103$.
Training takes $C = 6 N D$ operations. `best_size(C)` returns the $N$ for which the loss is least,
to a hundredth: as if every budget were spent on one pass through as much text as there is.
""",
    hints=(
        "With $D = C/6N$, only $N$ is left. The outer power changes no minimum.",
        "One term falls like a power of $N$, the other grows like $N$. Where is the sum least?",
    ),
    answer="""
With $a = \\alpha_N/\\alpha_D$ the inside is $N_c^a N^{-a} + 6 D_c N/C$. Its derivative is 0 where
$a\\,N_c^a\\,N^{-a-1} = 6 D_c/C$, so that $N = (a N_c^a\\,C/6D_c)^{1/(1+a)}$: the best size grows
like $C^{0.575}$. (The paper itself has $C^{0.73}$, from other curves, with early stopping; Hoffmann
and others (2022) find about $C^{0.5}$, and trained Chinchilla on it. Exponents of exponents are
delicate.)
""",
    stub=STUB,
    judge=judge,
    code=(best_size,),
    typed=formula("best_size(C)", ("C",), typed_data),
)
