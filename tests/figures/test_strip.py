"""The strip "who looks where": a line for each weight that counts, letters that can be seen."""

import re
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from taotp import programs
from taotp.figures import Picture, looks
from taotp.figures.pictures import POSITION
from taotp.programs import Program
from taotp_core import random_transformer, trace
from tests.figures.asking import nodes, texts
from tests.refused import refused

WORDS: dict[str, Any] = {"title": "Head 0", "alt": "Each position reads the one before it."}
SEARCH = programs.search("ab ", 64, 3)
RUN = trace(SEARCH.model, np.array(SEARCH.encode("abba b")))


def lines(picture: Picture, strong: bool | None = None) -> list[tuple[int, int]]:
    """From which place to which lines go, counted among the places of letters."""
    letters = [node for node in nodes(picture) if node.attrib.get("text-anchor") == "middle"]
    places = np.array(sorted({float(node.attrib["x"]) for node in letters}))
    found = []
    for node in nodes(picture):
        if "d" in node.attrib and strong in (None, node.attrib["stroke"] == POSITION):
            for ends in re.findall(r"M([\d.]+) [\d.]+C(?:[\d.]+ ){4}([\d.]+)", node.attrib["d"]):
                start, end = (int(np.abs(places - float(x)).argmin()) for x in ends)
                found.append((start, end))
    return sorted(found)


def test_a_line_goes_from_each_reader_to_what_it_reads() -> None:
    strip, pattern = looks(SEARCH, "abba b", 0, 1, **WORDS), RUN.patterns[0][1]
    assert lines(strip) == [tuple(each) for each in np.argwhere(pattern > 0.01).tolist()]
    assert lines(strip, strong=True) == [*enumerate(pattern.argmax(-1).tolist())]
    assert looks(RUN, "abba b", 0, 1, **WORDS) == strip, "of a trace and its program"
    some = looks(SEARCH, "abba b", 0, 0, at=[5, 2], **WORDS)
    assert {start for start, _ in lines(some)} == {2, 5}
    wide, *_ = nodes(looks(SEARCH, "ab" * 32, 1, 0, **WORDS))
    assert float(wide.attrib["width"]) <= 720


def test_where_a_head_reads_all_alike_nothing_leads() -> None:
    model = random_transformer(0, d_vocab=2, heads=[(1, 1)], n_layers=1)
    (head,) = model.layers[0].heads
    blind = replace(model.layers[0], heads=[replace(head, W_Q=0 * head.W_Q)])
    run = trace(replace(model, layers=[blind]), np.array([0, 1, 1]))
    even = looks(run, "abb", 0, 0, **WORDS)
    assert lines(even, strong=True) == [(0, 0)]
    assert len(lines(even)) == 6


def test_every_letter_stands_twice_and_can_be_seen() -> None:
    shown = texts(looks(SEARCH, "a b", 0, 0, **WORDS))
    assert [text for text in shown if len(text) == 1] == [*"aa\u2423\u2423bb"]
    words = Program(random_transformer(0, d_vocab=4), ["\n", "\u202e", "<b>", "very long words"])
    shown = texts(looks(words, [*words.vocabulary], 0, 0, **WORDS))
    assert {"\u21b5", "\\u202e", "<b>"} <= {*shown}


def test_what_is_not_there_is_refused() -> None:
    bad: list[tuple[Any, str, int, int, str]] = [
        (SEARCH, "ab", 2, 0, "layer 2 has no heads; layers with heads: 0, 1"),
        (SEARCH, "ab", 0, 3, "layer 0 has no head 3; its heads are 0 to 2"),
        (SEARCH, "a" * 65, 0, 0, "the prompt has 65 positions; it must have 1 to 64"),
        (SEARCH, "", 0, 0, "the prompt has 0 positions; it must have 1 to 64"),
        (SEARCH, "c", 0, 0, "'c' is not in the vocabulary"),
        (RUN, "ab", 0, 0, "2 symbols and the trace 6 positions"),
    ]
    refused(
        *((partial(looks, *asked, **WORDS), sentence) for *asked, sentence in bad),
        (lambda: looks(SEARCH, "ab", 0, 0, at=[2], **WORDS), "at lists 2; positions are 0 to 1"),
    )
