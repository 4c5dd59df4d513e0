"""Shares and votes in a page are those of Python, and what cannot be is refused."""

import numpy as np
import pytest

from taotp.figures import shares, votes
from tests.applications.page import Json, in_page
from tests.refused import refused

PARTS = {"photos": 50, "files": 30, "directories": 20}
BALLOTS = {
    "battery": {"down": 1.0, "please": 0.0},
    "program": {"down": 0.0, "please": 1.0},
    "log": {"down": 0.5, "please": 0.5},
}


def test_softmax_says_what_the_dials_say(node: str) -> None:
    dials = ({}, *(dict(zip(PARTS, x, strict=True)) for x in ((7, 1, 92), (0, 30, 0), (0, 0, 0))))
    first, moved, one, none = in_page(node, __file__, shares(PARTS), *dials)
    assert [row["said"] for row in first["rows"]] == pytest.approx([0.5, 0.3, 0.2], abs=1e-15)
    assert [row["weight"] for row in first["rows"]] == pytest.approx(np.log([0.5, 0.3, 0.2]))
    assert [row["said"] for row in moved["rows"]] == pytest.approx([0.07, 0.01, 0.92], abs=1e-15)
    assert [row["said"] for row in one["rows"]] == pytest.approx([0, 1, 0], abs=1e-15)
    assert one["rows"][0]["weight"] == -40
    assert (none["rows"], none["whole"]["kind"]) == ([], "wrong")
    assert {each["whole"]["kind"] for each in (first, moved, one)} == {"right"}


VOTES: list[tuple[str, str, list[float], str]] = [
    ("the battery log ran", "off", [1.5, 0.5], "down wins: down 1.5, please 0.5."),
    ("program log log ran", "on", [0, 1], "please wins: down 0, please 1."),
    ("battery program ran", "on", [1, 1], "A tie, down 1, please 1: a sum knows no order."),
    ("log ran battery", "on", [0, 0], "Nobody votes."),
    ("battery", "off", [1, 0], "down wins: down 1, please 0."),
    ("", "off", [0, 0], "Nobody votes."),
]


def test_votes_are_added_up_and_a_word_without_one_is_named(node: str) -> None:
    figure = votes(BALLOTS, "ran", ["battery", "program"], "battery ran")
    states: list[Json] = [{"text": text, "mask": mask} for text, mask, *_ in VOTES]
    strange = ("the", "constructor")
    states += [{"text": f"{word} ran"} for word in strange]
    found = in_page(node, __file__, figure, *states)
    for (*_, sums, said), each in zip(VOTES, found, strict=False):
        assert (each["sums"], each["whole"]["text"]) == (sums, said)
    for word, each in zip(strange, found[len(VOTES) :], strict=True):
        assert f"\u201c{word}\u201d has no vote" in each["now"]["text"]
    still = votes(BALLOTS, "ran", [], "log ran").still()
    assert '<th scope="row">log</th><td>0.5</td><td>0.5</td>' in still
    assert '<th scope="row">files</th><td>30%</td><td>-1.20</td>' in shares(PARTS).still()


def test_what_cannot_be_is_refused() -> None:
    other = {"x": {"a": 1.0}, "y": {"b": 1.0}}
    refused(
        (lambda: shares({"a": 1}), "^there are 1 words; shares are of at least 2$"),
        (lambda: shares({"a": 1, "b": 101}), "^the part of 'b' is 101; it must be from 0 to 100$"),
        (lambda: shares({"a": 0, "b": 0}), "^the parts sum to nothing; at least one must be above"),
        (lambda: votes({}, "ran", [], ""), "^there are no ballots; at least one word must vote$"),
        (lambda: votes(BALLOTS, "ran", ["x"], ""), "^the mask shows 'x', which has no ballot$"),
        (lambda: votes(other, "ran", [], ""), "^the ballots are on different words; all must"),
    )
