"""The program that says a sentence of which it heard a word."""

from functools import partial

import numpy as np
import pytest

from taotp.programs import spoken_sentence
from taotp_core import Array, forward, softmax
from tests.applications.spoken.test_machine import SAID, WORDS, vowel
from tests.refused import refused

SENTENCES = {
    f"show me my {word} please": 10.0 * tens for word, tens in zip(WORDS, (2, 3, 4, 1), strict=True)
}


def test_the_sound_decides_at_the_fork() -> None:
    program = spoken_sentence(SENTENCES, SAID)
    for word, formants in WORDS.items():
        slower = vowel(*formants, n=4000, pitch=140, seed=1)
        assert program.complete(slower) == f"show me my {word} please"


def test_a_sound_like_nothing_leaves_the_shares() -> None:
    program = spoken_sentence(SENTENCES, SAID)
    steady = np.sin(np.arange(4000) * 2 * np.pi / 20) / 2
    assert program.complete(steady) == "show me my hill please"
    my = np.array([program.vocabulary.index(word) for word in ("", "show", "me", "my")])
    logits = forward(program.model, my, memory=program.memory(steady))
    shares = [softmax(logits[-1])[program.vocabulary.index(word)] for word in WORDS]
    assert np.allclose(shares, [0.2, 0.3, 0.4, 0.1], atol=1e-12)
    assert softmax(logits[:3]).max(axis=1) == pytest.approx(1)


def test_bad_sentences_and_recordings_get_a_sentence() -> None:
    sentences: list[tuple[dict[str, float], str]] = [
        ({}, "no sentences"), ({" ": 1}, "not a sentence"), ({"a a": 1}, "twice"),
        ({"up": 0, "down": 1}, "positive"), ({"up": -1, "down": 1}, "positive"),
        ({"up": np.nan, "down": 1}, "positive"), ({"go": 1, "down": 1}, "'go' is one of several"),
        ({"up": 1, "down": 1}, "'hill' is recorded"), ({"up": 1}, "is recorded"),
    ]  # fmt: skip
    refused(*((partial(spoken_sentence, each, SAID), says) for each, says in sentences))
    empty: dict[str, list[Array]] = {"up": [], "down": []}
    refused((lambda: spoken_sentence({"up": 1, "down": 1}, empty), "no recording of 'up'"))
