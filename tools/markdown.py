"""The prose of a notebook as plain Markdown, which Jupyter, Colab and forges show.

Authors may write MyST: labels, roles, boxes. Normalizing replaces it by links with titles, cited
names and quotations; the book's extension plain_prose reads them back while a page is built. A
citation leads to the work, and its link is titled by the work's place in the bibliography.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote

import nbformat
import yaml
from pybtex.database import Entry, Person, parse_file

BOOK = Path(__file__).resolve().parent.parent / "book"
BIBLIOGRAPHY = "references.bib"
PLACES = {"doi": "https://doi.org/", "eprint": "https://arxiv.org/abs/", "url": ""}
SAFE = ":/?#=&%~+,;"  # of an address; a bracket would end a link
PAGES = (".ipynb", ".md")

ROLE = r"(?P<role>\{[a-z][\w:-]*\}`[^`]*`)"
CODE = re.compile(
    rf"{ROLE}|^(?P<fence>`{{3,}}|~{{3,}})(?!\{{).*?^(?P=fence)[ ]*$"
    r"|(?<!`)(?P<tick>`{1,2})(?!`).+?(?<!`)(?P=tick)(?!`)",
    re.MULTILINE | re.DOTALL,
)
LABEL = re.compile(r'^(?:\((?P<myst>[\w-]+)\)=|<a id="(?P<plain>[\w-]+)"></a>)$', re.MULTILINE)
HEADING = re.compile(r"\s*#+ (.+)")
REFERENCE = re.compile(r"\{(?:ref|doc)\}`(?:(?P<text>[^`<]+?)\s*<)?(?P<label>[\w./-]+)>?`")
TARGET = r"\((?P<page>[\w-]+\.(?:ipynb|md))?(?:#(?P<label>[\w-]+))?\)"
EMPTY = re.compile(rf"\[\]{TARGET}")
OF_EXERCISE = re.compile(rf"\[\d+\.\d+ [^\]]*\](?=\([\w.-]*#exercise-){TARGET}")
TARGET_OF_LINK = re.compile(rf"(?<=\]){TARGET}")
CITATION = re.compile(r"\{cite:(?P<kind>[pt])\}`(?P<keys>[\w, -]+)`")
CITED = re.compile(r'\[[^\]]*\]\((?:\S+ ")?references\.bib#([\w-]+)"?\)')
BOX = re.compile(
    r"^(?P<fence>`{3,}|:{3,})\{admonition\} (?P<title>[^\n]+)\n(?::class: tip\n)?"
    r"(?!:)(?P<body>.*?)^(?P=fence)$",  # a box of another class stays, and is reported
    re.MULTILINE | re.DOTALL,
)
CONTENTS = re.compile(
    r"^```\{tableofcontents\}\n```$|^<!-- contents -->$.*?^<!-- end of contents -->$",
    re.MULTILINE | re.DOTALL,
)
RAW = re.compile(
    r"^\([\w-]+\)=$|^`{3,}\{.*$|^:{3,}.*$|\{[a-z][\w:-]*\}`[^`]*`|\[\]\([^)]*\)",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Place:
    """Where a label stands: its page, the heading that follows it, if it is the page's first."""

    page: str
    title: str
    is_page: bool


def outside_code(change: Callable[[str], str], text: str) -> str:
    """A text changed where it is neither a listing nor code within a line."""
    parts, at = [], 0
    for code in CODE.finditer(text):
        if not code["role"]:
            parts += [change(text[at : code.start()]), code.group()]
            at = code.end()
    return "".join([*parts, change(text[at:])])


# What the book's pages are called


def put_between(text: str, marks: tuple[str, str], inside: str, missing: str) -> str:
    """A text with `inside` between its marks; ValueError, begun with `missing`, without them."""
    begins, ends = marks
    before, found, rest = text.partition(begins)
    _, closed, after = rest.partition(ends)
    if not found or not closed:
        raise ValueError(f"{missing}, {begins!r} and {ends!r}")
    return f"{before}{begins}\n\n{inside}\n\n{ends}{after}"


