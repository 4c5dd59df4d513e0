"""Random tables to be looked up."""

import numpy as np

from taotp_core.arrays import Tokens


def random_table(n: int, d_vocab: int, length: int, seed: int) -> tuple[Tokens, Tokens]:
    """Draw n different keys [n, length] and their answers [n]."""
    rng = np.random.default_rng(seed)
    table: dict[tuple[int, ...], int] = {}
    while len(table) < n:
        table[tuple(rng.integers(d_vocab, size=length).tolist())] = int(rng.integers(d_vocab))
    return np.array(list(table)), np.array(list(table.values()))
