"""Every page of the built book, as a reader meets it."""

import json
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.pages.conftest import NewPage, built_pages

PAGES = built_pages()
OUR_PAGES = [name for name in PAGES if name not in ("genindex.html", "search.html")]
NARROW: ViewportSize = {"width": 360, "height": 800}
MOST_TALL = 20_000  # pixels, in a window 1,280 wide
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
def test_served(new_page: NewPage, site: str, name: str) -> None:
    """One visit for all that is asked of a page by daylight: wide first, then on a phone."""
    page = open_page(new_page(), f"{site}/{name}")
    assert page.locator("h1:visible").count() == 1
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    assert page.evaluate("document.documentElement.scrollHeight") <= MOST_TALL
    assert cut_off(page) == []
    if name in OUR_PAGES:
        assert_accessible(page, AXE)
    page.set_viewport_size(NARROW)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.parametrize("name", PAGES)
def test_dark(new_page: NewPage, site: str, name: str) -> None:
    """Colors alone differ."""
    page = open_page(new_page(dark=True), f"{site}/{name}")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    if name in OUR_PAGES:
        assert_accessible(page, AXE | {"runOnly": ["color-contrast"]})


@pytest.mark.parametrize("name", PAGES)
def test_from_disk(new_page: NewPage, site_file: str, name: str) -> None:
    page = open_page(new_page(), f"{site_file}/{name}")
    assert page.locator("h1:visible").count() == 1


def cut_off(page: Page) -> list[str]:
    """The cells of code and output with a line that is longer than they are wide."""
    cells: list[str] = page.locator(".cell_input pre, .cell_output pre").evaluate_all(
        "all => all.filter(x => x.scrollWidth > x.clientWidth + 1).map(x => x.textContent)"
    )
    return cells


def assert_accessible(page: Page, options: dict[str, Any]) -> None:
    """No rule of axe is violated."""
    results = Axe().run(page, context=OURS, options=options)
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