def prose_of(page: Path) -> Iterator[str]:
    """The Markdown of a page, cell by cell."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".md":
        yield text
    else:
        cells = nbformat.reads(text, as_version=4).cells
        yield from (cell.source for cell in cells if cell.cell_type == "markdown")


def pages(book: Path) -> list[Path]:
    """Every page of a book."""
    return sorted(path for path in book.iterdir() if path.suffix in PAGES)


@cache
def places(book: Path) -> dict[str, Place]:
    """Where each label stands; a page itself is found under the name of its file."""
    found: dict[str, Place] = {}
    for page in pages(book):
        texts = list(prose_of(page))
        first = next(iter(re.findall(r"^# (.+)$", "\n".join(texts), re.MULTILINE)), page.stem)
        found[page.name] = Place(page.name, first, True)
        for text in texts:
            for label in LABEL.finditer(text):
                heading = HEADING.match(text, label.end())
                title = heading[1].strip() if heading else ""
                place = Place(page.name, title, title == first)
                found[label["myst"] or label["plain"]] = place
    return found


# What a citation says


def surname(person: Person) -> str:
    """The last name of an author, without LaTeX."""
    return " ".join(str(name) for name in person.rich_last_names)


def names(entry: Entry) -> str:
    """One author, two, or the first of several."""
    authors = [surname(person) for person in entry.persons["author"]]
    if len(authors) == 1:
        return authors[0]
    if len(authors) == 2 and authors[1] != "others":
        return " and ".join(authors)
    return f"{authors[0]} et al."


@cache
def works(book: Path) -> dict[str, Entry]:
    """The works that can be cited, by their keys."""
    return dict(parse_file(book / BIBLIOGRAPHY).entries)


def address(entry: Entry) -> str:
    """Where a work is to be had: at its DOI, at arXiv, or at an address of its own; "" at none."""
    for field, place in PLACES.items():
        if name := entry.fields.get(field):
            return quote(f"{place}{name}", SAFE)
    return ""


def cited(key: str, kind: str, book: Path) -> str:
    """A work as the text says it: "Elhage et al. (2021)", or "Elhage et al., 2021" for an aside."""
    entry = works(book)[key]
    year = entry.fields.get("year")
    dated = f" ({year})" if kind == "t" else f", {year}"
    listed, work = f"{BIBLIOGRAPHY}#{key}", address(entry)
    target = f'{work} "{listed}"' if work else listed
    return f"[{names(entry)}{dated if year else ''}]({target})"


# The plain form


@dataclass(frozen=True)
class Plain:
    """Writes the prose of one page of a book in the plain form."""

    page: str
    book: Path = BOOK

    def target(self, name: str) -> str:
        """Where a link to a label, or to a page, leads from here."""
        place = places(self.book)[name]
        if place.page == self.page:
            return f"(#{name})"
        return f"({place.page})" if place.is_page else f"({place.page}#{name})"

    def link(self, text: str, name: str) -> str | None:
        """A link with a title to a label or a page; None where there is no such thing."""
        place = places(self.book).get(name)
        text = text or (place.title if place else "")
        return f"[{text}]{self.target(name)}" if place and text else None

    def of_empty(self, found: re.Match[str]) -> str:
        """A link without a title, or with one that follows from where it leads."""
        return self.link("", found["label"] or found["page"] or "") or found[0]

    def of_target(self, found: re.Match[str]) -> str:
        """Where a link leads: from another page its label alone would lead nowhere."""
        known = found["label"] in places(self.book)
        return self.target(found["label"]) if known else found[0]

    def of_reference(self, found: re.Match[str]) -> str:
        """A role that refers."""
        name, there = found["label"], places(self.book)
        named = next((n for n in (name, f"{name}.ipynb", f"{name}.md") if n in there), "")
        return self.link((found["text"] or "").strip(), named) or found[0]

    def of_citation(self, found: re.Match[str]) -> str:
        """A role that cites."""
        wanted = [key.strip() for key in found["keys"].split(",")]
        if not set(wanted) <= set(works(self.book)):
            return found[0]
        links = [cited(key, found["kind"], self.book) for key in wanted]
        return f"({'; '.join(links)})" if found["kind"] == "p" else " and ".join(links)

    def of_cited(self, found: re.Match[str]) -> str:
        """A citation that is plain already: its names and its year are those of the list."""
        key = found[1]
        if key not in works(self.book):
            return found[0]
        return cited(key, "t" if found[0].split("](")[0].endswith(")") else "p", self.book)

    def inline(self, text: str) -> str:
        """Labels, links and citations of a text without code."""
        text = LABEL.sub(lambda found: f'<a id="{found["myst"] or found["plain"]}"></a>', text)
        text = CITATION.sub(self.of_citation, text)
        text = CITED.sub(self.of_cited, text)
        text = REFERENCE.sub(self.of_reference, text)
        text = EMPTY.sub(self.of_empty, text)
        text = OF_EXERCISE.sub(self.of_empty, text)
        return TARGET_OF_LINK.sub(self.of_target, text)

    def contents(self) -> str:
        """The list of the chapters, with links."""
        listed = yaml.safe_load((self.book / "_toc.yml").read_text(encoding="utf-8"))
        lines = []
        for part in listed["parts"]:
            for chapter in part["chapters"]:
                page = next(p for p in PAGES if (self.book / f"{chapter['file']}{p}").exists())
                lines.append("- " + str(self.link("", f"{chapter['file']}{page}")))
        return "\n".join(["<!-- contents -->", "", *lines, "", "<!-- end of contents -->"])

    def write(self, markdown: str) -> str:
        """The prose of one cell."""
        text = BOX.sub(quotation, markdown)
        if CONTENTS.search(text):
            text = CONTENTS.sub(lambda _: self.contents(), text)
        return outside_code(self.inline, text)


def quotation(found: re.Match[str]) -> str:
    """A box as a quotation that begins with its title."""
    body = "\n".join(f"> {line}".rstrip() for line in found["body"].strip("\n").split("\n"))
    return f"> **{found['title']}**\n>\n{body}"


def raw(markdown: str, page: str, book: Path = BOOK) -> Iterator[str]:
    """What a reader of Jupyter would see as markup, or follow to nowhere, in one cell."""
    text = CODE.sub(lambda found: found["role"] or "code", markdown)
    yield from RAW.findall(text)
    for label in re.findall(r"\]\(#([\w-]+)\)", text):
        place = places(book).get(label)
        if place is None or place.page != page:
            yield f"](#{label})"
