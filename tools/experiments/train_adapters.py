"""A trained model is adapted to another text: by adapters of low rank, and by all its weights.

The model is `data.trained_letters`, two layers that have read the first nine tenths of the play.
The other texts are the play by a rule, of which LETTERS letters are read (the last of the first
nine tenths) and the same tenth is held back:

two exchanged     every e is an o and every o an e, capitals likewise: a small change
words backwards   the letters of each word in the opposite order: another language

By `trained` (what is trained), with `rank`:

attention    W + A B in the place of W_Q, W_K, W_V and W_O of both layers, where A and B are trained
everywhere   the same in the place of W_in and W_out too
W_E          the same in the place of the embedding alone, which is the unembedding too
all          every weight, from those that the model has; rank is 0
from random  every weight, from random ones; rank is 0

Columns: `text`, `trained`, `rank`, `seed` of A and of the batches; `step`, how many steps of Adam
were gone; `numbers`, how many numbers are trained; bits per letter of the other text: `read`, of
what is read, and `held_back`. The row of step 0 is the model before (A B is nothing then).
"""

import re
from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from taotp.data import read_and_held_back, trained_letters
from taotp_core.arrays import Tokens
from tools.experiments.play import alphabet, bits, cut, ids
from tools.experiments.train_letters import BATCH, LAYERS, N_CTX, layers
from tools.experiments.training import (
    ATTENTION,
    EMBEDDING,
    EVERYWHERE,
    Weights,
    adapt,
    falling,
    from_model,
    no_change,
    single,
    train,
)

EXCHANGED = str.maketrans("eoEO", "oeOE")


def two_exchanged(text: str) -> str:
    """Each e is an o and each o an e."""
    return text.translate(EXCHANGED)


def words_backwards(text: str) -> str:
    """Each word from its end to its beginning; what is no letter stays where it is."""
    return re.sub("[A-Za-z]+", lambda word: word[0][::-1], text)


TEXTS: dict[str, Callable[[str], str]] = {
    "two exchanged": two_exchanged, "words backwards": words_backwards
}  # fmt: skip
WHERE = {"attention": ATTENTION, "everywhere": EVERYWHERE, "W_E": EMBEDDING}
RANKS = (1, 2, 4, 8)
LETTERS, STEPS = 32_000, 400
ADAPTERS_RATE, RATE = 2e-2, 4e-3
LOOKS = (0, 25, 50, 100, 200, 300, 400)  # steps
SEEDS = range(2)
POINTS = [
    {"text": text, "trained": trained, "rank": rank, "seed": seed}
    for seed, text in product(SEEDS, TEXTS)
    for trained, rank in [*product(WHERE, RANKS), ("all", 0), ("from random", 0)]
]
WORDS = (
    f"bits per letter of another text, of which {LETTERS} letters are read, {BATCH} windows of "
    f"{N_CTX} a step; the rate falls from {ADAPTERS_RATE} for adapters, {RATE} for all weights"
)


def measure(text: str, trained: str, rank: int, seed: int) -> Iterator[dict[str, object]]:
    """What the other text costs in training."""
    read, held_back = (ids(TEXTS[text](part)) for part in read_and_held_back())
    read = read[-LETTERS:]
    end = read[-len(held_back) :]
    rng = np.random.default_rng(seed)
    weights, numbers, training = begun(trained, rank, rng, read)
    gone = 0
    for step in LOOKS:
        for _ in zip(range(step - gone), training, strict=False):
            pass
        gone = step
        yield {
            "step": step,
            "numbers": numbers,
            "read": round(bits(weights, end), 4),
            "held_back": round(bits(weights, held_back), 4),
        }


def begun(
    trained: str, rank: int, rng: np.random.Generator, read: Tokens
) -> tuple[Weights, int, Iterator[float]]:
    """The weights before, how many numbers are to be trained, and the training of them."""
    batches = (cut(read, BATCH, N_CTX, rng) for _ in range(STEPS))
    if trained == "from random":
        weights = layers(LAYERS["two layers"], len(alphabet()), int(rng.integers(2**31)))
    else:
        weights = single(from_model(trained_letters().model))
    if trained in WHERE:
        adapters = no_change(rng, weights, rank, WHERE[trained])
        numbers = sum(part.size for adapter in adapters.values() for part in adapter)
        return weights, numbers, adapt(weights, adapters, batches, falling(ADAPTERS_RATE, STEPS))
    numbers = sum(W.size for W in weights.arrays())
    return weights, numbers, train(weights, batches, falling(RATE, STEPS))
