"""Measure how much of a random table the tied lookup stores, by its number of dimensions.

python -m tools.experiments lookup_precision     all that is missing, about ten minutes on one core

Writes taotp/data/lookup_precision.json after each table; started again, it goes on there.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

from taotp.constructions.hashes import fitted_hash
from taotp.files import write_whole
from taotp.programs.lookup import lookup_machine
from taotp.verify.worker_pool import bar
from taotp_core.measure import lead
from taotp_core.transformer import forward
from tools.experiments.tables import random_table

RESULT = Path(__file__).resolve().parents[2] / "taotp/data/lookup_precision.json"
LENGTH = 5  # symbols in a key
SEEDS = range(10)
ENTRIES = (10, 100, 1000)
SYMBOLS = (10, 100, 1000)
SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 25, 30)  # d_token

Results = dict[str, dict[str, list[int]]]


def stored(n: int, d_vocab: int, d_token: int, seed: int) -> tuple[int, int]:
    """How many entries the finished machine gets right, and after how many steps."""
    keys, answers = random_table(n, d_vocab, LENGTH, seed)
    done = 0

    def counted(steps: Iterable[int]) -> Iterator[int]:
        nonlocal done
        for step in steps:
            done = step
            yield step

    hashing = fitted_hash(keys, answers, d_vocab, d_token, seed, counted)
    logits = forward(lookup_machine(hashing, LENGTH), keys, keep=1)[:, 0]
    return int((lead(logits, answers) > 0).sum()), done


def save(results: Results) -> None:
    """Write the results so that an interruption leaves the old file or the new one."""
    lines = [f"{json.dumps(name)}: {json.dumps(found)}" for name, found in results.items()]
    write_whole(RESULT, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def make() -> None:
    """Go through the seeds, and for each through all tables and sizes."""
    results: Results = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    points = list(product(SEEDS, ENTRIES, SYMBOLS, SIZES))
    for seed, n, d_vocab, d_token in bar(points, len(points), "table"):
        name = f"{n} entries, {d_vocab} symbols, d_token {d_token}"
        found = results.setdefault(name, {"right": [], "steps": []})
        if len(found["right"]) == seed:
            right, steps = stored(n, d_vocab, d_token, seed)
            found["right"].append(right)
            found["steps"].append(steps)
            save(results)
