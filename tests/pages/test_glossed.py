"""Words of the glossary: which mentions are marked, and how they say what they mean."""

import json
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from playwright.sync_api import Page

from tests.pages.small_pages import extension_of, write_with_extension

WORDS = {"logits": "Scores of the symbols.", "query": "What a row asks.", "key": "What answers.",
         "hard attention": "In one place.", "attention": "Looks elsewhere."}  # fmt: skip
TIP = ".glossed-tip"
WORD = '<span class="glossed" data-term="{}">{}</span>'

extension = extension_of("glossed")


# Which mentions are marked


def marked(extension: Any, *parts: nodes.Node) -> list[str]:
    """The mentions that are marked on a page, whose text stays."""
    page = new_document("page")
    page += nodes.section("", nodes.title("", "Logits and attention"), *parts)
    before = page.astext()
    extension.mark(page, WORDS)
    assert page.astext() == before
    return [each.astext() for each in page.findall(extension.Mention)]


def test_the_first_mention_of_each_word_is_marked(extension: Any) -> None:
    """Neither headings nor links, code nor cells; once on a page; longer words first.

    A word of two senses is marked in one.
    """
    link = nodes.reference("", "logit")
    first = nodes.paragraph("", "", nodes.Text("A "), link, nodes.Text(" is one of the Logits."))
    cell = nodes.container("", nodes.paragraph("", "Attention of a cell"), classes=["cell"])
    code = nodes.paragraph("", "", nodes.literal("", "attention"), nodes.Text("; more logits, "))
    last = nodes.paragraph("", "hard attention and plain attention, attention-seeking")
    assert marked(extension, first, cell, code, last) == ["Logits", "hard attention", "attention"]
    telephone = nodes.paragraph("", "The keys of a telephone.")
    assert marked(extension, telephone) == []
    machine = nodes.paragraph("", "Queries meet the keys.")
    assert marked(extension, telephone, machine) == ["Queries", "keys"]


# In a browser


@pytest.fixture(scope="module")
def address(extension: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with two words."""
    body = (
        f'<p id="one">The {WORD.format("logits", "logits")} of a row.</p>'
        f"<p>And a {WORD.format('query', 'query')}.</p>"
        f'<script type="application/json" id="glossed">{json.dumps(WORDS)}</script>'
    )
    return write_with_extension(extension, tmp_path_factory.mktemp("glossed"), body, [])


def says(page: Page) -> str:
    """What is shown of a word."""
    tip = page.locator(TIP)
    return tip.text_content() or "" if tip.is_visible() else ""


def test_a_word_says_what_it_means_to_a_pointer_and_to_keys(page: Page, address: str) -> None:
    """On paper and to who presses elsewhere it says nothing; a touch shows it in the window."""
    page.goto(address)
    first, last = page.locator(".glossed").first, page.locator(".glossed").last
    tall, top = "document.documentElement.scrollHeight", page.locator("#one").bounding_box()
    before = page.evaluate(tall)
    first.hover()
    assert says(page) == WORDS["logits"]
    assert page.evaluate(tall) == before
    assert page.locator("#one").bounding_box() == top, "nothing moves"
    page.emulate_media(media="print")
    assert not page.locator(TIP).is_visible()
    page.emulate_media(media="screen")
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
    page.set_viewport_size({"width": 320, "height": 600})
    last.dispatch_event("click")
    box = page.locator(TIP).bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 320
    page.locator("h1").click()
    assert not says(page)
