"""Measure, print a table of ratios and keep it in results.md; status 1 where a target is missed.

python -m tools.benchmarks            what is kept
python -m tools.benchmarks --quick    a few rounds, nothing kept
"""

import argparse
import importlib.util
import platform
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from tools.benchmarks.cases import CASES, Result
from tools.benchmarks.page import NO_NODE, has_node
from tools.benchmarks.timing import wear_in

KEPT = Path(__file__).with_name("results.md")
NO_TORCH = "torch is not installed: skipped"


def as_markdown(results: list[Result], rounds: int) -> str:
    """The results as Markdown."""
    lines = [
        "# Benchmarks",
        "",
        "Made by `make bench`. Median (and quartiles) of ratios taken within a round, "
        f"{rounds} rounds, one thread, processor time, the least of a few tries;",
        f"Python {platform.python_version()}, numpy {np.__version__}. "
        "Each case first asserts that its result is right.",
        "Each case has a process of its own, so that their order cannot matter, and its heap has",
        "been used, as in a session: on a fresh one the asking for memory would be timed too.",
        "",
        "| what | target | measured | met |",
        "| --- | --- | --- | --- |",
    ]
    lines += [
        f"| {r.what} | {r.target} | {r.measured} | {'yes' if r.met else 'no'} |" for r in results
    ]
    if importlib.util.find_spec("torch") is None:
        lines += ["", f"Against PyTorch: {NO_TORCH}."]
    if not has_node():
        lines += ["", f"The computer in the page: {NO_NODE}."]
    return "\n".join(lines) + "\n"


def alone(case: Callable[[int], list[Result]], rounds: int) -> list[Result]:
    """Run a case in a process of its own."""
    with ProcessPoolExecutor(1, get_context("spawn"), wear_in) as pool:
        return pool.submit(case, rounds).result()


def main() -> int:
    """Run every case."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="3 rounds instead of 15; keep nothing")
    quick = parser.parse_args().quick
    rounds = 3 if quick else 15
    results = [result for case in CASES for result in alone(case, rounds)]
    text = as_markdown(results, rounds)
    print(text, end="")
    if not quick:
        KEPT.write_text(text, encoding="utf-8")
    return 0 if all(result.met for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
