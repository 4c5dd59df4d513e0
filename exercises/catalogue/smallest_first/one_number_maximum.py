"""The largest instead of the smallest, by one number."""

from collections.abc import Callable
from itertools import product

from exercises.judging.change import STUB, Case, Challenge, counted
from exercises.statement import Example, Exercise, Mark
from taotp.programs import minimum
from taotp_core.program import Program

D_VOCAB, N_CTX = 10, 5


def program() -> Program:
    """The chapter's minimum, of ten numbers."""
    return minimum(D_VOCAB, N_CTX)


def cases() -> list[Case]:
    """Every list of up to three numbers, with its largest."""
    lists = [each for n in (1, 2, 3) for each in product(range(D_VOCAB), repeat=n)]
    return [(each, [max(each)]) for each in lists]


CHALLENGE = Challenge(program, cases, can={"layers.0.heads.0.W_Q:2.0": 1e3})


def one_number() -> str:
    """The query reads north; now it reads south."""
    return "layers.0.heads.0.W_Q:2.0=1000"


def accepted_south() -> Callable[[], str]:
    """The model answer."""
    return one_number


def accepted_turned() -> str:
    """The number itself with the other sign would do."""
    return "layers.0.heads.0.W_Q:2.0=523"


def wrong_zero() -> str:
    """Without it the query still points north, if less."""
    return "layers.0.heads.0.W_Q:2.0=0"


def wrong_key() -> str:
    """One of the two numbers by which keys look east: right at the ends, wrong in between."""
    return "layers.0.heads.0.W_K:0.0=-1"


def wrong_other_key() -> str:
    """The other one."""
    return "layers.0.heads.0.W_K:1.0=1e3"


def wrong_value() -> str:
    """What is brought, in a mirror."""
    return "layers.0.heads.0.W_V:0.0=-1"


EXERCISE = Exercise(
    slug="one-number-maximum",
    title="The largest, by one number",
    kind="change",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
`maximum` differs from `minimum` in two numbers of its keys, which change their signs. Is one
enough? Change one number of `minimum(10, 5)` so that it says the largest of every list of up to
three numbers. {CHALLENGE.asked}
""",
    hints=(
        "A score is a query times a key. There are two ways to turn it around.",
        "The query asks how far north the last number is, and every one of them is in the north: "
        "$W_Q$ is a multiple of (1, 1, -2). Layer norm takes the mean off what it is multiplied "
        "with. So to what else is $W_Q$ equal?",
        "A constant may be added to all three numbers of $W_Q$ and no query changes. Add one that "
        "makes two of them zero.",
    ),
    answer=f"""
`"layers.0.heads.0.W_Q:2.0=1000"`. {counted(CHALLENGE)}. $W_Q$ is $h \\cdot (1, 1, -2)$ with
$h = 261$, and what it multiplies has mean zero, so that it does the same as $(0, 0, -3h)$: the
third number minus the others is all there is. So with more than $h$ in the third place the query
points south, every score changes its sign, and the smallest becomes the largest. The key reads
east, $(1, -1, 0)$, and in the same way that is two numbers, and neither can be spared: with
another first number it points east or west, but never without a part to the north.
""",
    stub=STUB,
    judge=CHALLENGE.judge,
    code=(program, cases, one_number),
    typed=CHALLENGE.typed(),
    example=Example(
        "The machine. Change its numbers, and see how many prompts come out as asked:",
        """
from exercises.catalogue.smallest_first import one_number_maximum
from taotp import figures

figures.explore(one_number_maximum.program, [6, 2, 9],
    panels=("machine", "numbers"),
    answer=figures.Promise(**one_number_maximum.CHALLENGE.trials),
    id="one-number-maximum", title="The smallest of ten numbers",
    alt="After 6 2 9 it says 2, where the largest is asked.")
""",
    ),
)
