"""Subspaces of the residual stream, by name; index arithmetic happens here and nowhere else."""

import re
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from itertools import filterfalse

import numpy as np

from taotp_core.arrays import Array

Vector = Mapping[str, float]  # the factor of each seme; semes that are not there have none
Moves = Sequence[tuple[float, str, str]]  # the terms of a matrix: a factor, its row and its column

NAME = re.compile(r"\w*[^\W\d]\w*")
MARK_OR_WORD = re.compile(r"(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+(?![\w.])|[+\-,>]|[\w.]+|\S")
NUMBER_OR_NOT = re.compile(r"((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)?([^\W\d]\w*)?")
GOLDEN = (5**0.5 - 1) / 2
LISTED = 30  # how many names an error lists before it leaves the rest out


@dataclass(frozen=True)
class Subspace:
    """Some neighboring coordinates of the stream, with a name; `hidden` ones are not for readers.

    >>> Subspace("token", start=3, size=2, d_model=6)
    Subspace(name='token', start=3, size=2, d_model=6)
    """

    name: str
    start: int
    size: int
    d_model: int
    hidden: bool = field(default=False, repr=False)

    def __len__(self) -> int:
        return self.size


def hidden(*where: Subspace) -> tuple[Subspace, ...]:
    """The same subspaces, as what readers are not shown: a constant, a square, a balance."""
    return tuple(replace(each, hidden=True) for each in where)


def subspaces(**sizes: int) -> tuple[Subspace, ...]:
    """Lay subspaces side by side in the order given; together they are the whole stream.

    An underscore is a space in the name: one_before. Raises ValueError for a size below 1.

    >>> pos, token = subspaces(pos=3, token=2)
    >>> token.start, token.size, token.d_model
    (3, 2, 5)
    """
    d_model, start, out = sum(sizes.values()), 0, []
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"subspace {name} has size {size}; it must be at least 1")
        out.append(Subspace(name.replace("_", " "), start, size, d_model))
        start += size
    return tuple(out)


def parts(subspace: Subspace, n: int, names: Sequence[str] = ()) -> tuple[Subspace, ...]:
    """Cut a subspace into n equal ones, with these names or past.1, past.2 ... after the whole.

    Raises ValueError where its size is no multiple of n, and for another number of names.

    >>> (past,) = subspaces(past=4)
    >>> [(part.name, part.start) for part in parts(past, 2)]
    [('past.1', 0), ('past.2', 2)]
    """
    if n < 1 or len(subspace) % n:
        raise ValueError(f"{subspace.name} has size {len(subspace)}; it has no {n} equal parts")
    if len(names := names or [f"{subspace.name}.{i + 1}" for i in range(n)]) != n:
        raise ValueError(f"{subspace.name} has {n} parts and {len(names)} names for them")
    size, at = len(subspace) // n, subspace.start
    return tuple(
        replace(subspace, name=name, start=at + i * size, size=size) for i, name in enumerate(names)
    )


def read(*where: Subspace) -> Array:
    """The matrix [d_model, size] by which x @ read(s) is what the stream holds in s.

    Of several subspaces it reads one after the other, side by side. Raises ValueError for none.

    >>> pos, token = subspaces(pos=1, token=2)
    >>> (np.array([7, 8, 9]) @ read(token)).tolist()
    [8.0, 9.0]
    """
    if not where:
        raise ValueError("there is no subspace to read or write; give at least 1")
    columns = [i for s in where for i in range(s.start, s.start + s.size)]
    return np.eye(where[0].d_model)[:, columns]


def write(*where: Subspace) -> Array:
    """The matrix [size, d_model] by which y @ write(s) is a stream with y in s, else zeros.

    >>> pos, token = subspaces(pos=1, token=2)
    >>> (np.array([8, 9]) @ write(token)).tolist()
    [0.0, 8.0, 9.0]
    """
    return read(*where).T


