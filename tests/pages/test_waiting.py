"""What a page shows and loads before it is needed: a still says that it waits, formulas wait."""

from playwright.sync_api import Request, Route

from tests.pages.conftest import FRAME, NewPage

SIGN = "getComputedStyle(document.querySelector('hand-figure'), '::after').content"
FORMULA = "document.querySelector('.math').scrollIntoView()"


def test_a_still_says_that_it_waits_until_it_is_drawn(new_page: NewPage, site: str) -> None:
    """No other test looks before the script has come: a mutant said nothing, one said it on."""
    page, held = new_page(), list[Route]()
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


def test_mathjax_is_loaded_once_a_formula_is_near(new_page: NewPage, site: str) -> None:
    """No other test counts what is not loaded: a mutant loaded half a page for a far formula."""
    page, asked = new_page(), list[Request]()
    page.on("request", lambda each: asked.append(each))
    page.goto(f"{site}/searching.html", wait_until="load")
    page.locator("hand-figure .card").first.wait_for()
    page.evaluate(FRAME)
    assert not [each for each in asked if "mathjax" in each.url]
    page.evaluate(FORMULA)
    page.locator("mjx-container").first.wait_for(state="attached")
