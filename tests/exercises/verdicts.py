"""What judges say of the answers of the catalogue: each is judged once, whichever tests ask."""

from functools import cache, lru_cache
from typing import Any, NamedTuple

from exercises import check
from exercises.catalogue import EXERCISES, module_of
from exercises.handing_in.format import Answer
from exercises.handing_in.record import functions_asked, record
from exercises.judging.judge import Verdict
from tests.exercises.invited import invited_by

RIGHT, WRONG = "accepted_", "wrong_"  # how the names of answers begin
JUDGED = tuple(slug for slug, exercise in EXERCISES.items() if exercise.judge)
KEPT = 64  # recordings: those of a chapter, and of the next


def names_of(slug: str, kind: str) -> list[str]:
    """The answers to an exercise of one kind, by their names."""
    return [name for name in vars(module_of(slug)) if name.startswith(kind)]


def answer(slug: str, name: str) -> Any:
    """An answer of the catalogue, made anew; or one that the statement invites."""
    if name.startswith((RIGHT, WRONG)):
        return getattr(module_of(slug), name)()
    found = invited_by(slug)
    return found.wrong[name] if name in found.wrong else found.right[name]


@cache
def said_of(slug: str, name: str) -> Verdict:
    """The verdict on an answer, as a notebook shows it."""
    return check(slug, answer(slug, name))


class Recorded(NamedTuple):
    """The verdict on an answer of which what it returned was noted, and these notes."""

    verdict: Verdict
    answers: tuple[Answer, ...]


@lru_cache(maxsize=KEPT)
def recorded(slug: str, name: str) -> Recorded:
    """An answer of the catalogue, judged once more while it is recorded as for a file."""
    made = answer(slug, name)
    parts = made if isinstance(made, tuple) else (made,)
    called = [part if callable(part) else lambda part=part: part for part in parts]
    exercise = EXERCISES[slug]
    functions = dict(zip(functions_asked(exercise), called, strict=True))
    verdict, answers = record(exercise, functions)
    return Recorded(verdict, tuple(answers))
