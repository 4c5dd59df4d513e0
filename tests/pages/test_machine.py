"""The machine in steps, in a real browser: one page, walked by pointer and by keys."""

from pathlib import Path

from playwright.sync_api import Locator, Page

from taotp.figures import LiveFigure, explore
from taotp.figures.options import Panels
from taotp.programs import before_last, search
from taotp_core.stream import subspaces
from tests.pages.conftest import rest
from tests.pages.small_pages import opened, pages_of, verdict

MOST_TALL = 700  # px, of the whole figure at 1,060 px, with dials below it and more controls
WIDE = 1076
STEPS = [
    *("embed", "norm 0", "ask 0", "look 0", "carry 0"),
    *("norm 1", "ask 1", "look 1", "carry 1", "norm", "compare", "say"),
]
PLAYS = 600_000  # ms of its clock, in which a machine shows all of its steps
STEP = "document.querySelector('hand-figure').handle.state.step"


def machines() -> list[LiveFigure]:
    """Two on a page."""
    return [
        explore(
            lambda N, n_match: search("0123456789", 24, n_match, hard=N), "12511711",
            answer="search", dials={"N": 64, "n_match": (2,)}, id="searching",
            panels=Panels(subspaces=subspaces(token=3, past=6, pos=3)),
        ),
        explore(lambda: before_last("abc", 12), "abcab", id="last"),
    ]  # fmt: skip


folder = pages_of(lambda: {"": machines()}, style="body { margin: 8px; }")
NUMBERS = "#searching?view=numbers"


def at(page: Page, folder: Path, width: int, fragment: str = NUMBERS) -> Locator:
    """The first machine in numbers, in a window so wide."""
    page.set_viewport_size({"width": width, "height": 800})
    opened(page, folder, fragment=fragment)
    page.locator("#searching div.machine").first.wait_for()
    return page.locator("#searching")


def picture(page: Page) -> str:
    """What the picture is called."""
    return page.locator("#searching svg.machine").get_attribute("aria-label") or ""


def test_steps_by_buttons_and_by_keys(page: Page, folder: Path) -> None:
    figure = at(page, folder, WIDE)
    box = figure.bounding_box()
    assert box is not None
    assert box["height"] <= MOST_TALL + 1
    assert page.evaluate(STEP) == "say"
    figure.get_by_role("button", name="layer 0: look").click()
    assert "looks 1 back reads the 1 of position 6" in picture(page)
    figure.get_by_role("button", name="layer 1: look").click()
    assert "finds the same 2 reads the 7 of position 5" in picture(page)
    figure.locator("svg.machine").focus()
    for _ in range(len(STEPS) + 1):
        page.keyboard.press("ArrowLeft")
    heights, seen = set(), []
    for _ in range(len(STEPS) + 1):
        seen.append(page.evaluate(STEP))
        found = figure.bounding_box()
        heights.add(round(found["height"]) if found else 0)
        page.keyboard.press("ArrowRight")
    assert seen == [*STEPS, STEPS[-1]]
    assert max(heights) <= MOST_TALL + 1
    assert max(heights) - min(heights) <= 1
    assert "says “7”" in picture(page)
    page.keyboard.press("ArrowUp")
    assert "Position 6 hears “1”" in picture(page)
    arcs = figure.locator(".arc:visible").count()
    figure.get_by_role("checkbox", name="all rows").check()
    assert figure.locator(".arc:visible").count() > arcs
    figure.get_by_role("checkbox", name="finds the same 2").uncheck()
    assert "it should say “7”" in verdict(page)


