"""Exercise: what half the loss would cost."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging.boxes import near, told
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Json

EXPONENTS = {"parameters": 0.076, "tokens": 0.095, "operations": 0.050}
WITHIN = 5.1e-7  # of it: the seventh digit, rounded
STUB = '''
def factors():
    """By what to multiply parameters, tokens, operations, for half the loss."""
    raise NotImplementedError
'''

Make = Callable[[], Sequence[float]]


def judge(answer: object) -> str:
    """Three powers of two."""
    where = "in the answer"
    given = numbers(ask(answer, where=where), (len(EXPONENTS),), where)
    for (name, alpha), factor in zip(EXPONENTS.items(), given.tolist(), strict=True):
        if not abs(factor / 2 ** (1 / alpha) - 1) <= WITHIN:
            left = factor**-alpha if factor > 0 else np.nan
            raise Wrong(
                f"with {factor:g} times the {name} expected half the loss, got {left:.9f} of it"
            )
    return f"{len(EXPONENTS)} inputs"


def factors() -> list[float]:
    """The loss is a power of each with a small exponent."""
    return [2 ** (1 / alpha) for alpha in EXPONENTS.values()]


def accepted_powers() -> Make:
    """As the model answer has it."""
    return factors


def accepted_logarithms() -> Make:
    """By way of logarithms."""
    return lambda: [float(np.exp(np.log(2) / alpha)) for alpha in EXPONENTS.values()]


def wrong_rounded() -> Make:
    """Whole numbers, where a part of one is left."""
    return lambda: [9139, 1475, 1_048_576]


def wrong_linear() -> Make:
    """As if the loss were a line."""
    return lambda: [1 / 0.152, 1 / 0.19, 1 / 0.1]


def wrong_e() -> Make:
    """A loss that falls to a share of 1/e."""
    return lambda: [float(np.exp(1 / alpha)) for alpha in EXPONENTS.values()]


def wrong_swapped() -> Make:
    """In another order."""
    return lambda: factors()[::-1]


def wrong_twice() -> Make:
    """Twice as large is not twice as good."""
    return lambda: [2, 2, 2]


def typed_items() -> list[Json]:
    """The factors, and what other ones leave of the loss."""
    return [
        {
            "stretches": near(
                2 ** (1 / alpha),
                WITHIN * 2 ** (1 / alpha),
                f"with {{said:g}} times the {name} expected half the loss, got {{{name}:.9f}} of "
                "it",
            )
        }
        for name, alpha in EXPONENTS.items()
    ]


EXERCISE = Exercise(
    slug="twice-as-good",
    title="Twice as good",
    kind="value",
    statement="""
By the three laws of [Laws of scale](laws_of_scale.ipynb), the loss is a power of parameters, of
tokens, and of operations, with exponents 0.076, 0.095 and 0.050. `factors()` returns by what each
has to be multiplied, where it alone is what is short, for half the loss, to seven digits.
""",
    hints=(
        "If the loss is $(N_c/N)^\\alpha$, by what does it change when $N$ is doubled?",
        "And when $N$ is multiplied by $k$? That has to be a half.",
    ),
    answer="""
$k^{-\\alpha} = 1/2$ means $k = 2^{1/\\alpha}$: 9,100 times as many parameters, 1,500 times as much
text, a million times as much computing. The laws are famous for going on for so long, and that is
how long they have to.
""",
    stub=STUB,
    judge=judge,
    code=(factors,),
    typed=told(
        [Field(name, f"the {name} times", "number") for name in EXPONENTS],
        typed_items,
        f"{len(EXPONENTS)} inputs",
        finite="in the answer",
        words={name: f"said ^ -{alpha}" for name, alpha in EXPONENTS.items()},
    ),
)
