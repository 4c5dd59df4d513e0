"""The pages of a built book as paper has them, and the contents of the whole."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from tqdm import tqdm

from tools.paper.articles import article, words
from tools.paper.contents import Book, Entry, Part
from tools.paper.stills import on_paper


@dataclass(frozen=True)
class Chapter:
    """A page of the book as paper has it."""

    entry: Entry
    title: str
    article: Element

    @property
    def name(self) -> str:
        """The name of its file, without the ending."""
        return self.entry.name


def chapters(book: Book, built: Path) -> list[Chapter]:
    """The pages of a built book, without what needs a script."""
    found = []
    for entry in tqdm(book.entries, desc="reading pages", disable=None):
        page = article((built / f"{entry.name}.html").read_text("utf-8"))
        if page is None:
            raise ValueError(f"page {entry.name} has no article; was it built by `make book`?")
        on_paper(page)
        found.append(Chapter(entry, title_of(page, entry), page))
    return found


def title_of(page: Element, entry: Entry) -> str:
    """The title of a page: its heading, or its name where it has none."""
    heading = next(page.iter("h1"), None)
    return entry.name if heading is None else words(heading)


# Contents


@dataclass(frozen=True)
class Line:
    """A line of the contents: what it says, to which page it leads, and the lines below it."""

    title: str
    name: str
    below: tuple["Line", ...] = ()
    heads_a_part: bool = False


def lines_of(entries: Sequence[Entry], titles: Mapping[str, str]) -> Iterator[Line]:
    """The lines of pages, each with those of the deeper pages behind it."""
    starts = [i for i, entry in enumerate(entries) if entry.level == entries[0].level]
    for start, end in zip(starts, [*starts[1:], len(entries)], strict=True):
        entry = entries[start]
        below = tuple(lines_of(entries[start + 1 : end], titles)) if end > start + 1 else ()
        yield Line(entry.title or titles[entry.name], entry.name, below)


def outline(parts: Iterable[Part], titles: Mapping[str, str]) -> list[Line]:
    """The contents: pages by their parts; those of a part without a title stand by themselves."""
    found: list[Line] = []
    for part in parts:
        lines = tuple(lines_of(part.entries, titles))
        whole = Line(part.title, lines[0].name, lines, heads_a_part=True)
        found += [whole] if part.title else lines
    return found
