"""Which files of the book a notebook reads: those it opens, modules too, and folders it lists.

What a notebook prints depends on nothing else of the book, so that a change of another file asks
for no other run. A kernel writes the list; the build looks up what stands there.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterable
from importlib.util import source_from_cache
from pathlib import Path
from typing import Any

LEFT_OUT = {"__pycache__", "_build", "my", "node_modules", ".git", ".venv"}  # my: a reader's own
PROGRAMS = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn"}
OPENS = {"open", "sqlite3.connect"}
LISTS = {"os.listdir", "os.scandir"}
READS = PROGRAMS | OPENS | LISTS  # of some hundred thousand events of a build
NAMES = (str, bytes, os.PathLike)
LISTING = "TAOTP_READ"  # the environment's word for the file that takes the list
ANYTHING = "*"  # another program was started, and what that reads is not known
NOTHING = "nothing"  # what stands where there is no file


# In the process that reads


def write_down(listing: Path) -> Callable[[], None]:
    """Append the name of whatever this process reads from now on to a file, one in each line.

    What is returned ends it: Python forgets no hook.
    """
    opened = [os.open(listing, os.O_WRONLY | os.O_CREAT | os.O_APPEND)]
    seen: set[str] = set()

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in READS or not opened:
            return
        name = what_it_reads(event, arguments)
        if name and name not in seen:
            seen.add(name)
            os.write(opened[0], os.fsencode(name) + b"\n")

    sys.addaudithook(note)
    return lambda: os.close(opened.pop())


def what_it_reads(event: str, arguments: tuple[Any, ...]) -> str:
    """The file or folder that an event of Python's audit reads; "" where it reads none."""
    if event in PROGRAMS:
        return ANYTHING
    listed = event in LISTS and not by_import()
    if not listed and (event not in OPENS or only_writes(arguments)):
        return ""
    path = "." if arguments[0] is None else arguments[0]
    return os.path.abspath(os.fsdecode(path)) if isinstance(path, NAMES) else ""


def only_writes(arguments: tuple[Any, ...]) -> bool:
    """Whether a file is opened and nothing read from it."""
    return len(arguments) == 3 and bool((arguments[2] or 0) & os.O_WRONLY)


def by_import() -> bool:
    """Whether Python lists a folder to find a module: it does so for each folder of modules."""
    return "importlib._bootstrap" in sys._getframe(3).f_code.co_filename


# In the build


class Files:
    """What stands in the files below some folders, as it was at the start of a build."""

    def __init__(self, roots: Iterable[Path]) -> None:
        self.roots = [Path(os.path.abspath(root)) for root in roots]
        self.known: dict[str, str] = {}
        self.ours: dict[str, bool] = {}

    def look_at(self, sources: Iterable[Path]) -> str:
        """Keep what stands in files and below folders now; one name for all of it.

        What a notebook reads later counts as it is now: where somebody changes it meanwhile, the
        next build runs the notebook again.
        """
        whole = hashlib.sha256()
        for source in sources:
            for path in [source] if source.is_file() else sorted(source.rglob("*")):
                if path.is_file() and not LEFT_OUT & {*path.relative_to(source).parts}:
                    name = path.relative_to(source.parent).as_posix()
                    whole.update(f"{name} {self.stands_in(os.path.abspath(path))} ".encode())
        return whole.hexdigest()[:16]

    def stands_in(self, path: str) -> str:
        """A name for what a file holds, or for the names in a folder."""
        if path not in self.known:
            self.known[path] = digest(Path(path))
        return self.known[path]

    def read(self, listing: Path, whole: str) -> dict[str, str]:
        """What stood in each file of the book in a list; `whole` stands for any file at all."""
        text = listing.read_text("utf-8", "surrogateescape") if listing.exists() else ANYTHING
        found = {as_source(name) for name in text.splitlines()}
        read = {name: self.stands_in(name) for name in sorted(found) if self.is_ours(name)}
        return read | ({ANYTHING: whole} if ANYTHING in found else {})

    def is_ours(self, name: str) -> bool:
        """Whether a file is one that somebody who writes the book may change."""
        if name not in self.ours:
            self.ours[name] = self.is_below(Path(name))
        return self.ours[name]

    def is_below(self, path: Path) -> bool:
        """Whether a file is below one of the folders, and neither made nor installed there."""
        ways = [path.relative_to(root) for root in self.roots if path.is_relative_to(root)]
        below = any(not LEFT_OUT & {*way.parts} for way in ways)
        return below and not path.is_relative_to(sys.prefix)

    def still(self, read: dict[str, str] | None, whole: str) -> bool:
        """Whether what was read stands there now; not where nobody knows what it was."""
        if read is None:
            return False
        return all(
            then == (whole if name == ANYTHING else self.stands_in(name))
            for name, then in read.items()
        )


def as_source(name: str) -> str:
    """The module that a compiled file was made of; any other file itself."""
    try:
        return source_from_cache(name)
    except ValueError:
        return name


def digest(path: Path) -> str:
    """A name for what a file holds, or for the names in a folder."""
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    if path.is_dir():
        names = sorted({each.name for each in path.iterdir()} - LEFT_OUT)
        return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]
    return NOTHING
