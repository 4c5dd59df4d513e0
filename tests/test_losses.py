"""What a text costs a program that guesses it: bits a letter, on average, and as perplexity."""

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from taotp.programs import Program, hello_world, letters, next_word
from taotp_core import Transformer, plain, random_transformer
from taotp_core.measure import cross_entropy, perplexity, surprisals
from tests.laws import every

HEADS: dict[str, Any] = {"heads": [(2, 2)], "n_layers": 1, "d_model": 4}
MODEL = random_transformer(2, d_vocab=5, n_ctx=6, **HEADS)
TEXT = "abcdeedcbabcaddeab"
PROGRAM = Program(MODEL, "abcde", slide=True)


def by_hand(model: Transformer, tokens: list[int]) -> list[float]:
    """The cost of each token after the first, from the last n_ctx before it, one at a time."""
    costs = []
    for i in range(1, len(tokens)):
        logits = plain.forward(model, tokens[max(0, i - model.n_ctx) : i])[-1]
        total = sum(math.exp(x - max(logits)) for x in logits)
        costs.append(-math.log2(math.exp(logits[tokens[i]] - max(logits)) / total))
    return costs


def test_each_letter_is_guessed_from_those_that_fit() -> None:
    expected = by_hand(MODEL, PROGRAM.encode(TEXT))
    np.testing.assert_allclose(surprisals(PROGRAM, TEXT), expected)
    assert cross_entropy(PROGRAM, TEXT) == pytest.approx(np.mean(expected))
    assert perplexity(PROGRAM, TEXT) == pytest.approx(2 ** np.mean(expected))
    marked = replace(PROGRAM, after="e")  # what is put behind a prompt is no letter of it
    np.testing.assert_allclose(surprisals(marked, "abcd"), by_hand(MODEL, [0, 1, 2, 3]))


@every("stride", [1, 2, 3, 4, 6])
@every("n", [2, 7, 8, 13, 18])
def test_a_stride_guesses_the_rest_from_fewer(stride: int, n: int) -> None:
    tokens = PROGRAM.encode(TEXT[:n])
    found = surprisals(PROGRAM, TEXT[:n], stride=stride)
    assert len(found) == n - 1
    for i, cost in enumerate(found, 1):
        seen = range(MODEL.n_ctx - stride + 1, MODEL.n_ctx + 1)
        ways = [by_hand(MODEL, tokens[max(0, i - some) : i + 1])[-1] for some in seen]
        assert np.abs(np.array(ways) - cost).min() < 1e-12


def test_many_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = surprisals(PROGRAM, TEXT * 3)
    monkeypatch.setattr("taotp_core.losses.PIECE", 1)
    np.testing.assert_allclose(surprisals(PROGRAM, TEXT * 3), whole, rtol=1e-13)


def test_a_coin_costs_a_bit_what_is_sure_nothing_and_a_sure_wrong_guess_all() -> None:
    coin, always, turns = letters("HTTH", 0), letters("aaaa", 1), letters("abab", 1)
    assert surprisals(coin, "HTHTT").tolist() == [1, 1, 1, 1] and perplexity(coin, "HTHTT") == 2
    sure = surprisals(always, "aaa")
    assert sure.tolist() == [0, 0] and not np.signbit(sure).any() and perplexity(always, "aaa") == 1
    assert cross_entropy(letters("abcd", 0), "dddd") == pytest.approx(2)
    assert surprisals(turns, "abb").tolist() == [0, math.inf]
    assert cross_entropy(turns, "abb") == math.inf == perplexity(turns, "abb")
    assert cross_entropy(letters("abab", 1, add=0.1), "abb") < math.inf


def test_programs_with_a_start_guess_the_first() -> None:
    costs = surprisals(hello_world(), "Hello World!")
    assert len(costs) == 12
    assert 0 < costs.max() < math.log2(11)  # it is not sure, but better than all alike
    sentences = next_word({"a b": 1, "a c": 3})
    assert surprisals(sentences, ["a", "c"]).tolist() == pytest.approx([0, math.log2(4 / 3)])


STILL = Program(MODEL, "abcde")
BLIND = Program(random_transformer(1, d_vocab=5, causal=False), "abcde", slide=True)
INNER = random_transformer(1, d_vocab=5)
READS = Program(random_transformer(1, d_vocab=5, cross=[(2, 2)], encoder=INNER), "abcde")
WHOLE = "the program must be causal and without an encoder to guess each letter"


@every("program, text, stride, message", [
    (PROGRAM, "a", 1, "the text has 1 letters; there is none to guess"),
    (STILL, "abcdeabc", 1, "8 tokens need n_ctx 7; it is 6, and nothing slides"),
    (PROGRAM, "abx", 1, "'x' is not in the vocabulary; it has"),
    (PROGRAM, 7, 1, "the prompt is 7; it must be a string or a list of symbols"),
    (BLIND, "abc", 1, WHOLE),
    (READS, "abc", 1, WHOLE),
    (PROGRAM, "abc", 0, "stride is 0; it must be an integer from 1 to"),
    (PROGRAM, "abc", 7, "stride is 7; it must be an integer from 1 to"),
])  # fmt: skip
def test_what_is_refused(program: Program, text: Any, stride: int, message: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        surprisals(program, text, stride=stride)
