"""The command `taotp hear`: keys that are dialed in recordings, or words."""

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from taotp import sound
from taotp.applications.dialing.machine import HOUR
from taotp.applications.dialing.tones import dial
from taotp.cli.given import offer_precision
from taotp.cli.outcome import BAD_INPUT, DONE, REFUSED, BadInput, Refused, refuse_pipe
from taotp.cli.terminal import plain
from taotp.programs import Program, dial_tones, spoken_digits, spoken_words
from taotp.sound.ends import CLICK, SIZE, trimmed
from taotp.sound.pieces import pieces
from taotp.sound.wav import TooLong
from taotp_core.arrays import PRECISIONS, Array

SIZES = {9: 40, 30: 100, 60: 200}  # hours and presses; the largest hears nineteen seconds
CALL = 3600.0  # seconds of a call that are read: a file of that length takes some minutes
AN_HOUR = 0.32  # seconds
LONGEST = 60.0  # seconds of a word that are read; machines hear less, and say so better
MORE = "…"  # what the machine says where it would go on


def hear_parser(commands: Any) -> None:
    """What may be typed after `hear`."""
    hear = commands.add_parser(
        "hear",
        help="transcribe dialed telephone keys or a spoken word from WAV files",
        description="Print the telephone keys that are dialed in WAV files, one line for each "
        "file, by the machine of the chapter Listening to dial tones. The line is empty if no key "
        "is dialed. Samples may be integers of 8 to 32 bits, floats, or a telephone's A-law and "
        "mu-law, at any sampling rate (a rate that is not a multiple of 8,000 needs the package "
        "soxr). A file may last an hour; every eighteen seconds it is cut where it is quietest. "
        "With --words the command recognizes one spoken word in each file, by the machine of the "
        "chapter Say a word: a digit from zero to nine, compared with twelve synthesized voices, "
        "or one of the words that you give with --like. Sound before and after the word is cut "
        "away, as on the page. If a file has several words, the loudest is recognized. A word "
        "may last two and a half seconds.",
        epilog="Exit codes: 0 all files transcribed, 1 a sound was refused, 2 a file could not be "
        "read. One bad file does not keep the others from being transcribed.",
    )
    hear.add_argument(
        "files", metavar="FILE", nargs="+", help="a WAV file, or - for standard input"
    )
    hear.add_argument(
        "--words", action="store_true", help="recognize a spoken word instead of telephone keys"
    )
    hear.add_argument(
        "--like", metavar="WORD=FILE", action="append", default=[],
        help="with --words: a recording of a word to compare with; give at least two words, and "
        "each as often as you like",
    )  # fmt: skip
    hear.add_argument(
        "--channel", type=int, metavar="N",
        help="the channel to read, from 0 on; needed if the channels of a file differ",
    )  # fmt: skip
    offer_precision(hear)
    hear.set_defaults(command=hear_command)


def dial_parser(commands: Any) -> None:
    """What may be typed after `dial`."""
    parser = commands.add_parser(
        "dial",
        help="write a WAV file in which telephone keys are dialed",
        description="Write a WAV file in which telephone keys are dialed, each for 50 milliseconds "
        "with 50 of silence behind it. 'taotp hear' hears them. Existing files are never "
        "overwritten.",
    )
    parser.add_argument("keys", metavar="KEYS", help="for example 5550123, or '*21#'")
    parser.add_argument("file", metavar="FILE", help="a new WAV file")
    parser.set_defaults(command=dial_command)


def dial_command(options: argparse.Namespace) -> int:
    """Write the sound of keys to a file that is not there yet."""
    path = Path(options.file)
    if path.exists() or path.is_symlink():
        raise BadInput(f"{path} is there already; name a new file")
    try:
        sound.write(path, dial(options.keys))
    except ValueError as error:
        raise BadInput(str(error)) from None
    print(f"{path} is written; try: taotp hear {shlex.quote(options.file)}")
    return DONE


