"""A reader dials, breaks the machine, and lets it hear a file."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page

from taotp.applications.dialing.tones import dial
from taotp.figures import dialing
from taotp.sound.wav import write
from tests.pages.accessible import assert_accessible
from tests.pages.conftest import NewPage, QuietHandler, rest, serving
from tests.pages.costs import dear_moves, forced_away, not_reached_by_tab, too_dear
from tests.pages.pace import A_MOMENT
from tests.pages.small_pages import write_pages

# What is typed, and in the same breath whether the machine waits.
TYPED = """(input, text) => {
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  return document.querySelector("hand-figure").handle.run.waits;
}"""

# How long an update takes when the dial rests, in ms.
RESTED = """(deviation) => {
  const { handle, spec } = document.querySelector("hand-figure");
  spec.rested = true;
  handle.set({ deviation });
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A page with the figure, on a server."""
    figure = dialing()
    folder = tmp_path_factory.mktemp("dialing")
    with serving(QuietHandler, write_pages(folder, {"": figure.element()}, figure.parts)) as site:
        yield f"{site}/light.html"


def opened(page: Page, address: str, state: str = "") -> Page:
    page.goto(f"{address}{state}")
    page.locator(".score").wait_for()
    return page


def said(page: Page, sentence: str) -> None:
    page.locator(".verdict", has_text=sentence).wait_for()


def test_a_reader_dials_and_breaks_it(page: Page, address: str) -> None:
    opened(page, address)
    said(page, "Dialed 159D, heard 159D.")
    page.get_by_role("button", name="press #").click()
    said(page, "Dialed 159D#, heard 159D#.")
    page.get_by_role("button", name="take the last key back").click()
    page.get_by_role("button", name="far off, no guards").click()
    said(page, "must not be heard")
    page.get_by_text("A fork alone rings for what is only near").wait_for()
    assert (
        page.get_by_role("button", name="far off, no guards").get_attribute("aria-pressed")
        == "true"
    )
    page.get_by_role("button", name="Reset").click()
    page.get_by_label("keys to dial").fill("0x")
    page.get_by_role("alert").filter(has_text="“X” is no key of a telephone").wait_for()
    page.get_by_label("keys to dial").fill("147*")
    said(page, "Dialed 147*, heard 147*.")


def test_links_say_what_is_dialed(timed: Page, address: str) -> None:
    page = opened(timed, address, "#dialing?dial=3%23&on=23&noise=20")
    said(page, "Dialed 3#, heard nothing.")
    page.get_by_text("Where it stops hearing").click()
    cell = page.locator(".map")
    cell.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector('hand-figure').handle.state.on") == 26
    rest(page)  # until that is heard, and its score drawn anew
    page.locator(".score").focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    page.locator(".note", has_text="loudest forks").wait_for()


def test_a_file_is_heard_and_in_no_link(timed: Page, address: str, tmp_path: Path) -> None:
    page = opened(timed, address)
    write(tmp_path / "call.wav", dial("2580", seed=1))
    page.locator("input[type=file]").set_input_files(tmp_path / "call.wav")
    said(page, "In “call.wav” it heard 2580.")
    rest(page)  # until an address is written
    assert "call" not in page.url
    write(tmp_path / "long.wav", np.zeros(8000 * 5))
    page.locator("input[type=file]").set_input_files(tmp_path / "long.wav")
    said(page, "The sound takes 5.00 s; this machine hears up to")
    (tmp_path / "no.wav").write_bytes(b"no sound")
    page.locator("input[type=file]").set_input_files(tmp_path / "no.wav")
    page.get_by_role("status").filter(has_text="The file is no WAV file").wait_for()
    page.get_by_role("button", name="Back to the keys").click()
    said(page, "Dialed 159D, heard 159D.")


def test_it_hears_within_a_moment(page: Page, address: str) -> None:
    opened(page, address)
    assert too_dear(page, RESTED, [k / 100 for k in range(9)], calls=65_000, most=A_MOMENT) == []
    assert not page.evaluate("document.querySelector('hand-figure').handle.run.waits")


def test_typing_and_dragging_do_not_wait_for_it(page: Page, address: str) -> None:
    opened(page, address)
    assert dear_moves(page, "dialing") == []
    page.get_by_role("button", name="Reset").click()
    assert page.get_by_label("keys to dial").evaluate(TYPED, "12")
    said(page, "Dialed 12, heard 12.")


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (360, True)])
def test_everybody_can_use_it(new_page: NewPage, address: str, width: int, dark: bool) -> None:
    page = opened(new_page(viewport=(width, 900), dark=dark), address)
    page.get_by_text("Where it stops hearing").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert_accessible(page)
    assert forced_away(page, "dialing") == []
    assert not_reached_by_tab(page, "dialing") == []
