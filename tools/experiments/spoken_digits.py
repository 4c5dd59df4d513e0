"""Let synthesizers say the digits, and keep what a listener hears of them.

python -m tools.experiments spoken_digits     a quarter of a minute

Needs espeak-ng, flite, and festival with its voices kal, ked and slt (Debian: espeak-ng, flite,
festival, festvox-kallpc16k, festvox-kdlpc16k, festvox-us-slt-hts).

Writes taotp/data/spoken_digits.json: for each bow, voice, throat and digit what the heads of
the listener write, a letter for each number. Other versions of the synthesizers may say it
otherwise; made with espeak-ng 1.51, flite 2.2 and festival 2.5.
"""

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from taotp.applications.spoken.machine import BOWS, DIGITS, LETTERS, impressions
from taotp.files import write_whole
from taotp.sound.bands import log_mel
from taotp.sound.wav import read
from taotp.verify.worker_pool import bar
from taotp_core.arrays import Array

RESULT = Path(__file__).resolve().parents[2] / "taotp/data/spoken_digits.json"
LARGEST = 4.0  # what the last letter stands for, in standard deviations of the row
THROATS = (1 / 1.2, 1.0, 1.2)  # each voice is heard as if its throat were so much longer
ACCENTS = {  # the digits as somebody would read them who has another language
    "de": "siero wann tuh srie for feif sicks sewwen eet nein",
    "es": "siro uan tu zri for faiv sics seven eit nain",
    "fr": "ziro ouanne tou sri fore faïve sixe sévène éïte naïne",
    "hi": "ज़ीरो वन टू थ्री फ़ोर फ़ाइव सिक्स सेवन एट नाइन",
    "el": "ζίροου γουάν του θρι φορ φάιβ σιξ σέβεν έιτ νάιν",
}

Say = Callable[[str, Path], None]  # a text into a file


@dataclass(frozen=True)
class Voice:
    """Who says the digits, and what is to be read out for them."""

    name: str
    say: Say
    texts: tuple[str, ...] = DIGITS


def by_espeak(voice: str, text: str, path: Path) -> None:
    """Let espeak-ng say it."""
    subprocess.run(["espeak-ng", "-v", voice, "-s", "150", "-w", path, text], check=True)


def by_flite(voice: str, text: str, path: Path) -> None:
    """Let flite say it."""
    subprocess.run(["flite", "-voice", voice, "-t", text, "-o", path], check=True)


def by_festival(voice: str, text: str, path: Path) -> None:
    """Let festival say it."""
    lines = f'(voice_{voice})(utt.save.wave (utt.synth (Utterance Text "{text}")) "{path}" \'riff)'
    subprocess.run(["festival", "--pipe"], input=lines.encode(), check=True)


def voices() -> Iterator[Voice]:
    """All voices, the same in each run."""
    for name in ("kal_diphone", "ked_diphone", "cmu_us_slt_arctic_hts"):
        yield Voice(f"festival {name}", partial(by_festival, name))
    for name in ("awb", "kal16", "rms", "slt"):
        yield Voice(f"flite {name}", partial(by_flite, name))
    for language, texts in ACCENTS.items():
        say = partial(by_espeak, f"{language}+m1")
        yield Voice(f"espeak-ng {language}+m1", say, tuple(texts.split()))


def sounds(voice: Voice) -> list[Array]:
    """The digits in a voice, as samples."""
    said = []
    with TemporaryDirectory() as folder:
        for i, text in enumerate(voice.texts):
            path = Path(folder) / f"{i}.wav"
            voice.say(text, path)
            said.append(read(path))
    return said


def letters(row: Array) -> str:
    """A row in 64 steps, a letter for each number."""
    last = len(LETTERS) - 1
    steps = (row / row.std() / LARGEST + 1) / 2 * last
    return "".join(LETTERS[i] for i in np.rint(steps).clip(0, last).astype(int))


def in_throats(said: Sequence[Sequence[Array]]) -> list[Array]:
    """The digits that voices said as a listener is given them, in all THROATS."""
    return [log_mel(sound, throat) for digits in said for throat in THROATS for sound in digits]


def make() -> None:
    """Let all voices say all digits and keep what is heard."""
    every = list(voices())
    frames = in_throats([sounds(voice) for voice in bar(every, len(every), "voice")])
    heard = [
        [letters(row), i % len(DIGITS)]
        for bow in BOWS
        for i, row in enumerate(impressions(frames, bow))
    ]
    names = json.dumps([voice.name for voice in every])
    lines = ",\n".join(json.dumps(line) for line in heard)
    text = f'{{"made_by": "python -m tools.experiments spoken_digits",\n"voices": {names},\n'
    write_whole(RESULT, f'{text}"heard": [\n{lines}]}}\n'.encode())
