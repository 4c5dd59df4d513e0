"""What synthesized voices say: the recordings of which the weights are made."""

import base64
from functools import cache

from taotp.files import data_of
from taotp.sound.mu_law import from_mu_law
from taotp_core.arrays import Array


def said_words() -> dict[str, dict[str, Array]]:
    """What synthesized voices say, samples at 8 kHz: for each voice the words, with their sounds.

    It is made by `python -m tools.experiments said_words`. Whoever asks may write to them.
    """
    return {
        voice: {word: samples.copy() for word, samples in own.items()}
        for voice, own in recordings().items()
    }


@cache
def recordings() -> dict[str, dict[str, Array]]:
    """What they say, read once: to decode it takes seven times as long as to copy it."""
    said = data_of(__package__, "said_words.json")["said"]
    return {
        voice: {word: from_mu_law(base64.b64decode(text)) for word, text in own.items()}
        for voice, own in said.items()
    }
