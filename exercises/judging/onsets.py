"""Which one of those so far is it? Asked of a machine that sees everything at once."""

from dataclasses import replace
from itertools import product

import numpy as np

from exercises.judging.judge import Tally, Wrong, ask, own_model, right, standard
from taotp_core.arrays import Tokens
from taotp_core.weights import Transformer

PLACES = 9  # and as many numbers, and a 0


def without_mask(answer: object) -> Transformer:
    """The book's machine but for its mask, with the sizes of the task; else Wrong."""
    where = "in the answer"
    model = own_model(ask(answer, where=where), where)
    if model.causal:
        raise Wrong(f"{where} expected causal False, got a mask")
    standard(replace(model, causal=True))
    if (model.d_vocab, model.n_ctx) != (PLACES + 1, PLACES):
        raise Wrong(f"{where} expected d_vocab {PLACES + 1} and n_ctx {PLACES}, got "
                    f"{model.d_vocab} and {model.n_ctx}")  # fmt: skip
    return model


def onsets() -> tuple[Tokens, Tokens]:
    """Every row of zeros and ones, and at each one the number of those up to it; -1 elsewhere."""
    tokens = np.array(list(product((0, 1), repeat=PLACES)))
    return tokens, np.where(tokens == 1, tokens.cumsum(axis=1), -1)


def numbered(model: Transformer) -> Tally:
    """Every one of every row has its number; else Wrong."""
    tokens, expected = onsets()
    return right(model, tokens, expected, lambda row: f"{list(row)} and what follows")
