"""Tables of keys and answers, as tokens; and prompts that cannot hold a key."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from taotp_core.arrays import Tokens
from taotp_core.program import Symbol

Table = Mapping[Any, Symbol]  # of sequences of symbols; Mapping would ask for their exact type


def as_tokens(
    table: Table, n_ctx: int, vocabulary: Iterable[Symbol]
) -> tuple[Tokens, Tokens, list[Symbol]]:
    """Ids of the keys [n, length] and answers [n], and the symbols; ValueError for a bad table."""
    if not table:
        raise ValueError("the table is empty; it must have at least 1 entry")
    rows = [tuple(key) for key in table]
    length = len(rows[0])
    for row in rows:
        if len(row) != length:
            raise ValueError(f"key {row} has length {len(row)}; it must be {length}, as the first")
    if len(set(rows)) < len(rows):
        twice = next(row for i, row in enumerate(rows) if row in rows[:i])
        raise ValueError(f"key {twice} is there twice; it must have one answer")
    if not 1 <= length <= n_ctx:
        raise ValueError(f"keys have length {length}; it must be from 1 to n_ctx = {n_ctx}")
    inside = [symbol for row, answer in zip(rows, table.values(), strict=True)
              for symbol in (*row, answer)]  # fmt: skip
    symbols = list(dict.fromkeys([*vocabulary, *inside]))
    ids = {symbol: i for i, symbol in enumerate(symbols)}
    keys = np.array([[ids[symbol] for symbol in row] for row in rows])
    return keys, np.array([ids[answer] for answer in table.values()]), symbols


def too_short(length: int) -> Callable[[Sequence[Symbol]], str]:
    """What is wrong with a prompt that cannot hold a key."""
    return partial(holds_no_key, length)


def holds_no_key(length: int, prompt: Sequence[Symbol]) -> str:
    """What is wrong with a prompt of fewer than `length` symbols, or nothing."""
    n = len(prompt)
    return f"the prompt has {n} symbols; a key has {length}" if n < length else ""
