"""A small law of scale: what a letter of the play costs, by size, by text and by steps.

Every point trains a transformer of two layers from random weights on windows of what it may read.
One sweep changes only `d_model`, one only `letters`, one only `steps`; they meet in the point with
d_model D_MODEL, all letters and STEPS steps. A sweep is the rows in which the two others are that
of this point; every point is there for each `seed`, so that an exponent has a spread.

Columns: `d_model`, and `letters`, how many are read: the last so many of the first nine tenths of
the play; `steps` of Adam, a batch of BATCH windows of N_CTX letters each, with a rate that falls
evenly to none and begins at RATE over the root of d_model; `seed` of weights and batches.
`parameters`: all numbers that are trained. `inner`: those of the layers alone, without embedding
and positions, as Kaplan et al. (2020) count. In bits per letter: `read`, what the last 14,000 of
the letters read cost at the end, or all where there are fewer; `held_back`, what the last tenth of
the play costs at the end; `best`, the least that it cost at any of ten looks in training, and
`best_step`, when. Where little is read, it is learned by heart, and `held_back` rises again: the
laws are about `best`. Who stops there has looked at the letters of the test, ten times.
"""

from collections.abc import Iterator
from itertools import chain

import numpy as np

from taotp.data import read_and_held_back
from taotp_core.arrays import Tokens
from tools.experiments.play import alphabet, bits, cut, ids
from tools.experiments.training import Weights, drawn, falling, single, train

N_CTX, N_LAYERS, BATCH, RATE, LOOKS = 32, 2, 32, 0.02, 10
D_MODEL, LETTERS, STEPS = 32, 127_577, 2000
SIZES = (4, 8, 16, 48, 64)
FEWER_LETTERS = (2_000, 4_000, 8_000, 16_000, 32_000, 64_000)
OTHER_STEPS = (62, 125, 250, 500, 1000)
SEEDS = range(2)
POINTS = [
    {"d_model": d_model, "letters": letters, "steps": steps, "seed": seed}
    for seed in SEEDS
    for d_model, letters, steps in chain(
        [(D_MODEL, LETTERS, STEPS)],
        ((D_MODEL, LETTERS, steps) for steps in OTHER_STEPS),
        ((size, LETTERS, STEPS) for size in SIZES),
        ((D_MODEL, letters, STEPS) for letters in FEWER_LETTERS),
    )
]
WORDS = (
    f"bits per letter of the play; {N_LAYERS} layers, d_mlp 4 times d_model, {BATCH} windows of "
    f"{N_CTX} letters a step; best of {LOOKS} looks at what is held back, and the step of it"
)


def measure(d_model: int, letters: int, steps: int, seed: int) -> Iterator[dict[str, object]]:
    """What letters cost in the end, and the least that those held back cost before."""
    read, held_back = map(ids, read_and_held_back())
    read = read[-letters:]
    weights = machine(d_model, seed)
    found = [(bits(weights, held_back), 0)]
    for step in watched(weights, read, steps, seed):
        found.append((bits(weights, held_back), step))
    best, best_step = min(found)
    yield {
        "parameters": sum(W.size for W in weights.arrays()),
        "inner": sum(W.size for layer in weights.layers for W in layer),
        "read": round(bits(weights, read[-len(held_back) :]), 4),
        "held_back": round(found[-1][0], 4),
        "best": round(best, 4),
        "best_step": best_step,
    }


def machine(d_model: int, seed: int) -> Weights:
    """A transformer before training; its heads are four, or as many as have four dimensions."""
    weights = drawn(
        np.random.default_rng(seed), d_vocab=len(alphabet()), n_ctx=N_CTX, d_model=d_model,
        n_heads=min(4, d_model // 4), d_mlp=4 * d_model, n_layers=N_LAYERS,
    )  # fmt: skip
    return single(weights)


def watched(weights: Weights, read: Tokens, steps: int, seed: int) -> Iterator[int]:
    """Train to the end, and stop LOOKS times to say the step."""
    rng = np.random.default_rng(seed)
    batches = (cut(read, BATCH, N_CTX, rng) for _ in range(steps))
    rate = RATE / float(np.sqrt(len(weights.W_E[0])))
    looks = {steps * look // LOOKS for look in range(1, LOOKS + 1)}
    for step, _ in enumerate(train(weights, batches, falling(rate, steps)), 1):
        if step in looks:
            yield step
