"""Sentences above their weights, attention in three colors, a stream in its sizes."""

import re
from typing import Any

import numpy as np

from exercises.catalogue import BENCHES
from taotp.costs.published import configuration
from taotp.figures import attending, from_words, stream_of_words
from taotp.figures.from_words import SAID
from taotp.listing import read
from taotp_core.arrays import softmax
from taotp_core.weights import named_arrays
from tests.refused import refused

WORDS: Any = {"title": "A head", "alt": "It looks one place back and copies."}
TEXT = BENCHES["build-latest"].filled
ATTENDS = [line for line in TEXT.splitlines() if line.startswith("attend")]


def squares(svg: str, color: str) -> int:
    """How many cells are drawn in a color: each is a path of its own that ends where it began."""
    paths = re.findall(rf'<path d="([^"]*)"[^>]*(?:color|fill|stroke)="{color}"', svg)
    return sum(d.count("z") for d in paths if re.search(r"h[\d.]+v", d))


def test_a_cell_is_drawn_for_each_number_of_a_head_that_is_not_zero() -> None:
    """Dies where numbers below zero, or the faintest, are not drawn."""
    arrays = named_arrays(read(TEXT).program.model)
    for layer, line in enumerate(ATTENDS):
        svg = from_words(TEXT, line, **WORDS).svg
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            W = arrays[f"layers.{layer}.heads.0.{name}"]
            assert squares(svg, SAID[name][1]) == np.count_nonzero(W), name


def test_attention_is_what_the_scores_make_of_it() -> None:
    """Dies where scores are not divided, and where what is brought is not the mean by shares."""
    query, keys, values = np.array([3.0]), np.array([[1.0], [0.0], [2.0]]), np.array([30, 60, 90])
    shares = softmax(keys @ query / 3)
    svg = attending("abc", query, keys, values, scale=3, **WORDS).svg
    said = re.findall(r">([^<>]+)</text>", svg)
    drawn = [each for each in said if re.fullmatch(r"0\.\d\d", each)]
    assert drawn == [f"{share:.2f}" for share in shares]
    assert said[-1] == f"{shares @ values:.2f}"


def test_bad_figures_are_refused() -> None:
    gpt2, ones = configuration("gpt2"), np.ones
    refused(
        (lambda: from_words(TEXT, "attend 9 back", **WORDS), "no sentence of the text"),
        (lambda: from_words(TEXT, **WORDS), "there is no line"),
        (lambda: attending("ab", ones(2), ones((3, 2)), ones(3), **WORDS), "a name for each place"),
        (lambda: stream_of_words(["a", "b"], gpt2, (0, 1), **WORDS), "later first"),
    )
