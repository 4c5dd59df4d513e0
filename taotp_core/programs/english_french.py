"""What the topic `french` has for others; `taotp_core.topics.french.machine` makes it."""

from taotp_core.topics.french.machine import (
    english_french,
    english_words,
    french_words,
    named_semes,
    rules,
)

__all__ = ["english_french", "english_words", "french_words", "named_semes", "rules"]
