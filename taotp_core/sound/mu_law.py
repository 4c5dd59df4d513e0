"""Samples as telephones send them, a byte each, and back (ITU-T G.711)."""

import numpy as np

from taotp_core.arrays import Array

MU = 255  # how much the curve of telephones is bent


def from_mu_law(data: bytes) -> Array:
    """Samples of bytes that hold the logarithm of their size, as in ITU-T G.711."""
    curved = np.frombuffer(data, np.int8) / 127
    samples: Array = np.sign(curved) * np.expm1(np.abs(curved) * np.log1p(MU)) / MU
    return samples
