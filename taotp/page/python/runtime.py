"""The files that run Python in a page: their names, sizes and sums, and where they are kept."""

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from taotp.files import data_of

CACHE = "TAOTP_CACHE"  # names another folder to keep them in


@dataclass(frozen=True)
class File:
    """One file of the runtime, which is known by the sum of its bytes.

    `group` says what needs it: `python` itself, `numpy`, pictures by `matplotlib`, or `jupyter`.
    """

    name: str
    group: str
    bytes: int
    sha256: str
    license: str


@cache
def pinned() -> dict[str, Any]:
    """The list that the repository keeps: versions, sources, files."""
    found: dict[str, Any] = data_of("taotp.page.python", "files.json")
    return found


@cache
def files() -> tuple[File, ...]:
    """All files of the runtime."""
    return tuple(File(**each) for each in pinned()["files"])


@cache
def of_jupyter() -> File:
    """What the kernel of JupyterLite asks for besides: what installs packages there."""
    return File(**pinned()["jupyter"])


def cache_folder() -> Path:
    """Where files are kept under their sums: `$TAOTP_CACHE`, or the reader's own cache."""
    if named := os.environ.get(CACHE):
        return Path(named) / "python"
    own = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(own) / "taotp" / "python"


def kept(file: File) -> Path:
    """Where a file is kept, whether it is there or not."""
    return cache_folder() / file.sha256


def is_right(data: bytes, file: File) -> bool:
    """Whether these are the bytes of a file."""
    return hashlib.sha256(data).hexdigest() == file.sha256


def missing(of: Iterable[File] | None = None) -> list[File]:
    """The files, of some or of all of the runtime, that are not kept, or are kept damaged."""
    found = []
    for file in files() if of is None else of:
        path = kept(file)
        if not (path.is_file() and is_right(path.read_bytes(), file)):
            found.append(file)
    return found


def name_of(all_files: Iterable[File] | None = None) -> str:
    """A name for the whole runtime, which another one does not have."""
    sums = "".join(file.sha256 for file in all_files or files())
    return hashlib.sha256(sums.encode()).hexdigest()[:12]
