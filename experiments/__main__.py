"""Measure what is missing of an experiment and keep it in taotp_core/data/experiments.

python -m experiments NAME ...     these; started again, each goes on where it stopped
python -m experiments              all of them, about twenty minutes on one core
"""

import argparse
from importlib import import_module

from experiments.kept import fill

NAMES = (
    "train_hello_world",
    "train_lookup",
    "norm_the_hashes",
    "more_text",
    "why_a_quarter",
    "trained_embeddings",
    "train_sort",
    "other_mark",
    "train_positions",
)


def main(arguments: list[str] | None = None) -> None:
    """Run the experiments named, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", nargs="*", help=f"default: {' '.join(NAMES)}")
    names = parser.parse_args(arguments).name or NAMES
    for name in names:
        if name not in NAMES:
            parser.error(f"no experiment is called {name}; there are {', '.join(NAMES)}")
    for name in names:
        module = import_module(f"experiments.{name}")
        fill(name, module.WORDS, module.POINTS, module.measure)


if __name__ == "__main__":
    main()
