"""Save a machine by the names of its arrays, and all else as the listing that it is.

The listing is that of the same program with hardly a number: it says which arrays there are, which
norms, masks and symbols, in words that the reader of listings knows how to doubt.
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from taotp.exports.array_files import (
    TEXT,
    from_npz,
    from_safetensors,
    npz,
    object_of,
    read_json,
    safetensors,
)
from taotp.exports.part_rows import parts_of, rows_of
from taotp.files import write_whole
from taotp.listing.faults import ListingError
from taotp.listing.kept_code import code_of, with_code
from taotp.listing.reading import read
from taotp.listing.written import write
from taotp_core.arrays import Array, declared_axes
from taotp_core.inputs import model_of
from taotp_core.program import Program
from taotp_core.weights import MLP, Head, Norm, Transformer, mapped, named_arrays, unnamed

FORMAT = "transformers-by-hand/machine/1"
WRITERS: dict[str, Callable[[dict[str, Array], str], bytes]] = {
    ".npz": npz,
    ".safetensors": lambda arrays, text: safetensors(arrays, {TEXT: text}),
}
READERS = {".npz": from_npz, ".safetensors": from_safetensors}
STREAMS = "stream", "stream of encoder"  # the keys of names of parts
AXES = {
    name: axes
    for kind in (Head, MLP, Norm, Transformer)
    for name, axes in declared_axes(kind).items()
}
LEFT: dict[str, int | None] = {"d_vocab": None, "n_ctx": None, "d_model": 1, "n_far": 1}
LONGEST = 300  # characters of an error
LAST_COMMA = re.compile(r",(\n *[\]}])")  # which listings have and JSON lacks; no string has a \n


def save(machine: Program | Transformer, path: str | Path) -> None:
    """Write a machine as a file .npz or .safetensors, whole or not at all, exact to the last bit.

    Its arrays have the names that `named_arrays` gives them; the text "machine" (in safetensors
    metadata) is JSON with everything else. Of code it names what the library itself gives its
    programs: their kind, `fault`, `source`, and what cuts texts; a function of your own is not
    kept, nor are the programs of a `Choice`. Raises ValueError for
    another ending, for symbols that are neither strings nor whole numbers, and for floats that
    safetensors lacks, TypeError for what is no machine, and OSError, which names the file.

    >>> from tempfile import TemporaryDirectory
    >>> from taotp.programs import hello_world
    >>> with TemporaryDirectory() as folder:
    ...     save(hello_world(), f"{folder}/hello.npz")
    ...     load(f"{folder}/hello.npz").complete("Hello")
    ' World!'
    """
    path, model = Path(path), model_of(machine)
    data = WRITERS[ending(path)](named_arrays(model), settings(machine))
    write_whole(path, data)


def load(path: str | Path) -> Any:
    """The Program or the Transformer that `save` has written, bit by bit.

    Nothing in the file is executed. Raises ValueError, which says what is wrong with it, and
    OSError, which names the file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save(random_transformer(0), f"{folder}/drawn.safetensors")
    ...     load(f"{folder}/drawn.safetensors").n_ctx
    16
    """
    path = Path(path)
    reader = READERS[ending(path)]
    data = path.read_bytes()
    try:
        arrays, text = reader(data)
        return filled(text, arrays)
    except ValueError as error:
        words = " ".join(str(error).split())  # a name of the file may be of any length
        raise ValueError(f"{path}: {words[:LONGEST]}") from None


def ending(path: Path) -> str:
    """The ending of a file's name, which says its format; ValueError for another one."""
    if path.suffix not in WRITERS:
        raise ValueError(f"the file is {path.name!r}; it must end in {' or '.join(WRITERS)}")
    return path.suffix


