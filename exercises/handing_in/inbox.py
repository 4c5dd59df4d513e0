"""Files that others put into a folder: read with care, and shown with care."""

import os
import stat
from collections.abc import Container, Iterable, Iterator
from pathlib import Path

from exercises.handing_in.format import MOST_BYTES, Refused

# Not through a link; and not waiting for the other end of a pipe. Windows knows neither flag.
CAREFUL = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)


def submissions(folder: Path) -> Iterator[Path]:
    """Every name that ends in .json, or in nothing, below a folder, in order.

    Links to folders are not followed; a folder that cannot be read stands for what is in it.
    """
    closed: list[OSError] = []
    for place, inner, names in os.walk(folder, onerror=closed.append):
        while closed:
            yield Path(closed.pop().filename)
        inner.sort()
        for name in sorted(names):
            if is_submission(name):
                yield Path(place, name)
    yield from (Path(error.filename) for error in closed)


SYSTEM = ("thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r")  # what Windows and macOS leave
OPEN = "~$"  # with which a document begins that is open in an editor
NO_WORK = ("__macosx", "__pycache__", "node_modules")


def everything(folder: Path, ours: Container[Path] = ()) -> Iterator[Path]:
    """Every file below a folder, in order, but for those that nobody handed in.

    A link to a folder, and a folder that cannot be read, stand for what is in them. `ours` are
    files and folders that the command itself reads or writes.
    """
    closed: list[OSError] = []
    for place, inner, names in os.walk(folder, onerror=closed.append):
        while closed:
            yield Path(closed.pop().filename)
        theirs = [name for name in sorted(inner) if Path(place, name) not in ours]
        inner[:] = [name for name in theirs if not passed_over(name, folder=True)]
        links = [name for name in inner if Path(place, name).is_symlink()]
        for name in sorted([*links, *names]):
            path = Path(place, name)
            if not passed_over(name) and path not in ours:
                yield path
    yield from (Path(error.filename) for error in closed)


def below(folder: Path, paths: Iterable[Path]) -> frozenset[Path]:
    """Those of some paths that are below a folder, written as the folder is."""
    whole = folder.resolve()
    inside = (path.resolve() for path in paths if path.resolve().is_relative_to(whole))
    return frozenset(folder / path.relative_to(whole) for path in inside)


def passed_over(name: str, folder: bool = False) -> bool:
    """Whether a system or a tool made it, and not a student: it has no row."""
    name = name.lower()
    if name.startswith("."):
        return folder or name.startswith("._") or not name.endswith(".json")
    return name in NO_WORK if folder else name in SYSTEM or name.startswith(OPEN)


def is_submission(name: str) -> bool:
    """Whether a file is meant to be graded: programs for mail change or drop the ending."""
    if name.startswith("._"):  # what a Mac keeps of a file beside it, on other disks
        return False
    ending = Path(name).suffix.lower()
    return ending == ".json" or name == ".json" or not (ending or name.startswith("."))


def read_file(path: Path) -> bytes:
    """The bytes of an ordinary file of at most MOST_BYTES, read once; else Refused.

    What is judged are these bytes, whatever becomes of the file.
    """
    try:
        if stat.S_ISLNK(os.lstat(path).st_mode):
            raise Refused("it is a link; only ordinary files are read")
        opened = os.open(path, CAREFUL)
        try:
            return read_whole(opened)
        finally:
            os.close(opened)
    except OSError as error:
        raise Refused(f"it cannot be opened: {error.strerror}") from None


def read_whole(opened: int) -> bytes:
    """What an open file holds, if that is an ordinary file of the size that it says it has."""
    before = os.fstat(opened)
    if not stat.S_ISREG(before.st_mode):
        raise Refused("it is not an ordinary file")
    if before.st_size > MOST_BYTES:
        raise Refused(f"it has {before.st_size:,} bytes; at most {MOST_BYTES:,} are read")
    data = b""
    while len(data) <= before.st_size and (more := os.read(opened, MOST_BYTES)):
        data += more
    if len(data) != before.st_size:
        raise Refused("it changed while it was read")
    return data
