"""Grade what was handed in: bytes of a file to a credit, words, and what else a table needs.

Three kinds of credit are told apart: verified by this machine, reviewed by a person, or the
solver's own word. Only what is verified is ranked. What this machine could not finish has no
verdict: that says nothing about an answer.
"""

import hashlib
import hmac
import json
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from exercises.catalogue import EXERCISES
from exercises.handing_in.boards import BOARDS
from exercises.handing_in.format import Refused, Submission, parse
from exercises.handing_in.inbox import read_file
from exercises.handing_in.ledger import Ledger
from exercises.handing_in.record import by_word, key, raw, replay
from exercises.handing_in.requests import read_submission, with_request
from exercises.judging.judge import Conditions, verdict
from exercises.statement import Exercise
from exercises.visible import visible
from taotp.verify.worker_pool import Ended, run
from taotp_core.arrays import PRECISIONS
from taotp_core.program import Program
from taotp_core.weights import deciding

Credit = Literal["verified", "self", "tried", "unfinished", "refused"]
SIGNS: dict[Credit, str] = {
    "verified": "✓", "self": "○", "tried": "✗", "unfinished": "~", "refused": "-",
}  # fmt: skip
WORDS: dict[Credit, str] = {
    "verified": "verified by machine",
    "self": "the solver's word, for a person to review",
    "tried": "not right",
    "unfinished": "no verdict",
    "refused": "not read",
}


SECONDS = 300.0  # of processor time for one file; all sums of three digits take eight


@dataclass(frozen=True)
class Grade:
    """What came of one file.

    `prompt` is an input on which it went wrong, as one can type it; `precisions` are those other
    than float64 in which it is right too, None where the judge cannot tell; `arrays` names equal
    arrays, and `sha256` the bytes of the file. `score` is what a board counts beside the size.
    """

    file: str
    credit: Credit
    words: str
    author: str = ""
    exercise: str = ""
    prompt: str = ""
    precisions: tuple[str, ...] | None = None
    arrays: str = ""
    sha256: str = ""
    score: int = 0

    def __str__(self) -> str:
        of = f"{self.author}, {title(self.exercise)}" if self.author else "not a submission"
        return f"{SIGNS[self.credit]}  {self.file}: {of}: {self.words}"


def title(slug: str) -> str:
    """An exercise by its number and slug."""
    return f"{found.number} {slug}" if (found := task(slug)) else slug


def task(slug: str) -> Exercise | None:
    """The exercise or the board of that name."""
    return EXERCISES.get(slug) or (BOARDS[slug].exercise if slug in BOARDS else None)


@dataclass(frozen=True)
class Handed:
    """A file to be graded: its number among others, its name and its bytes, as data.

    Without `whole` it takes less than a second, and some boards ask about fewer inputs.
    """

    number: int
    name: str
    data: bytes
    salt: bytes = b""
    whole: bool = True

    @property
    def known_as(self) -> str:
        """The name of its grade in a ledger."""
        return hashlib.sha256(self.salt + b"\0" + bytes([self.whole]) + self.data).hexdigest()


def grade(path: Path, name: str, ledger: Ledger | None = None, whole: bool = True) -> Grade:
    """Grade one file in this process, called by a name; raises nothing but an interrupt."""
    ledger = ledger or Ledger(None)
    try:
        handed = Handed(0, visible(name), read_file(path), whole=whole)
    except Refused as refused:
        return Grade(visible(name), "refused", str(refused))
    if found := remembered(handed, ledger):
        return found
    before = ledger.begun(handed.known_as)
    ledger.begin(handed.known_as)
    try:
        came = apart(handed) if before else within_limits(handed)
    except BaseException:
        ledger.forget(handed.known_as)
        raise
    return kept(handed, came, ledger)


def grades(
    files: Iterable[tuple[Path, str]],
    salt: bytes,
    ledger: Ledger,
    workers: int | None = None,
    dask: str | None = None,
) -> Iterator[tuple[int, Grade]]:
    """Grade files by many processes; each grade with the number of its file, in any order.

    A file that ends its process, twice, has no verdict, and is remembered as such.
    """
    at_hand: list[tuple[int, Grade]] = []  # refused, or known from an earlier run

    def left() -> Iterator[Handed]:
        for i, (path, name) in enumerate(files):
            try:
                handed = Handed(i, visible(name), read_submission(path), salt, whole=False)
            except Refused as refused:
                at_hand.append((i, Grade(visible(name), "refused", with_request(str(refused)))))
                continue
            if found := remembered(handed, ledger):
                at_hand.append((i, with_wish(found)))
            else:
                yield handed

    with closing(run(within_limits, left(), workers, dask)) as done:
        for handed, came in done:
            yield handed.number, with_wish(kept(handed, came, ledger))
    yield from at_hand


def with_wish(found: Grade) -> Grade:
    """A grade that says what to ask for where the file was not read."""
    refused = found.credit == "refused"
    return replace(found, words=with_request(found.words)) if refused else found


