"""Exercise: how loud a question must be, and when nobody answers it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Typed
from taotp_core.arrays import softmax

ROUND, MOST_PRESSES, SHARE, LOUDEST = 21, 20, 0.99, 300.0
STUB = '''
def stop_score():
    """How loud the question is, and the score of the start."""
    raise NotImplementedError
'''

Make = Callable[[], Any]


def judge(answer: object) -> str:
    """Every number of presses and every question, with shares of 99 percent."""
    where = "in the answer"
    loud, start = numbers(ask(answer, where=where), (2,), where).tolist()
    if not 0 < loud <= LOUDEST:
        raise Wrong(f"{where} expected a loudness up to {LOUDEST:g}, got {loud:.10g}")
    tried = 0
    for presses in range(MOST_PRESSES + 1):
        for asked in range(1, presses + 2):
            turn = 2 * np.pi * (np.arange(1, presses + 1) - asked) / ROUND
            shares = softmax(np.append(loud * np.cos(turn), start))
            share, of = (shares[asked - 1], "it") if asked <= presses else (shares[-1], "the start")
            if not share >= SHARE:
                raise Wrong(f"with {presses} presses, asked for number {asked}, expected 0.99 for "
                            f"{of}, got {share:.3g}")  # fmt: skip
            tried += 1
    return f"{tried} inputs with a share of 0.99 for the right one"


def stop_score() -> list[float]:
    """In the middle between a press and its neighbor."""
    loud = 280.0
    return [loud, loud * (1 + np.cos(2 * np.pi / ROUND)) / 2]


def accepted_middle() -> Make:
    """As far from one as from the other."""
    return stop_score


def accepted_lower() -> Make:
    """Closer to the neighbor: that has fewer presses to fear."""
    return lambda: [300.0, 300.0 * (0.48 + 0.52 * np.cos(2 * np.pi / ROUND))]


def wrong_soft() -> Make:
    """A hundred is not loud enough for twenty presses."""
    return lambda: [100.0, 50 * (1 + np.cos(2 * np.pi / ROUND))]


def wrong_zero() -> Make:
    """Any neighbor is louder than 0."""
    return lambda: [280.0, 0.0]


def wrong_high() -> Make:
    """It always says stop."""
    return lambda: [280.0, 290.0]


def wrong_loud() -> Make:
    """Right, and louder than allowed."""
    return lambda: [1000.0, 500 * (1 + np.cos(2 * np.pi / ROUND))]


EXERCISE = Exercise(
    slug="stop-score",
    title="When no press answers",
    kind="value",
    statement="""
The decoder asks for press number $t$, and presses answer by the hour on a clock of 21: the score of
press $i$ is $L \\cos(2\\pi (i - t)/21)$. The start of the memory answers every question with the
same score $s$; where it wins, the decoder stops. `stop_score()` returns $L$ and $s$, $L$ at most
300, such that for 0 to 20 presses, and for each of them, it gets 99 % of the attention, and the
start gets 99 % where the one after the last is asked for.
""",
    hints=(
        "Which press is the hardest to tell from the one that is asked for, and what is its score?",
        "Attention compares by differences: 99 to 1 is a lead of $\\ln 99$, a little more where "
        "there are two neighbors.",
    ),
    answer="""
The one asked for scores $L$, its neighbors $L\\cos(2\\pi/21) = 0.9556 L$. In between has to be room
for the start, ahead of the neighbors by $\\ln 99 = 4.6$ or a little more, and behind by as much:
$0.0444 L > 9.5$, so that $L$ has to be above about 215, and $s$ lies in the middle. A clock of 21
has hours for 20 presses and the stop. A 21st press would come where the first one stands: the
machine has to refuse it, as it would answer both at once.
""",
    stub=STUB,
    judge=judge,
    code=(stop_score,),
    typed=Typed(
        (
            Field("loud", "how loud the question is", "number"),
            Field("start", "the score of the start", "number"),
        ),
        "clock",
        lambda: {"hours": ROUND, "most": MOST_PRESSES, "share": SHARE, "loudest": LOUDEST},
        part="rules",
    ),
)
