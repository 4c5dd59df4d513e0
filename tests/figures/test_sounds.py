"""What the page makes of sounds is what the library makes of them."""

import base64
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.applications.spoken.figure import mu_law
from taotp.applications.spoken.said import said_words
from taotp.sound.ends import trimmed
from taotp.sound.mu_law import from_mu_law
from taotp.sound.wav import RATE, decoded
from taotp_core.arrays import Array
from tests.in_node import in_node
from tests.laws import every
from tests.sound.test_wav import BAD, SIZES

SCRIPT = Path(__file__).with_name("sounds.mjs")
PCM, FLOAT = 1, 3


def wav(
    body: bytes, *, rate: int = RATE, kind: int = PCM, channels: int = 1, bits: int = 16
) -> bytes:
    """The bytes of a WAV file."""
    block = channels * ((bits + 7) // 8)
    form = struct.pack("<HHIIHH", kind, channels, rate, rate * block, block, bits)
    chunks = b"WAVEfmt " + struct.pack("<I", 16) + form
    chunks += b"data" + struct.pack("<I", len(body)) + body
    return b"RIFF" + struct.pack("<I", len(chunks)) + chunks


def whole(samples: Array, bits: int = 16) -> bytes:
    """Samples as integers of so many bits, low byte first; those of 8 bits have no sign."""
    largest = 2 ** (bits - 1)
    numbers = np.clip(np.rint(samples * largest), -largest, largest - 1).astype(np.int64)
    if bits == 8:
        return bytes((numbers + 128).astype(np.uint8))
    octets = [int(number).to_bytes(bits // 8, "little", signed=True) for number in numbers]
    return b"".join(octets)


def stereo(left: Array, right: Array) -> bytes:
    return wav(whole(np.stack([left, right], axis=1).ravel()), channels=2)


def tone(seconds: float = 0.1, rate: int = RATE, hertz: float = 440) -> Array:
    return 0.5 * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate)


def heard(node: str, *files: bytes) -> list[dict[str, Any]]:
    """The samples of files, or why there are none."""
    asked = {"files": [base64.b64encode(data).decode() for data in files]}
    found: list[dict[str, Any]] = in_node(node, SCRIPT, asked)["files"]
    return found


def test_streams_and_loud_floats_are_read_as_in_python(node: str) -> None:
    plain = wav(whole(tone()))
    at = plain.index(b"data") + 4
    files = [plain[:at] + struct.pack("<I", size) + plain[at + 4 :] for size in SIZES]
    files += [
        wav((loud * tone()).astype("<f4").tobytes(), kind=FLOAT, bits=32) for loud in (2.5, 7)
    ]
    for data, found in zip(files, heard(node, *files), strict=True):
        assert np.allclose(found["samples"], decoded(data), atol=1e-12)
    many, none = wav(bytes(4000), channels=2000), plain[:at] + bytes(4)
    for data, found in zip((many, none), heard(node, many, none), strict=True):
        with pytest.raises(ValueError, match="channels|no samples") as error:
            decoded(data)
        assert found["error"].lower() == f"{error.value}.".lower()


def test_files_are_read_as_in_python(node: str) -> None:
    files = [wav(whole(tone(), bits), bits=bits) for bits in (8, 16, 24, 32)]
    for width in (4, 8):
        body = tone().astype(f"<f{width}").tobytes()
        files.append(wav(body, kind=FLOAT, bits=8 * width))
    files += [wav(whole(tone(rate=rate)), rate=rate) for rate in (16_000, 48_000)]
    files.append(stereo(0.5 * tone(), -tone()))
    for data, answer in zip(files, heard(node, *files), strict=True):
        expected = decoded(data)
        assert len(answer["samples"]) == len(expected)
        assert np.abs(expected - answer["samples"]).max() < 1e-12


@every("rate", [6_000, 11_025, 22_050, 44_100])
def test_other_rates_keep_the_tone_and_drop_what_is_too_high(node: str, rate: int) -> None:
    high = 0.3 * tone(0.2, rate, min(5_000, 0.6 * rate)) if rate > 10_000 else 0
    (answer,) = heard(node, wav(whole(tone(0.2, rate) + high, 24), rate=rate, bits=24))
    samples = np.array(answer["samples"])
    assert abs(len(samples) - 0.2 * RATE) <= 1
    middle = slice(RATE // 20, RATE // 8)  # off the ends, where the sound is cut
    assert np.abs(samples - tone(len(samples) / RATE))[middle].max() < 1e-3


def test_what_is_no_sound_gets_a_sentence(node: str) -> None:
    body = whole(tone())
    nan = np.array([0, np.nan], "<f4").tobytes()
    files = {
        "is empty": b"",
        "is not a WAV file": b"MP3 or something",
        "it is cut off": wav(body)[:36],
        f"announces {len(body):,} bytes of samples and has {len(body) - 10:,}": wav(body)[:-10],
        "has no samples": wav(b""),
        "ends within a sample": wav(body + b"x"),
        "is in format 2": wav(body, kind=2),
        "samples of 64 bits in 8 bytes": wav(body, bits=64),
        "has 1,000 samples a second": wav(body, rate=1_000),
        "hold different sounds": stereo(tone(), tone(hertz=700)),
        "Sample 1 of the file is not a number": wav(nan, kind=FLOAT, bits=32),
        "lasts 61 seconds": wav(bytes(61 * RATE), bits=8),
    }
    for sentence, answer in zip(files, heard(node, *files.values()), strict=True):
        assert sentence in answer["error"], answer
        assert answer["error"][0].isupper()
        assert answer["error"].endswith(".")
    bad = [data for sentence, data in BAD.items() if not sentence.startswith("samples\\[")]
    for data, answer in zip(bad, heard(node, *bad), strict=True):
        with pytest.raises(ValueError) as error:  # noqa: PT011  # the whole sentence follows
            decoded(data)
        said = str(error.value)
        assert answer["error"] == f"{said[0].upper()}{said[1:]}."


def test_silence_around_a_word_is_cut_away(node: str) -> None:
    """In the page and in Python, sample by sample."""
    rng = np.random.default_rng(0)
    noise = 0.002 * rng.normal(size=2 * RATE)
    word, click, alone = noise.copy(), noise.copy(), tone(0.5)
    word[RATE // 2 : RATE] += alone
    two = word.copy()
    two[-RATE // 4 :] += 0.2 * tone(0.25)  # after a long pause, and fainter
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
