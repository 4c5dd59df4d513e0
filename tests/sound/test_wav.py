"""WAV files of every kind that is promised, and a sentence for every other."""

import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotp.sound.wav import RATE, check_samples, decoded, frames, read, write
from taotp_core.arrays import Array
from tests.laws import every

SINE = 0.5 * np.sin(2 * np.pi * 941 * np.arange(800) / RATE)


def chunk(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def form(kind: int, channels: int, rate: int, width: int, bits: int | None = None) -> bytes:
    block = channels * width
    bits = 8 * width if bits is None else bits
    return chunk(b"fmt ", struct.pack("<HHIIHH", kind, channels, rate, rate * block, block, bits))


def riff(*chunks: bytes) -> bytes:
    body = b"WAVE" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def integers(samples: Array, width: int) -> bytes:
    whole = np.rint(samples * (2 ** (8 * width - 1) - 1)).astype("<i8")
    whole = whole + 128 if width == 1 else whole
    return bytes(whole.view(np.uint8).reshape(-1, 8)[:, :width].tobytes())


def wav(samples: Array, width: int = 2, rate: int = RATE) -> bytes:
    """A file of integers; samples [n] or [n, channels]."""
    channels = 1 if samples.ndim == 1 else samples.shape[1]
    return riff(form(1, channels, rate, width), chunk(b"data", integers(samples.ravel(), width)))


def floats(samples: Array, width: int = 4) -> bytes:
    """A file of floats."""
    body = samples.astype(f"<f{width}").tobytes()
    return riff(form(3, 1, RATE, width), chunk(b"fact", bytes(4)), chunk(b"data", body))


def companded(kind: int, octets: bytes) -> bytes:
    """A file of the bytes of telephones."""
    return riff(form(kind, 1, RATE, 1), chunk(b"data", octets))


def extensible() -> bytes:
    """A file of 20 bits that names its format later."""
    late = form(0xFFFE, 1, RATE, 3, 20)[8:] + struct.pack("<HHIH", 22, 20, 4, 1) + bytes(14)
    return riff(chunk(b"fmt ", late), chunk(b"data", integers(SINE, 3)))


def with_odd_chunks() -> bytes:
    """A file with chunks that nobody asks for, of odd size."""
    odd = chunk(b"LIST", b"odd")
    return riff(odd, form(1, 1, RATE, 2), odd, chunk(b"data", integers(SINE, 2)), odd)


SIZES = (0, 0x7FFFF000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFDC, 0xFFFFFFFF)  # of five programs' pipes


def streamed(size: int, samples: Array = SINE) -> bytes:
    """A file that announces so many bytes of samples, whatever it has."""
    whole = wav(samples)
    at = whole.index(b"data") + 4
    return whole[:at] + struct.pack("<I", size) + whole[at + 4 :]


def sine(rate: int, hertz: float, seconds: float = 0.1) -> Array:
    return np.asarray(0.5 * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate))


def test_integers_of_8_to_32_bits_and_floats_of_32_and_64() -> None:
    for width in (1, 2, 3, 4):
        assert np.abs(decoded(wav(SINE, width)) - SINE).max() <= 1.5 / 2 ** (8 * width - 1)
    for width in (4, 8):
        found = decoded(floats(SINE, width))
        assert found.dtype == np.float64 and np.abs(found - SINE).max() < 1e-7
    assert np.abs(decoded(extensible()) - SINE).max() < 1e-6
    assert np.array_equal(decoded(with_odd_chunks()), decoded(wav(SINE)))


def test_bytes_of_telephones_are_those_of_the_standard() -> None:
    """Values of ITU-T G.711, tables 1a and 2a: the largest, the smallest, and ends of segments."""
    a_law = decoded(companded(6, bytes([0xAA, 0x2A, 0xD5, 0x55, 0xC5, 0xA5]))) * 2**15
    assert a_law.tolist() == [32256, -32256, 8, -8, 264, 16896]
    mu_law = decoded(companded(7, bytes([0x80, 0x00, 0xFF, 0x7F, 0xEF, 0x8F]))) * 2**15
    assert mu_law.tolist() == [32124, -32124, 0, 0, 132, 16764]

    for kind in (6, 7):  # all bytes: even about 0, and larger steps for larger samples
        found = decoded(companded(kind, bytes(range(256))))
        half = np.unique(np.abs(found))
        assert len(half) == 128 and np.allclose(np.sort(found), -np.sort(found)[::-1])
        assert (np.diff(half)[1:] >= np.diff(half)[:-1]).all()


@every("size", SIZES)
def test_a_stream_ends_where_it_ends_whatever_it_announced(size: int) -> None:
    assert np.array_equal(decoded(streamed(size)), decoded(wav(SINE)))


def test_floats_a_little_beyond_1_are_scaled_down() -> None:
    """As decoders of other formats write them."""
    for loud in (1.0001, 2.5, 4.0):
        found = decoded(floats(loud * SINE))
        assert np.abs(found).max() <= 1
        assert np.abs(found / np.abs(found).max() - SINE / np.abs(SINE).max()).max() < 1e-6
    with pytest.raises(ValueError, match="samples are from -1 to 1"):
        decoded(floats(9 * SINE))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write(tmp_path / "a.wav", SINE)
    assert np.abs(read(tmp_path / "a.wav") - SINE).max() < 1e-4
    for wrong in (SINE * 3, SINE[None], np.zeros(0)):
        with pytest.raises(ValueError, match=r"sample|shape"):
            write(tmp_path / "b.wav", wrong)
    assert not (tmp_path / "b.wav").exists()


