"""Single numbers changed: the one that is named and no other, and what names none is refused."""

import re

import numpy as np
import pytest

from taotp_core import Transformer, random_transformer
from taotp_core.edits import Changes, read_changes, with_numbers, write_changes
from taotp_core.weights import named_arrays
from tests.laws import every

MODEL = random_transformer(1, biased=True, encoder=random_transformer(2))


def changed_places(before: Transformer, after: Transformer) -> dict[str, float]:
    """Every number that differs, by its place."""
    now = named_arrays(after)
    found = {}
    for path, array in named_arrays(before).items():
        old, new = array.reshape(len(array), -1), now[path].reshape(len(array), -1)
        for row, column in np.argwhere(old != new):
            found[f"{path}:{row}.{column}"] = float(new[row, column])
    return found


def test_every_number_can_be_changed_alone_and_several_at_once() -> None:
    several = {"W_E:0.0": 1, "W_E:3.2": -2.5, "layers.1.mlp.b_in:4.0": 3, "encoder.W_pos:1.1": 0}
    asked: list[Changes] = [several, {}]
    for path, array in named_arrays(MODEL).items():
        row, column = len(array) - 1, array.reshape(len(array), -1).shape[1] - 1
        asked.append({f"{path}:{row}.{column}": 7.5})
    for changes in asked:
        assert changed_places(MODEL, with_numbers(MODEL, changes)) == changes


@every("changes, sentence", [
    ({"W_pos": 1}, "'W_pos' names no number; it must be path:row.column, such as W_pos:5.0"),
    ({"W_U:0.0": 1}, "the model has no W_U; it has W_E, W_pos, layers.0.heads.0.W_Q"),
    ({"layers.9.mlp.W_in:0.0": 1}, "the model has no layers.9.mlp.W_in"),
    ({"W_pos:16.0": 1}, "W_pos has no row 16; the last row is 15"),
    ({"W_pos:0.6": 1}, "W_pos has no column 6; the last column is 5"),
    ({"layers.0.mlp.b_in:0.1": 1}, "b_in has no column 1; the last column is 0"),
    ({"W_pos:0.0": np.nan}, "W_pos:0.0 is nan; it must be a finite number"),
    ({"W_pos:0.0": -np.inf}, "W_pos:0.0 is -inf; it must be a finite number"),
])  # fmt: skip
def test_what_names_no_number_is_refused(changes: Changes, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        with_numbers(MODEL, changes)


def test_read_and_written() -> None:
    text = "W_pos:5.0=-2;layers.0.heads.0.W_Q:1.2=3e-07;W_pos:5.0=.5"
    changes = read_changes(text)
    assert changes == {"W_pos:5.0": 0.5, "layers.0.heads.0.W_Q:1.2": 3e-07}
    assert read_changes(write_changes(changes)) == changes
    assert read_changes("") == {}


@every(
    "entry",
    ["W_pos:5.0", "W_pos:5=1", "W_pos:5.0=", "W_pos:5.0=1_0", "W_pos:5.0=nan", "W-pos:5.0=1", "=1"],
)
def test_a_text_that_says_no_change_is_refused(entry: str) -> None:
    with pytest.raises(ValueError, match=r"must be path:row.column=value, such as W_pos:5.0=-2"):
        read_changes(f"W_E:0.0=1;{entry}")
