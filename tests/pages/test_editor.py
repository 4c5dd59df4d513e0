"""The field in which a reader changes a program: what it says, by keyboard and by pointer."""

from pathlib import Path

from playwright.sync_api import Page

from taotp.figures import LiveFigure
from taotp.figures.editor import Example, edit
from tests.pages.accessible import assert_for_everybody
from tests.pages.small_pages import opened, pages_of, verdict
from tests.pages.test_figures import TURNS_PAGES

LEAST = """symbols 0 to 9
context 8
steps 1
stream token 3
embed token as circle 22, from 1
layer
attend query north(token), key east(token), hard 1e4, read token, write token, loud 1e4
"""
HELLO = """characters "Hi!"
context 4
stop "!"
stream token 3
embed token as circle
place token as symbols "i" "!" "!" "!", times 100
"""
WRONG = LEAST.replace("north(token)", "north(tokn)").replace("circle 22", "circlr 22")
EXAMPLES = Path(__file__).resolve().parents[2] / "taotp" / "examples"
ALL = ("machine", "circle", "numbers")


def editor() -> LiveFigure:
    examples = {"Hello": Example(HELLO, "H"), "wrong": Example(WRONG, "6 2 0")}
    return edit(LEAST, "6 2 0", panels=ALL, answer="minimum", examples=examples, name="least")


folder = pages_of(lambda: {"": editor()}, keys=TURNS_PAGES)


def typed(page: Page, text: str) -> None:
    """Put a text into the field, and wait until it has been read."""
    page.get_by_label("the program").fill(text)
    read(page)


def read(page: Page) -> None:
    """Wait until what stands in the field has been read."""
    page.wait_for_function("""() => {
      const { handle, shadowRoot } = document.querySelector("hand-figure");
      return handle.state.listing === shadowRoot.querySelector("textarea").value;
    }""")


def status(page: Page) -> str:
    return page.locator(".status").inner_text()


def chosen(page: Page) -> str:
    """What is selected in the field."""
    return str(
        page.evaluate("""() => {
          const { value, selectionStart, selectionEnd } =
            document.querySelector("hand-figure").shadowRoot.activeElement;
          return value.slice(selectionStart, selectionEnd);
        }""")
    )


def test_one_number_changes_what_is_said(page: Page, folder: Path) -> None:
    opened(page, folder)
    assert status(page) == "no fault"
    page.get_by_text("Size and keys").click()
    assert page.get_by_text("1 layer, 78 parameters, 41 not zero").is_visible()
    assert "After “6 2 0” it says “0”, as it should." in verdict(page)
    assert page.get_by_label("text", exact=True).get_attribute("placeholder") == ""
    arc = page.locator(".arc").last
    wide = arc.get_attribute("stroke-width")
    typed(page, LEAST.replace("hard 1e4", "hard 0.001"))
    assert "it should say “0”" in verdict(page)
    assert arc.get_attribute("stroke-width") != wide
    page.get_by_role("button", name="Reset").click()
    field = page.get_by_label("the program")
    assert field.input_value() == LEAST
    assert "as it should" in verdict(page)
    field.press("Tab")
    assert field.input_value() == LEAST, "Tab leaves the text"
    focused = "(node) => node === node.getRootNode().activeElement"
    assert page.get_by_text("Size and keys").evaluate(focused)
    field.press("ArrowDown")
    assert not page.evaluate("Boolean(window.turned)")
    weights = page.get_by_label("which weights")
    before = weights.locator("option").count()
    weights.select_option("W_Q, layer 0, head 0")
    assert page.get_by_role("gridcell").count() == 3
    typed(page, LEAST.partition("layer")[0])
    assert weights.locator("option").count() < before or not weights.is_visible()


def test_faults_stand_below_and_lead_to_their_places(page: Page, folder: Path) -> None:
    opened(page, folder)
    typed(page, WRONG)
    assert status(page) == "2 faults"
    field = page.get_by_label("the program")
    assert field.get_attribute("aria-invalid") == "true"
    faults = page.get_by_role("list", name="faults").get_by_role("listitem")
    assert faults.count() == 2
    assert "did you mean 'circle'?" in faults.nth(0).inner_text()
    assert faults.nth(1).locator("pre").inner_text().splitlines()[1].endswith("^^^^")
    assert page.locator(".panels.stale").count() == 1
    assert "What follows is from the last text that ran." in verdict(page)
    page.get_by_role("button", name="line 7, column 20").click()
    assert chosen(page) == "tokn"
    page.keyboard.type("token")
    read(page)
    assert status(page) == "1 fault"
    page.keyboard.press("F8")
    assert chosen(page) == "circlr"
    page.keyboard.type("circle")
    read(page)
    assert status(page) == "no fault"
    assert page.locator(".stale").count() == 0
    assert faults.count() == 0
    typed(page, LEAST.replace("steps 1", 'steps "\N{PILE OF POO}" ,'))
    page.locator(".faults button").first.click()
    assert chosen(page) == '"\N{PILE OF POO}"', "columns count characters"
    typed(page, WRONG)
    assert_for_everybody(page, "hand-figure")


def test_examples_bring_their_prompts(page: Page, folder: Path) -> None:
    """An address names one too."""
    opened(page, folder, fragment="#editor?example=Hello&text=H")
    assert "After “H” it says “i”." in verdict(page)
    page.get_by_role("button", name="Reset").click()
    page.get_by_label("example").select_option("Hello")
    assert page.get_by_label("the program").input_value() == HELLO
    assert page.get_by_label("text", exact=True).input_value() == "H"
    assert "After “H” it says “i”." in verdict(page)
    assert page.locator(".column.looker:visible").count() == 0
    assert page.locator("figcaption:visible", has_text="Position and token").count() == 1
    page.get_by_label("example").select_option("wrong")
    typed(page, LEAST)
    assert "After “6 2 0” it says “0”" in verdict(page)


def test_a_large_text_is_read(page: Page, folder: Path) -> None:
    rows = [[i + 0.5] * 50 for i in range(200)]
    opened(page, folder)
    field = page.get_by_label("the program")
    field.fill(f'{{"tok_emb": {rows}, "block_size": 4, "steps": 1}}')
    page.get_by_text("0 layers, 10,200 parameters, 10,000 not zero").wait_for(state="attached")
    field.fill("a\n" * 500)
    page.get_by_text("at least 100 faults", exact=True).wait_for()
    assert page.locator(".faults li").count() == 20
    assert "and at least 80 more faults" in page.locator(".listing").inner_text()


def test_an_arrow_of_a_wide_stream_stays_in_its_picture(page: Page, folder: Path) -> None:
    """What layer norm leaves of one circle in a wide stream may be longer than the circle."""
    opened(page, folder)
    typed(page, (EXAMPLES / "search.taotp").read_text("utf-8"))
    assert status(page) == "no fault"
    circle = page.locator("figure", has_text="what attention reads").last
    beyond = """all => all.map((arrow) => arrow.getBBox()).filter(({ x, y, width, height }) =>
      x < 0 || y < 0 || x + width > 288 || y + height > 248).length"""
    arrows = circle.locator("svg[role=img] > .arrow")
    assert arrows.count() and arrows.evaluate_all(beyond) == 0
    assert "drawn shorter" in circle.inner_text()
