"""The types of figures and of models as the scripts declare them.

python -m taotp.figures.declarations     writes figures.d.ts, which a test compares
"""

import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from taotp.figures import figure
from taotp.words.agreement_errors import Marker, Phrases
from taotp_core.weights import LATER, MLP, Head, Layer, Norm, Transformer

FILE = "page/kit/figures.d.ts"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
APART = {"__init__", "figure", "declarations", "widget"}  # first, no kinds, or needs a kernel
OF_WORDS = (Marker, Phrases)  # what is said of a sentence, of which figures are told
MODELS = (Head, MLP, Norm, Layer, Transformer)
TOP = """\
// Made by python -m taotp.figures.declarations from what Python sends; not to be changed here.
// An array of a model is data as it is sent, and a Matrix where it is computed with.

import type { AnyControl, Program, SentModel, State, StoredColumn } from "./page";

export interface Matrix { rows: number; columns: number; data: Float64Array; }
"""
# What Python says less exactly than page.d.ts, by a field's name and type or by its place.
DECLARED = {
    "columns: Array<any>": "Array<StoredColumn>",
    "controls: Array<Control>": "Array<AnyControl>",
    "hidden: Array<Control>": "Array<AnyControl>",
    "model: Record<string, any>": "SentModel",
    "options: Array<Record<string, any>>": "Array<Program>",
    "state: Record<string, string | number | null>": "State",
    "Hardening.options": "Array<SentModel>",
}


def figure_types() -> list[type]:
    """The types of figures and their controls: what is shared, the kit's, then applications'.

    They stand in the order in which they are defined; of a module, those that go to a page.
    """
    shared = [each for each in defined_in(figure) if is_dataclass(each)]
    modules = [import_module(name) for name in (*of_the_kit(), *of_applications())]
    return [*OF_WORDS, *shared] + [each for module in modules for each in sent_by(module)]


def of_the_kit() -> list[str]:
    """The modules of the kit, by their names: a figure's kind stands beside what makes it."""
    found = {each.stem for each in Path(str(files("taotp.figures"))).glob("*.py")}
    return [f"taotp.figures.{name}" for name in sorted(found - APART)]


def of_applications() -> list[str]:
    """The modules of the applications that have a figure."""
    folders = sorted(files("taotp.applications").iterdir(), key=lambda folder: folder.name)
    has_one = [each.name for each in folders if each.joinpath("figure.py").is_file()]
    return [f"taotp.applications.{name}.figure" for name in has_one]


def defined_in(module: types.ModuleType) -> list[type]:
    """The classes of a module that are its own."""
    found = [each for each in vars(module).values() if isinstance(each, type)]
    return [each for each in found if each.__module__ == module.__name__]


def sent_by(module: types.ModuleType) -> list[type]:
    """The figures and controls of a module, and what these hold that is its own, before them."""
    own, found = defined_in(module), list[type]()

    def add(kind: type) -> None:
        for hint in get_type_hints(kind).values():
            for inner in own:
                if inner is not kind and f"{inner.__module__}.{inner.__qualname__}" in held(hint):
                    add(inner)
        if kind not in found:
            found.append(kind)

    for kind in own:
        if issubclass(kind, figure.Figure | figure.Control):
            add(kind)
    return found


def held(hint: Any) -> set[str]:
    """The names of all classes that a type hint names."""
    whole = {f"{hint.__module__}.{hint.__qualname__}"} if isinstance(hint, type) else set()
    return whole.union(*map(held, get_args(hint)))


def script_type(hint: Any) -> str:
    """A type of Python as a type of the scripts; raises TypeError for one that has none."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if hint is Any:
        return "any"
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inside)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(script_type(each) for each in inside))
    if hint in MODELS:
        return f"{hint.__name__}<A>"
    if is_dataclass(hint) and isinstance(hint, type):
        return hint.__name__
    name = getattr(origin, "__name__", "")
    if name in ("dict", "Mapping"):
        return f"Record<string, {script_type(inside[1])}>"
    if name == "Sequence":
        return f"Array<{script_type(inside[0])}>"
    if name in ("ndarray", "NDArray"):  # from Python 3.12 on numpy's alias has a name of its own
        return "A"
    raise TypeError(f"{hint} has no type in the scripts; declarations.py must learn it")


def declare(kind: type, arrays: bool) -> Iterator[str]:
    """The lines of one type; with `arrays` it stands for what A is."""
    hints = get_type_hints(kind)
    yield f"export interface {kind.__name__}{'<A = Matrix>' if arrays else ''} {{"
    for field in fields(kind):
        if field.name == "subspaces":
            continue  # a figure's options have them, by variant
        written = script_type(hints[field.name])
        place, said = f"{kind.__name__}.{field.name}", f"{field.name}: {written}"
        later = "?" if arrays and field.name in LATER else ""  # sent where it is not as it was
        yield f"  {field.name}{later}: {DECLARED.get(place) or DECLARED.get(said, written)};"
    yield "}"


def declarations() -> str:
    """The whole file."""
    pieces = [declare(kind, arrays=False) for kind in figure_types()]
    pieces += [declare(kind, arrays=True) for kind in MODELS]
    return "\n".join([TOP, *("\n".join([*piece, ""]) for piece in pieces)])


if __name__ == "__main__":
    Path(str(files("taotp").joinpath(FILE))).write_text(declarations(), "utf-8")
