"""Let synthesizers say the words of the chapter *Say a word*, and keep the sounds.

python -m tools.experiments said_words     seconds; needs flite and espeak-ng

Writes taotp/applications/spoken/said_words.json: for each voice and word a sound, a byte for each
sample at 8 kHz by the mu-law of ITU-T G.711, as telephones send it. None of the voices is among
those of `spoken_digits` in this manner of speaking.
"""

import base64
import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from taotp.applications.spoken.machine import DIGITS
from taotp.files import write_whole
from taotp.sound.bands import HOP, SIZE, loudness
from taotp.sound.mu_law import MU
from taotp.sound.wav import read
from taotp_core.arrays import Array

RESULT = Path(__file__).resolve().parents[2] / "taotp/applications/spoken/said_words.json"
WORDS = ("directories", "files", "photos")
AROUND = 4  # frames that are kept before and after a word
FAINT = 1e-4  # of the loudest frame; a word is louder
LOUD = 0.7  # the largest sample

FLITE = {  # a voice, how much slower than usual it speaks, and what it says
    "a man": ("rms", 1.1, WORDS),
    "a man again": ("rms", 0.85, WORDS),
    "a woman": ("slt", 1.1, WORDS),
    "a woman again": ("slt", 0.85, WORDS),
    "a woman, half as fast": ("slt", 2.2, ("files",)),
}
ESPEAK = {"a machine": "en-us+m2"}


def said(command: list[str], path: Path) -> Array:
    """What a synthesizer says, without most of the silence around it."""
    subprocess.run(command, check=True)
    samples = read(path)
    power = loudness(samples).sum(axis=1)
    heard = np.flatnonzero(power > FAINT * power.max())
    start = max(0, heard[0] - AROUND) * HOP
    samples = samples[start : (heard[-1] + AROUND) * HOP + SIZE].copy()
    samples *= LOUD / np.abs(samples).max()
    return samples


def mu_law(samples: Array) -> str:
    """Samples in bytes: the sign and the logarithm of the size, in 255 steps from -1 to 1."""
    curved = np.sign(samples) * np.log1p(MU * np.abs(samples)) / np.log1p(MU)
    return base64.b64encode(np.rint(127 * curved).astype(np.int8).tobytes()).decode()


def make() -> None:
    """Let all voices say their words."""
    sounds: dict[str, dict[str, str]] = {}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "said.wav"
        for name, (voice, slower, words) in FLITE.items():
            how = ["flite", "-voice", voice, "--setf", f"duration_stretch={slower}"]
            how += ["-o", str(path), "-t"]
            sounds[name] = {word: mu_law(said([*how, word], path)) for word in words}
        for name, voice in ESPEAK.items():
            how = ["espeak-ng", "-v", voice, "-w", str(path)]
            sounds[name] = {word: mu_law(said([*how, word], path)) for word in DIGITS}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(own)}" for name, own in sounds.items())
    text = f'{{"made_by": "python -m tools.experiments said_words",\n"said": {{\n{lines}}}}}\n'
    write_whole(RESULT, text.encode())
