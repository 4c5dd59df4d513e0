"""What the topic `spoken` has for others; `taotp_core.topics.spoken.machine` makes it."""

from taotp_core.topics.spoken.machine import (
    DIGITS,
    SILENCE,
    Stream,
    frames_of,
    hear,
    impressions,
    listener,
    spoken_digits,
    spoken_words,
    votes,
)

__all__ = [
    "DIGITS",
    "SILENCE",
    "Stream",
    "frames_of",
    "hear",
    "impressions",
    "listener",
    "spoken_digits",
    "spoken_words",
    "votes",
]