def hear_command(options: argparse.Namespace) -> int:
    """Print what is dialed in each file, and complain of those that cannot be heard."""
    code, hears = DONE, listener(options)
    for path in options.files:
        name = plain("standard input" if path == "-" else path)
        try:
            longest = LONGEST if options.words else CALL
            samples = recording(path, options.channel, longest)
            print(f"{name}: {hears(samples, options.precision)}")
        except (BadInput, Refused) as error:
            print(f"{name}: {error}", file=sys.stderr)
            code = max(code, REFUSED if isinstance(error, Refused) else BAD_INPUT)
    return code


def listener(options: argparse.Namespace) -> Callable[[Array, str], str]:
    """What hears a sound in a precision; it says on the error stream with what it compares."""
    if options.like and not options.words:
        raise BadInput("--like is for words; give --words as well")
    if not options.words:
        return heard
    if not options.like:
        told = "compared with the digits zero to nine in twelve synthesized voices"
        program = spoken_digits()
    else:
        program = of_recordings(options.like, options.channel)
        told = f"compared with {len(options.like)} recordings: {', '.join(options.like)}"
    print(plain(told), file=sys.stderr)
    return partial(word_heard, program)


def of_recordings(named: Sequence[str], channel: int | None) -> Program:
    """The program whose weights are recordings, each named as WORD=FILE."""
    recordings: dict[str, list[Array]] = {}
    for text in named:
        word, _, path = text.partition("=")
        if not word or not path:
            raise BadInput(f"--like is {text!r}; it must be WORD=FILE")
        try:
            recordings.setdefault(word, []).append(word_in(recording(path, channel)))
        except (BadInput, Refused) as error:
            raise BadInput(f"{path}: {error}") from None
    try:
        return spoken_words(recordings)
    except ValueError as error:
        raise BadInput(str(error)) from None


def word_in(samples: Array) -> Array:
    """A sound without what is around its word, as the page cuts it; Refused where it has none."""
    word = trimmed(samples)
    if not len(word):
        lasts = CLICK * SIZE / sound.RATE
        raise Refused(f"no word was heard: there is silence, and no sound of {lasts:g} s")
    return word


def word_heard(program: Program, samples: Array, precision: str) -> str:
    """The word in a sound, nothing where it is like none; Refused with the program's sentence."""
    try:
        return str(program.complete(word_in(samples), to=PRECISIONS[precision]))
    except ValueError as error:
        raise Refused(str(error)) from None


def recording(path: str, channel: int | None, longest: float = LONGEST) -> Array:
    """The samples of a file, or of the standard input for '-'."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(sound.LARGEST_FILE + 1)
            return sound.decoded(data, channel=channel, longest=longest)
        refuse_pipe(path)
        return sound.read(path, channel=channel, longest=longest)
    except OSError as error:
        raise BadInput(error.strerror or str(error)) from None
    except TooLong as error:
        raise Refused(str(error)) from None
    except ValueError as error:
        raise BadInput(str(error)) from None


@cache
def machine(hours: int) -> Program:
    """The machine that hears so many hours."""
    return dial_tones(n_ctx=HOUR * hours, presses=SIZES[hours])


def heard(samples: Array, precision: str) -> str:
    """The keys in a sound; Refused with the sentence of the machine, or where it hears more."""
    most = int((max(SIZES) - 2) * AN_HOUR * sound.RATE)
    return "".join(heard_at_once(each, precision) for each in pieces(samples, most))


def heard_at_once(samples: Array, precision: str) -> str:
    """The keys in a sound, or a piece of one, that the largest machine hears whole."""
    lasts = len(samples) / sound.RATE / AN_HOUR
    hours = next((hours for hours in SIZES if lasts < hours - 1), max(SIZES))
    try:
        keys = machine(hours).complete(samples, to=PRECISIONS[precision])
    except ValueError as error:
        raise Refused(str(error)) from None
    if keys.endswith(MORE):
        raise Refused(f"there are more than {SIZES[hours]} presses; they begin {keys[:-1]}")
    return keys
