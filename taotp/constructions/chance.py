"""Numbers that look drawn and follow from a seed, the same in Python and in a page."""

import numpy as np

from taotp_core.arrays import Array

WORD = 2**32
MIX = ((16, 0x85EBCA6B), (13, 0xC2B2AE35))  # of MurmurHash3 (Appleby 2011)
GOLDEN = 0x9E3779B9


def number(seed: int, i: int) -> float:
    """The i-th number of a seed, from 0 up to 1; a page draws the same.

    Multiples of the golden ratio, mixed (Steele and others 2014) by the end of MurmurHash3.

    >>> round(number(0, 0), 4)
    0.314
    """
    return mixed(mixed(seed + 1) + (i + 1) * GOLDEN) / WORD


def mixed(x: int) -> int:
    """A number of 32 bits, each of which depends on all bits of x."""
    x %= WORD
    for shift, factor in MIX:
        x = (x ^ (x >> shift)) * factor % WORD
    return x ^ (x >> 16)


def numbers(seed: int, begin: int, n: int) -> Array:
    """The numbers `begin` to `begin + n` of a seed, as `number` says each: [n].

    >>> numbers(3, 5, 2).tolist() == [number(3, 5), number(3, 6)]
    True
    """
    places = np.arange(begin + 1, begin + n + 1, dtype=np.uint64)
    x = (np.uint64(mixed(seed + 1)) + places * np.uint64(GOLDEN)) % np.uint64(WORD)
    for shift, factor in MIX:
        x = (x ^ (x >> np.uint64(shift))) * np.uint64(factor) % np.uint64(WORD)
    return (x ^ (x >> np.uint64(16))).astype(np.float64) / WORD
