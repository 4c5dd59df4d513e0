"""Every page of the built book, as a reader meets it."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize

from exercises.order import CONTENTS
from tests.pages.accessible import assert_accessible
from tests.pages.conftest import UNFOLD, NewPage, built_pages
from tools.benchmarks.slow_phone import STANDS
from tools.english import BOOK
from tools.pages import read_chapters
from tools.sampling import HTML, IN_TURN, to_be_read, to_be_visited

PAGES = built_pages()
READ = frozenset(to_be_read(PAGES))
VISITED = to_be_visited(PAGES)
OUR_PAGES = [name for name in PAGES if name not in ("genindex.html", "search.html")]
FORMULA = 'class="math notranslate'
FIGURE = re.compile(r"<hand-figure[^>]*\bid=")
NO_SLIDER = (  # lists and words alone
    *("index.html", "workshop.html", "progress.html", "playground.html", "tools_and_truth.html"),
    *("is_it_a_sentence.html", "the_same_angle.html", "results.html", "what_comes_next.html"),
)
NARROW: ViewportSize = {"width": 360, "height": 800}
WIDE: ViewportSize = {"width": 1280, "height": 900}
# Pixels, in a window 1,280 wide and on a phone: chapters have 16 screens of 800.
CHAPTERS = {f"{name}.html" for name in read_chapters(BOOK)}
MOST_TALL, TALL_ON_A_PHONE = 12_800, 17_000
FONTS = 1.02  # another machine's break some lines elsewhere
MOST_ELSEWHERE = 20_000
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
READ_TO_THE_END = """async () => {
  const frame = () => new Promise((go) => { requestAnimationFrame(go); setTimeout(go, 1000); });
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y);
    await frame();
    await frame();
  }
  scrollTo(0, 0);
  await frame();
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
# Figures follow a frame later; their colors may glide.
DARK = """async () => {
  for (let i = 0; i < 3; i++) {
    await new Promise((go) => { requestAnimationFrame(go); setTimeout(go, 1000); });
  }
  await Promise.all(document.getAnimations().map((each) => each.finished));
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
    await new Promise((go) => { requestAnimationFrame(go); setTimeout(go, 1000); });
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
# Sends each slider of a figure to its other end, and gives those that change nothing that is drawn
# or said, or that Reset does not bring back.
IDLE_SLIDERS = """(figure) => {
  const root = figure.shadowRoot;
  const folded = "details:has(> .controls)"; // these are not what they move
  for (const fold of root.querySelectorAll(folded)) fold.open = true;
  const shown = () => [...root.querySelectorAll(`.panels :not(${folded} *), .verdict`)]
    .map((node) => [...node.attributes].map(({ value }) => value).join() + node.textContent).join();
  const reset = [...root.querySelectorAll("button")].find((each) => each.textContent === "Reset");
  const idle = (slider) => {
    const [value, before] = [slider.value, shown()];
    slider.value = value === slider.min ? slider.max : slider.min;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    const moved = slider.value !== value && shown() !== before;
    reset.click();
    return !moved || slider.value !== value;
  };
  return [...root.querySelectorAll("input[type=range]")].filter((each) => each.checkVisibility())
    .filter(idle).map((each) => each.getAttribute("aria-valuetext"));
}"""


def open_page(page: Page, address: str) -> Page:
    """Go to a page and wait until its mathematics stands."""
    page.goto(address, wait_until="load")
    page.evaluate("() => window.MathJax?.startup?.promise")
    return page


def test_there_are_pages(html: Path) -> None:
    assert "index.html" in PAGES


@pytest.mark.parametrize("name", VISITED)
def test_visited(new_page: NewPage, site: str, site_file: str, name: str) -> None:
    """One visit for all that is asked of a page: by daylight, on a phone, then at night.

    A page stands, each figure is on one screen, and every slider moves its own, from disk. Those in
    turn, and those that are not what they were when they were last read, come from a server and are
    read to their end by eyes and by axe. What is as it was in the last green run waits for its
    turn.
    """
    page = new_page()
    page.add_init_script(NOTE_SHIFTS)
    page.add_init_script(NOTE_FIRST)
    open_page(page, f"{site if name in READ else site_file}/{name}")
    assert page.locator("h1:visible").count() == 1
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    assert height(page) <= (MOST_TALL if name in CHAPTERS else MOST_ELSEWHERE)
    if name in READ:
        page.evaluate(READ_TO_THE_END)
    assert page.evaluate(SHIFTED, OURS) <= MOST_SHIFT
    assert cut_off(page) == []
    page.set_viewport_size(NARROW)
    assert name not in CHAPTERS or height(page) <= TALL_ON_A_PHONE * FONTS
    if is_live(name):
        page.set_viewport_size(WIDE)
        assert_live(page, name)
        page.set_viewport_size(NARROW)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    if name in READ and name in OUR_PAGES:
        page.set_viewport_size(WIDE)
        assert_accessible(page, OURS, thin=True)
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        page.evaluate(DARK)
        assert_accessible(page, OURS, thin=True)


def height(page: Page) -> int:
    """How tall a page is."""
    tall: int = page.evaluate("document.documentElement.scrollHeight")
    return tall


def is_live(name: str) -> bool:
    """Whether a page has a live figure."""
    return bool(FIGURE.search((HTML / name).read_text("utf-8")))


def has_formula(name: str) -> bool:
    """Whether a page has a formula."""
    return FORMULA in (HTML / name).read_text("utf-8")


def assert_live(page: Page, name: str) -> None:
    """The first figure stood before its formulas; all come up.

    Each has its picture on one screen, and every slider moves its own.
    """
    if has_formula(name):
        assert page.evaluate("window.stoodBefore")
    figures = page.locator("hand-figure")
    for figure in figures.all():
        figure.evaluate(UNFOLD)
        page.wait_for_function(STANDS_HERE, arg=figure.element_handle())
        assert figure.locator(".verdict").inner_text().strip()
        assert figure.evaluate(PICTURE_ENDS) <= ONE_SCREEN * FONTS, figure.get_attribute("id")
        assert figure.evaluate(IDLE_SLIDERS) == [], figure.get_attribute("id")
    typed = name.endswith("_exercises.html") or name in NO_SLIDER
    assert figures.locator("input[type=range]").count() or typed


def test_a_picture_below_the_screen_is_found(new_page: NewPage, site: str) -> None:
    """As every figure is on one screen, none would tell whether what is measured is its picture."""
    page = open_page(new_page(), f"{site}/a_small_change.html")
    figure = page.locator("#halves")
    figure.evaluate("figure => figure.scrollIntoView()")
    figure.locator(".stage").first.wait_for()
    assert 300 < figure.evaluate(PICTURE_ENDS) <= ONE_SCREEN * FONTS
    lower = "figure => figure.shadowRoot.querySelector('.sides').style.marginTop = '400px'"
    figure.evaluate(lower)
    assert figure.evaluate(PICTURE_ENDS) > ONE_SCREEN * FONTS


def test_pages_are_live_and_have_formulas() -> None:
    live = {name for name in PAGES if is_live(name)}
    assert {"index.html", "hello_world.html", "transformer.html"} <= live
    assert {"hello_world.html", "adding.html"} <= {name for name in live if has_formula(name)}


def test_a_third_of_the_pages_is_read_at_least() -> None:
    assert len(READ) >= len(PAGES) // IN_TURN


def test_dark_is_followed(new_page: NewPage, site: str) -> None:
    page = open_page(new_page(dark=True), f"{site}/index.html")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.locator("hand-figure[data-mode=dark]").first.wait_for()


def cut_off(page: Page) -> list[str]:
    """The cells of code and output with a line that is longer than they are wide."""
    cells: list[str] = page.locator(".cell_input pre, .cell_output pre").evaluate_all(
        "all => all.filter(x => x.scrollWidth > x.clientWidth + 1).map(x => x.textContent)"
    )
    return cells


def test_mathematics_is_set_from_disk(new_page: NewPage, site_file: str) -> None:
    page = open_page(new_page(), f"{site_file}/transformer.html")
    assert page.locator("mjx-container mjx-math").count() > 0
    assert page.evaluate("document.fonts.check('1em MJXZERO') || document.fonts.size > 0")


def minutes(html: Path, name: str) -> int:
    """How many minutes a page says that it takes."""
    text = (html / f"{name}.html").read_text("utf-8")
    (beneath,) = re.findall(r'</h1>\s*<p class="page-length">(\d+) minutes?\b', text)
    (told,) = re.findall(r'<meta name="hand:minutes" content="(\d+)"', text)
    assert beneath == told
    return int(told)


def test_each_chapter_says_how_long_it_takes_and_the_cover_says_the_same(html: Path) -> None:
    cover = (html / "index.html").read_text("utf-8")
    listed = re.findall(r'href="([\w-]+)\.html">.*?class="page-length">(\d+) min<', cover)
    assert [page for page, _ in listed] == [chapter.page for chapter in CONTENTS]
    for page, told in listed:
        assert int(told) == minutes(html, page)


def test_five_pages_can_be_read_in_the_time_that_the_cover_says(html: Path) -> None:
    """Pages that grow break what a reader of some patience is promised."""
    cover = (html / "index.html").read_text("utf-8")
    (way,) = re.findall(r"<strong>Five pages, in an hour and a half.</strong>(.+)</p>", cover)
    pages = re.findall(r'href="(\w+)\.html"', way)
    assert len(pages) == 5
    assert sum(minutes(html, page) for page in pages) <= 90


def test_the_first_part_takes_the_evening_that_the_cover_promises(html: Path) -> None:
    """Twelve chapters, without their further pages and exercises."""
    first = [chapter.page for chapter in CONTENTS][:12]
    for page in ("index", "preface"):
        text = " ".join((html / f"{page}.html").read_text("utf-8").split())
        assert re.search(r"[Tt]he twelve chapters of the first part.*?three hours", text), page
    assert round(sum(minutes(html, page) for page in first) / 60) == 3


def found(page: Page, site: str, words: str) -> list[str]:
    """The titles of what the search finds, in its order."""
    open_page(page, f"{site}/search.html?q={words}")
    page.locator(".search-summary:not(:empty)").wait_for()
    return page.locator("#search-results li > a").all_inner_texts()


@pytest.mark.parametrize(
    ("words", "title"),
    [("residual", "The transformer"), ("sort", "All in order"), ("french", "Two languages"),
     ("add", "Adding"), ("attention", "The transformer"), ("sound", "Say a word"),
     ("programs.sort", "taotp.programs.sort")],
)  # fmt: skip
def test_search_finds_pages_about_a_word_first(
    new_page: NewPage, site: str, words: str, title: str
) -> None:
    """Functions of the name stood before all chapters, and these in the order of the alphabet."""
    titles = found(new_page(), site, words)
    assert any(each.endswith(title) for each in titles[:5]), titles[:5]
    code = [each.startswith("taotp_core.") for each in titles]
    assert "." in words or code == sorted(code)


def test_an_excerpt_is_prose_with_the_word(new_page: NewPage, site: str) -> None:
    """The page's list of contents and its code stood there."""
    page = new_page()
    found(page, site, "sort")
    excerpts = page.locator("#search-results .context")
    excerpts.first.wait_for()
    text = excerpts.first.inner_text()
    assert "sort" in text and "The program takes a list of different numbers" in text


def test_the_glass_does_not_lie_on_what_is_typed(new_page: NewPage, site: str) -> None:
    page = open_page(new_page(), f"{site}/search.html?q=sort")
    glass = page.locator(".bd-search-container form i").bounding_box()
    field = page.locator(".bd-search-container form input")
    box, pad = (
        field.bounding_box(),
        field.evaluate("x => parseFloat(getComputedStyle(x).paddingLeft)"),
    )
    assert glass is not None and box is not None
    assert glass["x"] + glass["width"] <= box["x"] + pad


def test_index_names_no_missing_page(html: Path) -> None:
    text = (html / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text[text.index("{") : text.rindex("}") + 1])
    assert {f"{name}.html" for name in index["docnames"]} <= set(PAGES)
