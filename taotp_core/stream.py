"""Names for parts of the residual stream; index arithmetic happens here and nowhere else."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from taotp_core.arrays import Array

MARK_OR_WORD = re.compile(r"(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+(?![\w.])|[+\-,>]|[\w.]+|\S")
NUMBER_OR_NOT = re.compile(r"((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)?([^\W\d]\w*)?")
GOLDEN = (5**0.5 - 1) / 2
LISTED = 30  # how many names an error lists before it leaves the rest out


@dataclass(frozen=True)
class Subspace:
    """Some neighboring coordinates of the stream, with a name.

    >>> Subspace("token", start=3, size=2, d_model=6)
    Subspace(name='token', start=3, size=2, d_model=6)
    """

    name: str
    start: int
    size: int
    d_model: int

    def __len__(self) -> int:
        return self.size


def subspaces(**sizes: int) -> tuple[Subspace, ...]:
    """Lay subspaces side by side in the order given; together they are the whole stream.

    `pos, token = subspaces(pos=3, token=3)`. Raises ValueError for a size below 1.

    >>> pos, token = subspaces(pos=3, token=2)
    >>> token.start, token.size, token.d_model
    (3, 2, 5)
    """
    d_model, start, out = sum(sizes.values()), 0, []
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"subspace {name} has size {size}; it must be at least 1")
        out.append(Subspace(name, start, size, d_model))
        start += size
    return tuple(out)


def parts(subspace: Subspace, n: int) -> tuple[Subspace, ...]:
    """Cut a subspace into n equal ones, named past.1, past.2 ... after the whole.

    Raises ValueError where its size is no multiple of n.

    >>> (past,) = subspaces(past=4)
    >>> [(part.name, part.start) for part in parts(past, 2)]
    [('past.1', 0), ('past.2', 2)]
    """
    if n < 1 or len(subspace) % n:
        raise ValueError(f"{subspace.name} has size {len(subspace)}; it has no {n} equal parts")
    size = len(subspace) // n
    return tuple(
        Subspace(f"{subspace.name}.{i + 1}", subspace.start + i * size, size, subspace.d_model)
        for i in range(n)
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

    def __len__(self) -> int:
        return len(self.names)

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return int(self.rows.shape[1])

    def vector(self, text: str) -> Array:
        """The vector [size] that a text says, as "2.1 pig -3.2 wombat"; "" is zero.

        Raises ValueError for a text that says none.
        """
        out = np.zeros(self.size)
        for factor, name in self.terms(text):
            out += factor * self.row(name)
        return out

    def matrix(self, text: str) -> Array:
        """The matrix [size, size] that a text says, as "1.1 pig>wombat +2.3 wombat>pig".

        A row vector stands on its left: vector("pig") @ matrix("pig>wombat") is the wombat. Raises
        ValueError for a text that says none.
        """
        out = np.zeros((self.size, self.size))
        for factor, left, right in self.pairs(text):
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
        if name not in self.names:
            near = get_close_matches(name, self.names, 1)
            meant = f"; did you mean {near[0]!r}?" if near else ""
            listed = " ".join(self.names[:LISTED]) + (" ..." if len(self) > LISTED else "")
            raise ValueError(f"{name!r} is no seme; there are {listed}{meant}")
        unit: Array = self.rows[self.names.index(name)]
        return unit

    def terms(self, text: str) -> list[tuple[float, str]]:
        """The factors and names of a vector's text; ValueError for another text."""
        words = Terms(text, self.names)
        out = [words.term() for _ in words.more()]
        for _, name in out:
            self.row(name)
        return out

    def pairs(self, text: str) -> list[tuple[float, str, str]]:
        """The factors and pairs of names of a matrix's text; ValueError for another text."""
        words, out = Terms(text, self.names), []
        for _ in words.more():
            factor, left = words.term()
            words.need(">", left)
            out.append((factor, left, words.name()))
        for _, left, right in out:
            self.row(left), self.row(right)
        return out


class Terms:
    """The words of a vector's or a matrix's text, and how far they have been read.

    >>> Terms("- 2pig", ["pig"]).term()
    (-2.0, 'pig')
    """

    def __init__(self, text: str, names: Iterable[str]) -> None:
        self.text, self.names = text, set(names)
        self.words = MARK_OR_WORD.findall(text)
        self.at = 0

    def more(self) -> Iterator[None]:
        """Once for each term that is left; a comma may stand between two."""
        while self.at < len(self.words):
            yield
            self.takes(",")

    def takes(self, mark: str) -> bool:
        """Read a mark if it comes next, and say whether it did."""
        found = self.words[self.at : self.at + 1] == [mark]
        self.at += found
        return found

    def need(self, mark: str, after: str) -> None:
        """Read a mark that has to come next; ValueError where another does."""
        if not self.takes(mark):
            raise ValueError(f"in {self.text!r}, {after} must be followed by {mark!r}")

    def term(self) -> tuple[float, str]:
        """A factor and a name: pig, -pig, 2.1 pig, + 2pig."""
        sign = -1.0 if self.takes("-") else 1.0
        self.takes("+")
        number, name = self.parted()
        if name is None and number is not None:
            return sign * number, self.name()
        if name is None:
            raise self.wrong()
        return sign * (1.0 if number is None else number), name

    def name(self) -> str:
        """A name alone."""
        number, name = self.parted()
        if name is None or number is not None:
            self.at -= 1
            raise self.wrong()
        return name

    def parted(self) -> tuple[float | None, str | None]:
        """The next word as a number, a name, or a number and a name without a space: 2pig."""
        word = self.words[self.at] if self.at < len(self.words) else ""
        if word in self.names:
            self.at += 1
            return None, word
        found = NUMBER_OR_NOT.fullmatch(word)
        if found is None or not word:
            raise self.wrong()
        self.at += 1
        return None if found[1] is None else float(found[1]), found[2]

    def wrong(self) -> ValueError:
        """The fault that the next word is not what a term is made of."""
        found = f"found {self.words[self.at]!r}" if self.at < len(self.words) else "the text ends"
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
    for name in found:
        if re.fullmatch(r"\w*[^\W\d]\w*", name) is None:
            raise ValueError(f"{name!r} is no name of a seme; it must be letters, digits and _")
        if found.count(name) > 1:
            raise ValueError(f"the seme {name!r} is there twice; once is enough")
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
