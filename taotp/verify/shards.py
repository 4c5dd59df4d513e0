"""Try a machine on a domain in shards, which any process can do, and try some of them again."""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import numpy as np

from taotp.reference import AT_ONCE, Case, agrees, most_heads, said, shown
from taotp.verify.certificate import NAMED, Certificate, Piece, put, read, same_asked, write
from taotp.verify.domains import Domain, domain
from taotp.verify.machines import Machine
from taotp.verify.worker_pool import Ended, run
from taotp_core.arrays import PRECISIONS, Rounding, Tokens
from taotp_core.decode import TIE
from taotp_core.deprecated import renamed
from taotp_core.measure import lead
from taotp_core.program import Program, Symbol
from taotp_core.transformer import encode, forward

SMALLEST_SHARD, LARGEST_SHARD = 10_000, 10_000_000
SHARDS = 200  # of a domain for which that gives neither smaller nor larger ones
BETWEEN = 5.0  # seconds between two writings of a file that grows
T = TypeVar("T")
END, NOTHING, NO_NUMBER = -1, -2, -3  # in a table of what was said: after it, behind that, instead


@dataclass(frozen=True)
class Shard:
    """A range of the inputs of a domain, and all that is needed to try a machine on it."""

    machine: Machine
    domain: str
    specification: str
    precision: str
    first: int
    end: int


# One shard


def tried(shard: Shard) -> Piece:
    """What came of the inputs of a shard; ValueError where the machine cannot be asked."""
    return tried_whole(shard)[0]


def tried_whole(shard: Shard) -> tuple[Piece, float]:
    """What came of the inputs of a shard, and the largest logit."""
    digest, total, margin = hashlib.sha256(), 0, np.inf
    wrong: list[str] = []
    n_wrong, largest = 0, 0.0
    for numbers in few(np.arange(shard.first, shard.end), at_once(shard.machine.program)):
        found = said_to(shard, numbers)
        digest.update(found.as_bytes())
        total, margin = total + found.tried, min(margin, found.margin)
        n_wrong, largest = n_wrong + len(found.wrong), max(largest, found.largest)
        wrong += [found.wrong[i] for i in sorted(found.wrong)[: NAMED - len(wrong)]]
    least, spoken = f"{margin:.3g}", digest.hexdigest()
    return Piece(shard.first, shard.end, total, n_wrong, tuple(wrong), least, spoken), largest


def right(shard: Shard) -> tuple[int, str]:
    """How many inputs of a shard are asked, and the digest where all answers to them are right."""
    program, asked = shard.machine.program, domain(shard.domain, shard.specification)
    digest, total = hashlib.sha256(), 0
    for numbers in few(np.arange(shard.first, shard.end), SMALLEST_SHARD):
        found = Said(program, len(numbers))
        for which, _, answers in asked.cases(numbers):
            total += len(which)
            found.put(which, ids_of(program, asked)[answers])
        digest.update(found.as_bytes())
    return total, digest.hexdigest()


def said_to(asked: Shard, numbers: Tokens) -> "Said":
    """What the machine of a shard says to inputs of its domain, by their numbers."""
    of = domain(asked.domain, asked.specification)
    found = Said(asked.machine.program, len(numbers))
    for which, prompts, answers in of.cases(numbers):
        found.take(of, which, prompts, answers, PRECISIONS[asked.precision])
    return found


def few(numbers: Tokens, step: int) -> Iterator[Tokens]:
    """Numbers in pieces of so many."""
    return (numbers[i : i + step] for i in range(0, len(numbers), step))


