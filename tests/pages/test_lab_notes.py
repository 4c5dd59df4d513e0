"""The lab notes of a page: folded, opened by whatever leads there, a figure within too; printed."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from playwright.sync_api import Page

from taotp.figures import clocks
from tests.pages.conftest import NewPage
from tests.pages.small_pages import STYLE, page_of, write_what_pages_load

PAGE = """<section id="page"><p><a id="to" href="#precision">Precision</a>
<a id="set" href="#{name}?{state}">a state</a></p><p class="long">A chapter.</p>
<section id="lab-notes"><h2>Lab notes</h2>{begin}
<section id="precision"><h3>Precision</h3><p class="long">It is enough.</p></section>
{figure}</details></section><p>The end.</p></section>"""
LOOK = STYLE + ".long { height: 1500px; } .visually-hidden { position: absolute; opacity: 0; }"
OPEN = "document.querySelector('details.lab-notes').open"
TOP = "name => document.getElementById(name).getBoundingClientRect().top"


@pytest.fixture(scope="module")
def extension(root: Path) -> Iterator[Any]:
    """The extension of the book, which is no package."""
    sys.path.insert(0, str(root / "book" / "_extensions"))
    yield import_module("lab_notes")
    sys.path.pop(0)


# What is folded


class Writer:
    """What of Sphinx's writer the extension uses."""

    def __init__(self) -> None:
        self.body: list[str] = []

    def encode(self, text: object) -> str:
        """A text as HTML."""
        return str(text).replace("&", "&amp;")


def section(title: str, *parts: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title("", title), *parts)


def paragraph(text: str) -> nodes.paragraph:
    return nodes.paragraph("", text)


@pytest.mark.parametrize(
    ("parts", "label"),
    [
        ([paragraph("One."), section("Precision"), section("Counts & sums")],
         "Precision, Counts & sums"),
        ([paragraph("How\nprecise. And more.")], "How precise"),
        ([paragraph("word " * 90)], "word " * 17 + "word\N{HORIZONTAL ELLIPSIS}"),
        ([], "more"),
    ],
)  # fmt: skip
def test_a_fold_is_called_by_its_parts(extension: Any, parts: list[Any], label: str) -> None:
    document = new_document("page")
    before, notes = section("Before", paragraph("Lab notes")), section("Lab notes", *parts)
    document += section("A page", before, notes)
    extension.fold(None, document, "page")
    assert [type(each).__name__ for each in notes] == ["title", "Fold"]
    assert notes[1]["label"] == label and list(notes[1]) == parts
    assert [type(each).__name__ for each in before] == ["title", "paragraph"]
    writer = Writer()
    extension.begin_fold(writer, notes[1])
    extension.end_fold(writer, notes[1])
    said = '<summary><span class="visually-hidden">Lab notes: </span>'
    shown = label.replace("&", "&amp;")
    assert "".join(writer.body) == (
        f'<details class="lab-notes">{said}{shown}</summary>\n</details>\n'
    )


# In a browser


@pytest.fixture(scope="module")
def address(extension: Any, root: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with lab notes, of which a figure is a part, with their own script and style."""
    folder = tmp_path_factory.mktemp("lab_notes")
    figure = clocks(id="within")
    writer = Writer()
    extension.begin_fold(writer, extension.Fold(label="Precision"))
    body = PAGE.format(
        begin="".join(writer.body), figure=figure.element(), name="within", state="norm=LayerNorm"
    )
    sheet, script = extension.FILES
    page = page_of(body, figure.parts, "light").replace(
        "<script", f'<link rel="stylesheet" href="{sheet}"><script defer src="{script}"></script>'
        "<script", 1,
    )  # fmt: skip
    write_what_pages_load(folder, figure.parts, style=LOOK)
    for name in extension.FILES:
        text = (root / "book" / "_extensions" / name).read_text("utf-8")
        (folder / name).write_text(text.replace(".bd-content ", ""), "utf-8")
    (folder / "notes.html").write_text(page, "utf-8")
    return (folder / "notes.html").as_uri()


def stands(page: Page, name: str) -> bool:
    """Whether something stands in the window, near its top."""
    return bool(-60 <= page.evaluate(TOP, name) <= 300)


def test_lab_notes_are_one_line_until_they_are_asked_for(new_page: NewPage, address: str) -> None:
    page = new_page(viewport=(360, 800))
    page.goto(address)
    closed = page.evaluate("document.documentElement.scrollHeight")
    assert not page.evaluate(OPEN)
    summary = page.locator("summary").first
    box = summary.bounding_box()
    assert box and 24 <= box["height"] <= 60
    summary.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(OPEN)
    assert page.evaluate("document.documentElement.scrollHeight") > closed + 1000
    page.locator("#within").scroll_into_view_if_needed()
    page.locator("#within .card").wait_for()


@pytest.mark.parametrize("name", ["lab-notes", "precision", "within", "within?norm=LayerNorm"])
def test_an_address_opens_them(page: Page, address: str, name: str) -> None:
    """By itself, when it changes, and in a state of a figure; one that leads elsewhere does not."""
    page.goto(f"{address}#{name}")
    page.wait_for_function(OPEN)
    target = name.partition("?")[0]
    page.wait_for_function(f"({TOP})('{target}') <= 300")
    assert stands(page, target)
    page.goto(f"{address}?again#to")
    assert not page.evaluate(OPEN)
    page.evaluate("name => { location.hash = name; }", name)
    page.wait_for_function(OPEN)
    page.goto(f"{address}?odd#%")
    assert not page.evaluate(OPEN)


@pytest.mark.parametrize(("link", "target"), [("to", "precision"), ("set", "within")])
def test_a_link_of_the_page_opens_them_again(
    page: Page, address: str, link: str, target: str
) -> None:
    """Twice too, where the address does not change with it."""
    page.goto(address)
    page.locator("summary").first.scroll_into_view_if_needed()
    for _ in range(2):
        page.locator(f"#{link}").click()
        assert page.evaluate(OPEN)
        page.wait_for_function(f"Math.abs(({TOP})('{target}')) <= 300")
        page.locator("summary").first.click()
        assert not page.evaluate(OPEN)
    if target == "within":
        state = page.evaluate("document.querySelector('#within').handle.state.norm")
        assert state == "LayerNorm"


@pytest.mark.parametrize("javascript", [True, False])
def test_they_are_printed_open(new_page: NewPage, address: str, javascript: bool) -> None:
    page = new_page(javascript=javascript)
    page.goto(address)
    page.emulate_media(media="print")
    notes = page.locator("#precision p")
    assert notes.is_visible()
    box = notes.bounding_box()
    assert box and box["height"] >= 900
    assert not page.locator("summary").first.is_visible()
    page.emulate_media(media="screen")
    assert not notes.is_visible()
