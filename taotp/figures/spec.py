"""A transformer as data that a page can compute with: JSON in which a constant stays open.

Each tensor is a sum of terms, each a power of a named constant times an array. The arrays are kept
by column in one pool, so that variants of a program that share columns store them once.
"""

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from taotp.figures.figure import Json
from taotp.programs import Program
from taotp.words.cutting import Words
from taotp_core.arrays import Array, Shaped
from taotp_core.program import Symbol
from taotp_core.weights import Transformer, first_of, named_arrays, own_type, unsaid

Put = Callable[[str, Array], Any]
Terms = list[tuple[int, Array]]

FITTED_AT = (1.0, 2.0)  # powers of two: differences of what is built there are exact
CHECKED_AT = (3.0, 1000.0)
TOLERANCE = 1e-12  # of the largest entry
IN_FULL: dict[Symbol, str] = {"<s>": "<start>", "</s>": "<end>"}  # what a page calls them


class Columns:
    """A pool of columns, each stored once, however many tensors have it."""

    def __init__(self) -> None:
        self.stored: list[str | Json] = []
        self.places: dict[bytes, int] = {}

    def place_all(self, W: Array) -> list[int]:
        """Store the columns of a matrix that are not there; the place of each, or -1 for zeros."""
        rows = np.add(W.T, 0.0, dtype=np.float64, order="C")  # -0.0 becomes 0.0
        places = [-1] * len(rows)
        for i in np.flatnonzero(rows.any(axis=1)):
            places[i] = self.place(rows[i])
        return places

    def place(self, column: Array) -> int:
        """Store a column that has a number, and no -0.0, unless it is there; return its place."""
        key = column.tobytes()
        if key not in self.places:
            self.places[key] = len(self.stored)
            self.stored.append(encode_column(column))
        return self.places[key]


def encode_column(column: Array) -> str | Json:
    """Write a column in base64, with only what is not its usual number where that is shorter.

    Where an entry stands is said by how far it is from the one before. Most are neighbors in a
    lexicon, so that a page is packed to much less than with the numbers of their rows.
    """
    usual = 0.0
    if 2 * np.count_nonzero(column) >= len(column):
        values, counts = np.unique(column, return_counts=True)
        usual = float(values[counts.argmax()])
    at = np.flatnonzero(column != usual)
    if 2 * len(at) >= len(column):
        return base64_of(column)
    gaps = np.ediff1d(at, to_begin=at[:1]).tolist()  # np.diff takes twice as long to prepend
    rest = {"size": len(column), "gaps": gaps, "is": base64_of(column[at])}
    return rest | ({"usual": usual} if usual else {})


def base64_of(column: Array) -> str:
    """The float64 bytes of a column, little end first, as text."""
    return base64.b64encode(column.astype("<f8").tobytes()).decode("ascii")


def describe(part: Shaped, put: Put, where: str = "") -> Json:
    """The fields of a part of a model, with `put(path, array)` in the place of each array.

    Nothing is left out but what a type gained later and this part has not.
    """

    def one(value: Any, path: str) -> Any:
        if isinstance(value, np.ndarray):
            return put(path, value)
        if isinstance(value, Shaped):
            return describe(value, put, f"{path}.")
        if isinstance(value, tuple):
            return [one(each, f"{path}.{i}") for i, each in enumerate(value)]
        return value

    return {
        field.name: one(getattr(part, field.name), where + field.name)
        for field in fields(own_type(part))
        if not unsaid(field.name, getattr(part, field.name))
    }


def fit(name: str, constant: str, built: Mapping[float, Array]) -> Terms:
    """Write an array as a sum of (power, array) terms in a constant.

    `built` holds it at FITTED_AT and CHECKED_AT. Tried are a + b c, then c squared and 1 / c.
    Raises ValueError where none of them holds.
    """
    shapes = {array.shape for array in built.values()}
    one, two = (built[value] for value in FITTED_AT)
    if all(np.array_equal(one, array) for array in built.values()):
        return [(0, one)]
    if len(shapes) == 1:
        forms: list[Terms] = [[(0, 2 * one - two), (1, two - one)], [(2, one)], [(-1, one)]]
        for terms in forms:
            if all(holds(terms, value, array) for value, array in built.items()):
                return terms
    raise ValueError(
        f"{name} is not a sum of powers of {constant}; "
        f"it must be a + b {constant}, a {constant}^2 or a / {constant}"
    )


def holds(terms: Terms, value: float, array: Array) -> bool:
    """Whether the terms give the array where the constant has this value."""
    total = np.sum([value**power * part for power, part in terms], axis=0)
    return bool(np.abs(total - array).max(initial=0) <= TOLERANCE * np.abs(array).max(initial=0))


def encode_tensor(terms: Terms, constant: str, columns: Columns) -> Json:
    """A tensor as data: its rows and columns, and for each term the places of its columns."""
    first = as_matrix(terms[0][1])
    return {
        "rows": first.shape[0],
        "columns": first.shape[1],
        "terms": [
            {
                "powers": {constant: power} if power else {},
                "at": columns.place_all(as_matrix(part)),
            }
            for power, part in terms
            if part.any()
        ],
    }


