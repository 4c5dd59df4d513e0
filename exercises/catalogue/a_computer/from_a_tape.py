"""A computer whose inputs stand before its program, on a tape."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from exercises.judging.judge import fresh, praised
from exercises.judging.ten_mailboxes import (
    ASK,
    CELLS,
    LOAD,
    MOST,
    N_CTX,
    SAY,
    WORDS,
    Parts,
    lost_at,
    parts,
    programs,
    traced,
)
from exercises.judging.traces import Run, goes_on
from exercises.statement import Example, Exercise
from taotp.applications.computer.machine import NUMBERS, gated
from taotp.constructions.by_history import asking, latest, reads, recall, stairs, writes
from taotp.little_man import number
from taotp.little_man import tokens as words
from taotp.little_man.interpreter import State
from taotp_core.program import Program
from taotp_core.weights import Head, Layer

LONGEST = 9  # numbers on a tape
N = 10.0 * CELLS
PLACES = "first tape at square"  # of rows on the tape
WHERE = "in from_a_tape"
PRAISE = "{inputs} inputs, {total} numbers, smallest margin {margin:.2g}"
STUB = '''
def from_a_tape():
    """A Program like computer(n_cells=10) that reads from a tape."""
    raise NotImplementedError
'''
Make = Callable[[], Program]


def with_tape(cells: Sequence[int], tape: Sequence[int]) -> Run:
    """The prompt of a tape and a program, and the trace until the tape is at its end."""
    left = iter(tape)

    def next_input(state: State, said: str) -> str | None:
        if said != words.ASK:
            return said
        value = next(left, None)
        return None if value is None else number(value, CELLS)

    before = [word for value in tape for word in (number(value, CELLS), words.ASK)]
    return traced(cells, next_input, before)


def cases() -> list[Run]:
    """Tapes of every length, read to the end, with pauses, and not at all; and drawn programs."""
    rng = fresh(17)
    says_all, every_other = [ASK, SAY, 6 * CELLS], [ASK, ASK, SAY, 6 * CELLS]
    keeps = [ASK, 39, ASK, LOAD + 9, SAY, ASK, SAY, 6 * CELLS + 2]  # STA 9, LDA 9 in between
    loads, none = [LOAD, SAY, LOAD + 1, ASK, SAY, 6 * CELLS], [LOAD, SAY]

    def tape(length: int) -> list[int]:
        return [int(v) for v in rng.integers(-MOST, MOST + 1, size=length)]

    ends = [[MOST] * LONGEST, [-MOST] * LONGEST, [0] * LONGEST, [*range(LONGEST)]]
    tapes = [*ends, *(tape(length) for length in range(LONGEST + 1) for _ in range(4))]
    fixed = [(code, each) for code in (says_all, every_other, keeps, loads, none) for each in tapes]
    drawn = [(code, tape(int(rng.integers(LONGEST + 1)))) for code in programs(18, [ASK])]
    return [with_tape(cells, each) for cells, each in (*fixed, *drawn)]


def judge(answer: object) -> str:
    """Programs that read their tape, and all else as before."""
    program, tally = goes_on(answer, WHERE, WORDS, cases)
    return praised(PRAISE, program.model, tally)


def from_a_tape(counted: str = "asks first", *, within: bool = True, behind: int = 0) -> Program:
    """A fourth layer: a head counts how often was asked, and another finds the number for that."""
    made = hears_of_inputs(parts(f"begun asks share read {PLACES}"), within)
    counts, finds = counting(made, counted), finding(made)
    heads, executes = made.layers[2].heads, made.layers[2].mlp
    last = Layer([*heads, counts], None, None, None), Layer([finds], executes, None, None)
    made = replace(made, layers=(*made.layers[:2], *last))
    G, F = 1e3 * (1 + N**2), 4e3 * (1 + N**2)  # as loud as the units of a load are
    value = gated("asks", N, {"read": N}, 2 * N, {"v": G / N})
    made = made.with_units(3, value, ({"asks": 1.0}, 0.0, {"number": NUMBERS * F}))
    W_E, W_pos = made.W_E.copy(), made.W_pos.copy()
    W_E[WORDS.all.index(words.ASK)] += writes(made.s, "tape")[0]
    W_pos[0] += writes(made.s, "first")[0]
    n = np.arange(N_CTX // 2)[:, None] + 1.0 + behind
    share = n / (n + 1)
    W_pos[1::2] += np.hstack([share, share**2]) @ writes(made.s, "at square")
    return replace(made, W_E=W_E, W_pos=W_pos).program()


def hears_of_inputs(made: Parts, within: bool) -> Parts:
    """INP is told apart from what says something, and only where the program has begun."""
    s, (jumps, holds) = made.s, made.layers[0].heads
    take = np.hstack([jumps.W_V, reads(s, "jump")])
    jumps = latest(made.of, reads(s, "jump"), take, writes(s, "shift begun"), jumps.name)
    begun = {"begun": N} if within else {}
    asks = [
        ({**look, **begun}, bias - sum(begun.values()), says)
        for look, bias, says in stairs("code", N, {ASK: {"asks": 1}, ASK + 1: {"asks": -1}})
    ]
    never = stairs("code", N, {ASK: {"in_out": -1}, ASK + 1: {"in_out": 1}})
    made = made.with_layer(0, replace(made.layers[0], heads=[jumps, holds]))
    return made.with_units(1, *asks, *never)


def counting(made: Parts, counted: str) -> Head:
    """A head that looks at the start and wherever an INP was done, at each of them as much.

    After n of them they have n/(n + 1) of its attention.
    """
    s, of = made.s, made.of
    look = 2 * of.sure * reads(s, counted).sum(axis=1, keepdims=True)
    nothing = np.zeros((len(s), 0))
    return asking(of, nothing, look, reads(s, "asks"), writes(s, "share"), "counts inputs")


def finding(made: Parts) -> Head:
    """A head that finds the n-th ? on the tape, whose address is n/(n + 1): with what was held."""
    s, apart = made.s, 1 / (LONGEST + 1) / (LONGEST + 2)
    where = reads(s, "at"), reads(s, "square")
    return recall(made.of, reads(s, "share"), reads(s, "tape"), where, reads(s, "acc"),
                  writes(s, "read"), apart=apart, name="reads the tape")  # fmt: skip


def accepted_more_room() -> Make:
    """It would count further than a tape is long."""

    def made() -> Program:
        program = from_a_tape()
        model = program.model
        W_pos = np.vstack([model.W_pos, model.W_pos[-9:]])
        return replace(program, model=replace(model, W_pos=W_pos))

    return made


def wrong_without_its_last_places() -> Make:
    """It has room for 80 tokens, and knows where it is at 75 of them."""
    return lambda: lost_at(from_a_tape(), 75)


def wrong_as_it_is() -> Make:
    """The machine of the chapter asks."""
    return lambda: parts().program()


def wrong_next_one() -> Make:
    """Counted from the number before the first."""
    return lambda: from_a_tape(behind=-1)


def wrong_counts_loads() -> Make:
    """What was loaded counts as an input, which looks alike in a trace."""
    return lambda: from_a_tape("asks first lda")


def wrong_no_start() -> Make:
    """Nothing is looked at besides inputs: they have all of the attention, however many."""
    return lambda: from_a_tape("asks")


def wrong_mean() -> Make:
    """The share of inputs among all tokens, which falls while nothing is asked."""
    return lambda: from_a_tape("m")  # a column in which nothing stands yet


def wrong_counts_the_prompt() -> Make:
    """What looks like an INP while the program is loaded counts, too."""
    return lambda: from_a_tape(within=False)


EXERCISE = Exercise(
    slug="from-a-tape",
    title="From a tape",
    kind="construct",
    statement=f"""
