"""The essay's fruit and red apple, held to every line that it prints, and to those that differ."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from taotp.programs.printed_words import (
    FRUIT,
    GRAMMATICAL,
    HARD,
    KEY_SPACE,
    QUESTIONABLE,
    SEMES,
    WORDS,
    fruit,
    pointing,
    red_apple,
)
from taotp_core import Array, Transformer, forward, relu, trace
from taotp_core.stream import semes
from tests.laws import every

NOTHING = {"she": "", "a": ""}
KEYS = {"SOS": "x5", "saw": "x2", "red": "x3", "apple": "x1", "EOS": "x5"} | NOTHING
LICENSED = {"saw", "red", "apple"}


def ids(words: Sequence[str]) -> Array:
    """The tokens of a sentence."""
    return np.array([[*WORDS].index(word) for word in words])


def adds(model: Transformer, words: Sequence[str]) -> list[str]:
    """What the head adds to each word, as a text."""
    stream = trace(model, ids(words)).stream
    return [SEMES.text(row[: SEMES.size]) for row in stream["attention 0"] - stream["embedding"]]


def test_vector_and_matrix_in_the_order_of_the_printed_brackets() -> None:
    animals = semes("pig wombat peregrine")
    text = "1.1 pig>wombat +2.3 wombat>pig -4.5 pig>peregrine + 0.9 peregrine>peregrine"
    by_rows = np.array([0, 1.1, -4.5, 2.3, 0, 0, 0, 0, 0.9]).reshape(3, 3)
    assert (animals.matrix(text) == by_rows).all()
    in_words, in_code = "+2.1 pig -3.2 peregrine", "2.1 pig -3.2 wombat"  # "the above vector"
    assert (animals.vector(in_words) != animals.vector(in_code)).any()


def test_fruit_on_all_sixteen_plates() -> None:
    layer = fruit()
    for plate in product((0, 1), repeat=4):
        a, b, c, d = plate
        out = relu(np.array([*plate, 0, 0]) @ layer.W_in + layer.b_in) @ layer.W_out + layer.b_out
        assert out.tolist() == [0, 0, 0, 0, a or b, c and d]
    used = layer.W_in.any(0) & layer.W_out.any(1)
    assert FRUIT.size - used.sum() == 2  # no unit reads into cherry and durian


@every("words", [GRAMMATICAL, QUESTIONABLE])
def test_queries_keys_interpretants_and_logits_are_as_printed(words: Sequence[str]) -> None:
    (head,) = red_apple().layers[0].heads
    rows = np.array([SEMES.vector(WORDS[word]) for word in words])
    queries = rows @ head.W_Q / (HARD * np.sqrt(len(KEY_SPACE)))
    for row, query, word in zip(rows, queries, words, strict=True):
        assert KEY_SPACE.text(query) == ("x1" if word == "red" else "2 x5")
        assert KEY_SPACE.text(row @ head.W_K) == KEYS[word]
        assert SEMES.text(row @ head.W_V) == ("licensed" if word in LICENSED else "")
    logits = queries @ (rows @ head.W_K).T
    for (i, asks), (j, asked) in product(enumerate(words), repeat=2):
        filler = 2 * (asks != "red" and asked in ("SOS", "EOS"))
        assert logits[i, j] == pytest.approx(filler + ((asks, asked) == ("red", "apple")))


def test_a_red_apple_is_licensed_and_so_is_a_third_of_red_alone() -> None:
    assert adds(red_apple(), GRAMMATICAL) == ["", "", "", "", "licensed", "", ""]
    assert adds(red_apple(), QUESTIONABLE) == ["", "", "", "", "0.33 licensed", ""]
    assert adds(red_apple(1e6), QUESTIONABLE)[4] == "0.33 licensed"  # however large alpha is


def test_the_place_that_it_points_to_is_needed() -> None:
    """Two licensed words of six, until red points to the place after it, where EOS is."""
    for worth, red in ((0.1, "0.38 licensed"), (1.0, "0.06 licensed"), (2.0, "")):
        model = pointing(red_apple(), worth)
        assert adds(model, GRAMMATICAL)[4] == "licensed"
        assert adds(model, QUESTIONABLE)[4] == red
    same = forward(pointing(red_apple(), 0.0), ids(QUESTIONABLE))
    assert same == pytest.approx(forward(red_apple(), ids(QUESTIONABLE)))
