"""Every page with figures, from disk: they come up, and every slider moves what its own shows."""

import pytest
from playwright.sync_api import Locator

from tests.pages.conftest import NewPage, built_pages
from tools.turns import HTML

LIVE = [name for name in built_pages() if "<hand-figure" in (HTML / name).read_text("utf-8")]
NO_SLIDER = (  # lists and words alone
    *("progress.html", "playground.html", "tools_and_truth.html", "is_it_a_sentence.html"),
)
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
def test_every_slider_moves_its_figure(new_page: NewPage, site_file: str, name: str) -> None:
    page = new_page()
    page.goto(f"{site_file}/{name}")
    assert page.locator("h1:visible").count() == 1
    figures = page.locator("hand-figure")
    assert figures.count()
    for figure in figures.all():
        figure.scroll_into_view_if_needed()
        figure.locator(".card").wait_for()
        assert figure.locator(".verdict").inner_text().strip()
        for slider in figure.locator("input[type=range]:visible").all():
            where = figure.get_attribute("id"), slider.get_attribute("aria-valuetext")
            assert moves(figure, slider), where
    typed = name.endswith("_exercises.html") or name in NO_SLIDER
    assert figures.locator("input[type=range]").count() or typed
