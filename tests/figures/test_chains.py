"""Drawn chains: states stand below all that lead to them, and lines do not cross a state."""

from xml.etree import ElementTree

import pytest

from taotp.figures import chains
from taotp.figures.chains import HIGH, Ways, planned

SVG = "{http://www.w3.org/2000/svg}"
# After c either d comes, or at once e: the long way passes the row of d.
FORK: Ways = {
    "a": {"b": 0.4, "c": 0.6}, "b": {"c": 1.0}, "c": {"d": 0.5, "e": 0.5}, "d": {"e": 1.0},
}  # fmt: skip


def drawn(**named: Ways) -> str:
    return chains(named, title="a chain", alt="After a comes b or c.").svg


def test_a_state_stands_below_all_that_lead_to_it() -> None:
    plan = planned(FORK, top=0.0)
    for spots, _ in plan.ways:
        heights = [spot.y for spot in spots]
        assert heights == sorted(heights)
        assert all(below - above > HIGH for above, below in zip(heights, heights[1:], strict=False))


def test_nothing_in_a_row_overlaps() -> None:
    for row in planned(FORK, top=0.0).rows:
        ends = [(spot.x - spot.width / 2, spot.x + spot.width / 2) for spot in row]
        assert all(right < left for (_, right), (left, _) in zip(ends, ends[1:], strict=False))


def test_shares_are_written_where_there_is_a_choice() -> None:
    written = [text.text for text in ElementTree.fromstring(drawn(x=FORK)).iter() if text.text]
    assert sorted(written) == sorted(["a chain", "x", *"abcde", "0.4", "0.6", "0.5", "0.5"])


def test_each_chain_is_a_drawing_of_its_own_that_holds_it() -> None:
    """So that a narrow page can put one below the other."""
    root = ElementTree.fromstring(drawn(x=FORK, y=FORK))
    pictures = root.findall(f"span/{SVG}svg")
    assert len(pictures) == 2
    plan = planned(FORK, top=0.0)
    assert all(float(picture.attrib["width"]) >= plan.width for picture in pictures)
    assert all(float(each.attrib["height"]) > plan.rows[-1][0].y + HIGH for each in pictures)


def test_what_cannot_be_drawn_is_refused() -> None:
    refused: list[tuple[dict[str, Ways], str]] = [
        ({}, "at least one way"),
        ({"x": {"a": {}}}, "at least one way"),
        ({"x": {"a": {"b": 1.0}, "b": {"a": 1.0}}}, "comes back to itself"),
        ({"x": {"a": {"b": 0.0}}}, "the share of 'b' after 'a' is 0.0"),
        ({"x": {"a": {"b": float("nan")}}}, "is nan"),
    ]
    for named, words in refused:
        with pytest.raises(ValueError, match=words):
            drawn(**named)
