"""What comes next: counted shares, in the precisions, for any set of sentences."""

import random
import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from taotp.programs import Program, next_word
from taotp_core import forward, softmax
from taotp_core.measure import parameters
from taotp_core.weights import Transformer, mapped
from tests.examples import EVERY_TIME_THE_SAME
from tests.laws import every
from tests.refused import refused

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


def fifty(words: str, longest: int) -> Shares:
    """Drawn sentences."""
    rng = random.Random(0)
    lengths = (rng.randint(1, longest) for _ in range(50))
    return {tuple(rng.choices(words, k=n)): rng.random() for n in lengths}


MANY = fifty("abcdefghijklmnopqrst", 14)


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


def furthest(program: Program, shares: Shares, model: Transformer | None = None) -> float:
    """By how much a probability differs from its share at most, after any beginning."""
    worst = 0.0
    for prefix, row in follows(shares).items():
        tokens = np.array(program.encode(list(prefix)))
        p = softmax(forward(model or program.model, tokens, keep=1)[-1])
        names = [None if word == program.stop else str(word) for word in program.vocabulary]
        worst = max(worst, np.abs(p - [row.get(name, 0.0) for name in names]).max())
    return worst


def assert_counted(shares: Shares) -> None:
    program = next_word(shares)
    assert furthest(program, shares) < 1e-12
    single = mapped(program.model, lambda _, W: W.astype(np.float32))
    assert furthest(program, shares, model=single) < 1e-6


@every("shares, d_model, total", [(COMMANDS, 10, 326), (BATTERY, 13, 567), (LOGS, 18, 1057)])
def test_sentences_of_the_source(shares: Shares, d_model: int, total: int) -> None:
    assert_counted(shares)
    model = next_word(shares).model
    assert model.d_model <= d_model
    assert parameters(model).total <= total


@FEW
@given(sentences_of("abcdefgh", 6, 6), sentences_of("ab", 7, 8))
def test_any_sentences_and_words_that_return(shares: Shares, others: Shares) -> None:
    assert_counted(shares)
    assert_counted(others)


@every(
    "shares",
    [
        {"no no no": 1},
        {"go": 1, "go on": 2, "go on then": 1},
        {"a b": 1e-9, "a c": 1},
        {"a b c x": 1, "b a c y": 1, "c a b z": 2},
        {"a b": 1e300, "a c": 1e300},
        {"<end> a": 1, "<end> b": 3},
        {("two words", "one"): 1, "a  b": 1},
        MANY,
        fifty("ab", 12),  # too alike for a hash
        {" ".join(map(str, range(40))): 1, " ".join(map(str, range(40, 0, -1))): 2},
    ],
)
def test_unusual_sentences(shares: Shares) -> None:
    assert_counted({tuple(s.split()) if isinstance(s, str) else s: p for s, p in shares.items()})


def test_what_is_said() -> None:
    assert next_word(COMMANDS).complete(["show"]) == ["me", "my", "photos", "please"]
    for sentence in LOGS:
        words = sentence.split()
        assert next_word(LOGS).complete(words[:3]) == words[3:]
    assert next_word({"go": 1, "go on": 2}).complete([]) == ["go", "on"]
    assert next_word({"go": 2, "go on": 1}).complete([]) == ["go"]
    assert next_word(MANY).complete([*"aaaaaa"]) == [], "what was never begun ends"
    twice = next_word({"a b": 1, ("a", "b"): 1, "a c": 1})
    assert furthest(twice, {"a b": 2, "a c": 1}) < 1e-12
    program = next_word({"show files": 1, "delete files": 0})
    p = softmax(forward(program.model, np.array(program.encode([])))[-1])
    assert p[program.vocabulary.index("delete")] < 1e-16
    assert program.complete(["delete"]) == []


def test_sentences_that_cannot_be() -> None:
    none, words = "it must map at least one to its share", "it must be of one word or more, as str"
    cases: list[tuple[Any, str]] = [
        ({}, rf"sentences is \{{\}}; {none}"),
        (["a b"], rf"sentences is \['a b'\]; {none}"),
        *(({sentence: 1}, f"a sentence is {re.escape(repr(sentence))}; {words}")
          for sentence in (" ", ("a", " "), (), ("a", 3), 3)),
        *(({"a b": share}, f"the share of 'a b' is {share!r}; it must be a number from 0 on")
          for share in (-1, np.nan, "half")),
        ({"a b": 0, "a": 0.0}, "the shares sum to nothing; at least one must be above 0"),
    ]  # fmt: skip
    loud = r"^loud is .*; beside these rows it must be above \d+"
    rng = random.Random(0)
    drawn = {" ".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=9)): 1 for _ in range(1000)}
    refused(
        *((partial(next_word, shares), f"^{said}") for shares, said in cases),
        *((partial(next_word, COMMANDS, loud=x), loud) for x in (30.0, np.nan)),
        (lambda: next_word(drawn), "1000 sentences with .* beginnings would take .* numb"),
    )
