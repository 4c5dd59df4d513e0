"""Whose turn it is: what `make test` asks of some, and `make nightly` of all.

Whose turn it is follows from the commit, so that a run can be had again, and is asked elsewhere by
the name of its commit: `TAOTP_TURN=... make test`. A page of the book is visited in its turn, and
out of turn where its source is other than on main, or where it is not what it was in the last green
run: book/_build/green.json tells what that was.
"""

import hashlib
import json
import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from tools import changed
from tools.pages import Page, names_of_pages, target_of

ROOT = Path(__file__).resolve().parent.parent
HTML = ROOT / "book" / "_build" / "html"
GREEN = HTML.parent / "green.json"
LANE, NIGHTLY, TURN = "TAOTP_LANE", "nightly", "TAOTP_TURN"  # of the environment
IN_TURN = 12  # one of so many slow tests is asked in a run, and of so many pages visited
MOST_OUT_OF_TURN = 12  # of pages that are not what they were, as all are when a script changed
T = TypeVar("T")


def at_night() -> bool:
    """Whether everything is asked."""
    return os.environ.get(LANE) == NIGHTLY


@cache
def turn() -> str:
    """What decides whose turn it is: the commit, or what TAOTP_TURN names."""
    if named := os.environ.get(TURN):
        return named
    command = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "no commit"  # an archive of the sources
    return done.stdout.strip()


def lot(of: str) -> int:
    """A number that the turn draws for a thing."""
    return int.from_bytes(hashlib.sha256(f"{turn()} {of}".encode()).digest()[:8], "big")


def drawn(some: Sequence[T], many: int, of: str) -> list[T]:
    """So many of some, in their order; all at night. `of` tells apart who draws."""
    if at_night() or many >= len(some):
        return list(some)
    chosen = sorted(range(len(some)), key=lambda i: lot(f"{of} {i}"))[:many]
    return [some[i] for i in sorted(chosen)]


def digest(path: Path) -> str:
    """What a page is: its text, and the bytes of all that it loads from the book."""
    page = Page(path)
    found = hashlib.sha256(page.text.encode())
    for _, address in page.loads:
        found.update(of_file(target_of(path, address)) or address.encode())
    return found.hexdigest()


@cache
def of_file(path: Path) -> bytes:
    """What a file is that many pages load; nothing where there is none."""
    return hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b""


def last_green() -> dict[str, str]:
    """What pages were when they were last visited, and nothing was wrong with them."""
    found = json.loads(GREEN.read_text("utf-8")) if GREEN.exists() else {}
    return {name: was for name, was in found.items() if isinstance(was, str)}


def of_changed_sources() -> set[str]:
    """The pages of what a branch changed in the book."""
    found = (Path(name) for name in changed.files())
    return {f"{path.stem}.html" for path in found if path.parent == Path("book")}


def to_be_visited(names: Sequence[str]) -> list[str]:
    """The pages in turn, those whose source changed, and some that are not what they were."""
    if at_night():
        return list(names)
    before, phase = last_green(), lot("pages") % IN_TURN
    due = {*names[phase::IN_TURN]} | of_changed_sources()
    other = [name for name in names if name in before and before[name] != digest(HTML / name)]
    due |= {*drawn([name for name in other if name not in due], MOST_OUT_OF_TURN, "other pages")}
    return [name for name in names if name in due]


def pages() -> list[str]:
    """Every page of the built book, as a path below its root."""
    return names_of_pages(HTML)


def note_green() -> None:
    """Remember what the pages are that were visited, and nothing was wrong with them."""
    if HTML.is_dir():
        noted = last_green() | {name: digest(HTML / name) for name in to_be_visited(pages())}
        GREEN.write_text(json.dumps(noted, indent=1) + "\n", encoding="utf-8")
