"""Adding without a carry."""

from collections.abc import Callable

from exercises.judging.change import STUB, Case, Challenge, counted
from exercises.statement import Example, Exercise
from taotp.programs import add
from taotp_core.program import Program


def program() -> Program:
    """The chapter's program for numbers of one digit."""
    return add(1)


def cases() -> list[Case]:
    """All hundred sums, with a zero in the place of the carry."""
    return [(f"{a}+{b}=", f"0{(a + b) % 10}") for a in range(10) for b in range(10)]


CHALLENGE = Challenge(
    program,
    cases,
    can={
        "W_E:11.1": 0.2,
        "W_E:11.2": -0.6,
        "W_E:11.4": 1.5,
        "W_pos:3.1": 1e6,
        "W_pos:3.2": 1e5,
        "W_pos:3.3": 1e6,
        "W_pos:3.4": 0,
        "W_pos:3.5": -0.6,
        "W_pos:3.6": -0.75,
        "layers.0.heads.0.W_Q:2.0": 1e6,
        "layers.0.heads.0.W_Q:2.2": 80,
        "layers.0.heads.0.W_Q:3.0": -1e6,
        "layers.0.heads.0.W_Q:4.0": 150,
        "layers.0.heads.0.W_Q:4.1": -70,
        "layers.0.heads.0.W_Q:4.2": 150,
        "layers.0.heads.0.W_Q:5.0": -1e6,
        "layers.0.heads.1.W_Q:2.0": -70,
        "layers.0.heads.1.W_Q:2.2": -100,
        "layers.0.heads.1.W_Q:4.0": 100,
        "layers.0.heads.1.W_Q:4.2": 200,
    },
)


def one_number() -> str:
    """The mark of the position that says the tens, moved away from where the sum was read."""
    return "W_pos:3.1=1e3"


def accepted_mark() -> Callable[[], str]:
    """The model answer."""
    return one_number


def accepted_far() -> str:
    """Anything large in the same place."""
    return "W_pos:3.1=1e6"


def wrong_units() -> str:
    """The position that says the units."""
    return "W_pos:4.1=1e3"


def wrong_bias() -> str:
    """What the MLP says when nothing fires: a zero, and the units are gone too."""
    return "layers.0.mlp.b_out:0.0=1e12"


def wrong_spike() -> str:
    """One spike less is one sum less."""
    return "layers.0.mlp.W_in:0.0=0"


def wrong_digit() -> str:
    """A nine that counts as nothing carries nothing, and is no nine."""
    return "W_E:9.0=0"


EXERCISE = Exercise(
    slug="drop-the-carry",
    title="A dropped carry",
    kind="change",
    statement=f"""
`add(1)` says *15* after *7+8=*. Change one number so that nothing is carried: it says *05*, and
after all of the hundred sums a zero and then the right last digit. {CHALLENGE.asked}
""",
    hints=(
        "Two positions speak, one after the other. Which of them says the tens, and what does it "
        "have that the other does not?",
        "Both read the same sum, and the MLP has spikes for every sum at every place. What "
        "happens to a number that hits none of them?",
        "There is no need to take spikes away: move the position.",
    ),
    answer=f"""
`"W_pos:3.1=1e3"`. {counted(CHALLENGE)}: in the row of the fourth position, where the equals sign
stands, in the row of that sign, and in the queries of that position for digits. The
tens are said there, from a number that the heads bring together and the MLP looks up. Where that
number, or the place beside it, is another than the MLP expects, it finds the entry of a small sum,
or none, and says zero. The units are said one position later and know nothing of it: in this
program a carry is not handed on, it is looked up.
""",
    stub=STUB,
    judge=CHALLENGE.judge,
    code=(program, cases, one_number),
    typed=CHALLENGE.typed(),
    example=Example(
        "The machine. Change its numbers, and see how many prompts come out as asked:",
        """
from exercises.catalogue.adding import drop_the_carry
from taotp import figures

figures.explore(drop_the_carry.program, "7+8=",
    panels=("machine", "numbers"),
    answer=figures.Promise(**drop_the_carry.CHALLENGE.trials),
    id="drop-the-carry", title="Sums of one digit",
    alt="After 7+8= it says 15, a carry and a five.")
""",
    ),
)
