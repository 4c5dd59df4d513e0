"""A long sound in pieces that are heard one after another, cut where it is quietest."""

import numpy as np

from taotp.sound.wav import RATE
from taotp_core.arrays import Array

QUIET = RATE // 25  # samples, 40 ms: what is dialed has at least such a pause between two presses
LOOKED_THROUGH = 0.25  # of a piece, at its end: there it is cut


def pieces(samples: Array, most: int) -> list[Array]:
    """The samples [n] in pieces of at most so many, each cut in the middle of 40 quiet ms.

    It is cut in the last quarter of a piece, so that only a tone that lasts longer is cut in two.

    >>> sound = np.concatenate([np.ones(700), np.zeros(400), np.ones(700)])
    >>> [len(piece) for piece in pieces(sound, 1000)]
    [875, 925]
    """
    found = []
    while len(samples) > most:
        from_ = max(1, int(most * (1 - LOOKED_THROUGH)))
        energy = np.concatenate([[0.0], np.cumsum(np.square(samples[from_:most]))])
        size = min(QUIET, len(energy) - 1)
        cut = from_ + int((energy[size:] - energy[:-size]).argmin()) + size // 2
        found.append(samples[:cut])
        samples = samples[cut:]
    return [*found, samples]
