"""Read every page of the built book and fail on what a reader would trip over.

python -m tools.pages    links and anchors, words for pictures, nothing from another host
"""

import argparse
import gzip
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import yaml

from tools.paper.articles import NotXML, article

BOOK = Path(__file__).resolve().parent.parent / "book"
LOADS = {  # attributes that make a browser fetch something
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "link": "href",
    "object": "data",
    "script": "src",
    "source": "src",
    "video": "src",
}
ONLY_SAYS = {"author", "canonical", "index", "license", "next", "prev", "search"}  # rel of a <link>
NAMED_BY = {"aria-label", "aria-labelledby"}
FILE_NAME = re.compile(r"\S+\.(png|svg|jpe?g|gif|webp)$", re.IGNORECASE)
CSS_REMOTE = re.compile(r"url\(\s*['\"]?(?:https?:)?//|@import\s+(?:url\()?['\"]?(?:https?:)?//")
STAND_IN = re.compile(r"executablebooks|\bexample\.(?:com|org|net)\b|OWNER/REPO")
OF_OTHERS = ("_static/", "lite/")  # folders beside the pages: of Sphinx, and of JupyterLite
BETWEEN = ("_exercises", "_rest")  # how pages end that stand between chapters
TAKEN = {"genindex", "search"}  # pages that Sphinx writes itself, over a chapter of the same name


ATTRIBUTES = r"""((?:[^>"']|"[^"]*"|'[^']*')*)"""
TAG = re.compile(  # or a comment; what stands in a script or a style is no tag
    rf"<!--.*?-->|<(script|style)\b{ATTRIBUTES}>.*?</\1\s*>|<([a-z][^\s/>]*){ATTRIBUTES}>",
    re.DOTALL | re.IGNORECASE,
)
ATTRIBUTE = re.compile(r"""([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?""")


@dataclass
class Page:
    """One built page: what it names, links to, loads and shows."""

    path: Path
    names: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[tuple[str, str]] = field(default_factory=list)
    wordless: list[str] = field(default_factory=list)
    live: bool = False

    def __post_init__(self) -> None:
        """Read the page; Python's own parser takes three times as long for the same tags."""
        for raw, of_raw, tag, of_tag in TAG.findall(self.text):
            if of_raw or of_tag or "-" in tag:
                self.note((raw or tag).lower(), of_raw or of_tag)

    @cached_property
    def text(self) -> str:
        """The page as it stands in its file."""
        return self.path.read_text(encoding="utf-8")

    def note(self, tag: str, attributes: str) -> None:
        """Note what one tag says."""
        given = {
            name.lower(): unescape("".join(value)) for name, *value in ATTRIBUTE.findall(attributes)
        }
        self.names.update(given[name] for name in ("id", "name") if name in given)
        self.live = self.live or "-" in tag
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        rel = set(given.get("rel", "").split())
        if given.get(LOADS.get(tag, "")) and not (tag == "link" and rel & ONLY_SAYS):
            self.loads.append((tag, given[LOADS[tag]]))
        if tag == "img" and not says_something(given.get("alt", "")):
            self.wordless.append(given.get("src", "")[:60])
        if tag == "svg" and given.get("role") == "img" and not NAMED_BY & set(given):
            self.wordless.append("an <svg role=img>")


def says_something(alt: str) -> bool:
    """Whether an alternative text is words and not the name of a file."""
    return bool(alt.strip()) and not FILE_NAME.fullmatch(alt.strip())


def is_remote(url: str) -> bool:
    """Whether loading a URL leaves the book."""
    return url.startswith("//") or urlsplit(url).scheme in {"http", "https", "ws", "wss"}


def target_of(page: Path, url: str) -> Path:
    """The file that a relative URL on a page names."""
    path = unquote(urlsplit(url).path)
    return (page.parent / path).resolve() if path else page


def broken_links(page: Page, pages: dict[Path, Page]) -> Iterator[str]:
    """A sentence for each link of a page that leads nowhere."""
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = target_of(page.path, link)
        if not target.exists():
            yield f"links to {link}, which does not exist"
        elif not parts.fragment or target not in pages:
            continue
        elif "=" in parts.fragment:  # the state of a live figure
            if not pages[target].live:
                yield f"links to a figure's state, {link}, on a page without a live figure"
        elif unquote(parts.fragment) not in pages[target].names:
            yield f"links to {link}, but nothing there is called {parts.fragment}"


def style_sheet(path: Path) -> str:
    """The text of a style sheet; nothing for another kind of file."""
    return path.read_text(encoding="utf-8") if path.suffix == ".css" and path.exists() else ""


