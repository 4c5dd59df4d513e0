"""The command `taotp compute`: programs of the Little Man Computer."""

import argparse
import importlib
import sys
import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from taotp import little_man
from taotp.cli.given import bytes_of, offer_precision
from taotp.cli.outcome import DONE, BadInput
from taotp.cli.terminal import plain
from taotp.programs import computer
from taotp_core.arrays import PRECISIONS

POSITIONS = 32_768
LARGEST = 1_000_000  # bytes of a program
PATIENCE = 2.0  # seconds before progress is shown


def compute_parser(commands: Any) -> None:
    """What may be typed after `compute`."""
    known = ", ".join(little_man.names())
    compute = commands.add_parser(
        "compute",
        help="run a Little Man Computer program on a transformer",
        description="Run a program of the Little Man Computer and print its output. A transformer "
        "whose weights were chosen by hand decides every step. "
        f"The library has the programs {known}.",
    )
    compute.add_argument(
        "file", metavar="FILE",
        help="the program, - for standard input, or the name of a program in the library",
    )  # fmt: skip
    compute.add_argument(
        "--input",
        metavar="N",
        nargs="*",
        type=int,
        default=[],
        help="the numbers that the program reads",
    )
    compute.add_argument(
        "--trace",
        action="store_true",
        help="then print the transformer's whole text: the program, as stores into memory, and one "
        "token for each step",
    )
    compute.add_argument(
        "--positions", metavar="N", type=positions, default=POSITIONS,
        help=f"how many tokens the text may have (default: {POSITIONS:,}); each step takes one",
    )  # fmt: skip
    offer_precision(compute)
    compute.set_defaults(command=compute_command)


def positions(text: str) -> int:
    """How many positions there are: 1 to ten million."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 10**7):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 10,000,000")
    return int(text)


def compute_command(options: argparse.Namespace) -> int:
    """Print what a program says, a line for each of its outputs."""
    prompt = prompt_of(options.file)
    if len(prompt) > options.positions:
        raise BadInput(f"{options.file} needs {len(prompt)} positions and has "
                       f"{options.positions}; --positions N gives it more")  # fmt: skip
    given = iter(options.input)
    trace = computer(n_ctx=options.positions).trace(prompt, given, to=PRECISIONS[options.precision])
    tokens: list[str] = []
    try:
        with closing(Shown()) as shown:
            for said in little_man.lines(kept(shown.steps(trace), tokens)):
                shown.say(str(said))
    except ValueError as error:
        more = "; --positions N gives it more" if "positions" in str(error) else ""
        raise BadInput(f"{error}{more}") from None
    finally:
        if options.trace:
            for part in (prompt, tokens):
                print(f"\n{textwrap.fill(' '.join(part), 80, break_on_hyphens=False)}")
    if left := len([*given]):
        print(f"{left} of {len(options.input)} inputs were not asked for", file=sys.stderr)
    return DONE


def kept(trace: Iterator[str], tokens: list[str]) -> Iterator[str]:
    """A trace that is also written down."""
    for token in trace:
        tokens.append(token)
        yield token


class Shown:
    """Outputs as they come, above the number of steps where somebody looks and waits."""

    def __init__(self) -> None:
        try:
            tqdm = importlib.import_module("tqdm").tqdm
        except ImportError:
            tqdm = None
        self.bar = tqdm and tqdm(unit=" steps", disable=None, leave=False, delay=PATIENCE)

    def steps(self, trace: Iterator[str]) -> Iterator[str]:
        """A trace whose steps are counted."""
        for token in trace:
            if self.bar is not None:
                self.bar.update()
            yield token

    def say(self, text: str) -> None:
        """Print a line."""
        text = plain(text) if sys.stdout.isatty() else text
        if self.bar is None:
            print(text, flush=True)
        else:
            self.bar.write(text, file=sys.stdout)
            sys.stdout.flush()

    def close(self) -> None:
        """Take the number of steps away."""
        if self.bar is not None:
            self.bar.close()


def prompt_of(name: str) -> list[str]:
    """The prompt of a program: of a file, of the standard input, or of the library."""
    text = text_of(name)
    try:
        return little_man.assemble(text)
    except ValueError as error:
        raise BadInput(f"{'standard input' if name == '-' else name}: {error}") from None


def text_of(name: str) -> str:
    """The text of a program."""
    if name in little_man.names() and not Path(name).exists():
        return little_man.text(name)
    try:
        return bytes_of(name, LARGEST, name, "a program").decode("utf-8-sig")
    except FileNotFoundError:
        raise BadInput(f"{name}: there is no such file, and no such program of the library, which "
                       f"has {', '.join(little_man.names())}") from None  # fmt: skip
    except UnicodeDecodeError:
        raise BadInput(f"{name} is not UTF-8 text") from None
