"""What the topic `mood` has for others; `taotp_core.topics.mood.machine` makes it."""

from taotp_core.topics.mood.machine import columns, sentiment

__all__ = ["columns", "sentiment"]
