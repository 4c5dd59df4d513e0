"""How an answer that is data can be typed into a page, and what the page compares it with."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from taotp_core.weights import Transformer

Json = dict[str, Any]
FieldKind = Literal[
    "formula", "number", "list", "choice", "lines", "texts", "rows", "words", "sentences", "listing"
]


@dataclass(frozen=True)
class Field:
    """One thing to type: a formula in `names`, a number, several formulas, a choice, lines, words.

    Of a choice, `names` are what its choices are called, where that is something else.
    """

    name: str
    label: str
    kind: FieldKind
    names: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    example: str = ""


@dataclass(frozen=True)
class Family:
    """Machines of several sizes, of which a text is one: the one asked for at a place, in words.

    `answer` makes those of other sizes.
    """

    answer: object
    at: int
    size: str


@dataclass(frozen=True)
class Typed:
    """The fields of an answer, the check of the page that judges them, and the data it needs.

    `check` names a function of the script that is its `part`, in taotp/page; `data`
    makes what it compares with, all of it open; `model` makes the transformer that a check runs, if
    it runs one. Most are made by exercises/judging/boxes.py. Of a `family` one machine is typed.
    """

    fields: tuple[Field, ...]
    check: str
    data: Callable[[], Json] = field(repr=False)
    model: Callable[[], Transformer] | None = field(default=None, repr=False)
    part: str = "answer"
    family: Family | None = field(default=None, repr=False)
