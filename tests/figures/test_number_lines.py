"""Numbers on a line: every way is drawn, and what cannot be drawn is refused in words."""

import re

import pytest

from taotp.figures import Picture, number_lines

Rows = dict[str, list[tuple[float, float]]]
ROWS: Rows = {"averaged": [(4.0, 5.0), (6.0, 5.0)], "doubled": [(5.0, 10.0)]}


def drawn(rows: Rows) -> Picture:
    return number_lines(rows, title="a line", alt="Four and six meet at five.")


def test_every_number_and_name_is_written_once() -> None:
    svg = drawn(ROWS).svg
    written = re.findall(r"<text[^>]*>([^<]+)</text>", svg)
    assert sorted(written) == sorted(["a line", "averaged", "doubled", "4", "6", "5", "5", "10"])


def test_the_same_each_time() -> None:
    assert drawn(ROWS).svg == drawn(ROWS).svg


def test_a_line_without_a_way_is_refused() -> None:
    nothing: list[Rows] = [{}, {"averaged": []}]
    for rows in nothing:
        with pytest.raises(ValueError, match="at least one way"):
            drawn(rows)


def test_a_way_that_goes_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(5.0, 5.0\) goes nowhere"):
        drawn({"stays": [(5.0, 5.0)]})
