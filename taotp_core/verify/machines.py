"""Machines that are tried: a listing in a file, or a program of the library by its name."""

import hashlib
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from taotp_core import listing, programs
from taotp_core.arrays import Shaped
from taotp_core.programs.program import Program
from taotp_core.verify.domains import called


@dataclass(frozen=True)
class Machine:
    """A machine: how it was named, and its listing, in which no bit of a number is lost."""

    name: str
    text: str

    @property
    def program(self) -> Program:
        """The program of the listing."""
        return read_once(self.text)

    @property
    def fingerprint(self) -> str:
        """A name for all that decides what it says; those of its parts have no say in that."""
        found = hashlib.sha256()
        program = self.program
        for part in decides(program.model):
            found.update(part)
        ends = (program.start, program.stop, program.after, program.steps, program.slide)
        found.update(repr((list(program.vocabulary), *ends)).encode())
        return found.hexdigest()[:32]


@cache
def read_once(text: str) -> Program:
    """The program of a listing."""
    return listing.read(text).program


def decides(thing: Any) -> Iterator[bytes]:
    """The parts of a model that decide what it says: arrays with their shapes, and settings."""
    if isinstance(thing, Shaped):
        for field in fields(thing):
            if field.name != "name":
                yield field.name.encode()
                yield from decides(getattr(thing, field.name))
    elif isinstance(thing, tuple | list):
        for each in thing:
            yield from decides(each)
    elif isinstance(thing, np.ndarray):
        yield repr(thing.shape).encode()
        yield (thing + 0.0).astype("<f8").tobytes()  # -0.0 is 0.0
    else:
        yield repr(thing).encode()


def machine(name: str) -> Machine:
    """The machine of a file, or of a call such as small.add(3); ValueError where it is neither.

    Numbers of a call may differ in their last bits from one kind of computer to another; those of
    a file do not.
    """
    if Path(name).is_file():
        found = listing.read_bytes(Path(name).read_bytes(), name).program
    else:
        found = built(name)
    return Machine(name, listing.write(found))


def built(text: str) -> Program:
    """A program of the library, from its name and its arguments."""
    name, arguments, named = called(text)
    place: Any = programs
    for piece in name.split("."):
        place = getattr(place, piece, None) if not piece.startswith("_") else None
    if not inspect.isfunction(place) or not place.__module__.startswith(programs.__name__):
        raise ValueError(f"{text!r} is neither a file nor a program such as small.add(3)")
    try:
        found = place(*arguments, **named)
    except TypeError as error:
        raise ValueError(f"{text}: {error}") from None
    if not isinstance(found, Program):
        raise ValueError(f"{text} is no program that can be asked")
    return found
