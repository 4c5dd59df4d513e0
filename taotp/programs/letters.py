"""What the topic `letters` has for others; `taotp.topics.letters.machine` makes it."""

from taotp.topics.letters.machine import letters

__all__ = ["letters"]
