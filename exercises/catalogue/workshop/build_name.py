"""Your name."""

from exercises.judging.bench import NameBench
from taotp.reference import Task

TEXT = """\
symbols "<" A d a "."
start "<"
stop "."
context 4
norms none
stream say 5
embed say as one-hot
place say as symbols A d ____ ____, times ____
"""
BENCH = NameBench(
    slug="build-name",
    task=Task("always", "Ada", {"word": "A"}),
    every=("", 0, 0),
    more=(),
    text=TEXT,
    answers=("a", '"."', "2"),
    task_words="""
The machine says your name, letter by letter, and then stops. As on the cover, each position must
say its letter even after a wrong one. The text has *Ada*. Put your own name in its place, its
letters into `symbols`, how many symbols there are into `stream`, and how many letters and the stop
into `context`.""",
    examples=(("", "Ada"), ("A", "da"), ("d", "da")),
    words=(
        (
            'place say as symbols A d a "."',
            "at the first position the row of A is added, at the second that of d, and so on",
        ),
        ("times 2", "twice as loud"),
        (
            "no `unembed`",
            "the rows of `embed` serve as both: what holds the row of a symbol says that symbol",
        ),
    ),
    page="hello_world",
    there="builds a machine that says a greeting in the same way",
    said=None,
    start="<",
    stop=".",
)
FILLED = BENCH.filled
EXERCISE = BENCH.exercise(
    "Your name",
    hints=(
        "A position speaks by adding the row of the symbol that comes next.",
        "The symbol that was read last is in the row as well, and speaks for itself, "
        "once. The position has to be louder.",
        '`place say as symbols A d a ".", times 2`',
    ),
    answer="""\
A row holds what was read, once, and what comes next, twice. So the position decides.""",
)


def accepted_filled() -> str:
    """Each blank filled in."""
    return FILLED


def accepted_another_name() -> str:
    """Another name."""
    return """\
symbols "<" G r a c e "."
start "<"
stop "."
context 6
norms none
stream say 7
embed say as one-hot
place say as symbols G r a c e ".", times 1.5
"""


def accepted_louder() -> str:
    """Much louder."""
    return FILLED.replace("times 2", "times 50")


def wrong_as_loud() -> str:
    """As loud as what was read: a tie."""
    return FILLED.replace("times 2", "times 1")


def wrong_quiet() -> str:
    """What was read is louder."""
    return FILLED.replace("times 2", "times 0.5")


def wrong_no_stop() -> str:
    """It never stops."""
    return FILLED.replace('a ".", times', "a a, times")


def wrong_one_letter_wrong() -> str:
    """The name it says has no a."""
    return FILLED.replace('A d a ".", times', 'A d d ".", times')


def wrong_at_once() -> str:
    """It stops before it has said a letter."""
    return FILLED.replace('symbols A d a ".", times', 'symbols "." d a ".", times')


def wrong_against() -> str:
    """Said against its own letters."""
    return FILLED.replace("times 2", "times -2")
