"""The book on paper: a page as a browser prints it, and the book as one file of PDF or EPUB."""

import re
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import Destination

from tests.pages.conftest import NewPage, cannot_run
from tools.chromium import chromium_path
from tools.paper import epub, pdf, rules
from tools.paper.contents import Book, Entry, Part, only, read_book
from tools.sampling import at_night, drawn

MOST = 40e6  # bytes of the whole book
FEW, FEW_OF_EPUB = 3, 24  # pages of the book that are printed by day, and made an EPUB
PHONE = 360, 640
RGB = re.compile(r"\d+")
TITLES = ["On paper, one", "Two"]


def brightness(color: str) -> int:
    """The brightest of the three lights of a color, of 255."""
    return max(map(int, RGB.findall(color)[:3]))


def test_a_dark_page_is_black_on_white_on_paper(new_page: NewPage, site: str) -> None:
    page = new_page(dark=True)
    page.goto(f"{site}/hello_world.html")
    shown = "selector => getComputedStyle(document.querySelector(selector))"
    assert brightness(page.evaluate(f"({shown})('.bd-article p').color")) > 150
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    for each in ("p", "h2", "pre", "figcaption", ".hand-live > p", "table.hand-table td"):
        color = page.evaluate(f"({shown})('.bd-article {each}').color")
        assert brightness(color) < 130, f"{each} is {color}"
    assert brightness(page.evaluate(f"({shown})('body').backgroundColor")) == 255
    for selector in (".bd-header-article", ".prev-next-footer", ".headerlink", ".copybtn"):
        assert not page.locator(selector).first.is_visible(), selector
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert brightness(page.evaluate(f"({shown})('.bd-article p').color")) > 150


# A small book


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, html: Path) -> PdfReader:
    """The PDF of two pages, the first of which is long."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "_static").symlink_to(html / "_static")
    lines = "".join(f"<p>{n}. " + "Words of a line. " * 30 + "</p>" for n in range(20))
    one = (
        f'<section id="one"><h1>{TITLES[0]}</h1><p>To <a href="two.html#end">the end</a>, '
        f'<a href="#later">later</a>, <a href="http://127.0.0.1/">elsewhere</a>.</p>{lines}'
        r'<section id="later"><h2>Later</h2><p><span class="math notranslate">\(x^2\)</span></p>'
        "</section></section>"
    )
    two = (
        f'<section id="two"><h1>{TITLES[1]}</h1>{lines}<section id="end"><h2>The end</h2>'
        '<p>To <a href="one.html">one</a>.</p></section></section>'
    )
    for name, text in (("one", one), ("two", two)):
        page = f'<html><article class="bd-article">{text}</article></html>'
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    parts = (Part("", (Entry("one", 0),)), Part("Part II", (Entry("two", 0),)))
    book = Book("Small", "Somebody", "en", parts)
    pages = apart(lambda: pdf.make(book, folder, folder / "small.pdf"))
    reader = PdfReader(folder / "small.pdf")
    assert len(reader.pages) == pages
    assert not [*folder.glob("*.half")]
    return reader


def apart(work: Callable[[], int]) -> int:
    """Do something in a thread of its own: that of the tests has a browser already."""
    if chromium_path() is None:
        cannot_run("there is no Chromium")
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def flat(items: Any, depth: int = 0) -> Iterator[tuple[int, Destination]]:
    """The lines of an outline, with how deep each stands."""
    for item in items:
        if isinstance(item, list):
            yield from flat(item, depth + 1)
        else:
            yield depth, item


def text_of(reader: PdfReader, page: int) -> str:
    """The words of a page, on one line."""
    return " ".join(reader.pages[page].extract_text().split())


def test_each_page_has_its_number_as_in_the_contents_and_its_heads(small: PdfReader) -> None:
    labels = small.page_labels
    start = labels.index("1")
    assert labels[:start] == ["i", "ii"]
    assert labels[start:] == [str(n) for n in range(1, len(labels) - start + 1)]
    for page in range(start, len(labels)):
        text = text_of(small, page)
        assert re.search(rf"\b{labels[page]}\b", f"{text[:60]} {text[-4:]}"), text
    last = text_of(small, len(labels) - 1)
    assert "Part II" in last and TITLES[1] in last
    said = text_of(small, 1)
    for title in TITLES:
        number = re.search(rf"{title}\s+(\d+)", said)
        assert number, said
        page = small.page_labels.index(number[1])
        assert title in text_of(small, page)


def test_the_outline_leads_to_parts_pages_and_sections(small: PdfReader) -> None:
    found = [
        (depth, str(item.title), small.get_destination_page_number(item))
        for depth, item in flat(small.outline)
    ]
    assert [each[:2] for each in found] == [
        (0, TITLES[0]), (1, "Later"), (0, "Part II"), (1, TITLES[1]), (2, "The end"),
    ]  # fmt: skip
    for _, title, page in found:
        assert page is not None and title in text_of(small, page)


def test_links_jump_within_the_file(small: PdfReader) -> None:
    jumps: dict[int, list[int | None]] = {}
    for number, page in enumerate(small.pages):
        for link in pdf.links_of([page]):
            if "/Dest" in link:
                target = small.get_page_number(link["/Dest"][0].get_object())  # type: ignore[index]
                jumps.setdefault(number, []).append(target)
            else:
                assert link["/A"]["/URI"] == "http://127.0.0.1/"  # type: ignore[index]
    one = small.page_labels.index("1")
    end = len(small.pages) - 1
    two = next(n for n in range(one + 1, end) if TITLES[1] in text_of(small, n))
    assert jumps == {1: [one, two, two], one: [end, two - 1], end: [one]}


# The whole book


def in_turn(many: int, kind: str) -> Book:
    """The book, by day of a few pages in turn."""
    book = read_book()
    return only(book, drawn([entry.name for entry in book.entries], many, kind))


WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_the_epub_of_the_book_keeps_the_rules(
    html: Path, tmp_path: Path, new_page: NewPage
) -> None:
    """And fits a phone: nobody else finds a table or an address that makes a page wider."""
    made = tmp_path / "book.epub"
    epub.make(in_turn(FEW_OF_EPUB, "the EPUB"), html, made)
    with zipfile.ZipFile(made) as archive:
        archive.extractall(tmp_path / "book")
    page = new_page(viewport=PHONE)
    for each in sorted((tmp_path / "book").rglob("*.xhtml")):
        page.goto(each.as_uri())
        assert page.evaluate(WIDER) <= 0, each.name
    assert [*rules.problems(made)] == []
    command = rules.checker() if at_night() else None
    if command:
        done = subprocess.run([*command, str(made)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_pdf_of_the_book(
    html: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All of it at night; by day a few pages in turn."""
    book = in_turn(FEW, "the PDF")
    made = tmp_path / "book.pdf"
    pages = apart(lambda: pdf.make(book, html, made))
    assert "a link leads to" not in capsys.readouterr().err
    assert made.stat().st_size < MOST and pages > len([*book.entries])
    reader = PdfReader(made)
    texts = [page.extract_text() for page in reader.pages]
    assert not [n for n, text in enumerate(texts) if n and not text.strip()], "a page is empty"
    assert not any("With JavaScript" in text for text in texts)


def test_an_interrupt_leaves_no_half_file(html: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> int:
        raise KeyboardInterrupt

    few = only(read_book(), ["hello_world"])
    monkeypatch.setattr(pdf, "asked", lambda *_: few)
    monkeypatch.setattr(pdf, "print_book", stop)
    before = sorted(html.parent.iterdir())
    assert apart(lambda: pdf.main([])) == 130
    assert sorted(html.parent.iterdir()) == before
