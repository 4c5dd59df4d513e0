"""Cells that scroll are stops of the tab key, those that were folded once they are opened."""

from playwright.sync_api import Page

# Of the cells that are shown, those that are a stop and do not scroll, or scroll and are none.
AMISS = """() => [...document.querySelectorAll("pre, .cell_output > .output")]
  .filter((cell) => cell.checkVisibility())
  .filter((cell) => (cell.tabIndex === 0) !== (cell.scrollWidth > cell.clientWidth
    || cell.scrollHeight > cell.clientHeight))
  .map((cell) => cell.textContent)"""
STOPS = """() => [...document.querySelectorAll("pre")]
  .filter((cell) => cell.checkVisibility() && cell.tabIndex === 0).length"""


def test_a_folded_cell_is_a_stop_when_it_is_opened(page: Page, site_file: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{site_file}/adding_exercises.html", wait_until="load")
    assert page.evaluate(AMISS) == []
    before = page.evaluate(STOPS)
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    page.wait_for_function(f"() => ({STOPS})() > {before} && !({AMISS})().length")
