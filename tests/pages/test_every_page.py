"""The pages of the built book, as a reader meets them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.pages.accessible import DARK, assert_accessible
from tests.pages.built import PAGES, figures_of, has_formula
from tests.pages.conftest import UNFOLD, USUAL, NewPage, Tab, as_new, tab_of
from tools.benchmarks.slow_phone import STANDS
from tools.english import BOOK
from tools.pages import read_chapters
from tools.sampling import IN_TURN, at_night, lot, to_be_visited

VISITED = to_be_visited(PAGES)
WITHOUT_AXE = ("genindex.html", "search.html")
NO_SLIDER = (  # lists and words alone
    *("index.html", "workshop.html", "progress.html", "playground.html", "tools_and_truth.html"),
    *("is_it_a_sentence.html", "the_same_angle.html", "results.html", "what_comes_next.html"),
    *("can_weights_be_read.html", "first_hour.html", "machine.html"),
)
NARROW: ViewportSize = {"width": 360, "height": 800}
# Pixels, in a window 1,280 wide and on a phone: chapters have 16 screens of 800.
CHAPTERS = {f"{name}.html" for name in read_chapters(BOOK)}
MOST_TALL, TALL_ON_A_PHONE = 12_800, 17_300  # say_a_word names whose voices each figure has
FONTS = 1.02  # another machine's break some lines elsewhere
MOST_ELSEWHERE = 21_300  # stubs of exercises stand open
MOST_SHIFT = 0.1  # of what a reader looks at, in any five seconds
# The question of a figure, its answer and its main picture take so many pixels of its card at most:
# one screen of 1,280 by 800, with room for the bar of the page.
ONE_SCREEN = 750
# axe looks at our content. What stands around it belongs to the theme.
OURS = "article.bd-article"

# Layout that shifts by itself, as browsers tell it.
NOTE_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  shifts.push(...list.getEntries().filter((each) => !each.hadRecentInput));
}).observe({ type: "layout-shift", buffered: true });
"""
# The first formula that appears says whether the first figure stood by then.
NOTE_FIRST = f"""
  const stands = {STANDS};
  new MutationObserver((changes, watching) => {{
    if (!document.querySelector("mjx-container")) return;
    watching.disconnect();
    window.stoodBefore = Boolean(stands());
  }}).observe(document, {{ childList: true, subtree: true }});
"""
# As a reader who turns pages, no faster than the figures that come up below the window.
READ_TO_THE_END = """async () => {
  const near = ({ top, bottom }) => top < 1.5 * innerHeight && bottom > -innerHeight / 2;
  const awaited = () => [...document.querySelectorAll("hand-figure")].some((figure) =>
    figure.checkVisibility() && near(figure.getBoundingClientRect()) &&
      !figure.shadowRoot?.querySelector(".card"));
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await nextFrame();
    for (let k = 0; k < 600 && awaited(); k++) await nextFrame();
  }
  scrollTo(0, 0);
  await nextFrame();
}"""
# The worst five seconds, with no second without a shift, of those that move what is in a place.
SHIFTED = """(place) => {
  const ours = shifts.filter(({ sources }) => sources.some(({ node }) =>
    (node instanceof Element ? node : node?.parentElement)?.closest(place)));
  let [worst, sum, first, last] = [0, 0, -Infinity, -Infinity];
  for (const { startTime, value } of ours) {
    if (startTime - last > 1000 || startTime - first > 5000) [sum, first] = [0, startTime];
    [sum, last] = [sum + value, startTime];
    worst = Math.max(worst, sum);
  }
  return worst;
}"""
# How wide a page is with all open that was asked, and how tall with the folds closed again.
SIZE = """() => {
  const root = document.documentElement;
  const wide = root.scrollWidth;
  for (const fold of document.querySelectorAll("details[data-unfolded]")) fold.open = false;
  return [wide, root.scrollHeight];
}"""
# Whether a figure stands. It is moved twice a second: a browser without windows may draw no more
# frames once nothing moves, and then tells nobody what came into sight.
STANDS_HERE = """(figure) => {
  figure.scrollIntoView({ block: performance.now() % 1000 < 500 ? "start" : "center" });
  return Boolean(figure.shadowRoot?.querySelector(".card")?.checkVisibility());
}"""
# Where the main picture of a figure ends, in pixels from the top of its card: the last that is
# drawn in its first panel with a picture, and the picture of every machine, of which a pair has
# two. What a guess covers is uncovered. What explains a picture may stand below it, and so may
# other panels.
PICTURE_ENDS = """async (figure) => {
  const { handle, spec } = figure;
  if (spec.kind === "guess") handle.set({ guess: "?", asked: handle.state.text });
  for (let i = 0; i < 2; i++) { // a machine is drawn anew once it knows how wide it is
    await nextFrame();
  }
  const card = figure.shadowRoot.querySelector(".card");
  const seen = (each) => each.checkVisibility() && each.getBoundingClientRect().height > 1;
  const panels = [...card.querySelector(".panels").children].filter(seen);
  const main = panels.find((each) => each.matches("figure, :has(figure, svg, canvas)"));
  if (!main) return 0;
  const drawn = [...main.querySelectorAll("svg:not(svg *), canvas")].filter(seen);
  const machines = [...card.querySelectorAll(".stage")].filter(seen);
  const ends = [...(drawn.length ? drawn : [main]), ...machines]
    .map((each) => each.getBoundingClientRect().bottom);
  handle.set({ ...spec.state });
  return Math.max(...ends) - card.getBoundingClientRect().top;
}"""
# Sends each slider of a figure to either end, and gives those that change nothing that is drawn or
# said, or that Reset does not bring back.
IDLE_SLIDERS = """(figure) => {
  const root = figure.shadowRoot;
  const folded = "details:has(> .controls)"; // these are not what they move
  const closed = [...root.querySelectorAll(folded)].filter((fold) => !fold.open);
  for (const fold of closed) fold.open = true;
  const shown = () => [...root.querySelectorAll(`.panels :not(${folded} *), .verdict`)]
    .map((node) => [...node.attributes].map(({ value }) => value).join() + node.textContent).join();
  const reset = [...root.querySelectorAll("button")].find((each) => each.textContent === "Reset");
  const moves = (slider, end) => {
    const [value, before] = [slider.value, shown()];
    slider.value = end;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    const moved = slider.value !== value && shown() !== before;
    reset.click();
    return moved && slider.value === value;
  };
  const found = [...root.querySelectorAll("input[type=range]")]
    .filter((each) => each.checkVisibility() && !moves(each, each.min) && !moves(each, each.max));
  for (const fold of closed) fold.open = false;
  return found.map((each) => each.getAttribute("aria-valuetext"));
}"""
# What should not be there and is seen: the style sheet's word is louder than an attribute.
SEEN_ALL_THE_SAME = """(figure) => [...figure.shadowRoot.querySelectorAll(
  "[display='none'], [hidden]")].filter((each) => each.checkVisibility() && each.clientHeight)
  .map((each) => `${each.tagName} ${each.getAttribute("class")}`)"""


