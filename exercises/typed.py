"""How an answer that is data can be typed into a page, and what the page compares it with."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from taotp_core.weights import Transformer

Json = dict[str, Any]
EXAMPLE = """{
    "vocabulary": ["<start>", "H", ..., "<stop>"],
    "start": "<start>", "stop": "<stop>",
    "tok_emb": [[...], ...],
    "pos_emb": [[...], ...],
}"""
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
class Typed:
    """The fields of an answer, the check of the page that judges them, and the data it needs.

    `check` names a function of the script that is its `part`, in taotp_core/figures/scripts; `data`
    makes what it compares with, all of it open; `model` makes the transformer that a check runs, if
    it runs one. Most are made by exercises/judging/boxes.py.
    """

    fields: tuple[Field, ...]
    check: str
    data: Callable[[], Json] = field(repr=False)
    model: Callable[[], Transformer] | None = field(default=None, repr=False)
    part: str = "answer"


def listing(message: str, label: str = "the weights, as a listing", **rules: Any) -> Typed:
    """Weights as text, of a program that says a message: with the rules that it has to keep.

    `every` is "integer" or "positive"; `most` is how many parameters are allowed; `sparse` allows
    one number that is not zero for each symbol and position; `no_positions` wants zeros there;
    `no_layers` is where too many are found; `centered` False wants RMSNorm.
    """
    field = Field("listing", label, "listing", example=EXAMPLE)
    data = {"message": message, "centered": True} | rules
    return Typed((field,), "listing", lambda: data, part="listed")
