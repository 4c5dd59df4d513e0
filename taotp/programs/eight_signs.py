"""The computer of eight signs, + - < > [ ] . and an end: a tape, a hand, and loops."""

from collections.abc import Sequence

import numpy as np

from taotp.constructions.by_history import (
    Columns,
    History,
    Unit,
    asking,
    columns,
    in_words,
    latest,
    reads,
    recall,
    tokens,
    units,
    writes,
)
from taotp.reference.computers import numbered
from taotp_core.arrays import Array
from taotp_core.deprecated import renamed
from taotp_core.gadgets import SURE
from taotp_core.program import Program
from taotp_core.weights import MLP, Head, Layer, Transformer

SIGNS = {"+": "plus", "-": "minus", ">": "right", "<": "left", ".": "dot", ":": "end"}
OPERATIONS = f"{' '.join(SIGNS.values())} opens closes"
FETCHED = " ".join(f"is_{name}" for name in OPERATIONS.split())
COLUMNS = (
    "number move jump stay out halt v vv a aa j jj label label2 pos pos2 shift hand hand2 pair "
    f"held zero to {OPERATIONS} {FETCHED}"
)


class EightSigns(Program):
    """A transformer that runs programs of eight signs."""

    def load(self, source: str, cells: Sequence[int]) -> list[str]:
        """The prompt of a program and the numbers on its tape; ValueError for brackets alone."""
        tape = [token for place, v in enumerate(cells) for token in (f">{place}", str(v))]
        return [*numbered(source), ":", *tape, ">0", "@0"]


@renamed(sure="hard")
def eight_signs(
    n_cells: int = 20, n_numbers: int = 256, n_signs: int = 300, n_loops: int = 40,
    n_ctx: int = 4096, *, hard: float = SURE,
) -> EightSigns:  # fmt: skip
    """A computer of a tape, a hand above it, and loops: P'' of Boehm 1964, known as brainf***.

    102 numbers in heads and units. The prompt is a program whose brackets are numbered, `:`, what
    the tape holds, `>0 0 >1 0 ...`, and `>0 @0`: the hand goes to cell 0 and the program begins at
    sign 0. Then each token is a step: a number is what the cell holds now, `>3` is where the hand
    goes, `@7` is where the program goes on, `stay` that it does not, `!` says what the cell holds,
    `halt` ends. Numbers go round at n_numbers; what lies beyond the tape is left open. There may be
    n_signs signs and n_loops loops; `hard` is the lead of what is meant over the next best.
    Raises ValueError for sizes below 1.

    >>> machine = eight_signs(n_cells=2, n_numbers=4, n_signs=9, n_loops=2, n_ctx=30)
    >>> machine.load("+[-].", [3, 0])
    ['+', '[1', '-', ']1', '.', ':', '>0', '3', '>1', '0', '>0', '@0']
    >>> machine.complete(machine.load("+[-].", [3, 0]))
    ['0', '@4', '!']
    """
    if min(sizes := (n_cells, n_numbers, n_signs, n_loops, n_ctx)) < 1:
        raise ValueError(f"the sizes are {', '.join(map(str, sizes))}; all must be at least 1")
    s = columns(COLUMNS)
    of = History(reads(s, "pos"), n_ctx, hard)
    layers = [
        Layer(registers(s, of), None, None, None),
        Layer(fetch(s, of), units(s, [({"held": -1}, 1, {"zero": 1})]), None, None),
        Layer([partner(s, of)], execute(s, n_numbers, max(*sizes[:3], n_loops), n_ctx), None, None),
    ]
    p = np.arange(float(n_ctx))[:, None]
    W_pos = p * writes(s, "pos") + p**2 * writes(s, "pos2")
    words, W_E = vocabulary(s, n_cells, n_numbers, n_signs + 1, n_loops)
    model = Transformer(W_E, W_pos, layers, norm_final=None, subspaces=in_words(s))
    return EightSigns(model, words, stop="halt")


