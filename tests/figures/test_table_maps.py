"""Pictures of large tables."""

import re

import numpy as np
import pytest

from taotp.figures import tables
from taotp.figures.table_maps import LEVELS


def cells(svg: str, shape: tuple[int, int]) -> list[np.ndarray[tuple[int, int], np.dtype[np.int_]]]:
    """The levels that a picture draws, table by table."""
    out = []
    for group in re.findall(r"<svg [^>]*>(.*?)</svg>", svg):
        levels = np.zeros(shape, int)
        for color, opacity, path in re.findall(
            r'stroke="(#\w+)" stroke-opacity="([\d.]+)" d="([^"]*)"', group
        ):
            sign = 1 if color == "#3b76d6" else -1
            for j, i, run in re.findall(r"M(\d+)\.5 (\d+)v(\d+)", path):
                part = levels[int(i) : int(i) + int(run), int(j)]
                assert not part.any(), "no cell is drawn twice"
                part += sign * round(float(opacity) * LEVELS)
        out.append(levels)
    return out


def test_every_cell_has_its_level() -> None:
    rng = np.random.default_rng(0)
    drawn = {"one": rng.uniform(-1, 1, (7, 12)), "two": np.eye(7, 12), "<three>": np.zeros((7, 12))}
    drawn["one"][3, 4] = -2.0
    picture = tables(drawn, title="Three tables", alt="Noise, a line and nothing.")
    for table, levels in zip(drawn.values(), cells(picture.svg, (7, 12)), strict=True):
        assert np.array_equal(levels, np.rint(table / 2 * LEVELS).astype(int))
    assert "&lt;three&gt;" in picture.svg
    assert "style=" not in picture.svg


def test_tables_of_nothing_are_empty() -> None:
    picture = tables({"zero": np.zeros((2, 2))}, title="Zero", alt="Nothing is drawn.")
    assert "<path" not in picture.svg


def test_tables_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match=r"the tables are a \(2, 3\), b \(3, 2\); all must be of"):
        tables({"a": np.zeros((2, 3)), "b": np.zeros((3, 2))}, title="t", alt="a")
    with pytest.raises(ValueError, match="the tables are none"):
        tables({}, title="t", alt="a")
    with pytest.raises(ValueError, match="alt is ''"):
        tables({"a": np.zeros((2, 3))}, title="t", alt="")
