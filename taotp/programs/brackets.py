"""What the topic `brackets` has for others; `taotp.topics.brackets.machine` makes it."""

from taotp.topics.brackets.machine import brackets, layout_for, matching

__all__ = ["brackets", "layout_for", "matching"]
