"""What the topic `spoken` has for others; `taotp_core.topics.spoken.machine` makes it."""

from taotp_core.topics.spoken.machine import (
    Stream,
    frames_of,
    impressions,
    listener,
    spoken_digits,
    spoken_words,
)

__all__ = ["Stream", "frames_of", "impressions", "listener", "spoken_digits", "spoken_words"]
