"""Train the machine of Hello World, of the shape that the chapter builds by hand: 72 numbers.

python -m tools.experiments trained_hello_world     a second on one core; the same numbers each time

Writes taotp/data/trained_hello_world.json. Trained is what a text of one line has: after each
of its 13 beginnings, the next symbol. What else might have been heard is left out, as it would be.
"""

import json
from pathlib import Path

import numpy as np

from taotp.files import write_whole
from taotp.programs import hello_world
from taotp.verify.worker_pool import bar
from taotp_core.arrays import Tokens
from tools.experiments.training import Weights, drawn, train

RESULT = Path(__file__).resolve().parents[2] / "taotp/data/trained_hello_world.json"
MESSAGE = "Hello World!"
SEED, RATE, STEPS = 0, 0.1, 300
DECIMALS = 2  # so that a page can show every number as it is


def text() -> tuple[Tokens, Tokens]:
    """What is heard and what should be said then, as one row each: [1, 13]."""
    program = hello_world(MESSAGE)
    line = ["<start>", *MESSAGE, "<stop>"]
    ids = np.array([[program.vocabulary.index(symbol) for symbol in line]])
    return ids[:, :-1], ids[:, 1:]


def trained(steps: int) -> Weights:
    """The weights after so many steps of Adam from random ones."""
    by_hand = hello_world(MESSAGE).model
    weights = drawn(
        np.random.default_rng(SEED),
        d_vocab=by_hand.d_vocab,
        n_ctx=by_hand.n_ctx,
        d_model=by_hand.d_model,
        n_heads=1,
        d_mlp=0,
        n_layers=0,
    )
    for _ in bar(train(weights, [text()] * steps, RATE), steps, "step"):
        pass
    return weights


def make() -> None:
    """Train to the end and keep the numbers, rounded."""
    weights = trained(STEPS)
    settings = {
        "made_by": "python -m tools.experiments trained_hello_world",
        "seed": SEED,
        "rate": RATE,
    }
    lines = [f'"{name}": {json.dumps(value)}' for name, value in settings.items()]
    lines.append(f'"steps": {STEPS}')
    for name in ("W_E", "W_pos"):
        rows = getattr(weights, name).round(DECIMALS).tolist()
        lines.append(f'"{name}": [\n' + ",\n".join(map(json.dumps, rows)) + "]")
    write_whole(RESULT, ("{\n" + ",\n".join(lines) + "\n}\n").encode())
