"""Measure what is missing of an experiment and keep it in taotp_core/data/experiments.

python -m experiments NAME ...     these; started again, each goes on where it stopped
python -m experiments              all of them, about an hour on one core
python -m experiments --workers 1  by one process; else by one for each core
"""

import argparse
import sys
from importlib import import_module

from experiments.kept import fill
from taotp_core.verify.work import NoWorkers, offer

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
    "dial_tones",
    "dial_tones_limits",
    "dial_tones_map",
    "dial_tones_speech",
    "train_letters",
    "train_induction",
    "scaling",
    "train_adapters",
    "agreement",
    "brackets",
    "english_french",
)


def main(arguments: list[str] | None = None) -> int:
    """Run the experiments named, or all; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", nargs="*", help=f"default: {' '.join(NAMES)}")
    offer(parser)
    given = parser.parse_args(arguments)
    names = given.name or NAMES
    for name in names:
        if name not in NAMES:
            parser.error(f"no experiment is called {name}; there are {', '.join(NAMES)}")
    try:
        for name in names:
            module = import_module(f"experiments.{name}")
            fill(name, module.WORDS, module.POINTS, module.measure, given.workers, given.dask)
    except (NoWorkers, RuntimeError) as error:
        print(f"{error}.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Interrupted; what was measured is kept.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
