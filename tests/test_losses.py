"""What a text costs a program that guesses it: bits a letter, on average, and as perplexity."""

import math
import re
from typing import Any

import numpy as np
import pytest

from taotp.data import read_and_held_back, romeo_and_juliet
from taotp.programs import Program, hello_world, letters, next_word
from taotp_core import Array, Transformer, plain, random_transformer
from taotp_core.measure import cross_entropy, perplexity, surprisals
from tests.laws import every


def by_hand(model: Transformer, tokens: list[int]) -> list[float]:
    """The cost of each token after the first, from the last n_ctx before it, one at a time."""
    costs = []
    for i in range(1, len(tokens)):
        logits = plain.forward(model, tokens[max(0, i - model.n_ctx) : i])[-1]
        total = sum(math.exp(x - max(logits)) for x in logits)
        costs.append(-math.log2(math.exp(logits[tokens[i]] - max(logits)) / total))
    return costs


MODEL = random_transformer(2, d_vocab=5, n_ctx=6, d_model=4, heads=[(2, 2)], n_layers=1)
TEXT = "abcdeedcbabcaddeab"
PROGRAM = Program(MODEL, "abcde", slide=True)


def test_each_letter_is_guessed_from_those_that_fit() -> None:
    tokens = PROGRAM.encode(TEXT)
    expected = by_hand(MODEL, tokens)
    np.testing.assert_allclose(surprisals(PROGRAM, TEXT), expected)
    assert cross_entropy(PROGRAM, TEXT) == pytest.approx(np.mean(expected))
    assert perplexity(PROGRAM, TEXT) == pytest.approx(2 ** np.mean(expected))


@every("stride", [1, 2, 3, 4, 6])
@every("n", [2, 6, 7, 8, 13, 18])
def test_a_stride_guesses_the_rest_from_fewer(stride: int, n: int) -> None:
    tokens = PROGRAM.encode(TEXT[:n])
    found = surprisals(PROGRAM, TEXT[:n], stride=stride)
    assert len(found) == n - 1
    for i, cost in enumerate(found, 1):
        ways = [
            by_hand(MODEL, tokens[max(0, i - seen) : i + 1])[-1]
            for seen in range(MODEL.n_ctx - stride + 1, MODEL.n_ctx + 1)
        ]
        assert np.abs(np.array(ways) - cost).min() < 1e-12


def test_many_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = surprisals(PROGRAM, TEXT * 3)
    monkeypatch.setattr("taotp_core.losses.PIECE", 1)
    np.testing.assert_allclose(surprisals(PROGRAM, TEXT * 3), whole, rtol=1e-13)


def test_a_coin_costs_a_bit() -> None:
    coin = letters("HTTH", 0)
    assert surprisals(coin, "HTHTT").tolist() == [1, 1, 1, 1]
    assert perplexity(coin, "HTHTT") == 2
    always = letters("aaaa", 1)
    assert surprisals(always, "aaa").tolist() == [0, 0]
    assert perplexity(always, "aaa") == 1
    four = letters("abcd", 0)
    assert cross_entropy(four, "dddd") == pytest.approx(2)


def test_a_sure_wrong_guess_costs_all() -> None:
    program = letters("abab", 1)
    costs = surprisals(program, "abb")
    assert costs.tolist() == [0, math.inf]
    assert cross_entropy(program, "abb") == math.inf == perplexity(program, "abb")
    assert cross_entropy(letters("abab", 1, add=0.1), "abb") < math.inf


def test_counts_of_a_text_are_its_entropy() -> None:
    """Order 0 costs the entropy of the shares, and no other shares cost less."""
    text = romeo_and_juliet()[:4000]
    shares = np.unique(list(text), return_counts=True)[1] / len(text)
    entropy = -float(shares @ np.log2(shares))
    program = letters(text, 0)
    assert cross_entropy(program, text[0] + text) == pytest.approx(entropy)  # the first is given
    assert cross_entropy(letters(text, 0, add=1), text) > cross_entropy(letters(text, 0), text)


def test_the_play_read_and_held_back() -> None:
    read, held_back = read_and_held_back()
    vocabulary = sorted(set(read + held_back))
    plain, smooth = (letters(read, 2, vocabulary=vocabulary, borrow=b) for b in (0.0, 5.0))
    shorter = letters(read, 1, vocabulary=vocabulary, borrow=5)
    page = held_back[:3000]
    assert cross_entropy(plain, page) == math.inf
    assert cross_entropy(smooth, page) < cross_entropy(shorter, page) < math.log2(69)
    assert cross_entropy(plain, read[:3000]) < cross_entropy(smooth, read[:3000])


def test_programs_with_a_start_guess_the_first() -> None:
    program = hello_world()
    costs: Array = surprisals(program, "Hello World!")
    assert len(costs) == 12
    assert 0 < costs.max() < math.log2(11)  # it is not sure, but better than all alike
    sentences = next_word({"a b": 1, "a c": 3})
    assert surprisals(sentences, ["a", "c"]).tolist() == pytest.approx([0, math.log2(4 / 3)])


def refused() -> dict[str, tuple[Any, Any, dict[str, Any], str]]:
    """What cannot be measured, and the sentence."""
    still = Program(MODEL, "abcde")
    blind = Program(random_transformer(1, d_vocab=5, causal=False), "abcde", slide=True)
    inner = random_transformer(1, d_vocab=5)
    reader = random_transformer(1, d_vocab=5, cross=[(2, 2)], encoder=inner)
    whole = "the program must be causal and without an encoder to guess each letter"
    return {
        "empty": (PROGRAM, "", {}, "the text has 0 letters; there is none to guess"),
        "first": (PROGRAM, "a", {}, "the text has 1 letters; there is none to guess"),
        "long": (still, "abcdeabc", {}, "8 tokens need n_ctx 7; it is 6, and nothing slides"),
        "symbol": (PROGRAM, "abx", {}, "'x' is not in the vocabulary; it has"),
        "not a text": (PROGRAM, 7, {}, "the prompt is 7; it must be a string or a list of symbols"),
        "not causal": (blind, "abc", {}, whole),
        "encoder": (Program(reader, "abcde", slide=True), "abc", {}, whole),
        "stride 0": (PROGRAM, "abc", {"stride": 0}, "stride is 0; it must be an integer from 1 to"),
        "stride 7": (PROGRAM, "abc", {"stride": 7}, "stride is 7; it must be an integer from 1 to"),
    }


@every("case", refused())
def test_what_is_refused(case: str) -> None:
    program, text, how, message = refused()[case]
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        surprisals(program, text, **how)
