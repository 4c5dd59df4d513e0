"""Computers of ten mailboxes with an instruction of their own, held to an interpreter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from exercises.judging.judge import conditions, fresh
from exercises.judging.traces import Run, Words
from taotp.applications.computer import machine as of_the_book
from taotp.applications.computer.machine import Address, Computer
from taotp.constructions.by_history import (
    Columns,
    History,
    Unit,
    columns,
    reads,
    units,
    writes,
)
from taotp.little_man import history, vocabulary
from taotp.little_man.instructions import NAMED
from taotp.little_man.interpreter import State, next_token
from taotp.little_man.tokens import HALT, spoken
from taotp_core.arrays import Array
from taotp_core.program import Program
from taotp_core.weights import MLP, Layer, Norm, Transformer

CELLS, N_CTX = 10, 80  # mailboxes and positions
MOST = 10 * CELLS - 1  # the largest number
WORDS = Words(vocabulary(CELLS), "the words of computer(n_cells=10)", N_CTX)
LOAD = NAMED["LDA"] * CELLS
ASK, SAY, _ = SPOKEN = tuple(spoken(CELLS).values())
FOURS = range(4 * CELLS, 5 * CELLS)  # what is no instruction of the Little Man
DRAWN, SOME = 400, 60  # programs, in all and where there is little time
Does = Callable[[State, str], str | None]


def traced(cells: Sequence[int], does: Does, before: Sequence[str] = ()) -> Run:
    """The prompt of a program, and its trace by the interpreter, as long as there is room for it.

    `does` gets the state and the token of the Little Man, and gives the token that is right, or
    None where it is left open. The prompt begins with `before`.
    """
    prompt, trace = [*before, *history(cells, CELLS)], list[str]()
    most = N_CTX + 1 - len(prompt)  # nothing reads the last
    state = State.after(prompt)
    while len(trace) < most and HALT not in trace:
        if (token_or_none := does(state, next_token(state, CELLS))) is None:
            break
        state.read(token_or_none)
        trace.append(token_or_none)
    return prompt, trace


def instruction_at(state: State) -> int:
    """The number in the cell at hand."""
    return state.cells.get(state.place, 0)


def programs(seed: int, new: Sequence[int]) -> list[list[int]]:
    """Programs of ten cells or less that load, do what is new, and go on in any way."""
    rng = fresh(seed)

    def instruction() -> int:
        if rng.random() < 0.4:
            return int(rng.choice(new))
        if rng.random() < 0.1:
            return int(rng.choice([*SPOKEN, int(rng.integers(-MOST, MOST + 1))]))
        return int(rng.choice([1, 2, 3, 3, 5, 5, 6, 7, 8]) * CELLS + rng.integers(CELLS))

    found = []
    for _ in range(DRAWN if conditions().whole else SOME):
        code = [instruction() for _ in range(rng.integers(1, CELLS - 1))]
        data = rng.integers(-MOST, MOST + 1, size=rng.integers(CELLS - len(code)))
        found.append([int(LOAD + rng.integers(CELLS)), *code, *map(int, data)])
    return found


def lost_at(program: Program, place: int) -> Program:
    """The same, whose positions are all alike from a place on."""
    W_pos = program.model.W_pos.copy()
    W_pos[place:] = 0
    return replace(program, model=replace(program.model, W_pos=W_pos))


# The machine of the book, to be built upon


@dataclass(frozen=True)
class Parts:
    """The machine of ten mailboxes, taken apart: its columns, tables and layers."""

    s: Columns
    of: History
    at: Address
    W_E: Array
    W_pos: Array
    layers: tuple[Layer, ...]
    norm: Norm | None

    def with_units(self, layer: int, *each: Unit) -> "Parts":
        """The same with more units in a layer."""
        more, mlp = units(self.s, each, divided=self.of.divided), self.layers[layer].mlp
        assert mlp is not None
        both = MLP(
            np.hstack([mlp.W_in, more.W_in]), np.concatenate([mlp.b_in, more.b_in]),
            np.vstack([mlp.W_out, more.W_out]), mlp.b_out,
        )  # fmt: skip
        return self.with_layer(layer, replace(self.layers[layer], mlp=both))

    def with_layer(self, number: int, layer: Layer) -> "Parts":
        """The same with another layer."""
        return replace(self, layers=(*self.layers[:number], layer, *self.layers[number + 1 :]))

    def program(self) -> Computer:
        """All of it put together."""
        model = Transformer(self.W_E, self.W_pos, list(self.layers), self.norm)
        return Computer(model, WORDS.all, stop=HALT, fault=of_the_book.fault)


def parts(more: str = "", norm: Norm | None = None, loud: float = of_the_book.LOUD) -> Parts:
    """The machine of ten mailboxes with more columns in its stream, and without norms if None."""
    at = Address(CELLS, CELLS, N_CTX)
    s = columns(" ".join([*at.layout(), more]))
    flag = 1.0 if norm is None else loud
    divided = 1.0 if norm is None else loud / float(np.sqrt(len(s)))
    of = History(N_CTX * reads(s, "pos"), N_CTX, divided=divided)
    W_pos = np.arange(N_CTX)[:, None] / N_CTX * writes(s, "pos")
    load = of_the_book.load(s, of, at, flag)
    layers = (
        Layer(of_the_book.registers(s, of, at, flag), of_the_book.signs(s, of, at), norm, norm),
        Layer([of_the_book.fetch(s, of, at, flag)], of_the_book.decode(s, of, CELLS), norm, norm),
        Layer([load], of_the_book.execute(s, of, at, flag), norm, norm),
    )
    return Parts(s, of, at, of_the_book.embedding(s, at, flag), W_pos, layers, norm)
