"""Exercise: what the machine of mood says if its start counted several times."""

import math
from collections.abc import Callable

from exercises.judging.boxes import cases, formula
from exercises.judging.cases import asked
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise, Mark
from exercises.typed import Json

SUMS, SIZES = (1.9, -4.2, 0.3, 12.5, 0.0), ((1, 1), (7, 1), (7, 2), (40, 2), (3, 5))
FIXED = tuple((S, n, times) for S in SUMS for n, times in SIZES)
DRAWN = tuple((S / 10, n, times) for S, n, times in asked([], (-400, 400), (1, 900), (1, 60)))
CASES = (*FIXED, *DRAWN)
WITHIN = 1e-9
STUB = '''
def score(S, n, times):
    """What is said of n words that sum to S, with so many starts."""
    raise NotImplementedError
'''

Score = Callable[[float, int, int], float]


def score(S: float, n: int, times: int) -> float:
    """Every start brings a share, so that the root of 15 counts as often."""
    return S / math.sqrt(S * S + 15 * times * times)


def judge(answer: object) -> str:
    """Several sums, lengths and numbers of starts."""
    for S, n, times in CASES:
        where = f"with S={S}, n={n}, times={times}"
        given = numbers(ask(answer, S, n, times, where=where), (), where).item()
        if not abs(given - score(S, n, times)) <= WITHIN:
            raise Wrong(f"{where} expected {score(S, n, times):.6g}, got {given:.6g}")
    return f"{len(CASES)} inputs"


def accepted_formula() -> Score:
    """A formula."""
    return score


def accepted_by_averages() -> Score:
    """What the head brings, and what the norm makes of it."""

    def averaged(S: float, n: int, times: int) -> float:
        mean, share = S / (n + times), times / (n + times)
        return mean / math.hypot(mean, math.sqrt(15) * share)

    return averaged


def wrong_once() -> Score:
    """As if the average did not notice."""
    return lambda S, n, times: S / math.sqrt(S * S + 15)


def wrong_squared_once() -> Score:
    """As if the starts added up to 30."""
    return lambda S, n, times: S / math.sqrt(S * S + 15 * times)


def wrong_by_length() -> Score:
    """As if the score were of the mean."""
    return lambda S, n, times: S / n / math.sqrt((S / n) ** 2 + 15)


def typed_data() -> Json:
    """The cases, and what is said in each."""
    return cases(
        ("S", "n", "times"),
        CASES,
        [score(*case) for case in CASES],
        "{where} expected {expected:.6g}, got {said:.6g}",
        within=WITHIN,
        where=[f"with S={S}, n={n}, times={times}" for S, n, times in CASES],
    )


EXERCISE = Exercise(
    slug="fifteen-twice",
    title="The fifteen, twice",
    kind="value",
    marks=(Mark.RECOMMENDED,),
    statement="""
The 15 stands on `<s>`, once, and the head that averages brings $1/n$ of what is there. Somebody
puts several starts before a text, `times` in all, each a row like the first. The valences of its
`n` words sum to `S`, and there is no *but*. What does the machine say? Write `score(S, n, times)`.
""",
    hints=(
        "How many rows are averaged? What share of them brings a 1 for the root of 15?",
        "Write both averages down. The norm keeps their ratio and nothing else.",
    ),
    answer="""
$S/\\sqrt{S^2+15\\,t^2}$. Both averages are over $n+t$ rows, which the norm cancels; but of the
start there are $t$ shares, so that $\\sqrt{15}$ counts $t$ times and its square $t^2$ times.
Two starts make the machine half as easy to impress: 60 in the place of 15. The length $n$ is in
no answer.
""",
    stub=STUB,
    judge=judge,
    code=(score,),
    typed=formula("score(S, n, times)", ("S", "n", "times"), typed_data),
)
