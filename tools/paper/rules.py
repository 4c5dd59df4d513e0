"""The main rules of EPUB, which readers hold a book to.

What is in the list is in the file, all of it is XML, a name stands for one thing, and links lead
somewhere. The checker of the standard, `epubcheck`, asks for more; this asks everywhere.
"""

import posixpath
import shutil
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element, ParseError, fromstring

MIMETYPE = b"application/epub+zip"
OPF, CONTAINER = "{http://www.idpf.org/2007/opf}", "META-INF/container.xml"
DC = "{http://purl.org/dc/elements/1.1/}"
XHTML = "{http://www.w3.org/1999/xhtml}"
PROPERTIES = {
    "svg": "{http://www.w3.org/2000/svg}svg",
    "mathml": "{http://www.w3.org/1998/Math/MathML}math",
}
REFUSED = {"noscript", "script", "iframe", "form", "button", "input", "details", "summary"}
LOADS = ("src", "href", "data", "{http://www.w3.org/1999/xlink}href")


@dataclass(frozen=True)
class Item:
    """A file that the book lists: its name there, its kind, and what it has."""

    path: str
    kind: str
    properties: frozenset[str]


@dataclass(frozen=True)
class Book:
    """The files of an EPUB, and the list of them."""

    files: dict[str, bytes]
    package: str

    @cached_property
    def opf(self) -> Element:
        """The list as XML."""
        return fromstring(self.files[self.package])

    @cached_property
    def items(self) -> dict[str, Item]:
        """What is listed, by its id."""
        folder = posixpath.dirname(self.package)
        return {
            each.get("id", ""): Item(
                posixpath.join(folder, unquote(each.get("href", ""))),
                each.get("media-type", ""),
                frozenset(each.get("properties", "").split()),
            )
            for each in self.opf.iter(f"{OPF}item")
        }

    @cached_property
    def trees(self) -> dict[str, Element | str]:
        """Each page as XML, or what is wrong with it."""
        return {
            item.path: read(self.files[item.path])
            for item in self.items.values()
            if item.path in self.files and item.kind.endswith("+xml")
        }

    @cached_property
    def names(self) -> dict[str, Counter[str]]:
        """How often each page has each id."""
        return {
            path: Counter(name for each in tree.iter() if (name := each.get("id")) is not None)
            for path, tree in self.trees.items()
            if isinstance(tree, Element)
        }


def checker() -> list[str] | None:
    """The command of the standard's checker, to which a file is added; None where there is none.

    Some systems install an archive of Java under its name.
    """
    found = shutil.which("epubcheck")
    if found is None:
        return None
    java = Path(found).read_bytes()[:2] == b"PK"
    return [*(["java", "-jar"] if java else []), found, "--failonwarnings"]


def read(text: bytes) -> Element | str:
    """A page as XML, or why it is none."""
    try:
        return fromstring(text)
    except ParseError as error:
        return str(error)


def problems(path: Path) -> Iterator[str]:
    """A sentence for each rule that a file breaks."""
    with zipfile.ZipFile(path) as archive:
        infos = archive.infolist()
        files = {info.filename: archive.read(info) for info in infos}
    first = infos[0]
    if (first.filename, first.compress_type) != ("mimetype", zipfile.ZIP_STORED):
        yield "the first file is not mimetype, or it is packed"
    elif files["mimetype"] != MIMETYPE:
        yield f"mimetype says {files['mimetype']!r}, and not {MIMETYPE!r}"
    yield from (
        f"{name} is in it twice"
        for name, n in Counter(info.filename for info in infos).items()
        if n > 1
    )
    if CONTAINER not in files:
        yield f"{CONTAINER} is missing"
        return
    root = next(each for each in fromstring(files[CONTAINER]).iter() if each.get("full-path"))
    book = Book(files, root.get("full-path", ""))
    yield from wrong_in_list(book)
    for page, tree in book.trees.items():
        if isinstance(tree, str):
            yield f"{page} is no XML: {tree}"
        else:
            yield from wrong_on_page(book, page, tree)


def wrong_in_list(book: Book) -> Iterator[str]:
    """What is listed and not there, there and not listed, or not said."""
    for wanted in ("identifier", "title", "language", "creator"):
        if not any((each.text or "").strip() for each in book.opf.iter(f"{DC}{wanted}")):
            yield f"no {wanted} is said"
    listed = [item.path for item in book.items.values()]
    yield from (f"{path} is listed and missing" for path in listed if path not in book.files)
    yield from (f"{path} is listed twice" for path, n in Counter(listed).items() if n > 1)
    known = {*listed, "mimetype", CONTAINER, book.package}
    yield from (f"{path} is not listed" for path in book.files if path not in known)
    for spot in book.opf.iter(f"{OPF}itemref"):
        if spot.get("idref") not in book.items:
            yield f"the order names {spot.get('idref')}, which is not listed"
    for kind in ("nav", "cover-image"):
        if sum(kind in item.properties for item in book.items.values()) != 1:
            yield f"not one file is the {kind}"


def wrong_on_page(book: Book, page: str, tree: Element) -> Iterator[str]:
    """What a page says twice, shows and must not, or links to in vain."""
    yield from (f"{page} has the id {name} twice" for name, n in book.names[page].items() if n > 1)
    tags = {each.tag for each in tree.iter()}
    for tag in sorted(tags):
        own = tag.removeprefix(XHTML)
        may = own == "meta" or not tag.startswith(XHTML)
        if not may and any("name" in each.attrib for each in tree.iter(tag)):
            yield f"{page} has a name on {own}"
        if own in REFUSED or (tag.startswith(XHTML) and "-" in own):
            yield f"{page} has an element {own}, which a reader may not show"
    (properties,) = (item.properties for item in book.items.values() if item.path == page)
    for name, tag in PROPERTIES.items():
        if (name in properties) != (tag in tags):
            yield f"{page} is listed {'with' if name in properties else 'without'} {name}"
    for element in tree.iter():
        for name in LOADS:
            if link := element.get(name):
                yield from wrong_link(book, page, element.tag, link)


def wrong_link(book: Book, page: str, tag: str, link: str) -> Iterator[str]:
    """What is wrong with a link: it leads to no file, or to no name there."""
    parts = urlsplit(link)
    if parts.scheme:
        if tag != f"{XHTML}a":
            yield f"{page} loads {link}, which is not in the book"
        return
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path)))
    target = target if parts.path else page
    if target not in {item.path for item in book.items.values()}:
        yield f"{page} links to {link}, which is not in the book"
    elif parts.fragment and unquote(parts.fragment) not in book.names.get(target, {}):
        yield f"{page} links to {link}, but nothing there is called so"
