"""An echo that is heard in a mirror."""

from collections.abc import Callable
from itertools import product

from exercises.judging.change import STUB, Case, Challenge, counted
from exercises.statement import Example, Exercise
from taotp.programs import echo
from taotp_core.program import Program

N_CTX = 8


def program() -> Program:
    """The chapter's echo, of three letters."""
    return echo("abc", N_CTX)


def cases() -> list[Case]:
    """After three letters or four, each further one is the one three back, mirrored."""
    mirrored = {"a": "c", "b": "b", "c": "a"}
    found: list[Case] = []
    for length in (3, 4):
        for prompt in map("".join, product("abc", repeat=length)):
            said = prompt
            while len(said) <= N_CTX:
                said += mirrored[said[-3]]
            found.append((prompt, said[length:]))
    return found


CHALLENGE = Challenge(
    program, cases, can={"layers.0.heads.0.W_V:0.0": -1, "layers.0.heads.0.W_O:0.0": -1}
)


def one_number() -> str:
    """What the first head hands on loses its first number, and gets it back with a minus."""
    return "layers.0.heads.0.W_V:0.0=-1"


def accepted_taken() -> Callable[[], str]:
    """Where the head takes it."""
    return one_number


def accepted_put() -> str:
    """Where the head puts it."""
    return "layers.0.heads.0.W_O:0.0=-1"


def wrong_other_letters() -> str:
    """Another axis is another mirror: it keeps the a."""
    return "layers.0.heads.0.W_V:1.1=-1"


def wrong_other_head() -> str:
    """The head that clears."""
    return "layers.0.heads.1.W_V:0.0=-1"


def wrong_letters() -> str:
    """The letters themselves: at both ends, so that nothing is mirrored."""
    return "W_E:0.0=-1"


def wrong_too_little() -> str:
    """A quarter does not get across."""
    return "layers.0.heads.0.W_V:0.0=-0.25"


EXERCISE = Exercise(
    slug="mirror-echo",
    title="An echo in a mirror",
    kind="change",
    statement=f"""
`echo("abc", 8)` says the last three letters again and again. Change one number so that it hears
them in a mirror, where *a* is *c*, *c* is *a* and *b* is itself: after *abc* it says *cba*, and
since it hears itself, *abc* after that. Every prompt of three letters or four is asked, up to the
end of its context. {CHALLENGE.asked}
""",
    hints=(
        "Who finds the letter, who takes away the one that stood there? One of the two has to do "
        "something else.",
        "Three letters stand on the circle a third of a turn apart. Write down the three rows of "
        "`W_E`. What happens to them if one column changes its sign, and layer norm follows?",
        "A head carries a letter through $W_V$ and $W_O$, which are the identity on it.",
    ),
    answer=f"""
`"layers.0.heads.0.W_V:0.0=-1"`. {counted(CHALLENGE)}: in $W_V$ or in $W_O$ of the head that
looks back, at the diagonal. Each of the three axes is a mirror of the circle: a minus on one of
them exchanges two letters and keeps the third. Which of the letters that is, the axis decides.
Any number below -0.6 or so will do: the letters are so far apart that a mirror may be
crooked.
""",
    stub=STUB,
    judge=CHALLENGE.judge,
    code=(program, cases, one_number),
    typed=CHALLENGE.typed(),
    example=Example(
        "The machine. Change its numbers, and see how many prompts come out as asked:",
        """
from exercises.catalogue.four_tools import mirror_echo
from taotp import figures

figures.explore(mirror_echo.program, "abc",
    panels=("machine", "numbers"),
    answer=figures.Promise(**mirror_echo.CHALLENGE.trials),
    id="mirror-echo", title="The echo of three letters",
    alt="After abc the echo says abcabc.")
""",
    ),
)
