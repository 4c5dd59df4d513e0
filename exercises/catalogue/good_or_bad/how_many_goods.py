"""Exercise: how often one has to say good for a score."""

import math
from collections.abc import Callable
from itertools import count

from exercises.judging.boxes import cases, formula
from exercises.judging.cases import asked
from exercises.judging.judge import Wrong, ask, whole
from exercises.statement import Exercise
from exercises.typed import Json

GOOD, ALPHA = 1.9, 15
SCORES = (0.0, 0.1, 0.44, 0.4404, 0.4405, 0.5, 0.7, 0.9, 0.99, 0.999, 0.99995, 0.9999995)
NUMBERS = [n for (n,) in asked([(2,), (3,)], (1, 200))]
JUST = 1e-12
STUB = '''
def goods(score):
    """The least number of goods that reach a score from 0 up to 1."""
    raise NotImplementedError
'''

Goods = Callable[[float], int]


def score_of(n: int) -> float:
    """What the machine says of so many goods."""
    return GOOD * n / math.sqrt((GOOD * n) ** 2 + ALPHA)


def goods(score: float) -> int:
    """The sum that has the score, in goods; the last step is asked of the score itself."""
    about = math.floor(math.sqrt(ALPHA) * score / math.sqrt(1 - score * score) / GOOD)
    return next(n for n in count(max(0, about - 1)) if score_of(n) >= score)


def around(n: int) -> tuple[float, float]:
    """Scores that n goods just reach and just miss, by more than anybody's rounding."""
    return score_of(n) - JUST, score_of(n) + JUST


def asked_scores() -> tuple[float, ...]:
    """All that are asked for."""
    return (*SCORES, *(score for n in NUMBERS for score in around(n)))


def judge(answer: object) -> str:
    """Several scores, and those that some numbers of goods just reach, or just miss."""
    scores = asked_scores()
    for score in scores:
        where = f"with score={score}"
        given = whole(ask(answer, score, where=where), where)
        if given != goods(score):
            raise Wrong(f"{where} expected {goods(score)}, got {given}")
    return f"{len(scores)} inputs"


def accepted_formula() -> Goods:
    """A formula."""
    return goods


def accepted_by_trying() -> Goods:
    """One good after another."""

    def tried(score: float) -> int:
        n = 0
        while GOOD * n < score * math.sqrt((GOOD * n) ** 2 + ALPHA):
            n += 1
        return n

    return tried


def wrong_floor() -> Goods:
    """The most that do not."""
    return lambda score: math.floor(math.sqrt(ALPHA) * score / math.sqrt(1 - score**2) / GOOD)


def wrong_without_the_root() -> Goods:
    """With 15 in the place of its root."""
    return lambda score: math.ceil(ALPHA * score / math.sqrt(1 - score**2) / GOOD)


def wrong_linear() -> Goods:
    """As if each good had what the first has."""
    return lambda score: math.ceil(score / 0.4404)


def typed_data() -> Json:
    """The scores, and how many goods reach each."""
    scores = asked_scores()
    return cases(
        ("score",),
        [(score,) for score in scores],
        [*map(goods, scores)],
        "{where} expected {expected}, got {said}",
        where=[f"with score={score}" for score in scores],
        whole=True,
    )


EXERCISE = Exercise(
    slug="how-many-goods",
    title="Good, good, good",
    kind="value",
    statement="""
*Good* has the valence 1.9 and alone the score 0.4404. Say it twice, and the score is larger. Write
`goods(score)`: the least number of *goods*, and of nothing else, whose score is at least so much,
for scores from 0 up to 1, which is never reached.
""",
    hints=(
        "The score is the height of a point on a circle. What is its distance to the axis?",
        "Solve $c = S/\\sqrt{S^2+15}$ for $S$. Then each *good* brings 1.9 of it.",
    ),
    answer="""
$S=\\sqrt{15}\\,c/\\sqrt{1-c^2}$, and as many goods as $S/1.9$ rounded up; where that is nearly
whole, the score itself decides, as a root that is rounded may be a little too large. For 0.9 it
takes five, for 0.99 fifteen, and until four decimals say 1.0000, 204: a page of praise.
""",
    stub=STUB,
    judge=judge,
    code=(goods, score_of),
    typed=formula("goods(score)", ("score",), typed_data),
)
