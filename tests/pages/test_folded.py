"""The picture stands before the controls that are not of a figure's question, and those obey."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from taotp.figures import Panels, clocks, dialing, english_grammar, sentence, writes_itself
from taotp.figures.live import LiveFigure
from taotp.programs import english_french
from tests.pages.conftest import NewPage
from tests.pages.small_pages import write_pages

PLAY = "Romeo, what must be shall be, and what was is no more."
# What a reader comes to see, by the figure that folds the rest.
PICTURES = {
    "dialing": ".score",
    "clocks": ".hands",
    "letters": ".written",
    "translate": ".sentence svg",
}
SEEN = 100  # px of a picture that a reader sees without scrolling, or all of it
WINDOWS = [(1280, 800), (360, 800)]


@cache
def made() -> list[LiveFigure]:
    """The figures that fold controls."""
    return [dialing(), clocks(), writes_itself(PLAY, name="the play", id="letters"), translate()]


def translate() -> LiveFigure:
    return sentence(
        english_french, "I see the red apple", looks={"0.cross.0": "comes of"},
        grammar=english_grammar(), panels=Panels(fold=["precision"]), id="translate",
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page for each figure."""
    folder = tmp_path_factory.mktemp("folded")
    pages = {figure.id: figure.element() for figure in made()}
    parts = {part for figure in made() for part in figure.parts}
    return write_pages(folder, pages, parts)


def opened(page: Page, folder: Path, name: str, query: str = "") -> Page:
    address = (folder / f"{name}-light.html").as_uri()
    page.goto(address + (f"#{name}?{query}" if query else ""))
    page.locator(".card").wait_for()
    return page


def box(page: Page, selector: str) -> Any:
    """Where something stands, from the top of its card."""
    card = page.locator(".card").bounding_box()
    found = page.locator(selector).first.bounding_box()
    assert card and found, selector
    return {**found, "y": found["y"] - card["y"]}


@pytest.mark.parametrize(("width", "height"), WINDOWS)
@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_comes_first(
    new_page: NewPage, folder: Path, name: str, width: int, height: int
) -> None:
    page = opened(new_page(viewport=(width, height)), folder, name)
    picture, fold = box(page, PICTURES[name]), box(page, "summary:has-text('More controls')")
    assert picture["y"] + picture["height"] <= fold["y"]
    assert height - picture["y"] >= min(SEEN, picture["height"])
    assert page.locator(".control").filter(visible=True).count() <= 2
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("name", "query", "says"),
    [
        ("dialing", "on=23&guards=off", "a press lasts 23 ms, guards between forks off"),
        ("dialing", "gain=30", "gain of a press 30"),
        ("clocks", "norm=LayerNorm&columns=3", "columns a hand 3: across (1,1,1)"),
        ("translate", "precision=float16&text=a+cat", "precision float16"),
        ("letters", "k=3&start=the+", "begin with “the ”, top k 3"),
    ],
)
def test_a_link_sets_what_is_folded_and_the_line_says_so(
    page: Page, folder: Path, name: str, query: str, says: str
) -> None:
    summary = opened(page, folder, name, query).locator("summary").first
    assert summary.text_content() == f"More controls: {says}"
    summary.page.get_by_role("button", name="Reset").click()
    assert summary.text_content() == "More controls"


@pytest.mark.parametrize(("text", "share"), [("I see the red apple", 0.6), ("a cat", 0.3)])
def test_crossing_lines_fill_the_card(
    new_page: NewPage, folder: Path, text: str, share: float
) -> None:
    """They stood in a third of it; a short line grows no further than it can be read at ease."""
    page = opened(new_page(viewport=(1280, 800)), folder, "translate", f"text={text}")
    drawn, card = page.locator(".sentence svg").bounding_box(), page.locator(".card").bounding_box()
    assert drawn and card
    assert drawn["width"] >= share * card["width"]
    size = page.locator(".sentence text").first.bounding_box()
    assert size and size["height"] <= 32


def test_keys_open_and_move_what_is_folded(page: Page, folder: Path) -> None:
    opened(page, folder, "letters")
    page.locator("summary").first.focus()
    page.keyboard.press("Enter")
    for _ in range(5):  # begin with, top k, top p, min p, seed
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.querySelector('hand-figure').handle.state.seed") == 1
    assert page.locator("summary").first.text_content() == "More controls: seed 1"
