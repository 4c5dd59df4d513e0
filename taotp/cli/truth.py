"""The command `taotp truth`: machines and their truth as a folder for others."""

import argparse
import re
import shlex
from itertools import chain
from pathlib import Path
from typing import Any

from taotp.cli.outcome import DONE, BadInput
from taotp.cli.terminal import plain
from taotp.interp import benchmark
from taotp.interp.benchmark.folder import EXAMPLE
from taotp.verify.worker_pool import bar


def truth_parser(commands: Any) -> None:
    """What may be typed after `truth`."""
    truth = commands.add_parser(
        "truth",
        help="write machines whose parts are known, to score tools that look inside",
        description="Machines of which it is known which parts matter: a benchmark for tools that "
        "look inside.",
    )
    steps = truth.add_subparsers(title="steps", metavar="STEP", required=True)
    export = steps.add_parser(
        "export",
        help="write the benchmark as a folder",
        description="Write a new folder: weights, texts, the truth of each part with its schema, "
        "and a scorer that needs numpy alone. Its README.md says what is where. Nothing is left "
        "of a folder that was not written to its end.",
    )
    export.add_argument("folder", metavar="FOLDER", type=Path, help="a new folder, or an empty one")
    export.add_argument(
        "--only",
        metavar="MACHINE",
        nargs="+",
        help="some of the machines, by their names: echo sort, or echo,sort, or 'echo, unread', "
        "whose own comma has a space behind it",
    )
    export.set_defaults(command=export_command)


def export_command(options: argparse.Namespace) -> int:
    """Write the folder, and say what to do with it."""
    only = None if options.only is None else [*chain(*map(apart, options.only))]
    try:
        folder = benchmark.export(
            options.folder, only, lambda entries: bar(entries, unit="machine")
        )
    except ValueError as error:
        raise BadInput(str(error)) from None
    score, claims = (shlex.quote(str(folder / name)) for name in ("score.py", EXAMPLE))
    print(plain(f"{folder} is written; try: python {score} {claims}"))
    return DONE


def apart(names: str) -> list[str]:
    """Names that are joined by commas; the comma of a name has a space behind it.

    >>> apart("echo,sort, unread")
    ['echo', 'sort, unread']
    """
    return re.split(r",(?!\s)", names.removesuffix(","))
