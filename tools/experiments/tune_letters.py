"""A machine that has read a play is tuned on sentences of today, and asked both.

The machine is `data.trained_letters`, two layers that have read the first nine tenths of the play.
The sentences are the good ones of the pairs of BLiMP, a line each, in an order that is drawn once;
the first LETTERS letters are read, the last HELD_BACK held back. By `tuned` (what is tuned):

all weights   every weight, from those that the machine has
both texts    the same, where half of the windows are of the play still
adapters      W + A B of rank RANK in the place of each matrix of heads and MLPs
W_E           the embedding alone, which is the unembedding too, all its numbers
from random   every weight, from random ones: nothing was learned before

Columns: `tuned`, `seed` of what is drawn; `step`, how many steps of Adam were gone; `numbers`, how
many numbers are tuned; bits per letter of what is held back: `play` and `sentences`; `seconds` of a
processor, all looks counted. The row of step 0 is the machine before.
"""

import time
from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np

from taotp.applications.agreement.blimp import blimp_pairs
from taotp.constructions.adam import Adam
from taotp.data import read_and_held_back, trained_letters
from taotp_core.arrays import Tokens
from tools.experiments.play import alphabet, bits, cut, ids
from tools.experiments.train_adapters import ADAPTERS_RATE, LETTERS, LOOKS, RATE, STEPS
from tools.experiments.train_letters import BATCH, LAYERS, N_CTX, layers
from tools.experiments.training import (
    Weights,
    adapt,
    falling,
    from_model,
    loss_and_gradient,
    no_change,
    single,
    train,
)

HELD_BACK, RANK = 14_000, 2
SEEDS = range(2)
TUNED = ("all weights", "both texts", "adapters", "W_E", "from random")
POINTS = [{"tuned": tuned, "seed": seed} for seed, tuned in product(SEEDS, TUNED)]
WORDS = (
    f"bits per letter of the play and of sentences, of which {LETTERS} letters are read, {BATCH} "
    f"windows of {N_CTX} a step; the rate falls from {ADAPTERS_RATE} for adapters of rank {RANK}, "
    f"{RATE} for weights"
)

Batches = Iterator[tuple[Tokens, Tokens]]
Begun = tuple[int, Iterator[float]]  # how many numbers are tuned, and the tuning


@cache
def sentences() -> tuple[str, str]:
    """The sentences to be read, and those held back, each with a line of its own."""
    good = sorted({pair.good for pair in blimp_pairs()})
    text = "\n".join(np.random.default_rng(0).permutation(good).tolist())
    return text[:LETTERS], text[-HELD_BACK:]


def windows(tuned: str, rng: np.random.Generator) -> Batches:
    """Windows of the sentences; of both texts half of them are of the play."""
    play, other = ids(read_and_held_back()[0]), ids(sentences()[0])
    for _ in range(STEPS):
        if tuned != "both texts":
            yield cut(other, BATCH, N_CTX, rng)
            continue
        halves = [cut(text, BATCH // 2, N_CTX, rng) for text in (play, other)]
        tokens, answers = (np.concatenate(each) for each in zip(*halves, strict=True))
        yield tokens, answers


def embedding(weights: Weights, batches: Batches) -> Iterator[float]:
    """Train W_E in place as `train` does, and nothing else."""
    adam = Adam([weights.W_E], RATE)
    for (tokens, answers), adam.rate in zip(batches, falling(RATE, STEPS), strict=True):
        loss, gradient = loss_and_gradient(weights, tokens, answers)
        adam.step([gradient.W_E])
        yield loss


def begun(tuned: str, weights: Weights, rng: np.random.Generator) -> Begun:
    """What is tuned of a machine, which changes in place."""
    batches = windows(tuned, rng)
    if tuned == "W_E":
        return weights.W_E.size, embedding(weights, batches)
    if tuned == "adapters":
        adapters = no_change(rng, weights, RANK)
        numbers = sum(part.size for adapter in adapters.values() for part in adapter)
        return numbers, adapt(weights, adapters, batches, falling(ADAPTERS_RATE, STEPS))
    numbers = sum(W.size for W in weights.arrays())
    return numbers, train(weights, batches, falling(RATE, STEPS))


def machine(tuned: str, rng: np.random.Generator) -> Weights:
    """The machine before: one that has read the play, or a random one."""
    if tuned == "from random":
        return layers(LAYERS["two layers"], len(alphabet()), int(rng.integers(2**31)))
    return single(from_model(trained_letters().model))


def measure(tuned: str, seed: int) -> Iterator[dict[str, object]]:
    """What both texts cost as one of them is learned."""
    started, rng = time.process_time(), np.random.default_rng(seed)
    held_back = {"play": read_and_held_back()[1], "sentences": sentences()[1]}
    weights = machine(tuned, rng)
    numbers, tuning = begun(tuned, weights, rng)
    gone = 0
    for step in LOOKS:
        for _ in zip(range(step - gone), tuning, strict=False):
            pass
        gone = step
        found = {name: round(bits(weights, ids(text)), 4) for name, text in held_back.items()}
        seconds = round(time.process_time() - started, 1)
        yield {"step": step, "numbers": numbers, **found, "seconds": seconds}
