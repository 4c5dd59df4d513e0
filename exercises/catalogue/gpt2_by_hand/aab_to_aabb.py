"""From aab to aabb, by one number."""

from collections.abc import Callable

from exercises.judging.change import STUB, Case, Challenge, counted
from exercises.statement import Example, Exercise
from taotp.programs import printed
from taotp_core.program import Program

WORD, LONGEST = "aabb", 5


def program() -> Program:
    """The essay's machine."""
    return printed.aab()


def cases() -> list[Case]:
    """What follows in aabbaabb..., of every context of two letters or more."""
    text = WORD * 3
    contexts = {text[i : i + n]: text[i + n] for i in range(len(WORD))
                for n in range(2, LONGEST + 1)}  # fmt: skip
    return [*contexts.items()]


CHALLENGE = Challenge(
    program,
    cases,
    can={
        "W_E:1.7": 40,
        "layers.0.heads.0.W_V:5.7": 2,
        "layers.0.heads.0.W_V:6.7": 0,
        "layers.0.heads.0.b_V:7.0": 0.5,
        "layers.0.heads.0.b_O:5.0": 0,
    },
)


def one_number() -> str:
    """An a counts twice as much as a b."""
    return "layers.0.heads.0.W_V:5.7=2"


def accepted_value() -> Callable[[], str]:
    """The model answer."""
    return one_number


def accepted_bias() -> str:
    """No leaning towards a: then a and b are equal to nothing."""
    return "layers.0.heads.0.b_O:5.0=0"


def accepted_quiet_b() -> str:
    """A b counts for nothing."""
    return "layers.0.heads.0.W_V:6.7=0"


def wrong_abb() -> str:
    """An a counts three times as much: abb."""
    return "layers.0.heads.0.W_V:5.7=3"


def wrong_nearly() -> str:
    """Not quite a tie."""
    return "layers.0.heads.0.W_V:5.7=1.99"


def wrong_where() -> str:
    """Looking at itself alone says ab."""
    return "W_pos:4.3=-1"


def wrong_letters() -> str:
    """The letters louder: too loud for what is brought, or not loud enough."""
    return "W_E:0.5=1000"


EXERCISE = Exercise(
    slug="aab-to-aabb",
    title="From aab to aabb",
    kind="change",
    statement=f"""
`printed.aab()` goes on with *aab* for ever. Change one number so that it goes on with *aabb*, after
every context of two to five letters that stands in *aabbaabb...* {CHALLENGE.asked}
""",
    hints=(
        "Write down what follows *aa*, *ab*, *ba* and *bb*, and what the head finds there: it "
        "averages the last two letters, *a* for 1 and *b* for -1.",
        "*ab* and *ba* have the same average, and yet something else must follow. What else is in "
        "the stream that tells them apart?",
        "The last letter is still there, a thousand times less loud than what the head says. When "
        "would it be heard?",
    ),
    answer=f"""
`"layers.0.heads.0.W_V:5.7=2"`. {counted(CHALLENGE)}. With *a* for 2 and *b* for -1 the average of
*ab* and of *ba* is $\\frac12$, and there what the head writes for *a* and for *b* is the same.
So the letter that stood there before decides, which is not drowned any more: after *ab* it is *b*,
after *ba* it is *a*. After *aa* the head says *b* and after *bb* it says *a*, louder than any
letter. The others that can do it shift the same balance: *b* for 0, half added to both, no leaning
towards *a* at the end, or a table whose *b* hears what the head found.
""",
    stub=STUB,
    judge=CHALLENGE.judge,
    code=(program, cases, one_number),
    typed=CHALLENGE.typed(),
    example=Example(
        "The machine. Change its numbers, and see how many prompts come out as asked:",
        """
from exercises.catalogue.gpt2_by_hand import aab_to_aabb
from taotp import figures

figures.explore(aab_to_aabb.program, "aab",
    panels=("machine", "numbers"),
    answer=figures.Promise(**aab_to_aabb.CHALLENGE.trials),
    id="aab-to-aabb", title="The machine for aab",
    alt="After aab it goes on with aabaabaab.")
""",
    ),
)
