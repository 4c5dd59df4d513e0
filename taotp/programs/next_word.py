"""What the topic `counts` has for others; `taotp.topics.counts.machine` makes it."""

from taotp.topics.counts.machine import next_word

__all__ = ["next_word"]
