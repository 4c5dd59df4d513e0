"""Kernels that are forked from one process, which has imported what most notebooks import.

`with warm_kernels() as name:` gives the name of a kernel to whatever starts kernels by names: the
build of the book, nbclient, nbval. To import numpy, matplotlib and the kernel itself takes a
second; to fork takes a hundredth. No package of the book is imported before the fork: a kernel
loads those that its notebook asks for, as they are then.

Three processes take part. Jupyter starts and stops `warm_ask`, as it would a kernel; this passes
its folder, its environment and its arguments to the process of `serve`, which forks. A kernel ends
where whoever asked for it does, and all end with who began them.
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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from what_is_read import LISTING, write_down

NAME = "hand-warm"
ORDINARY = "python3"
ASK = Path(__file__).with_name("warm_ask.py")
IMPORTED = (
    *("ipykernel.ipkernel", "ipykernel.kernelapp", "IPython.display", "pydoc"),
    *("numpy", "numpy.random", "matplotlib.figure", "matplotlib.backends.backend_agg"),
    *("matplotlib.backends.backend_svg", "mpl_toolkits.mplot3d", "sqlite3", "unittest", "wave"),
    *("xml.etree.ElementTree", "importlib.resources.readers", "timeit"),
)
INLINE = "module://matplotlib_inline.backend_inline"  # as ipykernel says where nobody else does
MOST = 1_000_000  # bytes of a request
# Memory of arrays that are gone is taken again: to have it from the system each time costs a fourth
# of what is computed with large ones. Read by the C library where a process starts.
KEEPS_MEMORY = {"MALLOC_MMAP_THRESHOLD_": "33554432", "MALLOC_TRIM_THRESHOLD_": "536870912"}


def can_fork() -> bool:
    """Whether a process may fork here once its libraries have run; macOS and Windows say no."""
    return sys.platform == "linux"


# Who wants kernels


@contextmanager
def warm_kernels() -> Iterator[str]:
    """The name of a kernel that starts at once; of an ordinary one where none can be forked."""
    if not can_fork():
        yield ORDINARY
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
            with listed(Path(folder), address):
                yield NAME if ready else ORDINARY
        finally:
            server.communicate()  # it ends where its input does


@contextmanager
def listed(folder: Path, address: str) -> Iterator[None]:
    """Let Jupyter find the kernel by its name."""
    spec = folder / "kernels" / NAME
    spec.mkdir(parents=True)
    asks = [sys.executable, "-I", "-S", str(ASK.resolve()), address, "-f", "{connection_file}"]
    said = {"argv": asks, "display_name": "Python 3", "language": "python"}
    (spec / "kernel.json").write_text(json.dumps(said), encoding="utf-8")
    before = os.environ.get("JUPYTER_PATH", "")
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, (str(folder), before)))
    try:
        yield
    finally:
        os.environ["JUPYTER_PATH"] = before


# The process that forks


def serve(address: str) -> None:
    """Fork a kernel for each that asks, until nobody is at the other end of the input."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen(64)
        warm_up()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        children: set[int] = set()
        while True:
            asked, _, _ = select.select([listener, sys.stdin], [], [], 1)
            if sys.stdin in asked:
                break
            if listener in asked:
                children.add(fork_for(listener))
            children -= {child for child in children if os.waitpid(child, os.WNOHANG)[0]}
    for child in children:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGTERM)
        os.waitpid(child, 0)


def warm_up() -> None:
    """Import what a kernel and most notebooks need, and keep it out of later collections."""
    os.environ.setdefault("MPLBACKEND", INLINE)
    for name in IMPORTED:
        with suppress(ImportError):
            import_module(name)
    gc.collect()
    gc.freeze()


def fork_for(listener: socket.socket) -> int:
    """Fork a kernel for the next that asks; the number of its process."""
    asker, _ = listener.accept()
    request, streams, _, _ = socket.recv_fds(asker, MOST, 2)
    while not request.endswith(b"\n") and (more := asker.recv(MOST)):
        request += more
    child = os.fork()
    if not child:
        listener.close()
        become(asker, json.loads(request), streams)
    asker.sendall(f"{child}\n".encode())
    for stream in streams:
        os.close(stream)
    asker.close()
    return child


def become(asker: socket.socket, request: dict[str, Any], streams: list[int]) -> NoReturn:
    """Be the kernel that was asked for, until it ends or the asker does."""
    try:
        os.setsid()
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0)
        for stream, number in zip(streams, (1, 2), strict=True):
            os.dup2(stream, number)
            os.close(stream)
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["environment"])
        threading.Thread(target=end_with, args=[asker], daemon=True).start()
        run_kernel(request["arguments"])
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


def run_kernel(arguments: list[str]) -> None:
    """Run a kernel until it is shut down."""
    from ipykernel.kernelapp import IPKernelApp

    sys.argv = ["ipykernel_launcher.py", *arguments]
    app: Any = IPKernelApp.instance(parent_handle=os.getppid())
    app.initialize(arguments)
    if listing := os.environ.get(LISTING):
        write_down(Path(listing))
    app.start()


if __name__ == "__main__":
    del sys.path[0]  # what is here is no business of a notebook's
    serve(sys.argv[1])
