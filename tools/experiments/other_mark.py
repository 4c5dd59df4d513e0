"""How far apart sums and places lie for a mark of any direction and length.

Nothing is random here. The numbers of a position are marks of the length of COORDINATE, at 30, 150
and 270 degrees from EAST toward NORTH.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from taotp_core.arrays import Array
from taotp_core.encodings import EAST, NORTH, circle
from taotp_core.gadgets import separation
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM

DIGITS = (1, 2, 3)
DEGREES = range(0, 360, 5)
COORDINATE = float(np.hypot(EAST[0], NORTH[0]))  # what positions see of (1, 0, 0)
LENGTHS = np.arange(0.05, 3.001, 0.05)
POINTS = [{"digits": n, "degrees": angle} for n, angle in product(DIGITS, DEGREES)]
WORDS = (
    f"the smallest gap for a mark of length {COORDINATE:.4f} in this direction, and the length "
    f"up to {LENGTHS[-1]:g} that has the largest gap; nothing is random"
)


def direction(degrees: float) -> Array:
    """The mark of length 1 at an angle from EAST toward NORTH [3]."""
    turned = np.deg2rad(degrees)
    mark: Array = np.cos(turned) * EAST + np.sin(turned) * NORTH
    return mark


def gap(n_digits: int, mark: Array) -> float:
    """The smallest distance of two entries of the MLP of add(n_digits, mark=mark)."""
    places = circle(3 * n_digits + 2)[-n_digits - 1 :]
    sums = np.arange(2 * 10**n_digits - 1)
    rows = np.zeros((len(sums), len(places), 7))
    rows[..., 0] = sums[:, None] / 100 + places @ mark
    rows[..., 1] = 1
    rows[..., 4:] = places
    return separation(normalize(rows, LAYER_NORM)[..., 0].ravel())


def measure(digits: int, degrees: int) -> Iterator[dict[str, object]]:
    """The gap at the length of a coordinate, and at the best length."""
    towards = direction(degrees)
    gaps = [gap(digits, length * towards) for length in LENGTHS]
    best = int(np.argmax(gaps))
    yield {
        "gap": f"{gap(digits, COORDINATE * towards):.3g}",
        "best_length": f"{LENGTHS[best]:g}",
        "best_gap": f"{gaps[best]:.3g}",
    }
