"""What a machine of sentences is while it is being made, and what all sentences need of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from taotp_core.arrays import Array
from taotp_core.listing.expressions import Circle, Names, number
from taotp_core.listing.faults import MOST, Misread, listed, quoted, suggestion
from taotp_core.listing.sentences import Sentence
from taotp_core.listing.words import Word
from taotp_core.programs.program import Symbol
from taotp_core.stream import Subspace
from taotp_core.weights import LAYER_NORM, MLP, Head, Norm

LONGEST_CONTEXT = 1_000_000
KINDS = {"layer": LAYER_NORM, "rms": Norm(centered=False), "none": None}


@dataclass
class Table:
    """A table of an MLP as it is being read: rows of the stream, and what to say for each."""

    sentence: Sentence
    look: Subspace
    put: list[Subspace]
    loud: float
    rows: list[Array] = field(default_factory=list)
    says: list[Array] = field(default_factory=list)
    lines: list[Word] = field(default_factory=list)
    broken: bool = False


@dataclass
class Draft:
    """A layer as it is being read; `units` holds MLPs and tables in order."""

    sentence: Sentence
    heads: list[Head] = field(default_factory=list)
    units: list[MLP | Table] = field(default_factory=list)
    norms: dict[str, Norm | None] = field(default_factory=dict)


@dataclass
class Machine:
    """What the sentences read so far have made; `wrongs` gathers what is wrong with them.

    `circles` are those that `place` lays, and `norm` stands where no other is asked for.
    """

    text: str
    wrongs: list[Misread]
    names: Names = field(default_factory=Names)
    subspaces: tuple[Subspace, ...] = ()
    d_model: int = 0
    n_ctx: int = 0
    symbols: list[Symbol] = field(default_factory=list)
    ids: dict[Symbol, int] = field(default_factory=dict)
    sentinels: dict[str, Symbol] = field(default_factory=dict)
    steps: int | None = None
    slide: bool = False
    norm: Norm | None = LAYER_NORM
    norm_final: dict[str, Norm | None] = field(default_factory=dict)
    after: bool = False
    W_E: Array = field(default_factory=lambda: np.zeros((0, 0)))
    W_pos: Array = field(default_factory=lambda: np.zeros((0, 0)))
    unembedding: Array | None = None
    circles: dict[Subspace, Circle] = field(default_factory=dict)
    hard: dict[Circle, float] = field(default_factory=dict)
    layers: list[Draft] = field(default_factory=list)
    table: Table | None = None


def attempt(made: Machine, line: Sentence, do: Callable[..., None], *what: Any) -> None:
    """Read a sentence, and keep what is wrong with it."""
    if len(made.wrongs) >= MOST:
        return
    line.at = 1
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            do(made, line, *what)
    except Misread as wrong:
        made.wrongs.append(wrong)


def places(made: Machine, line: Sentence, what: str) -> list[Subspace]:
    """Names of places, joined by `and`."""
    out = [made.names.place(line.name(what))]
    while line.takes("and"):
        out.append(made.names.place(line.name("a place of the stream after 'and'")))
    return out


def id_of(made: Machine, name: Symbol, word: Word) -> int:
    """The number of a symbol; raises Misread."""
    if name in made.ids:
        return made.ids[name]
    known = [each for each in made.symbols if isinstance(each, str)]
    meant = suggestion(name, known) if isinstance(name, str) else ""
    raise Misread(word.start, word.end, f"{said(name)} is none of the symbols{meant}")


def fits(where: list[Subspace], size: int, word: Word, what: str) -> None:
    """Raise Misread unless the places together have a size."""
    has = sum(map(len, where))
    if has != size:
        names = listed([subspace.name for subspace in where])
        have = "has size" if len(where) == 1 else "have sizes that make"
        message = f"{names} {have} {has}, but {what} {size}"
        raise Misread(word.start, word.end, message)


def bracketed(made: Machine, line: Sentence, size: int, what: str) -> Array:
    """So many numbers in brackets."""
    start = line.word
    line.needs("[", f"'{what}'")
    found = [number(line, made.names)]
    while line.takes(","):
        found.append(number(line, made.names))
    if not line.takes("]"):
        raise line.unlike("',' or ']' after a number")
    if len(found) != size:
        end = line.words[line.at - 1].end
        message = f"there are {len(found)} numbers here; {what} has {size}"
        raise Misread(start.start, end, message)
    return np.array(found)


def layer_of(made: Machine, line: Sentence) -> Draft:
    """The layer that a sentence belongs to; raises Misread where there is none."""
    if made.layers:
        return made.layers[-1]
    word = line.words[0]
    message = f"{quoted(word.text)} belongs to a layer; a line 'layer' must come before it"
    raise Misread(word.start, word.end, message)


def require(line: Sentence, got: dict[str, Any], *clauses: str) -> None:
    """Raise Misread for a clause that has to be there and is not."""
    for clause in clauses:
        if clause not in got:
            message = f"'{line.first}' lacks a clause '{clause} ...', but the line ends"
            raise Misread(line.word.start, line.word.end, message)


def sound(line: Sentence, make: Callable[[], Any]) -> Any:
    """What is made of a sentence; raises Misread where a weight of it is infinite."""
    try:
        with np.errstate(divide="ignore"):
            return make()
    except ValueError:
        word = line.words[0]
        raise Misread(word.start, word.end, "a weight becomes too large here") from None


def read_eps(made: Machine, line: Sentence, into: list[float]) -> None:
    """A number of 0 or more."""
    word = line.word
    into[0] = number(line, made.names, "a number after 'eps'")
    if into[0] < 0:
        raise Misread(word.start, word.end, "eps must be 0 or more")


def said(name: Symbol) -> str:
    """A symbol as messages say it: text in quotes."""
    return quoted(name) if isinstance(name, str) else str(name)
