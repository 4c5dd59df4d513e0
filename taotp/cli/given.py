"""What commands are given alike: a precision to round to, and what a file holds."""

import argparse
import sys

from taotp.cli.outcome import BadInput, refuse_pipe
from taotp_core.arrays import PRECISIONS


def offer_precision(command: argparse.ArgumentParser) -> None:
    """Let a number format be chosen, which every operation is rounded to."""
    command.add_argument(
        "--precision", choices=PRECISIONS, default="float64",
        help="round every operation to this number format (default: float64)",
    )  # fmt: skip


def bytes_of(path: str, most: int, named: str, what: str) -> bytes:
    """What a file holds, or the standard input for '-', of which no more than `most` is read.

    Raises OSError, and BadInput for a path that is none, and where there is more than `what` may
    have; `named` is what the file is called there.
    """
    try:
        if path == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            refuse_pipe(path)
            with open(path, "rb") as file:
                data = file.read(most + 1)
    except ValueError as error:  # a NUL in the name
        raise BadInput(f"{path!r} is not a file name: {error}") from None
    if len(data) > most:
        raise BadInput(f"{named} is larger than {most:,} bytes, the most of {what}")
    return data
