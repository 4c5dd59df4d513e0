"""What the topic `counts` has for others; `taotp_core.topics.counts.machine` makes it."""

from taotp_core.topics.counts.machine import next_word

__all__ = ["next_word"]
