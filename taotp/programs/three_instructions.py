"""A computer of three instructions, which has no norm: SUB, STA, and BRP."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from taotp.constructions.by_history import (
    Columns,
    History,
    Unit,
    columns,
    in_words,
    latest,
    reads,
    recall,
    stairs,
    tokens,
    units,
    writes,
)
from taotp_core.arrays import Array
from taotp_core.deprecated import renamed
from taotp_core.gadgets import SURE
from taotp_core.program import Program, Symbol
from taotp_core.weights import MLP, Layer, Transformer

COLUMNS = "number store jump stay v vv a aa j jj pos shift acc code cell sta brp m"


@renamed(sure="hard")
def three_instructions(
    n_cells: int = 10, n_ctx: int = 1024, *, hard: float = SURE, steps: int | None = None
) -> Program:
    """A computer of n_cells cells that hold numbers below 3 n_cells, which go round.

    81 numbers in heads and units. A number is an instruction and a cell c: `c` takes what c holds
    away from the accumulator, `n_cells + c` stores the accumulator in c, `2 n_cells + c` goes to c
    if the accumulator is below 3 n_cells / 2. The prompt is a history of stores of all cells, and
    where to begin; each token that follows is one step. The accumulator begins with the last
    number, and behind the last cell what that says is done again. `hard` is the lead of a cell's
    last store over the one before it, `steps` how many tokens it says where nothing else is asked.
    Raises ValueError for fewer than 2 cells and an n_ctx below 1.

    >>> three_instructions(4).complete("02 >0 05 >1 11 >2 01 >3 @0".split(), steps=6)
    ['02', '>1', '@3', '00', '10', '08']
    """
    if n_cells < 2 or n_ctx < 1:
        raise ValueError(f"n_cells, n_ctx are {n_cells}, {n_ctx}; they must be at least 2 and 1")
    s = columns(COLUMNS)
    R, W = partial(reads, s), partial(writes, s)
    of = History(R("pos"), n_ctx, hard)
    store, address = R("store"), (R("a"), R("aa"))
    registers = [
        latest(of, R("jump"), R("j") - R("pos"), W("shift"), "finds the latest jump"),
        latest(of, R("number"), R("v"), W("acc"), "finds the latest number"),
    ]
    counter, instruction = R("pos") + R("shift"), W("code") + W("cell")
    fetch = recall(of, counter, store, address, R("acc"), instruction, name="fetches")
    load = recall(of, R("cell"), store, address, R("acc"), W("m"), name="loads")
    layers = [
        Layer(registers, None, None, None),
        Layer([fetch], decode(s, n_cells), None, None),
        Layer([load], execute(s, 3 * n_cells), None, None),
    ]
    W_pos = np.arange(n_ctx)[:, None] * W("pos")
    W_E = embedding(s, n_cells)
    model = Transformer(W_E, W_pos, layers, norm_final=None, subspaces=in_words(s))
    return Program(model, words(n_cells), fault=fault, steps=steps)


def words(n_cells: int) -> list[str]:
    """All tokens: numbers, stores, jumps, and `-` where it does not jump."""
    wide, digits = len(str(3 * n_cells - 1)), len(str(n_cells - 1))
    marked = [f"{mark}{a:0{digits}}" for mark in ">@" for a in range(n_cells)]
    return [*(f"{v:0{wide}}" for v in range(3 * n_cells)), *marked, "-"]


def fault(prompt: Sequence[Symbol]) -> str:
    """What is wrong with a prompt that no program begins in, "" for nothing."""
    begins = any(str(symbol).startswith("@") for symbol in prompt)
    return "" if begins else "the prompt does not say where to begin; it must end with @0"


def embedding(s: Columns, n_cells: int) -> Array:
    """The rows of all tokens: its kind, its number or address, and the square of that."""
    v, a = np.arange(3.0 * n_cells), np.arange(float(n_cells))
    return np.vstack([
        tokens(s, {"number": 1}, len(v), v=v, vv=v**2),
        tokens(s, {"store": 1}, n_cells, a=a, aa=a**2),
        tokens(s, {"jump": 1}, n_cells, j=a, jj=a**2),
        tokens(s, {"stay": 1}, 1),
    ])  # fmt: skip


def decode(s: Columns, n_cells: int) -> MLP:
    """Which instruction it is, and its cell: what is left of the number."""
    A = n_cells
    second, third = {"cell": -A, "sta": 1}, {"cell": -A, "sta": -1, "brp": 1}
    return units(s, stairs("code", 1, {A: second, 2 * A: third}))


def execute(s: Columns, N: int) -> MLP:
    """What comes of it: louder than what stood there before, and a kind louder than a number."""
    G = 1e3 * N**4  # own squares times squares are as large as N**4
    F = G * N**2
    difference = {"acc": 1.0, "m": -1.0}
    each: list[Unit] = [
        (difference, N, {"v": G}),  # between 1 and 2 N; from N on it is N less
        (difference, 1, {"v": -G * N}),
        (difference, 0, {"v": G * N}),
        ({"cell": 1}, 0, {"a": G, "j": G}),
        ({"sta": 1}, 0, {"store": F, "number": -F}),
        ({"brp": 1}, 0, {"stay": F, "number": -F}),
        ({"brp": N, "acc": -1}, N / 2 - N, {"jump": F, "stay": -F}),
        ({"brp": N, "acc": -1}, N / 2 - N - 1, {"jump": -F, "stay": F}),
    ]
    return units(s, each, {"vv": -G / 2, "aa": -G / 2, "jj": -G / 2, "number": F})
