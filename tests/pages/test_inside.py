"""Looking inside a machine in a real browser: parts are pressed, and what changes is drawn."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from taotp_core.figures import inside, of_the_book
from taotp_core.figures.page import part_script, script, stylesheet, with_lent
from tests.pages.conftest import NewPage
from tests.pages.test_budgets import MOST_MS
from tests.pages.test_figures import AXE, NARROW, PAGE, REST_MS, STYLE

WIDE = (1100, 900)
TALLEST = 660  # px, at 1,060 wide
SOME = ("search", "reverse", "add_by_looking")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with the figure, as files."""
    folder = tmp_path_factory.mktemp("inside")
    book = of_the_book()
    figure = inside({name: book[name] for name in SOME})
    parts = with_lent(figure.parts)
    loads = "".join(f'<script defer src="{part}.js"></script>' for part in parts)
    for theme in ("light", "dark"):
        page = PAGE.format(theme=theme, figures=figure.element(), parts=loads)
        (folder / f"{theme}.html").write_text(page, "utf-8")
    style = STYLE.replace("720px", "1092px") + stylesheet()
    (folder / "page.css").write_text(style, "utf-8")
    (folder / "live-figures.js").write_text(script(), "utf-8")
    for part in parts:
        (folder / f"{part}.js").write_text(part_script(part), "utf-8")
    (folder / "keys.js").write_text("", "utf-8")
    (folder / "icon.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', "utf-8")
    return folder


def opened(page: Page, folder: Path, fragment: str = "", theme: str = "light") -> Page:
    page.goto(f"{(folder / f'{theme}.html').as_uri()}{fragment}")
    page.locator(".told", has_text="In truth").wait_for()
    return page


def verdict(page: Page) -> str:
    return " ".join(page.locator(".verdict").inner_text().split())


def test_a_part_is_pressed(new_page: NewPage, folder: Path) -> None:
    page = opened(new_page(viewport=WIDE), folder)
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
    page.wait_for_timeout(REST_MS)
    assert page.evaluate("location.hash") == "#inside?at="
    times = page.evaluate("document.querySelector('hand-figure').handle.times.slice(1)")
    assert sorted(times)[len(times) // 2] <= MOST_MS


def test_keys(new_page: NewPage, folder: Path) -> None:
    page = opened(new_page(viewport=WIDE), folder, "#inside?at=")
    page.locator("svg.inside:visible").first.focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert "Without 0.1 “looks 2 back” it still says “9”" in verdict(page)
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert "Without 0.1 “looks 2 back” and position 6 (2)" in verdict(page)


def test_tools_and_prompts(new_page: NewPage, folder: Path) -> None:
    page = opened(new_page(viewport=WIDE), folder)
    page.get_by_label("tool").select_option("patch")
    page.get_by_role("textbox", name="second prompt").fill("1 2 3 5 4 1 2 3")
    assert "With 1.0 “finds the same 3” as for the second prompt it says “5”" in verdict(page)
    page.get_by_role("textbox", name="second prompt").fill("1 2")
    assert "must be as long as the first" in page.locator(".bench").inner_text()
    page.get_by_label("program").select_option("reverse")
    page.get_by_label("tool").select_option("lens")
    page.locator(".told", has_text="In truth").wait_for()
    assert "%" in (page.locator("svg.inside:visible").last.text_content() or "")
    assert page.locator("svg.inside:visible").count() == 4, "an encoder and a decoder, twice"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_accessible_and_narrow(new_page: NewPage, folder: Path, theme: str) -> None:
    page = opened(new_page(viewport=NARROW), folder, "#inside?program=add_by_looking", theme)
    assert Axe().run(page, options=AXE).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
    one, other = (figure.bounding_box() for figure in page.locator(".maps figure").all())
    assert one and other and one["y"] + one["height"] <= other["y"]
