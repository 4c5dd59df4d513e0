"""Every page of the built book, as a reader meets it."""

import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.pages.conftest import NewPage, built_pages

PAGES = built_pages()
OUR_PAGES = [name for name in PAGES if name not in ("genindex.html", "search.html")]
NARROW = (360, 800)
# axe looks at our content. What stands around it belongs to the theme.
OURS = "article.bd-article"
# Preloading would fetch the style sheets again, from wrong addresses.
AXE = {"resultTypes": ["violations"], "preload": False}


def open_page(page: Page, address: str) -> Page:
    """Go to a page and wait until its mathematics stands."""
    page.goto(address, wait_until="load")
    page.evaluate("() => window.MathJax?.startup?.promise")
    return page


def test_there_are_pages(html: Path) -> None:
    assert "index.html" in PAGES


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_served(new_page: NewPage, site: str, name: str, dark: bool) -> None:
    page = open_page(new_page(dark=dark), f"{site}/{name}")
    assert page.locator("h1:visible").count() == 1
    assert page.evaluate("document.documentElement.dataset.theme") == ("dark" if dark else "light")


@pytest.mark.parametrize("name", PAGES)
def test_from_disk(new_page: NewPage, site_file: str, name: str) -> None:
    page = open_page(new_page(), f"{site_file}/{name}")
    assert page.locator("h1:visible").count() == 1


@pytest.mark.parametrize("name", PAGES)
def test_narrow_page_does_not_scroll_sideways(new_page: NewPage, site: str, name: str) -> None:
    page = open_page(new_page(viewport=NARROW), f"{site}/{name}")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]


@pytest.mark.parametrize("name", OUR_PAGES)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_accessible(new_page: NewPage, site: str, name: str, dark: bool) -> None:
    page = open_page(new_page(dark=dark), f"{site}/{name}")
    results = Axe().run(page, context=OURS, options=AXE)
    assert results.violations_count == 0, results.generate_report()


def test_mathematics_is_set_from_disk(new_page: NewPage, site_file: str) -> None:
    page = open_page(new_page(), f"{site_file}/transformer.html")
    assert page.locator("mjx-container mjx-math").count() > 0
    assert page.evaluate("document.fonts.check('1em MJXZERO') || document.fonts.size > 0")


def test_search_finds_a_word(new_page: NewPage, site: str) -> None:
    page = open_page(new_page(), f"{site}/search.html?q=residual")
    page.locator("#search-results li a").first.wait_for()
    assert page.locator("#search-results li a", has_text="transformer").count() > 0


def test_index_names_no_missing_page(html: Path) -> None:
    text = (html / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text[text.index("{") : text.rindex("}") + 1])
    assert {f"{name}.html" for name in index["docnames"]} <= set(PAGES)
