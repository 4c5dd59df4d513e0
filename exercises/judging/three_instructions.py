"""Programs of four cells of the computer of three instructions, as prompts with their traces."""

from collections.abc import Iterator
from itertools import islice, product

import numpy as np

from exercises.judging.asking import Shown
from exercises.judging.judge import Tally, conditions, fresh, knows, own_program, right
from taotp.programs.three_instructions import words
from taotp.reference.computers import three_steps
from taotp_core.arrays import Tokens, to_float64
from taotp_core.program import Program

CELLS, STEPS = 4, 30
NUMBERS = 3 * CELLS
PROMPT = 2 * CELLS + 1  # tokens: each cell with its store, and where to begin
WORDS = words(CELLS)
DRAWN = 500
SOME = 10_000  # programs that are asked at once


def some_programs() -> Tokens:
    """Programs [n, CELLS] in which one cell may differ from the others, and some that are drawn."""
    alike = [
        [b if cell == place else a for cell in range(CELLS)]
        for a, b, place in product(range(NUMBERS), range(NUMBERS), range(CELLS))
    ]
    drawn = fresh(CELLS).integers(NUMBERS, size=(DRAWN, CELLS))
    return np.unique(np.vstack([alike, drawn]), axis=0)


def all_programs() -> Tokens:
    """Every program: [NUMBERS ** CELLS, CELLS]."""
    return np.array(list(product(range(NUMBERS), repeat=CELLS)))


def traced(programs: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
    """Places in WORDS of prompts with their traces but the last token, and what follows each.

    Nothing (-1) is asked within a prompt.
    """
    places = {word: i for i, word in enumerate(WORDS)}
    stores, begin = [places[f">{cell}"] for cell in range(CELLS)], places["@0"]
    for first in range(0, len(programs), SOME):
        cells = programs[first : first + SOME]
        n = len(cells)
        loaded = np.stack([cells, np.tile(stores, (n, 1))], axis=2).reshape(n, -1)
        trace = [
            [places[word] for word in islice(three_steps(row, CELLS), STEPS)]
            for row in cells.tolist()
        ]
        whole = np.hstack([loaded, np.full((n, 1), begin), trace])
        expected = np.where(np.arange(whole.shape[1] - 1) < PROMPT - 1, -1, whole[:, 1:])
        yield whole[:, :-1], expected


def runs(program: Program, programs: Tokens) -> Tally:
    """Steps of these programs; Wrong on the first that a machine takes otherwise."""
    ids = np.array([program.places[word] for word in WORDS])
    before = program.encode([])
    names = [str(symbol) for symbol in program.vocabulary]
    tally = Tally()
    for tokens, expected in traced(programs):
        own = np.full((len(tokens), len(before)), before, int)
        asked = np.hstack([np.full(own.shape, -1), np.where(expected < 0, -1, ids[expected])])
        tally += right(
            program.model, np.hstack([own, ids[tokens]]), asked,
            Shown(names, " ", len(before)), lambda i: names[i],
        )  # fmt: skip
    return tally


def runs_them(answer: object, where: str) -> tuple[Program, Tally, bool]:
    """A machine that runs programs, the steps that it was asked, and whether these are all.

    All are asked in float64 alone, and where there is time for it.
    """
    program = own_program(answer, where)
    knows(program, WORDS, "numbers, stores, jumps and -", PROMPT + STEPS - 1)
    if not conditions().whole:
        return program, runs(program, some_programs()), False
    every = conditions().to is to_float64
    return program, runs(program, all_programs() if every else some_programs()), True
