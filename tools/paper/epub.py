"""Make one EPUB of the built book.

python -m tools.paper.epub      writes book/_build/transformers-by-hand.epub

Pages are those of `make book`; nothing runs again. Formulas are MathML, figures are the pictures
that stand for them without a script, and what a page folds is a note at its end.
"""

import os
import sys
import uuid
import zipfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path

from tools.paper import rules
from tools.paper.articles import written
from tools.paper.chapters import Chapter, Line, chapters, outline
from tools.paper.contents import BUILT, Book, asked
from tools.paper.cover import cover
from tools.paper.formulas import set_formulas
from tools.paper.stills import lead, names_in

STYLES = [Path(__file__).with_name(name) for name in ("paper.css", "epub.css")]
MADE = (1980, 1, 1, 0, 0, 0)  # the time of each file: the same book is the same bytes
KINDS = {".css": "text/css", ".png": "image/png", ".jpg": "image/jpeg", ".svg": "image/svg+xml",
         ".xhtml": "application/xhtml+xml", ".ncx": "application/x-dtbncx+xml"}  # fmt: skip
CONTAINER = """<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles></container>
"""
PAGE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"
 lang="{language}" xml:lang="{language}"><head><title>{title}</title>
<link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>{body}</body></html>
"""
PACKAGE = """<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"
 xml:lang="{language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{uuid}</dc:identifier><dc:title>{title}</dc:title>
<dc:creator>{author}</dc:creator><dc:language>{language}</dc:language>
<meta property="dcterms:modified">{modified}</meta><meta name="cover" content="cover-png"/>
{access}</metadata>
<manifest>
{manifest}
</manifest>
<spine toc="toc-ncx">
{spine}
</spine></package>
"""
NCX = """<?xml version="1.0" encoding="utf-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="{language}">
<head><meta name="dtb:uid" content="urn:uuid:{uuid}"/></head>
<docTitle><text>{title}</text></docTitle><navMap>{points}</navMap></ncx>
"""
ACCESS = {  # what readers with other senses are told before they open it
    "accessMode": ("textual", "visual"),
    "accessModeSufficient": ("textual,visual",),
    "accessibilityFeature": ("MathML", "tableOfContents", "structuralNavigation"),
    "accessibilityHazard": ("none",),
    "accessibilitySummary": ("Figures have a sentence each that says what they show.",),
}


def link(found: Sequence[Chapter]) -> None:
    """Let the links of chapters lead to each other's files."""
    names = {chapter.name: names_in(chapter.article) for chapter in found}

    def where(page: str, name: str) -> str | None:
        if page not in names:
            return None
        return f"{page}.xhtml#{name}" if name in names[page] else f"{page}.xhtml"

    for chapter in found:
        lead(chapter.article, chapter.name, where)


# Contents


def as_list(lines: Sequence[Line]) -> str:
    """Lines as a list of links."""
    items = (
        f'<li><a href="{line.name}.xhtml">{escape(line.title)}</a>'
        f"{as_list(line.below) if line.below else ''}</li>"
        for line in lines
    )
    return f"<ol>{''.join(items)}</ol>"


def as_points(lines: Sequence[Line], place: str = "p") -> str:
    """Lines as older readers want them."""
    return "".join(
        f'<navPoint id="{place}-{i}"><navLabel><text>{escape(line.title)}</text></navLabel>'
        f'<content src="{line.name}.xhtml"/>{as_points(line.below, f"{place}-{i}")}</navPoint>'
        for i, line in enumerate(lines)
    )


# Files


def page_of(book: Book, title: str, body: str) -> str:
    """A page as XHTML."""
    return PAGE.format(language=book.language, title=escape(title), body=body)


def files_of(book: Book, found: Sequence[Chapter], built: Path) -> dict[str, bytes]:
    """All files of the book's own folder, by their names, but for what lists them."""
    images = images_of(found, built)
    contents = outline(book.parts, {chapter.name: chapter.title for chapter in found})
    said = {"title": escape(book.title), "language": book.language, "uuid": identity(book)}
    toc = f'<nav epub:type="toc" id="toc"><h1>Contents</h1>{as_list(contents)}</nav>'
    image = f'<div class="cover"><img src="cover.png" alt="{escape(book.title)}"/></div>'
    pages = {
        "cover.xhtml": page_of(book, book.title, image),
        "nav.xhtml": page_of(book, "Contents", toc),
        "toc.ncx": NCX.format(points=as_points(contents), **said),
    }
    for each in found:
        pages[f"{each.name}.xhtml"] = page_of(book, each.title, written(each.article))
    pages["style.css"] = "\n".join(path.read_text("utf-8") for path in STYLES)
    files = {name: text.encode() for name, text in pages.items()}
    return files | images | {"cover.png": cover(book.title, book.author)}


