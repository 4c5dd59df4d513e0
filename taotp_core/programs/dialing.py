"""What the topic `dialing` has for others; `taotp_core.topics.dialing.machine` makes it."""

from taotp_core.topics.dialing.machine import (
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
