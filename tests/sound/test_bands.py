"""The bands of a sound: where tones are, what is silent, and where a word begins and ends."""

import numpy as np
import pytest

from taotp.sound.bands import BANDS, HOP, SIZE, bands, hertz, log_mel, loudness, mel
from taotp_core.arrays import Array
from tests.laws import every


def tone(frequency: float, n: int = 4000, loud: float = 0.5) -> Array:
    wave: Array = loud * np.sin(2 * np.pi * frequency * np.arange(n) / 8000)
    return wave


def test_mel_and_hertz_are_inverse_and_the_weights_of_a_band_sum_to_1() -> None:
    at = np.linspace(0, 4000, 41)
    assert np.allclose(hertz(mel(at)), at)
    assert mel(np.array(1000)) == pytest.approx(1000, abs=0.1), "the scale was made so"
    assert bands().shape == (SIZE // 2 + 1, BANDS)
    assert np.allclose(bands().sum(axis=0), 1)
    assert (bands() >= 0).all()


@every("frequency", [200, 440, 1000, 2500, 3600])
def test_a_tone_is_loudest_in_the_band_around_it(frequency: float) -> None:
    lowest, highest = mel(np.array([100, 3900]))
    edges = hertz(np.linspace(lowest, highest, BANDS + 2))
    loudest = log_mel(tone(frequency)).argmax(axis=1)
    assert (edges[loudest] <= frequency).all() and (frequency <= edges[loudest + 2]).all()


def test_power_in_bands_is_the_power_that_numpy_finds() -> None:
    samples = np.random.default_rng(0).normal(size=1000) / 10
    first = samples[:SIZE] - samples[:SIZE].mean()
    power = np.abs(np.fft.rfft(first * np.hanning(SIZE))) ** 2
    assert np.allclose(loudness(samples)[0], power @ bands())


def test_how_loud_and_what_offset_is_no_matter() -> None:
    quiet = log_mel(tone(440, loud=0.01))
    assert np.allclose(quiet, log_mel(tone(440, loud=0.9)), atol=1e-9)
    assert np.allclose(quiet, log_mel(tone(440, loud=0.01) + 0.5), atol=1e-6)


def test_silence_around_a_word_is_taken_away() -> None:
    word = tone(700, 2000)
    padded = np.pad(word, 10 * HOP)
    assert abs(len(log_mel(padded)) - len(log_mel(word))) <= 2 * SIZE // HOP


@every("below", [20, 25, 30, 40])
def test_a_word_is_found_in_a_room(below: float) -> None:
    rng, word = np.random.default_rng(0), tone(700, 3200) * np.sin(np.arange(3200) * np.pi / 3200)
    padded = np.pad(word, 4000)
    room = rng.normal(size=padded.size) * 0.35 * 10 ** (-below / 20)
    alone, found = len(log_mel(word)), len(log_mel(padded + room))
    assert alone - 16 <= found <= alone + 4


def test_what_is_no_steady_room_stays_a_word() -> None:
    swelling = tone(700, 8000) * np.linspace(0.01, 1, 8000)
    assert len(log_mel(swelling)) > 95


@every(
    "samples, says",
    [
        (np.full(8000, 0.5), "silence"),
        (np.full(8000, np.nan), r"samples\[0\] is nan"),
        (tone(440, SIZE - 1), "199 samples"),
    ],
)
def test_bad_input_gets_a_sentence(samples: Array, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        log_mel(samples)
