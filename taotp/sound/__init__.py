"""Sounds: files that are read and written, frames, and how loud their bands are."""

from taotp.sound.wav import (
    LARGEST_FILE,
    RATE,
    at_rate,
    check_samples,
    decoded,
    frames,
    read,
    write,
)

__all__ = ["LARGEST_FILE", "RATE", "at_rate", "check_samples", "decoded", "frames", "read", "write"]
