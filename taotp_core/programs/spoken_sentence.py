"""What the topic `spoken` has for others; `taotp_core.topics.spoken.sentence` makes it."""

from taotp_core.topics.spoken.sentence import spoken_sentence

__all__ = ["spoken_sentence"]
