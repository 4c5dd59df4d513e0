"""How many presses the machine hears, by how long they are and how far off their tones are."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from taotp.applications.dialing.dialed import N_KEYS
from taotp.applications.dialing.tones import KEYS, dial
from tools.experiments.decoders import our_machine

FIRST_SEED = 13_000
TIMES = [float(ms) for ms in range(20, 62, 2)]
PERCENTS = [round(0.25 * k, 2) for k in range(-16, 17)]
POINTS = [{"deviation": percent, "on": ms} for percent, ms in product(PERCENTS, TIMES)]
STRINGS = 3
WORDS = (
    f"of {STRINGS * N_KEYS} presses how many are heard, both tones so many percent off, each press "
    f"so many ms; seeds from {FIRST_SEED} on"
)


def measure(deviation: float, on: float) -> Iterator[dict[str, object]]:
    """The presses that are heard, one after the other, as those that were dialed."""
    heard = 0
    for seed in range(FIRST_SEED, FIRST_SEED + STRINGS):
        rng = np.random.default_rng(seed)
        keys = "".join(rng.choice(list(KEYS), N_KEYS))
        samples = dial(keys, on=on, deviation=(deviation, deviation), lead=rng.uniform(20, 80),
                       seed=seed)  # fmt: skip
        heard += in_order(our_machine()(samples), keys)
    yield {"heard": heard, "presses": STRINGS * N_KEYS}


def in_order(said: str, keys: str) -> int:
    """How many of the keys are said in their order: the longest common subsequence."""
    best = [0] * (len(keys) + 1)
    for symbol in said:
        before = best[:]
        for i, key in enumerate(keys):
            best[i + 1] = max(before[i] + 1 if symbol == key else 0, best[i], before[i + 1])
    return best[-1]
