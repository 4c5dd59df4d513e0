"""Train machines of the shapes of programs of the benchmark to say what these say.

python -m tools.experiments trained_twins     some minutes on one core

Writes taotp/data/trained_twins.json. A machine has the arrays of the program by hand, drawn anew,
and learns from other texts than those of the benchmark, or from all that there are. Kept is the
first seed whose machine, rounded to float16, answers all texts of the benchmark as the program does
and all texts that it learned from. What its parts do nobody knows.
"""

import base64
import json
from collections.abc import Callable, Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any

import numpy as np

from taotp.applications.trained.machine import train
from taotp.applications.trained.weights import Numbers, weights_of
from taotp.files import write_whole
from taotp.interp.ground_truth.cases import BOOK, TABLE, Case, case_of
from taotp.interp.ground_truth.larger import BITS, SMALLER
from taotp.interp.ground_truth.twins import PROGRAMS
from taotp.verify.worker_pool import bar
from taotp_core.arrays import Tokens
from taotp_core.transformer import forward
from taotp_core.weights import Transformer, mapped, unnamed

RESULT = Path(__file__).resolve().parents[2] / "taotp/data/trained_twins.json"
TEXTS, BATCH = 4000, 64
RATES, RATE, STEPS = {"letters": 0.01}, 0.03, 3000  # where the usual rate comes to nothing
FALLING = (1.0, 0.5, 0.25, 0.1)  # of the rate, in each quarter of the steps
SEEDS = range(10)


def lists(below: int, n: int) -> list[list[int]]:
    """Lists of numbers, drawn by another seed than those of the benchmark."""
    drawn: list[list[int]] = np.random.default_rng(1).integers(below, size=(TEXTS, n)).tolist()
    return drawn


def strings(symbols: str, n: int) -> list[str]:
    """Strings, drawn by another seed."""
    return ["".join(symbols[i] for i in row) for row in lists(len(symbols), n)]


def sums(form: str) -> list[str]:
    """All prompts of two digits."""
    return [form.format(*pair) for pair in product(range(10), repeat=2)]


TEXTS_OF: dict[str, Callable[[], list[Any]]] = {
    "before_last": lambda: strings("abcdef", 5),
    "echo": lambda: strings("abcdef", 5),
    "lookup": lambda: [first + key for first in "xyz" for key in TABLE],
    "small.table": lambda: [first + key for first in "xyz" for key in TABLE],
    "lookup 8": lambda: [*BITS],
    "add_digits_mod10": lambda: sums("{}{}"),
    "add_mod10": lambda: sums("{}+{}="),
    "add": lambda: sums("{}+{}="),
}
"""Of those that are not here there are no other texts than those of the benchmark."""


def lesson(program: str) -> tuple[Case, Tokens]:
    """The texts that a machine learns from, and the answers [n_texts, n] of the program by hand.

    An answer of -1 is not asked for.
    """
    made, prompts, steps = (BOOK | SMALLER)[program]()
    texts = TEXTS_OF[program]() if program in TEXTS_OF else prompts
    case = case_of(program, made, texts, steps)
    answers = np.full(case.prompts.shape, -1)
    answers[:, list(case.asked)] = case.answers
    return case, answers


def drawn(case: Case, rng: np.random.Generator) -> Numbers:
    """Weights of the shapes by hand to begin with, by which what passes keeps its size."""
    found = {}
    for path, W in weights_of(case.model).items():
        n_in = W.shape[1] if path in ("W_E", "W_pos") else len(W)
        wide = 0.0 if W.ndim == 1 else np.sqrt(3 / n_in)
        found[path] = wide * (2 * rng.random(W.shape) - 1)
    return found


def rate_of(program: str) -> float:
    """The rate at which a machine begins to learn."""
    return RATES.get(program, RATE)


def learned(program: str, seed: int) -> Transformer:
    """The machine that a seed comes to, rounded to float16."""
    case, answers = lesson(program)
    rng = np.random.default_rng(seed)
    W = drawn(case, rng)

    def batches() -> Iterator[tuple[Tokens, Tokens]]:
        while True:
            rows = rng.integers(len(answers), size=BATCH)
            yield case.prompts[rows].astype(int), answers[rows]

    for share in FALLING:
        steps = train(W, batches(), share * rate_of(program), [*W])
        for _ in islice(steps, STEPS // len(FALLING)):
            pass
    return mapped(unnamed(case.model), lambda path, _: W[path].astype("<f2").astype(float))


def right(case: Case, model: Transformer) -> bool:
    """Whether a model says what the program by hand says, wherever it is asked."""
    said = forward(model, case.prompts)[:, list(case.asked)].argmax(-1)
    return np.array_equal(said, case.answers)


def kept(program: str) -> dict[str, Any]:
    """What is kept of the first seed that is right; RuntimeError where none is."""
    benchmark = case_of(program, *(BOOK | SMALLER)[program]())
    for seed in SEEDS:
        model = learned(program, seed)
        if right(benchmark, model) and right(lesson(program)[0], model):
            arrays = {path: base64.b64encode(W.astype("<f2").tobytes()).decode()
                      for path, W in weights_of(model).items()}  # fmt: skip
            return {"seed": seed, "rate": rate_of(program), "steps": STEPS, "arrays": arrays}
    raise RuntimeError(f"no seed of {len(SEEDS)} learns what {program} does")


def make() -> None:
    """Train them one after the other, and keep their numbers."""
    lines = [f"{json.dumps(program)}: {json.dumps(kept(program))}"
             for program in bar(PROGRAMS, unit="machine")]  # fmt: skip
    write_whole(RESULT, ("{\n" + ",\n".join(lines) + "\n}\n").encode())
