"""The program whose weights are recordings: every part by itself, and what it refuses."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from taotp.applications.spoken import machine as spoken
from taotp.applications.spoken.machine import cosines, frames_of, impressions
from taotp.applications.spoken.said import said_words
from taotp.programs import spoken_digits, spoken_words
from taotp.sound.bands import BANDS
from taotp_core.arrays import Array
from taotp_core.transformer import encode, feed_forward, forward
from tests.laws import every
from tests.refused import refused


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
    two = spoken_words({"up": SAID["up"], "hill": SAID["hill"]})
    assert two.complete(SAID["down"][0]) == "", "it is like nothing"


def recipe(frames: Array, bow: float = 0.0) -> Array:
    """What is heard of a word, in plain numpy and without a transformer: [places, 24]."""
    waves = frames @ cosines(BANDS, 13)
    loudness, shapes = waves[:, 0], waves[:, 1:]
    weights = np.exp(spoken.LOUDER * loudness)
    shapes = shapes - spoken.AWAY * weights @ shapes / weights.sum()
    t = np.arange(len(frames))
    seen = {step: shapes[np.clip(t + step, 0, len(t) - 1)] for step in (-2, -1, 1, 2)}
    changes = sum(step * there for step, there in seen.items()) / 10
    emphasis = 1 + spoken.SHARPER * np.arange(1, 13)
    moves = np.abs(changes * emphasis).sum(axis=1)
    busy = loudness - loudness.min()
    pace = busy * np.expm1(spoken.MOVING * moves) + spoken.REST * busy.mean() + spoken.EVEN
    pace[0] = 0
    time = np.cumsum(pace) / pace.sum()
    shares = np.linspace(0, 1, spoken.PLACES)
    shares = (shares + bow * np.sin(np.pi * shares)).clip(0, 1)
    apart = np.arctan(time - 0.5) - np.arctan(shares - 0.5)[:, None]
    bells = np.exp((np.cos(apart) - 1) / spoken.NEAR**2)
    rows = np.hstack([shapes * emphasis, spoken.CHANGE * changes * emphasis])
    heard: Array = bells / bells.sum(axis=1, keepdims=True) @ rows
    return heard


@every("bow", spoken.BOWS)
def test_the_machine_is_the_recipe_in_plain_numpy(bow: float) -> None:
    sounds = [frames_of(x) for own in said_words().values() for x in own.values()]
    sounds += [frames_of(x) for (x,) in SAID.values()]
    sounds += [sounds[0][:n] for n in (2, 3, 15, 16, 17, 33)]
    sounds.append(np.random.default_rng(0).normal(-6, 1, (spoken.N_FRAMES, BANDS)))
    for heard, frames in zip(impressions(sounds, bow), sounds, strict=True):
        expected = recipe(frames, bow).ravel()
        assert np.abs(heard - expected).max() < 1e-4 * np.abs(expected).max(), len(frames)


def test_a_unit_holds_the_cosine_with_its_recording() -> None:
    program = spoken_words(SAID)
    *_, last = program.model.layers
    assert last.mlp is not None
    sounds = [frames_of(sound) for (sound,) in SAID.values()]
    heard = np.concatenate([impressions(sounds, bow) for bow in spoken.BOWS])
    rows = np.pad(heard, [(0, 0), (0, program.model.d_model - heard.shape[1])])
    rows -= rows.mean(axis=1, keepdims=True)
    rows /= rows.std(axis=1, keepdims=True)
    assert np.allclose(rows @ last.mlp.W_in, np.tile(np.corrcoef(rows), len(spoken.ALIKE)))
    assert np.allclose(last.mlp.b_in, -np.repeat(spoken.ALIKE, len(rows)))


def test_the_digits_hear_what_they_are_made_of() -> None:
    program = spoken_digits()
    assert program.vocabulary[:10] == spoken.DIGITS
    *_, last = program.model.layers
    assert last.mlp is not None
    n = int(last.mlp.W_out[:, -11:-1].any(axis=1).sum()) // len(spoken.ALIKE)
    rows = last.mlp.W_in[:, :n:7].T * program.model.d_model
    said = feed_forward(rows, last.mlp)[:, -11:-1].argmax(axis=1)
    meant = last.mlp.W_out[:n:7, -11:-1].argmax(axis=1)
    assert len(rows) > 150 and (said == meant).mean() > 0.97


def test_a_digit_needs_more_than_a_part_of_all_votes() -> None:
    """What silence has beside its own is a third of all others' votes, whatever is heard."""
    program = spoken_digits()
    start = np.array([program.vocabulary.index("")])
    for sound in (*said_words()["a machine"].values(), *said_words()["a man"].values()):
        logits = forward(program.model, start, memory=encode(program.model, frames_of(sound)))[-1]
        words = logits[:-1]
        least = spoken.FEWEST_OF_ALL + spoken.PART_OF_ALL * words.sum()
        assert logits[-1] == pytest.approx(least, rel=1e-9), "no word stays the same"
        assert (program.complete(sound) == "") == (words.max() <= logits[-1])


def test_what_stays_the_same_is_no_digit() -> None:
    """Hums, hisses of any color and tones, of which a part of their mean is left."""
    program, rng = spoken_digits(), np.random.default_rng(0)
    t = np.arange(6000) / 8000
    sounds = [np.sin(2 * np.pi * rng.uniform(100, 3800) * t) for _ in range(20)]
    for _ in range(20):
        hum = sum(rng.normal() * np.sin(2 * np.pi * 60 * k * t) for k in range(1, 8))
        color = np.convolve(rng.normal(size=len(t)), rng.normal(size=rng.integers(1, 12)), "same")
        sounds += [hum + rng.uniform(0, 1) * color, color]
    assert [program.complete(x / 2 / np.abs(x).max()) for x in sounds] == [""] * len(sounds)


TONE = np.sin(np.arange(30000)) / 2


def test_what_is_no_word_or_recording_is_refused() -> None:
    up = {"up": [TONE[:4000]]}
    recordings: list[tuple[Any, str]] = [
        ([TONE], "list of sounds for each word"),
        ({}, "0 words"),
        (up, "1 words"),
        ({**up, "": [TONE[:4000]]}, "'' is not a word"),
        ({**up, 3: [TONE[:4000]]}, "3 is not a word"),
        ({**up, "down": []}, "no recording of 'down'"),
        ({**up, "down": TONE[:4000]}, "must be a list"),
        ({**up, "down": [np.zeros(4000)]}, "recording 0 of 'down': there is nothing"),
    ]
    refused(*((partial(spoken_words, each), says) for each, says in recordings))
