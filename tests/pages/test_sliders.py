"""Every slider on every page of the built book moves what its figure shows."""

import pytest
from playwright.sync_api import Locator

from tests.pages.conftest import HTML, NewPage, built_pages

LIVE = [name for name in built_pages() if "<hand-figure" in (HTML / name).read_text("utf-8")]
# Everything a figure draws or says, apart from its controls.
SHOWN = """(figure) => [...figure.shadowRoot.querySelectorAll(".panels *, .verdict")]
  .map((node) => [...node.attributes].map(({ value }) => value).join() + node.textContent).join()
"""


def moves(figure: Locator, slider: Locator) -> bool:
    """Send a slider to its other end by keyboard and say whether the figure changed."""
    value, before = slider.input_value(), figure.evaluate(SHOWN)
    slider.press("Home" if value != slider.get_attribute("min") else "End")
    changed = slider.input_value() != value and figure.evaluate(SHOWN) != before
    figure.get_by_role("button", name="Reset").click()
    return bool(changed and slider.input_value() == value)


def test_some_pages_are_live() -> None:
    assert {"index.html", "hello_world.html", "transformer.html"} <= set(LIVE)


@pytest.mark.parametrize("name", LIVE)
def test_every_slider_moves_its_figure(new_page: NewPage, site: str, name: str) -> None:
    page = new_page()
    page.goto(f"{site}/{name}")
    figures = page.locator("hand-figure")
    for figure in (figures.nth(i) for i in range(figures.count())):
        figure.scroll_into_view_if_needed()
        figure.locator(".card").wait_for()
        sliders = figure.locator("input[type=range]:visible")
        for slider in (sliders.nth(i) for i in range(sliders.count())):
            where = figure.get_attribute("id"), slider.get_attribute("aria-valuetext")
            assert moves(figure, slider), where
    typed = name == "progress.html" or name.endswith("_exercises.html")  # answers have no sliders
    assert figures.locator("input[type=range]").count() or typed