@dataclass(frozen=True, eq=False)
class Semes:
    """Named directions: `rows` [n, size] holds the unit vector of each of the n names.

    Orthonormal ones are columns of their own; overcomplete ones share fewer numbers. MadHatter
    2021, "Some Useful Notation".

    >>> animals = semes("pig wombat")
    >>> animals.vector("2 pig - wombat").tolist()
    [2.0, -1.0]
    >>> animals.text(animals.vector("pig") @ animals.matrix("3 pig>wombat"))
    '3 wombat'
    """

    names: tuple[str, ...]
    rows: Array

    def __repr__(self) -> str:
        return f"Semes of {len(self)} names"  # signatures show it

    def __len__(self) -> int:
        return len(self.names)

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return int(self.rows.shape[1])

    @cached_property
    def units(self) -> "Units":
        """The unit vector [size] of each name."""
        return Units(zip(self.names, self.rows, strict=True))

    def vector(self, said: str | Vector) -> Array:
        """The vector [size] of factors, or of a text of them: "2.1 pig -3.2 wombat"; "" is zero.

        Raises ValueError for a text that says none, and for a name that there is not.
        """
        return self.sums([said]).reshape(-1)

    def sums(self, vectors: Collection[str | Vector]) -> Array:
        """Vectors as rows [n, size], each text read once; ValueError as for `vector`."""
        rows, read = np.zeros((len(vectors), self.size)), dict[str, int]()
        for i, said in enumerate(vectors):
            match said:
                case str() if said in read:
                    rows[i], said = rows[read[said]], {}
                case str():
                    read[said], said = i, Terms(said, self.units).vector()
            for name in said:
                rows[i] += said[name] * self.units[name]
        return rows

    def matrix(self, said: str | Moves) -> Array:
        """The matrix [size, size] of moves, or of a text: "1.1 pig>wombat +2.3 wombat>pig".

        A row vector stands on its left: vector("pig") @ matrix("pig>wombat") is the wombat. Raises
        ValueError for a text that says none, and for a name that there is not.
        """
        out = np.zeros((self.size, self.size))
        for factor, left, right in self.moves(said):
            out += factor * np.outer(self.row(left), self.row(right))
        return out

    def text(self, vector: Array, digits: int = 2) -> str:
        """What each name reads of a vector [size], as a text; "" where that is nothing.

        Where names are orthonormal, `vector` of it is the vector again, up to the digits.
        """
        out = ""
        for name, read in zip(self.names, np.round(self.rows @ vector, digits), strict=True):
            if read:
                sign = ("- " if out else "-") if read < 0 else ("+ " if out else "")
                factor = "" if abs(read) == 1 else f"{abs(read):g} "
                out += f"{' ' if out else ''}{sign}{factor}{name}"
        return out

    def row(self, name: str) -> Array:
        """The unit vector of a name [size]; ValueError, with the nearest, where there is none."""
        return self.units[name]

    def terms(self, said: str | Vector) -> Vector:
        """A vector as it is, or that of a text; ValueError for another text."""
        return Terms(said, self.units).vector() if isinstance(said, str) else said

    def moves(self, said: str | Moves) -> Moves:
        """The terms of a matrix as they are, or those of a text; ValueError for another text."""
        return Terms(said, self.units).moves() if isinstance(said, str) else said


class Units(dict[str, Array]):
    """The unit vector of each name; ValueError, with the nearest name, where there is none."""

    def __missing__(self, name: str) -> Array:
        near = get_close_matches(name, self, 1)
        meant = f"; did you mean {near[0]!r}?" if near else ""
        listed = " ".join([*self][:LISTED]) + (" ..." if len(self) > LISTED else "")
        raise ValueError(f"{name!r} is not a seme; there are {listed}{meant}")