def at_once(program: Program) -> int:
    """How many inputs are asked at the same time, so that they take little memory."""
    model = program.model
    n_ctx = max(stack.n_ctx for stack in (model, model.encoder) if stack)
    heads = most_heads(model)
    widest = max(model.d_vocab, model.d_model, n_ctx * heads)
    return max(1, AT_ONCE // (n_ctx * widest))


class Said:
    """What a program said to some inputs, and how surely.

    `leads` has NaN for what was left open and for what is wrong, 0 for what is right by a tie;
    `largest` is the largest logit of all.
    """

    def __init__(self, program: Program, n: int) -> None:
        self.program = program
        self.table = np.full((n, 1), NOTHING, np.int32)
        self.tried = 0
        self.leads = np.full(n, np.nan)
        self.largest = 0.0
        self.wrong: dict[int, str] = {}

    def take(
        self, asked: Domain, which: Tokens, prompts: Tokens, answers: Tokens, to: Rounding
    ) -> None:
        """Ask prompts [k, n], and hold what is said against answers [k, m]."""
        program = self.program
        ids = ids_of(program, asked)
        read, right = around(program, ids[prompts]), ended(program, ids[answers])
        source, reader = read, program.model.encoder
        if reader is not None:
            read = around(replace(program, after=None), ids[prompts][:, :0])
            source = around(replace(program, start=None), ids[prompts])
        n, room = source.shape[1], (reader or program.model).n_ctx
        if not 1 <= n <= room and not program.slide:
            raise ValueError(
                f"inputs of {asked.text} have {n} tokens; the machine has room for 1 to {room}"
            )
        leads = np.full(len(which), -1.0)
        if read_along(program, read.shape[1], right.shape[1]):
            tokens = np.hstack([read, right[:, :-1]])
            memory = None if reader is None else encode(program.model, source, to=to)
            logits = forward(program.model, tokens, keep=right.shape[1], to=to, memory=memory)
            largest = np.abs(logits).max(-1)
            ahead = lead(logits, right) if program.model.d_vocab > 1 else np.inf * largest
            surely = (ahead > 4 * TIE * largest).all(-1)
            leads = np.where(surely, ahead.min(-1), -1.0)
            self.largest = max(self.largest, float(largest.max()))
        self.tried += len(which)
        self.put(which, ids[answers])
        self.leads[which] = np.where(leads > 0, leads, np.nan)
        for i in np.flatnonzero(~(leads > 0)):
            self.ask_again(asked, int(which[i]), prompts[i], answers[i], read[i], right[i], to)

    @property
    def margin(self) -> float:
        """The smallest lead of a right answer; infinite where there is none."""
        return float(np.nanmin(self.leads, initial=np.inf))

    def ask_again(
        self, asked: Domain, row: int, prompt: Tokens, answer: Tokens, read: Tokens,
        right: Tokens, to: Rounding,
    ) -> None:  # fmt: skip
        """Ask in the ordinary way where a right token does not surely win."""
        symbols = [[asked.symbols[i] for i in some] for some in (prompt, answer)]
        case = Case(tuple(symbols[0]), symbols[1], tuple(read.tolist()), tuple(right.tolist()))
        if agrees(self.program, case, to):
            self.leads[row] = 0.0
            return
        came = said(self.program, case, to)
        ids = self.program.places
        self.put(np.array([row]), np.array([[NO_NUMBER] if came is None else
                                            [ids[symbol] for symbol in came]]))  # fmt: skip
        letters = asked.in_letters
        got = "what is not a number" if came is None else shown(came, letters)
        prompt_text, expected = shown(case.prompt, letters), shown(case.expected, letters)
        self.wrong[row] = f"on {prompt_text} it says {got}, not {expected}"

    def put(self, which: Tokens, answers: Tokens) -> None:
        """Note what was said to some inputs."""
        width = answers.shape[1] + 1
        if width > self.table.shape[1]:
            more = width - self.table.shape[1]
            self.table = np.pad(self.table, ((0, 0), (0, more)), constant_values=NOTHING)
        self.table[which] = NOTHING
        self.table[which, : width - 1] = answers
        self.table[which, width - 1] = END

    def as_bytes(self) -> bytes:
        """All that was said, in the order of the inputs."""
        spoken: bytes = self.table[self.table != NOTHING].astype("<i4").tobytes()
        return spoken


def ids_of(program: Program, asked: Domain) -> Tokens:
    """The token of each symbol of a domain; ValueError where the machine has none."""
    ids = program.places
    for symbol in asked.symbols:
        if symbol not in ids or symbol in program.sentinels:
            raise ValueError(f"{asked.text} has the symbol {symbol!r}, which the machine lacks")
    return np.array([ids[symbol] for symbol in asked.symbols], np.intp)


def around(program: Program, prompts: Tokens) -> Tokens:
    """Prompts between the sentinels that are put around them."""
    ids = program.places

    def column(end: Symbol | None) -> Tokens:
        return np.full((len(prompts), int(end is not None)), ids.get(end, 0))

    return np.hstack([column(program.start), prompts, column(program.after)])


def ended(program: Program, answers: Tokens) -> Tokens:
    """Answers with the sentinel that has to follow them, if one has to."""
    if program.stop is None or (program.steps is not None and answers.shape[1] >= program.steps):
        return answers
    stop = program.places[program.stop]
    return np.hstack([answers, np.full((len(answers), 1), stop)])


def read_along(program: Program, n: int, m: int) -> bool:
    """Whether m tokens after n can be asked all at once: they fit, and no more may be said."""
    fits = m > 0 and n + m - 1 <= program.model.n_ctx and program.model.causal
    as_asked = program.steps is None or m == program.steps
    return fits and (as_asked or (program.stop is not None and m < int(program.steps or 0)))


# All shards


def asked_of(machine: Machine, text: str, specification: str, precision: str) -> Certificate:
    """A certificate without pieces: what is asked of what, with what."""
    asked = domain(text, specification)
    version = import_module("taotp_core").__version__  # which stands above this module
    library = f"taotp_core {version}, numpy {np.__version__}"
    digest = hashlib.sha256(specification.encode()).hexdigest()[:32] if specification else ""
    return Certificate(
        asked.text, asked.size, digest, machine.name, machine.fingerprint, precision, library
    )


def cut(gaps: Iterable[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """Ranges in pieces that end at multiples of a size, but for the last."""
    return [
        (max(first, start), min(end, start + size))
        for first, end in gaps
        for start in range(first - first % size, end, size)
    ]


def shard_size(inputs: int) -> int:
    """How many inputs a shard has."""
    return min(max(SMALLEST_SHARD, -(-inputs // SHARDS)), LARGEST_SHARD)


Bar = Callable[[Iterator[Piece], int], Iterable[Piece]]


@renamed(to="path")
def verified(
    machine: Machine,
    text: str,
    *,
    specification: str = "",
    precision: str = "float64",
    part: tuple[int, int] = (1, 1),
    path: Path | None = None,
    workers: int | None = None,
    dask: str | None = None,
    bar: Bar = lambda pieces, total: pieces,
) -> Certificate:
    """Try a machine on every input of a domain, or on the i-th of n parts of it.

    `path` is the file of the certificate: what it has is not tried again, and it is written every
    few seconds. Raises ValueError for a file that certifies something else.
    """
    done = asked_of(machine, text, specification, precision)
    if path is not None and (path.is_symlink() or path.exists()):
        before = read(path)
        same_asked(done, before)
        done = replace(before, machine=done.machine)
    size, (i, n) = shard_size(done.inputs), part
    shards_in_all = -(-done.inputs // size)
    first, end = (shards_in_all * k // n * size for k in (i - 1, i))
    if first == end:
        raise ValueError(f"part {i}/{n} is empty: there are {shards_in_all} shards to share out")
    gaps = [(max(a, first), min(b, end)) for a, b in done.gaps if a < end and b > first]
    shards = [Shard(machine, text, specification, precision, *each) for each in cut(gaps, size)]
    written = time.monotonic()
    pieces: list[Piece] = []
    try:
        for piece in bar(pieces_of(shards, workers, dask), len(shards)):
            pieces.append(piece)
            if path is not None and time.monotonic() > written + BETWEEN:
                write(put(done, pieces), path)
                written = time.monotonic()
    finally:
        done = put(done, pieces)
        if path is not None and done.pieces:
            write(done, path)
    return done


def pieces_of(shards: Sequence[Shard], workers: int | None, dask: str | None) -> Iterator[Piece]:
    """The pieces of shards, in any order; RuntimeError for one that ends its process."""
    with closing(run(tried, shards, workers, dask)) as found:
        for shard, piece in found:
            yield unless_ended(piece, shard)


def unless_ended(found: T | Ended, shard: Shard) -> T:
    """What came of a shard; RuntimeError where it ended its process."""
    if isinstance(found, Ended):
        raise RuntimeError(
            f"inputs {shard.first:,} to {shard.end:,} ended the process that tried them; "
            "is there enough memory?"
        )
    return found
