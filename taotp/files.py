"""Read data that stands beside a module, and write a file as a whole or not at all."""

import errno
import json
import os
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

FULL = "the disk is full, so nothing was written"
NO_ROOM = {errno.ENOSPC, *([errno.EDQUOT] if hasattr(errno, "EDQUOT") else [])}


def open_what_is_closed() -> None:
    """Give a process input and output that lead nowhere, where it was started without them.

    A service, or a line of cron, may have closed them: then Python has None in their place, and the
    next file that is opened gets their number, to which others write.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Meanwhile a process that is told to end leaves nothing half written, as by an interrupt.

    A signal that is ignored stays so.
    """
    told = [number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None))]
    if threading.current_thread() is not threading.main_thread():
        told = []
    before = {number: signal.getsignal(number) for number in told}
    mine = [number for number, does in before.items() if does is signal.SIG_DFL]

    def end(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    for number in mine:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_DFL)


class NotInstalled(ImportError):
    """A file of the book that this installation lacks; the text says what brings it."""


def text_of(package: str, name: str) -> str:
    """The text of a file in the folder of a package.

    Raises NotInstalled where it is missing, as the wheel `taotp` alone has no data of the book.

    >>> text_of("taotp.examples", "echo.taotp")[:1]
    '#'
    """
    try:
        return files(package).joinpath(name).read_text("utf-8")
    except FileNotFoundError:
        raise missing(package, name) from None


def files_in(package: str, folder: str) -> list[Traversable]:
    """The files of a folder in the folder of a package, by their names; never none.

    Raises NotInstalled where it is missing, as `text_of` does.
    """
    there = files(package).joinpath(folder)
    found = [*there.iterdir()] if there.is_dir() else []
    if not found:
        raise missing(package, folder)
    return sorted(found, key=lambda file: file.name)


def missing(package: str, name: str) -> NotInstalled:
    """What is raised for a file or a folder of the book that is not there."""
    return NotInstalled(
        f"{package.replace('.', '/')}/{name} is data of the book, which is not installed; it "
        "comes with pip install taotp-data"
    )


def data_of(package: str, name: str) -> Any:
    """What a JSON file in the folder of a package holds.

    >>> data_of("taotp.little_man", "instructions.json")["spoken"]
    {'INP': 1, 'OUT': 2, 'OTC': 22}
    """
    return json.loads(text_of(package, name))


def write_whole(path: Path, data: bytes) -> None:
    """Put a file there or replace it; an interruption leaves what was there, or the new one.

    Folders above it are made; a file that was there keeps its permissions. Raises OSError, which
    names the file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "new", "greeting.txt")
    ...     write_whole(path, b"Hello")
    ...     path.read_bytes()
    b'Hello'
    """
    new = path.with_name(f".{path.name[:20]}.{os.getpid()}.new")  # a name has a longest length
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.unlink(missing_ok=True)  # of a process of that number that was killed
        write_new(new, data)
        if path.is_file():
            shutil.copymode(path, new)
        os.replace(new, path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise named(error, path) from None
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def write_new(path: Path, data: bytes) -> None:
    """Make a file, of which nothing is left where it cannot be written to its end.

    Raises FileExistsError where there is one, and OSError, which names the file.
    """
    file = path.open("xb")
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise named(error, path) from None
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def named(error: OSError, path: Path) -> OSError:
    """The same error with the file that was to be written, and a sentence for a full disk.

    >>> named(OSError(errno.ENOSPC, "No space left on device"), Path("a.json")).filename
    'a.json'
    """
    return OSError(error.errno, FULL if error.errno in NO_ROOM else error.strerror, str(path))
