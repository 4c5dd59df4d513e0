"""The cover in the built book: a name is typed, its machine broken, mended, sent and printed."""

import re

from playwright.sync_api import Locator, Page

from tests.pages.accessible import PHONE
from tests.pages.conftest import FORGET, FRAME, NewPage

MARKED = "Ad & <b>Bo</b>; 100 %?#"
# The cells with more in them than they show.
CUT = "all => all.filter(x => x.scrollWidth > x.clientWidth + 1).map(x => x.textContent)"
# The buttons that stand out of the window.
BEYOND = """all => all.filter(x => x.getBoundingClientRect().right > innerWidth)
  .map(x => x.textContent)"""
FOCUSED = "document.activeElement.shadowRoot.activeElement.getAttribute('aria-label')"
# Keeps what is written into pictures.
WRITTEN = """() => {
  window.written = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...more) {
    window.written.push(text);
    fillText.call(this, text, ...more);
  };
}"""


def opened(page: Page, site: str, fragment: str = "") -> Locator:
    """The cover of the book, which stands and does not move by itself."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site}/index.html{fragment}")
    page.locator("[data-cover]").wait_for()
    return page.locator("[data-cover]")


def counts(cover: Locator) -> tuple[int, int]:
    """How many inputs are answered as they should be, of how many."""
    right, inputs = (int(cover.get_attribute(f"data-{name}") or -1) for name in ("right", "inputs"))
    return right, inputs


def said(cover: Locator) -> str:
    return cover.locator(".said").inner_text().rstrip("\u25a0")


def verdict(cover: Locator) -> str:
    return cover.locator(".verdict").inner_text()


def press(cover: Locator, name: str) -> None:
    cover.get_by_role("button", name=name).click()


def number(cover: Locator, name: str) -> Locator:
    return cover.get_by_role("spinbutton", name=name, exact=True)


def box_of(what: Locator) -> tuple[float, float, float, float]:
    """Where something begins and ends, across and down."""
    box = what.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def test_a_name_is_typed_broken_mended_and_spoken(page: Page, site_file: str) -> None:
    cover = opened(page, site_file)
    field = cover.locator("input")
    assert field.count() == 1
    assert field.get_attribute("aria-label") == "your name"
    field.fill("Grace Hopper")
    assert said(cover) == "Grace Hopper"
    right, inputs = counts(cover)
    assert right == inputs == 13 * 11
    press(cover, "Break it")
    assert counts(cover)[0] < inputs
    assert said(cover) != "Grace Hopper"
    tale = (
        r"Number \d of (place \d+|“.”|a space|start|stop) went from \S+ to \S+: that was enough\."
    )
    assert re.fullmatch(tale, cover.locator(".tale").inner_text())
    assert "Left to itself it says" in verdict(cover)
    press(cover, "Mend")
    assert counts(cover) == (inputs, inputs)
    press(cover, "Let it speak")
    assert said(cover) == "Grace Hopper", "at once, where nothing is to move"
    page.emulate_media(reduced_motion="no-preference")
    press(cover, "Let it speak")
    heard = "document.querySelector('[data-cover]').shadowRoot.querySelectorAll"
    for letters in (2, 4, 13):
        page.wait_for_function(f"{heard}('.said span:not(.later)').length === {letters}")


def test_names_that_are_long_strange_or_from_right_to_left(page: Page, site_file: str) -> None:
    """The field was too narrow for 20 letters, and the column of the stop alone in a second row."""
    cover = opened(page, site_file)
    field = cover.locator("input")
    name = "\U0001f469\u200d\U0001f680" * 20 + "<script>alert(1)</script>"
    field.fill(name)
    assert "24 letters fit here; the others wait" in verdict(cover)
    assert field.input_value() == name
    right, inputs = counts(cover)
    assert right == inputs
    field.fill("")
    assert "Type a name: one letter is enough." in verdict(cover)
    field.fill("ليلى")
    first = cover.locator("bdi")
    assert box_of(first)[0] < box_of(cover.locator(".said"))[0] + 100
    assert field.evaluate("x => getComputedStyle(x).textAlign") == "left"
    assert first.evaluate("x => getComputedStyle(x).direction") == "rtl"
    tops = "all => [...new Set(all.map((each) => each.offsetTop))]"
    for wide in (1280, 1440):
        page.set_viewport_size({"width": wide, "height": 900})
        for name in ("Wolfeschlegelsteinha", "Wolfgang Amadeus MozartQ"):
            field.fill(name)
            wanted, there = field.evaluate("x => [x.scrollWidth, x.clientWidth]")
            assert wanted <= there
            assert len(cover.locator(".places .row:visible").evaluate_all(tops)) == 1
            assert cover.locator(".cell:visible").evaluate_all(CUT) == []


def test_keys_change_a_number_and_go_to_the_next(page: Page, site_file: str) -> None:
    """Each table is one stop of Tab; up and down change a number, left and right leave it."""
    page.set_viewport_size({"width": 1280, "height": 1000})
    cover = opened(page, site_file)
    _, inputs = counts(cover)
    first = number(cover, "place 1, number 1")
    first.focus()
    before = float(first.get_attribute("aria-valuenow") or "nan")
    for _ in range(12):
        page.keyboard.press("ArrowDown")
    assert float(first.get_attribute("aria-valuenow") or "nan") < before
    assert counts(cover)[0] < inputs
    assert cover.locator(".changed").count() == 1
    page.keyboard.press("Delete")
    assert counts(cover) == (inputs, inputs)
    for keys, label in (
        (["ArrowRight"], "place 2, number 1"),
        (["ArrowLeft", "ArrowLeft"], "place 13, number 3"),
        (["Tab"], "start, number 1"),
    ):
        for key in keys:
            page.keyboard.press(key)
        assert page.evaluate(FOCUSED) == label
    # dragged by a mouse up and down or sideways; what goes red is what is counted
    x, y, _, _ = box_of(number(cover, "\u201cA\u201d, number 1"))
    page.mouse.move(x + 20, y + 10)
    page.mouse.down()
    page.mouse.move(x - 180, y + 10, steps=6)
    page.wait_for_function(
        "(all) => Number(document.querySelector('[data-cover]').dataset.right) < all", arg=inputs
    )
    page.mouse.up()
    wrong = cover.locator(".wrong-ones").get_attribute("d") or ""
    assert wrong.count("M") == inputs - counts(cover)[0] > 0


def swipe(page: Page, what: Locator, across: float, up: float) -> None:
    """A finger on a number that goes so far."""
    x, y, _, _ = box_of(what)
    steps, fingers = 10, page.context.new_cdp_session(page)
    fingers.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for i in range(steps + 1):
        point = {"x": x + 15 + across * i / steps, "y": y + 14 - up * i / steps}
        kind = "touchMove" if i else "touchStart"
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        page.evaluate(FRAME)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_on_a_phone_in_the_dark(new_page: NewPage, site_file: str) -> None:
    """A finger moves a number sideways and the page up, for the numbers fill the window.

    Wherever a number is moved, the verdict is seen. Nothing is cut, of the longest name, broken.
    """
    page = new_page((PHONE["width"], PHONE["height"]), dark=True)
    cover = opened(page, site_file)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert cover.get_attribute("data-mode") == "dark"
    second = number(cover, "place 2, number 1")
    second.scroll_into_view_if_needed()
    before = second.inner_text()
    swipe(page, second, 0, 150)
    page.evaluate(FRAME)
    assert second.inner_text() == before
    assert cover.locator(".changed").count() == 0
    swipe(page, second, 150, 0)
    cover.locator(".changed").wait_for()
    assert second.inner_text() != before
    last = number(cover, "stop, number 3")
    for there in (cover.get_by_role("button", name="Break it"), last):
        there.scroll_into_view_if_needed()
        _, top, _, bottom = box_of(cover.locator(".verdict"))
        _, other_top, _, other_bottom = box_of(there)
        assert top > 0 and bottom <= PHONE["height"] + 0.5
        assert other_bottom <= top or other_top >= bottom
    cover.locator("input").fill("Wolfgang Amadeus MozartQ")
    press(cover, "Break it")
    assert "Left to itself it says" in verdict(cover)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert cover.locator(".cell:visible").evaluate_all(CUT) == []
    for figure in page.locator("hand-figure").all():
        figure.scroll_into_view_if_needed()
        figure.locator(".card").wait_for()
        assert figure.locator("button:visible").evaluate_all(BEYOND) == []


def test_a_link_holds_the_whole_machine(new_page: NewPage, site: str) -> None:
    """Opened elsewhere, it says what it said here, with the same numbers wrong.

    A postcard is a picture of a name and its link. Back kept a name; a link to the page did not.
    """
    page = new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    cover = opened(page, site)
    cover.locator("input").fill(MARKED)
    for _ in range(3):
        press(cover, "Break it")
    press(cover, "Copy the link")
    page.get_by_text("Copied: the whole machine is in this link.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    there = opened(new_page(), site, f"#{link.split('#')[1]}")
    there.locator(".changed").nth(2).wait_for()
    assert counts(there) == counts(cover)
    assert said(there) == said(cover) != MARKED
    assert there.locator("input").input_value() == MARKED
    page.wait_for_function("location.hash.includes('changed=W_')")
    press(cover, "Mend")
    cover.locator("input").fill("Zoë / Bo")
    page.evaluate(WRITTEN)
    with page.expect_download() as saved:
        press(cover, "Postcard")
    assert saved.value.suggested_filename == "Zoë-Bo.png"
    cover.get_by_text("Saved: a picture of all its numbers, Zoë-Bo.png.").wait_for()
    link = f"{site}/index.html#cover?name=Zo%C3%AB+%2F+Bo"
    assert link in page.evaluate("window.written")
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert [int.from_bytes(picture[i : i + 4], "big") for i in (16, 20)] == [1200, 630]
    page.goto(f"{site}/licenses.html")  # what waits for a rest is done as one leaves
    assert said(opened(page, site)) == "Zoë / Bo"


def test_a_forged_link_gets_a_sentence(page: Page, site_file: str) -> None:
    forged = "#cover?name=Ada&changed=W_pos:0.0=NaN%3BW_E:99.0=1%3BW_pos:0.1=1e308"
    cover = opened(page, site_file, forged)
    cover.get_by_text("2 changed numbers of this link are not on this machine").first.wait_for()
    values = "all => all.map((each) => each.getAttribute('aria-valuenow'))"
    for value in cover.get_by_role("spinbutton").evaluate_all(values):
        assert re.fullmatch(r"-?\d+(\.\d+)?", value), "no reader of screens knows exponents"
    page.evaluate(FORGET)
    page.goto("about:blank")
    assert opened(page, site_file, "#%").locator("input").input_value() == "Ada Lovelace"


def test_without_a_script_there_is_a_picture(new_page: NewPage, site_file: str) -> None:
    page = new_page(javascript=False)
    page.goto(f"{site_file}/index.html")
    still = page.locator("#cover .hand-picture")
    assert still.is_visible()
    assert "This transformer says" in still.inner_text()
    rows = page.locator("#cover .hand-table tbody tr")
    assert rows.count() == len("Ada Lovelace") + 1


def test_two_acts_more_can_be_tried(page: Page, site_file: str) -> None:
    """Pairs are told by the machine with no more words than it needs; a telephone is dialed."""
    opened(page, site_file)
    pairs = page.locator("#pairs")
    pairs.scroll_into_view_if_needed()
    pairs.locator(".both button").first.click()
    pairs.locator(".told td", has_text="1 of 1").first.wait_for()
    phone = page.locator("#telephone")
    phone.scroll_into_view_if_needed()
    phone.get_by_role("button", name="press 7").click()
    phone.locator(".verdict", has_text="159D7").wait_for()
