"""The cover in the built book: a name is typed, its machine broken, mended, sent and printed."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.pages.conftest import FRAME, NewPage

NARROW = (360, 800)


def opened(page: Page, site: str, fragment: str = "") -> Locator:
    """The cover of the book, which stands and does not move by itself."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site}/index.html{fragment}")
    page.locator("[data-cover]").wait_for()
    return page.locator("[data-cover]")


def counts(cover: Locator) -> tuple[int, int]:
    """How many inputs are answered as they should be, of how many."""
    return tuple(int(cover.get_attribute(name) or -1) for name in ("data-right", "data-inputs"))  # type: ignore[return-value]


def said(cover: Locator) -> str:
    return cover.locator(".said").inner_text().rstrip("\u25a0")


def break_it(cover: Locator) -> None:
    cover.get_by_role("button", name="Break it").click()


def test_a_name_is_typed_broken_and_mended(page: Page, site_file: str) -> None:
    cover = opened(page, site_file)
    field = cover.locator("input")
    assert field.count() == 1
    assert field.get_attribute("aria-label") == "your name"
    field.fill("Grace Hopper")
    assert said(cover) == "Grace Hopper"
    right, inputs = counts(cover)
    assert right == inputs == 13 * 11
    break_it(cover)
    assert counts(cover)[0] < inputs
    assert said(cover) != "Grace Hopper"
    tale = (
        r"Number \d of (place \d+|“.”|a space|start|stop) went from \S+ to \S+: that was enough\."
    )
    assert re.fullmatch(tale, cover.locator(".tale").inner_text())
    assert "Left to itself it says" in cover.locator(".verdict").inner_text()
    cover.get_by_role("button", name="Mend").click()
    assert counts(cover) == (inputs, inputs)
    assert said(cover) == "Grace Hopper"


def test_keys_change_a_number_and_go_to_the_next(page: Page, site_file: str) -> None:
    """Each table is one stop of Tab; up and down change a number, left and right leave it."""
    cover = opened(page, site_file)
    _, inputs = counts(cover)
    first = cover.get_by_role("spinbutton", name="place 1, number 1", exact=True)
    first.focus()
    before = float(first.get_attribute("aria-valuenow") or "nan")
    for _ in range(12):
        page.keyboard.press("ArrowDown")
    assert float(first.get_attribute("aria-valuenow") or "nan") < before
    assert counts(cover)[0] < inputs
    assert cover.locator(".changed").count() == 1
    page.keyboard.press("Delete")
    assert counts(cover) == (inputs, inputs)
    page.keyboard.press("ArrowRight")
    focused = "document.activeElement.shadowRoot.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focused) == "place 2, number 1"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused) == "place 13, number 3"
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "start, number 1"


def test_a_number_is_dragged(new_page: NewPage, site_file: str) -> None:
    """By a mouse up and down or sideways; what goes red is what is counted."""
    page = new_page((1280, 1000))
    cover = opened(page, site_file)
    right, inputs = counts(cover)
    number = cover.get_by_role("spinbutton", name="\u201cA\u201d, number 1", exact=True)
    box = number.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] - 180, box["y"] + 10, steps=6)
    page.wait_for_function(
        "(right) => Number(document.querySelector('[data-cover]').dataset.right) < right", arg=right
    )
    page.mouse.up()
    wrong = cover.locator(".wrong-ones").get_attribute("d") or ""
    assert wrong.count("M") == inputs - counts(cover)[0] > 0


def swipe(page: Page, number: Locator, across: float, up: float) -> None:
    """A finger on a number that goes so far."""
    box = number.bounding_box()
    assert box is not None
    x, y, steps = box["x"] + 15, box["y"] + 14, 10
    fingers = page.context.new_cdp_session(page)
    fingers.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    points = [{"x": x + across * i / steps, "y": y - up * i / steps} for i in range(steps + 1)]
    for i, point in enumerate(points):
        kind = "touchMove" if i else "touchStart"
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        page.evaluate(FRAME)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_moves_a_number_sideways_and_the_page_up(
    new_page: NewPage, site_file: str
) -> None:
    """On a phone the numbers fill the window; to pass over them must not change them."""
    page = new_page(NARROW)
    cover = opened(page, site_file)
    number = cover.get_by_role("spinbutton", name="place 2, number 1", exact=True)
    number.scroll_into_view_if_needed()
    before = number.inner_text()
    swipe(page, number, 0, 150)
    page.evaluate(FRAME)
    assert number.inner_text() == before
    assert cover.locator(".changed").count() == 0
    swipe(page, number, 150, 0)
    cover.locator(".changed").wait_for()
    assert number.inner_text() != before


