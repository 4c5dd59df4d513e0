"""Exercise: how large `Lg` has to be."""

from collections.abc import Callable

import numpy as np

from exercises.judging.boxes import stretch, stretches_of, told
from exercises.judging.judge import Wrong, ask, numbers
from exercises.judging.repeated import known, says_next
from exercises.statement import Exercise, Mark
from exercises.typed import Field, Json
from taotp.programs import printed

STEP = 0.001
STUB = '''
def large_enough():
    """The least Lg with which aab is right, to three decimals."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """Right with this number, and wrong with a thousandth less."""
    large = float(numbers(ask(answer, where="in the answer"), (), "in the answer"))
    if not 0 < large < 1e6:
        raise Wrong(f"in the answer expected a number above 0, got {large:.6g}")
    asked = known("aab")
    tally = says_next(printed.aab(large).model, asked, margin=0)
    less = large - STEP
    try:
        says_next(printed.aab(less).model, asked, margin=0)
    except Wrong:
        return f"{tally.inputs} inputs right with {large:.6g}, and not with {less:.6g}"
    raise Wrong(f"with {less:.6g} expected a mistake, got none: {large:.6g} is not the least")


def large_enough() -> float:
    """Halve an interval with mistakes at its lower end and none at its upper."""
    asked, low, high = known("aab"), 2.0, 3.0
    while high - low > STEP / 8:
        middle = (low + high) / 2
        try:
            says_next(printed.aab(middle).model, asked, margin=0)
            high = middle
        except Wrong:
            low = middle
    return high


def accepted_halved() -> Callable[[], float]:
    """By halving."""
    return large_enough


def accepted_formula() -> Callable[[], float]:
    """Solve what the worst context asks for."""

    def solved() -> float:
        L = np.arange(2, 3, 1e-4)
        leak = np.exp(-L / np.sqrt(8))
        enough = np.ones(L.shape, bool)
        for seen in ([-1], [-1, 1], [-1, 1, 1]):  # before the last two of baa, abaa, aabaa
            average = (2 + sum(seen) * leak) / (2 + len(seen) * leak)
            enough &= L * (2 * average - 1) > 1
        return float(L[enough.argmax()])

    return solved


def wrong_generous() -> Callable[[], float]:
    """The whole number that is enough."""
    return lambda: 3.0


def wrong_essay() -> Callable[[], float]:
    """What the essay took."""
    return lambda: 1024.0


def wrong_scale() -> Callable[[], float]:
    """The least for which the letter itself is drowned."""
    return lambda: 1.001


def wrong_words() -> Callable[[], object]:
    """No number."""
    return lambda: "about two"


def typed_items() -> list[Json]:
    """The first mistake with each number, up to where there is none."""

    def what(large: float) -> str | None:
        try:
            says_next(printed.aab(large).model, known("aab"), margin=0)
        except Wrong as wrong:
            return str(wrong)
        return None

    no_number = "in the answer expected a number above 0, got {said:.6g}"
    more = "with {less:.6g} expected a mistake, got none: {said:.6g} is not the least"
    *wrong, enough = stretches_of(what, (1e-9, 0.5, 1, 1.5, 2, 2.5, 3))
    least = enough["from"]
    return [
        {
            "stretches": [
                stretch(None, 0, no_number),
                stretch(1e6, None, no_number),
                *wrong,
                stretch(least, least + STEP),
                stretch(least, 1e6, more),
                stretch(None, None, no_number),
            ]
        }
    ]


EXERCISE = Exercise(
    slug="why-1024",
    title="Why 1024?",
    kind="value",
    marks=(Mark.RECOMMENDED,),
    statement="""
Three will do where the essay has 1024, and two will not. What is the least `Lg` with which
`printed.aab(Lg)` is right after all thirteen contexts? `large_enough()` returns it to three
decimals: with a thousandth less some answer has to be wrong. Which context asks for it, and what
stands in the way there: too little attention, or too loud a letter?
""",
    hints=(
        "With a small `Lg` the letters before the last two get a weight of $e^{-Lg/\\sqrt 8}$ "
        "beside the two that count 1 each. Write down the average after *baa*.",
        "The answer is *b* where $Lg\\,(2 \\cdot average - 1)$ is more than the 1 that the last "
        "*a* votes for itself.",
        "Two of the three contexts that fail at 2 are met later than the third.",
    ),
    answer="""
After *baa* the average is $(2 - e)/(2 + e)$ with $e = e^{-Lg/\\sqrt 8}$, and the machine says *b*
where $Lg\\,(2 - 3e)/(2 + e) > 1$. Solving it and its likes for *abaa* and *aabaa* by halving gives
the least `Lg`, between 2 and 3; it is *baa* that asks for the most, since there all that leaks is a
*b*. Both jobs of `Lg` have their share in it: the leak, and the 1 that the last letter says itself.
""",
    stub=STUB,
    judge=judge,
    code=(large_enough,),
    typed=told(
        (Field("large", "the least Lg", "number"),),
        typed_items,
        f"{len(known('aab'))} inputs right with {{said:.6g}}, and not with {{less:.6g}}",
        words={"less": f"said - {STEP}"},
    ),
)
