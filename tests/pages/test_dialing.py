"""A reader dials, breaks the machine, and lets it hear a file."""

from pathlib import Path

from playwright.sync_api import Page

from taotp.applications.dialing.tones import dial
from taotp.figures import dialing
from taotp.sound.wav import write
from tests.pages import small_pages
from tests.pages.accessible import assert_for_everybody
from tests.pages.conftest import rest
from tests.pages.costs import dear_moves, forced_away, not_reached_by_tab, too_dear
from tests.pages.pace import A_MOMENT
from tests.pages.small_pages import said

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
WAITS = "document.querySelector('hand-figure').handle.run.waits"

folder = small_pages.pages_of(lambda: {"": dialing()})


def opened(page: Page, folder: Path, state: str = "") -> Page:
    small_pages.opened(page, folder, fragment=state).locator(".score").wait_for()
    return page


def test_a_reader_dials_and_breaks_it(page: Page, folder: Path) -> None:
    opened(page, folder)
    said(page, "Dialed 159D, heard 159D.")
    page.get_by_role("button", name="press #").click()
    said(page, "Dialed 159D#, heard 159D#.")
    page.get_by_role("button", name="take the last key back").click()
    breaks = page.get_by_role("button", name="far off, no guards")
    breaks.click()
    said(page, "must not be heard")
    page.get_by_text("A fork alone rings for what is only near").wait_for()
    assert breaks.get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Reset").click()
    page.get_by_label("keys to dial").fill("0x")
    page.get_by_role("alert").filter(has_text="“X” is not a key of a telephone").wait_for()
    page.get_by_label("keys to dial").fill("147*")
    said(page, "Dialed 147*, heard 147*.")


def test_links_say_what_is_dialed(timed: Page, folder: Path) -> None:
    page = opened(timed, folder, "#dialing?dial=3%23&on=23&noise=20")
    said(page, "Dialed 3#, heard nothing.")
    page.get_by_text("Where it stops hearing").click()
    page.locator(".map").focus()
    for key in ("ArrowRight",) * 4 + ("Enter",):
        page.keyboard.press(key)
    assert page.evaluate("document.querySelector('hand-figure').handle.state.on") == 26
    rest(page)  # until that is heard, and its score drawn anew
    page.locator(".score").focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    page.locator(".note", has_text="loudest forks").wait_for()


def test_a_file_is_heard_and_in_no_link(timed: Page, folder: Path, tmp_path: Path) -> None:
    page = opened(timed, folder)
    file, chooser = tmp_path / "call.wav", page.locator("input[type=file]")
    write(file, dial("2580", seed=1))
    chooser.set_input_files(file)
    said(page, "In “call.wav” it heard 2580.")
    rest(page)  # until an address is written
    assert "call" not in page.url
    file.write_bytes(b"no sound")
    chooser.set_input_files(file)
    page.get_by_role("status").filter(has_text="The file is not a WAV file").wait_for()
    page.get_by_role("button", name="Back to the keys").click()
    said(page, "Dialed 159D, heard 159D.")


def test_typing_and_dragging_do_not_wait_and_it_hears_within_a_moment(
    page: Page, folder: Path
) -> None:
    opened(page, folder)
    assert dear_moves(page, "dialing") == []
    page.get_by_role("button", name="Reset").click()
    assert page.get_by_label("keys to dial").evaluate(TYPED, "12")
    said(page, "Dialed 12, heard 12.")
    assert too_dear(page, RESTED, [k / 100 for k in range(9)], calls=65_000, most=A_MOMENT) == []
    assert not page.evaluate(WAITS)


def test_everybody_can_use_it(page: Page, folder: Path) -> None:
    opened(page, folder)
    page.get_by_text("Where it stops hearing").click()
    assert_for_everybody(page)
    assert forced_away(page, "dialing") == []
    assert not_reached_by_tab(page, "dialing") == []
