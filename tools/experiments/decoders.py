"""What others wrote to hear dial tones, asked in one way; each is used where it is installed.

On Debian: apt-get install libspandsp-dev multimon-ng; pip install pydtmf soxr.
"""

import ctypes
import ctypes.util
import importlib
import subprocess
from collections.abc import Callable
from functools import cache
from importlib.metadata import version

import numpy as np

from taotp.programs import dial_tones
from taotp.sound.wav import RATE
from taotp_core.arrays import Array

MULTIMON_RATE = 22_050  # samples a second that multimon-ng takes
MOST_DIGITS = 128  # that spandsp keeps


def as_integers(samples: Array) -> bytes:
    """Samples as integers of 16 bits."""
    return np.rint(samples * 32767).astype("<i2").tobytes()


@cache
def our_machine() -> Callable[[Array], str]:
    """The machine of the book; a sound that it refuses with a sentence has no keys."""
    program = dial_tones()

    def heard(samples: Array) -> str:
        try:
            return program.complete(samples)
        except ValueError:
            return ""

    return heard


@cache
def spandsp() -> ctypes.CDLL:
    """The library, told what its functions take."""
    name = ctypes.util.find_library("spandsp")
    if name is None:
        raise RuntimeError("spandsp is not installed; on Debian: apt-get install libspandsp-dev")
    library = ctypes.CDLL(name)
    library.dtmf_rx_init.restype = ctypes.c_void_p
    library.dtmf_rx_init.argtypes = [ctypes.c_void_p] * 3
    library.dtmf_rx.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    library.dtmf_rx_get.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    library.dtmf_rx_free.argtypes = [ctypes.c_void_p]
    return library


def by_spandsp(samples: Array) -> str:
    """What the receiver of spandsp hears, with its settings as they come."""
    library = spandsp()
    state = library.dtmf_rx_init(None, None, None)
    library.dtmf_rx(state, as_integers(samples), len(samples))
    digits = ctypes.create_string_buffer(MOST_DIGITS + 1)
    library.dtmf_rx_get(state, digits, MOST_DIGITS)
    library.dtmf_rx_free(state)
    return digits.value.decode()


def by_multimon(samples: Array) -> str:
    """What multimon-ng hears in the same sound at its own rate."""
    fast = importlib.import_module("soxr").resample(samples, RATE, MULTIMON_RATE)
    said = subprocess.run(
        ["multimon-ng", "-q", "-c", "-a", "DTMF", "-t", "raw", "-"],
        input=as_integers(np.clip(fast, -1, 1)), capture_output=True, check=True,
    ).stdout.decode()  # fmt: skip
    return "".join(line.split()[1] for line in said.splitlines() if line.startswith("DTMF: "))


def by_pydtmf(samples: Array) -> str:
    """What PyDTMF hears, with its preprocessing as it comes."""
    whole = np.frombuffer(as_integers(samples), "<i2").tolist()
    digits, _ = importlib.import_module("PyDTMF").from_pcm(whole, RATE, 1)
    return str(digits)


DECODERS: dict[str, Callable[[Array], str]] = {
    "by hand": lambda samples: our_machine()(samples),
    "spandsp": by_spandsp,
    "multimon-ng": by_multimon,
    "PyDTMF": by_pydtmf,
}


def printed_by(*command: str) -> str:
    """What a command prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


VERSIONS: dict[str, Callable[[], str]] = {
    "by hand": lambda: "",
    "spandsp": lambda: printed_by("pkg-config", "--modversion", "spandsp").strip(),
    "multimon-ng": lambda: printed_by("multimon-ng", "-h").split()[1],
    "PyDTMF": lambda: version("pydtmf"),
}
