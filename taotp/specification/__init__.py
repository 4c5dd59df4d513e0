"""Try a program on every prompt there is, shortest first, and compare with what it should say."""

from taotp.specification.cases import (
    AT_ONCE,
    Case,
    Prompt,
    Specification,
    asked,
    batches,
    every_prompt,
    how_many,
    in_letters,
    most_heads,
    shown,
    symbols_of,
)
from taotp.specification.comparing import Comparison, agrees, compare, run, said

__all__ = [
    "AT_ONCE",
    "Case",
    "Comparison",
    "Prompt",
    "Specification",
    "agrees",
    "asked",
    "batches",
    "compare",
    "every_prompt",
    "how_many",
    "in_letters",
    "most_heads",
    "run",
    "said",
    "shown",
    "symbols_of",
]
