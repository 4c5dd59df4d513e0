"""An instruction that doubles what is held."""

from collections.abc import Callable, Mapping

from exercises.judging.judge import praised
from exercises.judging.ten_mailboxes import (
    CELLS,
    FOURS,
    LOAD,
    MOST,
    SAY,
    WORDS,
    instruction_at,
    lost_at,
    parts,
    programs,
    traced,
)
from exercises.judging.traces import Run, goes_on
from exercises.statement import Example, Exercise
from taotp.applications.computer.machine import LOUD, NUMBERS, sums
from taotp.constructions.by_history import stairs
from taotp.little_man import number
from taotp.little_man.interpreter import State, short
from taotp_core.program import Program
from taotp_core.weights import RMS_NORM, Norm

WHERE = "in twice_as_much"
PRAISE = "{inputs} inputs, {total} numbers, smallest margin {margin:.2g}"
STUB = '''
def twice_as_much():
    """A Program like computer(n_cells=10), in which 4x doubles."""
    raise NotImplementedError
'''
Make = Callable[[], Program]
Held = Mapping[str, float]
HELD: Held = {"acc": 2.0}


def doubled(state: State, said: str) -> str:
    """What is held twice, without its first digit where it has three."""
    if instruction_at(state) in FOURS:
        return number(short(2 * state.held, CELLS), CELLS)
    return said


def cases() -> list[Run]:
    """Every number is doubled, every 4x doubles, and its neighbors do not; and drawn programs."""
    values = range(-MOST, MOST + 1)
    each = [[LOAD + 4, FOURS[abs(v) % CELLS], SAY, 0, v] for v in values]
    edges = [[LOAD + 5, x, x, SAY, 0, v] for x in range(39, 51) for v in (1, -24, 50, MOST)]
    return [traced(cells, doubled) for cells in (*each, *edges, *programs(4, FOURS))]


def judge(answer: object) -> str:
    """Programs that double, and all else as before."""
    program, tally = goes_on(answer, WHERE, WORDS, cases)
    return praised(PRAISE, program.model, tally)


def twice_as_much(
    norm: Norm | None = None, *, first: int = 40, last: int = 49, held: Held = HELD, bends: int = 5
) -> Program:
    """A column tells that it is 4x; five more units add what is held to itself."""
    made = parts("twice", norm)
    flag, N = (LOUD if norm else 1.0), 10.0 * CELLS
    G = 1e3 * (flag**2 + N**2)  # as loud as the units of a sum are
    steps = stairs("code", N, {first: {"twice": 1}, last + 1: {"twice": -1}})
    doubles = sums("twice", {name: steep * N for name, steep in held.items()}, N, G)[:bends]
    kind = ({"twice": 1.0}, 0.0, {"number": NUMBERS * 4 * G / flag})
    return made.with_units(1, *steps).with_units(2, *doubles, kind).program()


def accepted_with_norms() -> Make:
    """Each part has a norm before it, as in the chapter."""
    return lambda: twice_as_much(RMS_NORM)


def wrong_without_its_last_places() -> Make:
    """It has room for 80 tokens, and knows where it is at 75 of them."""
    return lambda: lost_at(twice_as_much(), 75)


def wrong_as_it_is() -> Make:
    """The machine of the chapter halts."""
    return lambda: parts().program()


def wrong_adds_what_it_names() -> Make:
    """An ADD under another number."""
    return lambda: twice_as_much(held={"acc": 1.0, "m": 1.0})


def wrong_doubles_what_it_names() -> Make:
    """Twice what stands in x."""
    return lambda: twice_as_much(held={"m": 2.0})


def wrong_loads_too() -> Make:
    """It begins where it should and ends one too late: LDA 0 doubles as well."""
    return lambda: twice_as_much(last=50)


def wrong_not_at_zero() -> Make:
    """From 41 on: 40 halts."""
    return lambda: twice_as_much(first=41)


def wrong_large_numbers() -> Make:
    """No digit is lost: the largest number there is is said instead."""
    return lambda: twice_as_much(bends=1)


def wrong_three_times() -> Make:
    """Three times as much."""
    return lambda: twice_as_much(held={"acc": 3.0})


EXERCISE = Exercise(
    slug="twice-as-much",
    title="Twice as much",
    kind="construct",
    statement="""
Instructions that begin with 4 are none: the Little Man halts. Make `4x` double what the
accumulator holds, whatever `x` is, in the computer of ten mailboxes. As in every sum, a digit too
many is lost: twice 60 is 20, and twice -60 is -20. All else stays as it is. `twice_as_much()`
returns a `Program` of the words of `computer(n_cells=10)`, with room for 80 tokens. The machine may
be any that does it; `parts` takes that of the book apart, without norms, gives it the columns that
you name, and puts it together again.
""",
    example=Example(
        "The machine of ten mailboxes, with one column more that is still unused, which loads -25, "
        "finds a 40, and halts:",
        "from exercises.judging.ten_mailboxes import parts\n\n"
        'made = parts("twice")\n'
        "print([len(layer.mlp.b_in) for layer in made.layers], len(made.s))\n"
        'prompt = "53 >0 40 >1 92 >2 -25 >3 00 @0"\n'
        "list(made.program().trace(prompt.split()))",
    ),
    hints=(
        "The second MLP finds out which instruction it is. What does it take for one that begins "
        "at 40 and ends before 50? `stairs` of `taotp.constructions.by_history` writes units.",
        "Look at how `sums` in `taotp.applications.computer.machine` adds. What does it add to "
        "what is held, and what should it add now?",
        "A token needs a kind, too: it is a number.",
    ),
    answer="""
Two steps in the second MLP make a column that is 1 from 40 to 49. In the third, five units do what
five units do for `ADD`. They read the accumulator twice, and not what was loaded, and are open
while that column is 1. A last unit says that it is a number. No head is needed, and the head that
loads brings something that no row asks for.
""",
    stub=STUB,
    judge=judge,
    code=(twice_as_much,),
)
