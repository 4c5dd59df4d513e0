"""The playground of the built book, in one visit."""

from itertools import pairwise
from pathlib import Path

from playwright.sync_api import FilePayload, Locator, Page

from tests.pages.conftest import NewPage

EXAMPLES = Path(__file__).resolve().parents[2] / "taotp" / "examples"
KEPT = "(text) => history.state?.hand?.bench?.listing === text"


def verdict(page: Page) -> str:
    return page.locator(".verdict").inner_text()


def says(page: Page, sentence: str) -> None:
    """Wait until that came out."""
    page.locator(".verdict").get_by_text(sentence).wait_for()


def tried(page: Page) -> Locator:
    return page.locator(".trying [role=status]")


def given(page: Page, name: str, data: bytes) -> None:
    """Choose a file that holds some bytes."""
    file = FilePayload(name=name, mimeType="text/plain", buffer=data)
    page.locator("input[type=file]").set_input_files(file)


def test_a_playground(new_page: NewPage, site: str) -> None:
    """Try, change, open, save; what others send takes nothing away."""
    page = new_page((1280, 800))
    page.goto(f"{site}/playground.html")
    page.locator("#bench summary", has_text="Look inside").wait_for()
    boxes = [each.bounding_box() for each in page.locator("#bench summary").all()]
    tops = sorted(box["y"] for box in boxes if box)
    assert len(tops) >= 2, "two folds shared a row of the wide figure"
    assert all(below - above >= 20 for above, below in pairwise(tops))
    page.set_viewport_size({"width": 1440, "height": 900})
    area = page.get_by_label("the program")
    assert page.locator("#bench .files").evaluate("x => x.getRootNode().host.clientWidth") > 1300

    page.get_by_role("button", name="Try them all").click()
    tried(page).get_by_text("Right on 336 of 340 prompts of up to 4 symbols.").wait_for()
    for strange in ("-3", "", "1.5", "10"):
        page.get_by_label("longest prompt").fill(strange)
        page.get_by_role("button", name="Try them all").click()
        tried(page).get_by_text("The longest prompt is a whole number, from 1 to 9.").wait_for()
    page.get_by_role("link", name="The smallest", exact=True).click()
    assert "After “6 2 7” it says “2”, as it should." in verdict(page)
    area.fill(area.input_value().replace("key east", "key -east"))
    says(page, "After “6 2 7” it says “7”; it should say “2”.")
    page.get_by_role("button", name="Try them all").click()
    tried(page).get_by_text("goes wrong").or_(tried(page).get_by_text("go wrong")).wait_for()
    failed = page.locator(".failed button").first
    failed.click()
    assert page.get_by_label("text", exact=True).input_value() == failed.inner_text()

    mine = (EXAMPLES / "search.taotp").read_text("utf-8")[-600:]
    area.fill(mine)
    page.wait_for_function(KEPT, arg=mine)

    entry = Path("exercises/submissions/least-add-3/This-book.json")
    given(page, entry.name, (EXAMPLES.parents[1] / entry).read_bytes())
    says(page, "After “045+678=” it says “0723”, as it should.")
    page.get_by_text("The text that stood here is kept, under “texts of before”.").wait_for()
    given(page, "photo.png", b"\x89PNG\xff")
    page.get_by_text("“photo.png” was not opened: it is not UTF-8 text").wait_for()
    given(page, "faulty.txt", b"symbols a b\r\ncontext 3\nstream x 3\nembed y as circle")
    page.get_by_role("button", name="line 4, column 7").wait_for()

    page.go_back()
    says(page, "After “045+678=” it says “0723”, as it should.")
    page.goto(f"{site}/playground.html#bench?example=No+such+thing")
    page.get_by_text("“No such thing” is not on this page.").wait_for()
    for kept in page.locator("optgroup[label='texts of before'] option").all():
        page.get_by_label("example").select_option(kept.get_attribute("value"))
        if area.input_value() == mine:
            break
    assert area.input_value() == mine

    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the text").click()
    assert Path(saved.value.path()).read_text("utf-8") == mine
    assert saved.value.suggested_filename.endswith(".txt")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save picture").click()
    picture = Path(saved.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 20_000, "there is something to see"


PLACE = "transformers-by-hand-text"
OFFERS = "Run the text of last time"
LEFT_BY_A_HANG = """(name) => localStorage.setItem(name, '{"begun": "yes"}')"""


def test_a_text_that_did_not_end_is_offered(page: Page, site: str) -> None:
    """What held the page last time does not hold it again: neither when kept nor in a link."""
    page.goto(f"{site}/playground.html")
    area = page.get_by_label("the program")
    first = area.input_value()
    area.fill(f"# mine\n{first}")
    page.wait_for_function(f"localStorage.getItem('{PLACE} playground.html#bench')")
    begun = f"{PLACE} begun playground.html#bench"
    assert page.evaluate("(name) => localStorage.getItem(name)", begun) is None
    page.evaluate("history.replaceState({}, '', '#')")

    page.reload()
    page.wait_for_function("document.getElementById('bench').handle?.state.listing")
    page.wait_for_function("(name) => localStorage.getItem(name) === null", arg=begun)
    assert page.get_by_role("button", name=OFFERS).count() == 0

    for address in ("", "#bench?text=c&listing=characters%20%22ab%22%0A%23%20mine"):
        page.goto("about:blank")
        page.goto(f"{site}/licenses.html")
        page.evaluate(LEFT_BY_A_HANG, begun)
        page.goto(f"{site}/playground.html{address}")
        offer = page.get_by_role("button", name=OFFERS)
        offer.wait_for()
        assert "mine" not in area.input_value()
        assert page.get_by_text("did not come to an end, so it was not run").count()
        offer.click()
        page.wait_for_function("document.getElementById('bench').handle.state.listing")
        assert "mine" in area.input_value()
        page.wait_for_function("(name) => localStorage.getItem(name) === null", arg=begun)
        assert offer.count() == 0
