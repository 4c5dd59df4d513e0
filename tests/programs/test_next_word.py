"""What comes next: the softmax of the logits is what counting the sentences gives."""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotp_core import forward
from taotp_core.arrays import Array, softmax
from taotp_core.measure import parameters
from taotp_core.programs import Program, next_word
from taotp_core.programs.next_word import END
from taotp_core.weights import mapped

COMMANDS: dict[Any, float] = {
    "show me my directories please": 0.2,
    "show me my files please": 0.3,
    "show me my photos please": 0.5,
}
BATTERY: dict[Any, float] = {
    "check whether the battery ran down please": 40,
    "check whether the program ran please": 60,
}
TWELVE: dict[Any, float] = {
    "check the program log and find out whether it ran please": 1,
    "check the battery log and find out whether it ran down please": 1,
}


def naive(shares: Mapping[Any, float]) -> dict[tuple[str, ...], dict[str, float]]:
    """For each beginning of a sentence the share of each word among what follows it."""
    follows: dict[tuple[str, ...], dict[str, float]] = {}
    for sentence, share in shares.items():
        words = [*(sentence.split() if isinstance(sentence, str) else sentence), END]
        for n, word in enumerate(words):
            if share > 0:
                after = follows.setdefault(tuple(words[:n]), {})
                after[word] = after.get(word, 0) + share
    return {
        prefix: {word: share / sum(after.values()) for word, share in after.items()}
        for prefix, after in follows.items()
    }


def errors(program: Program, shares: Mapping[Any, float], to: Any = np.float64) -> Array:
    """By how much any probability is off at each prefix that determines them."""
    model = mapped(program.model, lambda _, weights: weights.astype(to))
    worst = []
    for prefix, after in naive(shares).items():
        said = softmax(forward(model, np.array(program.encode(list(prefix))))[-1].astype(float))
        wanted = [after.get(str(word), 0.0) for word in program.vocabulary]
        worst.append(np.abs(said - wanted).max())
    return np.array(worst)


def assert_exact(shares: Mapping[Any, float]) -> Program:
    program = next_word(shares)
    assert errors(program, shares).max() < 1e-12
    assert errors(program, shares, np.float32).max() < 1e-6
    return program


@pytest.mark.parametrize(
    ("shares", "d_model", "numbers"),
    [(COMMANDS, 10, 326), (BATTERY, 13, 567), (TWELVE, 18, 1057)],
    ids=["commands", "battery", "twelve"],
)
def test_examples(shares: Mapping[Any, float], d_model: int, numbers: int) -> None:
    program = assert_exact(shares)
    assert program.model.d_model <= d_model
    assert parameters(program.model).total <= numbers


def test_a_sentence_is_completed() -> None:
    assert next_word(COMMANDS).complete(["show"]) == ["me", "my", "photos", "please"]
    twelve = next_word(TWELVE)
    for noun, end in (("program", ["please"]), ("battery", ["down", "please"])):
        rest = ["log", "and", "find", "out", "whether", "it", "ran", *end]
        assert twelve.complete(["check", "the", noun]) == rest
    assert next_word({("New York", "is far"): 1}).complete([]) == ["New York", "is far"]


@pytest.mark.parametrize(
    "shares",
    [
        {"a": 1},
        {"a": 1, "a b": 2},
        {"a a a a": 1, "a a": 3},
        {"the cat saw the dog": 1, "the dog saw the cat": 1},
        {"c a a": 1, "d b": 1},
        {"a b c x": 1, "b a c y": 1, "c a b z": 2},
        {"a b": 0, "c d": 1},
        {"a": 1e-9, "b": 1},
        {"a  b": 1, ("a", "b"): 2, "c": 1},
    ],
    ids=str,
)
def test_small_sets(shares: Mapping[Any, float]) -> None:
    assert_exact(shares)


@pytest.mark.parametrize(("n", "words", "longest"), [(50, 10, 8), (50, 3, 20), (200, 30, 10)])
def test_random_sets(n: int, words: int, longest: int) -> None:
    rng = random.Random(n + words)
    shares = {
        " ".join(f"w{rng.randrange(words)}" for _ in range(rng.randint(1, longest))): rng.random()
        for _ in range(n)
    }
    assert_exact(shares)


@settings(max_examples=30, deadline=None)
@given(
    st.dictionaries(
        st.lists(st.sampled_from("abcd"), min_size=1, max_size=6).map(" ".join),
        st.sampled_from([0, 1, 2, 5, 0.1]),
        min_size=1,
        max_size=5,
    ).filter(lambda shares: sum(shares.values()) > 0)
)
def test_any_set(shares: dict[str, float]) -> None:
    assert_exact(shares)


def test_what_is_never_said_is_a_word_still() -> None:
    program = next_word({"find my files": 0, "show me": 1})
    assert "files" in program.vocabulary
    assert program.complete([]) == ["show", "me"]


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ({}, "there are no sentences; give a share for each"),
        (["find"], "there are no sentences; give a share for each"),
        ({"": 1}, "the sentence '' has no words; give at least 1"),
        ({"  ": 1}, "the sentence '  ' has no words"),
        ({(): 1}, r"the sentence \(\) has no words"),
        ({5: 1}, "the sentence 5 has no words"),
        ({("a", 5): 1}, "5 in .* is no word"),
        ({f"a {END}": 1}, "'<end>' in .* is no word; give a string, not '<end>'"),
        ({"a": -1, "b": 2}, "the share of 'a' is -1; it must be a number from 0 on"),
        ({"a": float("nan")}, "the share of 'a' is nan; it must be"),
        ({"a": float("inf")}, "the share of 'a' is inf; it must be"),
        ({"a": "half"}, "the share of 'a' is 'half'; it must be"),
        ({"a": 0, "b": 0}, "the shares sum to 0; it must be a finite number above 0"),
    ],
)
def test_bad_sets_are_named(shares: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        next_word(shares)
