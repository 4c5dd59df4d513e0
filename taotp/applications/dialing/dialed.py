"""Strings to be dialed that a receiver must hear, and others that it must not.

ITU-T Q.24 lists what administrations ask of a receiver; the lines here are the strictest of those
that the book's machine is held to: a press of 40 ms, a pause of 40 ms, a level of 0 to -25 dBm0 a
tone, a column up to 4 dB louder or 8 dB softer than its row, frequencies up to 1.5 % off, a gap of
10 ms in a press that is one press all the same; and no press of 23 ms, none more than 3.5 % off.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from taotp.applications.dialing.tones import COLUMNS, KEYS, ROWS, dial
from taotp_core.arrays import Array

N_KEYS = 8  # presses a string
LEVELS = (-25.0, 0.0)  # dBm0 a tone
TWISTS = (-8.0, 4.0)  # dB
NEAR = 1.5  # percent: so far off a tone must still be heard
FAR = (3.5, 5.0)  # percent: so far off it must not be

Settings = dict[str, Any]
Draw = Callable[[np.random.Generator], Settings]


def corners(rng: np.random.Generator, percent: float) -> Array:
    """Deviations [N_KEYS, 2] of so many percent up or down."""
    at: Array = percent * rng.choice([-1.0, 1.0], (N_KEYS, 2))
    return at


def far(rng: np.random.Generator) -> Array:
    """Deviations [N_KEYS, 2] of which one or both are too large."""
    off: Array = rng.uniform(*FAR, (N_KEYS, 2)) * rng.choice([-1.0, 1.0], (N_KEYS, 2))
    off[rng.random(N_KEYS) < 1 / 3, 0] = 0.0
    off[(rng.random(N_KEYS) < 1 / 2) & (off[:, 0] != 0), 1] = 0.0
    return off


def mixed(rng: np.random.Generator) -> Settings:
    """Everything that is allowed, drawn for each string or key; a gap in one string of four."""
    return {
        "on": rng.uniform(50 if (gap := rng.choice([0.0, 0.0, 0.0, 10.0])) else 40, 100, N_KEYS),
        "off": rng.uniform(40, 100, N_KEYS),
        "level": rng.uniform(*LEVELS),
        "twist": rng.uniform(*TWISTS),
        "deviation": rng.uniform(-NEAR, NEAR, (N_KEYS, 2)),
        "snr": rng.uniform(15, 30),
        "gap": gap,
    }


def worst(rng: np.random.Generator) -> Settings:
    """Everything at once at its worst, which no standard asks."""
    return {
        "on": 40.0, "off": 40.0, "level": -25.0, "twist": rng.choice(TWISTS), "gap": 10.0,
        "deviation": corners(rng, NEAR), "snr": 15.0,
    }  # fmt: skip


def lone(rng: np.random.Generator) -> Settings:
    """Tones of rows or columns that sound alone, where keys would be two of them."""
    return {"keys": [float(x) for x in rng.choice([*ROWS, *COLUMNS], N_KEYS)]}


def noises(rng: np.random.Generator) -> Settings:
    """Nothing but noise."""
    return {"keys": [], "lead": 850.0, "hiss": rng.uniform(-40, -5)}


HEARD: Mapping[str, Draw] = {
    "nominal": lambda rng: {},
    "0 dBm0": lambda rng: {"level": LEVELS[1]},
    "-25 dBm0": lambda rng: {"level": LEVELS[0]},
    "40/40 ms": lambda rng: {"on": 40.0, "off": 40.0},
    "SNR 15 dB": lambda rng: {"snr": 15.0},
    "corners of 1.5 %": lambda rng: {"deviation": corners(rng, NEAR)},
    "twist -8 to 4 dB": lambda rng: {"twist": rng.uniform(*TWISTS, N_KEYS)},
    "gap of 10 ms": lambda rng: {"gap": 10.0},
    "mixed": mixed,
    "all worst": worst,
}
SILENT: Mapping[str, Draw] = {
    "3.5 to 5 % off": lambda rng: {"deviation": far(rng)},
    "23 ms": lambda rng: {"on": 23.0},
    "20 ms": lambda rng: {"on": 20.0},
    "noise": noises,
    "single tones": lone,
}


def string(line: str, seed: int) -> tuple[Array, str]:
    """The samples of a line's string, and the keys that must be heard in it.

    The seed draws keys, phases, noise and the silence before the first key. Raises ValueError for
    a line that is neither in HEARD nor in SILENT.
    """
    draw = HEARD.get(line) or SILENT.get(line)
    if draw is None:
        known = ", ".join([*HEARD, *SILENT])
        raise ValueError(f"no line is called {line!r}; there are {known}")
    rng = np.random.default_rng([seed, [*HEARD, *SILENT].index(line)])
    keys = "".join(rng.choice(list(KEYS), N_KEYS))
    settings: Settings = {"keys": keys, "lead": rng.uniform(20, 80), **draw(rng)}
    samples = dial(**settings, seed=int(rng.integers(2**32)))
    return samples, keys if line in HEARD else ""
