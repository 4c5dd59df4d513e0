"""The figure of byte pairs learns and cuts in the page as the library does."""

import gzip
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from taotp.applications.pieces.figure import by_count
from taotp.data import romeo_and_juliet
from taotp.figures import byte_pairs
from taotp.words.bpe import BYTES, Pieces, as_bytes, count_words, learn
from tests.applications.page import Json, in_page
from tests.in_node import in_node
from tests.laws import every
from tests.refused import refused

MERGES = 4000
WORDS = count_words(romeo_and_juliet())
LINE = "Wherefore art thou Romeo, O antidisestablishment?"
FIGURE = byte_pairs(WORDS, "the", name="the play")
OWN = [
    "aaaaaaa aaa",
    "the then them the",
    "na\u00efve caf\u00e9 \U0001f3ad \U0001f3ad\U0001f3ad",
    "x\u0301 \u0928\u092e\u0938\u094d\u0924\u0947 \u4e16\u754c",
    "one\x1ctwo\x85three\ufefffour",
]


def longest(tokens: set[str], word: str) -> list[str]:
    """A word cut by the longest piece that it begins with."""
    cut = []
    while word:
        cut.append(max((word[:i] for i in range(1, len(word) + 1) if word[:i] in tokens), key=len))
        word = word[len(cut[-1]) :]
    return cut


def assert_same(answer: Json, pieces: Pieces, text: str) -> None:
    assert answer["letters"] == [*pieces.alphabet]
    assert [(left, right) for left, right, _ in answer["merges"]] == [*pieces.merges]
    words = [*count_words(text).elements()]
    cuts = {cut["word"]: [piece["piece"] for piece in cut["pieces"]] for cut in answer["cuts"]}
    assert sorted(cut["word"] for cut in answer["cuts"]) == sorted(words)
    for word, cut in cuts.items():
        assert cut == pieces.cut(word), word


@pytest.fixture(scope="module")
def play() -> Pieces:
    """All merges of the play."""
    return learn(WORDS, MERGES)


def test_all_merges_and_words_of_the_play_are_those_of_python(node: str, play: Pieces) -> None:
    text = " ".join(WORDS)
    oldest, longer = in_page(
        node,
        __file__,
        FIGURE,
        {"merges": MERGES, "text": text},
        {"merges": 1000, "text": text, "cut": "longest"},
    )
    assert_same(oldest, play, text)
    early = Pieces(play.alphabet, play.merges[:1000])
    cuts = {cut["word"]: cut for cut in longer["cuts"]}
    for word in WORDS:
        cut = longest({*early.tokens}, word)
        assert [piece["piece"] for piece in cuts[word]["pieces"]] == cut
        assert cuts[word]["differs"] == (cut != early.cut(word))
    assert "1,111 words of 4,070 would be cut otherwise" in longer["whole"]["text"]


@every("n", [0, 1, 57])
def test_counts_are_those_of_what_is_left(node: str, play: Pieces, n: int) -> None:
    (answer,) = in_page(node, __file__, FIGURE, {"merges": n})
    early = Pieces(play.alphabet, play.merges[:n])
    pairs: Counter[tuple[str, str]] = Counter()
    total = 0
    for word, times in WORDS.items():
        cut = early.cut(word)
        total += times * len(cut)
        for pair in zip(cut, cut[1:], strict=False):
            pairs[pair] += times
    assert answer["total"] == total
    assert [pair["count"] for pair in answer["leaders"]] == sorted(pairs.values())[:-7:-1]
    for pair in answer["leaders"]:
        assert pair["count"] == pairs[pair["left"], pair["right"]]
    best = answer["leaders"][0]
    assert (best["left"], best["right"]) == play.merges[n]
    assert f"Next: {best['left']} + {best['right']}, " in answer["now"]["text"]


@every("own", OWN)
def test_a_readers_own_text_is_learned_as_in_python(node: str, own: str) -> None:
    state, words = {"own": own, "text": own, "merges": 30}, count_words(own)
    states = ({**state, "alphabet": alphabet} for alphabet in ("letters", "bytes"))
    of_letters, answer = in_page(node, __file__, FIGURE, *states)
    assert_same(of_letters, learn(words, 30), own)
    pieces = learn({as_bytes(word): times for word, times in words.items()}, 30, alphabet=BYTES)
    assert [(left, right) for left, right, _ in answer["merges"]] == [*pieces.merges]
    for cut in answer["cuts"]:
        assert [piece["piece"] for piece in cut["pieces"]] == pieces.cut(as_bytes(cut["word"]))


@every("letters", ["the", "a"])
def test_a_long_word_is_cut_in_few_steps(node: str, play: Pieces, letters: str) -> None:
    """2,000 letters without a space stopped the page for half a minute: a step for each three."""
    drawn = np.random.default_rng(3).choice([*letters], 2000)
    word = "".join(drawn)
    most = max(map(len, play.tokens))
    asked = {"counts": WORDS, "merges": MERGES, "word": word, "most": most}
    answer = in_node(node, Path(__file__).with_name("cut.mjs"), asked)
    assert answer["oldest"] == play.cut(word)
    assert answer["longest"] == longest({*play.tokens}, word)
    assert answer["looked"] <= len(word) * (8 + most)


def test_what_it_says_is_so(node: str) -> None:
    first, strange, whole, over = in_page(
        node,
        __file__,
        FIGURE,
        {"text": LINE, "merges": 0},
        {"text": "caf\u00e9", "merges": 9},
        {"text": "caf\u00e9", "merges": 9, "alphabet": "bytes"},
        {"own": "abc", "text": "abc", "merges": 99},
    )
    letters = len(LINE.replace(" ", ""))
    assert f"After 0 merges, {letters} letters are {letters} pieces." in first["whole"]["text"]
    assert strange["whole"]["kind"] == "wrong"
    assert "\u201c\u00e9\u201d is none of its letters" in strange["whole"]["text"]
    assert "5 bytes are" in whole["whole"]["text"]
    assert "After 2 merges, 3 letters are 1 piece." in over["whole"]["text"]
    assert "nothing is left to merge" in over["now"]["text"]


def test_what_is_sent_what_stands_for_it_and_what_it_cannot_learn() -> None:
    assert by_count({"a": 2, "b": 1, "c": 2}) == "1 b\n2 a c"
    assert len(gzip.compress(by_count(WORDS).encode())) < 15_000
    table = byte_pairs({"the": 2, "then": 1}, "the then", name="two words").still()
    assert '<th scope="row">then</th><td>then' in table, "after all merges"
    table = byte_pairs(WORDS, "Wherefore?", name="the play").still()
    cuts = "W h er e f or e", "W here for e", "Where fore", "Where fore"
    assert f'<th scope="row">Wherefore</th><td>{"</td><td>".join(cuts)}</td>' in table
    small = {"a": 1}
    refused(
        (lambda: byte_pairs({}, "a", name="no"), "^there are no words; it takes one to learn"),
        (lambda: byte_pairs(small, "a", name="a", merges=5, most=4),
         "^merges is 5; it must be from 0 to 4$"),
    )  # fmt: skip
