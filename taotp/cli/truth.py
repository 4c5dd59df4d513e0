"""The command `taotp truth`: machines and their truth as a folder for others."""

import argparse
import json
import re
import shlex
import sys
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any

from taotp.cli.outcome import DONE, BadInput
from taotp.cli.terminal import plain
from taotp.data import parts_that_matter, what_parts_do
from taotp.interp import benchmark
from taotp.interp.benchmark import circuits
from taotp.interp.benchmark.differences import by_machine, differences, unscored
from taotp.interp.benchmark.entries import Entry
from taotp.interp.benchmark.families import HELD_OUT
from taotp.interp.benchmark.folder import EXAMPLE
from taotp.interp.benchmark.roles import ROLES
from taotp.interp.benchmark.score import BadClaims, listed, read_json
from taotp.verify.worker_pool import bar

MINUTES = 15  # of one core, in which all machines are exported
EVERY = 25  # machines, after which a line says how many are done


def truth_parser(commands: Any) -> None:
    """What may be typed after `truth`."""
    truth = commands.add_parser(
        "truth",
        help="a benchmark for interpretability tools",
        description="A benchmark for interpretability tools: machines for which it is known which "
        "parts matter, what each part does, and which part reads what another wrote.",
    )
    steps = truth.add_subparsers(title="steps", metavar="STEP", required=True)
    export = steps.add_parser(
        "export",
        help="write the benchmark as a folder",
        description="Write a new folder with weights, texts, the truth about each part with its "
        "schema, and a scorer that needs only numpy. Its README.md explains what is where. If "
        "the command is interrupted, no unfinished folder is left behind.",
    )
    export.add_argument("folder", metavar="FOLDER", type=Path, help="a new folder, or an empty one")
    export.add_argument(
        "--only",
        metavar="MACHINE",
        nargs="+",
        help="export only these machines, for example: echo sort, or echo,sort (a name may itself "
        "have a comma with a space after it, such as 'echo, unread')",
    )
    export.set_defaults(command=export_command)
    score = steps.add_parser(
        "score",
        help="score an entry: parts, roles and edges",
        description="Score what a tool claims about parts, their roles, and the edges between "
        "them. Beside it stand baselines that never look at the machine: naming every part, "
        "naming none, and naming as many parts as the tool did, either those with the most "
        "numbers or those with the most neighbors. An entry is JSON in the format of truth.json; "
        "start from entry.example.json in the exported folder.",
    )
    score.add_argument("entry", metavar="FILE", type=Path, help="the entry")
    score.add_argument(
        "--truth",
        metavar="FILE",
        type=Path,
        help="the truth.json to score by (default: the one beside the entry, or else that of this "
        "version)",
    )
    score.add_argument(
        "--machines",
        action="store_true",
        help="also print what the entry misses and what is wrong in it, machine by machine",
    )
    score.add_argument("--json", action="store_true", help="print JSON instead")
    score.set_defaults(command=score_command)


def export_command(options: argparse.Namespace) -> int:
    """Write the folder, and say what to do with it."""
    only = None if options.only is None else {*chain(*map(apart, options.only))}
    n = len(parts_that_matter() if only is None else only)
    try:
        folder = benchmark.export(options.folder, only, lambda entries: told(entries, n))
    except ValueError as error:
        raise BadInput(str(error)) from None
    score, claims = (shlex.quote(str(folder / name)) for name in ("score.py", EXAMPLE))
    print(plain(f"{folder} is written; try: python {score} {claims}"))
    return DONE


def say(text: str) -> None:
    """A line for who waits, at once."""
    print(text, file=sys.stderr, flush=True)


def told(entries: Iterable[Entry], n: int) -> Iterable[Entry]:
    """Entries one after the other, with a bar, or with some lines where no bar can be seen."""
    if n > EVERY:
        say(f"{n} machines; all there are take up to {MINUTES} minutes. Ctrl-C leaves nothing.")
    if sys.stderr.isatty():
        yield from bar(entries, n, unit="machine")
        return
    for done, entry in enumerate(entries):
        if done and done % EVERY == 0:
            say(f"{done} of {n} machines are done")
        yield entry


def score_command(options: argparse.Namespace) -> int:
    """Print how an entry fared."""
    beside = options.entry.with_name("truth.json")
    path = options.truth or (beside if beside.is_file() else None)
    try:
        entry = read_json(options.entry)
        whole = circuits.truth_of(what_parts_do())
        truth = whole if path is None else circuits.truth_of(read_json(path))
        said = circuits.said_of(entry, truth, ROLES)
    except BadClaims as error:
        raise BadInput(str(error)) from None
    found = circuits.Scorer(truth, whole).table(said, HELD_OUT)
    if not found:
        trained = sum(of.known == circuits.OF_TRAINED and bool(said.get(name))
                      for name, of in truth.items())  # fmt: skip
        why = "; of machines that were trained no roles are known" if trained else ""
        raise BadInput(f"{options.entry} says nothing of any part, role or edge{why}")
    wrong = differences(said, truth) if options.machines else {}
    if options.json:
        data = circuits.as_data(found) | ({"machines": wrong} if options.machines else {})
        print(json.dumps(data, indent=1))
        return DONE
    whose = options.truth or ("the truth.json beside it" if path else "the truth of this version")
    left = unscored(entry)
    print(plain(f"scored by {whose}{f'; not scored: {listed(left)}' if left else ''}\n"))
    print("\n".join(circuits.lines(found, len(truth), HELD_OUT)).rstrip())
    if wrong:
        print(plain("\n".join(["", *by_machine(wrong)])))
    return DONE


def apart(names: str) -> list[str]:
    """Names that are joined by commas; the comma of a name has a space behind it.

    >>> apart("echo,sort, unread")
    ['echo', 'sort, unread']
    """
    return re.split(r",(?!\s)", names.removesuffix(","))
