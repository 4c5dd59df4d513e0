"""How many steps it takes until a machine without layers says its message."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from exercises.catalogue.hello_world.train_hello_world import MESSAGE, trained_hello_world

SIZES = (2, 3, 4, 6)
SEEDS = range(20)
STEPS = (25, 50, 100, 200, 400, 800, 1600, 3200)
POINTS = [{"d_model": d_model, "seed": seed} for d_model, seed in product(SIZES, SEEDS)]
WORDS = f"1 where {MESSAGE} is said after so many steps of descent at rate 0.5, 0 where not"


def measure(d_model: int, seed: int) -> Iterator[dict[str, object]]:
    """Whether it says the message, for doubled numbers of steps."""
    for steps in STEPS:
        with np.errstate(all="ignore"):  # in two dimensions two numbers may become one
            program = trained_hello_world(steps, seed=seed, d_model=d_model)
        yield {"steps": steps, "says": int(program.complete("") == MESSAGE)}
