"""Tables of results: what a cell says, how a row is told, and bad rows."""

import numpy as np
import pytest

from taotp.figures import labeled


def test_each_kind_of_result() -> None:
    rows = [(np.float64(0.25), np.True_, 12345), (1.0, False, np.int64(-3)), (1e-10, None, 0)]
    assert labeled(rows, "share", "right", "tried").rows == (
        ("0.25", "yes", "12,345"),
        ("1", "no", "-3"),
        ("1e-10", "", "0"),
    )


def test_a_tuple_is_one_row_and_a_mapping_one_a_key() -> None:
    assert labeled((1, 2), "a", "b").rows == (("1", "2"),)
    assert labeled({"x": 1, "y": 2}, "name", "value").rows == (("x", "1"), ("y", "2"))
    assert labeled({"x": (1, 2)}, "name", "a", "b").rows == (("x", "1", "2"),)
    assert labeled(["ab", "cd"], "text").rows == (("ab",), ("cd",))
    assert labeled([np.array([0.5, -0.0])], "row").rows == (("0.5, 0",),)


def test_as_text_and_as_html() -> None:
    table = labeled([("a<b", 1.5)], "text", "value", title="One row")
    assert repr(table) == "One row\ntext  value\na<b     1.5"
    found = table._repr_html_()
    assert "<td>a&lt;b</td>" in found
    assert '<td class="number">1.5</td>' in found
    assert "<caption>One row</caption>" in found


def test_a_row_of_another_length_is_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"a row has 3 cells \(1, 2, 3\) and there are 2 heads"):
        labeled([(1, 2, 3)], "a", "b")
