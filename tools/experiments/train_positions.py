"""A small Post-LN transformer on the letters of a play, with four position tables.

All fixed tables have rows of length 1, as long as those of the tokens are at the start.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from taotp.data import romeo_and_juliet
from taotp_core.arrays import Array, Tokens
from taotp_core.encodings import random_angles, rotations, sinusoids
from tools.experiments.training import Weights, drawn, loss_and_gradient, train

TABLES = ("none", "original", "random rotations", "learned")
SEEDS = range(5)
N_CTX, D_MODEL, N_HEADS, D_MLP, N_LAYERS = 64, 32, 4, 64, 2
BATCH, STEPS, EVERY = 8, 2000, 100
TRAINED_ON = 0.9  # of the play, from its beginning; the rest is for testing
N_TESTS = 64  # texts of N_CTX letters, evenly spread over the rest
POINTS = [{"positions": table, "seed": seed} for seed, table in product(SEEDS, TABLES)]
WORDS = (
    f"cross-entropy of the next letter on unseen text; d_model {D_MODEL}, {N_HEADS} heads, "
    f"d_mlp {D_MLP}, {N_LAYERS} layers, n_ctx {N_CTX}, {BATCH} texts a step"
)


def letters() -> tuple[Tokens, Tokens, int]:
    """The beginning of the play and its rest, as ids, and how many different letters there are."""
    text = " ".join(romeo_and_juliet().lower().split())
    alphabet = sorted(set(text))
    ids = np.array([alphabet.index(letter) for letter in text])
    cut = int(TRAINED_ON * len(ids))
    return ids[:cut], ids[cut:], len(alphabet)


def fixed_positions(table: str, seed: int) -> Array:
    """A fixed table [N_CTX, D_MODEL] with rows of length 1, or of zeros."""
    if table == "none":
        return np.zeros((N_CTX, D_MODEL))
    if table == "original":
        hands = sinusoids(N_CTX, D_MODEL)
    else:
        hands = rotations(N_CTX, random_angles(D_MODEL, np.random.default_rng(seed)))
    hands /= np.sqrt(D_MODEL / 2)
    return hands


def texts(ids: Tokens, starts: Tokens) -> tuple[Tokens, Tokens]:
    """The N_CTX letters from each start on, and the letter after each."""
    window = ids[starts[:, None] + np.arange(N_CTX + 1)]
    return window[:, :-1], window[:, 1:]


def machine(table: str, seed: int, d_vocab: int) -> Weights:
    """Weights that differ in nothing but the positions, for one seed."""
    weights = drawn(
        np.random.default_rng(seed),
        d_vocab=d_vocab,
        n_ctx=N_CTX,
        d_model=D_MODEL,
        n_heads=N_HEADS,
        d_mlp=D_MLP,
        n_layers=N_LAYERS,
        norms="after",
    )
    if table != "learned":
        weights.W_pos[:] = fixed_positions(table, seed)
    return weights


def measure(positions: str, seed: int) -> Iterator[dict[str, object]]:
    """The loss on unseen text before training, and after every EVERY steps."""
    seen, unseen, d_vocab = letters()
    weights = machine(positions, seed, d_vocab)
    test = texts(unseen, np.linspace(0, len(unseen) - N_CTX - 1, N_TESTS).astype(int))
    rng = np.random.default_rng(seed)
    batches = (texts(seen, rng.integers(len(seen) - N_CTX, size=BATCH)) for _ in range(STEPS))
    training = train(weights, batches, positions_fixed=positions != "learned")
    for step in range(0, STEPS + 1, EVERY):
        loss, _ = loss_and_gradient(weights, *test)
        yield {"step": step, "loss": round(loss, 4)}
        for _ in zip(range(EVERY), training, strict=False):
            pass
