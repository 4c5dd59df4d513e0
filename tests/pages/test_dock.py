"""A figure that stays with the reader, on a page of the built book."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.pages.conftest import FRAME, NewPage, rest
from tools.sampling import drawn

SCRIPT = "text/javascript"
PAGE, FIGURE = "hello_world.html", "hello"
MOST_SHIFT = 0.1
COUNT_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
BOX = "(selector) => document.querySelector(selector).getBoundingClientRect().toJSON()"
HEIGHT = "document.documentElement.scrollHeight"
WITH_LINKS = (
    *("the_table_is_a_transformer", "hello_world", "four_tools", "smallest_first"),
    *("searching", "adding"),
)
DOCKED = "document.querySelector('hand-figure[data-dock]').dataset.docked === 'strip'"
# Presses each link to a figure in its strip: what it answers, whether that has room, how many arcs
# are below, and whether the machine has heads.
PRESS_LINKS = """
async (figure) => {
  const find = (selector) => [...figure.shadowRoot.querySelectorAll(selector)];
  const strip = figure.getBoundingClientRect();
  const [line] = find(".verdict p");
  const fits = () => {
    const { width, height, bottom } = line.getBoundingClientRect();
    return width > 0 && height > 0 && bottom <= strip.bottom &&
      line.scrollWidth <= line.clientWidth && line.scrollHeight <= line.clientHeight;
  };
  const states = [];
  for (const link of document.querySelectorAll(`article a[href^="#${figure.id}?"]`)) {
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    // what is tried meanwhile says more between frames
    for (let frame = 0; frame < 60 && (!frame || !fits()); frame++)
      await nextFrame();
    const arcs = find(".glance .arc").filter((arc) =>
      arc.checkVisibility({ visibilityProperty: true }) &&
      arc.getBoundingClientRect().bottom <= strip.bottom);
    states.push({
      link: link.hash, said: figure.handle.run.whole.text, answer: line.innerText, fits: fits(),
      arcs: arcs.length, looks: find("[data-step^=look]").length > 0,
    });
  }
  return states;
}
"""


@pytest.fixture
def new_page(new_page: NewPage) -> NewPage:
    """The same without formulas: where a figure docks, nobody asks for them."""

    def make(*size: tuple[int, int], **more: bool) -> Page:
        page = new_page(*size, **more)
        page.route("**/mathjax/*", lambda each: each.fulfill(body="", content_type=SCRIPT))
        return page

    return make


def docked(page: Page) -> str | None:
    return page.locator(f"#{FIGURE}").get_attribute("data-docked")


def scroll_through(page: Page) -> None:
    """From the top to the end, as a wheel does."""
    page.mouse.move(600, 400)
    for _ in range(page.evaluate(HEIGHT) // 1500 + 2):
        page.mouse.wheel(0, 1500)
        page.evaluate(FRAME)


def show_figure(page: Page) -> None:
    page.evaluate(f"document.getElementById('{FIGURE}').parentElement.scrollIntoView()")
    page.wait_for_function(f"!document.getElementById('{FIGURE}').dataset.docked")


def test_a_figure_docks(new_page: NewPage, site: str) -> None:
    """One visit: a column beside the text, a strip above it, closed, on a phone and on paper."""
    page = new_page((1440, 900))
    page.add_init_script(COUNT_SHIFTS)
    page.goto(f"{site}/{PAGE}")
    figure = page.locator(f"#{FIGURE}")
    scroll_through(page)
    page.wait_for_function(f"document.getElementById('{FIGURE}').dataset.docked === 'column'")
    box, article = (page.evaluate(BOX, each) for each in (f"#{FIGURE}", ".bd-article-container"))
    assert box["left"] >= article["right"] and box["right"] <= 1440
    assert 320 <= box["width"] <= 440
    assert box["bottom"] <= page.evaluate(BOX, ".bd-footer-content")["top"]
    tall = page.evaluate(HEIGHT)
    show_figure(page)
    assert abs(page.evaluate(HEIGHT) - tall) <= 1
    assert page.evaluate("window.shifted") <= MOST_SHIFT

    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("html[data-strip=true]").wait_for()  # as wide as it is now
    heading = page.locator("article h2", has_text="How loud is right")
    heading.locator("a").evaluate("link => { location.hash = link.hash; }")
    page.wait_for_function(f"document.getElementById('{FIGURE}').dataset.docked === 'strip'")
    strip, top = page.evaluate(BOX, f"#{FIGURE}"), page.evaluate(BOX, ".bd-header-article")
    assert (strip["top"], strip["height"]) == (top["bottom"], 136)
    place = heading.bounding_box()
    assert place and place["y"] >= strip["bottom"]
    figure.get_by_role("button", name="say", exact=True).click()
    assert figure.evaluate("figure => figure.handle.state.step") == "say"

    page.emulate_media(media="print")
    assert figure.evaluate("x => getComputedStyle(x).position") == "static"
    page.emulate_media(media="screen")
    figure.get_by_role("button", name="To the figure").click()
    assert docked(page) is None
    figure.get_by_role("button", name="Stays in sight").press("Enter")
    to_the_end(page)
    assert docked(page) is None, "the reader closed it"
    page.reload()
    to_the_end(page)
    assert docked(page) is None, "for the whole visit"

    page.evaluate("sessionStorage.clear()")
    page.set_viewport_size({"width": 360, "height": 640})
    page.reload()
    to_the_end(page)
    assert docked(page) is None, "a phone has no room"


# A busy page is told of all that it missed at once.
TOLD_LATE = """
const Observer = IntersectionObserver;
window.IntersectionObserver = class extends Observer {
  constructor(tell, options) {
    const missed = [];
    super((entries, observer) => {
      if (!missed.length) setTimeout(() => tell(missed.splice(0), observer), 300);
      missed.push(...entries);
    }, options);
  }
};
"""


def to_the_end(page: Page) -> None:
    """Scroll a page to its end, and let it see that it is there: it is told in a frame."""
    page.evaluate(f"scrollTo(0, {HEIGHT})")
    for _ in range(3):
        page.evaluate(FRAME)


def test_a_figure_docks_whose_page_was_busy_while_it_was_scrolled(
    new_page: NewPage, site: str
) -> None:
    """What it hears of twice at once is as it was said last."""
    page = new_page((1280, 800), timed=True)
    page.add_init_script(TOLD_LATE)
    page.goto(f"{site}/{PAGE}")
    page.evaluate(FRAME)
    to_the_end(page)
    rest(page, 1000)
    page.wait_for_function(DOCKED)


def press_links(page: Page, address: str) -> list[dict[str, Any]]:
    """What the strip of a page shows after each link to its figure; all of them can be seen."""
    page.goto(address)
    page.evaluate(f"scrollTo(0, {HEIGHT})")
    page.wait_for_function(DOCKED)
    states: list[dict[str, Any]] = page.locator("hand-figure[data-dock]").evaluate(PRESS_LINKS)
    assert states
    assert [state for state in states if not state["fits"]] == []
    assert [state for state in states if not state["answer"].endswith(state["said"][-60:])] == []
    return states


@pytest.mark.parametrize("name", drawn(WITH_LINKS, 1, "strips"))
def test_an_answer_is_seen_to_its_end_in_a_strip(new_page: NewPage, site: str, name: str) -> None:
    """Whatever a link of the page asks; a machine with heads has arcs below its answer."""
    states = press_links(new_page((1280, 800)), f"{site}/{name}.html")
    assert [state for state in states if bool(state["arcs"]) != state["looks"]] == []


def test_a_long_answer_gives_way_before_its_end(new_page: NewPage, site: str) -> None:
    """A narrow strip has no room for all of it; in its place the figure says it whole again."""
    page = new_page((640, 800))
    answers = [state["answer"] for state in press_links(page, f"{site}/{PAGE}")]
    assert any("\u2026" in answer for answer in answers)
    figure = page.locator(f"#{FIGURE}")
    figure.evaluate("figure => figure.ask(new URLSearchParams('N=1000000&precision=float16'))")
    page.evaluate(FRAME)
    said = figure.evaluate("figure => figure.handle.run.whole.text")
    verdict = figure.locator(".verdict p").first
    assert said not in verdict.inner_text()
    figure.get_by_role("button", name="To the figure").click()
    assert said in verdict.inner_text()


def test_a_pressed_link_is_marked_and_back_undoes(new_page: NewPage, site: str) -> None:
    """Where the figure is docked nothing scrolls, and a keyboard goes there and back."""
    page = new_page((1440, 900))
    links = "".join(f'<p><a href="#{FIGURE}?N={N}">N is {N}</a></p>' for N in (7, 5))

    def add_links(route: Route) -> None:
        heading = "<h2>What is new"
        text = route.fetch().text().replace(heading, f"{links}{heading}", 1)
        route.fulfill(body=text, content_type="text/html")

    page.route(f"**/{PAGE}", add_links)
    page.goto(f"{site}/{PAGE}")
    seven, five = (page.get_by_role("link", name=f"N is {N}") for N in (7, 5))
    seven.scroll_into_view_if_needed()
    page.wait_for_function(f"document.getElementById('{FIGURE}').dataset.docked")
    number = f"document.getElementById('{FIGURE}').handle.state.N"
    before, place = page.evaluate(number), seven.bounding_box()
    assert page.locator("a[href*='?'][aria-current]").count() == 0
    for link, N in ((seven, 7), (five, 5)):
        link.click()
        assert page.evaluate(number) == N
        assert page.locator("a[href*='?'][aria-current]").all_inner_texts() == [f"N is {N}"]
    assert seven.bounding_box() == place
    page.locator(f"#{FIGURE}").get_by_role("button", name="step back", exact=True).click()
    assert five.get_attribute("aria-current") is None
    for N, mark in ((7, "true"), (before, None)):
        page.go_back()
        page.wait_for_function(f"{number} === {N}")
        assert seven.get_attribute("aria-current") == mark
        assert seven.bounding_box() == place

    seven.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    inside = f"document.getElementById('{FIGURE}').shadowRoot.activeElement?.textContent"
    assert page.evaluate(inside) == "To the figure"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "to the figure"


def test_without_a_script_a_link_leads_to_the_figure(new_page: NewPage, site: str) -> None:
    page = new_page(javascript=False)
    page.goto(f"{site}/{PAGE}#{FIGURE}?N=3")
    box = page.locator(f"#{FIGURE}").bounding_box()
    assert box and 0 <= box["y"] <= 200
