"""Files rather than photos, by one number."""

from exercises.judging.change import STUB, Case, Challenge, counted
from exercises.statement import Example, Exercise
from taotp.applications.counts.machine import next_word
from taotp_core.program import Program

COMMANDS = {
    "show me my directories please": 0.2,
    "show me my files please": 0.3,
    "show me my photos please": 0.5,
}


def program() -> Program:
    """The chapter's three commands."""
    return next_word(COMMANDS, loud=1000)


def cases() -> list[Case]:
    """The command from its beginning, and every command from its last word but one."""
    rest = ["show", "me", "my", "files", "please"]
    said: list[Case] = [(rest[:n], rest[n:]) for n in range(len(rest))]
    said += [(["show", "me", "my", what], ["please"]) for what in ("directories", "photos")]
    return said


CHALLENGE = Challenge(
    program,
    cases,
    can={
        "W_E:3.1": 8000.0,
        "W_E:3.4": -500.0,
        "W_pos:3.1": 250000.0,
        "W_pos:3.4": -500.0,
        "W_U:0.1": -250.0,
        "W_U:0.4": 150000.0,
        "W_U:1.1": 7.0,
        "W_U:1.4": 200000.0,
        "W_U:2.1": -50.0,
        "W_U:2.4": 5000.0,
        "W_U:3.1": -50.0,
        "W_U:3.4": 5000.0,
        "W_U:4.1": -400.0,
        "W_U:4.4": 400000.0,
        "W_U:5.1": -50.0,
        "W_U:5.4": 5000.0,
        "W_U:6.1": -50.0,
        "W_U:6.4": 5000.0,
        "W_U:7.1": -50.0,
        "W_U:7.4": 5000.0,
        "W_U:8.1": 2.0,
        "W_U:8.4": -200.0,
        "W_U:9.1": -2.5,
        "W_U:9.4": 250.0,
    },  # fmt: skip
)


def one_number() -> str:
    """The logarithm of 1, where that of 0.3 was."""
    return "W_E:3.1=0"


def accepted_photos() -> str:
    """Fewer photos do it too."""
    return "W_E:3.4=-2"


def wrong_too_little() -> str:
    """Still below the logarithm of a half."""
    return "W_E:3.1=-0.8"


def wrong_row() -> str:
    """Another row: files for the word after me."""
    return "W_E:2.1=1"


def wrong_column() -> str:
    """Directories instead."""
    return "W_E:3.0=0"


EXERCISE = Exercise(
    slug="files-first",
    title="Files come first",
    kind="change",
    statement=f"""
The machine of three commands goes on with *photos*, as half of all people do. Change one number, so
that it says *show me my files please* from every beginning, and *please* still follows the thing
that was asked for. {CHALLENGE.asked}
""",
    hints=(
        "Which word does the choice come after? Its row of `W_E` holds logarithms.",
        "Words stand in alphabetical order: *my* is row 3, and *files* column 1.",
    ),
    answer=f"""
`"W_E:3.1=0"`. {counted(CHALLENGE)}. In the row of *my* the columns hold the logarithms of 0.2, 0.3
and 0.5. Anything above the last, in the place of *files*, and files are said; or anything below the
logarithm of 0.3 for *photos*. The shares no longer sum to one, which softmax mends.
""",
    stub=STUB,
    judge=CHALLENGE.judge,
    code=(program, cases, one_number),
    typed=CHALLENGE.typed(),
    example=Example(
        "The machine. Change its numbers, and see how many prompts come out as asked:",
        """
from exercises.catalogue.what_comes_next import files_first
from taotp import figures

figures.explore(files_first.program, ["show", "me", "my"],
    panels=("machine", "numbers"),
    answer=figures.Promise(**files_first.CHALLENGE.trials),
    id="files-first", title="Three commands",
    alt="After show me my it says photos, where files are asked.")
""",
    ),
)
