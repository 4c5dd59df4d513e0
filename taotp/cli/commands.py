"""The commands of `taotp`: run, check, show, format, new and the others."""

import argparse
import codecs
import contextlib
import io
import os
import re
import runpy
import shlex
import shutil
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from taotp import listing
from taotp.applications.agreement.machine import Agreement
from taotp.applications.mood.machine import Sentiment
from taotp.cli.computing import compute_parser
from taotp.cli.given import bytes_of, offer_precision
from taotp.cli.hearing import dial_parser, hear_parser
from taotp.cli.outcome import (
    BAD_INPUT,
    DONE,
    INTERRUPTED,
    PIPE_CLOSED,
    REFUSED,
    BadInput,
    Refused,
)
from taotp.cli.terminal import Screen, explain, plain
from taotp.cli.truth import truth_parser
from taotp.cli.verifying import natural, verify_parsers
from taotp.examples import FOLDER, abouts, example
from taotp.files import NotInstalled, ended_in_order, open_what_is_closed, write_new, write_whole
from taotp.listing import skeleton
from taotp.listing.written import MOST_DIGITS
from taotp.reference import Comparison, compare, how_many, in_letters, shown
from taotp.verify.machines import built, maker
from taotp.verify.untrusted import staying
from taotp_core import __version__
from taotp_core.arrays import PRECISIONS, Rounding
from taotp_core.measure import parameters
from taotp_core.program import Program, Symbol

LARGEST_FILE = 16_000_000  # bytes
LARGEST_PROMPT = 1_000_000  # bytes of one line from a pipe, and of what ends it
PROGRAM = re.compile(r"([a-z]\w*(?:\.[a-z]\w*)?)(?:\(.*\))?")  # a name, and its arguments
COMMENT = re.compile(r"""'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|(#)""")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 (answer refused), or 2 (bad input)."""
    open_what_is_closed()
    with ended_in_order():
        return outcome(arguments)


def outcome(arguments: Sequence[str] | None) -> int:
    """The same for a process that has input and output."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    options = understood(arguments)
    try:
        code = int(options.command(options))
        sys.stdout.flush()
        return code
    except BadInput as error:
        complain(error)
        return BAD_INPUT
    except (listing.ListingError, NotInstalled) as error:
        complain(error)
        return BAD_INPUT
    except Refused as error:
        complain(error)
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Python flushes once more on its way out, to a reader that has left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        complain(f"{error.filename or 'input or output'}: {error.strerror or error}")
        return BAD_INPUT
    except MemoryError:
        complain("there is not enough memory for this model and prompt; give a shorter prompt")
        return BAD_INPUT
    except Exception as error:
        complain(f"this should not have happened, please report it: {kind_of(error)}: {error}")
        return BAD_INPUT


def kind_of(error: BaseException) -> str:
    """What kind of exception it is."""
    return type(error).__name__


