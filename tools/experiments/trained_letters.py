"""Train the machine of two layers on the letters of the play, and keep its weights.

python -m tools.experiments trained_letters     two minutes; nearly the same numbers each time

Writes taotp/data/trained_letters.json: the machine "two layers" of the experiment
`train_letters` with SEED, after its last step, in float16.
"""

import numpy as np

from taotp.data import read_and_held_back
from taotp.verify.worker_pool import bar
from tools.experiments.play import alphabet, cut, ids
from tools.experiments.stored import store
from tools.experiments.train_letters import BATCH, LAYERS, N_CTX, RATE, STEPS, layers
from tools.experiments.training import Weights, as_model, falling, train

SEED = 0


def trained_letters(steps: int = STEPS) -> Weights:
    """The weights after so many steps of those that the rate falls in."""
    read = ids(read_and_held_back()[0])
    weights = layers(LAYERS["two layers"], len(alphabet()), SEED)
    rng = np.random.default_rng(SEED)
    batches = (cut(read, BATCH, N_CTX, rng) for _ in range(steps))
    for _ in bar(train(weights, batches, falling(RATE, STEPS)), steps, "step"):
        pass
    return weights


def make() -> None:
    """Train to the end and keep the numbers."""
    by = "python -m tools.experiments trained_letters"
    made = {"by": by, "seed": SEED, "rate": RATE, "steps": STEPS}
    store("trained_letters", as_model(trained_letters()), made)
