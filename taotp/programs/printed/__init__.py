"""Machines as their sources print them: each says in one sentence where it differs from ours."""

from taotp.programs.printed.letters import (
    MYSTERY_CONTEXT,
    MYSTERY_K,
    MYSTERY_Q,
    POS_EMB,
    SYMBOLS,
    TOK_EMB,
    aab,
    greeting,
    mystery,
)
from taotp.programs.printed.lists import minimum, sort
from taotp.programs.printed.searching import HARD, search, searcher
from taotp.programs.printed.sums import add, add_mod10
from taotp.programs.printed.tables import lookup, square_heads

__all__ = [
    "HARD",
    "MYSTERY_CONTEXT",
    "MYSTERY_K",
    "MYSTERY_Q",
    "POS_EMB",
    "SYMBOLS",
    "TOK_EMB",
    "aab",
    "add",
    "add_mod10",
    "greeting",
    "lookup",
    "minimum",
    "mystery",
    "search",
    "searcher",
    "sort",
    "square_heads",
]
