"""What a figure may cost, and what it must be: asked of one figure of every kind in the book.

The figures are found on the built pages, so that new ones are held as well: as few as have between
them every kind of figure, every panel and every kind of control.
"""

import json
import re
import statistics
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from tests.pages.conftest import FRAME, UNFOLD, NewPage, built_pages
from tests.pages.pace import clock, pace, updates
from tests.pages.test_every_page import READ
from tools.benchmarks.slow_phone import STANDS
from tools.sampling import HTML, at_night

MOST_GROWN = 1_000_000  # bytes of heap after that many moves
FIRST = 100  # updates: what a page may work until its first figure stands
MOVES = 800 if at_night() else 400
MOST = 2  # updates that a move may take where all controls have their turn; 1 is the most seen
TOGETHER = 40  # moves that are measured together, before the page is drawn anew
COLLECTIONS = 6
NOT_ON_PAPER = {"answer"}  # nothing to look at before a reader does something
FIGURE = re.compile(
    r'<hand-figure[^>]*\bid="([^"]+)".*?<script type="application/json">(.*?)</script>', re.DOTALL
)


class Found(NamedTuple):
    """A figure of a built page: where it is, and what it has of kinds, panels and controls."""

    page: str
    id: str
    has: frozenset[str]


def figures_of(name: str) -> list[Found]:
    """The figures of a built page."""
    found = []
    for figure, text in FIGURE.findall((HTML / name).read_text("utf-8")):
        spec = json.loads(text)
        controls = {f"a {control['kind']} control" for control in spec["controls"]}
        found.append(Found(name, figure, frozenset({spec["kind"], *spec["panels"], *controls})))
    return found


def some_of_every_kind() -> list[Found]:
    """Few figures that have all kinds between them: each time the one with most that is new."""
    left = [figure for name in built_pages() for figure in figures_of(name)]
    chosen: list[Found] = []
    seen: set[str] = set()
    while left:
        most = max(left, key=lambda figure: len(figure.has - seen))
        left = [figure for figure in left if figure.has - seen and figure != most]
        if most.has - seen:
            chosen.append(most)
            seen |= most.has
    return chosen


def in_turn() -> list[Found]:
    """Those of them whose page is read in this run; all at night."""
    return [figure for figure in some_of_every_kind() if figure.page in READ]


# Moves: each control in turn is set to another of its values, and the machine to another step. To
# choose another text is no move: it is read and assembled.
MOVE = """([id, turn, moves, only]) => {
  const figure = document.getElementById(id);
  const { handle, spec } = figure;
  const value = ({ kind, values, least, most, by }, k) => {
    if (kind === "step") return k % (handle.run.last + 1);
    if (values) return values[k % values.length];
    if (kind === "log") return Math.min(most, least * 1.7 ** (k % 24));
    return least + (by * k) % (most - least);
  };
  const controls = [...spec.controls, ...spec.hidden]
    .filter(({ kind, by, values }) => ["log", "step"].includes(kind) || by || values)
    .filter(({ name }) => (only ? name === only : name !== "example"));
  const steps = [...figure.shadowRoot.querySelectorAll("[data-step]")].map((x) => x.dataset.step);
  if (steps.length && !only) controls.push({ name: "step", kind: "select", values: steps });
  for (let k = turn * moves; k < (turn + 1) * moves; k++) {
    const control = controls[k % controls.length];
    handle.set(control ? { [control.name]: value(control, Math.floor(k / controls.length)) } : {});
  }
}"""
# Whether what is painted can be seen on the ground of forced colors; what was never painted is not
# asked for.
PAINTED = """(id) => {
  const root = document.getElementById(id).shadowRoot;
  const words = "text, rect, path, circle, line, polygon, button, input, select, label, p, b, span";
  const clear = (color) => /^(none|transparent|rgba\\(.*, 0\\))$/.test(color);
  const ground = getComputedStyle(document.body).backgroundColor;
  return [...root.querySelectorAll(words)].filter((node) => node.checkVisibility()).map((node) => {
    const { color, fill, stroke, strokeWidth } = getComputedStyle(node);
    const inks = node instanceof SVGElement ? [fill, parseFloat(strokeWidth) ? stroke : "none"]
      : [color];
    const seen = inks.filter((ink) => !clear(ink));
    return [node.outerHTML.slice(0, 120), seen.length > 0, seen.some((ink) => ink !== ground)];
  });
}"""
REACHABLE = """(id) => {
  const root = document.getElementById(id).shadowRoot;
  const all = "button, input, select, textarea, summary, a[href], [tabindex]";
  const may = (x) => x.checkVisibility() && !x.disabled && x.tabIndex >= 0;
  const some = [...root.querySelectorAll(all)].filter(may);
  const radios = new Set();
  window.left = new Set(some.filter((x) => {
    const again = x.type === "radio" && radios.has(x.name);
    if (x.type === "radio") radios.add(x.name);
    return !again;
  }));
  root.addEventListener("focusin", ({ target }) => window.left.delete(target));
  const before = document.createElement("button");
  document.getElementById(id).before(before);
  before.focus();
  return window.left.size;
}"""


