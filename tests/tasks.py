"""Tasks for the door for long work, in a file of their own: processes import it and no more."""

import os
import signal
import time
from pathlib import Path

import numpy as np


def squared(x: int) -> int:
    return x * x


def product_of(seed: int) -> bytes:
    """A product whose last bits depend on how it is shared out among threads."""
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=(2, 300, 300))
    return bytes(x @ y)


def process(_: int) -> int:
    return os.getpid()


def ends(asked: tuple[Path, int]) -> int:
    """End this process: always for 3, and for 5 the first time."""
    folder, x = asked
    if x == 3 or (x == 5 and not (folder / "seen").exists()):
        (folder / "seen").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return x


def refuses(x: int) -> int:
    if x == 2:
        raise ValueError("two is not asked")
    return x


def slow(seconds: float) -> float:
    time.sleep(seconds)
    return seconds
