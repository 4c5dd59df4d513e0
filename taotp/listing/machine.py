"""What a machine of sentences is while it is being made, and what all sentences need of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from taotp.listing.expressions import Circle, Names, read_columns, read_number, read_weights
from taotp.listing.faults import (
    MOST,
    Misread,
    line_of,
    listed,
    quoted,
    shown_symbol,
    suggestion,
)
from taotp.listing.language import CLAUSES, LANGUAGE, LIMITS
from taotp.listing.sentences import Sentence
from taotp.listing.words import Word, string_value
from taotp_core.arrays import Array
from taotp_core.program import Symbol
from taotp_core.stream import Subspace
from taotp_core.weights import LAYER_NORM, MLP, Head, Norm, fault_of_name

LONGEST_CONTEXT = LIMITS["context"]
KINDS = {"layer": LAYER_NORM, "rms": Norm(centered=False), "none": None}


def nameable(parts: Iterable[Subspace]) -> list[Subspace]:
    """The parts whose names a machine may have: those of parts of a part may be too long."""
    return [part for part in parts if not fault_of_name(part.name)]


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
    """A layer as it is being read; `units` holds MLPs and tables in order, all of one `act`."""

    sentence: Sentence
    heads: list[Head] = field(default_factory=list)
    units: list[MLP | Table] = field(default_factory=list)
    norms: dict[str, Norm | None] = field(default_factory=dict)
    act: tuple[str, Sentence] | None = None

    def take_act(self, text: str, act: str, line: Sentence) -> None:
        """Note what the units of a sentence do; raises Misread where others do something else."""
        if self.act is None:
            self.act = act, line
        first, other = self.act
        if first != act:
            word, number = line.words[0], line_of(text, other.words[0].start)
            message = f"the units of a layer are of one kind: here {act}, in line {number} {first}"
            raise Misread(word.start, word.end, message)


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
        if wrong.message:  # else it follows from another
            made.wrongs.append(wrong)


def read_places(made: Machine, line: Sentence, what: str) -> list[Subspace]:
    """Names of places, joined by `and`."""
    out = [made.names.place(line.name(what))]
    while line.takes("and"):
        out.append(made.names.place(line.name("a part of the stream after 'and'")))
    return out


def id_of(made: Machine, name: Symbol, word: Word) -> int:
    """The number of a symbol; raises Misread."""
    if name in made.ids:
        return made.ids[name]
    known = [each for each in made.symbols if isinstance(each, str)]
    meant = suggestion(name, known) if isinstance(name, str) else ""
    raise Misread(word.start, word.end, f"{shown_symbol(name)} is none of the symbols{meant}")


def check_fit(where: list[Subspace], size: int, word: Word, what: str) -> None:
    """Raise Misread unless the places together have a size."""
    has = sum(map(len, where))
    if has != size:
        names = listed([subspace.name for subspace in where])
        have = "has size" if len(where) == 1 else "have sizes that make"
        message = f"{names} {have} {has}, but {what} {size}"
        raise Misread(word.start, word.end, message)


def read_bracketed(made: Machine, line: Sentence, size: int, what: str) -> Array:
    """So many numbers in brackets."""
    start = line.word
    line.needs("[", f"'{what}'")
    found = [read_number(line, made.names)]
    while line.takes(","):
        found.append(read_number(line, made.names))
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


def read_clauses(
    made: Machine,
    line: Sentence,
    form: str,
    *,
    own: Mapping[str, Callable[[], None]] = MappingProxyType({}),
    commas: bool = True,
) -> tuple[dict[str, Any], dict[str, Word]]:
    """What the clauses of a form say, and where each begins; `own` reads those that are its own.

    `commas` says that all but the first need one. Raises Misread.
    """
    unsaid = LANGUAGE["unsaid"]
    got: dict[str, Any] = {name: unsaid[name] for name in CLAUSES[form] if name in unsaid}

    def take(name: str, kind: str) -> Callable[[], None]:
        return own.get(name) or (lambda: got.update({name: READERS[kind](made, line, name)}))

    known = {name: take(name, kind) for name, kind in CLAUSES[form].items()}
    where = line.clauses(known, form in LANGUAGE["begun"], commas=commas)
    for name in LANGUAGE["needed"].get(form, ()):
        if name not in where:
            message = f"'{line.first}' lacks a clause '{name} ...', but the line ends"
            raise Misread(line.word.start, line.word.end, message)
    return got, where


def read_eps(made: Machine, line: Sentence, name: str) -> float:
    """A number of 0 or more."""
    word = line.word
    eps = read_number(line, made.names, f"a number after '{name}'")
    if eps < 0:
        raise Misread(word.start, word.end, f"{name} must be 0 or more")
    return eps


def read_place(made: Machine, line: Sentence, name: str) -> tuple[Subspace, Word]:
    """A part of the stream, and the word that names it."""
    return made.names.place(line.word), line.name(place_after(name))


def read_single(made: Machine, line: Sentence, name: str) -> Subspace:
    """A place of size 1."""
    word = line.word
    place = made.names.place(line.name(place_after(name)))
    if len(place) != 1:
        message = f"{word.text} has size {len(place)}; a {line.first} reads a part of size 1"
        raise Misread(word.start, word.end, message)
    return place


def read_name(made: Machine, line: Sentence, name: str) -> str:
    """The name of a head, in quotes; raises Misread for one that is too long or cannot be seen."""
    word = line.word
    if word.kind != "string":
        raise line.unlike(f"a name in quotes after '{name}'")
    said = string_value(line.next())
    if wrong := fault_of_name(said):
        raise Misread(word.start, word.end, f"the name is {shown_symbol(said)}; {wrong}")
    return said


def read_vector(made: Machine, line: Sentence, name: str) -> Array:
    """What is added to the stream, [d_model]; raises Misread for several columns."""
    word = line.word
    found = read_weights(line, made.names, place_after(name))
    if found.shape[1] != 1:
        message = f"the {name} has {found.shape[1]} columns; it must be one, as 2 token.1"
        raise Misread(word.start, word.end, message)
    return found[:, 0]


def place_after(name: str) -> str:
    """What a clause must be followed by, as messages say it."""
    return f"a part of the stream after '{name}'"


# What the clauses of each kind are followed by.
READERS: dict[str, Callable[[Machine, Sentence, str], Any]] = {
    "flag": lambda made, line, name: True,
    "hard": lambda made, line, name: (
        None
        if line.word.kind == "end" or line.sees(",")
        else read_number(line, made.names, f"a number after '{name}'")
    ),
    "number": lambda made, line, name: read_number(line, made.names, f"a number after '{name}'"),
    "eps": read_eps,
    "row": lambda made, line, name: read_bracketed(made, line, made.d_model, name),
    "columns": lambda made, line, name: read_columns(line, made.names, place_after(name)),
    "vector": lambda made, line, name: read_vector(made, line, name),
    "act": lambda made, line, name: line.one_of("what a unit does", LANGUAGE["acts"]),
    "weights": lambda made, line, name: read_weights(line, made.names, place_after(name)),
    "place": read_place,
    "name": read_name,
    "places": lambda made, line, name: read_places(made, line, place_after(name)),
    "single": read_single,
}


def sound(line: Sentence, make: Callable[[], Any]) -> Any:
    """What is made of a sentence; raises Misread where a weight of it is infinite."""
    try:
        with np.errstate(divide="ignore"):
            return make()
    except ValueError:
        word = line.words[0]
        raise Misread(word.start, word.end, "a weight becomes too large here") from None