def understood(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options as they were typed; argparse gives up on a prompt that stands behind one."""
    whole = parser()
    options, rest = whole.parse_known_args(arguments)
    if options.command is run_command and options.prompt is None and len(rest) == 1:
        options.prompt = None if rest[0].startswith("-") else rest.pop()
    if rest:
        whole.error(f"unrecognized arguments: {' '.join(rest)}")
    return options


def complain(message: object) -> None:
    """Say on the error stream what is wrong."""
    text = str(message)
    print(plain(text) if sys.stderr.isatty() else text, file=sys.stderr)


def parser() -> argparse.ArgumentParser:
    """What may be typed, and the help on it."""
    whole = argparse.ArgumentParser(
        prog="taotp",
        description="Run transformers whose weights were written by hand, look inside them, and "
        "check them.",
        epilog="FILE is a listing (a program written as numbers or as sentences), or '-' to read "
        "one from standard input. It can also be the name of a program in the library, for example "
        "agreement, sentiment, brackets, english_french or small.add(3), or one of the examples "
        "that 'taotp examples' lists, for example one_weird_word. Exit codes: 0 success, 1 the "
        "program refused to answer, 2 bad input.",
    )
    whole.add_argument("--version", action="version", version=f"taotp {__version__}")
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", required=True)

    run = commands.add_parser(
        "run",
        help="complete a prompt",
        description="Print the completion of a prompt, until the program stops or its context is "
        "full. If every symbol of the program is one character, the prompt is a string such as "
        "abba; otherwise it is words with spaces between them. Programs that read English take "
        "ordinary text, and a file without names for its symbols takes token ids. Without a "
        "prompt the program begins at its start symbol, or at token 0. If you pipe lines into the "
        "command, it answers each line with a line.",
    )
    run.add_argument(
        "file", metavar="FILE",
        help="a listing, - for standard input, or the name of a program or an example",
    )  # fmt: skip
    run.add_argument("prompt", metavar="PROMPT", nargs="?", help="the text to complete")
    run.add_argument("--steps", type=natural, metavar="N", help="write at most N tokens")
    run.add_argument(
        "--symbols", metavar="TEXT",
        help="names for the symbols of a file that has none: one character each, or words",
    )  # fmt: skip
    run.add_argument("--stop", metavar="SYMBOL", help="stop when the program writes this symbol")
    offer_precision(run)
    run.add_argument(
        "--trace",
        action="store_true",
        help="first show what each part of the machine does, step by step",
    )
    run.add_argument(
        "--at", type=natural, metavar="N",
        help="the position that --trace shows (default: the last one of the prompt)",
    )  # fmt: skip
    run.add_argument(
        "--check", metavar="SPEC.py",
        help="compare the program with `def specification(prompt)` in this Python file, on every "
        "prompt from the shortest on, or on those that its `def prompts()` returns. The file is "
        "executed, so use only one that you trust",
    )  # fmt: skip
    run.add_argument(
        "--seconds",
        type=seconds,
        default=10.0,
        metavar="S",
        help="how many seconds --check may take (default: 10)",
    )
    run.set_defaults(command=run_command)

    check = commands.add_parser(
        "check",
        help="check that listings can be read",
        description="Read listings. Print one line about each: its size, or what is wrong with it "
        "and where.",
    )
    check.add_argument("files", metavar="FILE", nargs="+")
    check.set_defaults(command=check_command)

    show = commands.add_parser(
        "show",
        help="print a program as sentences",
        description="Print how the residual stream of a program is laid out, and its weights as "
        "sentences. Weights that are zero are left out.",
    )
    show.add_argument("file", metavar="FILE")
    show.set_defaults(command=show_command)

    form = commands.add_parser(
        "format",
        help="write a program as numbers",
        description="Print a program as one literal of numbers, exact to the last bit. With "
        "--digits the numbers are rounded, and standard error tells what the rounding breaks.",
    )
    form.add_argument("file", metavar="FILE")
    form.add_argument("--digits", type=natural, metavar="N", help="round to N decimals")
    form.add_argument(
        "--write", action="store_true",
        help="replace the file (refused if names or comments would be lost)",
    )  # fmt: skip
    form.set_defaults(command=format_command)

    new = commands.add_parser(
        "new",
        help="write a small program to start from",
        description="Write a small program that runs, with comments that explain it. Existing "
        "files are never overwritten.",
    )
    new.add_argument("file", metavar="FILE")
    new.add_argument(
        "--numbers", action="store_true", help="write it as numbers instead of sentences"
    )
    new.set_defaults(command=new_command)

    list_ = commands.add_parser(
        "examples",
        help="list the example programs",
        description="List the example programs, which you can run, copy and change: the folder "
        "they are in, their names, and what each one does.",
    )
    list_.set_defaults(command=examples_command)
    dial_parser(commands)
    hear_parser(commands)
    compute_parser(commands)
    truth_parser(commands)
    verify_parsers(commands)
    return whole


def seconds(text: str) -> float:
    """A time above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value


# Reading


def opened(path: str) -> listing.Listing:
    """The listing in a file, on the standard input for '-', or of a program of the library.

    An example is read where its name is neither a file nor a program of the library.
    """
    name = PROGRAM.fullmatch(path)
    if name is None or maker(name[1]) is None or os.path.lexists(path):
        if not os.path.lexists(path) and (found := example(path)):
            path = str(found)
        return listing.read_bytes(listing_bytes(path), named(path))
    try:
        program = built(path)
    except ValueError as error:
        raise BadInput(str(error)) from None
    return listing.Listing(program, True, 1)


def named(path: str) -> str:
    """What a file is called in messages."""
    return "standard input" if path == "-" else path


def listing_bytes(path: str) -> bytes:
    """What a file holds, of which no more is read than a listing may have."""
    return bytes_of(path, LARGEST_FILE, named(path), "a listing")


# run


def run_command(options: argparse.Namespace) -> int:
    """Print what a program says, or whether it says what it should."""
    found = opened(options.file)
    program = prepared(found, options)
    refuse_what_cannot_be_fed(program, named(options.file))
    if options.check:
        return checked(program, options)
    if options.prompt is None and options.file != "-" and piped(sys.stdin):
        lines = iter_lines(sys.stdin.buffer)
        first = next(lines, None)
        if first is not None:
            numbered = enumerate(chain([first], lines), 1)
            return max(tell_line(program, options, *line) for line in numbered)
    prompt = begin(program) if options.prompt is None else symbols(program, options.prompt)
    if wrong := tell(program, options, prompt):
        complain(wrong)
    return REFUSED if wrong else DONE


def refuse_what_cannot_be_fed(program: Program, name: str) -> None:
    """Raise BadInput for two stacks of which one would have nothing that it can read."""
    if program.source is not None:
        words = "" if name.startswith("dial_tones") else " --words"
        raise BadInput(
            f"{name} hears sounds, which cannot be typed; taotp hear{words} FILE prints what it "
            "hears in a WAV file"
        )
    model = program.model
    if model.looks_across and model.encoder is None:
        raise BadInput(
            f"{name} has cross heads and no encoder for them to look into; from Python: "
            "forward(model, tokens, memory=...)"
        )
    if model.encoder is None:
        return
    if model.encoder.d_vocab != model.d_vocab:
        raise BadInput(
            f"{name} has an encoder of {model.encoder.d_vocab} symbols and a decoder of "
            f"{model.d_vocab}; to be asked here they must have the same"
        )
    if program.start is None:
        raise BadInput(
            f"{name} has an encoder, which reads the prompt, and no start symbol for the answer "
            "to begin with; name one as start"
        )


def tell(program: Program, options: argparse.Namespace, prompt: list[Symbol]) -> str:
    """Print what a program says after a prompt, and how it comes to that where asked.

    What makes the prompt none that the program is meant for; "" for nothing.
    """
    to = PRECISIONS[options.precision]
    answer = complete(program, prompt, to)
    if options.trace or options.at is not None:
        read = program.encode(prompt)
        told = [program.places[symbol] for symbol in answer] if program.model.causal else []
        tokens = [*read, *told][: program.model.n_ctx]  # what is said would change what was seen
        at = len(read) - 1 if options.at is None else options.at
        heard = () if program.model.encoder is None else program.read(prompt)
        try:
            lines = list(explain(program, tokens, at, this_screen(), to, heard))
        except ValueError as error:
            raise BadInput(str(error)) from None
        print("\n".join(lines), end="\n\n")
    text = answer_text(program, answer)
    if isinstance(program, Sentiment):
        text = in_full(program, prompt, to) or text
    elif isinstance(program, Agreement) and (words := program.in_words(program.joined(prompt))):
        text = f"{text}: {words}"
    print(plain(text) if sys.stdout.isatty() else text)
    return program.outside(prompt)


def in_full(program: Sentiment, prompt: list[Symbol], to: Rounding) -> str:
    """How good a text is, to the four decimals that its score has; "" where it has none."""
    try:
        score = round(program.score(program.joined(prompt), to=to), 4)
        return f"{score + 0.0:+.4f}"  # no score is -0
    except ValueError:
        return ""


def tell_line(program: Program, options: argparse.Namespace, number: int, line: str) -> int:
    """Answer one line of a pipe, with an empty one where it cannot be asked; the exit code."""
    try:
        if wrong := tell(program, options, symbols(program, line)):
            complain(f"line {number}: {wrong}")
        return REFUSED if wrong else DONE
    except (BadInput, Refused) as error:
        print()
        complain(f"line {number}: {error}")
        return REFUSED if isinstance(error, Refused) else BAD_INPUT


def prepared(found: listing.Listing, options: argparse.Namespace) -> Program:
    """The program with the names, the stop and the steps that were asked for."""
    program = found.program
    vocabulary: Sequence[Symbol] = program.vocabulary
    if options.symbols is not None:
        if found.named:
            raise BadInput(f"{named(options.file)} names its symbols; leave out --symbols")
        names = names_in(options.symbols, program.model.d_vocab)
        position = {old: names[i] for i, old in enumerate(program.vocabulary)}
        vocabulary = names
        program = replace(
            program, vocabulary=names, start=position.get(program.start),
            stop=position.get(program.stop), after=position.get(program.after),
            opening=position.get(program.opening),
        )  # fmt: skip
    if options.stop is not None:
        by_name = {str(symbol): symbol for symbol in vocabulary}
        if options.stop not in by_name:
            raise BadInput(f"--stop is {options.stop!r}, which is none of the symbols")
        program = replace(program, stop=by_name[options.stop])
    return program if options.steps is None else replace(program, steps=options.steps)


def names_in(text: str, d_vocab: int) -> list[str]:
    """Names for so many tokens: the characters of a text, or its words."""
    words = text.split()
    for names in (list(text), words):
        if len(names) == d_vocab:
            if len(set(names)) < d_vocab:
                twice = next(name for name in names if names.count(name) > 1)
                raise BadInput(f"--symbols has {twice!r} twice; each token needs a name of its own")
            return names
    raise BadInput(
        f"--symbols has {len(text)} characters and {len(words)} words; "
        f"the model has {d_vocab} tokens"
    )


def begin(program: Program) -> list[Symbol]:
    """The prompt where none was given: nothing beside a sentinel, else the first symbol."""
    if program.after is not None or (program.start is not None and program.model.encoder is None):
        return []
    return [program.vocabulary[0]]


def symbols(program: Program, text: str) -> list[Symbol]:
    """A prompt as it is typed, as symbols."""
    if program.pieces is not None:
        try:
            return list(program.cut(text))
        except ValueError as error:
            raise BadInput(str(error)) from None
    if in_letters(program):
        return list(text)
    typed = {str(symbol): symbol for symbol in program.typed}
    if any(re.search(r"\s", name) for name in typed):
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise BadInput(f"the prompt {text!r} cannot be split into words: {error}") from None
    else:
        words = text.split()
    return [typed.get(word, word) for word in words]


def complete(program: Program, prompt: list[Symbol], to: Rounding) -> list[Symbol]:
    """What the program says; BadInput where it cannot be asked, Refused where that is no number."""
    encoder = program.model.encoder
    try:
        told = program.encode(prompt) if encoder is None else program.read(prompt)
    except ValueError as error:
        raise BadInput(str(error)) from None
    n, room = len(told), (encoder or program.model).n_ctx
    if not 1 <= n <= room:
        whose = "the context" if encoder is None else "the encoder"
        raise BadInput(f"the prompt has {n} tokens; {whose} has room for 1 to {room}")
    try:
        return program.complete(prompt, to=to)
    except ValueError as error:
        raise Refused(str(error)) from None


def answer_text(program: Program, answer: Sequence[Symbol]) -> str:
    """An answer as text: characters together, words and numbers apart."""
    if program.pieces is not None:
        return program.joined(answer)
    return ("" if in_letters(program) else " ").join(map(str, answer))


def piped(stream: TextIO) -> bool:
    """Whether somebody sends lines: a pipe, a file or a socket, but no terminal and no null."""
    try:
        mode = os.fstat(stream.fileno()).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or stat.S_ISSOCK(mode)


def iter_lines(stream: Any) -> Iterator[str]:
    """The lines of a binary stream as text; BadInput for one without an end.

    A mark before the first, which tells some systems that it is UTF-8, is none of it.
    """
    number = 0
    while data := stream.readline(LARGEST_PROMPT + 1):
        number += 1
        if number == 1:
            data = data.removeprefix(codecs.BOM_UTF8)
        if len(data) > LARGEST_PROMPT:
            raise BadInput(f"line {number} of the input is longer than {LARGEST_PROMPT:,} bytes")
        yield data.decode("utf-8", "replace").removesuffix("\n").removesuffix("\r")


def this_screen() -> Screen:
    """The width of the terminal, and whether colors are wanted."""
    terminal = sys.stdout.isatty()
    color = terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return Screen(shutil.get_terminal_size((80, 24)).columns if terminal else 80, color)


# run --check


def checked(program: Program, options: argparse.Namespace) -> int:
    """Print how the program compares with the specification of a Python file."""
    to = PRECISIONS[options.precision]
    space = executed(options.check)
    specification, prompts = space.get("specification"), space.get("prompts")
    if not callable(specification):
        raise BadInput(f"{options.check} must define specification(prompt)")
    with theirs(options.check), staying():
        asked = prompts() if callable(prompts) else prompts
        found = compare(program, specification, asked, seconds=options.seconds, to=to)
    if not found.tried:
        raise BadInput(f"{options.check}: the specification leaves every prompt open")
    print(verdict(program, found, options.check if asked is not None else None))
    return REFUSED if found.wrong else DONE


def executed(path: str) -> dict[str, Any]:
    """What a Python file of the user's defines."""
    if not Path(path).is_file():
        raise BadInput(f"{path}: there is no such file; --check takes a Python file")
    with theirs(path), staying():
        return runpy.run_path(path)


@contextlib.contextmanager
def theirs(path: str) -> Iterator[None]:
    """Turn whatever the user's Python file raises into a sentence that says where."""
    try:
        yield
    except (KeyboardInterrupt, BadInput):
        raise
    except BaseException as error:
        line = error.lineno if isinstance(error, SyntaxError) else None
        step = error.__traceback__
        while step is not None:
            if step.tb_frame.f_code.co_filename == path:
                line = step.tb_lineno
            step = step.tb_next
        where = path if line is None else f"{path}:{line}"
        if line is None and isinstance(error, ValueError):  # not theirs, but about what they said
            raise BadInput(f"{path}: {error}") from None
        words = error.msg if isinstance(error, SyntaxError) else str(error)
        raise BadInput(f"{where}: {kind_of(error)}{': ' if words else ''}{words}") from None


def verdict(program: Program, found: Comparison, listed_in: str | None) -> str:
    """A sentence on a comparison, of the prompts of a file or of all there are."""
    letters = in_letters(program)
    if found.wrong:
        prompt, answer, expected = found.wrong
        got = "what is not a number" if answer is None else shown(answer, letters)
        return (
            f"wrong on {shown(prompt, letters)}: it says {got}, the specification "
            f"{shown(expected, letters)} ({counted(found.tried, 'prompt')} tried)"
        )
    if listed_in is not None:
        said = [f"{'all' if found.finished else 'the first'} that {listed_in} lists"]
    else:
        known = {n: how_many(program, n) for n in found.reached}
        full = [n for n, put in found.reached.items() if put == known[n]]
        said = [f"all of {plural(full, 'symbol')}"] if full else []
        said += [f"{put:,} of the {known[n]:,} of {plural([n], 'symbol')}"
                 for n, put in found.reached.items() if put < known[n]]  # fmt: skip
    said += [f"{found.left_open:,} of them left open"] if found.left_open else []
    lead = "" if np.isinf(found.smallest) else f"; the smallest margin is {found.smallest:.3g}"
    return f"right on {counted(found.tried, 'prompt')}: {', '.join(said)}{lead}"


def plural(sizes: list[int], thing: str) -> str:
    """'1 symbol', '3 symbols', '1 to 3 symbols'."""
    span = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
    return f"{span} {thing}{'' if sizes == [1] else 's'}"


# check, show, format, new, examples


def check_command(options: argparse.Namespace) -> int:
    """Print a line of facts on each file, or complain about it."""
    code = DONE
    for path in options.files:
        try:
            print(f"{named(path)}: {facts(opened(path))}")
        except (BadInput, listing.ListingError) as error:
            complain(error)
            code = BAD_INPUT
        except OSError as error:
            complain(f"{path}: {error.strerror or error}")
            code = BAD_INPUT
    return code


def facts(found: listing.Listing) -> str:
    """The sizes of a model in one line."""
    model = found.program.model
    size = parameters(model)
    heads = sum(len(layer.heads) for layer in model.layers)
    cross = sum(len(layer.cross) for layer in model.layers)
    more = f", {counted(cross, 'cross head')}" if cross else ""
    if model.encoder is not None:
        more += f", an encoder of {counted(len(model.encoder.layers), 'layer')}"
    units = sum(layer.mlp.sizes["d_mlp"] for layer in model.layers if layer.mlp)
    return (
        f"{counted(len(model.layers), 'layer')}, {counted(heads, 'head')}, "
        f"{counted(units, 'hidden unit')}{more}; d_vocab {model.d_vocab}, n_ctx {model.n_ctx}, "
        f"d_model {model.d_model}; {counted(size.total, 'parameter')}, {size.nonzero:,} not zero"
    )


def counted(n: int, thing: str) -> str:
    """'1 head', '2 heads'."""
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def show_command(options: argparse.Namespace) -> int:
    """Print what a listing holds, in words."""
    text = listing.describe(opened(options.file))
    print(plain(text) if sys.stdout.isatty() else text)
    return DONE


def format_command(options: argparse.Namespace) -> int:
    """Print a listing as numbers, or write them to its file."""
    if options.digits is not None and options.digits > MOST_DIGITS:
        raise BadInput(f"--digits is {options.digits}; it may be at most {MOST_DIGITS}")
    found = opened(options.file)
    if options.write:
        refuse_to_lose(found, options.file)
    out = listing.write(found.program, digits=options.digits)
    if options.digits is not None:
        complain(listing.what_rounding_breaks(found.program, options.digits))
    if options.write:
        write_whole(Path(os.path.realpath(options.file)), out.encode())
    else:
        sys.stdout.write(out)
    return DONE


def refuse_to_lose(found: listing.Listing, path: str) -> None:
    """Raise BadInput where numbers in place of a file would lose what it says."""
    if path == "-":
        raise BadInput("the standard input cannot be written to; leave out --write")
    if found.level == 2:
        raise BadInput(f"{path} is in sentences, which --write would replace by numbers; leave out "
                       "--write and send the output to another file")  # fmt: skip
    text = listing_bytes(path).decode("utf-8")
    if any(match[1] for match in COMMENT.finditer(text)):
        raise BadInput(f"{path} has comments, which --write would lose; leave out --write and send "
                       "the output to another file")  # fmt: skip


def new_command(options: argparse.Namespace) -> int:
    """Write a skeleton to a file that is not there yet."""
    text = skeleton.NUMBERS if options.numbers else skeleton.SENTENCES
    try:
        write_new(Path(options.file), text.encode())
    except FileExistsError:
        raise BadInput(f"{options.file} is there already; name a new file") from None
    except ValueError as error:
        raise BadInput(f"{options.file!r} is not a file name: {error}") from None
    words = f"{shlex.quote(options.file)} {skeleton.PROMPT}"
    print(f"{options.file} is written; try: taotp run {words}")
    return DONE


def examples_command(options: argparse.Namespace) -> int:
    """Print where the examples are, and a line on each."""
    print(FOLDER)
    for name, about in abouts().items():
        print(f"{name:20} {about}")
    return DONE
