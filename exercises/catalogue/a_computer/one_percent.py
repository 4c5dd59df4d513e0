"""A number that is one percent off, which one program notices and another does not."""

from collections.abc import Callable

from exercises.judging.judge import Wrong
from exercises.judging.little_man import (
    Change,
    change_of,
    changed,
    machine,
    number_at,
    said_by,
)
from exercises.statement import Exercise
from taotp import little_man

SORTED = (4, 30, 7, -12, 7)
MOST = 0.01
STUB = '''
def one_percent():
    """A place, as path:row.column, and the number for it."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """One program is as before, the other is not."""
    where = "in one_percent"
    place, value = change_of(answer, machine(), where)
    was = number_at(machine(), place)
    if abs(value - was) > MOST * abs(was) * (1 + 1e-9):
        raise Wrong(f"{where} expected at most 1 % more or less than {was:g}, got {value:g}")
    program = changed(machine(), place, value)
    hello, sort = little_man.text("hello"), little_man.text("sort")
    expected, got = little_man.run(hello), said_by(program, hello, ())
    if got != expected:
        raise Wrong(f"with {place} at {value:g}, hello expected {expected}, got {got}")
    said = said_by(program, sort, SORTED)
    if said == little_man.run(sort, SORTED):
        raise Wrong(f"with {place} at {value:g}, on {list(SORTED)} expected a sort that is wrong, "
                    f"got {said}")  # fmt: skip
    return f"2 inputs: hello is right, and sort is not: {str(said)[:80]}"


def one_percent() -> Change:
    """What is held counts for less in a subtraction, of which hello has none."""
    place = place_of_sub()
    return place, 0.99 * number_at(machine(), place)


def place_of_sub() -> str:
    """Where the first of the units that subtract reads the accumulator."""
    (mlp,) = (machine().model.layers[2].mlp,)
    assert mlp is not None
    column = 15  # acc
    return f"layers.2.mlp.W_in:{column}.5"


def accepted_more() -> Callable[[], Change]:
    """A little more instead of less."""
    place = place_of_sub()
    return lambda: (place, 1.008 * number_at(machine(), place))


def wrong_two_percent() -> Callable[[], Change]:
    """It is too much."""
    place = place_of_sub()
    return lambda: (place, 0.98 * number_at(machine(), place))


def wrong_nothing() -> Callable[[], Change]:
    """Nothing is changed."""
    place = place_of_sub()
    return lambda: (place, number_at(machine(), place))


def wrong_both() -> Callable[[], Change]:
    """Loading is off, and hello loads."""
    place = "layers.2.mlp.b_in:10.0"
    return lambda: (place, 0.99 * number_at(machine(), place))


EXERCISE = Exercise(
    slug="one-percent",
    title="One percent",
    kind="value",
    statement="""
Change one number of `computer(n_ctx=600)` by at most 1 %, so that *hello* still says `Hello,
world!`, and *sort* no longer sorts 30, 7, -12 and 7. Both are programs of
`taotp.little_man`. `one_percent()` returns the place, as `"layers.0.mlp.W_in:4.1"` names row
4 and column 1, and the number that is to stand there.
""",
    hints=(
        "Which instructions does *sort* have that *hello* does not?",
        "Most numbers may be off by far more: every token rounds. Which numbers are multiplied by "
        "something as large as 1,000 before anything rounds?",
    ),
    answer="""
*hello* never subtracts. In the third MLP, unit 5 is the sum of a subtraction: it reads the
accumulator 1,000 times as loud as a whole number is. One percent less, and what is said is off by
a hundredth of what is held, which is more than a half as soon as that is above 50: the
instructions which *sort* makes for itself are.
""",
    stub=STUB,
    judge=judge,
    code=(one_percent, place_of_sub),
)