def open_page(page: Page, address: str) -> Page:
    """Go to a page and wait until its mathematics stands."""
    page.goto(address, wait_until="load")
    page.evaluate("() => window.MathJax?.startup?.soon?.()")
    page.evaluate("() => window.MathJax?.startup?.promise")
    return page


@pytest.fixture(scope="module")
def reading_tab(browser: Browser) -> Tab:
    """A tab that notes what shifts on its pages, and what stands first."""
    made = tab_of(browser)
    made.page.add_init_script(NOTE_SHIFTS)
    made.page.add_init_script(NOTE_FIRST)
    return made


@pytest.fixture
def reading(reading_tab: Tab, patience: int) -> Iterator[Page]:
    """A page as new for a visit."""
    yield from as_new(reading_tab, patience)


@pytest.mark.parametrize("name", VISITED)
def test_visited(reading: Page, site: str, site_file: str, name: str) -> None:
    """One visit for all that is asked of a page: by daylight, on a phone, then at night.

    A page stands, is read to its end and does not shift, each figure is on one screen and every
    slider moves its own, and axe finds nothing. One in two comes from disk. Contrast in the dark
    follows from few colors: by day one page in three is asked for it.
    """
    page = reading
    open_page(page, f"{(site, site_file)[lot(name) % 2]}/{name}")
    problems = [*as_it_opens(page, name), *of_figures(page, name)]
    page.set_viewport_size(NARROW)
    wide, tall = page.evaluate(SIZE)
    if wide > NARROW["width"]:
        problems.append(f"is {wide} px wide on a phone")
    if name in CHAPTERS and tall > TALL_ON_A_PHONE * FONTS:
        problems.append(f"is {tall} px tall on a phone")
    assert problems == []
    if name not in WITHOUT_AXE:
        page.set_viewport_size(USUAL)
        assert_accessible(page, OURS, thin=True)
        if at_night() or lot(f"dark {name}") % IN_TURN == 0:
            page.evaluate(DARK)
            assert_accessible(page, OURS, thin=True)


