"""Letters by chance: what was counted is what the softmax says, after every context."""

import math
import re
import sys
from collections import Counter
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotp.applications.letters.machine import codes
from taotp.data import romeo_and_juliet
from taotp.programs import letters
from taotp.reference import after
from taotp_core import forward, normalize
from taotp_core.arrays import PRECISIONS, softmax, to_float64
from taotp_core.weights import LAYER_NORM, mapped
from tests.examples import EVERY_TIME_THE_SAME
from tests.laws import every
from tests.refused import refused

FEW = settings(EVERY_TIME_THE_SAME, max_examples=40)
PLAY = romeo_and_juliet()

Row = list[float]


def expected(
    text: str, read: str, order: int, vocabulary: str, add: float = 0.0, borrow: float = 0.0
) -> Row:
    """The specification: what was counted after the longest end of what was read, smoothed."""
    row = [1 / len(vocabulary)] * len(vocabulary)
    for length in range(min(order, len(read)) + 1):
        found = Counter(after(text, read[len(read) - length :]))
        if not found:
            break
        n = found.total() + add * len(vocabulary) + borrow
        row = [(found[x] + add + borrow * p) / n for x, p in zip(vocabulary, row, strict=True)]
    return row


# --- the play


@every("order, n_contexts", [(0, 1), (1, 69), (2, 1092), (3, 7074)])
def test_the_play(order: int, n_contexts: int) -> None:
    program = letters(PLAY, order)
    follows: dict[str, Counter[str]] = {}
    for i in range(order, len(PLAY)):
        follows.setdefault(PLAY[i - order : i], Counter())[PLAY[i]] += 1
    assert len(follows) == n_contexts
    counts = np.array([[own[x] for x in map(str, program.vocabulary)] for own in follows.values()])
    exact = counts / counts.sum(-1, keepdims=True)
    tokens = np.array([program.encode(context or "e") for context in follows])
    p = softmax(forward(program.model, tokens, keep=1))[:, -1]
    assert np.abs(p - exact).max() < 1e-13
    assert (p[counts == 0] == 0).all()
    some, single = slice(None, None, 16), mapped(program.model, lambda _, W: W.astype(np.float32))
    for model, to in ((program.model, PRECISIONS["float32"]), (single, to_float64)):
        near = softmax(forward(model, tokens[some], keep=1, to=to))[:, -1]
        assert np.abs(near - exact[some]).max() < 1e-5


# --- any text


@FEW
@given(
    text=st.sampled_from(["aaaaa", "abababab"]) | st.text("abc", min_size=5, max_size=30),
    order=st.integers(0, 4),
    longer=st.integers(0, 5),
    read=st.text("abcd", min_size=1, max_size=9),
    add=st.sampled_from([0.0, 0.5, 1.0]),
    borrow=st.sampled_from([0.0, 0.1, 3.0]),
)
def test_any_text(text: str, order: int, longer: int, read: str, add: float, borrow: float) -> None:
    n_ctx = max(order, 1) + longer
    program = letters(text, order, vocabulary="abcd", add=add, borrow=borrow, n_ctx=n_ctx)
    tokens = np.array(program.encode(read))[-n_ctx:]
    p = softmax(forward(program.model, tokens))
    for i, row in enumerate(p):
        window = read[-n_ctx:][: i + 1]
        np.testing.assert_allclose(
            row, expected(text, window, order, "abcd", add, borrow), rtol=0, atol=1e-12
        )


def test_symbols_may_be_words() -> None:
    words = letters(["a", "rose", "is", "a", "rose", "is", "a", "rose"], 2)
    assert words.complete(["a", "rose"], steps=4) == ["is", "a", "rose", "is"]


# --- the machine


@every("n", [1, 2, 3, 6, 7, 20, 70, 71])
def test_codes_are_balanced_and_apart(n: int) -> None:
    rows = codes(n)
    size = rows.shape[1]
    assert rows.shape == (n, size)
    assert math.comb(size, size // 2) >= n
    assert size == 2 or math.comb(size - 2, size // 2 - 1) < n
    assert (rows.sum(-1) == 0).all()
    overlap = rows @ rows.T
    assert (np.diag(overlap) == size).all()
    assert (overlap - np.diag(np.full(n, 9.0 + size)) <= size - 4).all()
    assert np.abs(normalize(rows, LAYER_NORM) - rows).max() < 1e-9


# --- what is refused


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, real = "it must be an integer from {} on", "it must be a number from 0 on"
    strings = "it must be a string or a list of strings"
    cases: list[tuple[dict[str, Any], str]] = [
        *(({"order": n}, f"order is {n}; {whole.format(0)}") for n in (-1, 1.5, True)),
        ({"text": "ab", "order": 2}, "the text has 2 letters; order 2 needs at least 3"),
        ({"text": 7}, f"the text is of type int; {strings}"),
        ({"text": [1, 2]}, f"the text is of type list; {strings}"),
        ({"vocabulary": "ab"}, "'c' is in the text, but not in the vocabulary"),
        ({"add": -0.1}, f"add is -0.1; {real}"),
        ({"borrow": math.nan}, f"borrow is nan; {real}"),
        ({"n_ctx": 0}, f"n_ctx is 0; {whole.format(1)}"),
        ({"n_ctx": 2, "order": 3}, f"n_ctx is 2; {whole.format(3)}"),
    ]
    usual: dict[str, Any] = {"text": "abcabc", "order": 1}
    refused(*((partial(letters, **usual | how), "^" + re.escape(said)) for how, said in cases))
    monkeypatch.setattr(sys.modules[letters.__module__], "MOST", 100)
    refused((lambda: letters("to be or not to be", 9), "^order 9 is too much for this text: up"))
