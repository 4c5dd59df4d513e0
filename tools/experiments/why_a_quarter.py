"""How much of a random table can be held by scores that add up over the key."""

from collections.abc import Iterator

import numpy as np

from taotp.constructions.hashes import fitted_hash
from taotp.programs.lookup import lookup_machine
from taotp_core.arrays import Array, Tokens, softmax
from taotp_core.transformer import forward
from tools.experiments.tables import random_table

N = 1000
SEEDS = range(3)
LENGTHS = (3, 4, 5, 7, 10, 14, 20, 28)  # of keys over 10 symbols
SYMBOLS = (15, 20, 25, 30)  # in keys of length 5
TABLES = (*((length, 10) for length in LENGTHS), *((5, d_vocab) for d_vocab in SYMBOLS))
MACHINES = ((5, 10), (10, 10), (5, 20), (5, 30))  # the tables that a transformer is fitted to
SEARCHED = ((5, 10),)
STEPS, NUDGES = 3000, 100_000
POINTS = [
    {"length": length, "symbols": symbols, "seed": seed}
    for seed in SEEDS
    for length, symbols in TABLES
]
WORDS = (
    f"entries right of {N} for keys of this length over so many symbols, by sums fitted to least "
    f"cross-entropy, by a tied lookup, and by sums after {NUDGES} nudges"
)


def measure(length: int, symbols: int, seed: int) -> Iterator[dict[str, object]]:
    """What the best sums get right, what a transformer does, and what fewest mistakes would be."""
    keys, answers = random_table(N, symbols, length, seed)
    features = length * (symbols - 1) + 1
    scores = fitted_sums(keys, answers, symbols)
    yield {"features": features, "by": "sums", "right": right(scores, answers)}
    if (length, symbols) in MACHINES:
        hashing = fitted_hash(keys, answers, symbols, symbols + 1, seed)
        logits = forward(lookup_machine(hashing, length), keys, keep=1)[:, 0]
        yield {"features": features, "by": "lookup", "right": right(logits, answers)}
    if (length, symbols) in SEARCHED:
        fewest_mistakes(scores, keys, answers, symbols, seed)
        yield {"features": features, "by": "nudges", "right": right(scores, answers)}


def right(scores: Array, answers: Tokens) -> int:
    """How many of the scores [n, d_vocab] are largest at their answer."""
    return int((scores.argmax(axis=1) == answers).sum())


def fitted_sums(keys: Tokens, answers: Tokens, d_vocab: int) -> Array:
    """The scores [n, d_vocab] of least cross-entropy among sums over the places of the key.

    The loss is convex; the step is the inverse of its curvature where all answers are as likely.
    """
    n, length = keys.shape
    seen = np.eye(d_vocab)[keys].reshape(n, -1)
    W = np.zeros((seen.shape[1], d_vocab))
    for _ in range(STEPS):
        W -= d_vocab**2 / (n * length) * seen.T @ (softmax(seen @ W) - np.eye(d_vocab)[answers])
    return np.asarray(seen @ W)


def fewest_mistakes(scores: Array, keys: Tokens, answers: Tokens, d_vocab: int, seed: int) -> None:
    """Nudge what a symbol in a place adds, in place, as long as no fewer entries come out right."""
    rng = np.random.default_rng(seed)
    length = keys.shape[1]
    there = [[np.flatnonzero(keys[:, p] == v) for v in range(d_vocab)] for p in range(length)]
    for _ in range(NUDGES):
        place, symbol, answer = rng.integers((length, d_vocab, d_vocab))
        rows = there[place][symbol]
        old = scores[rows]
        new = old.copy()
        new[:, answer] += rng.normal()
        if right(new, answers[rows]) >= right(old, answers[rows]):
            scores[rows] = new
