"""Sound as samples: read from WAV files and written to them, and cut into frames.

Samples are an array [n] of floats from -1 to 1, RATE of them a second.
"""

import importlib
import io
import math
import os
import struct
import wave
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from taotp.files import data_of, write_whole
from taotp.sound.mu_law import of_a_law, of_mu_law
from taotp_core.arrays import Array

RATE = 8000  # samples a second, as on a telephone line
LARGEST_FILE = 200_000_000  # bytes
# What the page's reader reads too: formats, limits and the sentences about faults.
TABLE = data_of(__package__, "wav.json")
SLOWEST, FASTEST = TABLE["rates"]  # rates of a file; a slower one has no room for tones
WIDTHS = {int(kind): widths for kind, widths in TABLE["widths"].items()}  # bytes, by format
FLOAT, A_LAW, MU_LAW = 3, 6, 7  # of the formats of RFC 2361; 1 are integers
MOST_CHANNELS, LOUDEST = TABLE["mostChannels"], TABLE["loudest"]
WINDOW = TABLE["window"]  # seconds over which channels are compared
DIFFERENCE = TABLE["difference"]  # of the loudest; what channels may differ by and be one sound
WING = 25  # samples of the slow rate on either side that a sample of it is a mean of
BEND = 8.0  # of the Kaiser window; what would be heard as another tone is 80 dB down


class TooLong(ValueError):
    """A sound lasts longer than it may."""


def fault(of: str, *parts: object) -> ValueError:
    """What is wrong with a file."""
    return ValueError(TABLE["faults"][of].format(*parts))


# Samples


def check_samples(samples: Any) -> None:
    """Raise ValueError unless these are samples: floats [n] from -1 to 1, at least one."""
    if not isinstance(samples, np.ndarray):
        raise ValueError(f"samples are a {type(samples).__name__}; give an array of floats [n]")
    if samples.dtype.kind in "iu":
        raise ValueError(
            f"samples are {samples.dtype}; give floats from -1 to 1: divide by the largest "
            "integer, 32768 for int16"
        )
    if samples.dtype.kind != "f":
        raise ValueError(f"samples are {samples.dtype}; give an array of floats [n]")
    if samples.ndim != 1:
        raise ValueError(
            f"samples have shape {samples.shape}; give one channel, an array of floats [n]"
        )
    if samples.size == 0:
        raise ValueError(f"there are no samples; a second of sound has {RATE:,}")
    if not (np.abs(samples) <= 1).all():  # which NaN is not either
        place = int(np.argmin(np.abs(samples) <= 1))
        raise ValueError(f"samples[{place}] is {samples[place]:g}; samples are from -1 to 1")


def frames(samples: Array, size: int, hop: int) -> Array:
    """Frames [n, size] of samples [n_samples], one every `hop`; a rest too short is left out.

    They are a view that cannot be written to. Raises ValueError for sizes below 1, and where the
    sound is shorter than a frame.
    """
    if size < 1 or hop < 1:
        raise ValueError(f"frames of {size} samples every {hop}; both must be at least 1")
    if len(samples) < size:
        raise ValueError(f"there are {len(samples)} samples; a frame takes {size}")
    return np.lib.stride_tricks.sliding_window_view(samples, size)[::hop]


# Files


@dataclass(frozen=True)
class Format:
    """How a WAV file writes its samples."""

    kind: int
    channels: int
    rate: int
    width: int  # bytes of a sample of one channel


def write(path: str | PathLike[str], samples: Array) -> None:
    """Write samples as a WAV file of 16 bits, as a whole or not at all.

    Raises ValueError for what check_samples refuses, and OSError.
    """
    check_samples(samples)
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.rint(samples * 32767).astype("<i2").tobytes())
    write_whole(Path(path), data.getvalue())


