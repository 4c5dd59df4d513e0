"""Hold a certificate to what it says: by its pieces, by inputs that are drawn, by whole pieces.

Who writes a certificate chooses what a piece says, but neither where pieces begin nor which inputs
are drawn. An answer that counts as right and is not, or that leads by less than its piece says,
shows when its input is drawn. Of a piece without wrong answers the digest is known without asking
the machine. The rest (which answers were wrong, and margins larger than stated) shows only in
pieces that are tried whole.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from taotp.verify.certificate import (
    NAMED,
    Certificate,
    Piece,
    legible,
    refuse_gaps,
    same_asked,
)  # fmt: skip
from taotp.verify.machines import Machine
from taotp.verify.shards import (
    Shard,
    asked_of,
    at_once,
    cut,
    few,
    right,
    said_to,
    shard_size,
    tried_whole,
    unless_ended,
)  # fmt: skip
from taotp.verify.worker_pool import run
from taotp_core.decode import TIE

LIE = 1000  # a lie is about one of so many inputs, or more
MISSED = 0.01  # the chance with which it may be missed
DRAWN = math.ceil(math.log(MISSED) / math.log1p(-1 / LIE))  # inputs for that: 4,603
TOGETHER = 500  # drawn inputs that a process is asked about at once
SLACK = 0.01  # share of a margin that is lost to its three digits, and to another computer
TIES = {  # share of the largest logit that rounding may take, in each precision
    "float64": 4 * TIE, "float32": 2.0**-20, "float16": 2.0**-7, "bfloat16": 2.0**-4,
}  # fmt: skip
Bar = Callable[[Iterator[Any], int], Iterable[Any]]


@dataclass(frozen=True)
class Checked:
    """How much of a certificate was tried again, all of which was as it says.

    Of `of` inputs `inputs` were tried, `drawn` of them one by one and the others in `whole` of
    `pieces` pieces. `missed` is the chance, at most, that a lie about one of LIE inputs was missed.
    """

    inputs: int
    of: int
    drawn: int
    whole: int
    pieces: int
    missed: float
    seed: int

    def __str__(self) -> str:
        return (
            f"{self.inputs:,} of {self.of:,} inputs ({self.inputs / self.of:.2%}) were tried "
            f"again, drawn with --seed {self.seed}: {self.whole:,} of {self.pieces:,} pieces, and "
            f"{self.drawn:,} inputs one by one; all came out as certified. A lie about one of "
            f"{LIE:,} inputs is missed with a chance of at most {self.missed:.2%}"
        )


@dataclass(frozen=True)
class Drawn(Shard):
    """Inputs of a domain that were drawn, in order."""

    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Task:
    """What is done with a shard, and which."""

    do: Callable[[Any], Any]
    shard: Shard


def done(task: Task) -> Any:
    """What came of a task."""
    return task.do(task.shard)


def checked(
    certificate: Certificate,
    machine: Machine,
    *,
    specification: str = "",
    shards: int = 10,
    inputs: int = DRAWN,
    seed: int,
    workers: int | None = None,
    dask: str | None = None,
    bar: Bar = lambda tasks, total: tasks,
) -> Checked:
    """Try some pieces of a certificate again, and so many inputs of all, drawn by a seed.

    Raises ValueError where it is of another machine or specification, has a gap or a piece of
    another size than pieces have, or says what is not so.
    """
    asked = asked_of(machine, certificate.domain, specification, certificate.precision)
    same_asked(replace(asked, library=certificate.library), certificate)
    of_stated_size(certificate)
    rng, n, pieces = np.random.default_rng(seed), certificate.inputs, certificate.pieces
    whole = rng.choice(len(pieces), min(shards, len(pieces)), replace=False)
    drawn = np.sort(rng.choice(n, min(inputs, n), replace=False))
    alone = drawn[~np.isin(drawn // shard_size(n), whole)]

    def shard(first: int, end: int) -> tuple[Machine, str, str, str, int, int]:
        return machine, certificate.domain, specification, certificate.precision, first, end

    tasks = [Task(tried_whole, Shard(*shard(pieces[i].first, pieces[i].end))) for i in whole]
    tasks += [Task(right, Shard(*shard(piece.first, piece.end)))
              for i, piece in enumerate(pieces) if i not in whole and not piece.wrong]  # fmt: skip
    tasks += [Task(of_drawn, Drawn(*shard(some[0], some[-1] + 1), tuple(some)))
              for some in map(np.ndarray.tolist, few(alone, TOGETHER))]  # fmt: skip
    for task, found in bar(results(tasks, workers, dask), len(tasks)):
        HELD[task.do](certificate, task.shard, found)
    tried = len(alone) + sum(pieces[i].end - pieces[i].first for i in whole)
    missed = chance_missed(n, len(drawn))
    if any(piece.wrong for i, piece in enumerate(pieces) if i not in whole):
        missed = max(missed, 1 - len(whole) / len(pieces))
    missed = missed if len(whole) < len(pieces) else 0.0
    return Checked(tried, n, len(alone), len(whole), len(pieces), missed, seed)


def of_stated_size(certificate: Certificate) -> None:
    """ValueError unless the pieces are those in which such a domain is tried, without a gap."""
    refuse_gaps(certificate)
    size = shard_size(certificate.inputs)
    stated = cut([(0, certificate.inputs)], size)
    for piece, (first, end) in zip(certificate.pieces, stated, strict=False):
        if (piece.first, piece.end) != (first, end):
            raise ValueError(
                f"a piece goes from input {piece.first:,} to {piece.end - 1:,}; pieces of "
                f"{certificate.inputs:,} inputs have {size:,}, so it must go from {first:,} to "
                f"{end - 1:,}"
            )


def chance_missed(n: int, drawn: int) -> float:
    """The chance that of n inputs none is drawn about which a certificate lies, one of LIE."""
    lies = -(-n // LIE)
    if lies > n - drawn:
        return 0.0

    def ways(total: int) -> float:
        return math.lgamma(total + 1) - math.lgamma(total - drawn + 1)

    return min(1.0, math.exp(ways(n - lies) - ways(n)))


def results(
    tasks: Sequence[Task], workers: int | None, dask: str | None
) -> Iterator[tuple[Task, Any]]:
    """Tasks and what came of them, in any order; RuntimeError for one that ends its process."""
    with closing(run(done, tasks, workers, dask)) as found:
        for task, result in found:
            yield task, unless_ended(result, task.shard)


# What is found, and what was said


def of_drawn(drawn: Drawn) -> list[tuple[int, float, float, str]]:
    """Of each number drawn: by how much it leads, what rounding may take, and what is wrong."""
    found = []
    for numbers in few(np.array(drawn.numbers), at_once(drawn.machine.program)):
        said = said_to(drawn, numbers)
        found += [(int(number), float(said.leads[i]), said.largest, said.wrong.get(i, ""))
                  for i, number in enumerate(numbers)]  # fmt: skip
    return found


def hold_whole(certificate: Certificate, shard: Shard, found: tuple[Piece, float]) -> None:
    """ValueError where a piece is not what it was said to be."""
    (piece, largest), said = found, piece_at(certificate, shard.first)
    hold_answers(piece, said)
    margin, least = float(piece.margin), float(said.margin)
    if margin != least and not abs(margin - least) <= slack(certificate, margin, largest):
        raise ValueError(f"{inputs_of(piece)} give a smallest margin of {piece.margin}; "
                         f"the certificate says {said.margin}")  # fmt: skip
    if piece.quoted != said.quoted:
        raise ValueError(f"{inputs_of(piece)} are wrong in this: {quoted(piece)}; "
                         f"the certificate says: {quoted(said)}")  # fmt: skip


def hold_right(certificate: Certificate, shard: Shard, found: tuple[int, str]) -> None:
    """ValueError where a piece without wrong answers has not the digest of the right ones."""
    said = piece_at(certificate, shard.first)
    hold_answers(replace(said, tried=found[0], answers=found[1]), said)


def hold_answers(piece: Piece, said: Piece) -> None:
    """ValueError unless as many answers were counted, of which as many are wrong, and the same."""
    if (piece.tried, piece.wrong, piece.answers) != (said.tried, said.wrong, said.answers):
        raise ValueError(
            f"{inputs_of(piece)} give {piece.wrong:,} wrong of {piece.tried:,}, digest "
            f"{piece.answers[:12]}; the certificate says {said.wrong:,} of {said.tried:,}, digest "
            f"{said.answers[:12]}"
        )


def hold_drawn(
    certificate: Certificate, _: Shard, found: Sequence[tuple[int, float, float, str]]
) -> None:
    """ValueError where an answer is wrong that counts as right, or leads by less than is said."""
    for number, lead, largest, wrong in found:
        said = piece_at(certificate, number)
        if wrong and said.wrong <= NAMED and wrong not in said.quoted:
            raise ValueError(
                f"input {number:,} is wrong: {legible(wrong)}; the certificate says that "
                f"{inputs_of(said)} have {said.wrong:,} wrong answers"
            )
        least = float(said.margin)
        if lead < least - slack(certificate, least, largest):
            raise ValueError(f"input {number:,} leads by {lead:.3g}; the certificate says that "
                             f"{inputs_of(said)} lead by {said.margin} or more")  # fmt: skip


def slack(certificate: Certificate, margin: float, largest: float) -> float:
    """By how much a margin may be another on another computer, where this is the largest logit."""
    share = SLACK * margin if math.isfinite(margin) else 0.0
    return share + TIES[certificate.precision] * largest


HELD: dict[Callable[[Any], Any], Callable[[Certificate, Any, Any], None]] = {
    tried_whole: hold_whole,
    right: hold_right,
    of_drawn: hold_drawn,
}


def piece_at(certificate: Certificate, number: int) -> Piece:
    """The piece that an input is in."""
    return certificate.pieces[number // shard_size(certificate.inputs)]


def inputs_of(piece: Piece) -> str:
    """The inputs of a piece, as a message names them."""
    return f"the inputs from {piece.first:,} to {piece.end - 1:,}"


def quoted(piece: Piece) -> str:
    """What a piece quotes, as a message shows it."""
    return "; ".join(map(legible, piece.quoted))