def settings(machine: Program | Transformer) -> str:
    """All of a machine but its numbers, as JSON; ValueError where `load` would refuse it."""
    model = model_of(machine)
    empty = mapped(unnamed(model), hollow)
    if isinstance(machine, Program):
        kind, text = "program", write(replace(machine, model=empty))
    else:
        kind, text = "transformer", write(empty)
    listing = json.loads(LAST_COMMA.sub(r"\1", text))
    emptied(listing)
    said = {"format": FORMAT, "kind": kind, "listing": listing} | names_of(model)
    if isinstance(machine, Program) and (code := code_of(machine)):
        said["code"] = code
    return json.dumps(said)


def names_of(model: Transformer) -> dict[str, Any]:
    """The names of the stream, by where they are read: those of a stream without are left out."""
    both = {STREAMS[0]: model.subspaces} | (
        {STREAMS[1]: model.encoder.subspaces} if model.encoder else {}
    )
    return {key: rows_of(named) for key, named in both.items() if named}


def renamed(model: Transformer, said: dict[str, Any]) -> Transformer:
    """A model with the names that a file has for its stream; ValueError where they do not fit."""
    of_encoder = model.encoder and named_parts(model.encoder, said, STREAMS[1])
    own = named_parts(model, said, STREAMS[0])
    return replace(own, encoder=of_encoder)


def named_parts(model: Transformer, said: dict[str, Any], key: str) -> Transformer:
    """A model with the names below a key; ValueError for what are none."""
    if key not in said:
        return model
    try:
        return replace(model, subspaces=parts_of(said[key], model.d_model))
    except ValueError as error:
        raise ValueError(f"its {key} is wrong: {error}") from None


def hollow(path: str, W: Array) -> Array:
    """As many zeros as it takes to say that an array is there, and how many symbols and places."""
    axes = AXES[path.rpartition(".")[2]]
    return np.zeros_like(W[tuple(slice(LEFT.get(axis, 0)) for axis in axes)])


def emptied(listing: dict[str, Any]) -> Program:
    """The program of a listing in JSON; ValueError says the first thing that is wrong with it."""
    try:
        return read(json.dumps(listing, ensure_ascii=False)).program
    except ListingError as error:
        raise ValueError(f"its listing is wrong: {error.faults[0].message}") from None


def filled(text: str, arrays: dict[str, Array]) -> Program | Transformer:
    """The machine of a text and its arrays; ValueError unless they are made for each other."""
    said = read_json(text, "its text")
    if said.get("format") != FORMAT:
        raise ValueError(f"its format is {said.get('format')!r}; it must be {FORMAT!r}")
    if (kind := said.get("kind")) not in ("program", "transformer"):
        raise ValueError(f"its kind is {kind!r}; it must be 'program' or 'transformer'")
    program = emptied(object_of(said.get("listing"), "its listing"))
    check_names(set(named_arrays(program.model)), set(arrays))
    model = mapped(program.model, lambda path, empty: placed(path, empty, arrays[path]))
    model = renamed(model, said)
    if kind != "program":
        return model
    return with_code(replace(program, model=model), object_of(said.get("code", {}), "its code"))


def check_names(needed: set[str], found: set[str]) -> None:
    """Raise ValueError unless each array of the listing is there, and no other."""
    if missing := sorted(needed - found):
        raise ValueError(f"it lacks {named(missing)}, which its listing speaks of")
    if more := sorted(found - needed):
        raise ValueError(f"it has {named(more)}, of which its listing says nothing")


def named(names: list[str]) -> str:
    """The first of some arrays, and how many others there are."""
    more = len(names) - 1
    return f"the array {names[0]!r}" + (f" and {more} more" if more else "")


def placed(path: str, empty: Array, W: Array) -> Array:
    """An array of a file; ValueError where the listing has another number of symbols or places."""
    for axis, says, has in zip(AXES[path.rpartition(".")[2]], empty.shape, W.shape, strict=False):
        if LEFT.get(axis, 0) is None and says != has:
            raise ValueError(f"{axis} is {has} in {path} but {says} in its listing")
    return W
