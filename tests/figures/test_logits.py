"""The logits as the page draws them: what is said, what should be, and what tells them apart."""

from pathlib import Path
from typing import Any

import pytest

from taotp.figures.explore import explore
from taotp.figures.live import LiveFigure
from taotp.figures.options import Constant
from taotp.programs import add, printed
from tests.in_node import in_node

LOGITS = Path(__file__).with_name("logits.mjs")
MOST_BARS = 9
WIDEST = 9  # signs of a number that stand beside the bars without touching them


def drawn(node: str, figure: LiveFigure, *states: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = in_node(node, LOGITS, {"spec": figure.spec, "states": states})
    return found


@pytest.fixture(scope="module")
def searching() -> LiveFigure:
    """The source's search among forty symbols, of which nine are drawn."""
    return explore(
        lambda N, n_match: printed.search(40, 32, n_match, hard=N),
        [31, 32, 5, 8, 33, 7, 8, 33],
        answer="search",
        dials={"N": 1e8, "n_match": [2]},
        id="searching",
    )


@pytest.fixture(scope="module")
def adding() -> LiveFigure:
    return explore(
        lambda N: add(2, loud=N),
        "45+78=",
        answer="add",
        dials={"N": Constant(1e10, most=1e12)},
        id="adding",
    )


def test_bars_are_as_high_as_there_are_logits(node: str, searching: LiveFigure) -> None:
    vote = explore(printed.aab, "aabaa", id="aab")
    assert [drawn(node, each, {})[0]["high"] for each in (vote, searching)] == [48, 188]


def kinds(found: dict[str, Any]) -> list[str]:
    return [row["kind"] for row in found["rows"] if row["kind"]]


def test_what_is_said_is_green_only_where_it_is_right(node: str, searching: LiveFigure) -> None:
    right, wrong = drawn(node, searching, {}, {"N": 8})
    assert right["kind"] == "right"
    assert kinds(right) == ["told right"]
    assert wrong["kind"] == "wrong"
    assert sorted(kinds(wrong)) == ["expected", "told wrong"]


def test_what_should_be_said_is_drawn_however_small_it_is(node: str, searching: LiveFigure) -> None:
    """Wherever a search goes wrong, both are among the nine bars, the right one in its rank."""
    states = [{"N": N} for N in (1, 2, 4, 8, 16, 32, 64, 128)]
    wrong = [found for found in drawn(node, searching, *states) if found["kind"] == "wrong"]
    assert wrong
    for found in wrong:
        assert sorted(kinds(found)) == ["expected", "told wrong"]
        assert len(found["rows"]) == MOST_BARS
    assert any(found["rows"][-1]["kind"] == "expected" for found in wrong)


def test_logits_that_are_nearly_equal_are_told_apart(node: str, adding: LiveFigure) -> None:
    """The largest is given, the others by how far they are behind; numbers leave the bars free."""
    for found in drawn(node, adding, {}, {"N": 100}, {"N": 3}):
        _, *others = found["rows"]
        assert others
        assert all(row["words"][0] in "\u22120" for row in others)
        assert all(len(row["words"]) <= WIDEST for row in found["rows"])
        values = [row["value"] for row in found["rows"]]
        assert values == sorted(values, reverse=True)
        assert values[-1] < 0.1 * values[0]


def test_the_first_place_that_is_off_is_offered(node: str, adding: LiveFigure) -> None:
    right, wrong = drawn(node, adding, {}, {"N": 100})
    assert right["off"] is None
    assert wrong["off"] is not None
    (there,) = drawn(node, adding, {"N": 100, "row": wrong["off"]})
    assert there["kind"] in ("wrong", "tie", "nan")