def read(
    path: str | PathLike[str], *, channel: int | None = None, longest: float = math.inf
) -> Array:
    """The samples of a WAV file: of one of its channels, or of the sound that all of them hold.

    Integers of 8 to 32 bits, floats of 32 or 64, and the 8 bits of telephones are read, at any
    rate; rates that are no multiple of RATE take the package soxr. Raises OSError, and ValueError
    with a sentence for what is no WAV file, is cut off or empty, lasts more than `longest` seconds,
    and for channels that hold different sounds.
    """
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size or LARGEST_FILE  # of a pipe nobody knows it
        data = file.read(min(size, LARGEST_FILE) + 1)  # reading makes room for all that is asked
    return decoded(data, channel=channel, longest=longest)


def decoded(data: bytes, *, channel: int | None = None, longest: float = math.inf) -> Array:
    """The samples in the bytes of a WAV file; see `read`."""
    if len(data) > LARGEST_FILE:
        raise fault("large", LARGEST_FILE)
    form, body = parsed(data)
    lasts = len(body) / (form.width * form.channels) / form.rate
    if lasts > longest:  # before its samples take eight bytes each
        raise TooLong(f"the sound lasts {lasts:,.1f} s; at most {longest:,.1f} s are read")
    every = numbers(form, body)
    check_samples(every)
    sound = every.reshape(-1, form.channels)
    samples = one_channel(sound, form.rate) if channel is None else chosen(sound, channel)
    return samples if form.rate == RATE else at_rate(samples, form.rate)


def parsed(data: bytes) -> tuple[Format, bytes]:
    """The format of a WAV file and the bytes of its samples."""
    if not data:
        raise fault("empty")
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise fault("other", name) if (name := other_kind(data)) else fault("riff")
    form, at = None, 12
    while at + 8 <= len(data):
        name, size = struct.unpack_from("<4sI", data, at)
        body = data[at + 8 : at + 8 + size]
        if name == b"fmt ":
            form = format_of(body)
        if name == b"data":
            streamed = is_unknown(size, memoryview(data)[at + 8 :])
            return with_data(form, data[at + 8 :] if streamed else body, size, not streamed)
        at += 8 + size + size % 2  # a chunk of odd size is followed by a byte that is no part of it
    raise fault("ends")


def other_kind(data: bytes) -> str:
    """What a file is that begins otherwise than a WAV file, "" for what nobody knows."""
    first = data[:16].decode("latin-1")
    return next((name for at, mark, name in TABLE["others"] if first.startswith(mark, at)), "")


def is_unknown(size: int, behind: memoryview) -> bool:
    """Whether the writer of a stream did not know yet how many bytes of samples there would be.

    Then it wrote none, the most, or so many that no file here has them. Of none there are none
    where another chunk follows.
    """
    if size:
        return bool(size >= TABLE["unknownFrom"])
    if len(behind) < 8:
        return len(behind) > 0
    name, more = struct.unpack_from("<4sI", behind)
    return not (name.isalpha() and more <= len(behind) - 8)


