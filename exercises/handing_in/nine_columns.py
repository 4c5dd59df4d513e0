"""A computer of three instructions in nine columns of the stream, where the book's has eighteen."""

from functools import partial

import numpy as np

from taotp.constructions.by_history import (
    Columns,
    History,
    Unit,
    columns,
    latest,
    reads,
    recall,
    stairs,
    tokens,
    units,
    writes,
)
from taotp.programs.three_instructions import fault, words
from taotp_core.arrays import Array
from taotp_core.gadgets import SURE
from taotp_core.program import Program
from taotp_core.weights import MLP, Layer, Transformer

COLUMNS = "number step a square pos acc cell kind m"
FAR = 64.0  # more than any place is from a counter


def three_instructions_in_nine_columns(
    n_cells: int = 4, n_ctx: int = 38, steps: int = 30
) -> Program:
    """What `three_instructions` does, with columns that several kinds of tokens share.

    `a` is a number, or the cell of a store or jump, and `square` its square. `number` is 1 for a
    number and -1 for `-`; `step` is 1 for a jump and -1 for a store. `kind` is 0, 1 or 2 for the
    instruction. `m` first holds how far the counter is from the place, and then less FAR what was
    loaded.
    """
    s = columns(COLUMNS)
    R, W = partial(reads, s), partial(writes, s)
    of = History(R("pos"), n_ctx, SURE)
    # numbers are addresses too, and a counter behind the last cell is nearer to them
    store, address = -3.0 * n_cells * n_ctx * R("step"), (R("a"), R("square"))
    registers = [
        latest(of, R("step"), R("a") - R("pos"), W("m"), "finds the latest jump"),
        latest(of, R("number"), R("a"), W("acc"), "finds the latest number"),
    ]
    counter = R("pos") + R("m")
    fetch = recall(of, counter, store, address, R("acc"), W("cell"), name="fetches")
    load = recall(of, R("cell"), store, address, R("acc"), W("m"), name="loads")
    layers = [
        Layer(registers, None, None, None),
        Layer([fetch], decode(s, n_cells), None, None),
        Layer([load], execute(s, n_cells), None, None),
    ]
    W_pos = np.arange(n_ctx)[:, None] * W("pos")
    model = Transformer(embedding(s, n_cells), W_pos, layers, norm_final=None)
    return Program(model, words(n_cells), fault=fault, steps=steps)


def embedding(s: Columns, n_cells: int) -> Array:
    """The rows of all tokens: numbers, stores, jumps, and `-`."""
    v, a = np.arange(3.0 * n_cells), np.arange(float(n_cells))
    return np.vstack([
        tokens(s, {"number": 1}, len(v), a=v, square=v**2),
        tokens(s, {"step": -1}, n_cells, a=a, square=a**2),
        tokens(s, {"step": 1}, n_cells, a=a, square=a**2),
        tokens(s, {"number": -1}, 1),
    ])  # fmt: skip


def decode(s: Columns, n_cells: int) -> MLP:
    """Which instruction it is, and its cell; and the way to the counter is taken out of `m`."""
    another = {"cell": -float(n_cells), "kind": 1.0}
    each = [*stairs("cell", 1, {n_cells: another, 2 * n_cells: another})]
    return units(s, [*each, ({"m": 1}, FAR, {"m": -1})])


def execute(s: Columns, n_cells: int) -> MLP:
    """What comes of it: a kind of tokens, louder than a number, louder than what stood there.

    What `-` and `number` hold is opposite, and so is what stores and jumps hold. A difference is
    silent unless the instruction is a subtraction, and the cell unless it is another one.
    """
    A, N = n_cells, 3 * n_cells
    G = 1e3 * N**4  # own squares times squares are as large as N**4
    F = G * N**2
    difference = {"acc": 1.0, "m": -1.0, "kind": -3.0 * N}
    each: list[Unit] = [
        (difference, N - FAR, {"a": G}),  # between 1 and 2 N; from N on it is N less
        (difference, 1 - FAR, {"a": -G * N}),
        (difference, -FAR, {"a": G * N}),
        ({"cell": 1, "kind": A}, -A, {"a": G}),
        ({"kind": 1}, 0, {"number": -F, "step": -2 * F}),
        ({"kind": 1}, -1, {"step": 4 * F, "a": -G * A}),
        ({"kind": N, "acc": -1}, N / 2 - 2 * N, {"step": 3 * F}),
        ({"kind": N, "acc": -1}, N / 2 - 2 * N - 1, {"step": -3 * F}),
    ]
    return units(s, each, {"square": -G / 2, "number": F})