def remembered(handed: Handed, ledger: Ledger) -> Grade | None:
    """The grade that the same bytes were given before."""
    if (row := ledger.get(handed.known_as)) is None:
        return None
    row["precisions"] = row["precisions"] and tuple(row["precisions"])
    return replace(Grade(**row), file=handed.name)


def kept(handed: Handed, came: tuple[Grade, bool] | Ended, ledger: Ledger) -> Grade:
    """The grade of a file, from what came of it; a ledger remembers what is final."""
    found, final = (Grade("", "unfinished", ENDED), True) if isinstance(came, Ended) else came
    sha256 = hashlib.sha256(handed.data).hexdigest()[:16]
    found = replace(found, file=handed.name, sha256=sha256)
    if final:
        ledger.put(handed.known_as, asdict(found))
    else:
        ledger.forget(handed.known_as)
    return found


def within_limits(handed: Handed) -> tuple[Grade, bool]:
    """What came of the bytes of a file within SECONDS, and whether that is final."""
    found = Grade("", "unfinished", "")
    with alarm(SECONDS) as rang:
        found = graded(handed.data, handed.salt, handed.whole)
    if rang:
        words = f"no verdict after {SECONDS:g} seconds of processor time; a person may try it"
        found = replace(found, credit="unfinished", words=words, prompt="", precisions=None)
    return found, not rang


ENDED = "no verdict: the program that tried it was ended, twice; a person may try it"


def apart(handed: Handed) -> tuple[Grade, bool] | Ended:
    """The same by another process: one that was at this file before has ended at it."""
    ((_, came),) = run(within_limits, [handed], workers=1)
    return came


class TooLong(BaseException):
    """Time is over; what is being judged comes to no verdict."""


@contextmanager
def alarm(seconds: float) -> Iterator[list[int]]:
    """Break off what has used so much processor time, and say so; Windows has no such clock.

    Time in which other programs ran is not counted, so that a busy machine changes no verdict.
    """
    rang: list[int] = []

    def ring(number: int, frame: object) -> None:
        rang.append(number)
        raise TooLong

    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGPROF"):
        yield rang
        return
    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
    try:
        yield rang
    except TooLong:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def graded(data: bytes, salt: bytes = b"", whole: bool = True) -> Grade:
    """Grade the bytes of a submission, with inputs that are drawn for its arrays."""
    try:
        submission = parse(data)
        exercise = task(submission.exercise)
        if exercise is None:
            raise Refused(f"there is no exercise {submission.exercise!r}")
        word = by_word(exercise)
        if not submission.answers and not (word and submission.note.strip()):
            raise Refused("it holds no answer")
        lacking: list[str] = []
        answer = None if word else replay(exercise, submission, lacking)
    except Refused as refused:
        return Grade("", "refused", visible(str(refused)))
    found = Grade("", "self", "", submission.author, exercise.slug, arrays=fingerprint(submission))
    if answer is None:
        return replace(found, words="for a person to review")
    seed: int | None = seed_of(found.arrays, salt)
    result = verdict(exercise, answer, Conditions(seed, whole=whole))
    if lacking:  # a function of inputs that are drawn: the file answers those of the notebook
        seed = None
        result = verdict(exercise, answer, Conditions(seed, whole=whole))
    if result.beyond:
        return replace(found, credit="unfinished", words=result.text)
    if not result.passed:
        return replace(found, credit="tried", words=result.text, prompt=result.prompt)
    found = replace(found, credit="verified", words=result.text, score=result.score)
    if not result.rounded:
        return found
    also = tuple(
        name
        for name, to in PRECISIONS.items()
        if name != "float64" and verdict(exercise, answer, Conditions(seed, to)).passed
    )
    return replace(found, precisions=also)


def seed_of(arrays: str, salt: bytes) -> int:
    """A seed that follows from what is judged, and that only who has the salt knows beforehand.

    Names and notes have no part in it: one could try them until a lucky seed came.
    """
    return int.from_bytes(hmac.digest(salt, arrays.encode(), "sha256")[:8], "big")


def fingerprint(submission: Submission) -> str:
    """A name for what was handed in: the same for the same numbers, whoever wrote them down.

    Models count as they are, without the symbols of their tokens; other answers by their data, and
    where there are none a text by its words.
    """
    found = hashlib.sha256(submission.exercise.encode())
    for answer in sorted(submission.answers, key=lambda one: key(one.function, one.arguments)):
        found.update(key(answer.function, answer.arguments).encode())
        for part in what_is_compared(answer.returned):
            found.update(part)
    if not submission.answers:
        found.update(" ".join(submission.note.split()).encode())
    return found.hexdigest()[:16]


def what_is_compared(thing: Any) -> Iterator[bytes]:
    """What of a returned thing is compared: arrays, and what else decides what they do."""
    return deciding(thing, setting)


def setting(value: Any) -> bytes:
    """A value that is no array; of a program, its model."""
    if isinstance(value, Program):
        return b"".join(what_is_compared(value.model))
    return (str(value) if isinstance(value, bool) else json.dumps(raw(value))).encode()
