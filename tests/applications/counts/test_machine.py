"""What comes next: counted shares, in the precisions, for any set of sentences."""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotp.programs import Program, next_word
from taotp_core import plain
from taotp_core.arrays import PRECISIONS, Rounding, softmax, to_float64
from taotp_core.measure import parameters
from taotp_core.transformer import forward
from taotp_core.weights import Transformer, mapped
from tests.examples import EVERY_TIME_THE_SAME, assert_same_logits
from tests.laws import every

FEW = settings(EVERY_TIME_THE_SAME, max_examples=40)

Shares = Mapping[Any, float]

COMMANDS = {
    "show me my directories please": 0.2,
    "show me my files please": 0.3,
    "show me my photos please": 0.5,
}
BATTERY = {
    "check whether the battery ran down please": 40,
    "check whether the program ran please": 60,
}
LOGS = {
    "check the program log and find out whether it ran please": 1,
    "check the battery log and find out whether it ran down please": 1,
}


def sentences_of(words: str, longest: int, most: int) -> st.SearchStrategy[Shares]:
    """Sets of sentences in few words, so that they share beginnings and words return."""
    sentence = st.lists(st.sampled_from(words), min_size=1, max_size=longest).map(tuple)
    share = st.floats(0.01, 1) | st.just(0.0)
    sets = st.dictionaries(sentence, share, min_size=1, max_size=most)
    return sets.filter(lambda found: any(found.values()))


def random_sentences(n: int, seed: int) -> Shares:
    """Sentences of up to 14 of 20 words."""
    rng = random.Random(seed)
    return {
        tuple(rng.choice("abcdefghijklmnopqrst") for _ in range(rng.randint(1, 14))): rng.random()
        for _ in range(n)
    }


def follows(shares: Shares) -> dict[tuple[str, ...], dict[str | None, float]]:
    """After each beginning, the share of each next word, and of the end (None)."""
    found: dict[tuple[str, ...], dict[str | None, float]] = {}
    for sentence, share in shares.items():
        words = tuple(sentence.split()) if isinstance(sentence, str) else sentence
        for n, word in enumerate([*words, None] if share else []):
            row = found.setdefault(words[:n], {})
            row[word] = row.get(word, 0.0) + share
    return {
        prefix: {word: share / sum(row.values()) for word, share in row.items()}
        for prefix, row in found.items()
    }


def furthest(
    program: Program, shares: Shares, to: Rounding = to_float64, model: Transformer | None = None
) -> float:
    """By how much a probability differs from its share at most, after any beginning."""
    worst = 0.0
    for prefix, row in follows(shares).items():
        tokens = np.array(program.encode(list(prefix)))
        p = softmax(forward(model or program.model, tokens, keep=1, to=to)[-1])
        names = [None if word == program.stop else str(word) for word in program.vocabulary]
        worst = max(worst, np.abs(p - [row.get(name, 0.0) for name in names]).max())
    return worst


def assert_counted(shares: Shares) -> None:
    program = next_word(shares)
    assert furthest(program, shares) < 1e-12
    assert furthest(program, shares, PRECISIONS["float32"]) < 1e-6
    single = mapped(program.model, lambda _, W: W.astype(np.float32))
    assert furthest(program, shares, model=single) < 1e-6


@every("shares, d_model, total", [(COMMANDS, 10, 326), (BATTERY, 13, 567), (LOGS, 18, 1057)])
def test_sentences_of_the_source(shares: Shares, d_model: int, total: int) -> None:
    assert_counted(shares)
    model = next_word(shares).model
    assert model.d_model <= d_model
    assert parameters(model).total <= total


@FEW
@given(sentences_of("abcdefgh", 6, 6))
def test_any_sentences(shares: Shares) -> None:
    assert_counted(shares)


@FEW
@given(sentences_of("ab", 7, 8))
def test_words_that_return(shares: Shares) -> None:
    assert_counted(shares)


@every(
    "shares",
    [
        {"one": 1},
        {"no no no": 1},
        {"go": 1, "go on": 2, "go on then": 1},
        {"a b": 1e-9, "a c": 1},
        {"the cat saw the dog": 1, "the dog saw the cat": 1},
        {"a b c x": 1, "b a c y": 1, "c a b z": 2},
        {"a b": 1e300, "a c": 1e300},
        {"<end> a": 1, "<end> b": 3},
        {("two words", "one"): 1, "a  b": 1},
        {" ".join(map(str, range(40))): 1, " ".join(map(str, range(40, 0, -1))): 2},
    ],
)
def test_unusual_sentences(shares: Shares) -> None:
    assert_counted({tuple(s.split()) if isinstance(s, str) else s: p for s, p in shares.items()})


