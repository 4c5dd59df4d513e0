"""The tones of a telephone's keys, as ITU-T Q.23 has them, dialed well or badly on purpose.

Levels are in dBm0 as in ITU-T G.711: a sine that reaches 1 has +3.14 dBm0.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from taotp.sound.wav import RATE
from taotp_core.arrays import Array

ROWS = (697, 770, 852, 941)  # Hz
COLUMNS = (1209, 1336, 1477, 1633)  # Hz
KEYS = "123A456B789C*0#D"  # the key in row r and column c is KEYS[4 * r + c]
FULL_SCALE = 3.14  # dBm0 of a sine that reaches 1

PerKey = float | Sequence[float] | Array
Press = str | float | tuple[str | float, ...]


def tones_of(key: str) -> tuple[int, int]:
    """The frequencies of a key's row and column, in Hz; ValueError where there is no such key."""
    place = KEYS.find(key) if len(key) == 1 else -1
    if place < 0:
        raise ValueError(f"{key!r} is not a key of a telephone; those are {' '.join(KEYS)}")
    return ROWS[place // 4], COLUMNS[place % 4]


def amplitude(level: float) -> float:
    """How far a sine of a level in dBm0 reaches."""
    return float(10 ** ((level - FULL_SCALE) / 20))


def dial(
    keys: Sequence[Press],
    *,
    on: PerKey = 50.0,
    off: PerKey = 50.0,
    level: PerKey = -10.0,
    twist: PerKey = 0.0,
    deviation: Sequence[Any] | Array = (0.0, 0.0),
    gap: PerKey = 0.0,
    snr: float | None = None,
    hiss: float | None = None,
    lead: float = 50.0,
    tail: float = 50.0,
    seed: int = 0,
) -> Array:
    """Samples of keys that are pressed one after the other.

    An entry of `keys` is a key, a frequency in Hz that sounds alone, or a tuple of such that sound
    at once. These may be given for each key: `on` and the silence `off` after it in ms; the `level`
    of a row's tone or of a lone one in dBm0; `twist`, the dB by which the column's is louder;
    `deviation` of the row's and the column's frequency in percent, one pair or a pair a key; `gap`,
    ms of silence in the middle of a press. White noise is `snr` dB below the power of the presses
    while they sound; more of it has the level `hiss` in dBm0. `lead` and `tail` are ms of silence
    before the first key and, instead of the last `off`, behind the last. Phases and noise are drawn
    from the seed. What is beyond -1 and 1 is cut off, as in a telephone. Raises ValueError for what
    cannot be dialed.
    """
    rng, n = np.random.default_rng(seed), len(keys)
    names = {"on": on, "off": off, "level": level, "twist": twist, "gap": gap}
    each = {name: for_each(name, value, (n,)) for name, value in names.items()}
    pairs = for_each("deviation", deviation, (n, 2))
    pauses = [lead, *each["off"][: n - 1], tail] if n else [lead + tail]
    for name, times in (("on", each["on"]), ("off", pauses), ("gap", each["gap"])):
        if min(times, default=0.0) < 0:
            raise ValueError(f"{name} is {min(times):g} ms; a time is at least 0")
    parts = [silence(pauses[0])]
    for i, press in enumerate(keys):
        one = {name: float(values[i]) for name, values in each.items()}
        part = pressed(press, one["on"], one["level"], one["twist"], pairs[i], rng)
        parts += [interrupted(part, one["gap"]), silence(pauses[i + 1])]
    samples = np.concatenate(parts)
    if snr is not None:
        samples = samples + noise(len(samples), power(parts[1::2]) / 10 ** (snr / 10), rng)
    if hiss is not None:
        samples = samples + noise(len(samples), amplitude(hiss) ** 2 / 2, rng)
    cut: Array = np.clip(samples, -1.0, 1.0)
    return cut


def for_each(name: str, value: Any, shape: tuple[int, ...]) -> Array:
    """A setting for each key; ValueError where there are too few, or they are no numbers."""
    try:
        each: Array = np.broadcast_to(np.asarray(value, np.float64), shape)
    except (TypeError, ValueError):
        what = "pair" if len(shape) > 1 else "number"
        raise ValueError(
            f"{name} is {value!r}; give one {what}, or one for each of the {shape[0]} keys"
        ) from None
    if not np.isfinite(each).all():
        raise ValueError(f"{name} is {value!r}; every number must be finite")
    return each


def silence(ms: float) -> Array:
    """So much of nothing."""
    return np.zeros(round(ms * RATE / 1000))


def pressed(
    press: Press,
    on: float,
    level: float,
    twist: float,
    deviation: Array,
    rng: np.random.Generator,
) -> Array:
    """The samples of one press, each of its tones in a phase that is drawn."""
    time = np.arange(round(on * RATE / 1000)) / RATE
    sound = np.zeros(len(time))
    for part in press if isinstance(press, tuple) else (press,):
        if isinstance(part, str):
            tones = np.array(tones_of(part)) * (1 + deviation / 100)
            levels = [level, level + twist]
        else:
            tones, levels = np.array([float(part)]), [level]
        for frequency, loud in zip(tones, levels, strict=True):
            phase = rng.uniform(0, 2 * np.pi)
            sound += amplitude(loud) * np.sin(2 * np.pi * frequency * time + phase)
    return sound


def interrupted(sound: Array, gap: float) -> Array:
    """A press with ms of silence in its middle."""
    size = min(len(sound), round(gap * RATE / 1000))
    first = (len(sound) - size) // 2
    sound[first : first + size] = 0.0
    return sound


def power(presses: Sequence[Array]) -> float:
    """The mean square of presses while they sound."""
    sounding = np.concatenate([*presses, np.zeros(0)])
    return float(np.square(sounding).mean()) if sounding.size else 0.0


def noise(n: int, power: float, rng: np.random.Generator) -> Array:
    """White noise [n] of a mean square."""
    return rng.normal(0.0, np.sqrt(power), n)
