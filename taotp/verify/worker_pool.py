"""One door for long work: the same function of many tasks, on all cores or on a dask cluster.

Each task is done by a process that does nothing else, with one thread for its matrices, so that a
result depends neither on how many work nor on where; a task may end its process, and the others go
on. Tasks are made as they are needed, and few of them are there at once.
"""

import argparse
import hashlib
import importlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeVar

import numpy as np

TRIES = 2  # a process may be ended by others once, and the task is not to blame
AHEAD = 4  # tasks of each thread of a cluster that are on their way, so that none is idle
FEWEST = 32  # the same for a cluster to which workers are still to come
LENGTH = 8  # bytes that say how long a message is
PATIENCE = 30  # seconds in which a scheduler has to answer
# Threads of a product share it out in another order, and N processes have N cores already.
ONE_THREAD = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)

T = TypeVar("T")
R = TypeVar("R")
Do = Callable[[T], R]


class NoWorkers(Exception):
    """Nobody can do the work; the message is a sentence."""


@dataclass(frozen=True)
class Ended:
    """What came of a task that ended its process TRIES times, with the last exit status."""

    status: int


def run(
    do: Do[T, R], tasks: Iterable[T], workers: int | None = None, dask: str | None = None
) -> Generator[tuple[T, R | Ended], None, None]:
    """Each task with what `do` returned for it, as soon as it is known.

    `do` is a function of a module, and what it takes and returns is data. `workers` processes are
    on this machine (None: one for each core); `dask` is the address of a scheduler in their place.
    Raises what `do` raises, and NoWorkers. What was begun is given up when the iterator is closed.
    """
    with on_dask(dask) if dask else on_cores(workers or cores()) as (pool, window):
        code = code_of(do)
        done: queue.SimpleQueue[Future[R | Ended]] = queue.SimpleQueue()
        waiting: dict[Future[R | Ended], T] = {}
        source = iter(tasks)
        while True:
            for task in islice(source, window - len(waiting)):
                future = pool(do, task, code)
                waiting[future] = task
                future.add_done_callback(done.put)
            if not waiting:
                return
            future = done.get()
            yield waiting.pop(future), outcome(future)


Submit = Callable[[Any, Any, str], "Future[Any]"]


@contextmanager
def on_cores(workers: int) -> Iterator[tuple[Submit, int]]:
    """Processes of this machine: what takes a task, and how many may wait."""
    lanes = Lanes()
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield lambda do, task, code: pool.submit(lanes.ask, do, task), 2 * workers
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            lanes.close()


@contextmanager
def on_dask(address: str) -> Iterator[tuple[Submit, int]]:
    """The workers of a scheduler: what takes a task, and how many may wait."""
    try:
        distributed = importlib.import_module("distributed")
    except ModuleNotFoundError:
        raise NoWorkers('dask is not installed; it comes with pip install -e ".[scale]"') from None
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoWorkers(f"no scheduler answers at {address}: {error}") from None
    with client:
        pool: Executor = client.get_executor(pure=False)
        threads = sum(client.nthreads().values())
        try:
            yield lambda *asked: pool.submit(at_worker, *asked), max(FEWEST, AHEAD * threads)
        finally:
            pool.shutdown(wait=False)


def outcome(future: "Future[Any]") -> Any:
    """What came of a task; where a scheduler gave it up, since its workers left, it is Ended."""
    try:
        return future.result()
    except Exception as error:
        if type(error).__name__ != "KilledWorker":
            raise
        return Ended(-signal.SIGTERM)


# On the side of those who work


class Lane:
    """A process that does one task after the other; EOFError where it ends."""

    def __init__(self) -> None:
        """Start it, out of reach of a Ctrl-C that is meant for this program."""
        paths = os.pathsep.join(map(os.path.abspath, sys.path))
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", "from taotp.verify.worker_pool import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | ONE_THREAD | {"PYTHONPATH": paths},
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self.lock = threading.Lock()

    def ask(self, do: Do[T, R], task: T) -> R:
        """What `do` returns for a task; raises what it raises."""
        assert self.process.stdin and self.process.stdout
        try:
            send(self.process.stdin, pickle.dumps((do, task)))
        except OSError:
            raise EOFError from None
        kind, found = pickle.loads(receive(self.process.stdout))
        if kind == RAISED:
            raise found
        result: R = found
        return result

    def close(self) -> int:
        """End it, whatever it does; its exit status."""
        with self.lock:
            self.process.kill()
            for pipe in (self.process.stdin, self.process.stdout):
                assert pipe
                with suppress(OSError):
                    pipe.close()
            return self.process.wait()