def as_matrix(array: Array) -> Array:
    """A vector as a matrix of one column; a matrix as it is."""
    return array[:, None] if array.ndim == 1 else array


def encode_model(
    build: Callable[[float], Transformer], columns: Columns, constant: str = "N"
) -> Json:
    """A transformer as data in which a constant stays open: `build(value)` makes it.

    Raises ValueError where a tensor is not a sum of powers of the constant, or where the parts of
    the model change with it.
    """
    values = (*FITTED_AT, *CHECKED_AT)
    models = {value: build(value) for value in values}
    arrays = {value: named_arrays(model) for value, model in models.items()}
    names = {tuple(found) for found in arrays.values()}
    if len(names) > 1:
        raise ValueError(f"the parts of the model change with {constant}; they must not")

    def put(path: str, _: Array) -> Json:
        name = shared_by(models[FITTED_AT[0]], path)
        built = {value: found[name] for value, found in arrays.items()}
        return encode_tensor(fit(name, constant, built), constant, columns)

    return describe(models[FITTED_AT[0]], put)


def shared_by(model: Transformer, path: str) -> str:
    """The path under which an array is stored, where heads share it, in an encoder too."""
    if path.startswith("encoder.") and model.encoder is not None:
        return first_of(path, model.encoder, "encoder.")
    return first_of(path, model)


def encode_program(
    build: Callable[[float], Program],
    columns: Columns,
    constant: str = "N",
    sample: Sequence[Symbol] = (),
) -> Json:
    """A program as data: its model, its vocabulary, and what it puts around a prompt.

    `sample` is a prompt that it takes. A prompt given as a string is shown without spaces, unless
    the program cuts it into words.
    """
    program = build(FITTED_AT[0])
    symbols = list(program.vocabulary)
    words = words_of(program)
    before, after = put_around(program, program.cut(sample) if words else sample)
    opening = [] if program.opening is None else [symbols.index(program.opening)]
    return {
        "model": encode_model(lambda value: build(value).model, columns, constant),
        "vocabulary": [IN_FULL.get(symbol, str(symbol)) for symbol in symbols],
        "before": before,
        "after": after,
        "opening": opening,
        "sentinels": [i for i in range(len(symbols)) if program.is_sentinel(i)],
        "stop": None if program.stop is None else symbols.index(program.stop),
        "steps": program.steps,
        "slide": program.slide,
        "joint": " " if words else "" if isinstance(sample, str) or not len(sample) else " ",
        "words": words,
    }


def words_of(program: Program) -> Json | None:
    """How the page cuts a text into words as the program does; None where that has no words.

    `known` says which symbols are words, from some ids to others. Raises ValueError for what cuts
    in a way of its own.
    """
    cut = program.pieces
    if not isinstance(cut, Words):
        return None
    if type(cut) is not Words:
        raise ValueError(
            f"the page cannot cut texts as {type(cut).__name__} does, so that explore cannot show "
            "the program; figures.mood(text) shows sentiment(), others need pieces that are Words"
        )
    words = np.array([symbol in cut.set for symbol in program.vocabulary])
    edges = np.flatnonzero(np.diff(np.concatenate([[0], words, [0]])))
    spelled = {word: list(spelled) for word, spelled in cut.spelled.items()}
    kin = {"kin": {word: list(near) for word, near in cut.kin.items()}} if cut.kin else {}
    return {"known": edges.reshape(-1, 2).tolist(), "spelled": spelled, **kin}


def put_around(program: Program, sample: Sequence[Symbol]) -> tuple[list[int], list[int]]:
    """The ids that a program puts before a prompt and behind it.

    Where an encoder reads the prompt, what is before it is what the answer begins with.
    """
    tokens, n = program.encode(sample), len(sample)
    if program.model.encoder is not None:
        return tokens, program.read(sample)[n + (program.opening is not None) :]
    if not n:
        return tokens, []
    typed = [program.places[symbol] for symbol in sample]
    before = next(i for i in range(len(tokens) + 1) if tokens[i : i + n] == typed)
    return tokens[:before], tokens[before + n :]


def to_json(spec: Json) -> str:
    """JSON that may stand between script tags, in XML too; ValueError for NaN and infinity."""
    text = json.dumps(spec, separators=(",", ":"), allow_nan=False, ensure_ascii=True)
    return text.replace("<", "\\u003c").replace("&", "\\u0026")


def gaps(array: Array, values: dict[float, int]) -> list[int]:
    """Gaps between entries that are not zero, each with the place of its value among `values`."""
    flat = array.ravel()
    at = np.flatnonzero(flat)
    places = [values.setdefault(float(x), len(values)) for x in flat[at]]
    steps = np.diff(at, prepend=-1)
    return np.stack([steps, places], axis=1).ravel().tolist() if len(at) else []
