"""The page for addresses that are not in the book, as a host shows it: at any of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.laws import every
from tests.pages.conftest import QuietHandler, patient, serving

BOOK = "/somebody/book/"  # where the book is on this host


class HostOfManyBooks(QuietHandler):
    """Serves the book below a folder, and its page 404 for every address that it lacks."""

    def translate_path(self, path: str) -> str:
        """The file for an address, or the page 404."""
        inside = path.split("?")[0].removeprefix(BOOK)
        found = Path(self.directory) / inside
        known = path.startswith(BOOK) and found.is_file()
        looks = self.command == "HEAD"
        return str(found if known or looks else Path(self.directory) / "404.html")


@pytest.fixture(scope="module")
def host(html: Path) -> Iterator[str]:
    """The address of the book on such a host."""
    with serving(HostOfManyBooks, html) as address:
        yield f"{address}{BOOK}"


@every("lost", ["helo_world.html", "old/chapters/helo_world.html", "a/b/c/d/"])
def test_links_lead_into_the_book_at_any_depth(browser: Browser, host: str, lost: str) -> None:
    page = patient(browser.new_page())
    page.goto(host + lost)
    page.wait_for_load_state("networkidle")  # its links lead somewhere by then
    assert page.locator("h1").inner_text() == "This page is not in the book"
    assert page.locator("li a").first.evaluate("x => x.href") == f"{host}index.html"
    near = page.locator("#near")
    assert near.is_visible() == lost.endswith("helo_world.html")
    if near.is_visible():
        near.locator("a").click()
        page.wait_for_url(f"{host}hello_world.html")
    page.close()
