"""Where what was said begins and ends: a recording without the silence around its word."""

import numpy as np

from taotp.files import data_of
from taotp.sound.wav import RATE
from taotp_core.arrays import Array

# What the page cuts by too, in ends.js.
TABLE = data_of(__package__, "ends.json")
SIZE = RATE // TABLE["stretches"]  # samples of a stretch, of which there are so many a second
ABOVE_NOISE = TABLE["aboveNoise"]  # times the power of the quietest stretches
BELOW_LOUDEST = TABLE["belowLoudest"]  # of the power of the loudest stretch: 35 dB, as in `bands`
NO_NOISE = TABLE["noNoise"]  # of the power of the loudest stretch; what is louder is no noise
PAUSE = TABLE["pause"]  # stretches; what is said after a longer silence is another word
AROUND = TABLE["around"]  # stretches that are kept on either side
SILENT = TABLE["silent"]  # power; what is never louder is silence
CLICK = TABLE["click"]  # stretches; what is shorter is no word

Run = tuple[int, int]  # of stretches, from one to before the other


def trimmed(samples: Array) -> Array:
    """The word in samples [n], of several the one with most in it; none where nothing was said.

    >>> tone, pause = np.sin(np.arange(4000)) / 2, np.zeros(8000)
    >>> len(trimmed(np.concatenate([pause, tone, pause])))
    4960
    """
    n = len(samples) // SIZE
    powers = samples[: n * SIZE].reshape(n, SIZE).var(axis=1)
    runs = [(start, end) for start, end in spoken(powers) if end - start >= CLICK]
    if not runs:
        return samples[:0]
    start, end = max(runs, key=lambda run: powers[slice(*run)].sum())
    return samples[max(0, start - AROUND) * SIZE : (end + AROUND) * SIZE]


def spoken(powers: Array) -> list[Run]:
    """The stretches that are loud, as runs with no long pause inside."""
    if not len(powers):
        return []
    ordered = np.sort(powers)
    quiet, loudest = ordered[len(powers) // 10], ordered[-1]
    # Where a word fills the whole sound there is no quiet stretch to compare it with.
    least = max(BELOW_LOUDEST * loudest, min(ABOVE_NOISE * quiet, NO_NOISE * loudest), SILENT)
    runs: list[Run] = []
    for i in np.flatnonzero(powers >= least).tolist():
        start = runs.pop()[0] if runs and i - runs[-1][1] <= PAUSE else i
        runs.append((start, i + 1))
    return runs
