"""Exercise: how many numbers of a lookup are fitted."""

from collections.abc import Callable, Sequence

from exercises.judging.boxes import near, told
from exercises.judging.judge import Wrong, ask, items, whole
from exercises.statement import Exercise
from exercises.typed import Field, Json

MACHINES = ((10, 5, 10), (1000, 5, 10), (30, 10, 8))  # symbols, length of a key, numbers each
STUB = '''
def fitted():
    """How many numbers of three lookups are fitted: three whole numbers."""
    raise NotImplementedError
'''

Make = Callable[[], Sequence[int]]


def judge(answer: object) -> str:
    """Three whole numbers."""
    where = "in fitted"
    given = items(ask(answer, where=where), len(MACHINES), "three whole numbers", where)
    for machine, right, each in zip(MACHINES, fitted(), given, strict=True):
        found = whole(each, where)
        if found != right:
            raise Wrong(f"{named(*machine)} expected another number, got {found}")
    return f"{len(MACHINES)} inputs"


def named(symbols: int, length: int, size: int) -> str:
    """A machine in words."""
    return f"with {symbols} symbols, keys of {length} and vectors of {size}"


def fitted() -> list[int]:
    """A vector for each symbol, and a matrix for each place of the key."""
    return [symbols * size + length * size**2 for symbols, length, size in MACHINES]


def accepted_counted() -> Make:
    """As the model answer has it."""
    return fitted


def accepted_typed() -> Make:
    """Reckoned on paper."""
    return lambda: [600, 10_500, 880]


def wrong_vectors() -> Make:
    """The vectors alone."""
    return lambda: [symbols * size for symbols, _, size in MACHINES]


def wrong_one_matrix() -> Make:
    """One matrix for all places."""
    return lambda: [symbols * size + size**2 for symbols, _, size in MACHINES]


def wrong_both_ends() -> Make:
    """The vectors counted twice, though one table stands at both ends."""
    return lambda: [2 * s * size + length * size**2 for s, length, size in MACHINES]


def typed_items() -> list[Json]:
    """The three numbers."""
    return [
        {"stretches": near(right, 0, f"{named(*machine)} expected another number, got {{said}}")}
        for machine, right in zip(MACHINES, fitted(), strict=True)
    ]


EXERCISE = Exercise(
    slug="how-many-fitted",
    title="How many numbers are fitted?",
    kind="value",
    statement="""
The lookup of 1 2 3 and 4 5 6 has 7 symbols, keys of 3, and vectors of 5 numbers, and 110 of its
numbers are fitted. `fitted()` returns how many are fitted in three others: 10 symbols, keys of 5
and vectors of 10; 1,000 symbols with the same; and 30 symbols, keys of 10 and vectors of 8.
""",
    hints=(
        "The vectors of the symbols are fitted, and so are the matrices of the heads.",
        "There is a matrix for each place of the key, from a vector to a vector.",
    ),
    answer="""
A vector of $d$ numbers for each of $V$ symbols and a $d \\times d$ matrix for each of $l$ places
make $V d + l d^2$: 600, 10,500 and 880. The same vectors stand at both ends and are counted once.
The number of entries does not occur, and so a table that is too long does not fit.
""",
    stub=STUB,
    judge=judge,
    code=(fitted,),
    typed=told(
        [
            Field(
                f"fitted_{i}", f"{symbols:,} symbols, keys of {length}, vectors of {size}", "number"
            )
            for i, (symbols, length, size) in enumerate(MACHINES)
        ],
        typed_items,
        f"{len(MACHINES)} inputs",
        finite="in fitted",
    ),
)
