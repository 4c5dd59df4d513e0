"""Layer norm on the hashes, or on the rows, of the lookup that nobody trains.

Scores are those of the chapter's `simulate`, before the final norm.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from taotp.constructions.hashes import random_hash
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM
from tools.experiments.tables import random_table

N, D_VOCAB, LENGTH = 1000, 1000, 5
SIZES = (10, 15, 20, 25, 35, 50, 70, 100)
SEEDS = range(10)
NORMED = ("nothing", "hashes", "rows")
POINTS = [{"d_token": d, "seed": seed} for d, seed in product(SIZES, SEEDS)]
WORDS = (
    f"entries right of {N} over {D_VOCAB} symbols, and of those wrong, how many keys the answer "
    "that won had on average"
)


def measure(d_token: int, seed: int) -> Iterator[dict[str, object]]:
    """The share that comes out right for each way to apply layer norm."""
    keys, answers = random_table(N, D_VOCAB, LENGTH, seed)
    hashes = random_hash(LENGTH, D_VOCAB, d_token, seed).of(keys)
    keys_of = np.bincount(answers, minlength=D_VOCAB)
    for normed in NORMED:
        rows = np.zeros((D_VOCAB, d_token))
        np.add.at(rows, answers, normalize(hashes, LAYER_NORM) if normed == "hashes" else hashes)
        has_keys = keys_of > 0
        if normed == "rows":
            rows[has_keys] = normalize(rows[has_keys], LAYER_NORM)
        won = (hashes @ rows.T).argmax(axis=1)
        wrong = won != answers
        rivals = round(float(keys_of[won[wrong]].mean()), 3) if wrong.any() else ""
        yield {"normed": normed, "right": int((~wrong).sum()), "keys_of_rivals": rivals}
