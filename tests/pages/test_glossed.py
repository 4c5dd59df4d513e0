"""Words of the glossary: which mentions are marked, and how they say what they mean."""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from playwright.sync_api import Page

from tests.pages.conftest import NewPage
from tests.pages.small_pages import STYLE, page_of, write_what_pages_load

WORDS = {"logits": "Scores of the symbols.", "query": "What a row asks.", "key": "What answers.",
         "hard attention": "In one place.", "attention": "Looks elsewhere."}  # fmt: skip
TIP = ".glossed-tip"


@pytest.fixture(scope="module")
def glossed(root: Path) -> Iterator[Any]:
    """The extension of the book, which is no package."""
    sys.path.insert(0, str(root / "book" / "_extensions"))
    yield import_module("glossed")
    sys.path.pop(0)


# Which mentions are marked


def page(*parts: nodes.Node) -> nodes.document:
    document = new_document("page")
    document += nodes.section("", nodes.title("", "Logits and attention"), *parts)
    return document


def marked(glossed: Any, doctree: nodes.document) -> list[str]:
    glossed.mark(doctree, WORDS)
    return [each.astext() for each in doctree.findall(glossed.Mention)]


def test_the_first_mention_of_each_word_is_marked(glossed: Any) -> None:
    """Neither headings nor links, code nor cells; once on a page; longer words first."""
    link = nodes.reference("", "logit")
    first = nodes.paragraph("", "", nodes.Text("A "), link, nodes.Text(" is one of the Logits."))
    cell = nodes.container("", nodes.paragraph("", "Attention of a cell"), classes=["cell"])
    code = nodes.paragraph("", "", nodes.literal("", "attention"), nodes.Text("; more logits, "))
    last = nodes.paragraph("", "hard attention and plain attention, attention-seeking")
    found = page(first, cell, code, last)
    before = found.astext()
    assert marked(glossed, found) == ["Logits", "hard attention", "attention"]
    assert found.astext() == before


def test_a_word_of_two_senses_is_marked_in_one(glossed: Any) -> None:
    telephone = nodes.paragraph("", "The keys of a telephone.")
    assert marked(glossed, page(telephone)) == []
    machine = nodes.paragraph("", "Queries meet the keys.")
    assert marked(glossed, page(telephone, machine)) == ["Queries", "keys"]


# In a browser


@pytest.fixture(scope="module")
def address(glossed: Any, root: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with two words."""
    folder = tmp_path_factory.mktemp("glossed")
    word = '<span class="glossed" data-term="{}">{}</span>'
    body = (
        f'<p id="one">The {word.format("logits", "logits")} of a row.</p>'
        f"<p>And a {word.format('query', 'query')}.</p>"
        f'<script type="application/json" id="glossed">{json.dumps(WORDS)}</script>'
    )
    sheet, script = glossed.FILES
    head = f'<link rel="stylesheet" href="{sheet}"><script defer src="{script}"></script></head>'
    write_what_pages_load(folder, [], style=STYLE)
    for name in glossed.FILES:
        text = (root / "book" / "_extensions" / name).read_text("utf-8")
        (folder / name).write_text(text, "utf-8")
    (folder / "page.html").write_text(page_of(body, [], "light").replace("</head>", head), "utf-8")
    return (folder / "page.html").as_uri()


def says(page: Page) -> str:
    """What is shown of a word."""
    tip = page.locator(TIP)
    return tip.text_content() or "" if tip.is_visible() else ""


def test_a_word_says_what_it_means_to_a_pointer_and_to_keys(
    new_page: NewPage, address: str
) -> None:
    page = new_page()
    page.goto(address)
    tall = page.evaluate("document.documentElement.scrollHeight")
    top = page.locator("#one").bounding_box()
    page.locator(".glossed").first.hover()
    assert says(page) == WORDS["logits"]
    assert page.evaluate("document.documentElement.scrollHeight") == tall
    assert page.locator("#one").bounding_box() == top, "nothing moves"
    page.keyboard.press("Escape")
    assert not says(page)
    page.mouse.move(0, 0)
    page.keyboard.press("Tab")
    assert says(page) == WORDS["logits"]
    described = "document.activeElement.getAttribute('aria-describedby')"
    assert page.evaluate(described) == "glossed-tip"
    page.keyboard.press("Tab")
    assert says(page) == WORDS["query"]
    page.keyboard.press("Escape")
    assert not says(page) and page.evaluate(described) is None


def test_a_touch_shows_it_within_a_narrow_page(new_page: NewPage, address: str) -> None:
    page = new_page(viewport=(320, 600))
    page.goto(address)
    page.locator(".glossed").last.dispatch_event("click")
    box = page.locator(TIP).bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 320
    page.locator("h1").click()
    assert not says(page)


def test_paper_shows_none(new_page: NewPage, address: str) -> None:
    page = new_page()
    page.goto(address)
    page.locator(".glossed").first.hover()
    page.emulate_media(media="print")
    assert not page.locator(TIP).is_visible()
