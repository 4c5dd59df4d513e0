"""The logits as the page draws them: what is said, what should be, and what tells them apart."""

from typing import Any

from taotp.figures.explore import explore
from taotp.figures.options import Constant
from taotp.programs import add, printed
from tests.figures.asking import in_page

MOST_BARS = 9
WIDEST = 9  # signs of a number that stand beside the bars without touching them
SEARCHING = explore(  # the source's search among forty symbols, of which nine are drawn
    lambda N, n_match: printed.search(40, 32, n_match, hard=N),
    [31, 32, 5, 8, 33, 7, 8, 33],
    answer="search",
    dials={"N": 1e8, "n_match": [2]},
    id="searching",
)
ADDING = explore(
    lambda N: add(2, loud=N),
    "45+78=",
    answer="add",
    dials={"N": Constant(1e10, most=1e12)},
    id="adding",
)


def kinds(found: dict[str, Any]) -> list[str]:
    return sorted(row["kind"] for row in found["rows"] if row["kind"])


def test_bars_are_as_high_as_there_are_logits(node: str) -> None:
    vote = explore(printed.aab, "aabaa", id="aab")
    assert [in_page(node, each, {}, script="logits")[0]["high"] for each in (vote, SEARCHING)] == [
        48,
        188,
    ]


def test_what_should_be_said_is_drawn_however_small_it_is(node: str) -> None:
    """Wherever a search goes wrong, both are among the nine bars, the right one in its rank.

    What is said is green only where it is right.
    """
    right, *others = in_page(node, SEARCHING, {}, *({"N": 2**i} for i in range(8)), script="logits")
    assert (right["kind"], kinds(right)) == ("right", ["told right"])
    assert others[3]["kind"] == "wrong"
    wrong = [found for found in others if found["kind"] == "wrong"]
    for found in wrong:
        assert kinds(found) == ["expected", "told wrong"]
        assert len(found["rows"]) == MOST_BARS
    assert any(found["rows"][-1]["kind"] == "expected" for found in wrong)


def test_logits_that_are_nearly_equal_are_told_apart(node: str) -> None:
    """The largest is given, the others by how far they are behind; numbers leave the bars free."""
    for found in in_page(node, ADDING, {}, {"N": 100}, {"N": 3}, script="logits"):
        _, *others = found["rows"]
        assert others
        assert all(row["words"][0] in "\u22120" for row in others)
        assert all(len(row["words"]) <= WIDEST for row in found["rows"])
        values = [row["value"] for row in found["rows"]]
        assert values == sorted(values, reverse=True)
        assert values[-1] < 0.1 * values[0]


def test_the_first_place_that_is_off_is_offered(node: str) -> None:
    right, wrong = in_page(node, ADDING, {}, {"N": 100}, script="logits")
    assert right["off"] is None
    assert wrong["off"] is not None
    (there,) = in_page(node, ADDING, {"N": 100, "row": wrong["off"]}, script="logits")
    assert there["kind"] in ("wrong", "tie", "nan")
