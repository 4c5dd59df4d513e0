"""A transformer trained on a table, and prefixes that try to mislead it."""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from taotp_core.arrays import Array, Tokens
from taotp_core.measure import lead
from taotp_core.transformer import forward
from taotp_core.weights import Transformer
from tools.experiments.tables import random_table
from tools.experiments.training import NOT_ASKED, as_model, drawn, train

N, D_VOCAB, LENGTH, N_CTX = 100, 20, 3, 16
D_MODEL, N_HEADS, N_LAYERS, D_MLP = 32, 4, 1, 64
BATCH, STEPS, EVERY = 64, 2000, 200
SEEDS = range(3)
TRIES = 1000  # of the adversary, for each key
POINTS = [{"trained_on": kinds, "seed": seed} for seed, kinds in product(SEEDS, ("random", "all"))]
WORDS = (
    f"share right behind prefixes of a kind, of {N} keys of {LENGTH} of {D_VOCAB} symbols; "
    f"d_model {D_MODEL}, {N_HEADS} heads, d_mlp {D_MLP}, n_ctx {N_CTX}, {BATCH} prompts a step; "
    f"adversary: share of keys that no prefix of {TRIES} tries misleads"
)

Prefix = Callable[[Tokens, np.random.Generator], Tokens]


def symbols(keys: Tokens, rng: np.random.Generator) -> Tokens:
    """Random symbols, as many as there is room for before a key."""
    return rng.integers(D_VOCAB, size=N_CTX - LENGTH)


def other_keys(keys: Tokens, rng: np.random.Generator) -> Tokens:
    """Other keys, one behind the other, up to the key that is asked for."""
    several = keys[rng.integers(N, size=N_CTX // LENGTH)].ravel()
    return several[-(N_CTX - LENGTH) :]


def near_keys(keys: Tokens, rng: np.random.Generator) -> Tokens:
    """Other keys, of each of which one symbol is another."""
    several = keys[rng.integers(N, size=N_CTX // LENGTH)]
    place = rng.integers(LENGTH, size=len(several))
    several[np.arange(len(several)), place] = rng.integers(D_VOCAB, size=len(several))
    return several.ravel()[-(N_CTX - LENGTH) :]


PREFIXES: dict[str, Prefix] = {
    "random": symbols, "other keys": other_keys, "near keys": near_keys
}  # fmt: skip


def prompts(
    keys: Tokens, answers: Tokens, kinds: list[str], n: int, rng: np.random.Generator
) -> tuple[Tokens, Tokens]:
    """Prompts [n, N_CTX] and the answers that are asked for.

    A prefix has any length; behind its key a prompt is filled up with zeros that nobody sees.
    """
    tokens = np.zeros((n, N_CTX), int)
    asked = np.full((n, N_CTX), NOT_ASKED)
    for row in range(n):
        entry, before = rng.integers(N), rng.integers(N_CTX - LENGTH + 1)
        prefix = PREFIXES[kinds[row % len(kinds)]](keys, rng)
        text = [*prefix[len(prefix) - before :], *keys[entry]]
        tokens[row, : len(text)] = text
        asked[row, len(text) - 1] = answers[entry]
    return tokens, asked


def share(model: Transformer, tokens: Tokens, asked: Tokens) -> float:
    """The share of prompts that are answered right."""
    place = asked != NOT_ASKED
    right = forward(model, tokens)[place].argmax(axis=1) == asked[place]
    return round(float(right.mean()), 4)


def never_misled(model: Transformer, keys: Tokens, answers: Tokens, seed: int) -> float:
    """The share of keys that stay right while a prefix is changed to shrink their lead."""
    rng = np.random.default_rng(seed)
    tokens = np.hstack([rng.integers(D_VOCAB, size=(N, N_CTX - LENGTH)), keys])
    lead = led(model, tokens, answers)
    worst = lead.copy()
    for _ in range(TRIES):
        tried = tokens.copy()
        place = rng.integers(N_CTX - LENGTH, size=N)
        tried[np.arange(N), place] = rng.integers(D_VOCAB, size=N)
        now = led(model, tried, answers)
        better = now < lead
        tokens[better], lead[better] = tried[better], now[better]
        worst = np.minimum(worst, now)
    return round(float((worst > 0).mean()), 4)


def led(model: Transformer, tokens: Tokens, answers: Tokens) -> Array:
    """By how much each answer leads at the end of its prompt."""
    return lead(forward(model, tokens, keep=1)[:, 0], answers)


def measure(trained_on: str, seed: int) -> Iterator[dict[str, object]]:
    """The share right behind each kind of prefix, and of keys that stay right, in training."""
    keys, answers = random_table(N, D_VOCAB, LENGTH, seed)
    rng = np.random.default_rng(seed)
    weights = drawn(
        rng, d_vocab=D_VOCAB, n_ctx=N_CTX, d_model=D_MODEL, n_heads=N_HEADS, d_mlp=D_MLP,
        n_layers=N_LAYERS,
    )  # fmt: skip
    kinds = [*PREFIXES] if trained_on == "all" else [trained_on]
    tests = {kind: prompts(keys, answers, [kind], 2000, rng) for kind in PREFIXES}
    batches = (prompts(keys, answers, kinds, BATCH, rng) for _ in range(STEPS))
    training = train(weights, batches)
    for step in range(0, STEPS + 1, EVERY):
        model = as_model(weights)
        for kind, test in tests.items():
            yield {"step": step, "prefix": kind, "right": share(model, *test)}
        found = never_misled(model, keys, answers, seed)
        yield {"step": step, "prefix": "adversary", "right": found}
        for _ in zip(range(EVERY), training, strict=False):
            pass
