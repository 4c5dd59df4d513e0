"""An instruction that loads from where the accumulator points, without a new head."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from exercises.judging.judge import budget, fresh, praised
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
from taotp.constructions.by_history import Unit, stairs
from taotp.little_man import number
from taotp.little_man.interpreter import State
from taotp_core.program import Program
from taotp_core.weights import RMS_NORM, Norm, Transformer

HEADS = 4
WHERE = "in load_indirect"
PRAISE = "{inputs} inputs, {total} numbers, smallest margin {margin:.2g}"
STUB = '''
def load_indirect():
    """A Program like computer(n_cells=10), in which 4x loads."""
    raise NotImplementedError
'''
Make = Callable[[], Program]
Asked = Mapping[str, str]  # what stands for what the head that loads asks for
POINTED: Asked = {"cell": "acc_c", "cell_square": "acc_cc"}


def pointed_at(state: State, said: str) -> str | None:
    """What the cell holds that the accumulator names by its last digit; open below 0."""
    if instruction_at(state) not in FOURS:
        return said
    return None if state.held < 0 else number(state.cells.get(state.held % CELLS, 0), CELLS)


def cases() -> list[Run]:
    """Every number points, at a full memory and at one of five cells; and drawn programs."""
    rng = fresh(40)

    def data(count: int) -> list[int]:
        return [int(v) for v in rng.integers(-MOST, MOST + 1, size=count)]

    values = range(MOST + 1)
    full = [[LOAD + 9, int(rng.choice(FOURS)), SAY, 0, *data(5), v] for v in values]
    few = [[LOAD + 4, int(rng.choice(FOURS)), SAY, 0, v] for v in values]
    edges = [[LOAD + 5, x, SAY, 0, 7, 8] for x in range(39, 51)]
    return [traced(cells, pointed_at) for cells in (*full, *few, *edges, *programs(41, FOURS))]


def judge(answer: object) -> str:
    """Programs that load what is pointed at, and all else as before, by four heads."""
    program, tally = goes_on(answer, WHERE, WORDS, cases)
    said = praised(PRAISE, program.model, tally)
    budget(f"{tally.inputs} inputs", n_heads(program.model), "heads", "all layers", HEADS)
    return said


def n_heads(model: Transformer) -> int:
    """How many heads there are."""
    return sum(len(layer.heads) for layer in model.layers)


def load_indirect(
    norm: Norm | None = None, *, asked: Asked = POINTED, first: int = 40, last: int = 49
) -> Program:
    """What the head that loads asks for is exchanged, for numbers from 40 to 49.

    It is also a load. The difference that is put in lies between -1 and 1.
    """
    N = 10.0 * CELLS
    each: list[Unit] = stairs("code", N, {first: {"lda": 1}, last + 1: {"lda": -1}})
    for place, sign in ((first, 1.0), (last + 1, -1.0)):
        gate, bias = {"code": 3 * N}, 1 - 3.0 * place  # 1 at the place, and below 0 before it
        for was, now in asked.items():
            each += [
                (gate | {now: 1, was: -1}, bias, {was: sign}),
                (gate, bias, {was: -sign}),
            ]
    return parts(norm=norm).with_units(1, *each).program()


def accepted_with_norms() -> Make:
    """Each part has a norm before it, as in the chapter."""
    return lambda: load_indirect(RMS_NORM)


def accepted_more_room() -> Make:
    """Room for more than is asked."""

    def made() -> Program:
        program = load_indirect()
        W_pos = np.vstack([program.model.W_pos, program.model.W_pos[-9:]])
        return replace(program, model=replace(program.model, W_pos=W_pos))

    return made


def wrong_without_its_last_places() -> Make:
    """It has room for 80 tokens, and knows where it is at 75 of them."""
    return lambda: lost_at(load_indirect(), 75)


def wrong_as_it_is() -> Make:
    """The machine of the chapter halts."""
    return lambda: parts().program()


def wrong_loads_what_it_names() -> Make:
    """An LDA under another number."""
    return lambda: load_indirect(asked={})


def wrong_square_forgotten() -> Make:
    """Where nothing was stored it does not find zero: the square is still that of x."""
    return lambda: load_indirect(asked={"cell": "acc_c"})


def wrong_one_more() -> Make:
    """LDA 0 points as well."""
    return lambda: load_indirect(last=50)


def wrong_always() -> Make:
    """From 40 on every instruction that loads or stores does so where the accumulator points."""
    return lambda: load_indirect(last=99)


def wrong_new_head() -> Make:
    """Right, with a head more than there were."""

    def made() -> Program:
        program = load_indirect()
        first, *others = program.model.layers
        idle = replace(first.heads[0], W_O=np.zeros_like(first.heads[0].W_O))
        layers = [replace(first, heads=[*first.heads, idle]), *others]
        return replace(program, model=replace(program.model, layers=layers))

    return made


EXERCISE = Exercise(
    slug="load-indirect",
    title="Where it points",
    kind="construct",
    statement=f"""
Other computers have `LDI`, which loads from the mailbox that another mailbox names. Let `4x` be
half of it: the accumulator names a mailbox by its last digit, and what is stored there is loaded,
or 0 where nothing is. So `LDA 9` and `40` load what the number in mailbox 9 points at. It is one
step, and one token: the number. The `x` is not read, what happens below zero is up to you, and all
else stays as it is. `load_indirect()` returns a `Program` of the words of `computer(n_cells=10)`,
with room for 80 tokens, and it has no more heads than that one: {HEADS} in all layers.
""",
    example=Example(
        "What stands in a row when the head that loads asks, and what it asks for; the accumulator "
        "names a mailbox, too, in `acc_c`, and `acc_cc` is the square of that:",
        "from exercises.judging.ten_mailboxes import parts\n\n"
        "made = parts()\nprint(*made.s)\n"
        "(head,) = made.layers[2].heads\n"
        "names = list(made.s)\n"
        "[names[i] for i in head.W_Q.any(axis=1).nonzero()[0]]",
    ),
    hints=(
        "The head that loads asks for `cell`. Who could write something else there before?",
        "The second MLP reads the number of the instruction in `code`, 100 times too small. A unit "
        "that reads `acc_c - cell`, and 3 for each number from 40 on, is open from there. What "
        "else does it say, and which second unit takes that away?",
        "Units that open from 40 on have to close at 50.",
    ),
    answer="""
The number in the accumulator names a mailbox before anybody asks: the head that finds it brings its
last digit along, for `STA` and for nothing else. The second MLP exchanges what the third layer asks
for. A pair of units says the difference $d$ between the two addresses from 40 on: one is
$\\max(0, 3(n-40)+1+d)$, the other $\\max(0, 3(n-40)+1)$ is taken away, and before 40 both are 0. A
second pair ends it at 50, and four more units do the same with the squares. Two steps say that it
is a load. Twelve units, no head and no column.
""",
    stub=STUB,
    judge=judge,
    code=(load_indirect,),
)
