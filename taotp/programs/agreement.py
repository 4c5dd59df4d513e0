"""What the topic `agreement` has for others; `taotp.topics.agreement.machine` makes it."""

from taotp.topics.agreement.machine import LAYERS, agreement, layout_for, semes_of_words

__all__ = ["LAYERS", "agreement", "layout_for", "semes_of_words"]
