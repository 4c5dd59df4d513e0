"""Make one PDF of the built book, by Chromium's print.

python -m tools.paper.pdf       writes book/_build/transformers-by-hand.pdf

Each page of the book is printed by itself, with its number of the whole; then all are joined, and
what led from one to another leads there again. Ctrl-C leaves no half of a file.
"""

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit
from xml.etree.ElementTree import Element, SubElement

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, sync_playwright
from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.constants import PageLabelStyle
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    Fit,
    FloatObject,
    IndirectObject,
    NameObject,
    NullObject,
    TextStringObject,
)
from tqdm import tqdm

from tools.chromium import chromium_path
from tools.paper.articles import words, written
from tools.paper.chapters import Chapter, Line, chapters, outline
from tools.paper.contents import BUILT, Book, asked
from tools.paper.cover import cover
from tools.paper.stills import lead, names_in

STYLES = [Path(__file__).with_name(name) for name in ("paper.css", "print.css")]
ELSEWHERE = "https://another-page.invalid/"  # where links to other pages lead until all are joined
FRONT = ("cover", "contents")  # documents before the first page with a number
SECTIONS = "h2"  # headings that stand in the outline below their page
WIDTH = 612  # of the text, in pixels of 1/96 inch: 162 mm
MATHJAX = """
window.MathJax = {
  loader: { load: ["input/tex", "output/chtml"] },
  options: { ignoreHtmlClass: ".*", processHtmlClass: "math" },
  chtml: { scale: 0.95 },
};
"""
SET = "() => window.MathJax?.startup?.promise?.then(() => document.fonts.ready).then(() => true)"
SHRINK = """(width) => {
  for (const wide of document.querySelectorAll("table, .math mjx-container")) {
    const own = wide.scrollWidth;
    if (own > width) wide.style.zoom = width / own;
  }
}"""
DOCUMENT = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<style>{style}</style>{scripts}</head><body>{body}</body></html>
"""
RUNNING = """
:root {{ counter-reset: page {before}; }}
@page {{
  @top-left {{ color: #595959; content: {left}; font: 8.5pt "Liberation Sans", sans-serif; }}
  @top-right {{ color: #595959; content: {right}; font: 8.5pt "Liberation Sans", sans-serif; }}
  @bottom-center {{ content: counter(page); font: 9pt "Liberation Sans", sans-serif; }}
}}
@page :first {{ @top-left {{ content: none; }} @top-right {{ content: none; }} }}
"""


class Place(NamedTuple):
    """A document of the PDF, and a name in it; "" for its beginning."""

    document: str
    name: str


@dataclass(frozen=True)
class Printed:
    """A document that was printed: its file, and how many pages it has."""

    name: str
    path: Path
    pages: int


def link(found: Sequence[Chapter]) -> dict[str, set[str]]:
    """Let links of chapters lead to each other; the names of each page to which some lead."""
    names = {chapter.name: names_in(chapter.article) for chapter in found}
    asked: dict[str, set[str]] = {name: set() for name in names}
    for chapter in found:
        own = chapter.name

        def where(page: str, name: str, own: str = own) -> str | None:
            if page not in names:
                return None
            name = name if name in names[page] else ""
            asked[page].add(name)
            return f"#{name}" if page == own and name else f"{ELSEWHERE}{page}#{quote(name)}"

        lead(chapter.article, own, where)
    return asked


def sections(chapter: Chapter) -> list[tuple[str, str]]:
    """The sections of a page, as their names and what they are called."""
    return [
        (name, words(heading))
        for section in chapter.article.iter("section")
        if (heading := section.find(SECTIONS)) is not None and (name := section.get("id"))
    ]


def with_targets(article: Element, names: set[str]) -> Element:
    """Add links that are not seen to names of a page: Chromium notes where these stand."""
    hidden = SubElement(article, "div", {"hidden": ""})
    for name in sorted(names - {""}):
        SubElement(hidden, "a", {"href": f"#{name}"})
    return article


# Printing


@contextmanager
def browser() -> Iterator[Page]:
    """A page of a browser that prints."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"]
        )
        page = started.new_page(viewport={"width": WIDTH, "height": 900})
        page.emulate_media(media="print", color_scheme="light")
        yield page
        started.close()


@dataclass(frozen=True)
class Press:
    """A browser, where it puts what it prints, and the book that it prints from its pages."""

    page: Page
    folder: Path
    book: Book
    built: Path

    def document(self, name: str, title: str, body: str, style: str) -> Printed:
        """Print one document."""
        source, target = self.folder / f"{name}.html", self.folder / f"{name}.pdf"
        source.write_text(self.as_html(title, body, style), encoding="utf-8")
        self.page.goto(source.as_uri())
        self.page.evaluate(SET)
        self.page.evaluate(SHRINK, WIDTH)
        self.page.pdf(path=target, prefer_css_page_size=True, print_background=True)
        return Printed(name, target, len(PdfReader(target).pages))

    def as_html(self, title: str, body: str, style: str) -> str:
        """A document as HTML, with MathJax where it has formulas."""
        files = (self.built / "_static" / "mathjax" / "startup.js").as_uri()
        math = f'<script>{MATHJAX}</script><script src="{files}"></script>'
        return DOCUMENT.format(
            language=self.book.language,
            title=escape(title),
            style="\n".join([*(path.read_text("utf-8") for path in STYLES), style]),
            scripts=math if 'class="math ' in body else "",
            body=body,
        )

    def chapter(self, chapter: Chapter, part: str, begins: bool, before: int) -> Printed:
        """Print a chapter behind so many pages; the first of a part says so."""
        heading = f'<p class="part">{escape(part)}</p>' if begins and part else ""
        style = RUNNING.format(
            before=before, left=json.dumps(part), right=json.dumps(chapter.title)
        )
        body = heading + written(chapter.article, "html")
        return self.document(chapter.name, chapter.title, body, style)

    def cover(self) -> Printed:
        """Print the cover."""
        (self.folder / "cover.png").write_bytes(cover(self.book.title, self.book.author))
        body = f'<div class="cover"><img src="cover.png" alt="{escape(self.book.title)}"></div>'
        return self.document("cover", self.book.title, body, "@page { margin: 0; }")

    def contents(self, lines: Sequence[Line], numbers: Mapping[str, int]) -> Printed:
        """Print the contents, with the number of each page."""
        body = f'<div class="contents"><h1>Contents</h1>{as_list(lines, numbers)}</div>'
        return self.document("contents", "Contents", body, "")


def as_list(lines: Sequence[Line], numbers: Mapping[str, int]) -> str:
    """Lines of the contents as a list of links, with dots before the numbers."""
    items = []
    for line in lines:
        kind = ' class="of-a-part"' if line.heads_a_part else ""
        items.append(
            f'<li{kind}><a href="{ELSEWHERE}{line.name}#">{escape(line.title)}<i></i>'
            f"<span>{numbers[line.name]}</span></a>"
            f"{as_list(line.below, numbers) if line.below else ''}</li>"
        )
    return f"<ol>{''.join(items)}</ol>"


def print_all(press: Press, found: Sequence[Chapter]) -> Iterator[Printed]:
    """Print the chapters one after another."""
    by_name = {chapter.name: chapter for chapter in found}
    before = 0
    with tqdm(total=len(found), desc="printing pages", disable=None) as told:
        for part in press.book.parts:
            for entry in part.entries:
                printed = press.chapter(
                    by_name[entry.name], part.title, entry is part.entries[0], before
                )
                before += printed.pages
                told.update()
                yield printed


# Joining


class Spot(NamedTuple):
    """Where a name stands: the number of its page in the file, and how high; None for its top."""

    page: int
    top: float | None = None

    @property
    def fit(self) -> Fit:
        """How a reader shows it."""
        return Fit.xyz(top=self.top)


@dataclass(frozen=True)
class Joined:
    """All documents in one: the file, and where each of them and the names in it stand."""

    writer: PdfWriter
    spots: dict[Place, Spot]

    def destination(self, spot: Spot) -> ArrayObject:
        """A spot as links want it."""
        reference = self.writer.pages[spot.page].indirect_reference
        assert reference is not None
        top = NullObject() if spot.top is None else FloatObject(spot.top)
        return ArrayObject([reference, NameObject("/XYZ"), NullObject(), top, NullObject()])


def join(printed: Sequence[Printed]) -> Joined:
    """Put documents behind each other; a link then names the place that it means."""
    joined = Joined(PdfWriter(), {})
    for document in tqdm(printed, desc="joining", disable=None):
        start = len(joined.writer.pages)
        reader = PdfReader(document.path)
        joined.writer.append(reader, import_outline=False)
        joined.spots[Place(document.name, "")] = Spot(start)
        for name, found in reader.named_destinations.items():
            page = start + (reader.get_destination_page_number(found) or 0)
            place = Place(document.name, unquote(name.removeprefix("/")))
            joined.spots[place] = Spot(page, None if found.top is None else float(found.top))
        for link in links_of(joined.writer.pages[start:]):
            name_place(link, document.name)
    return joined


def links_of(pages: Iterable[PageObject]) -> Iterator[DictionaryObject]:
    """The links of some pages."""
    for page in pages:
        for annotation in page.get("/Annots", ()):
            link = annotation.get_object()
            if link.get("/Subtype") == "/Link":
                yield link


def name_place(link: DictionaryObject, document: str) -> None:
    """Write into a link within the book which place it means, as the document and a name in it."""
    address = str(link.get("/A", {}).get("/URI", ""))
    if "/Dest" in link:
        name = f"{document}#{unquote(str(link['/Dest']).removeprefix('/'))}"
    elif address.startswith(ELSEWHERE):
        parts = urlsplit(address)
        name = f"{parts.path.removeprefix('/')}#{unquote(parts.fragment)}"
        del link["/A"]
    else:
        return
    link[NameObject("/Dest")] = TextStringObject(name)


def settle(joined: Joined) -> list[str]:
    """Let each link lead to its place; one that is not known, to the beginning of its document."""
    lost = []
    for link in links_of(joined.writer.pages):
        if "/Dest" in link:
            document, _, name = str(link["/Dest"]).partition("#")
            spot = joined.spots.get(Place(document, name))
            if spot is None:
                lost.append(f"{document}#{name}")
                spot = joined.spots[Place(document, "")]
            link[NameObject("/Dest")] = joined.destination(spot)
    return lost


def mark(joined: Joined, lines: Sequence[Line], found: Mapping[str, Chapter]) -> None:
    """Write the outline: parts, pages, and the sections of each."""

    def add(title: str, place: Place, parent: IndirectObject | None) -> IndirectObject:
        spot = joined.spots.get(place, joined.spots[Place(place.document, "")])
        return joined.writer.add_outline_item(
            title=title, page_number=spot.page, parent=parent, fit=spot.fit, is_open=False
        )

    def add_line(line: Line, parent: IndirectObject | None) -> None:
        item = add(line.title, Place(line.name, ""), parent)
        if not line.heads_a_part:
            for name, title in sections(found[line.name]):
                add(title, Place(line.name, name), item)
        for below in line.below:
            add_line(below, item)

    for line in lines:
        add_line(line, None)


def say(joined: Joined, book: Book) -> None:
    """Write title, author, language, and which numbers pages have."""
    writer = joined.writer
    writer.add_metadata({"/Title": book.title, "/Author": book.author})
    writer.root_object[NameObject("/Lang")] = TextStringObject(book.language)
    writer.root_object.pop("/Dests", None)
    show = DictionaryObject({NameObject("/DisplayDocTitle"): BooleanObject(True)})
    writer.root_object[NameObject("/ViewerPreferences")] = show
    before = joined.spots[Place(book.entries[0].name, "")].page
    writer.set_page_label(0, before - 1, PageLabelStyle.LOWERCASE_ROMAN)
    writer.set_page_label(before, len(writer.pages) - 1, PageLabelStyle.DECIMAL, start=1)


# The whole


def targeted(found: Sequence[Chapter]) -> None:
    """Link chapters to each other, and have Chromium note what links and the outline lead to."""
    asked = link(found)
    for chapter in found:
        places = {name for name, _ in sections(chapter)}
        with_targets(chapter.article, asked[chapter.name] | places)


def first_numbers(printed: Sequence[Printed]) -> dict[str, int]:
    """The number of the first page of each document."""
    ends = accumulate(document.pages for document in printed)
    return {
        document.name: 1 + end - document.pages for document, end in zip(printed, ends, strict=True)
    }


def print_book(press: Press, found: Sequence[Chapter]) -> PdfWriter:
    """Print all documents, and join them."""
    by_name = {chapter.name: chapter for chapter in found}
    lines = outline(press.book.parts, {name: each.title for name, each in by_name.items()})
    printed = [*print_all(press, found)]
    front = [press.cover(), press.contents(lines, first_numbers(printed))]
    joined = join([*front, *printed])
    for lost in settle(joined):
        print(f"a link leads to {lost}, whose place is not known", file=sys.stderr)
    mark(joined, lines, by_name)
    say(joined, press.book)
    joined.writer.compress_identical_objects()
    return joined.writer


def make(book: Book, built: Path, target: Path) -> int:
    """Write the PDF of a built book, all of it or nothing; how many pages it has."""
    found = chapters(book, built)
    targeted(found)
    half = target.with_suffix(".half")
    with tempfile.TemporaryDirectory() as folder, browser() as page:
        try:
            writer = print_book(Press(page, Path(folder), book, built), found)
            writer.write(half)
            half.replace(target)
        finally:
            half.unlink(missing_ok=True)
    return len(writer.pages)


def main(arguments: list[str] | None = None) -> int:
    """Make the PDF, and say where it is."""
    if (book := asked("pdf", __doc__, arguments)) is None:
        return 1
    target = BUILT.parent / f"{book.file_name}.pdf"
    try:
        pages = make(book, BUILT, target)
    except PlaywrightError as error:
        print(f"Chromium does not print: {error.message.splitlines()[0]}", file=sys.stderr)
        print("CHROMIUM=/path/of/it names another one", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; nothing was written", file=sys.stderr)
        return 130
    print(f"{target}: {pages} pages, {target.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
