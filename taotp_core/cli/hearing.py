"""The command `python -m taotp_core hear`: the keys that are dialed in recordings."""

import argparse
import sys
from functools import cache
from typing import Any

from taotp_core import sound
from taotp_core.arrays import PRECISIONS, Array
from taotp_core.cli.outcome import BAD_INPUT, DONE, REFUSED, BadInput, Refused, refuse_pipe
from taotp_core.cli.terminal import plain
from taotp_core.programs import Program, dial_tones
from taotp_core.sound.wav import TooLong

SIZES = {9: 40, 30: 100, 60: 200}  # hours and presses; the largest hears nineteen seconds
AN_HOUR = 0.32  # seconds
LONGEST = max(SIZES) * AN_HOUR  # a little more than the largest machine hears
MORE = "…"  # what the machine says where it would go on


def hear_parser(commands: Any) -> None:
    """What may be typed after `hear`."""
    hear = commands.add_parser(
        "hear",
        help="print the keys that are dialed in recordings",
        description="Print the telephone keys whose tones are in WAV files, one line each: what "
        "the machine of the chapter Listening to dial tones writes down. A file in which no key "
        "is dialed has an empty line. Files of integers of 8 to 32 bits and of floats are read, "
        "at any rate (rates that are no multiple of 8,000 take the package soxr). A file may "
        "last nineteen seconds.",
        epilog="Exit codes: 0 all heard, 1 a sound is refused, 2 a file is bad; the others are "
        "heard all the same.",
    )
    hear.add_argument("files", metavar="FILE", nargs="+", help="a WAV file, or - for the input")
    hear.add_argument(
        "--channel", type=int, metavar="N",
        help="which channel of a file that has several, from 0 on; needed where they differ",
    )  # fmt: skip
    hear.add_argument(
        "--precision", choices=PRECISIONS, default="float64",
        help="round every operation to this number format (default: float64)",
    )  # fmt: skip
    hear.set_defaults(command=hear_command)


def hear_command(options: argparse.Namespace) -> int:
    """Print what is dialed in each file, and complain of those that cannot be heard."""
    code = DONE
    for path in options.files:
        name = plain("standard input" if path == "-" else path)
        try:
            print(f"{name}: {heard(recording(path, options.channel), options.precision)}")
        except (BadInput, Refused) as error:
            print(f"{name}: {error}", file=sys.stderr)
            code = max(code, REFUSED if isinstance(error, Refused) else BAD_INPUT)
    return code


def recording(path: str, channel: int | None) -> Array:
    """The samples of a file, or of the standard input for '-'."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(sound.LARGEST_FILE + 1)
            return sound.decoded(data, channel=channel, longest=LONGEST)
        refuse_pipe(path)
        return sound.read(path, channel=channel, longest=LONGEST)
    except OSError as error:
        raise BadInput(error.strerror or str(error)) from None
    except TooLong as error:
        raise Refused(str(error)) from None
    except ValueError as error:
        raise BadInput(str(error)) from None


@cache
def machine(hours: int) -> Program:
    """The machine that hears so many hours."""
    return dial_tones(hours=hours, presses=SIZES[hours])


def heard(samples: Array, precision: str) -> str:
    """The keys in a sound; Refused with the sentence of the machine, or where it hears more."""
    lasts = len(samples) / sound.RATE / AN_HOUR
    hours = next((hours for hours in SIZES if lasts < hours - 1), max(SIZES))
    try:
        keys = machine(hours).complete(samples, to=PRECISIONS[precision])
    except ValueError as error:
        raise Refused(str(error)) from None
    if keys.endswith(MORE):
        raise Refused(f"there are more than {SIZES[hours]} presses; they begin {keys[:-1]}")
    return keys
