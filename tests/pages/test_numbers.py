"""Changing one number of a machine, in a real browser: one page, looked at from its keyboard."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from taotp.figures.explorables import decoder
from taotp.programs import hello_world
from tests.pages import small_pages
from tests.pages.accessible import assert_for_everybody
from tests.pages.costs import counted, too_dear
from tests.pages.pace import updates
from tests.pages.small_pages import verdict
from tools.sampling import at_night

FAR_CALLS = 10_000_000  # of functions, for 72 numbers
FAR = 250  # at night  as long as so many updates may take, for 72 numbers: 2 s on an idle machine
A_TURN = 6  # as long as so many updates may be held what else waits, in the mean
CHANGE = """(some) => {
  for (const changed of some) document.getElementById("hello").handle.set({ changed });
}"""
TRY_ALL = """async (id) => {
  const figure = document.getElementById(id);
  window.turns = 0;
  figure.handle.set({ far: "all" });
  while (figure.shadowRoot.querySelectorAll(".far[role=gridcell]").length < 72) {
    await new Promise((go) => setTimeout(go, 0));
    window.turns += 1;
  }
}"""

folder = small_pages.pages_of(
    lambda: {
        "": decoder(
            lambda N: hello_world(loud=N), "Hello World!", N=10, id="hello",
            panels=("tape", "numbers", "compass"),
        )
    }
)  # fmt: skip


def opened(page: Page, folder: Path, query: str = "") -> Page:
    return small_pages.opened(page, folder, fragment=f"#hello?{query}" if query else "")


def cell(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=name)


def changed(page: Page) -> str:
    return str(page.evaluate("document.getElementById('hello').handle.state.changed"))


def test_one_number_from_the_keyboard(page: Page, folder: Path) -> None:
    """What is no number is said when the value is back."""
    opened(page, folder)
    assert "Right on 143 of 143 inputs, all of them." in verdict(page)
    cell(page, "W_pos: position 5, x").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("-2")
    page.keyboard.press("Enter")
    assert changed(page) == "W_pos:5.0=-2"
    assert "Right on 136 of 143 inputs: after “start” at position 5 it says “o”" in verdict(page)
    assert cell(page, "W_pos: position 5, x").evaluate("each => each.matches(':focus')")
    for key, then in (("PageDown", "W_pos:5.0=-7"), ("+", "W_pos:5.0=-6.5")):
        page.keyboard.press(key)
        assert changed(page) == then
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    assert cell(page, "W_pos: position 4, y").evaluate("each => each.matches(':focus')")
    page.keyboard.press("-")
    assert changed(page) == "W_pos:5.0=-6.5;W_pos:4.1=12.85"
    page.keyboard.press("Delete")
    assert changed(page) == "W_pos:5.0=-6.5"
    page.get_by_role("button", name="Undo all").click()
    assert changed(page) == ""
    page.get_by_role("button", name="Undo", exact=True).click()
    assert changed(page) == "W_pos:5.0=-6.5"
    one = page.locator("#hello .one")
    one.locator("input").fill("7 dwarfs")
    one.locator("input").press("Enter")
    assert one.locator("[role=status]").inner_text() == "“7 dwarfs” is not a number."
    assert one.locator("input").input_value() != "7 dwarfs"
    assert changed(page) == "W_pos:5.0=-6.5"
    some = [f"W_pos:5.0={k}" for k in range(-8, 8)]
    assert too_dear(page, CHANGE, [some] * 5, calls=len(some) * 75_000, most=len(some)) == []


def test_dragged_and_turned(page: Page, folder: Path) -> None:
    opened(page, folder, "changed=W_E:4.0=-2&cell=W_E:4.0")
    assert "Right on 121 of 143 inputs: whatever comes before, at position 5" in verdict(page)
    box = cell(page, "W_E: o, x").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    page.mouse.move(box["x"] + 9, box["y"] - 51, steps=3)
    page.mouse.up()
    page.wait_for_function("document.getElementById('hello').handle.state.changed !== 'W_E:4.0=-2'")
    assert -1.2 < float(changed(page).partition("=")[2]) < -0.8  # 60 px, half of the largest
    arrow = page.get_by_role("slider", name="position 5", exact=True)
    arrow.focus()
    before = float(arrow.get_attribute("aria-valuenow") or "nan")
    page.keyboard.press("ArrowLeft")
    assert float(arrow.get_attribute("aria-valuenow") or "nan") == pytest.approx(before + 2, abs=1)
    assert {place.partition("=")[0] for place in changed(page).split(";")} == {
        "W_E:4.0", "W_pos:5.0", "W_pos:5.1", "W_pos:5.2",
    }  # fmt: skip
    page.keyboard.press("Escape")
    assert "W_pos" not in changed(page)


def test_how_far_blocks_nothing_and_everybody_can_read_it(page: Page, folder: Path) -> None:
    opened(page, folder)
    if at_night():
        (took,) = updates(page, TRY_ALL, ["hello"])
        assert took <= FAR
        assert took / page.evaluate("window.turns") <= A_TURN
    else:
        (calls,) = counted(page, TRY_ALL, ["hello"])
        print(f"72 numbers: {calls} calls")
        assert calls <= FAR_CALLS
        assert page.evaluate("window.turns") > 1
    words = page.locator("#hello .numbers > .note").inner_text()
    assert "Least room has W_E: e, z: " in words
    assert "16 % of the largest number there. None moves freely." in words
    assert_for_everybody(page)
