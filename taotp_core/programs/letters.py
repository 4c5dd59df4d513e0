"""What the topic `letters` has for others; `taotp_core.topics.letters.machine` makes it."""

from taotp_core.topics.letters.machine import letters

__all__ = ["letters"]