def as_it_opens(page: Page, name: str) -> Iterator[str]:
    """What is wrong with a page that is opened and read."""
    if page.locator("h1:visible").count() != 1:
        yield "has not one title"
    if (theme := page.evaluate("document.documentElement.dataset.theme")) != "light":
        yield f"is {theme} by daylight"
    tall = page.evaluate("document.documentElement.scrollHeight")
    if tall > (MOST_TALL if name in CHAPTERS else MOST_ELSEWHERE):
        yield f"is {tall} px tall"
    if (shifted := shifts_as_read(page)) > MOST_SHIFT:
        open_page(page, page.url.partition("#")[0])  # what only a busy machine moves stands now
        shifted = min(shifted, shifts_as_read(page))
    if shifted > MOST_SHIFT:
        yield f"shifts by {shifted:.3f}"
    yield from (f"cuts off {cell}" for cell in cut_off(page))
    if has_formula(name) and not page.locator("mjx-container mjx-math").count():
        yield "sets no formula"
    if figures_of(name) and has_formula(name) and not page.evaluate("window.stoodBefore"):
        yield "sets its formulas before its first figure stands"


def shifts_as_read(page: Page) -> float:
    """How much a page shifts while it is read to its end."""
    page.evaluate(READ_TO_THE_END)
    shifted: float = page.evaluate(SHIFTED, OURS)
    return shifted


def of_figures(page: Page, name: str) -> Iterator[str]:
    """What is wrong with the figures of a page: all come up, on one screen, with live sliders."""
    figures = page.locator("hand-figure")
    for figure in figures.all():
        id = figure.get_attribute("id")
        figure.evaluate(UNFOLD)
        page.wait_for_function(STANDS_HERE, arg=figure.element_handle())
        if not figure.locator(".verdict").inner_text().strip():
            yield f"{id} says nothing"
        if (ends := figure.evaluate(PICTURE_ENDS)) > ONE_SCREEN * FONTS:
            yield f"{id} has a picture that ends {ends:.0f} px below its top"
        if seen := figure.evaluate(SEEN_ALL_THE_SAME):
            yield f"{id} keeps a place for what is not there: {seen}"
        if idle := figure.evaluate(IDLE_SLIDERS):
            yield f"{id} has sliders that move nothing, or not back: {idle}"
    typed = name.endswith("_exercises.html") or name in NO_SLIDER
    if figures_of(name) and not typed and not figures.locator("input[type=range]").count():
        yield "has no slider"


def cut_off(page: Page) -> list[str]:
    """The cells of code and output with a line that is longer than they are wide."""
    cells: list[str] = page.locator(".cell_input pre, .cell_output pre").evaluate_all(
        "all => all.filter(x => x.scrollWidth > x.clientWidth + 1).map(x => x.textContent)"
    )
    return cells


FIRST_FOUND = {
    "sort": "All in order",
    "french": "Two languages",
    "attention": "The transformer",
    "programs.sort": "taotp.programs.sort",
}


def found(page: Page, site: str, words: str) -> list[str]:
    """The titles of what the search finds, in its order."""
    page.goto(f"{site}/search.html?q={words}")
    page.locator(".search-summary:not(:empty)").wait_for()
    return page.locator("#search-results li > a").all_inner_texts()


def test_search_finds_pages_about_a_word_first(new_page: NewPage, site: str) -> None:
    """Functions of the name stood before all chapters, and these in the order of the alphabet."""
    page = new_page()
    page.add_init_script("self.fetch = async () => new Response('')")  # no excerpts
    problems = []
    for words, title in FIRST_FOUND.items():
        titles = found(page, site, words)
        if not any(each.endswith(title) for each in titles[:5]):
            problems.append(f"{words}: {titles[:5]}")
        code = [each.startswith(("taotp.", "taotp_core.")) for each in titles]
        if "." not in words and code != sorted(code):
            problems.append(f"{words}: functions stand before chapters")
    assert problems == []


def test_an_excerpt_is_prose_with_the_word(page: Page, site: str) -> None:
    """The page's list of contents and its code stood there, and a glass on what is typed."""
    found(page, site, "sort")
    excerpts = page.locator("#search-results .context")
    excerpts.first.wait_for()
    text = excerpts.first.inner_text()
    assert "Sort a hand of cards without moving any" in text
    glass = page.locator(".bd-search-container form i").bounding_box()
    field = page.locator(".bd-search-container form input")
    box, pad = (
        field.bounding_box(),
        field.evaluate("x => parseFloat(getComputedStyle(x).paddingLeft)"),
    )
    assert glass is not None and box is not None
    assert glass["x"] + glass["width"] <= box["x"] + pad
