"""Measure what is missing of an experiment and keep it in taotp/data.

python -m tools.experiments NAME ...     these; started again, each goes on where it stopped
python -m tools.experiments              all that keep a table, about an hour on one core
python -m tools.experiments --list       what there is
python -m tools.experiments --workers 1  by one process; else by one for each core
"""

import argparse
import sys
from importlib import import_module

from taotp.verify.worker_pool import NoWorkers, offer
from tools.experiments.kept import fill
from tools.experiments.outside import KINDS, keep_names

NAMES = (  # of a table that is filled point by point
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
    "tune_letters",
    "agreement",
    "brackets",
    "english_french",
    "latest_address",
    "computer_precision",
    "by_hand_and_trained",
    "tools_and_truth",
    "claims_on_heads",
    "edge_tools",
)
FILES = (  # of one file that is made as a whole, or line by line
    "lookup_precision",
    "three_engines",
    "gpt2_by_hand",
    "trained_hello_world",
    "trained_letters",
    "trained_induction",
    "trained_twins",
    "spoken_digits",
    "said_words",
    "heard_people",
    "mood_measured",
    "outside_tools",
    "own_tools",
    "what_parts_do",
)


def described(name: str) -> str:
    """The first sentence of an experiment behind its name, without what it says below."""
    sentence = (import_module(f"tools.experiments.{name}").__doc__ or "").split("\n\n", 1)[0]
    return f"{name:22}{' '.join(sentence.split())}"


def carry_out(name: str, workers: int | None = None, dask: str | None = None) -> None:
    """Measure what is missing of one experiment and keep it."""
    module = import_module(f"tools.experiments.{name}")
    if name in FILES:
        module.make()
    else:
        fill(name, module.WORDS, module.POINTS, module.measure, workers, dask)


def main(arguments: list[str] | None = None) -> int:
    """Run the experiments named, or all; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.experiments",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", nargs="*", help="default: all that keep a table")
    parser.add_argument("--list", action="store_true", help="say what there is; measure nothing")
    parser.add_argument(
        "--outside", metavar="WHAT=FILE", action="append", default=[],
        help="data that is not shipped; " + "; ".join(map(": ".join, KINDS.items())),
    )  # fmt: skip
    offer(parser)
    given = parser.parse_args(arguments)
    if given.list:
        print("\n".join(map(described, (*NAMES, *FILES))))
        return 0
    for name in given.name:
        if name not in NAMES + FILES:
            known = ", ".join(NAMES + FILES)
            parser.error(f"no experiment is called {name}; there are {known}")
    try:
        keep_names(given.outside)
        for name in given.name or NAMES:
            carry_out(name, given.workers, given.dask)
    except ValueError as error:
        parser.error(str(error))
    except FileNotFoundError as error:
        where = "the head of its file says what an experiment needs"
        print(f"there is no {error.filename}; {where}.", file=sys.stderr)
        return 2
    except (NoWorkers, RuntimeError, ImportError) as error:
        print(f"{error}.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Interrupted; what was measured is kept.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
