"""Searching."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.catalogue.searching.hashed_search import hashed_search
from exercises.catalogue.searching.neither_of_two import confusing
from exercises.catalogue.searching.post_norm_search import post_norm_search
from exercises.catalogue.searching.thrifty_search import thrifty_search
from taotp.programs.searching import search
from taotp_core.weights import RMS_NORM, Transformer
from tests.exercises.invited import Invited

Make = Callable[[int, int, int], Transformer]


def backwards(model: Transformer) -> Transformer:
    """Heads of each layer the other way round."""
    return replace(
        model, layers=[replace(layer, heads=layer.heads[::-1]) for layer in model.layers]
    )


def at_most(most: int, make: Make) -> Make:
    """Matches fewer tokens than it is told, from some number on."""
    return lambda d_vocab, n_ctx, n_match: make(d_vocab, n_ctx, min(n_match, most))


def without_the_last(make: Make) -> Make:
    """The head that gathers the oldest token is left out."""

    def fewer(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        model = make(d_vocab, n_ctx, n_match)
        gather, find = model.layers
        return replace(model, layers=[replace(gather, heads=gather.heads[:-1]), find])

    return fewer


def twice_above(digit: int) -> list[int]:
    """Three occurrences, of which two are followed by the one above."""
    below, above = (digit - 1) % 10, (digit + 1) % 10
    asked = [(digit + 5) % 10, (digit + 4) % 10]
    return [digit, *asked, below, *asked, above, *asked, above, *asked]


def far_around(digit: int) -> list[int]:
    """What follows is three steps below and three above: their mean is on the other side."""
    asked = [(digit + 5) % 10, (digit + 6) % 10]
    return [digit, *asked, (digit - 3) % 10, *asked, (digit + 3) % 10, *asked]


def not_around(digit: int) -> list[int]:
    """Digits that are not taken modulo ten."""
    return [0, 5, 4, digit - 1, 5, 4, digit + 1, 5, 4]


INVITED = {
    "post-norm-search": Invited(
        wrong={
            "another word for the norms alone": lambda *sizes: replace(
                search(*sizes).model, norms="after", norm_final=None
            ),
            "no more than three tokens": at_most(3, post_norm_search),
        },
        right={
            "gathering heads in another order": lambda *sizes: backwards(post_norm_search(*sizes))
        },
    ),
    "thrifty-search": Invited(
        wrong={
            "right under RMSNorm, which takes no direction": lambda *sizes: replace(
                thrifty_search(*sizes), norm_final=RMS_NORM
            ),
            "the oldest token is gathered by nobody": without_the_last(thrifty_search),
        },
        right={
            "gathering heads in another order": lambda *sizes: backwards(thrifty_search(*sizes))
        },
    ),
    "hashed-search": Invited(
        wrong={
            "no more than eight tokens": at_most(8, hashed_search),
            "the oldest token is gathered by nobody": without_the_last(hashed_search),
        },
        right={"heads in another order": lambda *sizes: backwards(hashed_search(*sizes))},
    ),
    "neither-of-two": Invited(
        wrong={"three steps to each side": far_around, "minus one is no digit": not_around},
        right={
            "an array": lambda digit: np.array(confusing(digit)),
            "one neighbor twice": twice_above,
        },
    ),
    "one-symbol-less": Invited(
        wrong={
            "a turn less of the second gatherer": "layers.0.heads.1.W_Q:11.2=0",
            "what the second gatherer hands on": "layers.0.heads.1.W_V:1.1=0",
        },
        right={"a key of the second gatherer": {"layers.0.heads.1.W_K:10.2": np.int64(3)}},
    ),
}