@every("other", [SINE, -SINE, 0.001 * SINE, np.zeros(800)])
def test_channels_of_one_sound_do_not_cancel(other: Array) -> None:
    for pair in ([SINE, other], [other, SINE]):
        found = decoded(wav(np.stack(pair, axis=1)))
        assert np.abs(found * np.sign(found @ SINE) - SINE).max() < 1e-3


def test_channels_of_different_sounds_are_chosen_from() -> None:
    late, quiet = np.roll(SINE, 200) * (np.arange(800) < 400), 0.1 * sine(RATE, 1209)
    for other in (late, quiet):
        data = wav(np.stack([SINE, other], axis=1))
        with pytest.raises(ValueError, match="2 channels of the file hold different sounds"):
            decoded(data)
        assert np.abs(decoded(data, channel=1) - other).max() < 1e-4
        with pytest.raises(ValueError, match="no channel 2; the file has 0 to 1"):
            decoded(data, channel=2)

    assert not decoded(wav(np.zeros((100, 2)))).any()  # silence


def test_other_rates_and_what_a_slow_one_cannot_hold_is_no_other_tone() -> None:
    for rate in (16_000, 48_000, 44_100, 11_025, 22_050, 96_000, 6_000):
        found = decoded(wav(sine(rate, 941, 0.2), rate=rate))
        assert len(found) == 1600
        assert np.abs(found - sine(RATE, 941, 0.2))[200:-200].max() < 2e-3, rate
    for hertz in (8000 - 697, 8000 + 1336):  # would be heard as 697 and 1336
        assert np.abs(decoded(wav(sine(48_000, hertz, 0.2), rate=48_000)))[200:-200].max() < 1e-3


def test_a_sentence_names_the_package_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "soxr", None)
    with pytest.raises(ValueError, match="pip install soxr"):
        decoded(wav(SINE, rate=44_100))


WRONG = {
    "is empty": b"",
    "not a WAV file but MP3; save it as 16-bit PCM": b"ID3 a song",
    "not a WAV file but MP4; .* ffmpeg": bytes(4) + b"ftypM4A ",
    "not a WAV file, which": b"ftyp at its beginning",
    "ends before its samples": riff(form(1, 1, RATE, 2)),
    "before it says": riff(chunk(b"data", bytes(8))),
    "announces 1,600 bytes of samples and has 1,000": wav(SINE)[:-600],
    "file has no samples": riff(
        form(1, 1, RATE, 2), chunk(b"data", b""), chunk(b"LIST", b"some words")
    ),
    "has 2,000 channels; at most 16 are read": wav(np.zeros((50, 2000))),
    "ends within a sample": riff(form(1, 1, RATE, 2), chunk(b"data", bytes(5))),
    "says in 4 bytes": riff(chunk(b"fmt ", bytes(4)), chunk(b"data", bytes(4))),
    "0 channels": riff(form(1, 0, RATE, 2), chunk(b"data", bytes(4))),
    "in format 2, Microsoft's ADPCM": riff(form(2, 1, RATE, 1), chunk(b"data", bytes(4))),
    "in format 17, IMA ADPCM, which is not read; save it as 16-bit PCM": riff(
        chunk(b"fmt ", struct.pack("<HHIIHHHH", 17, 2, 44100, 44359, 2048, 4, 2, 2041)),
        chunk(b"data", bytes(2048)),
    ),
    "in format 777, which": riff(form(777, 1, RATE, 1), chunk(b"data", bytes(4))),
    "samples of 64 bits": riff(form(1, 1, RATE, 8), chunk(b"data", bytes(8))),
    "samples of 4 bits in 2": riff(form(1, 1, RATE, 2, 4), chunk(b"data", bytes(4))),
    "has 1,000 samples a second": wav(SINE, rate=1_000),
}


BAD = [*WRONG.items(), *(("has no samples", streamed(size, SINE[:0])) for size in SIZES)]


@every("sentence, data", BAD)
def test_a_bad_file_is_a_sentence(sentence: str, data: bytes) -> None:
    with pytest.raises(ValueError, match=sentence):
        decoded(data)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_bytes_raise_anything_else(data: st.DataObject) -> None:
    whole = bytearray(wav(np.stack([SINE[:40], SINE[:40]], axis=1)))
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        samples = decoded(bytes(whole[: data.draw(st.integers(0, len(whole)))]))
    except ValueError:
        return
    check_samples(samples)


def test_frames() -> None:
    found = frames(np.arange(11.0), 4, 3)
    assert found.tolist() == [[0, 1, 2, 3], [3, 4, 5, 6], [6, 7, 8, 9]]
    for size, hop, says in ((4, 3, "there are 3 samples; a frame takes 4"), (2, 0, "at least 1")):
        with pytest.raises(ValueError, match=says):
            frames(np.arange(3.0), size, hop)


@every(
    "samples, sentence",
    [
        ([0.0], "a list; give an array"),
        (np.zeros(3, np.int16), "int16; give floats"),
        (np.zeros(3, complex), "complex128; give an array of floats"),
        (np.zeros((3, 2)), r"shape \(3, 2\); give one channel"),
        (np.zeros(0), "there are no samples"),
        (np.array([0.0, np.nan]), r"samples\[1\] is nan"),
        (np.array([0.0, 0.0, -1.5]), r"samples\[2\] is -1.5; samples are from -1 to 1"),
    ],
)
def test_samples_are_checked(samples: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        check_samples(samples)
