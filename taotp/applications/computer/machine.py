"""A transformer that runs any program of the Little Man Computer: one token is one step.

The prompt is a history of stores, `901 >00 399 >01 ... 000 @00`: the accumulator held 901, which
was stored in cell 00, and so on; then it holds 0 and begins at cell 00. Loading a program and
running it are the same thing. One layer is one phase:

    1  registers: which step this is (program counter), what is held (accumulator)
    2  fetch and decode: what was last stored where the program counter points
    3  load and execute: what was last stored where the instruction points, and what comes of it

Every row bears one loud flag, that of its kind of token, so that a norm divides by a constant.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from taotp.constructions import by_history
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
from taotp.constructions.level import level
from taotp.little_man import assemble, listen, vocabulary
from taotp.little_man.instructions import NAMED
from taotp.little_man.interpreter import answers
from taotp.little_man.tokens import ASK, HALT, number, spoken
from taotp_core.arrays import Array, Precision
from taotp_core.decode import greedy
from taotp_core.deprecated import renamed
from taotp_core.gadgets import SURE
from taotp_core.program import Program, Symbol
from taotp_core.transformer import empty_cache, forward
from taotp_core.weights import MLP, RMS_NORM, Head, Layer, Norm, Transformer

KINDS = "number store jump io stay halt"  # each token is of one kind
OPERATIONS = "add sub sta lda bra brz brp in_out"
LOUD = 1e6  # what norms divide by: float32 holds the squares of what the last MLP makes of it
WORDS = by_history.WORDS | {"plus": "is not below 0"}
NUMBERS = 15 / 16  # how loud the kind of a number is, beside others
FAR = 8.0  # an address that there is not


@dataclass(frozen=True)
class Address:
    """How a cell stands in a row: by digits of one base, each from -1/2 to 1/2.

    There are two digits, or one, of base n_cells, which is then the whole address. A position is a
    part of 1, which is `places` of them.
    """

    n_cells: int
    base: int
    places: int

    @property
    def digits(self) -> int:
        """How many digits there are."""
        return 1 if self.base == self.n_cells else 2

    def names(self, what: str) -> str:
        """The columns of an address: "a", or "a1 a2"."""
        return what if self.digits == 1 else f"{what}1 {what}2"

    def of(self, cells: Array) -> Array:
        """The digits of cells: [digits, n]."""
        every = np.stack([cells] if self.digits == 1 else np.divmod(cells, self.base))
        middle: Array = (every - (self.base - 1) / 2) / self.base
        return middle

    def whole(self, s: Columns, what: str) -> Array:
        """What reads an address [d_model, 1] whose unit is n_cells cells."""
        worth = float(self.base) ** np.arange(self.digits, 0, -1)
        whole: Array = reads(s, self.names(what)) @ worth[:, None] / self.n_cells
        return whole

    def wanted(self, s: Columns) -> Array:
        """What reads the program counter [d_model, digits]: the second digit is what is left."""
        counter = (reads(s, "pos") + reads(s, "shift")) * self.places / self.n_cells
        if self.digits == 1:
            return counter
        first = reads(s, "first")
        return np.hstack([first, self.n_cells / self.base * counter - self.base * first])

    def first_digit(self) -> tuple[list[Unit], dict[str, float]]:
        """Units that say the first digit of the counter, and what is said anyway.

        A step rises half a cell around the middle between two cells: small errors do not matter.
        """
        if self.digits == 1:
            return [], {}
        A, B = self.n_cells, self.base
        look = {"pos": 2.0 * self.places, "shift": 2.0 * self.places}
        bends: list[Unit] = []
        for k in range(1, -(-A // B)):
            bias = B**2 - 1 - 2 * B * k  # the counter is 0 where it reads (1 - B**2) / 2
            bends += [(look, bias + 1.5, {"first": 1 / B}), (look, bias + 0.5, {"first": -1 / B})]
        return bends, {"first": (1 - B) / 2 / B}

    def layout(self) -> Columns:
        """The columns of a row.

        Of a number: itself, the cell that it names, and their squares; of a step: its address.
        """
        a, c, held, cell = map(self.names, ("a", "c", "acc_c", "cell"))
        return columns(
            f"{KINDS} v vv {c} cc nothing {a} aa pos shift acc {held} acc_cc zero plus "
            f"{'first ' * (self.digits - 1)}code {cell} cell_square found {OPERATIONS} m"
        )


class Computer(Program):
    """A transformer that runs programs of the Little Man Computer."""

    @property
    def n_cells(self) -> int:
        """How many cells it has."""
        return (len(self.vocabulary) - 4) // 22

    def trace(
        self, prompt: Sequence[str], inputs: Iterable[int] = (), *, to: Precision = "float64"
    ) -> Iterator[str]:
        r"""The tokens of each step after a prompt, until it halts; inputs take the place of ?.

        Raises ValueError for a prompt with a fault, where there are not enough inputs, and where
        the context is full.

        >>> list(computer(n_ctx=20).trace(assemble("INP\nOUT\nHLT"), [42]))
        ['042', '!', '.']
        """
        if sentence := fault(prompt):
            raise ValueError(sentence)
        given = answers(inputs, self.n_cells)
        cache, ids = empty_cache(self.model), self.ids(prompt)
        while True:
            if cache.length + len(ids) > self.model.n_ctx:
                raise ValueError(
                    f"the text is full: the machine has {self.model.n_ctx:,} positions, "
                    f"{len(prompt):,} of them for the program"
                )
            logits = forward(self.model, np.array(ids), keep=1, cache=cache, to=to)
            token = str(self.vocabulary[int(greedy(logits)[-1])])
            if token == ASK:
                token = number(next(given), self.n_cells)
            yield token
            if token == HALT:
                return
            ids = [self.places[token]]

    def run(
        self, program: str | Sequence[str], inputs: Iterable[int] = (), *, to: Precision = "float64"
    ) -> list[int | str]:
        r"""What a program says to its inputs: each number, and each line of letters.

        The program is a text to be assembled, or a prompt. Raises ValueError as `trace` and
        `assemble` do.

        >>> computer(n_ctx=30).run("INP\nSTA 9\nINP\nADD 9\nOUT\nHLT", [3, 4])
        [7]
        """
        text = isinstance(program, str)
        prompt = assemble(str(program), self.n_cells) if text else list(program)
        return listen([*prompt, *self.trace(prompt, inputs, to=to)])


def fault(prompt: Sequence[Symbol]) -> str:
    """What is wrong with a prompt that no program begins in, "" for nothing."""
    jumps = [symbol for symbol in prompt if str(symbol).startswith("@")]
    if not jumps:
        return "the prompt does not say where to begin; it must end with @00, or another cell"
    if not any(symbol and not str(symbol).strip("0") for symbol in prompt):
        return "the prompt has no 000, which is what every cell holds that nobody wrote"
    return ""


@renamed(sure="hard")
def computer(
    n_cells: int = 100,
    n_ctx: int = 4096,
    *,
    loud: float = LOUD,
    hard: float = SURE,
    norm: Norm | None = RMS_NORM,
    first: int = 0,
    steps: int | None = None,
    digits: bool = False,
) -> Computer:
    r"""The Little Man Computer, with n_cells cells of numbers between -10 n_cells and 10 n_cells.

    It says one token a step; what each means, and what `.` and `?` are for, is said in
    `taotp.little_man`. Unanswered, a `?` is a step like another: `run` answers. `loud` is the
    constant that norms divide by, `hard` the lead of a cell's last store over the one before it,
    `first` the number of the first position, and `steps` how many it says where nothing else is
    asked (None: as many as fit). Where it looks for cells by two `digits`, which takes 88 numbers
    more, float32 tells them apart in texts 32 times as long or more. Raises ValueError for fewer
    than 3 cells, which have no instruction to say something, and for an n_ctx below 1.

    >>> program = computer(n_ctx=20)
    >>> program.complete(assemble("LDA 1\nOUT\nHLT"))
    ['902', '!']
    >>> program.run("LDA 1\nOUT\nHLT")
    [902]
    """
    if n_cells < 3 or n_ctx < 1:
        raise ValueError(f"n_cells, n_ctx are {n_cells}, {n_ctx}; they must be at least 3 and 1")
    at = Address(n_cells, math.isqrt(n_cells - 1) + 1 if digits else n_cells, first + n_ctx)
    s = at.layout()
    d_model = len(s)
    fine = d_model - len(KINDS.split())  # what must not be rounded together with what is loud
    flag = 1.0 if norm is None else loud
    wide = d_model + (norm is not None and norm.centered) * (1 + fine)
    divided = 1.0 if norm is None else loud / np.sqrt(wide)
    of = History(at.places * reads(s, "pos"), at.places, hard, divided)
    W_pos = np.arange(first, at.places)[:, None] / at.places * writes(s, "pos")
    layers = [
        Layer(registers(s, of, at, flag), signs(s, of, at), norm, norm),
        Layer([fetch(s, of, at, flag)], decode(s, of, n_cells), norm, norm),
        Layer([load(s, of, at, flag)], execute(s, of, at, flag), norm, norm),
    ]
    model = Transformer(embedding(s, at, flag), W_pos, layers, norm, subspaces=in_words(s, WORDS))
    model = level(model, fine) if norm is not None and norm.centered else model
    return Computer(model, vocabulary(n_cells), stop=HALT, fault=fault, steps=steps)


def embedding(s: Columns, at: Address, flag: float) -> Array:
    """The rows of all tokens, in the order of the vocabulary.

    A number goes from -1 to 1 and also names a cell, by its last digits. Beside each number and
    address stands its square.
    """
    A, most = at.n_cells, 10 * at.n_cells
    v = np.array([*range(most), *range(-1, -most, -1)], float)
    c = np.where(v < 0, 0, at.of(v % A))
    zero = np.where(v == 0, 1.0, 0.0)
    v = v / most
    named = dict(zip(at.names("c").split(), c, strict=True)) | {"cc": (c**2).sum(0)}
    rows = [tokens(s, {"number": flag}, len(v), v=v, vv=v**2, nothing=zero, **named)]
    in_out, every = np.array([*spoken(A).values()]) - 9.0 * A, np.arange(float(A))
    for kind, cells in (("store", every), ("jump", every), ("io", in_out)):
        a = at.of(cells)
        address = dict(zip(at.names("a").split(), a, strict=True)) | {"aa": (a**2).sum(0)}
        rows.append(tokens(s, {kind: flag}, len(cells), **address))
    return np.vstack([*rows, *(tokens(s, {kind: flag}, 1) for kind in ("stay", "halt"))])


def registers(s: Columns, of: History, at: Address, flag: float) -> list[Head]:
    """The program counter is a position and a shift; the accumulator is the latest number."""
    jump, held = reads(s, "jump") / flag, reads(s, "number") / flag
    number_and_cell = reads(s, f"v {at.names('c')} cc")
    into = writes(s, f"acc {at.names('acc_c')} acc_cc")
    shift = at.whole(s, "a") * at.n_cells / at.places - reads(s, "pos")
    return [
        latest(of, jump, shift, writes(s, "shift"), "finds the latest jump"),
        latest(of, held, number_and_cell, into, "finds the latest number"),
    ]


def signs(s: Columns, of: History, at: Address) -> MLP:
    """Whether the accumulator is zero, and whether it is not below zero."""
    held = {"acc": 10.0 * at.n_cells}
    bends: list[Unit] = [
        (held, 1, {"zero": 1, "plus": 1}),
        (held, 0, {"zero": -2, "plus": -1}),
        (held, -1, {"zero": 1}),
    ]
    more, always = at.first_digit()
    return units(s, bends + more, always, of.divided)


def fetch(s: Columns, of: History, at: Address, flag: float) -> Head:
    """Bring the instruction: what the accumulator held where its cell was last stored.

    It also brings the address of that store, to be compared: a cell that was never stored is no
    instruction. What is no store lies far from all addresses.
    """
    store = reads(s, "store") / flag
    held = reads(s, f"acc {at.names('acc_c')} acc_cc")
    take = np.hstack([held, at.whole(s, "a") - FAR * store])
    into = writes(s, f"code {at.names('cell')} cell_square found")
    return recall(
        of, at.wanted(s), store, (reads(s, at.names("a")), reads(s, "aa")), take, into,
        apart=1 / at.base, name="fetches the instruction",
    )  # fmt: skip


def decode(s: Columns, of: History, n_cells: int) -> MLP:
    """Which operation it is: of numbers in order, one begins where another ends."""
    A = n_cells
    inp, _, otc = spoken(A).values()
    firsts = [(name, NAMED[name.upper()]) for name in OPERATIONS.split()[:-1]]
    spans = [(name, (first * A, (first + 1) * A)) for name, first in firsts]
    spans += [("in_out", (inp, inp + 2)), ("in_out", (otc, otc + 1))]  # from one, up to another
    changes: dict[float, dict[str, float]] = {}
    for name, span in spans:
        for place, x in zip(span, (1, -1), strict=True):
            change = changes.setdefault(place, {})
            change[name] = change.get(name, 0) + x
    there = {place: x for place, x in changes.items() if any(x.values()) and place < 10 * A}
    return units(s, stairs("code", 10.0 * A, there), divided=of.divided)


def load(s: Columns, of: History, at: Address, flag: float) -> Head:
    """Bring what the instruction names, which is 0 where its cell was never stored."""
    return recall(
        of, reads(s, at.names("cell")), reads(s, "store") / flag,
        (reads(s, at.names("a")), reads(s, "aa")), reads(s, "acc"), writes(s, "m"),
        apart=1 / at.base, nothing=(reads(s, "nothing"), reads(s, "cell_square")),
        name="loads what it names",
    )  # fmt: skip


def execute(s: Columns, of: History, at: Address, flag: float) -> MLP:
    """What comes of it: a kind of token, and a number or an address.

    It is so loud that of the stream before only this is heard, and a kind outweighs every number:
    each is taken away unless it is meant, a sixteenth of numbers too, so that theirs are compared
    around 0, where float32 is finest. Where no operation is on, it halts.
    """
    N, A = 10.0 * at.n_cells, float(at.n_cells)
    G = 1e3 * (flag**2 + N**2)
    F = 4 * G / flag
    here = {"found": -A, "pos": float(at.places), "shift": float(at.places)}
    there = {name: -x for name, x in here.items()}
    addresses = list(zip(at.names("cell").split(), at.names("a").split(), strict=True))
    each: list[Unit] = [
        *sums("add", {"acc": N, "m": N}, N, G),
        *sums("sub", {"acc": N, "m": -N}, N, G),
        gated("lda", N, {"m": N}, 2 * N, {"v": G / N}),
        *(({cell: 1}, 0.5, {a: G}) for cell, a in addresses),
        ({"add": 1, "sub": 1, "lda": 1}, 0, {"number": NUMBERS * F}),
        ({"sta": 1}, 0, {"store": F}),
        ({"bra": 1, "brz": 1, "brp": 1}, 0, {"jump": F}),
        ({"brz": 1, "zero": -1}, 0, {"jump": -F, "stay": F}),
        ({"brp": 1, "plus": -1}, 0, {"jump": -F, "stay": F}),
        ({"in_out": 1}, 0, {"io": F}),
        (here, -FAR * A, {"halt": 2 * F}),
        (there, FAR * A, {"halt": 2 * F}),
    ]
    kinds = dict.fromkeys(KINDS.split(), -F) | {"halt": -F / 2}
    always = kinds | {"v": -2 * G, "vv": -G / 2, "aa": -G / 2} | {a: -G / 2 for _, a in addresses}
    return units(s, each, always, of.divided)


def gated(
    name: str, N: float, reads: dict[str, float], bias: float, says: dict[str, float]
) -> Unit:  # fmt: skip
    """A unit that does nothing unless the operation is the one that is named."""
    return reads | {name: 8 * N}, bias - 8 * N, says


def sums(name: str, reads: dict[str, float], N: float, G: float) -> list[Unit]:
    """A sum of what is read, each N times, while `name` is on; without its first digit of four.

    It is N more from -N down, and N less from N up. All is 2 N too high, as all that is gated is,
    which `always` takes away. Units bend between two numbers and rise a quarter more steeply than
    they have to: a sum that is a little off loses as much. Where there are three digits they are
    silent, as large ones that cancel would leave what float32 rounds off.
    """
    up, down = ({column: way * 1.25 * x for column, x in reads.items()} for way in (1, -1))
    return [
        gated(name, N, reads, 2 * N, {"v": G / N}),
        gated(name, N, down, 1.125 - 1.25 * N, {"v": G}),
        gated(name, N, down, 0.125 - 1.25 * N, {"v": -G}),
        gated(name, N, up, 1.125 - 1.25 * N, {"v": -G}),
        gated(name, N, up, 0.125 - 1.25 * N, {"v": G}),
    ]
