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


def random_keys(n: int, d_vocab: int, length: int, rng: np.random.Generator) -> Tokens:
    """So many different keys, drawn: tokens [n, length], the same on every machine.

    They are those of `rng.choice(d_vocab**length, n, replace=False)`, written with d_vocab digits,
    the lowest first. That call never ends where an index has 32 bits, as in a browser, because
    10**10 does not fit; these numbers are Python's own. Floyd's way: Bentley, "A sample of
    brilliance". Raises ValueError where there are fewer keys than n.

    >>> random_keys(2, d_vocab=10, length=10, rng=np.random.default_rng(0)).shape
    (2, 10)
    """
    every = d_vocab**length
    if n > every:
        raise ValueError(f"n is {n}; {d_vocab} symbols make {every} keys of length {length}")
    found: dict[int, None] = {}
    for last in range(every - n, every):
        drawn = int(rng.integers(last + 1))
        found[last if drawn in found else drawn] = None
    numbers = [*found]
    for last in range(n - 1, 0, -1):
        drawn = int(rng.integers(last + 1))
        numbers[last], numbers[drawn] = numbers[drawn], numbers[last]
    digits = [[number // d_vocab**place % d_vocab for place in range(length)] for number in numbers]
    return np.array(digits, dtype=np.intp).reshape(n, length)
