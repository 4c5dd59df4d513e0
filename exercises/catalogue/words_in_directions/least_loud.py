"""Exercise: how loud the pair has to be for a small grammar."""

from collections.abc import Callable

from exercises.judging.boxes import stretch, stretches_of, told
from exercises.judging.judge import Wrong, ask, numbers
from exercises.judging.semes import SENTENCES, miscounted
from exercises.statement import Example, Exercise
from exercises.typed import Field, Json
from taotp.programs.weird_words import weird_words

WITHIN = 0.02
STUB = '''
def least_loud():
    """The least loudness with which no sentence is counted wrong."""
    raise NotImplementedError
'''

Make = Callable[[], float]


def judge(answer: object) -> str:
    """A little more is enough, a little less is not."""
    where = "in least_loud"
    loud = float(numbers(ask(answer, where=where), (), where))
    if not 2 * WITHIN < loud < 1e4:
        raise Wrong(f"{where} expected a loudness above 0 and below 10,000, got {loud:g}")
    if wrong := miscounted(weird_words(loud=loud + WITHIN)):
        text, right, said = wrong[0]
        raise Wrong(f"on {text!r} at {loud + WITHIN:g} expected {right}, got {said}")
    if not miscounted(weird_words(loud=loud - WITHIN)):
        raise Wrong(
            f"{where} expected the least, got {loud:g}: {loud - WITHIN:g} is enough as well"
        )
    return f"{len(SENTENCES)} inputs, twice"


def least_loud() -> float:
    """By halves, between what fails and what does not."""
    fails, holds = 8.0, 9.0
    while holds - fails > WITHIN / 2:
        middle = (fails + holds) / 2
        if miscounted(weird_words(loud=middle)):
            fails = middle
        else:
            holds = middle
    return holds


def accepted_halves() -> Make:
    """As the model answer has it."""
    return least_loud


def accepted_steps() -> Make:
    """Down in steps of a hundredth."""

    def find() -> float:
        loud = 856
        while not miscounted(weird_words(loud=(loud - 1) / 100)):
            loud -= 1
        return loud / 100

    return find


def wrong_chapter() -> Make:
    """What the chapter has is enough, and not the least."""
    return lambda: 9.0


def wrong_mostly() -> Make:
    """Most sentences are right."""
    return lambda: 8.0


def wrong_one_sentence() -> Make:
    """Enough for one weird word, and not for two."""
    return lambda: 5.0


def typed_items() -> list[Json]:
    """What is counted wrong first at each loudness, up to where nothing is."""

    def what(loud: float) -> str | None:
        if not (wrong := miscounted(weird_words(loud=loud))):
            return None
        text, right, said = wrong[0]
        return f"on {text!r} at {{more:g}} expected {right}, got {said}"

    below = "in least_loud expected a loudness above 0 and below 10,000, got {said:g}"
    more = "in least_loud expected the least, got {said:g}: {less:g} is enough as well"
    *wrong, enough = stretches_of(what, (3 * WITHIN, 1, 2, 4, 6, 8, 12), 1e-4)
    for each in wrong:
        each |= {"from": each["from"] - WITHIN, "to": each["to"] - WITHIN}
    least = enough["from"]
    return [
        {
            "stretches": [
                stretch(None, 2 * WITHIN, below),
                stretch(1e4, None, below),
                *wrong,
                stretch(least - WITHIN, least + WITHIN),
                stretch(least, 1e4, more),
                stretch(None, None, below),
            ]
        }
    ]


EXERCISE = Exercise(
    slug="least-loud",
    title="Loud enough",
    kind="value",
    statement=f"""
The pair of `weird_words` is 30. How loud must it be, so that none of the {len(SENTENCES)}
sentences of the chapter is counted wrong? `least_loud()` returns it, to within {WITHIN}.
""",
    hints=(
        "Only sentences with the most weird words are wrong in the end, so it is enough to try "
        "those.",
        "Between 8 and 9. Halve the interval, and look which half has the edge.",
    ),
    answer="""
8.5. All that is read is too small by the share $q/4B^2$, and three things are read in turn: the
numbers that are fetched, their sum in a unit, and the count. Of three weird words less than two
and a half arrive in the end, and that is rounded to two. A text with more of them needs a louder
pair.
""",
    stub=STUB,
    judge=judge,
    code=(least_loud,),
    example=Example(
        "The sentences, and one loudness:",
        "from exercises.judging.semes import SENTENCES, miscounted\n"
        "from taotp.programs import weird_words\n\n"
        "miscounted(weird_words(loud=8))[0]",
    ),
    typed=told(
        (Field("loud", "the least loudness", "number"),),
        typed_items,
        f"{len(SENTENCES)} inputs, twice",
        words={"more": f"said + {WITHIN}", "less": f"said - {WITHIN}"},
    ),
)