def vocabulary(
    s: Columns, n_cells: int, n_numbers: int, n_places: int, n_loops: int
) -> tuple[list[str], Array]:
    """All tokens, and their rows."""
    words, rows = [*SIGNS], [tokens(s, {name: 1}, 1) for name in SIGNS.values()]
    names = np.arange(1.0, n_loops + 1)
    for sign, name, side in (("[", "opens", 1), ("]", "closes", -1)):
        words += [f"{sign}{i}" for i in range(1, n_loops + 1)]
        rows.append(tokens(s, {name: 1}, n_loops, label=side * names, label2=names**2))
    for mark, kind, x, n in (
        ("", "number", "v", n_numbers), (">", "move", "a", n_cells), ("@", "jump", "j", n_places),
    ):  # fmt: skip
        at = np.arange(float(n))
        words += [f"{mark}{i}" for i in range(n)]
        rows.append(tokens(s, {kind: 1}, n, **{x: at, 2 * x: at**2}))
    rows += [tokens(s, {kind: 1}, 1) for kind in ("stay", "out", "halt")]
    return [*words, "stay", "!", "halt"], np.vstack(rows)


def registers(s: Columns, of: History) -> list[Head]:
    """Which sign comes next, as a shift from the position, and where the hand is."""
    shift = reads(s, "j") - reads(s, "pos")
    hand, into = reads(s, "a aa"), writes(s, "hand hand2")
    return [
        latest(of, reads(s, "jump"), shift, writes(s, "shift"), "finds the latest jump"),
        latest(of, reads(s, "move"), hand, into, "finds the latest move"),
    ]


def fetch(s: Columns, of: History) -> list[Head]:
    """What sign comes next, whose place is its position; and what the cell below the hand holds."""
    signs = np.hstack([of.sure * reads(s, "pos"), -of.sure * reads(s, "pos2")])
    take, put = reads(s, f"{OPERATIONS} label"), writes(s, f"{FETCHED} pair")
    counter, there = reads(s, "pos") + reads(s, "shift"), (reads(s, "hand"), reads(s, "hand2"))
    into = writes(s, "held")
    return [
        asking(of, 2 * counter, signs, take, put, "fetches the sign"),
        recall(of, reads(s, "hand"), reads(s, "number"), there, reads(s, "v"), into, name="looks"),
    ]


def partner(s: Columns, of: History) -> Head:
    """Where the bracket stands that has the same number, on the other side of zero."""
    look = np.hstack([of.sure * reads(s, "label"), -of.sure * reads(s, "label2")])
    wanted, place = -2 * reads(s, "pair"), reads(s, "pos")
    return asking(of, wanted, look, place, writes(s, "to"), "finds the partner")


def execute(s: Columns, N: int, most: int, n_ctx: int) -> MLP:
    """What comes of it: louder than what stood there before, and a kind louder than a number."""
    G, F = 1e3 * most**4, 1e3 * most**4 * max(most, n_ctx) ** 2
    counted = {"held": 1.0, "is_plus": 1.0, "is_minus": -1.0}
    each: list[Unit] = [
        (counted, 1, {"v": G}),
        (counted, 1 - N, {"v": -G * N}),  # N - 1 and 1 more is 0
        ({name: -x for name, x in counted.items()}, 0, {"v": G * N}),  # 0 and 1 less is N - 1
        ({"hand": 1, "is_right": 1, "is_left": -1}, 0, {"a": G}),
        ({"to": 1}, 1, {"j": G}),
        ({"is_plus": 1, "is_minus": 1}, 0, {"number": F}),
        ({"is_right": 1, "is_left": 1}, 0, {"move": F}),
        ({"is_dot": 1}, 0, {"out": F}),
        ({"is_end": 1}, 0, {"halt": F}),
        ({"is_opens": 1, "zero": 1}, -1, {"jump": F}),
        ({"is_closes": 1, "zero": -1}, 0, {"jump": F}),
        ({"is_opens": 1, "zero": -1}, 0, {"stay": F}),
        ({"is_closes": 1, "zero": 1}, -1, {"stay": F}),
    ]
    return units(s, each, {"v": -G, "vv": -G / 2, "aa": -G / 2, "jj": -G / 2})