def test_fifty_random_sentences() -> None:
    assert_counted(random_sentences(50, 0))


def test_sentences_too_alike_for_a_hash() -> None:
    rng = random.Random(0)
    assert_counted(
        {tuple(rng.choices("ab", k=rng.randint(1, 12))): rng.random() for _ in range(50)}
    )


def test_what_is_said() -> None:
    assert next_word(COMMANDS).complete(["show"]) == ["me", "my", "photos", "please"]
    for sentence in LOGS:
        words = sentence.split()
        assert next_word(LOGS).complete(words[:3]) == words[3:]
    assert next_word({"go": 1, "go on": 2}).complete([]) == ["go", "on"]
    assert next_word({"go": 2, "go on": 1}).complete([]) == ["go"]


def test_a_sentence_in_two_ways_is_one() -> None:
    program = next_word({"a b": 1, ("a", "b"): 1, "a c": 1})
    assert furthest(program, {"a b": 2, "a c": 1}) < 1e-12


def test_a_sentence_without_a_share_is_not_said() -> None:
    program = next_word({"show files": 1, "delete files": 0})
    assert "delete" in program.vocabulary
    p = softmax(forward(program.model, np.array(program.encode([])))[-1])
    assert p[program.vocabulary.index("delete")] < 1e-16
    assert program.complete(["delete"]) == []


def test_what_was_never_begun_ends() -> None:
    program = next_word(random_sentences(50, 0))
    assert program.complete(list("aaaaaa")) == []


def test_two_words_that_ask() -> None:
    shares = {"red fox ran and hid well": 1, "red dog ran up and barked": 2, "a dog and a fox": 1}
    assert_counted(shares)


@every("shares", [COMMANDS, BATTERY, LOGS, {"a a": 1, "a b a": 1}])
def test_the_plain_lines_agree(shares: Shares) -> None:
    program = next_word(shares)
    for prefix in follows(shares):
        tokens = np.array(program.encode(list(prefix)))
        model = program.model
        assert_same_logits(forward(model, tokens), plain.forward(model, tokens))


@every(
    "shares, sentence",
    [
        ({}, r"sentences is \{\}; it must map at least one to its share"),
        (["a b"], r"sentences is \['a b'\]; it must map at least one to its share"),
        ({"": 1}, "a sentence is ''; it must be of one word or more, as strings"),
        ({" ": 1}, "a sentence is ' '; it must be of one word or more, as strings"),
        ({("a", " "): 1}, r"a sentence is \('a', ' '\); .*"),
        ({(): 1}, r"a sentence is \(\); it must be of one word or more, as strings"),
        ({("a", ""): 1}, r"a sentence is \('a', ''\); .*"),
        ({("a", 3): 1}, r"a sentence is \('a', 3\); it must be of one word or more, as strings"),
        ({3: 1}, "a sentence is 3; it must be of one word or more, as strings"),
        ({"a b": -1}, "the share of 'a b' is -1; it must be a number from 0 on"),
        ({"a b": np.nan}, "the share of 'a b' is nan; it must be a number from 0 on"),
        ({"a b": np.inf}, "the share of 'a b' is inf; it must be a number from 0 on"),
        ({"a b": "half"}, "the share of 'a b' is 'half'; it must be a number from 0 on"),
        ({"a b": 0, "a": 0.0}, "the shares sum to nothing; at least one must be above 0"),
    ],
)
def test_sentences_that_cannot_be(shares: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        next_word(shares)


@every("loud", [30.0, -1e6, np.nan])
def test_a_pair_that_is_drowned(loud: float) -> None:
    with pytest.raises(ValueError, match=r"^loud is .*; beside these rows it must be above \d+"):
        next_word(COMMANDS, loud=loud)


def test_a_word_that_nobody_knows() -> None:
    with pytest.raises(ValueError, match="^'your' is not in the vocabulary; it has 'directories'"):
        next_word(COMMANDS).complete(["show", "your"])


def test_many_sentences_that_need_all_places_are_refused_before_they_are_made() -> None:
    rng = random.Random(0)
    drawn = {" ".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=9)): 1 for _ in range(1000)}
    with pytest.raises(ValueError, match="1000 sentences with .* beginnings would take .* numbers"):
        next_word(drawn)
