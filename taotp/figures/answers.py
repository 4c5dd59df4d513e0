"""Boxes for the answers to exercises, and the list of all exercises, as a page is told of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from taotp.figures.figure import Control, Figure, Json


@dataclass(frozen=True, kw_only=True)
class FormField:
    """One thing to type: a formula in `names`, a number, a list, a choice, lines, words, a listing.

    Of a choice, `names` are what its choices are called, where that is something else.
    """

    name: str
    label: str
    kind: Literal[
        "formula",
        "number",
        "list",
        "choice",
        "lines",
        "texts",
        "rows",
        "words",
        "sentences",
        "listing",
    ]
    names: Sequence[str] = ()
    choices: Sequence[str] = ()
    example: str = ""


@dataclass(frozen=True, kw_only=True)
class Form(Control):
    """An answer in one or more fields, which is typed and sent; `slug` names its exercise."""

    fields: Sequence[FormField]
    slug: str
    kind: Literal["form"] = "form"


@dataclass(frozen=True, kw_only=True)
class Handed:
    """The function that an exercise asks for, and how what is typed makes what it returns.

    It takes so many arguments, which stand first in each case of the data.
    """

    name: str
    returns: str
    takes: int = 0


@dataclass(frozen=True, kw_only=True)
class AnswerBox(Figure):
    """The box of an exercise: `check` names what judges it, and `data` is what that compares with.

    `model` is the transformer that a check runs, where it runs one; `hand` says what is handed in,
    where what is typed is all that a file holds.
    """

    number: str
    slug: str
    fields: Sequence[FormField]
    check: str
    data: Json
    model: Json | None = None
    columns: Sequence[Any] = ()
    hand: Handed | None = None
    kind: Literal["answer"] = "answer"
    asks = True


@dataclass(frozen=True, kw_only=True)
class ListedExercise:
    """An exercise in a list; `word` tells whether its solver may vouch for it.

    `way` tells whether it is one of those by which a reader in a hurry goes through the book.
    """

    slug: str
    number: str
    title: str
    marks: str
    page: str
    address: str
    effort: int
    way: bool
    word: bool


@dataclass(frozen=True, kw_only=True)
class ListedChapter:
    """A chapter in a list, with its exercises."""

    title: str
    exercises: Sequence[ListedExercise]


@dataclass(frozen=True, kw_only=True)
class Progress(Figure):
    """Every exercise by its chapter, with what a reader has done."""

    chapters: Sequence[ListedChapter]
    kind: Literal["progress"] = "progress"
    asks = True
