"""The commands of `taotp verify`: all, merge and check."""

import argparse
import contextlib
import os
import secrets
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from taotp import listing, verify
from taotp.cli.given import offer_precision
from taotp.cli.outcome import DONE, REFUSED, BadInput, Refused, refuse_pipe
from taotp.cli.terminal import plain
from taotp.verify.checking import DRAWN, LIE, MISSED
from taotp.verify.domains import KINDS
from taotp.verify.worker_pool import NoWorkers, bar, offer

T = TypeVar("T")


def verify_parsers(commands: Any) -> None:
    """What may be typed after `verify`."""
    words = (
        "MACHINE is a listing, or a program of the library with its arguments, for example "
        f"'small.add(3)'. DOMAIN is one of {', '.join(KINDS.values())}."
    )
    verify = commands.add_parser(
        "verify",
        help="test a machine on every possible input and write a certificate",
        description="Test a machine on every input of a domain, on all cores or on a cluster, and "
        f"write the results to a certificate that others can check. {words}",
    )
    steps = verify.add_subparsers(title="steps", metavar="STEP", required=True)

    every = steps.add_parser(
        "all", help="test every input", description=f"Test every input. {words}"
    )
    every.add_argument("machine", metavar="MACHINE")
    every.add_argument("domain", metavar="DOMAIN")
    every.add_argument(
        "--to",
        type=Path,
        metavar="FILE",
        help="the certificate; what it already holds is not tested again",
    )
    every.add_argument(
        "--part", type=part, default=(1, 1), metavar="I/N",
        help="test only this part of N; merge the certificates later",
    )  # fmt: skip
    offer_precision(every)
    every.set_defaults(command=verify_command)

    merge = steps.add_parser(
        "merge",
        help="merge certificates into one",
        description="Merge several certificates for the same machine and domain into one.",
    )
    merge.add_argument("files", metavar="FILE", nargs="+", type=Path)
    merge.add_argument("--to", type=Path, metavar="FILE", required=True)
    merge.set_defaults(command=merge_command)

    check = steps.add_parser(
        "check",
        help="test a sample of a certificate again",
        description="Check that a certificate is complete and belongs to this machine, then test "
        "a random sample of its shards and inputs again. A certificate that is wrong about one "
        f"input in {LIE:,} passes with a probability of {MISSED:.0%}. The command prints how much "
        "it tested.",
    )
    check.add_argument("file", metavar="FILE", type=Path)
    check.add_argument(
        "--machine", metavar="MACHINE", help="the machine, if it has another name now"
    )
    check.add_argument(
        "--shards",
        type=natural,
        default=10,
        metavar="N",
        help="how many shards to test in full (default: 10)",
    )
    check.add_argument(
        "--inputs", type=natural, default=DRAWN, metavar="N",
        help=f"how many single inputs to test (default: {DRAWN:,})",
    )  # fmt: skip
    check.add_argument("--seed", type=natural, metavar="N", help="seed of the sample, to repeat it")
    check.set_defaults(command=recheck_command)
    for one in (every, check):
        one.add_argument("--spec", metavar="SPEC.py", type=Path, help="a Python file that "
                         "defines specification(prompt), for the domain prompts(length, symbols). "
                         "It is executed, so use only one that you trust")  # fmt: skip
        offer(one)


def part(text: str) -> tuple[int, int]:
    """One of several parts."""
    i, _, n = text.partition("/")
    if not (i.isdecimal() and n.isdecimal() and 1 <= int(i) <= int(n) <= 10**6):
        raise argparse.ArgumentTypeError(f"{text!r} is not a part, such as 2/4")
    return int(i), int(n)


def natural(text: str) -> int:
    """A whole number from 0 on."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


@contextlib.contextmanager
def in_sentences() -> Iterator[None]:
    """Turn what verifying raises into what a user is told."""
    try:
        yield
    except listing.ListingError:
        raise
    except (ValueError, NoWorkers, RuntimeError) as error:
        raise BadInput(plain(str(error))) from None


def verify_command(options: argparse.Namespace) -> int:
    """Try a machine on every input of a domain."""
    with in_sentences():
        try:
            found = verify.verified(
                verify.machine(options.machine), options.domain, path=options.to,
                specification=source_of(options.spec), precision=options.precision,
                part=options.part, workers=options.workers, dask=options.dask, bar=shards_bar,
            )  # fmt: skip
        except KeyboardInterrupt:
            if options.to:
                print(
                    f"interrupted; the next run goes on after what {options.to} has",
                    file=sys.stderr,
                )
            raise
    print(found)
    return REFUSED if found.wrong else DONE


def shards_bar(pieces: Iterable[T], total: int) -> Iterable[T]:
    """A progress bar of shards."""
    return bar(pieces, total, "shard")


def source_of(path: Path | None) -> str:
    """The text of a Python file, "" where none is named."""
    if path is None:
        return ""
    refuse_pipe(str(path))
    return path.read_text("utf-8")


def merge_command(options: argparse.Namespace) -> int:
    """Make one certificate of several."""
    with in_sentences():
        found = verify.merged([verify.read(path) for path in options.files])
        if os.path.lexists(options.to):
            verify.read(options.to)  # nothing else is written over
        verify.write(found, options.to)
    print(found)
    return REFUSED if found.wrong else DONE


def recheck_command(options: argparse.Namespace) -> int:
    """Try some of a certificate again."""
    with in_sentences():
        found = verify.read(options.file)
        machine = verify.machine(options.machine or found.machine)
        seed = secrets.randbelow(10**9) if options.seed is None else options.seed
        try:
            again = verify.checked(
                found, machine, specification=source_of(options.spec), shards=options.shards,
                inputs=options.inputs, seed=seed, workers=options.workers, dask=options.dask,
                bar=shards_bar,
            )  # fmt: skip
        except ValueError as error:
            raise Refused(plain(f"{options.file} does not hold: {error}")) from None
    if options.machine:  # the name in the file may be any
        found = replace(found, machine=options.machine)
    print(found)
    print(again)
    return REFUSED if found.wrong else DONE