def test_a_number_is_lit_unfolded_and_followed(timed: Page, folder: Path) -> None:
    page, figure = timed, at(timed, folder, WIDE)
    figure.get_by_role("button", name="layer 0: carry").click()
    cell = figure.locator(".column.open.stream .cell").last
    cell.hover()
    rest(page, 120)
    foot = figure.locator(".foot")
    assert foot.inner_text().startswith("after the heads of layer 0, position 7, pos.3: ")
    assert figure.locator("path.made").get_attribute("d")
    assert figure.locator("path.makes").get_attribute("d") == ""  # nothing later is shown
    cell.click()
    page.mouse.move(5, 5)
    looked_at = "document.querySelector('hand-figure').handle.state.at"
    assert page.evaluate(looked_at) == "attention 0/7/11"
    foot.get_by_role("button").first.click()
    assert foot.inner_text().startswith("embedding, position 7, pos.3: ")
    assert "W_pos" in foot.inner_text()
    foot.get_by_role("button", name="close the arithmetic").click()
    assert foot.inner_text().startswith("Point at a number")
    figure.locator("svg.machine").focus()
    for key in ("Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate(looked_at) == "attention 0/7/1"
    rest(page)
    said = figure.locator(".machine > [role=status]").inner_text()
    assert said.startswith("after the heads of layer 0, position 7, token.2: ")
    page.keyboard.press("Escape")
    assert foot.inner_text().startswith("Point at a number")


def test_it_plays_from_the_first_step_to_the_last(timed: Page, folder: Path) -> None:
    """One press shows all steps in their order; a press of anything else ends it there."""
    page, figure = timed, at(timed, folder, WIDE)
    page.evaluate("""() => {
      window.seen = [];
      const { handle } = document.querySelector("hand-figure");
      const image = document.querySelector("#searching").shadowRoot.querySelector("svg.machine");
      new MutationObserver(() => seen.push(handle.state.step)).observe(image, { attributes: true });
    }""")
    play = figure.get_by_role("button", name="Play")
    play.click()
    page.clock.run_for(PLAYS)
    page.wait_for_function(f"{STEP} === 'say'")
    assert page.evaluate("[...new Set(seen)].length") == len(STEPS)
    play.click()
    page.wait_for_function(f"{STEP} === 'ask 0'")
    figure.get_by_role("button", name="step back").click()
    play.wait_for()
    assert page.evaluate(STEP) in ("norm 0", "ask 0")


def test_rows_that_are_left_out_are_brought_by_a_press(page: Page, folder: Path) -> None:
    """Of twenty symbols thirteen rows stand there, and a line for those in between."""
    at(page, folder, WIDE, f"{NUMBERS}&text=12511711125117111251")
    machine = page.locator("#searching div.machine")
    line = machine.locator(".more-rows:visible").first
    line.wait_for()
    assert machine.get_attribute("data-rows") == "13"
    assert int(machine.get_attribute("data-of") or 0) >= 20
    assert machine.locator("g.row:visible").count() == 13
    more = int((line.text_content() or "").split()[0])
    line.click()
    page.locator(f"#searching div.machine[data-rows='{13 + more}']").wait_for()


# The numbers that are wider than their cells, in every step.
CROSSING = """async () => {
  const figure = document.querySelector("#searching");
  const found = [];
  for (const { dataset: { step } } of figure.shadowRoot.querySelectorAll("[data-step]")) {
    figure.handle.set({ step });
    await nextFrame();
    for (const cell of figure.shadowRoot.querySelectorAll("g.cell")) {
      if (!cell.checkVisibility()) continue;
      const [most, wide] = [...cell.children].map((node) => node.getBBox().width);
      if (wide > most) found.push(`${step}: ${cell.children[1].textContent}`);
    }
  }
  return found;
}"""


def test_numbers_stay_inside_their_cells_and_a_step_fits_a_phone(page: Page, folder: Path) -> None:
    for width in (WIDE, 700, 360):
        at(page, folder, width)
        assert page.evaluate(CROSSING) == [], width
    for step in ("ask 0", "carry 0", "compare"):
        page.evaluate(f"document.querySelector('hand-figure').handle.set({{ step: '{step}' }})")
        box = page.locator("#searching div.machine").first.bounding_box()
        assert box is not None
        assert box["height"] <= 640
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
