"""Looking inside a machine in a real browser: parts are pressed, and what changes is drawn."""

from pathlib import Path

from playwright.sync_api import Page

from taotp.figures import LiveFigure, inside, of_the_book, playground
from taotp.figures.gallery import library_examples
from tests.pages import small_pages
from tests.pages.accessible import assert_for_everybody
from tests.pages.conftest import rest
from tests.pages.costs import too_dear
from tests.pages.small_pages import STYLE, verdict

EXAMPLES = Path(__file__).resolve().parents[2] / "taotp" / "examples"
TALLEST = 745  # px: below the head of a page it is in one screen of 800
PRESS = """(some) => {
  for (const out of some) document.querySelector("hand-figure").handle.set({ out });
}"""


def figures() -> dict[str, LiveFigure]:
    """Looking inside, and a playground."""
    book = of_the_book()
    looked = inside({name: book[name] for name in ("search", "reverse", "add_by_looking")})
    return {"": looked, "bench": playground(library_examples(EXAMPLES))}


folder = small_pages.pages_of(figures, style=STYLE.replace("720px", "1092px"))  # as in the book


def opened(page: Page, folder: Path, fragment: str = "", name: str = "") -> Page:
    page.set_viewport_size({"width": 1100, "height": 900})
    small_pages.opened(page, folder, name, fragment=fragment)
    page.locator(".told", has_text="In truth").wait_for()
    return page


def test_a_part_is_pressed(timed: Page, folder: Path) -> None:
    page = opened(timed, folder)
    assert "Without 1.0 “finds the same 3” it says “3” at position 7, not “9”." in verdict(page)
    assert page.locator("hand-figure").bounding_box()["height"] <= TALLEST  # type: ignore[index]
    after = page.locator("svg.inside:visible").nth(1)
    after.locator('[data-path="layers.1.heads.0"]').click()
    assert "It says “9” at position 7." in verdict(page)
    after.locator('[data-path="layers.0.heads.0"]').click()
    page.get_by_role("button", name="0.1 “looks 2 back”").click()
    assert "Without 0.0 “looks 1 back” and 0.1 “looks 2 back” it says" in verdict(page)
    page.get_by_role("button", name="Put back").click()
    assert "It says “9” at position 7." in verdict(page)
    rest(page)
    assert page.evaluate("location.hash") == "#inside?at="
    page.locator("svg.inside:visible").first.focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert "Without 0.1 “looks 2 back” it still says “9”" in verdict(page)
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert "Without 0.1 “looks 2 back” and position 6 (2)" in verdict(page)
    some = ["layers.0.heads.0", "", "layers.1.heads.0", "layers.0.heads.1"]
    assert too_dear(page, PRESS, [some] * 5, calls=20_000, most=len(some)) == []


def test_tools_and_prompts_for_everybody(page: Page, folder: Path) -> None:
    opened(page, folder)
    second = page.get_by_role("textbox", name="second prompt")
    page.get_by_label("tool").select_option("patch")
    second.fill("1 2 3 5 4 1 2 3")
    assert "With 1.0 “finds the same 3” as for the second prompt it says “5”" in verdict(page)
    second.fill("1 2")
    assert "must be as long as the first" in page.locator(".bench").inner_text()
    page.get_by_label("program").select_option("reverse")
    page.get_by_label("tool").select_option("lens")
    page.locator(".told", has_text="In truth").wait_for()
    assert "%" in (page.locator("svg.inside:visible").last.text_content() or "")
    assert page.locator("svg.inside:visible").count() == 4, "an encoder and a decoder, twice"
    page.get_by_label("program").select_option("add_by_looking")
    page.locator(".told", has_text="In truth").wait_for()
    assert_for_everybody(page)
    one, other = (figure.bounding_box() for figure in page.locator(".maps figure").all())
    assert one and other and one["y"] + one["height"] <= other["y"]


def test_edges_and_paths(timed: Page, folder: Path) -> None:
    page = opened(timed, folder, "#inside?at=&tool=edges")
    own = page.locator("svg.inside:visible").first
    own.locator('[data-path="layers.1.heads.0.7.3"]').dispatch_event("click")
    assert "Without 1.0\u2019s look from 7 at 3 it says" in verdict(page)
    page.get_by_role("button", name="0.0\u2019s look from 7 at 6").click()
    assert "Without 1.0\u2019s look from 7 at 3 and 0.0\u2019s look from 7 at 6 it" in verdict(page)
    page.get_by_role("button", name="Put back").click()
    page.get_by_label("tool").select_option("paths")
    page.locator(".told", has_text="In truth").wait_for()
    page.get_by_role("button", name="what the values of 1.0 read of 0.0").click()
    assert "Without what the values of 1.0 read of 0.0 it still says \u201c9\u201d" in verdict(page)
    page.get_by_role("button", name="what the logits read of 1.0").click()
    assert "what the logits read of 1.0 it says \u201c3\u201d at position 7, not" in verdict(page)
    rest(page)
    assert page.evaluate("location.hash").endswith("+layers.1.heads.0%7Elogits")


def test_in_the_playground(timed: Page, folder: Path) -> None:
    page = opened(timed, folder, "#bench?out=layers.0.heads.0&tool=attribution", "bench")
    page.locator(".told", has_text="In truth, 0.0 matters here.").wait_for()
    inside_it = page.locator("details", has=page.locator(".look"))
    assert "Without 0.0 “looks 1 back” it says nothing (a tie) at" in inside_it.inner_text()
    page.get_by_label("text", exact=True).fill("dcba")
    assert "at position 3, not “b”" in inside_it.inner_text()
    page.get_by_label("example").select_option("An echo of three")
    page.locator(".told", has_text="In truth, 0.0 and 0.1 matter here.").wait_for()
    inside_it.get_by_role("button", name="0.0 “looks 2 back”").click()
    inside_it.get_by_role("button", name="0.1 “clears”").click()
    rest(page)
    assert "out=layers.0.heads.1" in page.evaluate("location.hash")
    assert "&at=" not in page.evaluate("location.hash"), "which is a number of the machine in steps"
