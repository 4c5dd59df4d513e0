"""A transformer of one layer without positions that learns to sort.

It sees a list, the end, and the list in order. Without positions, in one layer, what comes next
depends on who asks and on who is there, not on the order of the list: a set is tried once for all
lists that it makes. Of eight numbers all 255 sets are tried, of 28 some kinds.
"""

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np

from taotp_core.arrays import Tokens
from taotp_core.transformer import forward
from taotp_core.weights import Transformer
from tools.experiments.training import NOT_ASKED, as_model, drawn, train

FEW, MANY = 8, 28  # numbers
SETS = {FEW: (8, 16, 32, 64, 128, 255), MANY: (125, 1_000, 8_000, 64_000)}  # to learn from
SIZES = {FEW: (4, 8, 16), MANY: (32,)}  # d_model
STEPS = {FEW: 1500, MANY: 2000}
SEEDS = {FEW: range(2), MANY: range(2)}
N_HEADS, BATCH, SAMPLE = 2, 32, 500
POINTS = [
    {"d_vocab": d_vocab, "sets": sets, "d_model": d_model, "seed": seed}
    for d_vocab in (FEW, MANY)
    for sets, d_model, seed in product(SETS[d_vocab], SIZES[d_vocab], SEEDS[d_vocab])
]
WORDS = (
    f"sets of a kind that are sorted right, of how many, after {STEPS[FEW]} ({STEPS[MANY]}) steps "
    f"of {BATCH} of the sets to learn from; {N_HEADS} heads, d_mlp 4 times d_model"
)

Sets = list[tuple[int, ...]]


def random_sets(d_vocab: int, n: int, rng: np.random.Generator) -> Sets:
    """Sets of random sizes, each in order; all that there are where n is as many."""
    if n == 2**d_vocab - 1:
        return every_set(d_vocab)
    found: set[tuple[int, ...]] = set()
    while len(found) < n:
        size = rng.integers(1, d_vocab + 1)
        found.add(tuple(sorted(rng.choice(d_vocab, size, replace=False).tolist())))
    return sorted(found)


def every_set(d_vocab: int) -> Sets:
    """All sets but the empty one."""
    return [s for k in range(1, d_vocab + 1) for s in combinations(range(d_vocab), k)]


def neighbors(d_vocab: int) -> Sets:
    """All runs of two and more numbers."""
    return [tuple(range(i, j)) for i in range(d_vocab) for j in range(i + 2, d_vocab + 1)]


def texts(sets: Sets, d_vocab: int) -> tuple[Tokens, Tokens]:
    """A set, the end, and the set again; asked for is what comes after the first end."""
    tokens = np.full((len(sets), 2 * d_vocab + 1), d_vocab)
    answers = np.full(tokens.shape, NOT_ASKED)
    for row, numbers in enumerate(sets):
        n = len(numbers)
        tokens[row, : 2 * n + 1] = [*numbers, d_vocab, *numbers]
        answers[row, n : 2 * n + 1] = [*numbers, d_vocab]
    return tokens, answers


def sorted_right(model: Transformer, sets: Sets) -> int:
    """How many sets have every answer right, each given the right ones before it."""
    tokens, answers = texts(sets, model.d_vocab - 1)
    said = forward(model, tokens).argmax(axis=-1)
    return int(((said == answers) | (answers == NOT_ASKED)).all(axis=1).sum())


def trained(d_vocab: int, sets: int, d_model: int, seed: int) -> tuple[Transformer, Sets]:
    """A model trained on so many random sets, and the sets."""
    rng = np.random.default_rng(seed)
    weights = drawn(
        rng, d_vocab=d_vocab + 1, n_ctx=2 * d_vocab + 1, d_model=d_model, n_heads=N_HEADS,
        d_mlp=4 * d_model, n_layers=1,
    )  # fmt: skip
    weights.W_pos[:] = 0
    learned = random_sets(d_vocab, sets, rng)
    tokens, answers = texts(learned, d_vocab)
    draws = (rng.integers(len(learned), size=BATCH) for _ in range(STEPS[d_vocab]))
    for _ in train(weights, ((tokens[i], answers[i]) for i in draws), positions_fixed=True):
        pass
    return as_model(weights), learned


def measure(d_vocab: int, sets: int, d_model: int, seed: int) -> Iterator[dict[str, object]]:
    """How many sets of each kind come out right."""
    model, learned = trained(d_vocab, sets, d_model, seed)
    tests = {"learned": learned[:: max(1, len(learned) // SAMPLE)]}
    if d_vocab == FEW:
        tests["every set"] = every_set(d_vocab)
    else:
        rng = np.random.default_rng(seed + 1)
        tests["random"] = random_sets(d_vocab, SAMPLE, rng)
        tests["pairs"] = [*combinations(range(d_vocab), 2)]
        tests["neighbors"] = neighbors(d_vocab)
        tests["full"] = [tuple(range(d_vocab))]
    for kind, test in tests.items():
        yield {"kind": kind, "of": len(test), "right": sorted_right(model, test)}
