"""How far each of a press's qualities may go until the machine by hand no longer hears it."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from taotp.applications.dialing.dialed import N_KEYS
from taotp.applications.dialing.tones import KEYS, dial
from tools.experiments.decoders import our_machine
from tools.experiments.dial_tones_map import in_order

FIRST_SEED = 14_000
STRINGS = 12
SWEPT: dict[str, list[float]] = {
    "deviation": [round(0.125 * k, 3) for k in range(33)],
    "on": [float(ms) for ms in range(20, 51)],
    "off": [float(ms) for ms in range(51)],
    "gap": [float(ms) for ms in range(31)],
    "level": [float(level) for level in range(-80, 4)],
    "twist": [float(twist) for twist in range(-24, 25)],
    "snr": [float(snr) for snr in range(-5, 21)],
    "offset": [round(0.05 * k, 2) for k in range(17)],
}
POINTS = [{"what": what, "value": value} for what, values in SWEPT.items() for value in values]
WORDS = (
    f"strings of {STRINGS} of {N_KEYS} presses heard right, presses heard and digits said beside "
    f"them; deviations up or down for each tone; seeds from {FIRST_SEED} on"
)


def measure(what: str, value: float) -> Iterator[dict[str, object]]:
    """What is heard where one quality is not as it should be."""
    right = heard = false = 0
    for seed in range(FIRST_SEED, FIRST_SEED + STRINGS):
        samples, keys = swept(what, value, np.random.default_rng(seed))
        said = our_machine()(samples)
        right += said == keys
        heard += (found := in_order(said, keys))
        false += len(said) - found
    yield {"right": right, "heard": heard, "false": false}


def swept(what: str, value: float, rng: np.random.Generator) -> tuple[Any, str]:
    """A string whose presses have a quality."""
    keys = "".join(rng.choice(list(KEYS), N_KEYS))
    offset = value if what == "offset" else 0.0  # of all samples, as a bad microphone adds
    signs = rng.choice([-1.0, 1.0], (N_KEYS, 2))
    settings: dict[str, Any] = {} if offset or what == "offset" else {
        what: value * signs if what == "deviation" else value
    }  # fmt: skip
    samples = dial(keys, lead=rng.uniform(20, 80), seed=int(rng.integers(2**32)), **settings)
    return np.clip(samples + offset, -1.0, 1.0), keys