@pytest.fixture(params=in_turn(), ids=lambda found: f"{found.page[:-5]}-{found.id}")
def found(request: pytest.FixtureRequest) -> Found:
    """Each of a few figures that have all kinds between them."""
    figure: Found = request.param
    return figure


def opened(page: Page, site: str, found: Found) -> None:
    """Go to a page, and to the figure on it."""
    page.goto(f"{site}/{found.page}", wait_until="load")
    page.locator(f"#{found.id}").evaluate(UNFOLD)
    page.locator(f"#{found.id}").scroll_into_view_if_needed()
    page.locator(f"#{found.id} .card").wait_for()
    page.evaluate("async () => { await window.MathJax?.startup?.promise; }")  # it has a heap too


def measured(
    page: Page, figure: str, moves: int, only: str = "", together: int = TOGETHER
) -> tuple[float, float]:
    """The median of so many updates, in what one may take; the bytes of heap after them.

    `only` names the one control to move; what `together` so many moves take is shared by them.
    """
    some = [[figure, turn, together, only] for turn in range(max(1, moves // together))]
    median = statistics.median(updates(page, MOVE, some)) / together
    devtools = page.context.new_cdp_session(page)
    heaps = []
    for _ in range(COLLECTIONS):  # what one frees may have held more, or wait for the next frame
        devtools.send("HeapProfiler.collectGarbage")
        heaps.append(devtools.send("Runtime.getHeapUsage")["usedSize"])
        page.evaluate(FRAME)
    return median, min(heaps)


def test_quick_seen_reached_and_printed(new_page: NewPage, site: str, found: Found) -> None:
    """One visit for all that is asked of a figure."""
    page = new_page()
    opened(page, site, found)
    assert_seen_in_forced_colors(page, found)
    assert_reached_by_tab(page, found)
    assert_printed(page, found)
    assert_moves_are_quick_and_leave_nothing(page, found)  # last: they leave another state


def assert_moves_are_quick_and_leave_nothing(page: Page, found: Found) -> None:
    """An update takes no longer than it may, and many of them leave no memory behind."""
    _, before = measured(page, found.id, MOVES // 10)
    median, after = measured(page, found.id, MOVES)
    print(f"{found.page} {found.id}: {median:.2f} of it, {(after - before) / 1000:.0f} kB")
    assert median <= MOST
    assert after - before <= MOST_GROWN


def assert_seen_in_forced_colors(page: Page, found: Found) -> None:
    """What is painted ordinarily can be seen where the reader's system chooses the colors."""
    ordinary: list[Any] = page.evaluate(PAINTED, found.id)
    page.emulate_media(forced_colors="active")
    forced = page.evaluate(PAINTED, found.id)
    assert [a[0] for a, b in zip(ordinary, forced, strict=True) if a[2] and not b[2]] == []
    page.emulate_media(forced_colors="none")


def assert_reached_by_tab(page: Page, found: Found) -> None:
    """Tab reaches every control of a figure, and leaves it."""
    reachable = page.evaluate(REACHABLE, found.id)
    for _ in range(reachable + 1):
        page.keyboard.press("Tab")
    lost = "[...window.left].map((each) => each.outerHTML.slice(0, 120))"
    assert page.evaluate(lost) == [], "not reached by Tab"
    inside = f"document.activeElement === document.getElementById('{found.id}')"
    assert not page.evaluate(inside), "Tab does not leave it"


def assert_printed(page: Page, found: Found) -> None:
    """On paper a figure stands or its still does, never both."""
    page.emulate_media(media="print")
    on_paper = page.locator(f"#{found.id} .card, #{found.id} > :not(script)").filter(visible=True)
    assert bool(on_paper.count()) is not bool(found.has & NOT_ON_PAPER)
    page.emulate_media(media="screen")


@pytest.mark.parametrize("name", ["index.html", "hello_world.html"])
def test_the_first_figure_takes_little(new_page: NewPage, site: str, name: str) -> None:
    """`python -m tools.benchmarks.slow_phone` tells the seconds on a slow phone, with its line."""
    costs = [worked(new_page((360, 740)), f"{site}/{name}#{figures_of(name)[0].id}") for _ in "123"]
    print(f"{name}: {min(costs):.0f} updates")
    assert min(costs) <= FIRST


def worked(page: Page, address: str) -> float:
    """How long a page works until its first figure stands, in what an update may take."""
    read = clock(page)
    page.goto(address, wait_until="commit")
    page.wait_for_function(STANDS)
    return read() / pace(page)


def test_every_kind_is_held() -> None:
    """Every kind and panel of the book is in one of the figures above, and none is there twice."""
    all_kinds = {each for name in built_pages() for found in figures_of(name) for each in found.has}
    chosen = some_of_every_kind()
    assert set().union(*(found.has for found in chosen)) == all_kinds
    assert {"speaker", "a text control"} <= all_kinds