def with_data(
    form: Format | None, body: bytes, size: int, known: bool = True
) -> tuple[Format, bytes]:
    """The format and the bytes of the samples, once their chunk is reached."""
    if form is None:
        raise fault("order")
    if len(body) < size and known:
        raise fault("cut", size, len(body))
    block = form.width * form.channels
    if not len(body) // block:
        raise fault("silent")
    if len(body) % block and known:
        raise fault("within", len(body), block)
    return form, body[: len(body) // block * block]


def format_of(body: bytes) -> Format:
    """What the chunk "fmt " says; ValueError for what cannot be read."""
    if len(body) < 16:
        raise fault("says", len(body))
    kind, channels, rate, _, block, bits = struct.unpack_from("<HHIIHH", body)
    if kind == TABLE["extensible"] and len(body) >= 26:
        kind = struct.unpack_from("<H", body, 24)[0]
    if channels < 1 or block < channels or block % channels:
        raise fault("channels", channels, block)
    if channels > MOST_CHANNELS:
        raise fault("many", channels, MOST_CHANNELS)
    width = block // channels
    if kind not in WIDTHS:
        raise fault("format", TABLE["known"].get(str(kind), kind))
    if width not in WIDTHS[kind] or not 8 * width - 8 < bits <= 8 * width:
        raise fault("bits", bits, width)
    if not SLOWEST <= rate <= FASTEST:
        raise fault("rate", rate, SLOWEST, FASTEST)
    return Format(kind, channels, rate, width)


def numbers(form: Format, body: bytes) -> Array:
    """Samples as numbers from -1 to 1, the channels in turns."""
    if form.kind == FLOAT:
        floats = np.frombuffer(body, f"<f{form.width}").astype(np.float64)
        loudest = float(np.abs(floats).max(initial=0))  # decoders of other formats go beyond 1
        return floats / loudest if 1 < loudest <= LOUDEST else floats
    if form.kind in (A_LAW, MU_LAW):
        return of_a_law(body) if form.kind == A_LAW else of_mu_law(body)
    if form.width == 1:  # the one width without a sign
        return (np.frombuffer(body, np.uint8) - 128.0) / 128
    highest = np.zeros((len(body) // form.width, 4), np.uint8)  # the low bytes of an integer are 0
    highest[:, 4 - form.width :] = np.frombuffer(body, np.uint8).reshape(-1, form.width)
    return highest.view("<i4")[:, 0] / 2.0**31


# Channels


def chosen(sound: Array, channel: int) -> Array:
    """One channel of several [n, channels], counted from 0."""
    if not 0 <= channel < sound.shape[1]:
        raise ValueError(f"there is no channel {channel}; the file has 0 to {sound.shape[1] - 1}")
    return sound[:, channel]


def one_channel(sound: Array, rate: int) -> Array:
    """The loudest of channels [n, channels] that hold one sound, however loud or turned over.

    Their mean could be silence, where one is the other turned over, or lose a tone, where one is
    late. Raises ValueError where a channel holds what is not in the loudest.
    """
    size = min(len(sound), max(1, round(WINDOW * rate)))
    power = np.square(sound).sum(axis=0)
    loudest = sound[:, power.argmax()]
    if not power.any():
        return loudest
    rest = sound - np.outer(loudest, loudest @ sound / power.max())
    if loudness(rest, size) > DIFFERENCE * loudness(loudest[:, None], size):
        raise fault("differ", sound.shape[1], "choose a channel, from 0 on")
    return loudest


def loudness(sound: Array, size: int) -> float:
    """The root mean square of the loudest window of any channel [n, channels]."""
    starts = np.arange(0, len(sound), size)
    return float(np.sqrt(np.add.reduceat(np.square(sound), starts).max() / size))


# Rates


def at_rate(samples: Array, rate: int) -> Array:
    """Samples of another rate at RATE; scaled down where the curve between them was beyond 1."""
    slow = thinned(samples, rate // RATE) if rate % RATE == 0 else resampled(samples, rate)
    if not slow.size:
        raise ValueError(f"the sound has {len(samples)} samples at {rate:,} a second; none is left")
    return slow / max(1.0, float(np.abs(slow).max()))


def thinned(samples: Array, times: int) -> Array:
    """Every sample in so many, once all that the slow rate cannot hold is taken out."""
    n = np.arange(-WING * times, WING * times + 1)
    kernel = np.sinc(n / times) * np.kaiser(len(n), BEND)
    return np.convolve(samples, kernel / kernel.sum())[WING * times : -WING * times : times]


def resampled(samples: Array, rate: int) -> Array:
    """Samples at RATE by the package soxr."""
    try:
        soxr = importlib.import_module("soxr")
    except ModuleNotFoundError:
        raise ValueError(
            f"the file has {rate:,} samples a second, and to make them {RATE:,} takes the package "
            f"soxr: pip install soxr, or convert the file to {RATE:,}"
        ) from None
    slow: Array = soxr.resample(samples, rate, RATE)
    return slow
