"""Notebooks run in processes forked from one that has imported what most notebooks import.

`with warm_process() as address:` gives the build what `run_warm` asks to run the cells of a
notebook. Whoever says in the environment (`BEGINS`) how a notebook begins gets a process that has
imported what such notebooks share of the book, as it was when the first process began; what was
read for that counts as read by the notebook. `with warm_kernels() as name:` gives the name of a
kernel to whatever starts kernels by names: nbclient, nbval. To import numpy, matplotlib and the
kernel itself takes a second; to fork takes a hundredth.

Jupyter starts and stops `warm_ask`, as it would a kernel; this passes its folder, its environment
and its arguments to the process of `serve`, which forks. There is one such process for each way to
begin. What is forked ends where whoever asked for it does, and all end with who began them.
"""

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from cells import Output, run_cells
from garbage import look_for_garbage_seldom
from warm_ask import BEGINS, address_of, request
from what_is_read import LISTING, write_down

NAME = "hand-warm"
ORDINARY = "python3"
ASK = Path(__file__).with_name("warm_ask.py")
IMPORTED = (
    *("ipykernel.ipkernel", "ipykernel.kernelapp", "ipykernel.debugger", "IPython.display"),
    *("IPython.core.completerlib", "IPython.core.debugger", "IPython.core.oinspect"),
    *("IPython.extensions.storemagic", "psutil", "tornado.platform.asyncio", "tornado.queues"),
    *("pydoc", "resource", "faulthandler"),
    *("numpy", "numpy.random", "matplotlib.figure", "matplotlib.backends.backend_agg"),
    *("matplotlib.backends.backend_svg", "mpl_toolkits.mplot3d", "sqlite3", "unittest", "wave"),
    *("xml.etree.ElementTree", "importlib.resources.readers", "timeit"),
)
FIGURES = (
    *("taotp_core.edits", "taotp_core.measure", "taotp_core.equivalences", "taotp_core.stream"),
    *("taotp.figures.editor", "taotp.figures.explore", "taotp.figures.lanes.layout"),
    *("taotp.figures.finished", "taotp.figures.pictures", "taotp.figures.rebuild"),
    *("taotp.figures.stills", "taotp.interp.lanes.reading"),
)
BEGINNINGS = {  # what notebooks share that begin alike
    "": (),
    "exercises": ("exercises.catalogue", "exercises.judging", "taotp.figures.answers", *FIGURES),
    "figures": FIGURES,
}
INLINE = "module://matplotlib_inline.backend_inline"  # as ipykernel says where nobody else does
MOST = 1_000_000  # bytes of a request
# Memory of arrays that are gone is taken again, however large they are: to have it from the system
# each time costs a fourth of what is computed with them. The C library reads this as it starts.
KEEPS_MEMORY = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "536870912"}


def can_fork() -> bool:
    """Whether a process may fork here once its libraries have run; macOS and Windows say no."""
    return sys.platform == "linux"


# Who wants kernels


@contextmanager
def warm_process() -> Iterator[str]:
    """The address of a process that forks at once; "" where none can be forked."""
    if not can_fork():
        yield ""
        return
    with tempfile.TemporaryDirectory(prefix="hand-") as folder:
        address = str(Path(folder, "socket"))
        command = [sys.executable, str(Path(__file__).resolve()), address]
        server = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **KEEPS_MEMORY},
        )
        assert server.stdout is not None
        ready = server.stdout.readline()  # nothing where it has ended
        try:
            yield address if ready else ""
        finally:
            server.communicate()  # it ends where its input does


@contextmanager
def warm_kernels() -> Iterator[str]:
    """The name of a kernel that starts at once; of an ordinary one where none can be forked."""
    with warm_process() as address:
        if not address:
            yield ORDINARY
            return
        with listed(Path(address).parent, address):
            yield NAME


def run_warm(
    address: str, cells: list[str], folder: str, environment: dict[str, str], timeout: int
) -> list[list[Output]] | None:
    """What each of some cells says, run in a forked process; None where one of them failed.

    `timeout` is in seconds, of each cell.
    """
    said: list[list[Output]] = []
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(address_of(address, environment.get(BEGINS, "")))
        request(server, folder=folder, environment=environment, cells=cells)
        server.settimeout(timeout)
        with suppress(TimeoutError), server.makefile(encoding="utf-8") as answer:
            answer.readline()  # the number of its process
            said.extend(map(json.loads, answer))
    return said if len(said) == len(cells) and None not in said else None


