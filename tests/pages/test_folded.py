"""The picture stands before the controls that are not of a figure's question, and those obey."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from taotp.figures import Panels, clocks, dialing, english_grammar, sentence, writes_itself
from taotp.figures.live import LiveFigure
from taotp.programs import english_french
from tests.pages import small_pages

PLAY = "Romeo, what must be shall be, and what was is no more."
# What a reader comes to see, by the figure that folds the rest.
PICTURES = {
    "dialing": ".score",
    "clocks": ".hands",
    "letters": ".written",
    "translate": ".sentence svg",
}
SEEN = 100  # px of a picture that a reader sees without scrolling, or all of it
SAID = [
    ("dialing", "on=23&guards=off", "a press lasts 23 ms, guards between forks off"),
    ("clocks", "norm=LayerNorm&columns=3", "columns a hand 3: across (1,1,1)"),
    ("letters", "k=3&start=the+", "begin with “the ”, top k 3"),
]


def figures() -> dict[str, LiveFigure]:
    """The figures that fold controls, by their names."""
    translate = sentence(
        english_french, "I see the red apple", looks={"0.cross.0": "comes of"},
        grammar=english_grammar(), panels=Panels(fold=["precision"]), id="translate",
    )  # fmt: skip
    letters = writes_itself(PLAY, name="the play", id="letters")
    return {each.id: each for each in (dialing(), clocks(), letters, translate)}


folder = small_pages.pages_of(figures)


def opened(page: Page, folder: Path, name: str, query: str = "") -> Page:
    page.set_viewport_size({"width": 1280, "height": 800})
    fragment = f"#{name}?{query}" if query else ""
    return small_pages.opened(page, folder, name, fragment=fragment)


def box(page: Page, selector: str) -> Any:
    """Where something stands, from the top of its card."""
    card = page.locator(".card").bounding_box()
    found = page.locator(selector).first.bounding_box()
    assert card and found, selector
    return {**found, "y": found["y"] - card["y"]}


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_comes_first(page: Page, folder: Path, name: str) -> None:
    opened(page, folder, name)
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        picture, fold = box(page, PICTURES[name]), box(page, "summary:has-text('More controls')")
        assert picture["y"] + picture["height"] <= fold["y"], width
        assert 800 - picture["y"] >= min(SEEN, picture["height"]), width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".control").filter(visible=True).count() <= 2


@pytest.mark.parametrize(("name", "query", "says"), SAID)
def test_a_link_sets_what_is_folded_and_the_line_says_so(
    page: Page, folder: Path, name: str, query: str, says: str
) -> None:
    summary = opened(page, folder, name, query).locator("summary").first
    assert summary.text_content() == f"More controls: {says}"
    page.get_by_role("button", name="Reset").click()
    assert summary.text_content() == "More controls"


def test_crossing_lines_fill_the_card(page: Page, folder: Path) -> None:
    """They stood in a third of it; a short line grows no further than it can be read at ease."""
    opened(page, folder, "translate")
    for text, share in (("I see the red apple", 0.6), ("a cat", 0.3)):
        page.get_by_role("textbox").first.fill(text)
        drawn, card = box(page, ".sentence svg"), box(page, ".card")
        assert drawn["width"] >= share * card["width"], text
        assert box(page, ".sentence text")["height"] <= 32, text


def test_keys_open_and_move_what_is_folded(page: Page, folder: Path) -> None:
    opened(page, folder, "letters")
    summary = page.locator("summary").first
    summary.focus()
    # begin with, top k, top p, min p, seed
    for key in ("Enter", *["Tab"] * 5, "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("document.querySelector('hand-figure').handle.state.seed") == 1
    assert summary.text_content() == "More controls: seed 1"