class Lanes:
    """As many lanes as are in use at once; those that are idle are used again."""

    def __init__(self) -> None:
        self.idle: list[Lane] = []
        self.all: set[Lane] = set()
        self.lock = threading.Lock()
        self.closed = False

    def ask(self, do: Do[T, R], task: T) -> R | Ended:
        """What `do` returns for a task, or that it ended its process TRIES times."""
        status = 0
        for _ in range(TRIES):
            lane = self.take()
            try:
                found = lane.ask(do, task)
            except EOFError:
                status = self.drop(lane)
                continue
            except BaseException:
                self.idle.append(lane)
                raise
            self.idle.append(lane)
            return found
        return Ended(status)

    def take(self) -> Lane:
        """An idle lane, or a new one; CancelledError once all are closed."""
        with self.lock:
            if self.closed:
                raise CancelledError
            if self.idle:
                return self.idle.pop()
            lane = Lane()
            self.all.add(lane)
            return lane

    def drop(self, lane: Lane) -> int:
        """Do without a lane that has ended; its exit status."""
        with self.lock:
            self.all.discard(lane)
        return lane.close()

    def close(self) -> None:
        """End them all, and what they do."""
        with self.lock:
            self.closed = True
            for lane in self.all:
                lane.close()


HERE = Lanes()  # of a worker of dask, which itself is one process of several threads


def at_worker(do: Do[T, R], task: T, code: str) -> R | Ended:
    """The same at a worker of dask; NoWorkers where it has other code than who asks."""
    if code_of(do) != code:
        raise NoWorkers(
            "a worker of this scheduler has another version of this library or of numpy, so that "
            "its results could differ; install the same on all, and start the workers anew"
        )
    return HERE.ask(do, task)


def code_of(do: Callable[..., object]) -> str:
    """A name for the code that a function is part of."""
    return code_in(*sorted({"taotp", "taotp_core", do.__module__.partition(".")[0]}))


@cache
def code_in(*packages: str) -> str:
    """A name for the code of packages and for numpy: another one where a line of it changes."""
    found = hashlib.sha256(np.__version__.encode())
    for package in packages:
        spec = find_spec(package)
        assert spec and spec.submodule_search_locations
        for folder in map(Path, spec.submodule_search_locations):
            for path in sorted(folder.rglob("*.py")):
                if "my" not in path.relative_to(folder).parts:
                    found.update(path.relative_to(folder).as_posix().encode() + b"\0")
                    found.update(path.read_bytes())
    return found.hexdigest()


# In a process that works

RETURNED, RAISED = "returned", "raised"


def serve() -> None:
    """Do the tasks that come in, one after the other, until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a task prints is no answer
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # and what it reads, or closes, no question
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(asked, tasks), daemon=True).start()
    while True:
        send(answers, answer(tasks.get()))


def listen(asked: IO[bytes], tasks: "queue.SimpleQueue[bytes]") -> None:
    """Pass on what comes in; end this process, whatever it does, once who asks has gone."""
    while True:
        try:
            tasks.put(receive(asked))
        except EOFError:
            os._exit(0)


def answer(data: bytes) -> bytes:
    """What comes of a task: what was returned, or what was raised, with the place in its notes."""
    try:
        do, task = pickle.loads(data)
        return pickle.dumps((RETURNED, do(task)))
    except BaseException as error:
        error.add_note(traceback.format_exc())
        try:
            return pickle.dumps((RAISED, error))
        except Exception:
            return pickle.dumps((RAISED, RuntimeError(f"{type(error).__name__}: {error}")))


def send(pipe: IO[bytes], data: bytes) -> None:
    """Write a message: how long it is, and what it says."""
    pipe.write(len(data).to_bytes(LENGTH) + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes:
    """Read a message; EOFError where there is none any more."""
    length = pipe.read(LENGTH)
    data = pipe.read(int.from_bytes(length)) if len(length) == LENGTH else b""
    if not data:
        raise EOFError
    return data


# For commands


def cores() -> int:
    """How many processes can run at the same time here."""
    if hasattr(os, "sched_getaffinity"):  # those that this program may use
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def offer(parser: argparse.ArgumentParser) -> None:
    """Let a command be told who works."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--workers", type=natural, metavar="N", help="processes (default: one a core)")
    who.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="the scheduler of a dask cluster, such as "
        "tcp://host:8786; it can run any code here, so take your own",
    )


def natural(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or not text.isascii() or not 0 < int(text) < 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 999")
    return int(text)


def counted(tasks: Iterable[T], total: int | None, unit: str) -> Iterator[T]:
    """Tasks one after the other, with a line that says how many came before."""
    of = "" if total is None else f" of {total}"
    try:
        for done, task in enumerate(tasks):
            print(f"\r{done}{of} {unit}s", end="", file=sys.stderr, flush=True)
            yield task
    finally:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)


def bar(tasks: Iterable[T], total: int | None = None, unit: str = "task") -> Iterable[T]:
    """A progress bar, where there is somebody to see it; numbers alone without tqdm to draw it."""
    try:
        tqdm = importlib.import_module("tqdm").tqdm
    except ImportError:
        return counted(tasks, total, unit) if sys.stderr.isatty() else tasks
    drawn: Iterable[T] = tqdm(tasks, total=total, unit=unit, disable=None, leave=False)
    return drawn
