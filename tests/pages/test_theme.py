"""What the book adds to its theme: icons, stops of the tab key, what waits, and old addresses."""

from playwright.sync_api import Page, Request, Route

from tests.pages.accessible import DARK
from tests.pages.conftest import FRAME, NewPage

MOVED = {
    "what_comes_next.html#next?step=look+0&row=10": "the_table_is_a_transformer.html",
    "what_comes_next.html#ballots?mask=on": "what_comes_next.html",
    "side_by_side.html#which?text=olleH": "by_hand_or_trained.html",
}
# Of the cells that are shown, those that are a stop and do not scroll, or scroll and are none.
AMISS = """() => [...document.querySelectorAll("pre, .cell_output > .output")]
  .filter((cell) => cell.checkVisibility())
  .filter((cell) => (cell.tabIndex === 0) !== (cell.scrollWidth > cell.clientWidth
    || cell.scrollHeight > cell.clientHeight))
  .map((cell) => cell.textContent)"""
STOPS = """() => [...document.querySelectorAll("pre")]
  .filter((cell) => cell.checkVisibility() && cell.tabIndex === 0).length"""
SIGN = "getComputedStyle(document.querySelector('hand-figure'), '::after').content"
FORMULA = "document.querySelector('.math').scrollIntoView()"


def test_icons_are_shapes(page: Page, site: str) -> None:
    """No font or script of icons is loaded; every icon is drawn, and seen in forced colors."""
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(f"{site}/index.html", wait_until="load")
    assert not [url for url in loaded if "fontawesome" in url or "fa-" in url]
    icons = page.locator("[class*='fa-']")
    assert icons.count() > 5
    bare = "nodes => nodes.filter(x => getComputedStyle(x).maskImage === 'none').length"
    page.emulate_media(forced_colors="active")
    for theme in ("light", "dark"):
        assert icons.evaluate_all(bare) == 0
        icon = page.locator(".theme-switch-button [class*='fa-']:visible").first
        ink = icon.evaluate("x => getComputedStyle(x).backgroundColor")
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ink not in ("rgba(0, 0, 0, 0)", ground), theme
        page.evaluate(DARK)


def test_an_old_address_leads_to_the_figure(page: Page, site: str) -> None:
    for old, new in MOVED.items():
        page.goto(f"{site}/{old}", wait_until="commit")
        name = old.partition("#")[2].partition("?")[0]
        page.wait_for_function(f"location.href.includes('{new}#{name}?')")
        page.locator(f"hand-figure#{name} .card").wait_for()
        page.goto("about:blank")


def test_a_folded_cell_is_a_stop_when_it_is_opened(page: Page, site_file: str) -> None:
    """Cells that scroll are stops of the tab key."""
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{site_file}/adding_exercises.html", wait_until="load")
    assert page.evaluate(AMISS) == []
    before = page.evaluate(STOPS)
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    page.wait_for_function(f"() => ({STOPS})() > {before} && !({AMISS})().length")


def test_a_still_says_that_it_waits_and_formulas_wait(new_page: NewPage, site: str) -> None:
    """No other test looks before the script has come: a mutant said nothing, one said it on.

    Nor does any count what is not loaded: a mutant loaded half a page for a far formula.
    """
    page, held, asked = new_page(), list[Route](), list[Request]()
    page.on("request", lambda each: asked.append(each))
    page.route("**/live-figures.js*", lambda each: held.append(each))
    page.goto(f"{site}/searching.html", wait_until="commit")
    page.locator("hand-figure").first.wait_for()
    page.wait_for_function(f"{SIGN}.includes('getting ready')")  # once the sheets are there
    page.wait_for_function("document.readyState === 'interactive'")
    while not held:
        page.evaluate(FRAME)
    held[0].continue_()
    page.locator("hand-figure .card").first.wait_for()
    assert page.evaluate(SIGN) in ("none", "normal")
    page.wait_for_load_state("load")
    page.evaluate(FRAME)
    assert not [each for each in asked if "mathjax" in each.url]
    page.evaluate(FORMULA)
    page.locator("mjx-container").first.wait_for(state="attached")
