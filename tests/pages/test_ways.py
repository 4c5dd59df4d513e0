"""Ways to read: taken on the cover, followed by Next, kept, changed, and drawn at the foot."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.pages.accessible import assert_for_everybody
from tests.pages.built import text_of
from tests.pages.small_pages import extension_of

extension = extension_of("ways")
PLACE = "transformers-by-hand-way"
ITEM = re.compile(r'<li data-way="(\w+)">(.*?)</li>', re.DOTALL)
LINK = re.compile(r'href="(\w+)\.html"')


def next_of(page: Page) -> Locator:
    return page.locator("a.right-next")


def leads_to(page: Page, name: str) -> None:
    expect(next_of(page)).to_have_attribute("href", f"{name}.html")


def test_the_cover_tells_each_way_as_it_is(extension: Any) -> None:
    """A page that the cover names and *Next* leaves out, or in another order, is on no way."""
    told = {name: LINK.findall(item) for name, item in ITEM.findall(text_of("index.html"))}
    assert [*told] == [*extension.WAYS]
    for name, links in told.items():
        pages = extension.WAYS[name].pages
        named = [each for each in links if not each.endswith("_rest")]
        assert named == sorted(named, key=pages.index), name
        assert named[0] == pages[0] and (named[-1] == pages[-1] or pages[-1] in links), name


def test_next_follows_a_way_that_was_taken(page: Page, site: str) -> None:
    """From an exercise and a rest too; once it is changed or left, as it is then."""
    page.goto(f"{site}/index.html")
    leads_to(page, "first_hour")
    page.get_by_role("button", name="Take this way: The machine").click()
    expect(page.locator("[data-way=machine] [role=status]")).to_have_text(re.compile("Next at the"))
    page.goto(f"{site}/four_tools_exercises.html")
    leads_to(page, "four_tools_rest")
    next_of(page).click()
    leads_to(page, "smallest_first")
    line = page.locator("nav.way")
    expect(line.locator("[aria-current=page]")).to_have_attribute("href", "four_tools_rest.html")
    assert line.locator(".behind").count() == 4
    page.goto(f"{site}/by_chance.html")
    leads_to(page, "by_chance_trained")
    assert line.get_by_role("link", name="A rest after four chapters").count() == 2
    assert_for_everybody(page, "nav.way")
    line.get_by_role("combobox").select_option(label="Language models")
    leads_to(page, "what_it_costs")
    page.goto(f"{site}/index.html")
    page.get_by_role("link", name="Go on with By chance").click()
    leads_to(page, "what_it_costs")
    line.get_by_role("combobox").select_option("")
    leads_to(page, "by_chance_trained")
    expect(line).to_have_count(0)


def test_what_was_kept_may_be_damaged(page: Page, site: str) -> None:
    """Names of no way, of no page and of every object lead nowhere."""
    page.goto(f"{site}/transformer.html")
    far = '{"way": "pages", "at": "javascript:"}'
    for kept in ("{", '"x"', '{"way": "__proto__"}', far, "null"):
        page.evaluate("([place, kept]) => localStorage.setItem(place, kept)", [PLACE, kept])
        page.goto(f"{site}/by_chance.html")
        leads_to(page, "by_chance_trained")
        links = page.locator("nav.way p a").evaluate_all("all => all.map((x) => x.pathname)")
        assert links == (["/transformer.html"] if "pages" in kept else [])
