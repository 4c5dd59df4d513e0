"""What the topic `french` has for others; `taotp.topics.french.machine` makes it."""

from taotp.topics.french.machine import (
    english_french,
    english_words,
    french_words,
    named_semes,
    rules,
)

__all__ = ["english_french", "english_words", "french_words", "named_semes", "rules"]
