"""Rows of cells as a picture: a square for each 1, where it belongs."""

import re

import pytest

from taotp.figures import squares
from taotp.figures.strokes import SIZE
from tests.laws import every


def test_there_is_a_square_for_each_one() -> None:
    drawn = squares([[0, 1, 0], [1, 0, 1]], title="Two rows", alt="A cell is above two.").svg
    at = [tuple(map(float, each)) for each in re.findall(r"M([\d.]+) ([\d.]+)h", drawn)]
    top = SIZE + 10
    assert at == [(20, top), (0, top + 20), (40, top + 20)]


@every("rows", [[], [[]], [[1], [1, 0]]])
def test_rows_that_differ_are_refused(rows: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="the rows have .* cells; all must have as many"):
        squares(rows, title="Rows", alt="They differ.")
