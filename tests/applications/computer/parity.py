"""Programs that a machine runs along with, and how many it runs as the interpreter does."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from taotp.little_man import history, steps
from taotp_core import Array, predictions
from taotp_core.arrays import Rounding, to_float64
from taotp_core.program import Program


@dataclass(frozen=True)
class Run:
    """A prompt, and the trace that should follow it."""

    prompt: list[str]
    trace: list[str]


def run_of(cells: Sequence[int], n_steps: int, n_cells: int = 100) -> Run:
    """The first steps of a program, whose questions nobody answers."""
    prompt = history(cells, n_cells)
    return Run(prompt, [*islice(steps(prompt, None, n_cells), n_steps)])


def wrong(program: Program, runs: Iterable[Run], to: Rounding = to_float64) -> Iterator[Run]:
    """The runs in which the machine says something else, given the right tokens so far."""
    ids = program.places
    for many in batches(runs, 128):
        rows = [[ids[token] for token in (*run.prompt, *run.trace)] for run in many]
        tokens = np.zeros((len(rows), max(map(len, rows))), int)
        for i, row in enumerate(rows):
            tokens[i, : len(row)] = row
        said = predictions(program.model, tokens[:, :-1], to=to)
        for run, row, spoken in zip(many, rows, said, strict=True):
            n = len(run.prompt)
            if row[n:] != spoken[n - 1 : len(row) - 1].tolist():
                yield run


def batches(runs: Iterable[Run], size: int) -> Iterator[list[Run]]:
    """Some runs at a time."""
    every = iter(runs)
    while some := [*islice(every, size)]:
        yield some


def drawn_cells(rng: np.random.Generator, n_cells: int, busy: bool) -> list[int]:
    """A drawn program; one that is busy has few cells that halt, and loads and stores much."""
    most = 10 * n_cells
    if not busy:
        return [int(v) for v in rng.integers(1 - most, most, n_cells)]
    weights: Array = np.array([0.02, 0.18, 0.18, 0.2, 0.0, 0.15, 0.07, 0.08, 0.1, 0.02])
    first = rng.choice(10, n_cells, p=weights)
    cell = np.where(first == 9, rng.integers(1, 3, n_cells), rng.integers(0, n_cells, n_cells))
    return [int(v) for v in first * n_cells + cell]
