"""What the topic `spoken` has for others; `taotp.topics.spoken.machine` makes it."""

from taotp.topics.spoken.machine import (
    DIGITS,
    SILENCE,
    Stream,
    encoder,
    frames_of,
    hear,
    impressions,
    listener,
    so_far,
    spoken_digits,
    spoken_words,
    votes,
)

__all__ = [
    "DIGITS",
    "SILENCE",
    "Stream",
    "encoder",
    "frames_of",
    "hear",
    "impressions",
    "listener",
    "so_far",
    "spoken_digits",
    "spoken_words",
    "votes",
]
