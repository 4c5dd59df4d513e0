"""One number between Hello and Jello."""

from collections.abc import Callable

from exercises.judging.change import STUB, Case, Challenge, counted
from exercises.statement import Example, Exercise, Mark
from taotp.programs import hello_world
from taotp_core.program import Program


def program() -> Program:
    """The greeting, with a J at hand."""
    return hello_world("Hello World!", vocabulary="Hello World!J")


def cases() -> list[Case]:
    """It says the other greeting, and stops."""
    return [("", [*"Jello World!", "<stop>"])]


CHALLENGE = Challenge(program, cases, can={"W_pos:0.2": 5e6})


def one_number() -> str:
    """The first position, pushed along its third axis until J is nearest."""
    return "W_pos:0.2=5e6"


def accepted_function() -> Callable[[], str]:
    """The model answer."""
    return one_number


def accepted_mapping() -> dict[str, float]:
    """As `with_numbers` takes it."""
    return {"W_pos:0.2": 7.1e6}


def wrong_other_axis() -> str:
    """Any large number there: it still says H, or something between."""
    return "W_pos:0.0=5e6"


def wrong_token() -> str:
    """A louder J is said everywhere."""
    return "W_E:10.0=10"


def wrong_same() -> str:
    """The zero that is there already."""
    return "W_E:0.2=0"


def wrong_two() -> str:
    """Two numbers turn an arrow to wherever one likes."""
    return "W_pos:0.0=-1e6;W_pos:0.2=1e6"


def wrong_row() -> str:
    """There are 13 positions, the last of them the 12th."""
    return "W_pos:13.2=5e6"


def wrong_array() -> str:
    """The greeting has no layers."""
    return "layers.0.heads.0.W_Q:0.0=1"


EXERCISE = Exercise(
    slug="jello",
    title="Jello World!",
    kind="change",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
`hello_world("Hello World!", vocabulary="Hello World!J")` says *Hello World!* and has a *J* that it
never says. One number decides between *Hello* and *Jello*: change it so that it says *Jello
World!*, and stops. {CHALLENGE.asked}
""",
    hints=(
        "Which row knows that the first letter is an *H*? What would happen to all the other "
        "letters if you changed the vector of a symbol instead?",
        "On the circle that layer norm keeps, let one of the three numbers go to plus infinity, or "
        "to minus infinity. Where does the arrow end up, and what does it pass on the way?",
        "The three axes of the stream stand on that circle at a third of a turn from each other. A "
        "number that grows turns the arrow towards its axis. Where is *J*?",
    ),
    answer=f"""
`"W_pos:0.2=5e6"`. {counted(CHALLENGE)}. The first row of `W_pos` points at *H*, and layer norm
sees to it that it can do nothing but turn. As its third number grows the arrow turns towards the
third axis of space, past *J*.
""",
    stub=STUB,
    judge=CHALLENGE.judge,
    code=(program, cases, one_number),
    typed=CHALLENGE.typed(),
    example=Example(
        "The machine. Change its numbers, and see how many prompts come out as asked:",
        """
from exercises.catalogue.hello_world import jello
from taotp import figures

figures.explore(jello.program, "",
    panels=("machine", "numbers"), answer=[*"Jello World!", "<stop>"],
    id="jello", title="Hello, with a J at hand",
    alt="The greeting says Hello World! from two tables of three columns.")
""",
    ),
)
