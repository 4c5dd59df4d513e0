"""Exercise: how many keys light up where three are pressed at once."""

from collections.abc import Callable

from exercises.judging.judge import Wrong, ask, items
from exercises.statement import Exercise
from exercises.typed import Field, Typed
from taotp.applications.dialing.tones import KEYS

COUNTS = (3, 4, 6, 9)
STUB = '''
def three_keys():
    """Four strings of three keys, which light 3, 4, 6 and 9."""
    raise NotImplementedError
'''

Make = Callable[[], object]


def lit(keys: str) -> str:
    """The keys whose row and column both sound while some keys are pressed."""
    places = [KEYS.index(key) for key in keys]
    rows, columns = {place // 4 for place in places}, {place % 4 for place in places}
    return "".join(KEYS[4 * r + c] for r in sorted(rows) for c in sorted(columns))


def judge(answer: object) -> str:
    """Three different keys each, and as many lit as asked for."""
    where = "in the answer"
    given = items(ask(answer, where=where), len(COUNTS), f"{len(COUNTS)} strings", where)
    for keys, count in zip(given, COUNTS, strict=True):
        if (
            not isinstance(keys, str)
            or len(set(keys)) != 3
            or len(keys) != 3
            or set(keys) - set(KEYS)
        ):
            raise Wrong(f"in the answer, for {count}, expected three different keys, such as "
                        f"'159', got {keys!r}")  # fmt: skip
        if len(found := lit(keys)) != count:
            raise Wrong(f"on {keys!r} expected {count} keys, got {len(found)}: {found}")
    return f"{len(COUNTS)} inputs"


def three_keys() -> list[str]:
    """In a row; in a corner; in two rows; in three rows and three columns."""
    return ["123", "124", "126", "159"]


def accepted_some() -> Make:
    """Keys above and to the left."""
    return three_keys


def accepted_others() -> Make:
    """Columns in the place of rows."""
    return lambda: ["147", "0#9", "15B", "*5A"]


def wrong_corner() -> Make:
    """Three corners of a square light the fourth."""
    return lambda: ["124", "123", "126", "159"]


def wrong_row() -> Make:
    """Two in one row are in three columns at most."""
    return lambda: ["123", "124", "126", "12D"]


def wrong_twice() -> Make:
    """One key is there twice."""
    return lambda: ["123", "122", "126", "159"]


def wrong_string() -> Make:
    """One string for all."""
    return lambda: "159"


EXERCISE = Exercise(
    slug="three-keys",
    title="Three keys at once",
    kind="inspect",
    statement="""
A unit for a key hears its row **and** its column. Press 1 and 5 at once, and the units of 2 and 4
hear theirs as well. How many units can wake up where three keys are pressed? `three_keys()` returns
four strings of three different keys after which 3, 4, 6 and 9 keys hear their row and their column.
Why are no others possible, and which of the four does a machine refuse that only asks for *one row,
one column, no other*?
""",
    hints=(
        "In how many rows can three keys be, and in how many columns?",
        "It is the number of rows times the number of columns.",
    ),
    answer="""
Rows times columns, each from 1 to 3, and three different keys have to fit in: $1 \\times 3$,
$2 \\times 2$, $2 \\times 3$, $3 \\times 3$. All of them are refused: more than one row or more than
one column sounds. That is one of the things that went wrong while the machine was made: it counted
four presses where two keys were pressed at once.
""",
    stub=STUB,
    judge=judge,
    code=(three_keys, lit),
    checklist=("It is said why there are no others.",),
    typed=Typed(
        tuple(
            Field(f"light_{count}", f"three keys that light {count}", "words", example="159")
            for count in COUNTS
        ),
        "keys",
        lambda: {"keys": KEYS, "counts": [*COUNTS]},
        part="rules",
    ),
)
