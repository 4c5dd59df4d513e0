"""Machines that are tried: a listing in a file, or a program of the library by its name."""

import hashlib
import inspect
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from taotp import listing, programs
from taotp.verify.certificate import legible
from taotp.verify.domains import called
from taotp_core.program import Program
from taotp_core.weights import deciding

HOMES = ("taotp.programs.", "taotp.applications.")  # of functions that make programs


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
        for part in deciding(program.model, lambda setting: repr(setting).encode()):
            found.update(part)
        ends: tuple[object, ...] = (program.start, program.stop, program.after)
        ends += (program.steps, program.slide)
        ends += () if program.opening is None else (program.opening,)
        found.update(repr((list(program.vocabulary), *ends)).encode())
        return found.hexdigest()[:32]


@cache
def read_once(text: str) -> Program:
    """The program of a listing."""
    return listing.read(text).program


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


def maker(name: str) -> Callable[..., Any] | None:
    """The function of the library that makes programs under a name, None where there is none."""
    place: Any = programs
    for piece in name.split("."):
        place = getattr(place, piece, None) if not piece.startswith("_") else None
    made: Any = inspect.unwrap(place) if callable(place) else None
    if not inspect.isfunction(made) or not made.__module__.startswith(HOMES):
        return None
    found: Callable[..., Any] = place  # which takes old names of arguments, too
    return found


def required(make: Callable[..., Any]) -> list[str]:
    """The arguments of a function that it cannot do without."""
    given = inspect.signature(make).parameters.values()
    plain = [each for each in given if each.kind is each.POSITIONAL_OR_KEYWORD]
    return [each.name for each in plain if each.default is each.empty]


MOST_OF_ONE, MOST_TOGETHER = 200_000, 20_000_000  # whole numbers that size a machine


def refuse_what_is_large(text: str, given: Iterable[Any]) -> None:
    """ValueError where the numbers of a call foretell a machine that no listing could hold.

    A file of a stranger's may name any; to build it first took a gigabyte.
    """
    sizes = [each for each in given if isinstance(each, int) and each > 1]
    if max(sizes, default=0) > MOST_OF_ONE or math.prod(sizes) > MOST_TOGETHER:
        raise ValueError(f"{legible(text)} is too large to be built here; ask for less")


def built(text: str) -> Program:
    """A program of the library, from its name and its arguments."""
    name, arguments, named = called(text)
    make = maker(name)
    if make is None:
        words = "is neither a file nor a program such as small.add(3)"
        raise ValueError(f"{legible(repr(text))} {words}")
    if missing := [name for name in required(make)[len(arguments) :] if name not in named]:
        raise ValueError(
            f"{text} is made of {' and '.join(missing)}, which must be given: as in small.add(3), "
            f"or from Python, taotp.programs.{name}({', '.join(missing)})"
        )
    refuse_what_is_large(text, [*arguments, *named.values()])
    try:
        found = make(*arguments, **named)
    except TypeError as error:
        raise ValueError(f"{legible(text)}: {error}") from None
    except (OverflowError, MemoryError):
        raise ValueError(f"{legible(text)} is too large to be built here; ask for less") from None
    if not isinstance(found, Program):
        raise ValueError(f"{legible(text)} is not a program that can be asked")
    return found