The program shall not ask any more. Its answers stand before it, each number with a `?`
behind it: `07 ? -03 ? 91 >0 92 >1 00 @0`. The first `INP` says 07, in the place of its `?`, the
second one -03. A number that was read looks like one that was loaded. There are up to {LONGEST}
numbers on the tape; what happens at its end is yours. `from_a_tape()` returns a `Program` of the
words of `computer(n_cells=10)` that goes on with such prompts, with room for {N_CTX} tokens.
""",
    example=Example(
        "The machine of the book asks, tape or not:",
        "from exercises.judging.ten_mailboxes import parts\n\n"
        "made = parts()\n"
        'prompt = "07 ? -03 ? 91 >0 92 >1 00 @0"\n'
        "list(made.program().trace(prompt.split(), [42]))",
    ),
    hints=(
        "How many inputs were read does not stand in the trace. Which layer knows of a row that an "
        "`INP` was done there?",
        "A head that looks at all those rows, at each as much, brings the same whether there are "
        "two or three. What if it looks at one more row, which is always there?",
        "$n$ rows beside that one have $n/(n+1)$ of the attention. That is no whole number, but "
        "may be an address as well: nothing says that addresses are evenly apart.",
        "In the prompt nothing is done yet. What tells a row whether the program has begun?",
    ),
    answer="""
The second MLP tells `INP` from other instructions, and only behind a jump, as the head that finds
the latest jump says whether there is one. In a third layer a head looks at the start of the text
and at all rows that did an `INP`, its own included, at each as much. It brings how much of its
attention those have: 1/2, 2/3, 3/4. That is the address of the $n$-th `?`, whose place in the text
is known, so that the table of positions may hold it, with its square. In a fourth layer a head asks
for it and brings what was held there. Two units say it.
""",
    stub=STUB,
    judge=judge,
    code=(from_a_tape, hears_of_inputs, counting, finding),
)
