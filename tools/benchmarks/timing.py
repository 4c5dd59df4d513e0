"""Interleaved timing: what disturbs one variant in a round disturbs the other as well."""

import os
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from tqdm import tqdm

ROUND = 0.05  # seconds for each variant in a round, at least one run
TRIES = 5  # in a round, of which the least counts: what else the machine does only adds

NOTHING_COMPILED = "PYTHONDONTWRITEBYTECODE"
HEAP = 4_000_000  # float64: just below the 32 MiB from which memory is always returned

Run = Callable[[], object]
Timed = Callable[[], float]  # seconds


@dataclass(frozen=True)
class Spread:
    """The quartiles of what was measured in each round."""

    low: float
    median: float
    high: float


def wear_in() -> None:
    """Let the C library keep what is freed, as it does in a process that has worked for a while."""
    np.ones(HEAP)


def spread(values: list[float]) -> Spread:
    """The quartiles of at least two values."""
    return Spread(*statistics.quantiles(values, n=4, method="inclusive"))


def seconds(run: Run, times: int) -> float:
    """Processor time of one run, averaged over so many."""
    start = time.process_time()
    for _ in range(times):
        run()
    return (time.process_time() - start) / times


def least(run: Run, times: int) -> float:
    """Processor time of one run, the least of TRIES that share so many runs."""
    tries = min(TRIES, times)
    return min(seconds(run, times // tries) for _ in range(tries))


def enough(run: Run) -> int:
    """How often to run it in a round; what is made at the first run is made here."""
    run()
    start = time.process_time()
    run()
    return max(1, round(ROUND / max(time.process_time() - start, 1e-6)))


def times_faster(ours: Run, theirs: Run, rounds: int, name: str) -> Spread:
    """How many times longer theirs takes, each run once per round, in turns first."""
    return times_less(timed(ours), timed(theirs), rounds, name)


def timed(run: Run) -> Timed:
    """What says how long a run took in this round."""
    return partial(least, run, enough(run))


def times_less(ours: Timed, theirs: Timed, rounds: int, name: str) -> Spread:
    """How many times more theirs says, each asked once per round, in turns first."""
    ratios = []
    for number in tqdm(range(rounds), desc=name):
        took = {each: each() for each in (ours, theirs)[:: -1 if number % 2 else 1]}
        ratios.append(took[theirs] / took[ours])
    return spread(ratios)


def import_seconds(package: str) -> float:
    """Processor time of an import in a process of its own, which may keep what it compiled."""
    program = (
        f"import time; t = time.process_time(); import {package}; print(time.process_time() - t)"
    )
    keeps = {name: value for name, value in os.environ.items() if name != NOTHING_COMPILED}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=keeps
    )
    return float(done.stdout)


def times_the_import(package: str, of: str, rounds: int) -> Spread:
    """How many times as long importing a package takes as importing another."""
    import_seconds(package), import_seconds(of)  # from now on the files are in memory
    ratios = []
    for _ in tqdm(range(rounds), desc=f"import {package}"):
        theirs = import_seconds(of)
        ratios.append(import_seconds(package) / theirs)
    return spread(ratios)


def megabytes(run: Run) -> float:
    """The most memory that a run holds at once, above what was held before it, in 10**6 bytes."""
    tracemalloc.start()
    run()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6