@contextmanager
def listed(folder: Path, address: str) -> Iterator[None]:
    """Let Jupyter find the kernel by its name."""
    spec = folder / "kernels" / NAME
    spec.mkdir(parents=True)
    asks = [sys.executable, "-I", "-S", str(ASK.resolve()), address, "-f", "{connection_file}"]
    asks.append("--HistoryManager.enabled=False")  # of what somebody typed, who did not type this
    said = {"argv": asks, "display_name": "Python 3", "language": "python"}
    (spec / "kernel.json").write_text(json.dumps(said), encoding="utf-8")
    before = os.environ.get("JUPYTER_PATH", "")
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, (str(folder), before)))
    try:
        yield
    finally:
        os.environ["JUPYTER_PATH"] = before


# The process that forks


def serve_all(address: str) -> None:
    """Serve each way to begin by a process of its own, until nobody is at the other end."""
    warm_up(IMPORTED)
    with suppress(ImportError):  # kept by the module that looks them up
        import_module("jupyter_client.localinterfaces").local_ips()
    listeners = {way: socket.socket(socket.AF_UNIX) for way in BEGINNINGS}
    for way, listener in listeners.items():
        listener.bind(address_of(address, way))
        listener.listen(64)
    others = [
        child
        for way, listener in listeners.items()
        if way and (child := begin(listener, way, Path(f"{address}-{way}-read")))
    ]
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    serve(listeners[""], None)
    for child in others:  # they end as this does
        os.waitpid(child, 0)


def begin(listener: socket.socket, way: str, reads: Path) -> int:
    """Serve one way to begin in a process of its own; its number."""
    if child := os.fork():
        return child
    try:
        no_more = write_down(reads)
        warm_up(BEGINNINGS[way])
        no_more()
        serve(listener, reads)
    finally:
        os._exit(0)


def serve(listener: socket.socket, reads: Path | None) -> None:
    """Fork a kernel for each that asks, until nobody is at the other end of the input.

    `reads` is the list of what was read for what all of them begin with.
    """
    children: set[int] = set()
    try:
        while True:
            asked, _, _ = select.select([listener, sys.stdin], [], [], 1)
            if sys.stdin in asked:
                break
            if listener in asked:
                children.add(fork_for(listener, reads))
            children -= {child for child in children if os.waitpid(child, os.WNOHANG)[0]}
    finally:
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM)
            os.waitpid(child, 0)


def warm_up(modules: Iterable[str]) -> None:
    """Import some modules, where they are there, and keep them out of later collections."""
    os.environ.setdefault("MPLBACKEND", INLINE)
    sys.modules["debugpy"] = None  # type: ignore[assignment]  # nobody steps through these
    for name in modules:
        with suppress(ImportError):
            import_module(name)
    gc.collect()
    look_for_garbage_seldom()


def fork_for(listener: socket.socket, reads: Path | None) -> int:
    """Fork a process for the next that asks; its number."""
    asker, _ = listener.accept()
    asked, streams, _, _ = socket.recv_fds(asker, MOST, 2)
    while not asked.endswith(b"\n") and (more := asker.recv(MOST)):
        asked += more
    child = os.fork()
    if not child:
        listener.close()
        become(asker, json.loads(asked), streams, reads)
    for stream in streams:
        os.close(stream)
    asker.close()
    return child


def become(
    asker: socket.socket, request: dict[str, Any], streams: list[int], reads: Path | None
) -> NoReturn:
    """Be the kernel that was asked for, or run the cells, until that ends or the asker does."""
    try:
        os.setsid()
        asker.sendall(f"{os.getpid()}\n".encode())
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0)
        for stream, number in zip(streams, (1, 2), strict=True):
            os.dup2(stream, number)
            os.close(stream)
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["environment"])
        threading.Thread(target=end_with, args=[asker], daemon=True).start()
        if "cells" in request:
            note_reads(reads)
            for said in run_cells(request["cells"]):
                asker.sendall(json.dumps(said).encode() + b"\n")
        else:
            run_kernel(request["arguments"], reads)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        for each in (sys.stdout, sys.stderr):
            with suppress(Exception):
                each.flush()
        os._exit(0)


def end_with(asker: socket.socket) -> None:
    """Wait for the end of who asked, and end too."""
    asker.recv(1)
    os._exit(1)


def run_kernel(arguments: list[str], reads: Path | None) -> None:
    """Run a kernel until it is shut down; what was read before it began counts as its own."""
    from ipykernel.kernelapp import IPKernelApp

    sys.argv = ["ipykernel_launcher.py", *arguments]
    app: Any = IPKernelApp.instance(parent_handle=os.getppid())
    app.initialize(arguments)
    note_reads(reads)
    app.start()


def note_reads(reads: Path | None) -> None:
    """Note from now on what is read, where somebody asked for that."""
    if listing := os.environ.get(LISTING):
        if reads:
            Path(listing).write_bytes(reads.read_bytes())
        write_down(Path(listing))


if __name__ == "__main__":
    del sys.path[0]  # what is here is no business of a notebook's
    serve_all(sys.argv[1])
