"""An old address of a figure that stands on another page now."""

from playwright.sync_api import Page

MOVED = {
    "what_comes_next.html#next?step=look+0&row=10": "the_table_is_a_transformer.html",
    "what_comes_next.html#ballots?mask=on": "what_comes_next.html",
    "side_by_side.html#which?text=olleH": "by_hand_or_trained.html",
}


def test_it_leads_to_the_figure(page: Page, site: str) -> None:
    for old, new in MOVED.items():
        page.goto(f"{site}/{old}", wait_until="commit")
        name = old.partition("#")[2].partition("?")[0]
        page.wait_for_function(f"location.href.includes('{new}#{name}?')")
        page.locator(f"hand-figure#{name} .card").wait_for()
        page.goto("about:blank")
