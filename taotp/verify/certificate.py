"""Certificates: what was asked of which machine, and for each range of inputs what came of it."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from taotp.files import write_whole
from taotp_core.arrays import PRECISIONS

FORMAT = 1
LARGEST = 100_000_000  # bytes of a file
NAMED = 3  # wrong answers that a piece quotes
LONGEST = 200  # characters of a name that are shown
MOST_LETTERS = 4096  # of a name, which may be a path
MARGIN = re.compile(r"inf|\d{1,3}(\.\d{1,6})?(e[-+]\d{1,3})?")  # as .3g writes it
MOST_INPUTS = 10**30  # more than any domain has


@dataclass(frozen=True)
class Piece:
    """What came of the inputs from `first` on, before `end`.

    `tried` of them were asked (a specification may leave some open) and `wrong` were answered
    otherwise: `quoted` has the first of them. `margin` is the smallest lead of a right token, to
    three digits ("inf" without rivals), and `answers` a digest of all that was said.
    """

    first: int
    end: int
    tried: int
    wrong: int
    quoted: tuple[str, ...]
    margin: str
    answers: str


@dataclass(frozen=True)
class Certificate:
    """What was asked, of what, with what; and the pieces that are there, in order.

    `machine` is how it was named, `fingerprint` what it is; `specification` is a digest of the
    Python that says what is right, "" for domains that know.
    """

    domain: str
    inputs: int
    specification: str
    machine: str
    fingerprint: str
    precision: str
    library: str
    pieces: tuple[Piece, ...] = ()

    @property
    def gaps(self) -> list[tuple[int, int]]:
        """The ranges of inputs that no piece has."""
        ends = [0, *(piece.end for piece in self.pieces)]
        firsts = [*(piece.first for piece in self.pieces), self.inputs]
        return [(a, b) for a, b in zip(ends, firsts, strict=True) if a < b]

    @property
    def tried(self) -> int:
        """How many inputs were asked."""
        return sum(piece.tried for piece in self.pieces)

    @property
    def wrong(self) -> int:
        """How many were answered otherwise."""
        return sum(piece.wrong for piece in self.pieces)

    @property
    def whole(self) -> bool:
        """Whether every input of the domain was tried."""
        return not self.gaps

    def __str__(self) -> str:
        there = sum(piece.end - piece.first for piece in self.pieces)
        of = f"all {self.inputs:,}" if self.whole else f"{there:,} of the {self.inputs:,}"
        names = f"{legible(self.machine)} on {of} inputs of {legible(self.domain)}"
        text = f"{names} in {self.precision}: "
        if self.wrong:
            every = [line for piece in self.pieces for line in piece.quoted]
            quoted = map(legible, every[:NAMED])
            return f"{text}{self.wrong:,} wrong; {'; '.join(quoted)}"
        left_open = there - self.tried
        margin = min((piece.margin for piece in self.pieces), key=float, default="inf")
        text += f"{self.tried:,} right" if left_open else "right"
        text += f", {left_open:,} left open" if left_open else ""
        return text if margin == "inf" else f"{text}; the smallest margin is {margin}"


def legible(text: str) -> str:
    """What somebody else wrote, as it is shown: on one line, cut, with nothing that steers."""
    whole = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[: LONGEST + 1])
    return whole if len(whole) <= LONGEST else f"{whole[:LONGEST]}..."


def put(certificate: Certificate, more: Iterable[Piece]) -> Certificate:
    """The same with more pieces, in order; ValueError where two have an input in common."""
    pieces = sorted((*certificate.pieces, *more), key=lambda piece: piece.first)
    for one, other in pairwise(pieces):
        if other.first < one.end:
            raise ValueError(f"input {other.first:,} is in two pieces; each may be in one")
    return replace(certificate, pieces=tuple(pieces))


ASKED = ("domain", "inputs", "specification", "fingerprint", "precision", "library")


def merged(certificates: Sequence[Certificate]) -> Certificate:
    """One certificate of several, which together have every input once; ValueError where not."""
    first, *others = certificates
    for other in others:
        same_asked(first, other)
        first = put(first, other.pieces)
    refuse_gaps(first)
    return first


def refuse_gaps(certificate: Certificate) -> None:
    """ValueError unless every input is in a piece."""
    for first, end in certificate.gaps:
        raise ValueError(f"nobody has tried the inputs from {first:,} to {end - 1:,}")


def same_asked(one: Certificate, other: Certificate) -> None:
    """ValueError unless both ask the same of the same machine."""
    for name in ASKED:
        was, now = getattr(one, name), getattr(other, name)
        if was != now:
            one_has, other_has = (legible(repr(value)) for value in (now, was))
            raise ValueError(
                f"the {name} is {one_has} in one and {other_has} in another; it must agree"
            )


# Files


def write(certificate: Certificate, path: Path) -> None:
    """Write a certificate, a line for each piece; the file is there whole or not at all."""
    head = {"format": FORMAT, **asdict(replace(certificate, pieces=()))}
    del head["pieces"]
    lines = [f" {json.dumps(name)}: {json.dumps(value)}," for name, value in head.items()]
    pieces = ",\n".join(f"  {json.dumps(asdict(piece))}" for piece in certificate.pieces)
    write_whole(path, "\n".join(["{", *lines, ' "pieces": [', pieces, " ]", "}", ""]).encode())


def read(path: Path) -> Certificate:
    """The certificate of a file; ValueError for anything else."""
    if path.is_symlink() or not path.is_file():
        raise ValueError(f"{path} is not an ordinary file")
    if (size := path.stat().st_size) > LARGEST:
        raise ValueError(f"{path} has {size:,} bytes; a certificate has at most {LARGEST:,}")
    try:
        whole = json.loads(path.read_bytes())
        if whole.pop("format") != FORMAT:
            raise ValueError
        pieces = [of_kind(Piece, each | {"quoted": tuple(each["quoted"])})
                  for each in whole.pop("pieces")]  # fmt: skip
        found = of_kind(Certificate, whole | {"pieces": ()})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ValueError(f"{path} is not a certificate of this library") from None
    try:
        refuse_what_cannot_be(found, pieces)
        return put(found, pieces)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def refuse_what_cannot_be(certificate: Certificate, pieces: Iterable[Piece]) -> None:
    """ValueError for what no certificate says, whatever was tried."""
    if certificate.precision not in PRECISIONS:
        raise ValueError(f"the precision is {legible(repr(certificate.precision))}; it must be one "
                         f"of {', '.join(PRECISIONS)}")  # fmt: skip
    for name in ("machine", "domain"):
        if (letters := len(getattr(certificate, name))) > MOST_LETTERS:
            raise ValueError(
                f"its {name} has {letters:,} letters; at most {MOST_LETTERS:,} are read"
            )
    if not 0 < certificate.inputs <= MOST_INPUTS:
        raise ValueError("its number of inputs is none that a domain has")
    for one in pieces:
        where = f"the piece from {one.first:,} to {one.end:,}"
        if not 0 <= one.first < one.end <= certificate.inputs:
            raise ValueError(f"{where} is none of {certificate.inputs:,} inputs")
        if not MARGIN.fullmatch(one.margin):
            raise ValueError(f"{where} has the margin {legible(repr(one.margin))}; it must be a "
                             "number of three digits, or inf")  # fmt: skip
        if not 0 <= one.wrong <= one.tried <= one.end - one.first:
            raise ValueError(f"{where} has {one.wrong:,} wrong of {one.tried:,} inputs tried; it "
                             f"has {one.end - one.first:,} inputs")  # fmt: skip
        if len(one.quoted) != min(one.wrong, NAMED) or {*map(type, one.quoted)} - {str}:
            raise ValueError(f"{where} has {one.wrong:,} wrong answers, so it must quote "
                             f"{min(one.wrong, NAMED)} of them")  # fmt: skip


def of_kind(kind: Any, values: dict[str, Any]) -> Any:
    """A dataclass of values that are of the types which it declares; TypeError where not."""
    for field in fields(kind):
        wanted = getattr(field.type, "__origin__", field.type)
        if type(values[field.name]) is not wanted:
            raise TypeError
    return kind(**values)
