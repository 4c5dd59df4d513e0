"""Exercise: how loud a head must be to give nine tenths of its attention to one place."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging.boxes import near, told
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Json
from taotp_core.arrays import softmax

SHARE = 0.9
HEADS = ((9, 0.1), (99, 0.1), (9, 0.05))  # rivals, and the lead over each of them
WITHIN = 1e-3
STUB = '''
def loud_enough():
    """By what to multiply scores, for nine tenths: three numbers."""
    raise NotImplementedError
'''

Make = Callable[[], Sequence[float]]


def share(rivals: int, lead: float, loud: float) -> float:
    """What the right place gets of the attention."""
    return float(softmax(loud * np.array([lead, *[0.0] * rivals]))[0])


def judge(answer: object) -> str:
    """Three numbers, each up to a thousandth."""
    where = "in loud_enough"
    given = numbers(ask(answer, where=where), (len(HEADS),), where)
    for head, right, found in zip(HEADS, loud_enough(), given.tolist(), strict=True):
        if not abs(found - right) <= WITHIN:
            raise Wrong(f"{named(*head)} expected another number, got {found:.7g}")
    return f"{len(HEADS)} inputs"


def named(rivals: int, lead: float) -> str:
    """A head in words."""
    return f"with {rivals} rivals and a lead of {lead}"


def loud_enough() -> list[float]:
    """All rivals together weigh a ninth of the right place."""
    return [float(np.log(rivals * SHARE / (1 - SHARE)) / lead) for rivals, lead in HEADS]


def accepted_logarithm() -> Make:
    """As the model answer has it."""
    return loud_enough


def accepted_halving() -> Make:
    """Without a logarithm: halves of a range, until the share is right."""

    def found(rivals: int, lead: float) -> float:
        low, high = 0.0, 1000.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if share(rivals, lead, middle) < SHARE else (low, middle)
        return low

    return lambda: [found(*head) for head in HEADS]


def wrong_one_rival() -> Make:
    """As if there were one rival."""
    return lambda: [float(np.log(9) / lead) for _, lead in HEADS]


def wrong_no_lead() -> Make:
    """The lead is left out."""
    return lambda: [float(np.log(9 * rivals)) for rivals, _ in HEADS]


def wrong_chapter() -> Make:
    """What the chapter asks for, which leaves nothing to rivals."""
    return lambda: [64 / lead for _, lead in HEADS]


def typed_items() -> list[Json]:
    """The three numbers."""
    return [
        {
            "stretches": near(
                right, WITHIN, f"{named(*head)} expected another number, got {{said:.7g}}"
            )
        }
        for head, right in zip(HEADS, loud_enough(), strict=True)
    ]


EXERCISE = Exercise(
    slug="loud-enough",
    title="Nine tenths of the attention",
    kind="value",
    statement="""
A head leads with one score, and all its rivals score the same. Multiplied by $N$, the scores go
through softmax. With which $N$ does the right place get exactly nine tenths of the attention?
`loud_enough()` returns it for 9 rivals and a lead of 0.1, for 99 rivals and a lead of 0.1, and for
9 rivals and a lead of 0.05, to three decimals.
""",
    hints=(
        "A rival weighs $e^{-N\\Delta}$ against the right place. What do all of them weigh?",
        "Nine tenths means that all rivals together weigh a ninth of the right place.",
    ),
    answer="""
With $r$ rivals and a lead of $\\Delta$ the rivals weigh $r\\,e^{-N\\Delta}$ against 1. That is a
ninth where $N = \\ln(9r)/\\Delta$: 43.94, 67.92 and 87.89. Eleven times as many rivals cost half as
much again, but half the lead costs twice the loudness. So the book looks after leads first.
""",
    stub=STUB,
    judge=judge,
    code=(loud_enough,),
    typed=told(
        [
            Field(f"loud_{i}", f"N for {rivals} rivals and a lead of {lead}", "number")
            for i, (rivals, lead) in enumerate(HEADS)
        ],
        typed_items,
        f"{len(HEADS)} inputs",
        finite="in loud_enough",
    ),
)
