"""The strip "who looks where": a line for each weight that counts, letters that can be seen."""

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from taotp import programs
from taotp.figures import Picture, looks
from taotp.figures.pictures import POSITION
from taotp.programs import Program
from taotp_core import random_transformer, trace
from tests.laws import every

WORDS: dict[str, Any] = {"title": "Head 0", "alt": "Each position reads the one before it."}
SEARCH = programs.search("ab ", 64, 3)


def texts(picture: Picture) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(picture.svg).iter()
            if node.tag.endswith("text")]  # fmt: skip


def lines(picture: Picture, strong: bool | None = None) -> list[tuple[int, int]]:
    """From which place to which lines go, counted among the places of letters."""
    root = ElementTree.fromstring(picture.svg)
    letters = [node for node in root.iter() if node.attrib.get("text-anchor") == "middle"]
    places = sorted({float(node.attrib["x"]) for node in letters})
    found = []
    for node in root.iter():
        if "d" in node.attrib and strong in (None, node.attrib["stroke"] == POSITION):
            for start, end in re.findall(
                r"M([\d.]+) [\d.]+C(?:[\d.]+ ){4}([\d.]+)", node.attrib["d"]
            ):
                ends = [int(np.abs(np.array(places) - float(x)).argmin()) for x in (start, end)]
                found.append((ends[0], ends[1]))
    return sorted(found)


def test_a_line_goes_from_each_reader_to_what_it_reads() -> None:
    strip = looks(SEARCH, "abba b", 0, 1, **WORDS)
    pattern = trace(SEARCH.model, np.array(SEARCH.encode("abba b"))).patterns[0][1]
    assert lines(strip) == [tuple(each) for each in np.argwhere(pattern > 0.01).tolist()]
    assert lines(strip, strong=True) == [(i, j) for i, j in enumerate(pattern.argmax(-1).tolist())]


def test_a_trace_and_its_program_draw_the_same() -> None:
    run = trace(SEARCH.model, np.array(SEARCH.encode("abba b")))
    assert looks(run, "abba b", 1, 0, **WORDS) == looks(SEARCH, "abba b", 1, 0, **WORDS)


def test_where_a_head_reads_all_alike_nothing_leads() -> None:
    model = random_transformer(0, d_vocab=2, heads=[(1, 1)], n_layers=1)
    (head,) = model.layers[0].heads
    blind = replace(model.layers[0], heads=[replace(head, W_Q=0 * head.W_Q)])
    model = replace(model, layers=[blind])
    even = looks(trace(model, np.array([0, 1, 1])), "abb", 0, 0, **WORDS)
    assert lines(even, strong=True) == [(0, 0)]
    assert len(lines(even)) == 6


def test_only_the_positions_asked_for_have_lines() -> None:
    strip = looks(SEARCH, "abba b", 0, 0, at=[5, 2], **WORDS)
    assert {start for start, _ in lines(strip)} == {2, 5}


def test_every_letter_stands_twice_and_can_be_seen() -> None:
    shown = texts(looks(SEARCH, "a b", 0, 0, **WORDS))
    assert [text for text in shown if len(text) == 1] == [*"aa\u2423\u2423bb"]
    words = Program(random_transformer(0, d_vocab=4), ["\n", "\u202e", "<b>", "very long words"])
    shown = texts(looks(words, [*words.vocabulary], 0, 0, **WORDS))
    assert "\u21b5" in shown
    assert "\\u202e" in shown
    assert "<b>" in shown


def test_a_strip_is_the_same_each_time_and_takes_its_colors_from_the_page() -> None:
    strip = looks(SEARCH, "ab" * 32, 1, 0, **WORDS)
    assert strip == looks(SEARCH, "ab" * 32, 1, 0, **WORDS)
    assert "currentColor" in strip.svg
    for unwanted in ("style", "#000", "black", " id="):
        assert unwanted not in strip.svg
    assert float(ElementTree.fromstring(strip.svg).attrib["width"]) <= 720


@every(
    "prompt, layer, head, at, sentence",
    [
        ("ab", 2, 0, None, "layer 2 has no heads; layers with heads: 0, 1"),
        ("ab", 0, 3, None, "layer 0 has no head 3; its heads are 0 to 2"),
        ("ab", 0, 0, [2], "at lists 2; positions are 0 to 1"),
        ("a" * 65, 0, 0, None, "the prompt has 65 positions; it must have 1 to 64"),
        ("", 0, 0, None, "the prompt has 0 positions; it must have 1 to 64"),
        ("c", 0, 0, None, "'c' is not in the vocabulary"),
    ],
)
def test_what_is_not_there_is_refused(
    prompt: str, layer: int, head: int, at: list[int] | None, sentence: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        looks(SEARCH, prompt, layer, head, at=at, **WORDS)


def test_a_trace_needs_a_symbol_for_each_position() -> None:
    run = trace(SEARCH.model, np.array([0, 1, 1]))
    with pytest.raises(ValueError, match="2 symbols and the trace 3 positions"):
        looks(run, "ab", 0, 0, **WORDS)


def test_a_strip_needs_words() -> None:
    with pytest.raises(ValueError, match="title is ''; it must be a sentence"):
        looks(SEARCH, "ab", 0, 0, title="", alt="a")
