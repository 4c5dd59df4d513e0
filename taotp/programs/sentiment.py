"""What the topic `mood` has for others; `taotp.topics.mood.machine` makes it."""

from taotp.topics.mood.machine import columns, sentiment

__all__ = ["columns", "sentiment"]
