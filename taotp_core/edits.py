"""Weight editing: single numbers of a model, as "W_pos:5.0=-2;layers.0.heads.0.W_Q:1.2=3".

The page writes what its reader changed in the same words and applies them in the same way.
"""

import math
import re
from collections.abc import Mapping

import numpy as np

from taotp_core.arrays import Array
from taotp_core.inputs import Model, model_of
from taotp_core.weights import Transformer, mapped, named_arrays

Changes = Mapping[str, float]  # "W_pos:5.0": row 5 and column 0 of W_pos, and its new value

PLACE = re.compile(r"([\w.]+):(\d+)\.(\d+)", re.ASCII)
NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
MOST_NAMES = 12  # that an error lists


def with_numbers(model: Model, changes: Changes) -> Transformer:
    """The same model with other numbers at some places; the others stay.

    A place is path:row.column, with a path of `named_arrays`; a bias has one column. Raises
    ValueError for a place that the model does not have and for a value that is not finite.

    >>> model = Transformer(np.eye(2), np.zeros((4, 2)))
    >>> with_numbers(model, {"W_E:0.1": 5.0}).W_E.tolist()
    [[1.0, 5.0], [0.0, 1.0]]
    """
    model = model_of(model)
    arrays = named_arrays(model)
    new: dict[str, Array] = {}
    for place, value in changes.items():
        path, row, column = place_in(arrays, place)
        if not math.isfinite(value):
            raise ValueError(f"{place} is {value}; it must be a finite number")
        changed = new.setdefault(path, arrays[path].astype(float))
        changed.reshape(len(changed), -1)[row, column] = value
    return mapped(model, lambda path, array: new.get(path, array))


def place_in(arrays: Mapping[str, Array], place: str) -> tuple[str, int, int]:
    """The array, row and column that a place names; ValueError where there is no such number.

    >>> place_in({"W_pos": np.zeros((6, 3))}, "W_pos:5.0")
    ('W_pos', 5, 0)
    """
    found = PLACE.fullmatch(place)
    if found is None:
        raise ValueError(
            f"{place!r} names no number; it must be path:row.column, such as W_pos:5.0"
        )
    path, at = found[1], (int(found[2]), int(found[3]))
    if path not in arrays:
        names = [*arrays][:MOST_NAMES] + ["..."] * (len(arrays) > MOST_NAMES)
        raise ValueError(f"the model has no {path}; it has {', '.join(names)}")
    shape = np.shape(arrays[path].reshape(len(arrays[path]), -1))
    for name, i, n in zip(("row", "column"), at, shape, strict=True):
        if i >= n:
            raise ValueError(f"{path} has no {name} {i}; the last {name} is {n - 1}")
    return path, *at


def read_changes(text: str) -> dict[str, float]:
    """The changes that a text names, place=value between semicolons; the later of two counts.

    Raises ValueError for an entry that is not written so. Whether a model has the place is not
    asked here.

    >>> read_changes("W_pos:5.0=-2;W_E:1.2=3")
    {'W_pos:5.0': -2.0, 'W_E:1.2': 3.0}
    """
    changes: dict[str, float] = {}
    for entry in filter(None, text.split(";")):
        place, _, value = entry.partition("=")
        if not PLACE.fullmatch(place) or not NUMBER.fullmatch(value):
            raise ValueError(f"{entry!r} must be path:row.column=value, such as W_pos:5.0=-2")
        changes[place] = float(value)
    return changes


def write_changes(changes: Changes) -> str:
    """Changes as a text that `read_changes` and the address of a page understand.

    >>> write_changes({"W_pos:5.0": -2.0, "W_E:1.2": 3.0})
    'W_pos:5.0=-2.0;W_E:1.2=3.0'
    """
    return ";".join(f"{place}={value!r}" for place, value in changes.items())
