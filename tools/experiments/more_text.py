"""More of the play in a lookup, longer keys, and fitting that goes on.

Pieces of six words and more are keys with an answer. A table is fitted until all its entries are
right, as in the chapter. The other fits go on, by parts: with pieces that do not overlap, and with
all pieces. The last fifth of the play is kept back.
"""

import re
from collections.abc import Iterable, Iterator

import numpy as np

from taotp.constructions.adam import Adam
from taotp.constructions.hashes import Hash, fitted_hash, random_hash, scores_and_gradient
from taotp.data import romeo_and_juliet
from taotp_core.arrays import Tokens
from taotp_core.measure import lead
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM

D_TOKEN, NARROW, SEED = 16, (6, 8, 10, 12), 0
KEPT_BACK = 0.2
STEPS, EVERY, PART, RATE = 2000, 200, 500, 0.02  # of fits that go on
START = ["but", "soft", "what", "light", "through", "yonder", "window", "breaks", "it", "is"]
TABLES = ((6, 400), (6, 800), (6, 1600), (6, 3200), (8, 400), (8, 800), (8, 1600), (10, 400),
          (10, 800), (10, 1600))  # fmt: skip


def point(fit: str, words: int, entries: int, d_token: int = D_TOKEN) -> dict[str, object]:
    """The settings of one fit."""
    return {"fit": fit, "words": words, "entries": entries, "d_token": d_token}


POINTS = [
    *(point("table", words, entries) for words, entries in TABLES),
    *(point("table", 6, entries, d_token) for entries in (400, 1600) for d_token in NARROW),
    point("goes on", 6, 3200),
    point("all pieces", 6, 20_000),
]
WORDS = (
    f"share of answers right after so many steps, seed {SEED}; the pieces kept back are all of the "
    f"last fifth of the play; fits that go on take {PART} pieces a step"
)


def play() -> tuple[Tokens, list[str]]:
    """The words of the play, as ids and by id."""
    words = re.findall(r"[a-z']+", romeo_and_juliet().lower())
    known = sorted(set(words))
    number = {word: i for i, word in enumerate(known)}
    return np.array([number[word] for word in words]), known


def pieces(ids: Tokens, words: int, stride: int) -> tuple[Tokens, Tokens]:
    """Keys [n, words - 1] and answers [n] of pieces that begin `stride` words apart."""
    starts = np.arange(0, len(ids) - words + 1, stride)
    cut = ids[starts[:, None] + np.arange(words)]
    return cut[:, :-1], cut[:, -1]


def different(keys: Tokens, answers: Tokens) -> tuple[Tokens, Tokens]:
    """The first piece with each key, since a table has one answer for it."""
    _, first = np.unique(keys, axis=0, return_index=True)
    first.sort()
    return keys[first], answers[first]


def right(hashing: Hash, keys: Tokens, answers: Tokens) -> float:
    """The share of answers that win."""
    wins = [
        lead(hashing.of(keys[i : i + PART]) @ hashing.tokens.T, answers[i : i + PART]) > 0
        for i in range(0, len(keys), PART)
    ]
    return round(float(np.concatenate(wins).mean()), 4)


def says(hashing: Hash, known: list[str], length: int, steps: int = 12) -> str:
    """What follows the last words of START."""
    ids = [known.index(word) for word in START]
    for _ in range(steps):
        ids.append(int((hashing.of(np.array([ids[-length:]])) @ hashing.tokens.T).argmax()))
    return " ".join(known[i] for i in ids[len(START) :])


def going_on(hashing: Hash, keys: Tokens, answers: Tokens) -> Iterator[int]:
    """Steps of Adam as in fitted_hash, on PART random entries each; says how many are done."""
    rng = np.random.default_rng(SEED)
    adam = Adam(hashing, RATE)
    for step in range(1, STEPS + 1):
        some = rng.integers(len(keys), size=PART)
        _, gradient = scores_and_gradient(hashing, keys[some], answers[some])
        adam.step(gradient)
        hashing.tokens[:] = normalize(hashing.tokens, LAYER_NORM)
        yield step


def measure(fit: str, words: int, entries: int, d_token: int) -> Iterator[dict[str, object]]:
    """What is right of the entries and of what was kept back, and what it says."""
    ids, known = play()
    cut = int((1 - KEPT_BACK) * len(ids))
    keys, answers = pieces(ids[:cut], words, 1 if fit == "all pieces" else words)
    if fit != "all pieces":
        keys, answers = different(keys, answers)
    keys, answers = keys[:entries], answers[:entries]
    unseen = pieces(ids[cut:], words, 1)

    def found(hashing: Hash, step: int) -> dict[str, object]:
        return {
            "step": step,
            "right": right(hashing, keys, answers),
            "kept_back": right(hashing, *unseen),
            "says": says(hashing, known, words - 1),
        }

    if fit == "table":
        steps: list[int] = []

        def noted(numbers: Iterable[int]) -> Iterator[int]:
            for step in numbers:
                steps.append(step)
                yield step

        hashing = fitted_hash(keys, answers, len(known), d_token, SEED, noted)
        yield found(hashing, len(steps))
    else:
        hashing = random_hash(words - 1, len(known), d_token, SEED)
        for step in going_on(hashing, keys, answers):
            if step % EVERY == 0:
                yield found(hashing, step)
