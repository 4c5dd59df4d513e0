"""What is written down to be handed in: what functions return, or their source for a person."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from exercises.catalogue import EXERCISES
from exercises.handing_in.boards import BOARDS
from exercises.handing_in.format import Refused, Submission, read_author
from exercises.handing_in.record import (
    as_answer,
    by_word,
    functions_asked,
    record,
    submission_bytes,
)
from exercises.judging.judge import CHECKED, Verdict, verdict
from exercises.statement import Exercise
from taotp.listing import write
from taotp_core.program import Program
from taotp_core.weights import Transformer


def written_down(
    each: Exercise, functions: Mapping[str, Any], author: str, note: str, pieces: Iterable[str]
) -> tuple[Submission, Verdict]:
    """What the functions of an answer return, and what is said of them.

    Where nobody can judge by data it is their source instead, from pieces of code.
    """
    if by_word(each):
        result = verdict(each, as_answer(functions.values()))
        source = "\n\n".join(needed(pieces, functions_asked(each)))
        return Submission(each.slug, author, f"{note}\n\n{source}".strip()), result
    result, answers = record(each, dict(functions))
    return Submission(each.slug, author, note, tuple(answers)), result


def needed(pieces: Iterable[str], names: Iterable[str]) -> Iterator[str]:
    """The pieces of code that define some names, and those that define what these mention."""
    pieces, wanted, before = list(pieces), set(names), 0
    while len(wanted) > before:
        before = len(wanted)
        for code in pieces:
            if defines(code, wanted):
                wanted.update(re.findall(r"\w+", code))
    yield from (code for code in pieces if defines(code, wanted))


def defines(code: str, functions: Iterable[str]) -> bool:
    """Whether a cell defines one of the functions, or another name."""
    return any(
        re.search(rf"^(?:def|class) {name}\b|^{name}\b[^=\n]*=(?!=)", code, re.MULTILINE)
        for name in map(re.escape, functions)
    )


def file_of_checked(slug: str, author: str, pieces: Iterable[str]) -> str:
    """The text of the file for the answer that `check` was given last, as `submit` writes it.

    Raises Refused where nothing was checked, for a name that is none, and for what no file holds.
    """
    each = EXERCISES[slug] if slug in EXERCISES else BOARDS[slug].exercise
    if slug not in CHECKED.get():
        raise Refused(f"{slug} was not checked here; check it, then save it")
    functions = as_functions(each, CHECKED.get()[slug])
    submission, _ = written_down(each, functions, read_author(author), "", pieces)
    return submission_bytes(submission).decode()


def text_of_checked(slug: str, pieces: Iterable[str]) -> str:
    """The text of the machine that `check` was given last, which its bench takes.

    Raises Refused where it is none; `pieces` are the cells behind it, which say nothing here.
    """
    answer = CHECKED.get()[slug]
    made = answer() if callable(answer) else answer
    if isinstance(made, str):
        return made
    if not isinstance(made, Program | Transformer):
        raise Refused(f"{slug} asks for a machine; check got {type(made).__name__}")
    return write(made)


def as_functions(each: Exercise, answer: object) -> dict[str, Any]:
    """The functions of an answer by their names; a value stands for a function that returns it.

    Raises Refused for more or fewer than are asked for.
    """
    names = functions_asked(each)
    parts = (answer,) if len(names) == 1 else answer
    if not isinstance(parts, tuple) or len(parts) != len(names):
        raise Refused(f"{each.slug} asks for {' and '.join(names)}; check got something else")
    return {
        name: part if callable(part) else lambda *_, part=part: part
        for name, part in zip(names, parts, strict=True)
    }
