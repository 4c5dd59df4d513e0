"""Shares and votes in a page are those of Python, and what cannot be is refused."""

import gzip
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.figures import shares, votes
from taotp.page.bundle import part_script
from tests.in_node import in_node
from tests.laws import every

SCRIPT = Path(__file__).with_name("figure.mjs")
PARTS = {"photos": 50, "files": 30, "directories": 20}
BALLOTS = {
    "battery": {"down": 1.0, "please": 0.0},
    "program": {"down": 0.0, "please": 1.0},
    "log": {"down": 0.5, "please": 0.5},
}
Json = dict[str, Any]


def in_page(node: str, figure: Any, *states: Json) -> list[Json]:
    """What the page makes of some states."""
    answers: list[Json] = in_node(node, SCRIPT, {"spec": figure.spec, "states": states})
    return answers


def test_softmax_says_what_the_dials_say(node: str) -> None:
    first, moved, one, none = in_page(
        node,
        shares(PARTS),
        {},
        {"photos": 7, "files": 1, "directories": 92},
        {"photos": 0, "files": 30, "directories": 0},
        {"photos": 0, "files": 0, "directories": 0},
    )
    assert [row["said"] for row in first["rows"]] == pytest.approx([0.5, 0.3, 0.2], abs=1e-15)
    assert [row["weight"] for row in first["rows"]] == pytest.approx(np.log([0.5, 0.3, 0.2]))
    assert [row["said"] for row in moved["rows"]] == pytest.approx([0.07, 0.01, 0.92], abs=1e-15)
    assert [row["said"] for row in one["rows"]] == pytest.approx([0, 1, 0], abs=1e-15)
    assert one["rows"][0]["weight"] == -40
    assert (none["rows"], none["whole"]["kind"]) == ([], "wrong")
    assert {each["whole"]["kind"] for each in (first, moved, one)} == {"right"}


@every(
    "text, mask, sums, said",
    [
        ("the battery log ran", "off", [1.5, 0.5], "down wins: down 1.5, please 0.5."),
        ("program log log ran", "on", [0, 1], "please wins: down 0, please 1."),
        ("battery program ran", "on", [1, 1], "A tie, down 1, please 1: a sum knows no order."),
        ("log ran battery", "on", [0, 0], "Nobody votes."),
        ("battery", "off", [1, 0], "down wins: down 1, please 0."),
        ("", "off", [0, 0], "Nobody votes."),
    ],
)
def test_votes_are_added_up(node: str, text: str, mask: str, sums: list[float], said: str) -> None:
    figure = votes(BALLOTS, "ran", ["battery", "program"], "battery ran")
    (found,) = in_page(node, figure, {"text": text, "mask": mask})
    assert (found["sums"], found["whole"]["text"]) == (sums, said)


def test_a_word_without_a_vote_is_named(node: str) -> None:
    figure = votes(BALLOTS, "ran", ["battery"], "battery ran")
    strange, inherited = in_page(node, figure, {"text": "the ran"}, {"text": "constructor ran"})
    assert "\u201cthe\u201d has no vote" in strange["now"]["text"]
    assert "\u201cconstructor\u201d has no vote" in inherited["now"]["text"]


def test_the_part_is_small_and_the_tables_stand_without_it() -> None:
    assert len(gzip.compress(part_script("counts").encode())) < 4_000
    assert '<th scope="row">files</th><td>30%</td><td>-1.20</td>' in shares(PARTS).still()
    assert (
        '<th scope="row">log</th><td>0.5</td><td>0.5</td>'
        in votes(BALLOTS, "ran", [], "log ran").still()
    )


@every(
    "parts, sentence",
    [
        ({"a": 1}, "there are 1 words; shares are of at least 2"),
        ({"a": 1, "b": -1}, "the part of 'b' is -1; it must be from 0 to 100"),
        ({"a": 0, "b": 0}, "the parts sum to nothing; at least one must be above 0"),
    ],
)
def test_shares_that_cannot_be(parts: dict[str, float], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        shares(parts)


def test_votes_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="^there are no ballots; at least one word must vote$"):
        votes({}, "ran", [], "")
    with pytest.raises(ValueError, match="^the mask shows 'x', which has no ballot$"):
        votes(BALLOTS, "ran", ["x"], "")
    with pytest.raises(ValueError, match="^the ballots are on different words; all must be on a$"):
        votes({"x": {"a": 1.0}, "y": {"b": 1.0}}, "ran", [], "")