def remote_assets(page: Page) -> Iterator[str]:
    """A sentence for each thing that a page loads from elsewhere."""
    for tag, url in page.loads:
        if is_remote(url):
            yield f"loads <{tag}> from {url}"
        elif CSS_REMOTE.search(style_sheet(target_of(page.path, url))):
            yield f"has a style sheet that loads from elsewhere: {url}"


def not_xml(page: Page) -> Iterator[str]:
    """A sentence for an article that no reader of EPUB would take."""
    try:
        article(page.text)
    except NotXML as error:
        yield f"is no XML: {error}"


def page_problems(page: Page, pages: dict[Path, Page]) -> Iterator[str]:
    """A sentence for each thing that is wrong with a page."""
    yield from not_xml(page)
    yield from broken_links(page, pages)
    yield from remote_assets(page)
    yield from (f"shows {image} without alternative text" for image in page.wordless)
    yield from (f"names a stand-in address, {text}" for text in set(STAND_IN.findall(page.text)))


def names_of_pages(html: Path) -> list[str]:
    """The pages of a built book, as paths below its folder; what others wrote is none."""
    names = (path.relative_to(html).as_posix() for path in html.rglob("*.html"))
    return sorted(name for name in names if not name.startswith(OF_OTHERS))


def read_pages(html: Path) -> dict[Path, Page]:
    """Every page of a built book."""
    found = html.resolve()
    return {found / name: Page(found / name) for name in names_of_pages(found)}


def problems(html: Path, pages: dict[Path, Page]) -> Iterator[str]:
    """A sentence for each thing that is wrong with the pages of a built book."""
    for path, page in pages.items():
        name = path.relative_to(html.resolve())
        yield from (f"{name} {problem}" for problem in page_problems(page, pages))


@cache
def of_yaml(text: str) -> Any:
    """What a text of YAML says, to be read alone: a run asks the same text hundreds of times."""
    return yaml.safe_load(text)


def listed_chapters(book: Path) -> list[str]:
    """Every page that the table of contents names."""
    contents = of_yaml((book / "_toc.yml").read_text(encoding="utf-8"))
    return [contents["root"], *files_of(contents["parts"])]


def read_chapters(book: Path) -> list[str]:
    """The pages of a book that are read from one end to the other: numbered ones.

    Exercises are none, nor is where one rests between them.
    """
    contents = of_yaml((book / "_toc.yml").read_text(encoding="utf-8"))
    numbered = (part for part in contents["parts"] if part.get("numbered"))
    return [file for file in files_of(numbered) if not file.endswith(BETWEEN)]


def files_of(parts: Iterable[Any]) -> list[str]:
    """The pages of parts of a table of contents, those below chapters too."""
    chapters = [chapter for part in parts for chapter in part["chapters"]]
    nested = [page for chapter in chapters for page in (chapter, *chapter.get("sections", ()))]
    return [page["file"] for page in nested]


def missing_chapters(book: Path, html: Path) -> Iterator[str]:
    """A sentence for each page of the table of contents that a reader will not find."""
    for chapter in listed_chapters(book):
        if chapter in TAKEN:
            yield f"{chapter} is the name of a page that Sphinx writes, choose another"
        elif not (html / f"{chapter}.html").is_file():
            yield f"{chapter} is in the table of contents but was not built"


def weight(page: Page) -> tuple[int, int]:
    """Bytes of a page, and of all that it loads at once, compressed as a host would send them."""
    own = len(gzip.compress(page.path.read_bytes()))
    files = {target_of(page.path, url) for tag, url in page.loads if not url.startswith("data:")}
    return own, own + sum(compressed(file) for file in files if file.is_file())


@cache
def compressed(file: Path) -> int:
    """Bytes of a file that many pages load, as a host would send it."""
    return len(gzip.compress(file.read_bytes()))


def main(arguments: list[str] | None = None) -> int:
    """Check the built book and print the weight of its pages."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.pages",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("html", nargs="?", type=Path, default=BOOK / "_build" / "html")
    html = parser.parse_args(arguments).html
    if not (html / "index.html").is_file():
        print(f"no built book in {html}: run `make book` first", file=sys.stderr)
        return 1
    pages = read_pages(html)
    found = list(problems(html, pages))
    if html == BOOK / "_build" / "html":
        found += missing_chapters(BOOK, html)
    for problem in found:
        print(problem, file=sys.stderr)
    for path, page in pages.items():
        own, total = (size / 1000 for size in weight(page))
        print(f"{total:6.0f} kB, {own:5.1f} its own: {path.relative_to(html.resolve())}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
