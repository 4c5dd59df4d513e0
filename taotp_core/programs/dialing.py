"""What the topic `dialing` has for others; `taotp_core.topics.dialing.machine` makes it."""

from taotp_core.topics.dialing.machine import dial_tones

__all__ = ["dial_tones"]
