"""A transformer that runs any program of the Little Man Computer: one token is one step.

The prompt is a history of stores, `901 >00 399 >01 ... 000 @00`: the accumulator held 901, which
was stored in cell 00, and so on; then it holds 0 and begins at cell 00. Loading a program and
running it are the same thing. One layer is one phase:

    1  registers: which step this is (program counter), what is held (accumulator)
    2  fetch and decode: what was last stored where the program counter points
    3  load and execute: what was last stored where the instruction points, and what comes of it

Every row bears one loud flag, that of its kind of token, so that a norm divides by a constant.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from taotp_core.arrays import Array, Rounding, to_float64
from taotp_core.constructions.by_history import (
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
from taotp_core.constructions.level import level
from taotp_core.decode import greedy
from taotp_core.gadgets import SURE
from taotp_core.little_man import assemble, listen, vocabulary
from taotp_core.little_man.interpreter import answer
from taotp_core.little_man.tokens import ASK, HALT, letter_cell, number
from taotp_core.program import Program, Symbol
from taotp_core.transformer import empty_cache, forward
from taotp_core.weights import MLP, RMS_NORM, Head, Layer, Norm, Transformer

KINDS = "number store jump io stay halt"  # each token is of one kind
OPERATIONS = "add sub sta lda bra brz brp in_out"
COLUMNS = (  # of a number: itself, the cell that it names, their squares; of a step: an address
    f"{KINDS} v vv c cc nothing a aa pos shift acc acc_c acc_cc zero plus code cell cell2 found "
    f"{OPERATIONS} m"
)
LOUD = 1e10  # what norms divide by
FAR = 8.0  # an address that there is not


class Computer(Program):
    """A transformer that runs programs of the Little Man Computer."""

    @property
    def n_cells(self) -> int:
        """How many cells it has."""
        return (len(self.vocabulary) - 4) // 22

    def trace(
        self, prompt: Sequence[str], inputs: Iterable[int] = (), *, to: Rounding = to_float64
    ) -> Iterator[str]:
        r"""The tokens of each step after a prompt, until it halts; inputs take the place of ?.

        Raises ValueError for a prompt with a fault, where there are not enough inputs, and where
        the context is full.

        >>> list(computer(n_ctx=20).trace(assemble("INP\nOUT\nHLT"), [42]))
        ['042', '!', '.']
        """
        if sentence := fault(prompt):
            raise ValueError(sentence)
        given, asked = iter(inputs), 0
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
                asked += 1
                token = number(answer(given, asked, self.n_cells), self.n_cells)
            yield token
            if token == HALT:
                return
            ids = [self.places[token]]

    def run(
        self, program: str | Sequence[str], inputs: Iterable[int] = (), *, to: Rounding = to_float64
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


def computer(
    n_cells: int = 100,
    n_ctx: int = 4096,
    *,
    loud: float = LOUD,
    sure: float = SURE,
    norm: Norm | None = RMS_NORM,
    first: int = 0,
    steps: int | None = None,
) -> Computer:
    r"""The Little Man Computer, with n_cells cells of numbers between -10 n_cells and 10 n_cells.

    It says one token a step; what each means, and what `.` and `?` are for, is said in
    `taotp_core.little_man`. Unanswered, a `?` is a step like another: `run` answers. `loud` is the
    constant that norms divide by, `sure` the lead of a cell's last store over the one before it,
    `first` the number of the first position, and `steps` how many it says where nothing else is
    asked (None: as many as fit). Raises ValueError for fewer than 3 cells, which have no
    instruction to say something, and for an n_ctx below 1.

    >>> program = computer(n_ctx=20)
    >>> program.complete(assemble("LDA 1\nOUT\nHLT"))
    ['902', '!']
    >>> program.run("LDA 1\nOUT\nHLT")
    [902]
    """
    if n_cells < 3 or n_ctx < 1:
        raise ValueError(f"n_cells, n_ctx are {n_cells}, {n_ctx}; they must be at least 3 and 1")
    s = columns(COLUMNS)
    d_model = len(s)
    fine = d_model - len(KINDS.split())  # what must not be rounded together with what is loud
    flag = 1.0 if norm is None else loud
    wide = d_model + (norm is not None and norm.centered) * (1 + fine)
    divided = 1.0 if norm is None else loud / np.sqrt(wide)
    of = History(n_cells * reads(s, "pos"), first + n_ctx, sure, divided)
    W_pos = np.arange(first, first + n_ctx)[:, None] / n_cells * writes(s, "pos")
    layers = [
        Layer(registers(s, of, flag), signs(s, of, n_cells), norm, norm),
        Layer([fetch(s, of, flag, n_cells)], decode(s, of, n_cells), norm, norm),
        Layer([load(s, of, flag, n_cells)], execute(s, of, flag, n_cells), norm, norm),
    ]
    model = Transformer(embedding(s, flag, n_cells), W_pos, layers, norm)
    model = level(model, fine) if norm is not None and norm.centered else model
    return Computer(model, vocabulary(n_cells), stop=HALT, fault=fault, steps=steps)


def embedding(s: Columns, flag: float, n_cells: int) -> Array:
    """The rows of all tokens, in the order of the vocabulary: numbers and addresses are fractions.

    A number v also names a cell, by its last digits. Cells go from -1/2 to 1/2, numbers from -1 to
    1; beside each stands its square.
    """
    most = 10 * n_cells
    v = np.array([*range(most), *range(-1, -most, -1)]) / most
    cells = np.arange(n_cells) / n_cells - 0.5
    c = np.where(v < 0, 0, np.resize(cells, len(v)))
    zero = np.eye(1, len(v))[0]
    spoken = np.array([1, 2, letter_cell(n_cells)]) / n_cells - 0.5
    numbers = tokens(s, {"number": flag}, len(v), v=v, vv=v**2, c=c, cc=c**2, nothing=zero)
    return np.vstack([
        numbers,
        *(tokens(s, {kind: flag}, len(a), a=a, aa=a**2)
          for kind, a in (("store", cells), ("jump", cells), ("io", spoken))),
        *(tokens(s, {kind: flag}, 1) for kind in ("stay", "halt")),
    ])  # fmt: skip


def registers(s: Columns, of: History, flag: float) -> list[Head]:
    """The program counter is a position and a shift; the accumulator is the latest number."""
    jump, held = reads(s, "jump") / flag, reads(s, "number") / flag
    number_and_cell = reads(s, "v c cc")
    into = writes(s, "acc acc_c acc_cc")
    shift = reads(s, "a") - reads(s, "pos")
    return [
        latest(of, jump, shift, writes(s, "shift"), "finds the latest jump"),
        latest(of, held, number_and_cell, into, "finds the latest number"),
    ]


def signs(s: Columns, of: History, n_cells: int) -> MLP:
    """Whether the accumulator is zero, and whether it is not below zero."""
    reads = {"acc": 10.0 * n_cells}
    bends: list[Unit] = [
        (reads, 1, {"zero": 1, "plus": 1}),
        (reads, 0, {"zero": -2, "plus": -1}),
        (reads, -1, {"zero": 1}),
    ]
    return units(s, bends, divided=of.divided)


def fetch(s: Columns, of: History, flag: float, n_cells: int) -> Head:
    """Bring the instruction: what the accumulator held where its cell was last stored.

    It also brings the address of that store, to be compared: a cell that nobody wrote is no
    instruction. What is no store lies far from all addresses.
    """
    store = reads(s, "store") / flag
    take = np.hstack([reads(s, "acc acc_c acc_cc"), reads(s, "a") - FAR * store])
    return recall(
        of, reads(s, "pos") + reads(s, "shift"), store, (reads(s, "a"), reads(s, "aa")), take,
        writes(s, "code cell cell2 found"), apart=1 / n_cells,
        name="fetches the instruction",
    )  # fmt: skip


def decode(s: Columns, of: History, n_cells: int) -> MLP:
    """Which operation it is: of numbers in order, one begins where another ends."""
    A = n_cells
    inp, otc = 9 * A + 1, 9 * A + letter_cell(A)
    spans = {  # from a number on, and up to another
        "add": (A, 2 * A), "sub": (2 * A, 3 * A), "sta": (3 * A, 4 * A), "lda": (5 * A, 6 * A),
        "bra": (6 * A, 7 * A), "brz": (7 * A, 8 * A), "brp": (8 * A, 9 * A),
    }  # fmt: skip
    changes: dict[float, dict[str, float]] = {}
    in_out = [(inp, inp + 2), (otc, otc + 1)]
    for name, span in [*spans.items(), *(("in_out", span) for span in in_out)]:
        for at, x in zip(span, (1, -1), strict=True):
            change = changes.setdefault(at, {})
            change[name] = change.get(name, 0) + x
    there = {at: says for at, says in changes.items() if any(says.values()) and at < 10 * A}
    return units(s, stairs("code", 10.0 * A, there), divided=of.divided)


def load(s: Columns, of: History, flag: float, n_cells: int) -> Head:
    """Bring what the instruction names, which is 0 where nobody wrote its cell."""
    return recall(
        of, reads(s, "cell"), reads(s, "store") / flag, (reads(s, "a"), reads(s, "aa")),
        reads(s, "acc"), writes(s, "m"), apart=1 / n_cells,
        nothing=(reads(s, "nothing"), reads(s, "cell2")), name="loads what it names",
    )  # fmt: skip


def execute(s: Columns, of: History, flag: float, n_cells: int) -> MLP:
    """What comes of it: a kind of token, and a number or an address.

    It is so loud that of the stream before only this is heard, and a kind outweighs every number.
    """
    N, A = 10.0 * n_cells, float(n_cells)
    G = 1e3 * (flag**2 + N**2)
    F = 4 * G / flag
    here = {"found": -A, "pos": A, "shift": A}
    there = {name: -x for name, x in here.items()}
    each: list[Unit] = [
        *sums("add", 1, N, G),
        *sums("sub", -1, N, G),
        gated("lda", N, {"m": N}, N, {"v": G / N}),
        ({"cell": 1}, 0.5, {"a": G}),
        ({"add": 1, "sub": 1, "lda": 1}, 0, {"number": F}),
        ({"sta": 1}, 0, {"store": F}),
        ({"bra": 1, "brz": 1, "brp": 1}, 0, {"jump": F}),
        ({"brz": 1, "zero": -1}, 0, {"jump": -F, "stay": F}),
        ({"brp": 1, "plus": -1}, 0, {"jump": -F, "stay": F}),
        ({"in_out": 1}, 0, {"io": F}),
        (here, -FAR * A, {"halt": 2 * F}),
        (there, FAR * A, {"halt": 2 * F}),
    ]
    always = {"v": -G, "vv": -G / 2, "a": -G / 2, "aa": -G / 2, "halt": F / 2}
    return units(s, each, always, of.divided)


def gated(
    name: str, N: float, reads: dict[str, float], bias: float, says: dict[str, float]
) -> Unit:  # fmt: skip
    """A unit that does nothing unless the operation is the one that is named."""
    return reads | {name: 8 * N}, bias - 8 * N, says


def sums(name: str, sign: float, N: float, G: float) -> list[Unit]:
    """What is held plus or minus what was loaded, without its first digit where it has four.

    It is N less from N on, and N less again where it is above -N; so all is N too high, as what is
    loaded, which `always` takes away.
    """
    reads = {"acc": N, "m": sign * N}
    return [
        gated(name, N, reads, 2 * N, {"v": G / N}),
        gated(name, N, reads, 1 - N, {"v": -G}),
        gated(name, N, reads, -N, {"v": G}),
        gated(name, N, reads, N, {"v": -G}),
        gated(name, N, reads, N - 1, {"v": G}),
    ]
