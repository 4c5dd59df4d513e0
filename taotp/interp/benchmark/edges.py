"""Edges: who reads what whom wrote, by construction and by intervention, and why these differ.

Parts are those that write to the stream, and what stands at its ends: the tables W_E and W_pos, and
W_U, or the `speaker` where the machine is an encoder.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from taotp.interp.benchmark.in_memory import machine_of, name_of
from taotp.interp.benchmark.machine import Machine, logits, unread, writings
from taotp.interp.ground_truth.cases import Case
from taotp.interp.parts import Part
from taotp_core.arrays import Array
from taotp_core.weights import MLP, Head, Layer, Norm, Transformer

TABLES = ("W_E", "W_pos")
FEW = 64  # rows that are asked first
ROUNDING = 1e-9  # of the sum of what numbers would make without signs: as small a sum is a zero
STAYS = 1e-9  # of the largest logit
MOST_TEXTS = 24  # on which an edge is cut
SENTENCES = {
    "nothing is written": "the writer writes zeros on these texts",
    "not moved": "the reader reads it, and no logit depends on that here",
    "only surer": "logits move, and every answer stays",
    "by the norm": "the reader does not read these directions, but its norm divides by all of them",
}


@dataclass(frozen=True)
class Edge:
    """A pair of parts of which the second may read the first.

    `built` is whether some direction that the one can write is read by the other; `cut` is whether
    some answer is another where the reader does not read it. `why` these differ is one of
    SENTENCES, "" where they do not.
    """

    writer: str
    reader: str
    built: bool
    cut: bool
    why: str = ""


def last_of(case: Case) -> str:
    """Who reads the stream at its end."""
    return "W_U" if case.speaker is None else "speaker"


def pairs(case: Case) -> Iterator[tuple[str, str]]:
    """Every writer with every reader behind it."""
    known = [*case.parts]
    for i, part in enumerate(known):
        before = [name_of(each) for each in known[:i] if step_of(each) != step_of(part)]
        yield from ((writer, name_of(part)) for writer in (*TABLES, *before))
    yield from ((writer, last_of(case)) for writer in (*TABLES, *map(name_of, known)))


def step_of(part: Part) -> tuple[int, str]:
    """The step of the stream in which a part writes: parts of one step do not read each other."""
    number, which = part
    return number, which if which == "mlp" else "cross" if isinstance(which, str) else "heads"


# By construction


class Sums:
    """Rows that somebody can write, and of each number what it would be without signs."""

    def __init__(self, rows: Array, sizes: Array | None = None) -> None:
        self.rows = np.atleast_2d(rows)
        self.sizes = np.abs(self.rows) if sizes is None else np.atleast_2d(sizes)

    def __matmul__(self, W: Array) -> "Sums":
        """What a matrix makes of them."""
        return Sums(self.rows @ W, self.sizes @ np.abs(W))

    def __add__(self, other: "Sums") -> "Sums":
        """Both, one below the other."""
        return Sums(np.vstack([self.rows, other.rows]), np.vstack([self.sizes, other.sizes]))

    def normed(self, norm: Norm | None) -> "Sums":
        """What a norm leaves of directions, but for what it divides by."""
        if norm is None:
            return self
        rows, sizes = self.rows, self.sizes
        if norm.centered:
            rows = rows - rows.mean(-1, keepdims=True)
            sizes = sizes + sizes.mean(-1, keepdims=True)
        gamma = np.ones(rows.shape[1]) if norm.gamma is None else norm.gamma
        return Sums(rows * gamma, sizes * np.abs(gamma))

    @property
    def entries(self) -> NDArray[np.bool_]:
        """Which numbers are more than rounding: [n, size]."""
        return np.asarray(np.abs(self.rows) > ROUNDING * self.sizes)

    @property
    def few(self) -> "Sums":
        """The first of them."""
        return Sums(self.rows[:FEW], self.sizes[:FEW])

    @property
    def any(self) -> bool:
        """Whether some number is more than rounding."""
        return bool(self.entries.any())


def with_bias(rows: Sums, bias: Array | None) -> Sums:
    """Rows, and a bias as one more where there is one."""
    return rows if bias is None else rows + Sums(bias)


def can_write(model: Transformer, writer: Part | str) -> Sums:
    """Rows that span all that a part or a table can write."""
    if isinstance(writer, str):
        return Sums(np.unique(getattr(model, writer), axis=0))
    part = part_of(model, writer)
    if isinstance(part, MLP):
        return with_bias(Sums(part.W_out), part.b_out)
    values = with_bias(Sums(part.W_V), part.b_V)
    return with_bias(values @ part.W_O, part.b_O)


def part_of(model: Transformer, part: Part) -> Head | MLP:
    """A head, a cross head or an MLP."""
    number, which = part
    layer: Layer = model.layers[number]
    if which == "mlp":
        assert layer.mlp is not None
        return layer.mlp
    if isinstance(which, int):
        return layer.heads[which]
    return layer.cross[int(which.removeprefix("cross "))]


def norm_of(model: Transformer, part: Part) -> Norm | None:
    """The norm through which a part reads."""
    layer, (_, kind) = model.layers[part[0]], step_of(part)
    return {"heads": layer.norm_attn, "cross": layer.norm_cross, "mlp": layer.norm_mlp}[kind]


def asks(head: Head, rows: Sums) -> Sums:
    """What a head makes of rows in queries, as far as its keys heed it."""
    return (rows @ head.W_Q) @ with_bias(Sums(head.W_K), head.b_K).rows.T


def answers(head: Head, rows: Sums) -> Sums:
    """What a head makes of rows in keys, as far as its queries heed it."""
    return (rows @ head.W_K) @ with_bias(Sums(head.W_Q), head.b_Q).rows.T


def takes(head: Head, rows: Sums) -> Sums:
    """What a head makes of rows in values, as far as it writes it."""
    return (rows @ head.W_V) @ head.W_O


def reads(model: Transformer, part: Part, rows: Sums) -> bool:
    """Whether some of the rows, beside others, make a difference to what a part reads."""
    of, rows = part_of(model, part), rows.normed(norm_of(model, part))
    if isinstance(of, MLP):
        return (rows @ of.W_in).any
    if isinstance(part[1], str):  # keys and values of cross heads are of a memory
        return asks(of, rows).any
    return any(each(of, rows).any for each in (asks, answers, takes))


def read_at_the_end(case: Case, rows: Sums) -> bool:
    """Whether the unembedding, or the cross heads of a speaker, read some of the rows."""
    rows = rows.normed(case.model.norm_final)
    if case.speaker is None:
        return (rows @ np.unique(case.model.unembedding, axis=1)).any
    heads = [head for layer in case.speaker.layers for head in layer.cross]
    return any(each(head, rows).any for head in heads for each in (answers, takes))


def built(case: Case) -> dict[tuple[str, str], bool]:
    """Of each pair whether, by weights alone, the second can read what the first can write.

    Directions count: a norm takes the mean away and scales columns, and what it divides by is left
    out. A sum is zero where it is rounding beside what it would be without signs.

    >>> from taotp.interp.ground_truth import MACHINES
    >>> found = built(MACHINES["valueless"]())
    >>> [writer for (writer, reader), is_so in found.items() if reader == "W_U" and not is_so]
    ['W_E', 'W_pos', 'layers.0.heads.1']
    """
    model = case.model
    known: dict[str, Part | str] = {name_of(part): part for part in case.parts}
    rows = {name: can_write(model, known.get(name, name)) for name in (*TABLES, *known)}
    found = {}
    for writer, reader in pairs(case):
        part = known.get(reader, reader)
        found[writer, reader] = any(  # of thousands of rows mostly some of the first are read
            read_at_the_end(case, some) if isinstance(part, str) else reads(model, part, some)
            for some in (rows[writer].few, rows[writer])
        )
    return found


# By intervention


def edges(case: Case, n_texts: int = MOST_TEXTS) -> list[Edge]:
    """Of each pair whether it is an edge, by construction and by intervention on the first texts.

    A reader is made not to read a writer twice: it reads zeros there, and what was written in the
    next text. It is an edge where some answer is another by one of them.
    """
    machine, so = machine_of(case, n_texts), built(case)
    wrote = writings(machine)
    others = {name: np.roll(rows, 1, 0) for name, rows in wrote.items()}
    usual = logits(machine)
    found = []
    for (writer, reader), is_built in so.items():
        known = {name: wrote[name] for name in not_behind(case, reader)}
        cut = partial(cut_by, machine, writer, reader, known)
        if not wrote[writer].any():
            is_cut, why = False, "nothing is written"
        else:
            is_cut, why = effect(machine, usual, [cut(None), cut(others)])
        why = "" if is_built == is_cut else why if is_built else "by the norm"
        found.append(Edge(writer, reader, is_built, is_cut, why))
    return found


def not_behind(case: Case, reader: str) -> list[str]:
    """The parts that write before a reader does, or beside it."""
    parts = {name_of(part): step_of(part) for part in case.parts}
    if reader not in parts:
        return [*parts]
    order = [*dict.fromkeys(parts.values())]
    at = order.index(parts[reader])
    return [name for name, step in parts.items() if order.index(step) <= at and name != reader]


def cut_by(
    machine: Machine, writer: str, reader: str, known: dict[str, Array],
    instead: dict[str, Array] | None,
) -> Array:  # fmt: skip
    """The logits where a reader does not read a writer."""
    return logits(machine, read=unread([(writer, reader)], instead), known=known)


def effect(machine: Machine, usual: Array, changed: Sequence[Array]) -> tuple[bool, str]:
    """Whether some answer is another, and what is seen of it where none is."""
    if any((each.argmax(-1) != machine.answers).any() for each in changed):
        return True, ""
    moved = max(float(np.abs(each - usual).max()) for each in changed)
    return False, "only surer" if moved > STAYS * np.abs(usual).max() else "not moved"