def test_a_link_holds_the_whole_machine(new_page: NewPage, site: str) -> None:
    """Opened elsewhere, it says what it said here, with the same numbers wrong."""
    page = new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    cover = opened(page, site)
    cover.locator("input").fill("Ad & <b>Bo</b>; 100 %?#")
    for _ in range(3):
        break_it(cover)
    cover.get_by_role("button", name="Copy the link").click()
    page.get_by_text("Copied: the whole machine is in this link.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    there = opened(new_page(), site, f"#{link.split('#')[1]}")
    there.locator(".changed").nth(2).wait_for()
    assert counts(there) == counts(cover)
    assert said(there) == said(cover) != "Ad & <b>Bo</b>; 100 %?#"
    assert there.locator("input").input_value() == "Ad & <b>Bo</b>; 100 %?#"
    page.wait_for_function("location.hash.includes('changed=W_')")


def test_a_forged_link_gets_a_sentence(new_page: NewPage, site_file: str) -> None:
    forged = "#cover?name=Ada&changed=W_pos:0.0=NaN%3BW_E:99.0=1%3BW_pos:0.1=1e308"
    cover = opened(new_page(), site_file, forged)
    cover.get_by_text("2 changed numbers of this link are not on this machine").first.wait_for()
    values = "all => all.map((each) => each.getAttribute('aria-valuenow'))"
    for value in cover.get_by_role("spinbutton").evaluate_all(values):
        assert re.fullmatch(r"-?\d+(\.\d+)?", value), "no reader of screens knows exponents"
    assert opened(new_page(), site_file, "#%").locator("input").input_value() == "Ada Lovelace"


def test_a_name_that_does_not_fit_stays_in_its_field(page: Page, site_file: str) -> None:
    cover = opened(page, site_file)
    name = "\U0001f469\u200d\U0001f680" * 20 + "<script>alert(1)</script>"
    cover.locator("input").fill(name)
    assert "24 letters fit here; the others wait" in cover.locator(".verdict").inner_text()
    assert cover.locator("input").input_value() == name
    right, inputs = counts(cover)
    assert right == inputs
    cover.locator("input").fill("")
    assert "Type a name: one letter is enough." in cover.locator(".verdict").inner_text()


def test_it_speaks_letter_by_letter_unless_nothing_is_to_move(page: Page, site_file: str) -> None:
    cover = opened(page, site_file)
    cover.get_by_role("button", name="Let it speak").click()
    assert said(cover) == "Ada Lovelace"
    page.emulate_media(reduced_motion="no-preference")
    cover.get_by_role("button", name="Let it speak").click()
    root = "document.querySelector('[data-cover]').shadowRoot"
    for letters in (2, 4, 13):
        heard = f"{root}.querySelectorAll('.said span:not(.later)').length"
        page.wait_for_function(f"{heard} === {letters}")


# Keeps what is written into pictures.
WRITTEN = """() => {
  window.written = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...more) {
    window.written.push(text);
    fillText.call(this, text, ...more);
  };
}"""


def test_a_postcard_is_a_picture_of_that_name_and_its_link(new_page: NewPage, site: str) -> None:
    page = new_page()
    cover = opened(page, site)
    cover.locator("input").fill("Zoë / Bo")
    page.evaluate(WRITTEN)
    with page.expect_download() as saved:
        cover.get_by_role("button", name="Postcard").click()
    assert saved.value.suggested_filename == "Zoë-Bo.png"
    cover.get_by_text("Saved: a picture of all its numbers, Zoë-Bo.png.").wait_for()
    link = f"{site}/index.html#cover?name=Zo%C3%AB+%2F+Bo"
    assert link in page.evaluate("window.written")
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert [int.from_bytes(picture[i : i + 4], "big") for i in (16, 20)] == [1200, 630]


@pytest.mark.parametrize("wide", [1280, 1440])
def test_a_long_name_is_whole_and_its_numbers_in_one_row(
    new_page: NewPage, site_file: str, wide: int
) -> None:
    """The field was too narrow for 20 letters, and the column of the stop alone in a second row."""
    cover = opened(new_page((wide, 900)), site_file)
    for name in ("Wolfeschlegelsteinha", "Wolfgang Amadeus MozartQ"):
        cover.locator("input").fill(name)
        wanted, there = cover.locator("input").evaluate("x => [x.scrollWidth, x.clientWidth]")
        assert wanted <= there
        tops = "all => [...new Set(all.map((each) => each.offsetTop))]"
        assert len(cover.locator(".places .row:visible").evaluate_all(tops)) == 1
        cut = "all => all.filter((x) => x.scrollWidth > x.clientWidth + 1).length"
        assert cover.locator(".cell:visible").evaluate_all(cut) == 0


def test_on_a_phone_the_verdict_is_seen_wherever_a_number_is_moved(
    new_page: NewPage, site_file: str
) -> None:
    cover = opened(new_page(NARROW), site_file)
    verdict = cover.locator(".verdict")
    last = cover.get_by_role("spinbutton", name="stop, number 3", exact=True)
    for there in (cover.get_by_role("button", name="Break it"), last):
        there.scroll_into_view_if_needed()
        box, other = verdict.bounding_box(), there.bounding_box()
        assert box is not None and other is not None
        assert box["y"] > 0 and box["y"] + box["height"] <= NARROW[1] + 0.5
        assert other["y"] + other["height"] <= box["y"] or other["y"] >= box["y"] + box["height"]
    break_it(cover)
    assert "Left to itself it says" in verdict.inner_text()


def test_a_name_from_right_to_left_stands_beside_what_says_it(page: Page, site_file: str) -> None:
    cover = opened(page, site_file)
    cover.locator("input").fill("ليلى")
    line, first = cover.locator(".said").bounding_box(), cover.locator("bdi").bounding_box()
    assert line is not None and first is not None
    assert first["x"] < line["x"] + 100
    assert cover.locator("input").evaluate("x => getComputedStyle(x).textAlign") == "left"
    assert cover.locator("bdi").evaluate("x => getComputedStyle(x).direction") == "rtl"


def test_a_name_is_there_again_when_a_link_leads_back(page: Page, site: str) -> None:
    """Back kept it; a link to the page did not."""
    opened(page, site).locator("input").fill("Grace Hopper")
    page.goto(f"{site}/workshop.html")  # what waits for a rest is done as one leaves
    assert said(opened(page, site)) == "Grace Hopper"


def test_dark_and_narrow_nothing_is_cut(new_page: NewPage, site_file: str) -> None:
    """The longest name, broken, on a phone: no sideways scrolling, and all numbers in sight."""
    page = new_page(NARROW, dark=True)
    cover = opened(page, site_file)
    cover.locator("input").fill("Wolfgang Amadeus MozartQ")
    break_it(cover)
    assert cover.get_attribute("data-mode") == "dark"
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
    cut: list[Any] = cover.locator(".cell:visible").evaluate_all(
        "all => all.filter(x => x.scrollWidth > x.clientWidth + 1).map(x => x.textContent)"
    )
    assert cut == []
    for figure in page.locator("hand-figure").all():
        figure.scroll_into_view_if_needed()
        figure.locator(".card").wait_for()
        beyond: list[str] = figure.locator("button:visible").evaluate_all(
            "(all, wide) => all.filter(x => x.getBoundingClientRect().right > wide)"
            ".map(x => x.textContent)",
            NARROW[0],
        )
        assert beyond == []


def test_without_a_script_and_on_paper_there_is_a_picture(
    new_page: NewPage, site_file: str
) -> None:
    page = new_page(javascript=False)
    page.goto(f"{site_file}/index.html")
    still = page.locator("#cover .hand-picture")
    assert still.is_visible()
    assert "This transformer says" in still.inner_text()
    rows = page.locator("#cover .hand-table tbody tr")
    assert rows.count() == len("Ada Lovelace") + 1
    paper = new_page()
    cover = opened(paper, site_file)
    paper.emulate_media(media="print")
    assert not cover.locator(".card").is_visible()
    assert paper.locator("#cover .hand-picture").is_visible()


def test_two_acts_more_can_be_tried(page: Page, site_file: str) -> None:
    """Pairs are told by the machine with no more words than it needs; a telephone is dialed."""
    page.goto(f"{site_file}/index.html")
    pairs = page.locator("#pairs")
    pairs.scroll_into_view_if_needed()
    pairs.locator(".both button").first.click()
    pairs.locator(".told td", has_text="1 of 1").first.wait_for()
    phone = page.locator("#telephone")
    phone.scroll_into_view_if_needed()
    phone.get_by_role("button", name="press 7").click()
    phone.locator(".verdict", has_text="159D7").wait_for()
    note = phone.locator(".presses .note")
    assert note.inner_text().startswith("Asked for press 2, marked here, the decoder looks at ")
    phone.locator("input[type=file]").set_input_files(__file__)
    phone.get_by_text("The file is no WAV file").wait_for()
    spec = json.loads(page.locator("#pairs > script").text_content() or "{}")
    assert len(spec["reading"]["pairs"]) == 10
