"""The machine in steps, in a real browser: one page, walked by pointer and by keys."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from taotp.figures import explore
from taotp.figures.options import Panels
from taotp.page.bundle import part_script, script, with_lent
from taotp.programs import before_last, search
from taotp_core.stream import subspaces
from tests.pages.conftest import NewPage, rest

MOST_TALL = 650  # px, of the whole figure at 1,060 px, with the line of more controls
PROMPT = "12511711"
PLAYS = 7000  # ms of its clock, in which a machine shows all of its steps
STEP = "document.querySelector('hand-figure').handle.state.step"


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two machines on a page of their own, with the scripts that they need."""
    searching = explore(
        lambda N, n_match: search("0123456789", 24, n_match, hard=N),
        PROMPT,
        answer="search",
        dials={"N": 64, "n_match": (2,)},
        panels=Panels(subspaces=subspaces(token=3, past=6, pos=3)),
        id="searching",
    )
    last = explore(lambda: before_last("abc", 12), "abcab", id="last")
    parts = with_lent({*searching.parts, *last.parts})
    scripts = "".join(f"<script>{part_script(part)}</script>" for part in parts)
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Machines</title>'
    words = "<p>Said of <code>W_E</code> and <code>W_Q</code>.</p>"
    head += "<style>body { margin: 8px; }</style>"
    body = f"{head}{words}{searching.element()}{last.element()}"
    file = tmp_path_factory.mktemp("machine") / "machine.html"
    file.write_text(f"{body}{scripts}<script>{script()}</script>", "utf-8")
    return file


@pytest.fixture
def page(new_page: NewPage, page_file: Path) -> Page:
    page = new_page(viewport=(1076, 800), timed=True)
    page.goto(page_file.as_uri())
    page.locator("#searching .cell").first.wait_for()
    return page


def picture(page: Page) -> str:
    """What the picture is called."""
    return page.locator("#searching svg.machine").get_attribute("aria-label") or ""


def test_steps_by_buttons_and_by_keys(page: Page) -> None:
    figure = page.locator("#searching")
    box = figure.bounding_box()
    assert box is not None
    assert box["height"] <= MOST_TALL + 1
    assert page.evaluate(STEP) == "say"
    figure.get_by_role("button", name="layer 0: look").click()
    assert "looks 1 back reads the 1 of position 6" in picture(page)
    figure.get_by_role("button", name="layer 1: look").click()
    assert "finds the same 2 reads the 7 of position 5" in picture(page)
    heights = set()
    image = figure.locator("svg.machine")
    image.focus()
    for _ in range(20):
        page.keyboard.press("ArrowLeft")
    assert page.evaluate(STEP) == "embed"
    seen = []
    for _ in range(20):
        seen.append(page.evaluate(STEP))
        found = figure.bounding_box()
        heights.add(round(found["height"]) if found else 0)
        page.keyboard.press("ArrowRight")
    assert list(dict.fromkeys(seen)) == [
        *("embed", "norm 0", "ask 0", "look 0", "carry 0"),
        *("norm 1", "ask 1", "look 1", "carry 1", "norm", "compare", "say"),
    ]
    assert max(heights) <= MOST_TALL + 1
    assert max(heights) - min(heights) <= 1
    assert "says “7”" in picture(page)
    page.keyboard.press("ArrowUp")
    assert "Position 6 hears “1”" in picture(page)


def test_a_number_is_lit_unfolded_and_followed(page: Page) -> None:
    figure = page.locator("#searching")
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
    assert page.evaluate("document.querySelector('hand-figure').handle.state.at") == (
        "attention 0/7/11"
    )
    foot.get_by_role("button").first.click()
    assert foot.inner_text().startswith("embedding, position 7, pos.3: ")
    assert "W_pos" in foot.inner_text()
    foot.get_by_role("button", name="close the arithmetic").click()
    assert foot.inner_text().startswith("Point at a number")
    figure.locator("svg.machine").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector('hand-figure').handle.state.at") == (
        "attention 0/7/1"
    )
    rest(page)
    said = figure.locator(".machine > [role=status]").inner_text()
    assert said.startswith("after the heads of layer 0, position 7, token.2: ")
    page.keyboard.press("Escape")
    assert foot.inner_text().startswith("Point at a number")


