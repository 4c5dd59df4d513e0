"""The pages of the book in their order and parts, with the titles that the pages have."""

import argparse
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "book"
BUILT = BOOK / "_build" / "html"


@dataclass(frozen=True)
class Entry:
    """A page: the name of its file without the ending, how deep it stands, and a shorter title."""

    name: str
    level: int
    title: str = ""


@dataclass(frozen=True)
class Part:
    """Pages under one heading, which is empty for those that come first."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Book:
    """What is said of the whole book, and its parts."""

    title: str
    author: str
    language: str
    parts: tuple[Part, ...]

    @property
    def entries(self) -> list[Entry]:
        """All pages."""
        return [entry for part in self.parts for entry in part.entries]

    @property
    def file_name(self) -> str:
        """The name of a file of it, without its ending."""
        return "-".join(self.title.lower().split())


def only(book: Book, names: Collection[str]) -> Book:
    """A book of some of the pages."""
    parts = [
        replace(part, entries=tuple(entry for entry in part.entries if entry.name in names))
        for part in book.parts
    ]
    return replace(book, parts=tuple(part for part in parts if part.entries))


def below(pages: list[dict[str, Any]], level: int = 0) -> Iterator[Entry]:
    """The pages of a list of the contents, each before those below it."""
    for page in pages:
        yield Entry(page["file"], level, page.get("title", ""))
        yield from below(page.get("sections", []), level + 1)


def read_book(folder: Path = BOOK) -> Book:
    """The book as its settings and its contents say."""
    settings = yaml.safe_load((folder / "_config.yml").read_text("utf-8"))
    toc = yaml.safe_load((folder / "_toc.yml").read_text("utf-8"))
    parts = [Part(part.get("caption", ""), tuple(below(part["chapters"]))) for part in toc["parts"]]
    first = Part(parts[0].title, (Entry(toc["root"], 0), *parts[0].entries))
    language = settings["sphinx"]["config"]["language"]
    return Book(settings["title"], settings["author"], language, (first, *parts[1:]))


def asked(kind: str, words: str | None, arguments: list[str] | None) -> Book | None:
    """The book that a command makes a file of; None, after a sentence, where it is not built."""
    parser = argparse.ArgumentParser(
        prog=f"python -m tools.paper.{kind}",
        description=words,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.parse_args(arguments)
    if not (BUILT / "index.html").is_file():
        print("the book is not built: run `make book` first", file=sys.stderr)
        return None
    return read_book()
