"""Byte pairs, beside the packages that the field uses."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from taotp.data import romeo_and_juliet
from taotp.programs import before_last, search
from taotp.words import bpe
from taotp.words.bpe import Pieces, as_bytes, learn
from tests.laws import every

MERGES = 4000
PLAY = romeo_and_juliet()
WORDS = bpe.count_words(PLAY)


def assert_as_outside(pieces: Pieces, text: str, size: int, asked: Iterable[str]) -> None:
    """Pieces of so many tokens have each merge and cut that the package finds in the text."""
    outside = Tokenizer(models.BPE())
    outside.pre_tokenizer = pre_tokenizers.Whitespace()
    letters = [*pieces.alphabet]
    trainer = trainers.BpeTrainer(vocab_size=size, show_progress=False, initial_alphabet=letters)
    outside.train_from_iterator([text], trainer)
    merges = json.loads(outside.to_str())["model"]["merges"]
    assert [tuple(merge) for merge in merges] == [*pieces.merges]
    for word in asked:
        assert pieces.cut(word) == outside.encode(word).tokens


def test_every_merge_and_every_cut_is_that_of_tokenizers() -> None:
    play = learn(WORDS, MERGES)
    assert len(play.merges) == MERGES and len(WORDS) == 4070
    assert_as_outside(play, PLAY, len(play.tokens), WORDS)


FEW_LETTERS = st.dictionaries(st.text("abc", max_size=9), st.integers(1, 3), max_size=6)


@given(FEW_LETTERS, st.text("abc", max_size=12), st.integers(0, 12))
def test_so_they_are_of_few_letters(words: dict[str, int], word: str, n: int) -> None:
    """Where pairs overlap, are equally frequent, or end before so many merges."""
    pieces = learn(words, n, alphabet="abc")
    text = " ".join(each for each, times in words.items() for _ in range(times))
    assert_as_outside(pieces, text, 3 + n, [word])
    assert len(pieces.tokens) == 3 + len(pieces.merges), "none is made twice"


NASTY = ["", "a", "🎭", "naïve 💔 ✓", "\x00\xff", "नमस्ते", "a" * 999, "the\r\n the", "\u200d"]


def test_bytes_are_cut_as_by_tiktoken() -> None:
    """The package takes a whole text for one word, by the same 500 merges of the play."""
    in_bytes = learn(Counter(map(as_bytes, bpe.spaced_words(PLAY))), 500, alphabet=bpe.BYTES)
    ids = {piece: rank for rank, piece in enumerate(in_bytes.tokens)}
    ranks = {piece.encode("latin-1"): rank for piece, rank in ids.items()}
    ranked = tiktoken.Encoding("", pat_str=r"[\s\S]+", mergeable_ranks=ranks, special_tokens={})
    for text in (*NASTY, PLAY[:30_000], PLAY[30_000:60_000:-1]):
        cut = in_bytes.cut(as_bytes(text))
        assert [ids[piece] for piece in cut] == ranked.encode_ordinary(text), text[:20]
        assert bpe.from_bytes(in_bytes.decode(cut)) == text, text[:20]
    first, *_ = in_bytes.cut(as_bytes("🎭"))  # half a letter is shown as such
    assert bpe.from_bytes(first) == "\N{REPLACEMENT CHARACTER}"
    for text in NASTY:
        pieces = learn(Counter(bpe.spaced_words(text)), 50)
        assert pieces.decode(cut := pieces.encode(text)) == text and len(cut) <= len(text), text


def test_a_piece_may_be_made_twice_and_nothing_of_nothing() -> None:
    pieces = Pieces(tuple("abc"), (("a", "b"), ("b", "c"), ("ab", "c"), ("a", "bc")))
    assert pieces.tokens == ("a", "b", "c", "ab", "bc", "abc")
    assert pieces.cut("abc") == ["abc"]
    assert learn({}, 5) == Pieces(()) and Pieces(()).encode("") == []


RANDOM = "".join(random.Random(0).choices("ab", k=20_000))


@every("word, n", [("a" * 50_000, 2), (RANDOM, 20)])
def test_long_words_are_learned_and_cut(word: str, n: int) -> None:
    """This ends: in quadratic time it would take many minutes."""
    pieces = learn({word: 1}, n)
    assert "".join(cut := pieces.cut(word)) == word
    assert len(cut) < len(word) / 3


SAID = "never say never say"
SPOKEN = learn(Counter(bpe.spaced_words(SAID)), 7)


def test_a_program_is_spoken_to_in_text() -> None:
    cut = bpe.spaced_words("O Romeo, Romeo!\n\nAy  me")
    assert cut == ["O", " Romeo", ",", " Romeo", "!", "\n\n", "Ay", "  ", "me"]
    program = replace(search(SPOKEN.tokens, 30, 1), pieces=SPOKEN)
    asked = SPOKEN.encode(SAID)
    assert asked == ["never", " say", " ", "never", " say"]
    assert program.complete(asked, steps=2) == [" ", "never"]
    assert program.complete(SAID, steps=3) == " never say"
    assert program.encode(SAID) == program.encode(asked)


@every(
    "make, sentence",
    [
        (lambda: learn({"a": 1}, -1), "n is -1; it must be 0 or more merges"),
        (lambda: learn({"ab": 0}, 1), "'ab' is counted 0 times; it must be 1 or more"),
        (lambda: Pieces(("ab",)), "the alphabet has 'ab'; it must be one letter"),
        (
            lambda: Pieces(("a",), (("a", "b"),)),
            "merge 0 joins 'b'; it must be a letter or made by an earlier merge",
        ),
        (lambda: Pieces(("a", "b")).cut("a🎭"), "'🎭' in 'a🎭' is none of the 2 letters"),
        (lambda: Pieces(("a",)).decode(["a", "b"]), "'b' is none of the 1 pieces"),
        (
            lambda: replace(before_last("a", 4), pieces=Pieces(("a", "b"))),
            "the piece 'b' is not a symbol of the vocabulary",
        ),
        (
            lambda: replace(before_last("ab", 4), start="a", pieces=Pieces(("a", "b"))),
            "the piece 'a' is not a symbol of the vocabulary.*",
        ),
        (lambda: as_bytes("ab\ud800"), r"'\\ud800' at 2 is half a letter; UTF-8 writes whole ones"),
    ],
)
def test_bad_input_gets_a_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        make()


@every("text", ["नमस्ते दुनिया", "cafe\u0301 noir", "ผู้ใหญ่ 12e\u0301", "e\u0301\u0302x_1 \u0301y"])
def test_combining_marks_belong_to_their_letters(text: str) -> None:
    """Python's own class of letters cuts there; the field's splitter does not."""
    outside = pre_tokenizers.Whitespace().pre_tokenize_str(text)
    assert [*bpe.count_words(text)] == [word for word, _ in outside] == text.split()
    assert bpe.spaced_words(text) == [text.split()[0], *(f" {word}" for word in text.split()[1:])]
