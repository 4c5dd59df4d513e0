"""Exercise: the temperature at which the second choice is half as likely as the first."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging.boxes import cases, formula, stretch
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise, Mark
from exercises.typed import Json
from taotp_core.decode import distribution

PLACES = (
    (2.0, 1.0), (0.0, -3.0, 5.0), (10.0, 9.9, 1.0, -4.0), (-1.0, -1.5, -700.0),
    (0.0, 120.0), (650.0, 1.0, 0.5), (3.0, 3.0, 3.001), (-300.0, -300.0, 300.0),
    *(tuple(np.random.default_rng(n).normal(0, 9, n).round(3).tolist()) for n in range(2, 11)),
)  # fmt: skip
WITHIN = 1e-9
STUB = '''
def temperature(logits):
    """At which the second choice is half as likely as the first."""
    raise NotImplementedError
'''

Find = Callable[[Sequence[float]], float]


def judge(answer: object) -> str:
    """Sample at that temperature, and compare the two largest shares."""
    for logits in PLACES:
        where = f"with logits {list(logits)}"
        T = numbers(ask(answer, list(logits), where=where), (), where).item()
        if not 0 < T < 1e6:
            raise Wrong(f"{where} expected a temperature above 0, got {T:.6g}")
        second, first = np.sort(distribution(np.array(logits), temperature=T))[-2:]
        if not abs(second / first - 0.5) <= WITHIN:
            found = f"{second / first:.6g} of it at {T:.6g}"
            raise Wrong(f"{where} expected half the share of the first, got {found}")
    return f"{len(PLACES)} inputs"


def temperature(logits: Sequence[float]) -> float:
    """The two lead apart by ln 2 after division."""
    second, first = sorted(logits)[-2:]
    return float((first - second) / np.log(2))


def accepted_formula() -> Find:
    """As the model answer has it."""
    return temperature


def accepted_halving() -> Find:
    """By trying: too cold, too hot, in between."""

    def found(logits: Sequence[float]) -> float:
        low, high = 1e-3, 1e3
        second, first = sorted(logits)[-2:]
        for _ in range(200):
            middle = (low + high) / 2
            too_hot = np.exp((second - first) / middle) > 0.5
            low, high = (low, middle) if too_hot else (middle, high)
        return middle

    return found


def wrong_upside_down() -> Find:
    """Multiplied instead of divided."""
    return lambda logits: float(np.log(2) / (sorted(logits)[-1] - sorted(logits)[-2]))


def wrong_base() -> Find:
    """As if softmax took powers of two."""
    return lambda logits: sorted(logits)[-1] - sorted(logits)[-2]


def wrong_order() -> Find:
    """The first two that stand there."""
    return lambda logits: float(abs(logits[0] - logits[1]) / np.log(2))


def wrong_ratio() -> Find:
    """Logits are not shares: half of the logit is not half as likely."""
    return lambda logits: float(sorted(logits)[-1] / (2 * sorted(logits)[-2]))


def typed_data() -> Json:
    """The two largest logits of each place, and for which temperatures one is half the other."""
    rows = [sorted(logits)[:-3:-1] for logits in PLACES]
    ratio = "{where} expected half the share of the first, got {ratio:.6g} of it at {said:.6g}"
    above = "{where} expected a temperature above 0, got {said:.6g}"
    ends = [
        [(first - second) / -np.log(0.5 + side * WITHIN) for side in (-1, 1)]
        for first, second in rows
    ]
    return cases(
        ("largest", "second"),
        rows,
        [*map(temperature, PLACES)],
        ratio,
        where=[f"with logits {list(logits)}" for logits in PLACES],
        stretches=[
            [stretch(None, 0, above), stretch(1e6, None, above), stretch(low, high),
             stretch(None, None, ratio)]
            for low, high in ends
        ],
        words={"ratio": "exp((second - largest) / said)"},
    )  # fmt: skip


EXERCISE = Exercise(
    slug="half-as-likely",
    title="Half as likely",
    kind="family",
    marks=(Mark.RECOMMENDED,),
    statement="""
Dividing logits by a temperature changes how much likelier the first choice is than the second.
`temperature(logits)` is given two logits or more, in any order; the two largest differ.
It returns the temperature at which the second choice is half as likely as the first.
""",
    hints=(
        "By what is the ratio of two shares decided? Do the other logits matter?",
        "The ratio is $e$ to the power of a difference, divided by $T$.",
    ),
    answer="""
The ratio of two shares is $e^{(l_2-l_1)/T}$ and does not depend on the others. It is a half where
$(l_1-l_2)/T=\\ln 2$, so $T=(l_1-l_2)/\\ln 2$. At half that temperature the second is a quarter as
likely, as the ratio is squared.
""",
    stub=STUB,
    judge=judge,
    code=(temperature,),
    typed=formula(
        "temperature, a formula in the largest logit and the second",
        ("largest", "second"),
        typed_data,
    ),
)
