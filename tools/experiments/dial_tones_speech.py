"""Digits that receivers hear where people speak and nobody dials.

The recordings are those of the Free Spoken Digit Dataset (Jackson and others 2018, CC BY-SA 4.0),
which the book does not bring: `--outside recordings=FILE.zip` names them.
"""

import zipfile
from collections.abc import Iterator
from pathlib import PurePosixPath

from taotp.sound.wav import RATE, decoded
from tools.experiments.decoders import DECODERS, VERSIONS
from tools.experiments.outside import needed

SPEAKERS = ("george", "jackson", "lucas")
POINTS = [{"speaker": speaker, "decoder": decoder} for speaker in SPEAKERS for decoder in DECODERS]
WORDS = "digits heard in recordings of people who say numbers, and how long these are in seconds"


def measure(speaker: str, decoder: str) -> Iterator[dict[str, object]]:
    """How many digits are heard in all recordings of a speaker."""
    count = false = 0
    seconds = 0.0
    for data in recordings(speaker):
        samples = decoded(data)
        count, seconds = count + 1, seconds + len(samples) / RATE
        false += len(DECODERS[decoder](samples))
    yield {
        "version": VERSIONS[decoder](),
        "recordings": count,
        "seconds": round(seconds),
        "false": false,
    }


def recordings(speaker: str) -> Iterator[bytes]:
    """The WAV files of a speaker; RuntimeError where nobody says where they are."""
    with zipfile.ZipFile(needed("recordings")) as file:
        for name in sorted(file.namelist()):
            if PurePosixPath(name).stem.split("_")[1:2] == [speaker]:
                yield file.read(name)
