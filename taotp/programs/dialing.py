"""What the topic `dialing` has for others; `taotp.topics.dialing.machine` makes it."""

from taotp.topics.dialing.machine import (
    BOTH,
    EVEN,
    FLOOR,
    FORKS,
    LONG_ENOUGH,
    RIVALS,
    SLACK,
    STOPWATCH,
    STRICT,
    TONES,
    dial_tones,
    leans,
    stream,
)

__all__ = [
    "BOTH",
    "EVEN",
    "FLOOR",
    "FORKS",
    "LONG_ENOUGH",
    "RIVALS",
    "SLACK",
    "STOPWATCH",
    "STRICT",
    "TONES",
    "dial_tones",
    "leans",
    "stream",
]