class Terms:
    """The words of a vector's or a matrix's text, an end behind them, and how many were read.

    >>> Terms("- 2pig", ["pig"]).term()
    (-2.0, 'pig')
    """

    def __init__(self, text: str, names: Container[str]) -> None:
        self.text, self.names = text, names
        self.words = [*MARK_OR_WORD.findall(text), ""]
        self.at = 0

    def vector(self) -> Vector:
        """The factor of each name; a comma may stand between two terms."""
        found: defaultdict[str, float] = defaultdict(float)
        while self.words[self.at]:
            factor, name = self.term()
            found[name] += factor
            self.at += self.words[self.at] == ","
        return {**found}

    def moves(self) -> Moves:
        """The factors and pairs of names of a matrix, as `vector`."""
        found: list[tuple[float, str, str]] = []
        while self.words[self.at]:
            factor, left = self.term()
            if self.words[self.at] != ">":
                raise ValueError(f"in {self.text!r}, {left} must be followed by '>'")
            self.at += 1
            found.append((factor, left, self.name()))
            self.at += self.words[self.at] == ","
        return found

    def term(self) -> tuple[float, str]:
        """A factor and a name: pig, -pig, 2.1 pig, + 2pig."""
        sign = -1.0 if self.words[self.at] == "-" else 1.0
        self.at += sign < 0
        self.at += self.words[self.at] == "+"
        word = self.words[self.at]
        if word in self.names:
            self.at += 1
            return sign, word
        number, name = self.parted()
        return sign * (1.0 if number is None else number), name or self.name()

    def name(self) -> str:
        """A name alone."""
        number, name = self.parted()
        if number is not None:
            self.at -= 1
            raise self.wrong()
        return name

    def parted(self) -> tuple[float | None, str]:
        """The next word as a number (or None) and a name (or ""); 2pig is both."""
        word = self.words[self.at]
        if word in self.names:
            self.at += 1
            return None, word
        found = NUMBER_OR_NOT.fullmatch(word)
        if found is None or not word:
            raise self.wrong()
        self.at += 1
        number = None if found[1] is None else float(found[1])
        return number, found[2] or ""

    def wrong(self) -> ValueError:
        """The fault that the next word is not what a term is made of."""
        word = self.words[self.at]
        found = f"found {word!r}" if word else "the text ends"
        return ValueError(
            f"in {self.text!r}, expected the name of a seme, {found}; a term is [sign] [number] "
            "name, and in a matrix name>name"
        )


def semes(names: str | Iterable[str], size: int | None = None) -> Semes:
    """Directions with these names: orthonormal (None), or unit vectors in `size` numbers.

    Raises ValueError for no names, a name twice, what is no name, and a size below 1.

    >>> semes("pig wombat dog").rows.tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    >>> semes("pig wombat dog", size=2).rows.shape
    (3, 2)
    """
    found = tuple(names.split() if isinstance(names, str) else names)
    if not found:
        raise ValueError("there are no names; give at least 1 seme")
    for name in filterfalse(NAME.fullmatch, found):
        raise ValueError(f"{name!r} is not the name of a seme; it must be letters, digits and _")
    if len(set(found)) < len(found):
        twice = next(name for name in found if found.count(name) > 1)
        raise ValueError(f"the seme {twice!r} is there twice; once is enough")
    return Semes(found, np.eye(len(found)) if size is None else spread(len(found), size))


def spread(n: int, size: int) -> Array:
    """Unit vectors [n, size], about as far apart as if they were drawn; the same on every machine.

    The fractions of the golden ratio times the cubes of 1, 2, 3 ... are spread evenly, and no two
    rows of them are alike. Raises ValueError for a size below 1.

    >>> rows = spread(5, 3)
    >>> rows.shape, np.allclose(np.linalg.norm(rows, axis=1), 1)
    ((5, 3), True)
    """
    if size < 1:
        raise ValueError(f"the size is {size}; it must be at least 1")
    at = np.arange(1.0, n * size + 1).reshape(n, size)
    rows = 2 * (at * at * at * GOLDEN % 1) - 1
    unit: Array = rows / np.sqrt((rows * rows).sum(1, keepdims=True))
    return unit
