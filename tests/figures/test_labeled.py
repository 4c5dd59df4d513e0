"""Tables of results and of what a program is: what a cell says, and what is printed."""

import re
from typing import Any

import numpy as np
import pytest

from taotp.figures import labeled
from taotp.programs import search
from taotp_core import Transformer
from taotp_core.program import Program
from taotp_core.weights import Head, Layer
from tests.laws import every
from tests.listing.test_stored import MADE

KINDS = [(np.float64(0.25), np.True_, 12345), (1.0, False, np.int64(-3)), (1e-10, None, 0)]


@every(
    "results, heads, rows",
    [
        (KINDS, "abc", (("0.25", "yes", "12,345"), ("1", "no", "-3"), ("1e-10", "", "0"))),
        ((1, 2), "ab", (("1", "2"),)),
        ({"x": 1, "y": 2}, "ab", (("x", "1"), ("y", "2"))),
        ({"x": (1, 2)}, "abc", (("x", "1", "2"),)),
        (["ab", "cd"], "a", (("ab",), ("cd",))),
        ([np.array([0.5, -0.0])], "a", (("0.5, 0",),)),
    ],
)
def test_a_tuple_is_one_row_and_a_mapping_one_a_key(results: Any, heads: str, rows: Any) -> None:
    assert labeled(results, *heads).rows == rows


def test_as_text_and_as_html() -> None:
    table = labeled([("a<b", 1.5)], "text", "value", title="One row")
    assert repr(table) == "One row\ntext  value\na<b     1.5"
    for part in ("<td>a&lt;b</td>", '<td class="number">1.5</td>', "<caption>One row</caption>"):
        assert part in table._repr_html_()
    with pytest.raises(ValueError, match=r"a row has 3 cells \(1, 2, 3\) and there are 2 heads"):
        labeled([(1, 2, 3)], "a", "b")


LONGEST = 320  # characters of a line


@every("name", MADE)
def test_a_program_is_printed_in_one_line_and_shown_as_a_table(name: str) -> None:
    """With its kind, its sizes and how many parts it has; it was up to 800,000 letters."""
    program = MADE[name]()
    line, model = repr(program), program.model
    assert len(line) <= LONGEST and "\n" not in line
    assert line.startswith(f"{type(program).__name__}(")
    for what in ("d_vocab", "n_ctx", "d_model"):
        assert f"{what}={getattr(model, what):_}" in line
    own = line.split("encoder=")[0]
    assert f"layers={len(model.layers)}, " in own
    assert f"heads={sum(len(layer.heads) + len(layer.cross) for layer in model.layers)}, " in own
    assert ("encoder=" in line) == (model.encoder is not None)
    shown = program._repr_html_()
    assert shown.startswith("<table") and len(shown) < 20_000
    assert shown.count(">layer ") == len(model.layers)
    for layer in [*model.layers, *(model.encoder or model).layers]:
        for head in layer.heads:
            assert not head.name or re.sub("<|>", "", head.name) in re.sub("&[lg]t;", "", shown)


def test_what_a_reader_named_is_no_markup() -> None:
    one = np.ones((2, 1))
    named = Head(one, one, one, one.T, name="<script>")
    program = Program(Transformer(np.eye(2), np.eye(2), [Layer([named])]), ["<b>", "&"])
    assert "<script>" not in program._repr_html_() and "<b>" not in program._repr_html_()
    assert "numbers=756" in repr(search("abcdr", 10, 2).model)
