"""Certificates: what was asked of which machine, and for each range of inputs what came of it."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from taotp_core.files import write_whole

FORMAT = 1
LARGEST = 100_000_000  # bytes of a file
NAMED = 3  # wrong answers that a piece quotes


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
        text = f"{self.machine} on {of} inputs of {self.domain} in {self.precision}: "
        if self.wrong:
            quoted = [line for piece in self.pieces for line in piece.quoted][:NAMED]
            return f"{text}{self.wrong:,} wrong; {'; '.join(quoted)}"
        left_open = there - self.tried
        margin = min((piece.margin for piece in self.pieces), key=float, default="inf")
        text += f"{self.tried:,} right" if left_open else "right"
        text += f", {left_open:,} left open" if left_open else ""
        return text if margin == "inf" else f"{text}; the smallest margin is {margin}"


def put(certificate: Certificate, more: Iterable[Piece]) -> Certificate:
    """The same with more pieces, in order; ValueError where two have an input in common."""
    pieces = sorted((*certificate.pieces, *more), key=lambda piece: piece.first)
    for one, other in pairwise(pieces):
        if other.first < one.end:
            raise ValueError(f"input {other.first:,} is in two pieces; each may be in one")
    return replace(certificate, pieces=tuple(pieces))


ASKED = ("domain", "inputs", "specification", "fingerprint", "precision", "library")


def merged(certificates: Sequence[Certificate]) -> Certificate:
    """One certificate of several; ValueError where they differ in what was asked, or overlap."""
    first, *others = certificates
    for other in others:
        same_asked(first, other)
        first = put(first, other.pieces)
    return first


def same_asked(one: Certificate, other: Certificate) -> None:
    """ValueError unless both ask the same of the same machine."""
    for name in ASKED:
        was, now = getattr(one, name), getattr(other, name)
        if was != now:
            raise ValueError(f"the {name} is {now!r} in one and {was!r} in another; it must agree")


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
        raise ValueError(f"{path} is no ordinary file")
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
        raise ValueError(f"{path} is no certificate of this library") from None
    for piece in pieces:
        if not 0 <= piece.first < piece.end <= found.inputs:
            raise ValueError(f"{path} has a piece from {piece.first:,} to {piece.end:,}, which is "
                             f"none of {found.inputs:,} inputs")  # fmt: skip
    try:
        return put(found, pieces)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def of_kind(kind: Any, values: dict[str, Any]) -> Any:
    """A dataclass of values that are of the types which it declares; TypeError where not."""
    for field in fields(kind):
        wanted = getattr(field.type, "__origin__", field.type)
        if type(values[field.name]) is not wanted:
            raise TypeError
    return kind(**values)
