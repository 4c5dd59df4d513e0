"""What the topic `spoken` has for others; `taotp.topics.spoken.sentence` makes it."""

from taotp.topics.spoken.sentence import spoken_sentence

__all__ = ["spoken_sentence"]
