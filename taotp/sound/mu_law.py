"""Samples as telephones send them, a byte each, and back (ITU-T G.711)."""

import numpy as np

from taotp_core.arrays import Array

MU = 255  # how much the curve of telephones is bent
CURVED = np.arange(256).astype(np.int8) / 127
SAMPLES: Array = np.sign(CURVED) * np.expm1(np.abs(CURVED) * np.log1p(MU)) / MU


def from_mu_law(data: bytes) -> Array:
    """Samples of bytes that hold the logarithm of their size, as in ITU-T G.711."""
    samples: Array = SAMPLES[np.frombuffer(data, np.uint8)]
    return samples


def of_mu_law(data: bytes) -> Array:
    """Samples of bytes as telephone exchanges of America and Japan write them (G.711, table 2).

    All bits are turned over; then a sign, three bits of a power of 2, and four of a step in it.
    """
    turned = ~np.frombuffer(data, np.uint8)
    power, step = turned >> 4 & 7, turned & 15
    size = ((step.astype(np.int32) << 3) + 132 << power) - 132
    return np.where(turned & 128, -size, size) / 2**15


def of_a_law(data: bytes) -> Array:
    """Samples of bytes as telephone exchanges elsewhere write them (G.711, table 1).

    Every other bit is turned over; then as above, but the smallest steps are all alike.
    """
    turned = np.frombuffer(data, np.uint8) ^ 0x55
    power, step = (turned >> 4 & 7).astype(np.int32), turned & 15
    size = (step.astype(np.int32) << 4) + 8
    size = np.where(power > 0, size + 256 << np.maximum(power - 1, 0), size)
    return np.where(turned & 128, size, -size) / 2**15