def images_of(found: Sequence[Chapter], built: Path) -> dict[str, bytes]:
    """The pictures that chapters show from files, which then stand beside them."""
    images = {}
    for chapter in found:
        for image in chapter.article.iter("img"):
            source = image.get("src", "")
            images[Path(source).name] = (built / source).read_bytes()
            image.set("src", Path(source).name)
    return images


def identity(book: Book) -> uuid.UUID:
    """The name of the book among all books: of all its editions."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"{book.author}: {book.title}")


def modified(built: Path) -> str:
    """When the newest page was made, or what SOURCE_DATE_EPOCH says."""
    newest = max(page.stat().st_mtime for page in built.glob("*.html"))
    seconds = float(os.environ.get("SOURCE_DATE_EPOCH", newest))
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def item(name: str, content: bytes) -> str:
    """A line of the manifest."""
    properties = [kind for kind in ("svg", "math") if f"<{kind} ".encode() in content]
    said = [{"svg": "svg", "math": "mathml"}[kind] for kind in properties]
    said += {"nav.xhtml": ["nav"], "cover.png": ["cover-image"]}.get(name, [])
    more = f' properties="{" ".join(said)}"' if said else ""
    kind = KINDS[Path(name).suffix]
    return f'<item id="{id_of(name)}" href="{name}" media-type="{kind}"{more}/>'


def id_of(name: str) -> str:
    """What a file is called in the manifest."""
    return name.replace(".xhtml", "").replace(".", "-")


def package(book: Book, files: Mapping[str, bytes], order: Sequence[str], when: str) -> str:
    """The list of all files, and the order in which one reads."""
    access = "".join(
        f'<meta property="schema:{name}">{value}</meta>'
        for name, values in ACCESS.items()
        for value in values
    )
    return PACKAGE.format(
        language=book.language,
        uuid=identity(book),
        title=escape(book.title),
        author=escape(book.author),
        modified=when,
        access=access,
        manifest="\n".join(item(name, content) for name, content in files.items()),
        spine="\n".join(f'<itemref idref="{id_of(name)}"/>' for name in order),
    )


def pack(target: Path, files: Mapping[str, bytes]) -> None:
    """Write an EPUB, all of it or nothing."""
    half = target.with_suffix(".half")
    try:
        with zipfile.ZipFile(half, "w") as archive:
            for name, content in files.items():
                kind = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
                archive.writestr(zipfile.ZipInfo(name, MADE), content, kind)
        half.replace(target)
    finally:
        half.unlink(missing_ok=True)


def make(book: Book, built: Path, target: Path) -> None:
    """Write the EPUB of a built book."""
    found = chapters(book, built)
    link(found)
    for chapter in found:
        set_formulas(chapter.article)
    files = files_of(book, found, built)
    order = ["cover.xhtml", "nav.xhtml", *(f"{chapter.name}.xhtml" for chapter in found)]
    outer = {"mimetype": b"application/epub+zip", "META-INF/container.xml": CONTAINER.encode()}
    opf = {"package.opf": package(book, files, order, modified(built)).encode()}
    inner = {f"book/{name}": content for name, content in (opf | files).items()}
    pack(target, outer | inner)


def main(arguments: list[str] | None = None) -> int:
    """Make the EPUB, hold it to the rules, and say where it is."""
    if (book := asked("epub", __doc__, arguments)) is None:
        return 1
    target = BUILT.parent / f"{book.file_name}.epub"
    make(book, BUILT, target)
    wrong = [*rules.problems(target)]
    print(*wrong, sep="\n", end="\n" * bool(wrong), file=sys.stderr)
    print(f"{target}: {len(book.entries)} pages, {target.stat().st_size / 1e6:.1f} MB")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
