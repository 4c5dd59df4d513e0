"""Which one of those so far is it? Asked of a machine that sees everything at once."""

from itertools import product

import numpy as np

from exercises.judging.asking import Shown, note
from exercises.judging.judge import Tally, Wrong, ask, hold, own_model, right, standard
from taotp_core.arrays import Tokens
from taotp_core.weights import Transformer

PLACES = 9  # and as many numbers, and a 0


def without_mask(answer: object) -> Transformer:
    """The book's machine but for its mask, with the sizes of the task; else Wrong."""
    where = "in the answer"
    model = own_model(ask(answer, where=where), where)
    note("unmasked", words=f"{where} expected causal False, got a mask")
    if model.causal:
        raise Wrong(f"{where} expected causal False, got a mask")
    standard(model, masked=False)
    asked = f"{where} expected d_vocab {PLACES + 1} and n_ctx {PLACES}"
    hold(model, f"{asked}, got {{d_vocab}} and {{n_ctx}}", d_vocab=PLACES + 1, n_ctx=PLACES)
    return model


def onsets() -> tuple[Tokens, Tokens]:
    """Every row of zeros and ones, and at each one the number of those up to it; -1 elsewhere."""
    tokens = np.array(list(product((0, 1), repeat=PLACES)))
    return tokens, np.where(tokens == 1, tokens.cumsum(axis=1), -1)


def numbered(model: Transformer) -> Tally:
    """Every one of every row has its number; else Wrong."""
    tokens, expected = onsets()
    return right(model, tokens, expected, Shown(suffix=" and what follows"))
