"""What the page makes of sounds is what the library makes of them."""

import base64
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.applications.spoken.figure import mu_law
from taotp.applications.spoken.said import said_words
from taotp.sound.ends import trimmed
from taotp.sound.mu_law import from_mu_law
from taotp.sound.wav import RATE, decoded
from tests.in_node import in_node
from tests.laws import every
from tests.sound import test_wav as wavs

SCRIPT = Path(__file__).with_name("sounds.mjs")
GOOD = [
    *(wavs.wav(wavs.SINE, width) for width in (1, 2, 3, 4)),
    *(wavs.floats(wavs.SINE, width) for width in (4, 8)),
    *(wavs.companded(kind, bytes(range(256))) for kind in (6, 7)),
    *(wavs.floats(loud * wavs.SINE) for loud in (2.5, 4)),
    *map(wavs.streamed, wavs.SIZES),
    *(wavs.wav(wavs.sine(rate, 440), rate=rate) for rate in (16_000, 48_000)),
    wavs.extensible(),
    wavs.with_odd_chunks(),
    wavs.wav(np.stack([0.5 * wavs.SINE, -wavs.SINE], axis=1)),
]


def heard(node: str, *files: bytes) -> list[dict[str, Any]]:
    """The samples of files, or why there are none."""
    asked = {"files": [base64.b64encode(data).decode() for data in files]}
    found: list[dict[str, Any]] = in_node(node, SCRIPT, asked)["files"]
    return found


def test_files_are_read_as_in_python(node: str) -> None:
    for data, found in zip(GOOD, heard(node, *GOOD), strict=True):
        expected = decoded(data)
        assert len(found["samples"]) == len(expected)
        assert np.abs(expected - found["samples"]).max() < 1e-12


@every("rate", [6_000, 11_025, 22_050, 44_100])
def test_other_rates_keep_the_tone_and_drop_what_is_too_high(node: str, rate: int) -> None:
    high = 0.3 * wavs.sine(rate, min(5_000, 0.6 * rate), 0.2) if rate > 10_000 else 0
    (answer,) = heard(node, wavs.wav(wavs.sine(rate, 440, 0.2) + high, 3, rate))
    samples = np.array(answer["samples"])
    assert abs(len(samples) - 0.2 * RATE) <= 1
    middle = slice(RATE // 20, RATE // 8)  # off the ends, where the sound is cut
    assert np.abs(samples - wavs.sine(RATE, 440, len(samples) / RATE))[middle].max() < 1e-3


def test_what_is_no_sound_gets_a_sentence(node: str) -> None:
    """That of Python, but for samples, which have no brackets here, and where nobody can choose."""
    sentences = {
        "hold different sounds": wavs.wav(np.stack([wavs.SINE, wavs.sine(RATE, 700)], axis=1)),
        "Sample 1 of the file is not a number": wavs.floats(np.array([0, np.nan])),
        "lasts 61 seconds": wavs.companded(7, bytes(61 * RATE)),
    }
    for sentence, answer in zip(sentences, heard(node, *sentences.values()), strict=True):
        assert sentence in answer["error"], answer
    bad = [data for _, data in wavs.BAD]
    for data, answer in zip(bad, heard(node, *bad), strict=True):
        with pytest.raises(ValueError) as error:  # noqa: PT011  # the whole sentence follows
            decoded(data)
        said = str(error.value)
        assert answer["error"] == f"{said[0].upper()}{said[1:]}."


def test_silence_around_a_word_is_cut_away(node: str) -> None:
    """In the page and in Python, sample by sample."""
    rng = np.random.default_rng(0)
    noise = 0.002 * rng.normal(size=2 * RATE)
    word, click, alone = noise.copy(), noise.copy(), wavs.sine(RATE, 440, 0.5)
    word[RATE // 2 : RATE] += alone
    two = word.copy()
    two[-RATE // 4 :] += 0.2 * wavs.sine(RATE, 440, 0.25)  # after a long pause, and fainter
    click[RATE : RATE + 80] += 0.5
    loud = word + 0.05 * rng.normal(size=len(word))  # 17 dB below the word
    kept = slice(RATE // 2 - 480, RATE + 480)
    wanted = [(word, word[kept]), (two, word[kept]), (alone, alone), (loud, loud[kept])]
    wanted += [(each, np.zeros(0)) for each in (np.zeros(RATE), click, np.zeros(10))]
    sounds = in_node(node, SCRIPT, {"sounds": [sound.tolist() for sound, _ in wanted]})["sounds"]
    for (sound, left), found in zip(wanted, sounds, strict=True):
        assert np.array_equal(found, left)
        assert np.array_equal(trimmed(sound), left)


def test_words_of_any_loudness_in_any_room_are_cut_alike(node: str) -> None:
    rng = np.random.default_rng(1)
    said = [x for own in said_words().values() for x in own.values()]
    sounds = []
    for decibels in (-60, -45, -35, -30, -25, -15, -5):
        first, second = (said[i] for i in rng.choice(len(said), 2, replace=False))
        quiet = [np.zeros(n) for n in rng.integers(100, 9000, 3)]
        sound = np.concatenate([quiet[0], first, quiet[1], second * rng.uniform(0.1, 2), quiet[2]])
        room = 10 ** (decibels / 20) * first.std() * rng.normal(size=len(sound))
        sounds.append((sound + room) / 4)
    found = in_node(node, SCRIPT, {"sounds": [each.tolist() for each in sounds]})["sounds"]
    assert all(np.array_equal(trimmed(x), each) for x, each in zip(sounds, found, strict=True))
    assert len({len(each) for each in found}) == len(sounds)


def test_listening_ends_after_the_word(node: str) -> None:
    quiet, loud = [0.002] * 20, [0.2] * 10
    blocks = [quiet, quiet + loud, quiet + loud + [0.003] * 10, quiet + loud + [0.003] * 15]
    blocks += [[0.002] * 81, [0.2] * 120, loud + [0.002] * 15]
    hearings = [{"blocks": each, "seconds": 0.05, "most": 6, "rest": 0.7} for each in blocks]
    over = in_node(node, SCRIPT, {"hearings": hearings})["hearings"]
    assert over == [False, False, False, True, True, True, True]


def test_sounds_of_a_byte_a_sample(node: str) -> None:
    octets = np.arange(256, dtype=np.uint8)
    codes = base64.b64encode(octets.tobytes()).decode()
    samples = np.array(in_node(node, SCRIPT, {"coded": [codes]})["coded"][0])
    assert np.abs(samples - from_mu_law(octets.tobytes())).max() < 1e-12
    assert mu_law(samples[octets != 128]) == base64.b64encode(bytes(octets[octets != 128])).decode()
