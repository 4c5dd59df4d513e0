"""The program whose weights are recordings: every part by itself, and what it refuses."""

import numpy as np
import pytest

from taotp_core.arrays import Array
from taotp_core.programs import spoken_digits, spoken_words
from taotp_core.topics.spoken.machine import (
    BOWS,
    DIGITS,
    NEAR,
    PLACES,
    WAVES,
    Stream,
    frames_of,
    impressions,
    listener,
)
from taotp_core.transformer import encode, trace


def vowel(*formants: float, n: int = 3200, pitch: float = 120, seed: int = 0) -> Array:
    """A sound that glides through formants, somewhat like a word."""
    t = np.arange(n) / 8000
    voice = np.random.default_rng(seed).normal(size=n) / 1000
    way = np.interp(t, np.linspace(0, n / 8000, len(formants)), formants)
    for k in range(1, 30):
        near = np.exp(-(((k * pitch - way) / 200) ** 2)) + 0.01
        voice += near * np.sin(2 * np.pi * k * pitch * t)
    loud: Array = 0.5 * voice / np.abs(voice).max()
    return loud


WORDS = {
    "up": (400, 2500),
    "down": (2500, 400),
    "hill": (400, 2500, 400),
    "wave": (1200, 600, 2400, 600),
}
SAID = {word: [vowel(*formants)] for word, formants in WORDS.items()}


def test_it_says_the_recordings_and_others_like_them() -> None:
    program = spoken_words(SAID)
    for word, formants in WORDS.items():
        assert program.complete(SAID[word][0]) == word
        slower = vowel(*formants, n=4000, pitch=140, seed=1)
        assert program.complete(slower) == word
        assert program.complete(slower / 10) == word


def test_the_encoder_takes_the_mean_away_and_brings_slopes() -> None:
    stream, frames = Stream.of(5), frames_of(SAID["up"][0])
    memory = encode(listener(stream), frames)
    model = listener(stream).encoder
    assert model is not None
    waves = frames @ model.W_E[:, :WAVES]
    n = len(frames)
    assert np.allclose(memory[:, :WAVES], waves - waves.mean(axis=0))
    at = [waves[np.clip(np.arange(n) + step, 0, n - 1)] for step in (-2, -1, 1, 2)]
    slopes = (2 * (at[3] - at[0]) + at[2] - at[1]) / 10
    assert np.allclose(memory[:, WAVES : 2 * WAVES], slopes, atol=1e-9)


def test_heads_hear_what_is_near_their_places() -> None:
    bare, frames = listener(Stream.of(5)), frames_of(SAID["up"][0])
    patterns = trace(bare, np.array([0]), memory=encode(bare, frames)).cross_patterns[1][:PLACES, 0]
    t = np.arange(len(frames))
    middles = np.arange(PLACES) / (PLACES - 1) * (len(frames) - 1)
    near = np.exp(-((t - middles[:, None]) ** 2) / (2 * NEAR**2))
    assert np.allclose(patterns, near / near.sum(axis=1, keepdims=True), atol=1e-9)


def test_a_unit_holds_the_cosine_with_its_recording() -> None:
    program = spoken_words(SAID)
    *_, last = program.model.layers
    assert last.mlp is not None
    sounds = [frames_of(sound) for (sound,) in SAID.values()]
    heard = np.concatenate([impressions(sounds, bow) for bow in BOWS])
    rows = np.pad(heard, [(0, 0), (0, program.model.d_model - heard.shape[1])])
    rows -= rows.mean(axis=1, keepdims=True)
    rows /= rows.std(axis=1, keepdims=True)
    assert np.allclose(rows @ last.mlp.W_in, np.corrcoef(rows))


def test_a_bow_hears_the_middle_later() -> None:
    bare = listener(Stream.of(5), bow=0.15)
    frames = frames_of(SAID["up"][0])
    patterns = trace(bare, np.array([0]), memory=encode(bare, frames)).cross_patterns[1][:PLACES, 0]
    middles = patterns @ np.arange(len(frames)) / (len(frames) - 1)
    assert np.allclose(middles[2:4], np.array([0.4, 0.6]) + 0.15 * np.sin(0.4 * np.pi), atol=0.01)


def test_the_digits_hear_what_they_are_made_of() -> None:
    program = spoken_digits()
    assert program.vocabulary[:10] == DIGITS
    *_, last = program.model.layers
    assert last.mlp is not None
    hidden = np.maximum(last.mlp.W_in.T @ last.mlp.W_in * program.model.d_model - 0.4, 0)
    said = (hidden @ last.mlp.W_out)[:, -11:-1].argmax(axis=1)
    meant = last.mlp.W_out[:, -11:-1].argmax(axis=1)
    assert (said == meant).mean() > 0.97


def test_a_steady_sound_is_nothing_once_its_mean_is_gone() -> None:
    steady = np.sin(np.arange(4000) * 2 * np.pi / 20) / 2
    assert spoken_words(SAID).complete(steady) == ""


def test_what_is_like_nothing_is_not_said() -> None:
    program = spoken_words({"up": SAID["up"], "hill": SAID["hill"]})
    assert program.complete(SAID["down"][0]) == ""


TONE = np.sin(np.arange(30000)) / 2


@pytest.mark.parametrize(
    ("samples", "says"),
    [(np.zeros(8000), "silence"), (TONE[:199], "199 samples"), (TONE, "at most 250"),
     (TONE * np.nan, "nan"), ("seven", "array of floats"), ([1.0], "array of floats")],
)  # fmt: skip
def test_what_is_no_word_is_refused(samples: Array, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        spoken_words(SAID).complete(samples)


@pytest.mark.parametrize(
    ("recordings", "says"),
    [([TONE], "list of sounds for each word"), ({}, "0 words"), ({"up": [TONE[:4000]]}, "1 words"),
     ({"up": [TONE[:4000]], "": [TONE[:4000]]}, "'' is no word"),
     ({"up": [TONE[:4000]], 3: [TONE[:4000]]}, "3 is no word"),
     ({"up": [TONE[:4000]], "down": []}, "no recording of 'down'"),
     ({"up": [TONE[:4000]], "down": TONE[:4000]}, "must be a list"),
     ({"up": [TONE[:4000]], "down": [np.zeros(4000)]}, "recording 0 of 'down': there is nothing"),
    ],
)  # fmt: skip
def test_bad_recordings_get_a_sentence(recordings: dict[str, list[Array]], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        spoken_words(recordings)