def test_a_head_off_and_all_rows(page: Page) -> None:
    figure = page.locator("#searching")
    arcs = figure.locator(".arc:visible").count()
    figure.get_by_role("checkbox", name="all rows").check()
    assert figure.locator(".arc:visible").count() > arcs
    figure.get_by_role("checkbox", name="finds the same 2").uncheck()
    assert "it should say “7”" in figure.locator(".verdict").inner_text()


def test_it_plays_from_the_first_step_to_the_last(page: Page) -> None:
    """One press shows all steps in their order; a press of anything else ends it there."""
    figure = page.locator("#searching")
    page.evaluate("""() => {
      window.seen = [];
      const { handle } = document.querySelector("hand-figure");
      const image = document.querySelector("#searching").shadowRoot.querySelector("svg.machine");
      new MutationObserver(() => seen.push(handle.state.step)).observe(image, { attributes: true });
    }""")
    play = figure.get_by_role("button", name="Play in steps")
    play.click()
    page.clock.run_for(PLAYS)
    page.wait_for_function(f"{STEP} === 'say'")
    assert page.evaluate("[...new Set(seen)].length") == 12
    play.click()
    page.wait_for_function(f"{STEP} === 'ask 0'")
    figure.get_by_role("button", name="step back").click()
    play.wait_for()
    assert page.evaluate(STEP) in ("norm 0", "ask 0")


def test_rows_that_are_left_out_are_brought_by_a_press(new_page: NewPage, page_file: Path) -> None:
    """Of twenty symbols thirteen rows stand there, and a line for those in between."""
    page = new_page(viewport=(1076, 800))
    page.goto(page_file.as_uri() + "#searching?text=12511711125117111251")
    machine = page.locator("#searching div.machine")
    machine.locator(".more-rows").first.wait_for()
    assert machine.get_attribute("data-rows") == "13"
    assert int(machine.get_attribute("data-of") or 0) >= 20
    rows = machine.locator("g.row:visible").count()
    assert rows == 13
    line = machine.locator(".more-rows:visible").first
    more = int((line.text_content() or "").split()[0])
    line.click()
    page.wait_for_function(
        f"document.querySelector('#searching').shadowRoot.querySelector('div.machine')"
        f".dataset.rows === '{rows + more}'"
    )


def test_numbers_stay_inside_their_cells(new_page: NewPage, page_file: Path) -> None:
    """At every width, in every step: no number is wider than its cell."""
    for width in (1076, 700, 360):
        page = new_page(viewport=(width, 800))
        page.goto(page_file.as_uri())
        page.locator("#searching div.machine").wait_for()
        crossing = page.evaluate("""async () => {
          const figure = document.querySelector("#searching");
          const steps = [...figure.shadowRoot.querySelectorAll("[data-step]")];
          const found = [];
          for (const { dataset: { step } } of steps) {
            figure.handle.set({ step });
            await nextFrame();
            for (const cell of figure.shadowRoot.querySelectorAll("g.cell")) {
              if (!cell.checkVisibility()) continue;
              const [rect, text] = cell.children;
              const [most, wide] = [rect, text].map((node) => node.getBBox().width);
              if (wide > most) found.push(`${step}: ${text.textContent}`);
            }
          }
          return found;
        }""")
        assert crossing == [], width


def test_one_step_fits_a_phone(new_page: NewPage, page_file: Path) -> None:
    page = new_page(viewport=(360, 740))
    page.goto(page_file.as_uri())
    machine = page.locator("#searching div.machine").first
    machine.wait_for()
    for step in ("ask 0", "carry 0", "compare"):
        page.evaluate(f"document.querySelector('hand-figure').handle.set({{ step: '{step}' }})")
        box = machine.bounding_box()
        assert box is not None
        assert box["height"] <= 640
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
