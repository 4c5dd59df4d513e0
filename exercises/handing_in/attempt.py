"""Run a learner's own file on their own machine, and find the functions it defines."""

import contextlib
import io
import linecache
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from exercises.catalogue import EXERCISES
from exercises.handing_in.format import Refused, decoded
from exercises.handing_in.record import functions_asked
from exercises.judging.judge import CHECKED, describe
from exercises.statement import Exercise

# Lines for the notebook alone: %magic, !command, name = !command, and ?help or help?
MAGIC = re.compile(
    r"^([ \t]*)(?:(?:[\w, ]+=[ \t]*)?(?:%[A-Za-z]|!)|\?).*$|^([ \t]*)[\w.]+\?{1,2}[ \t]*$",
    re.MULTILINE,
)
OF_PYTHON = ("%%time", "%%timeit", "%%capture", "%%prun")  # the rest of the cell is run
OURS = ("exercises", "taotp", "taotp_core", "numpy")
MODULE = "answers"  # what functions of the file call their module


@cache
def times_asked() -> Counter[tuple[str, ...]]:
    """How many exercises ask for functions of the same names; it reads them all."""
    return Counter(functions_asked(exercise) for exercise in EXERCISES.values())


def is_shared(exercise: Exercise) -> bool:
    """Whether others ask for functions of the same names, so that a name alone is no answer."""
    return times_asked()[functions_asked(exercise)] > 1


@dataclass
class Attempt:
    """The names that a file defined, what it handed to `check`, and what went wrong on the way."""

    defined: dict[str, Any] = field(default_factory=dict)
    checked: dict[str, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def functions(self, exercise: Exercise) -> dict[str, Any] | None:
        """The functions that an exercise asks for, or None where one of them is missing."""
        return self.meant(exercise) or self.named(exercise, "")

    def meant(self, exercise: Exercise) -> dict[str, Any] | None:
        """Those that are for this exercise and no other; None where the file does not say so.

        They are named after it (`one_number_jello`), or were handed to `check` under its name.
        """
        if not is_shared(exercise):
            return self.named(exercise, "")
        found = self.named(exercise, f"_{exercise.slug.replace('-', '_')}")
        answer = self.checked.get(exercise.slug)
        if found or not (callable(answer) and is_own(answer)):
            return found
        (name,) = functions_asked(exercise)
        return {name: answer}

    def named(self, exercise: Exercise, ending: str) -> dict[str, Any] | None:
        """The functions of these names with an ending, if all are there and the learner's."""
        found = {name: self.defined.get(f"{name}{ending}") for name in functions_asked(exercise)}
        own = [callable(one) and is_own(one) for one in found.values()]
        return found if own and all(own) else None

    def attempted(self) -> Iterator[tuple[Exercise, dict[str, Any], bool]]:
        """The exercises whose functions are there, in the order of the book.

        The last says whether they are meant for it, or may be for another that asks for the name.
        What was handed to `check` for another is not for this one.
        """
        for_others = [id(answer) for answer in self.checked.values()]
        for exercise in EXERCISES.values():
            if meant := self.meant(exercise):
                yield exercise, meant, True
            elif (found := self.named(exercise, "")) and not any(
                id(one) in for_others for one in found.values()
            ):
                yield exercise, found, False


def is_own(function: object) -> bool:
    """Whether a function is the learner's: made in the file, or in another one beside it."""
    return str(getattr(function, "__module__", MODULE)).partition(".")[0] not in OURS


def run_file(path: Path) -> Attempt:
    """Run a .py or an .ipynb from top to bottom; a cell that fails does not stop the next ones.

    What it prints is not shown. Raises Refused for a file that is neither.
    """
    os.environ.setdefault("MPLBACKEND", "agg")  # no windows
    attempt = Attempt({"__name__": MODULE, "__file__": str(path)})
    before = CHECKED.set(attempt.checked)
    sys.path.insert(0, str(path.resolve().parent))
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            for where, source in code_pieces(path):
                run_piece(attempt, where, source)
    finally:
        sys.path.pop(0)
        CHECKED.reset(before)
    return attempt


def run_piece(attempt: Attempt, where: str, source: str) -> None:
    """Run one cell, or a whole file; `where` stands for it in messages and tracebacks."""
    linecache.cache[where] = (len(source), None, source.splitlines(keepends=True), where)
    try:
        exec(compile(source, where, "exec"), attempt.defined)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a learner's file may do anything, exit too
        attempt.faults.append(f"{where}: {describe(error)}")


def code_pieces(path: Path) -> Iterator[tuple[str, str]]:
    """The code of a file with a name for each piece; Refused for what is neither .py nor .ipynb."""
    if path.suffix == ".py":
        try:
            yield path.name, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise Refused(f"{path.name} is not UTF-8 text") from None
        return
    if path.suffix != ".ipynb":
        raise Refused(f"{path.name} is neither a .py nor an .ipynb")
    try:
        cells = decoded(path.read_bytes(), most=None)["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell.get("cell_type") == "code"]
    except (Refused, KeyError, TypeError, AttributeError):
        raise Refused(f"{path.name} is not a notebook") from None
    for i, source in enumerate(sources, 1):
        yield f"{path.name}, code cell {i}", without_magics(source)


def without_magics(source: str) -> str:
    """The Python of a cell: lines for the notebook alone (%, !) are left out."""
    first, _, rest = source.lstrip().partition("\n")
    if first.startswith("%%"):
        return without_magics(rest) if first.split()[0] in OF_PYTHON else ""
    try:
        compile(source, "", "exec")
    except (SyntaxError, ValueError):
        return MAGIC.sub(r"\1\2pass", source)
    return source
