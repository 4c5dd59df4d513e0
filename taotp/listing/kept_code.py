"""What a file of a machine may name of the library's code: its kind, its fault, what reads for it.

Nothing in a file is run. It names one of these, with whole numbers and words to be given to it, and
anything else that a program has is left out of it, as a listing does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, partial
from importlib import import_module
from typing import Any

from taotp_core.program import Program

KINDS = (
    "taotp.applications.agreement.machine:Agreement",
    "taotp.applications.brackets.machine:Brackets",
    "taotp.applications.computer.machine:Computer",
    "taotp.applications.french.machine:Translator",
    "taotp.applications.mood.machine:Sentiment",
    "taotp.programs.eight_signs:EightSigns",
)
# Each with the types of what it is given before a prompt.
CODE: Mapping[str, Mapping[str, tuple[type, ...]]] = {
    "fault": {
        "taotp.applications.brackets.machine:too_long": (int,),
        "taotp.applications.computer.machine:fault": (),
        "taotp.applications.french.machine:too_long": (),
        "taotp.constructions.by_memory:has_no_room": (int,),
        "taotp.constructions.contexts:not_in_word": (tuple, int),
        "taotp.constructions.digits:not_of_form": (str,),
        "taotp.constructions.tables:holds_no_key": (int,),
        "taotp.programs.coreference:empty": (),
        "taotp.programs.echo:has_no_echo": (int,),
        "taotp.programs.few_shot:asks_nothing": (tuple,),
        "taotp.programs.minimum:has_no_number": (str,),
        "taotp.programs.rule_110:has_no_first_row": (int,),
        "taotp.programs.searching:cannot_recur": (int,),
        "taotp.programs.sorting:not_sortable": (int,),
        "taotp.programs.three_instructions:fault": (),
        "taotp.programs.weird_words:no_words": (),
    },
    "source": {
        "taotp.applications.dialing.machine:Listening": (int, float),
        "taotp.applications.spoken.machine:frames_of": (),
    },
    "pieces": {
        "taotp.applications.mood.machine:Cutting": (tuple,),
        "taotp.sound.heard:Heard": (tuple, str),
        "taotp.words.bpe:Pieces": (tuple, tuple),
    },
}
KIND = "kind"


def code_of(program: Program) -> dict[str, Any]:
    """What a file says of a program's code, as JSON: what is not among KINDS and CODE is left out.

    >>> from taotp.programs import search
    >>> code_of(search("abcd", 12, 2))
    {'fault': ['taotp.programs.searching:cannot_recur', 2]}
    """
    kind = called(type(program))
    said: dict[str, Any] = {KIND: kind} if kind in KINDS else {}
    for slot, known in CODE.items():
        name, given = told(getattr(program, slot))
        if name in known and len(given) == len(known[name]):
            said[slot] = [name, *given]
    return said


def told(code: Any) -> tuple[str, list[Any]]:
    """The name of some code, and what it was given: a function, in part, or one of a class."""
    if isinstance(code, partial):
        return called(code.func), list(code.args)
    if is_dataclass(code) and not isinstance(code, type):
        given = [getattr(code, field.name) for field in fields(code)]
        return called(type(code)), given[: len(given_to(called(type(code))))]
    return called(code), []


def called(code: Any) -> str:
    """Where some code of the library is defined, and its name there."""
    return f"{getattr(code, '__module__', '')}:{getattr(code, '__qualname__', '')}"


def given_to(name: str) -> tuple[type, ...]:
    """The types of what some code is given; none for what a file may not name."""
    return next((known[name] for known in CODE.values() if name in known), ())


def with_code(program: Program, said: dict[str, Any]) -> Program:
    """A program with what a file says of its code; ValueError for what no file may name.

    Raises ValueError for an entry that is not known, and for what does not fit it.
    """
    changes = {}
    for slot, entry in said.items():
        if slot != KIND:
            changes[slot] = made(slot, entry)
    kind = said.get(KIND)
    if kind is not None and kind not in KINDS:
        raise ValueError(f"its kind of program is {kind!r}; this version has none of that name")
    own = {field.name: getattr(program, field.name) for field in fields(Program)}
    maker = found(kind) if kind else Program
    again: Program = maker(**(own | changes))
    return again


def made(slot: str, entry: Any) -> Any:
    """What an entry names, with what it is given; ValueError for what no file may name."""
    match entry:
        case [str(name), *given] if name in CODE.get(slot, ()):
            types = CODE[slot][name]
        case _:
            raise ValueError(f"its {slot} is {entry!r}; this version has none of that name")
    values = [frozen(each) for each in given]
    if not fit(values, types):
        raise ValueError(f"its {slot} is given {given!r}, which does not fit {name}")
    code = found(name)
    if isinstance(code, type):
        return code(*values)
    return partial(code, *values) if types else code


def fit(values: Sequence[Any], types: Sequence[type]) -> bool:
    """Whether values are of some types; a word of letters is one where symbols are asked for."""
    kinds = [tuple if type(each) is str and kind is tuple else type(each)
             for each, kind in zip(values, types, strict=False)]  # fmt: skip
    return len(values) == len(types) and kinds == [*types]


def frozen(value: Any) -> Any:
    """A value of JSON, whose lists become tuples, as programs have them."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


@cache
def found(name: str) -> Callable[..., Any]:
    """The code of a name that stands above."""
    module, own = name.split(":")
    code: Callable[..., Any] = getattr(import_module(module), own)
    return code
