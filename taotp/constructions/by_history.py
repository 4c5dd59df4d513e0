"""Machines whose memory is their own text: what came last, what was last stored, and named units.

A row of their stream holds its position, and of the text a head finds the latest row of a kind, or
the latest that bears an address. One that was computed can ask: -(wanted - address)**2 is largest
where the two are the same, and what of it depends on the address is linear in what is wanted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from taotp.constructions.part_names import called
from taotp_core.arrays import Array
from taotp_core.gadgets import SURE
from taotp_core.stream import Subspace, read, subspaces, write
from taotp_core.weights import MLP, Head

WORDS = {  # of the columns that several of these machines have
    "number": "a number", "store": "a store", "jump": "a jump", "move": "a move", "io": "a sign",
    "stay": "stays", "halt": "halts", "out": "says", "nothing": "is nothing", "v": "value",
    "a": "address", "a1": "address, first digit", "a2": "address, second digit",
    "c": "cell it names", "c1": "cell it names, first digit", "c2": "cell it names, second digit",
    "j": "goes to", "label": "bracket", "pair": "bracket sought", "to": "its partner",
    "pos": "place", "shift": "steps to the counter", "first": "counter, first digit",
    "acc": "held", "acc_c": "cell that held names", "acc_c1": "cell that held names, first digit",
    "acc_c2": "cell that held names, second digit", "zero": "holds 0",
    "code": "instruction", "cell": "its cell", "cell1": "its cell, first digit",
    "cell2": "its cell, second digit", "found": "store that was found", "m": "loaded",
}  # fmt: skip
UNSEEN = "vv aa jj cc acc_cc cell_square label2 pos2 hand2"  # squares
Columns = Mapping[str, Subspace]
Unit = tuple[Mapping[str, float], float, Mapping[str, float]]  # what it reads, its bias, its say


def columns(names: str) -> dict[str, Subspace]:
    """One column of the stream for each name.

    >>> [column.start for column in columns("pos token").values()]
    [0, 1]
    """
    every = names.split()
    return dict(zip(every, subspaces(**dict.fromkeys(every, 1)), strict=True))


def in_words(where: Columns, words: Mapping[str, str] = WORDS) -> tuple[Subspace, ...]:
    """The columns as a reader calls them.

    >>> [column.name for column in in_words(columns("pos acc"))]
    ['place', 'held']
    """
    return called(where, words, UNSEEN)


def reads(where: Columns, names: str) -> Array:
    """The matrix [d_model, n] by which x @ reads(where, "b a") is what the stream holds in both.

    >>> reads(columns("a b c"), "b a").tolist()
    [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]]
    """
    return read(*(where[name] for name in names.split()))


def writes(where: Columns, names: str) -> Array:
    """The matrix [n, d_model] by which y @ writes(where, "b a") is a stream with y in both."""
    return reads(where, names).T


@dataclass(frozen=True)
class History:
    """How heads look back: `when` [d_model, 1] reads 0, 1, 2 ... by position, of at most `n_ctx`.

    What comes later by one leads by `sure`. `divided` is what the norm before the heads divides by.
    """

    when: Array
    n_ctx: int
    sure: float = SURE
    divided: float = 1.0

    @property
    def enough(self) -> float:
        """More than all steps of a text between them lead by."""
        return self.sure * (self.n_ctx + 1)


def asking(
    of: History, ask: Array, look: Array, take: Array, put: Array, name: str
) -> Head:  # fmt: skip
    """A head whose scores are what its matrices say; its last query is the constant 1.

    `ask` is [d_model, d_head - 1], `look` [d_model, d_head], `take` [d_model, d_value].
    """
    root = np.sqrt(look.shape[1])
    W_Q = root * of.divided * np.hstack([ask, np.zeros((len(look), 1))])
    b_Q = root * np.eye(look.shape[1])[-1]
    return Head(W_Q, of.divided * look, of.divided * take, put, b_Q=b_Q, name=name)


def latest(of: History, kind: Array, take: Array, put: Array, name: str) -> Head:
    """A head that looks at the latest row of a kind, of which `kind` [d_model, 1] reads 1, else 0.

    Where there is none it looks at the latest row.

    >>> s = columns("pos kind token answer")
    >>> head = latest(History(reads(s, "pos"), 9), reads(s, "kind"), reads(s, "token"),
    ...               writes(s, "answer"), name="looks at the latest")
    >>> rows = np.array([[0, 1, 7, 0], [1, 1, 8, 0], [2, 0, 9, 0]])
    >>> int((rows[2] @ head.W_Q + head.b_Q @ (rows @ head.W_K).T).argmax())
    1
    """
    look = of.sure * of.when + of.enough * kind
    return asking(of, np.zeros((len(look), 0)), look, take, put, name)


def recall(
    of: History,
    wanted: Array,
    kind: Array,
    address: tuple[Array, Array],
    take: Array,
    put: Array,
    *,
    apart: float = 1.0,
    nothing: tuple[Array, Array] | None = None,
    name: str = "",
) -> Head:
    """A head that looks at the latest row of a kind whose address is wanted.

    `wanted` reads the address that is asked for, `kind` 1 or 0, and `address` an address and its
    square, [d_model, 1] or [d_model, n] for addresses of n digits; two differ by `apart` or more in
    one of them. Where no row has the one that is wanted it looks at another, so that what it brings
    must be compared; or, where there is `nothing`, at the latest row of which that reads 1. Of the
    two that it has, the second reads the square of what is wanted: the head then has a dimension
    more.
    """
    place, square = address
    sharp = of.enough / apart**2
    if nothing is None:
        key = of.sure * of.when + 2 * of.enough * kind - sharp * square
        return asking(of, 2 * wanted, np.hstack([sharp * place, key]), take, put, name)
    none, wanted_square = nothing
    sharp *= 2  # it is to lead nothing by `enough`, and nothing the next address
    key = of.sure * of.when + 3 * of.enough * kind - sharp * square + 2 * of.enough * none
    ask = np.hstack([2 * wanted, wanted_square])
    return asking(of, ask, np.hstack([sharp * place, sharp * none, key]), take, put, name)


def units(
    where: Columns, each: Sequence[Unit], always: Mapping[str, float] | None = None,
    divided: float = 1.0,
) -> MLP:  # fmt: skip
    """An MLP of units that read columns, have a bias, and say; `always` is said anyway.

    >>> s = columns("x twice")
    >>> mlp = units(s, [({"x": 1}, -3, {"twice": 2})])
    >>> mlp.W_in.tolist(), mlp.b_in.tolist(), mlp.W_out.tolist()
    ([[1.0], [0.0]], [-3.0], [[0.0, 2.0]])
    """
    W_in = np.hstack([divided * mixed(where, reads).T for reads, _, _ in each])
    W_out = np.vstack([mixed(where, says) for _, _, says in each])
    bias = np.array([float(bias) for _, bias, _ in each])
    return MLP(W_in, bias, W_out, mixed(where, always or {})[0])


def mixed(where: Columns, factors: Mapping[str, float]) -> Array:
    """A row [1, d_model] with each column as loud as its factor."""
    d_model = next(iter(where.values())).d_model
    row: Array = np.zeros((1, d_model)) + sum(x * write(where[name]) for name, x in factors.items())
    return row


def stairs(look: str, scale: float, changes: Mapping[float, Mapping[str, float]]) -> list[Unit]:
    """Units that say something more from each number on: what `scale` times a column reads.

    Numbers are whole. A step is a unit that begins to rise one below it, and one that holds it.

    >>> stairs("x", 1, {5: {"high": 1}})
    [({'x': 1}, -4, {'high': 1}), ({'x': 1}, -5, {'high': -1})]
    """
    bends: dict[float, dict[str, float]] = {}
    for at, says in changes.items():
        for place, sign in ((at - 1, 1), (at, -1)):
            bend = bends.setdefault(place, {})
            for name, x in says.items():
                bend[name] = bend.get(name, 0) + sign * x
    return [({look: scale}, -at, {name: x for name, x in bend.items() if x})
            for at, bend in bends.items()]  # fmt: skip


def tokens(where: Columns, kind: Mapping[str, float], n: int, **by_number: Array) -> Array:
    """Rows [n, d_model] of tokens of a kind: what all hold, and what each holds by its number."""
    rows = np.zeros((n, 1)) + mixed(where, kind)
    for name, x in by_number.items():
        rows = rows + x[:, None] * write(where[name])
    return rows
