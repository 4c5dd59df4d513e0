"""Tables of results: what a cell says, how a row is told, and bad rows."""

from typing import Any

import numpy as np
import pytest

from taotp.figures import labeled
from tests.laws import every

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
