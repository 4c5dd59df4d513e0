"""Searching."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.catalogue.searching.hashed_search import hashed_search
from exercises.catalogue.searching.neither_of_two import confusing
from exercises.catalogue.searching.post_norm_search import post_norm_search
from exercises.catalogue.searching.thrifty_search import thrifty_search
from taotp_core.weights import RMS_NORM, Transformer
from tests.exercises.changing import other_order

Make = Callable[[int, int, int], Transformer]


def at_most(most: int, make: Make) -> Make:
    """Matches fewer tokens than it is told, from some number on."""
    return lambda d_vocab, n_ctx, n_match: make(d_vocab, n_ctx, min(n_match, most))


def not_around(digit: int) -> list[int]:
    """Digits that are not taken modulo ten."""
    return [0, 5, 4, digit - 1, 5, 4, digit + 1, 5, 4]


INVITED: dict[str, dict[str, object]] = {
    "post-norm-search": {
        "wrong: no more than three tokens": at_most(3, post_norm_search),
        "right: another order": lambda *sizes: other_order(post_norm_search(*sizes)),
    },
    "thrifty-search": {
        "wrong: RMSNorm": lambda *sizes: replace(thrifty_search(*sizes), norm_final=RMS_NORM),
        "right: another order": lambda *sizes: other_order(thrifty_search(*sizes)),
    },
    "hashed-search": {
        "wrong: no more than eight tokens": at_most(8, hashed_search),
        "right: heads in another order": lambda *sizes: other_order(hashed_search(*sizes)),
    },
    "neither-of-two": {
        "wrong": [not_around],
        "right: an array": lambda digit: np.array(confusing(digit)),
    },
    "one-symbol-less": {
        "wrong: a turn less of the second gatherer": "layers.0.heads.1.W_Q:11.2=0",
        "right: a key of the second gatherer": {"layers.0.heads.1.W_K:10.2": np.int64(3)},
    },
}
