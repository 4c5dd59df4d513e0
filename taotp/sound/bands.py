"""How loud a sound is in each of some bands of pitch, frame by frame, as an ear hears it.

Samples are an array [n] of floats from -1 to 1, 8,000 a second; see `sound`.
"""

import numpy as np

from taotp.sound.wav import RATE, check_samples, frames
from taotp_core.arrays import Array

SIZE = 200  # samples of a frame: 25 ms
HOP = 80  # from a frame to the next: 10 ms
BANDS = 20
LOWEST, HIGHEST = 100.0, 3900.0  # Hz, where the first band begins and the last one ends
FLOOR = 1e-5  # of the loudest number; what is fainter is as good as silent
QUIET = 35.0  # dB below the loudest frame; a word begins and ends with what is louder
ROOM = 5.0  # dB; where half of the frames differ by less, they are the room and no word
ABOVE = 6.0  # dB above the room; a word begins and ends with what is louder
HARDLY = 15.0  # dB; no word is looked for in a room that is nearly as loud
SILENT = 1e-9  # mean square of a frame that holds no sound: 90 dB below the loudest possible one


def mel(hertz: Array) -> Array:
    """How high a tone sounds, in mel (Stevens, Volkmann and Newman 1937; O'Shaughnessy 1987)."""
    return 2595 * np.log10(1 + hertz / 700)


def hertz(mels: Array) -> Array:
    """The frequency of a tone that sounds so high."""
    return 700 * (10 ** (mels / 2595) - 1)


def waves() -> tuple[Array, Array]:
    """Cosines and sines of every whole number of turns in a frame, faded at its ends.

    Each [SIZE, SIZE // 2 + 1]; a frame times a column says how much of that wave is in it.
    """
    turns = 2 * np.pi * np.outer(np.arange(SIZE), np.arange(SIZE // 2 + 1)) / SIZE
    faded = np.hanning(SIZE)[:, None]
    return faded * np.cos(turns), faded * np.sin(turns)


def bands(throat: float = 1.0) -> Array:
    """How much of each frequency of `waves` counts in each band: [SIZE // 2 + 1, BANDS].

    Triangles, evenly spaced in mel, each from the peak of one neighbor to that of the other.
    Columns sum to 1. With a throat all frequencies are so many times higher: what a voice says
    whose throat is as much longer looks then as from a throat that is not.
    """
    at = np.arange(SIZE // 2 + 1) * RATE / SIZE
    share = np.linspace(0, 1, BANDS + 2)
    edges = throat * hertz(mel(np.array([LOWEST, HIGHEST])) @ [1 - share, share])
    low, peak, high = edges[:-2], edges[1:-1], edges[2:]
    rising = (at[:, None] - low) / (peak - low)
    falling = (high - at[:, None]) / (high - peak)
    triangles: Array = np.maximum(0, np.minimum(rising, falling))
    triangles /= triangles.sum(axis=0)
    return triangles


def loudness(samples: Array) -> Array:
    """The power of each band in each frame: [n_frames, BANDS]."""
    return powers_of(samples) @ bands()


def powers_of(samples: Array) -> Array:
    """The power of each whole number of turns in each frame: [n_frames, SIZE // 2 + 1]."""
    cut = frames(samples, SIZE, HOP)
    cut = cut - cut.mean(axis=1, keepdims=True)
    cosines, sines = waves()
    power: Array = (cut @ cosines) ** 2 + (cut @ sines) ** 2
    return power


def least_of(powers: Array) -> float:
    """What the power of a frame must be above, of a word with such powers of frames [n].

    QUIET below the loudest; or ABOVE what half of the frames hold, where that is a steady room.
    """
    ordered = np.sort(powers)
    faintest, half = ordered[len(powers) // 20], ordered[len(powers) // 2]
    room = half * 10 ** (ABOVE / 10)
    steady = half < faintest * 10 ** (ROOM / 10) and room < ordered[-1] * 10 ** (-HARDLY / 10)
    least = ordered[-1] * 10 ** (-QUIET / 10)
    return float(max(least, room) if steady else least)


def log_mel(samples: Array, throat: float = 1.0) -> Array:
    """What a listener is given of a word: the logarithm of its power in bands [n_frames, BANDS].

    From the first to the last frame that is loud enough (see least_of), and as if the largest
    power were 1; with a throat in other bands (see `bands`). Raises ValueError as check_samples
    does, for a sound that is shorter than a frame, and for silence.
    """
    check_samples(samples)
    if len(samples) < SIZE:
        raise ValueError(
            f"there are {len(samples)} samples; the shortest sound that can be heard has {SIZE}"
        )
    cut = frames(samples, SIZE, HOP)
    if not (cut.var(axis=1) > SILENT).any():
        raise ValueError("there is nothing to hear: the samples are silence")
    powers = powers_of(samples)
    of_frame = (powers @ bands()).sum(axis=1)
    heard = np.flatnonzero(of_frame > least_of(of_frame))
    word = powers[heard[0] : heard[-1] + 1] @ bands(throat)
    logarithms: Array = np.log(word / word.max() + FLOOR)
    return logarithms
