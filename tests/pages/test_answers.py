"""Answers typed into a page, and progress kept by the browser, in a real one."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Locator, Page, expect

from exercises.answer_box import answer_box, element
from exercises.catalogue import EXERCISES
from exercises.catalogue.hello_world import jello
from exercises.catalogue.hello_world.integers import integer_hello_world
from exercises.handing_in.grade import graded
from exercises.progress_page import plain_list, progress_list
from exercises.progress_store import keep, kept
from taotp.figures import explore
from taotp.listing import write
from taotp.programs import hello_world
from tests.pages import small_pages
from tests.pages.accessible import assert_for_everybody
from tests.pages.conftest import NewPage
from tests.pages.small_pages import opened, write_pages

BOXES = (
    *("compact-attention", "integers", "jello", "neither-of-two", "no-positions", "other-base"),
    "which-is-which",
)
PARTS = ("answer", "listed", "progress", "rules", "semestexts", "values")
BLOCKED = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
CONFUSING = "digit, digit+5, digit+4, digit-1, digit+5, digit+4, digit+1, digit+5, digit+4"
OTHER_FILES = {
    "hello": "The file is not JSON.",
    "[]": "The file is not an object",
    '{"format": 2, "progress": {}}': "The format is 2; this is for format 1.",
    '{"format": 1, "progress": []}': "Its progress is not an object",
    '{"format": 1, "progress": {"repeat-last": "best"}}': "is none of tried, self, reviewed",
    '{"format": 1, "progress": {"repeat-last": "constructor"}}': "is none of tried, self",
    '{"format": 1, "progress": {}, "x": 1}': "unknown key “x”",
}


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages with a box each, with all of these, and with the list of all exercises, as files."""
    boxes = {}
    for slug in BOXES:
        each = EXERCISES[slug]
        assert each.typed
        boxes[slug] = element(answer_box(each.typed, each.number, slug), each.typed.part)
    pages = boxes | {
        "boxes": "".join(boxes.values()),
        "progress": element(progress_list(), "progress", plain_list(progress_list())),
    }
    machine = explore(
        jello.program, "", panels=("machine", "numbers"), answer=[*"Jello World!", "<stop>"],
        id="jello",
    )  # fmt: skip
    pages["found"] = machine.element() + boxes["jello"]
    return write_pages(tmp_path_factory.mktemp("answers"), pages, {*PARTS, *machine.parts})


def box(page: Page, slug: str) -> Locator:
    return page.locator(f"#answer-{slug}")


def note(page: Page, slug: str) -> str:
    """What stands below the form of a box."""
    return box(page, slug).locator(".form [role=status]").inner_text()


def verdict(page: Page, slug: str) -> str:
    """What the box says, without the number of the exercise."""
    words = small_pages.verdict(page, f"answer-{slug}").split()
    assert words.pop(1) == EXERCISES[slug].number
    return " ".join(words)


def check(page: Page) -> None:
    page.get_by_role("button", name="Check").click()


def typed(page: Page, label: str, answer: str) -> None:
    page.get_by_label(label).fill(answer)
    page.get_by_label(label).press("Enter")


def test_a_number_by_the_keyboard(page: Page, folder: Path) -> None:
    opened(page, folder, "other-base")
    assert verdict(page, "other-base") == "· other-base not attempted yet"
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    assert note(page, "other-base") == "Type an answer first."
    page.keyboard.type("629*b/10")
    assert note(page, "other-base") == "", "nothing was checked yet"
    page.keyboard.press("Enter")
    assert verdict(page, "other-base") == "✗ other-base with b=2 expected 165, got 125.8"
    page.keyboard.press("Control+a")
    page.keyboard.type("58*b + 49")
    assert note(page, "other-base") == "Changed since it was checked."
    page.keyboard.press("Enter")
    assert verdict(page, "other-base") == "✓ other-base 19 inputs, from base 2 to base 1000"
    assert note(page, "other-base") == "Kept in this browser."
    save = page.get_by_role("button", name="Save it to hand in")
    save.click()
    assert box(page, "other-base").locator(".mine .note").inner_text().startswith("Your name is")
    page.get_by_label("Your name").fill("Ada")
    with page.expect_download() as coming:
        save.click()
    found = graded(Path(coming.value.path()).read_bytes())
    assert (found.author, found.exercise, found.credit) == ("Ada", "other-base", "verified")
    announced = box(page, "other-base").locator(".unseen[role=status]")
    announced.get_by_text("19 inputs").wait_for(state="attached")
    stored = json.loads(page.evaluate("localStorage.getItem('transformers-by-hand-progress')"))
    progress = {"other-base": "verified"}
    assert stored == {"format": 1, "author": "Ada", "progress": progress}, "shared with Python"
    page.get_by_label("formula").press_sequentially("+")
    assert not save.is_visible(), "what stands there was not checked"


def test_choices(page: Page, folder: Path) -> None:
    opened(page, folder, "which-is-which")
    for letter, name in zip("ABCD", ("sorted", "original", "even", "random"), strict=True):
        if letter == "D":
            check(page)
            assert verdict(page, "which-is-which") == "· which-is-which table D: still empty"
        page.get_by_label(f"table {letter}").select_option(name)
    check(page)
    assert verdict(page, "which-is-which").startswith("✓")


def test_the_machine_says_its_part_beside_what_is_asked(page: Page, folder: Path) -> None:
    """Everybody can read what is answered; boxes as they are first seen stand in the book."""
    opened(page, folder, "neither-of-two")
    table = box(page, "neither-of-two").locator("table")
    assert not table.is_visible()
    typed(page, "confusing(digit)", "digit, 1, 2, digit + 1, 1, 2")
    assert "with the digit 0, in [0, 1, 2, 1, 1, 2] expected two" in verdict(page, "neither-of-two")
    row = table.locator("tbody tr").nth(4).inner_text().split("\t")
    assert row[:3] == ["4", "4 1 2 5 1 2", "5"]
    typed(page, "confusing(digit)", CONFUSING)
    assert verdict(page, "neither-of-two").startswith("✓")
    rows = table.locator("tbody tr").all_inner_texts()
    assert [row.split("\t")[-1] for row in rows] == [str(digit) for digit in range(10)]
    assert_for_everybody(page)


def test_weights_as_text(page: Page, folder: Path) -> None:
    opened(page, folder, "integers")
    assert page.get_by_role("link").get_attribute("href") == "language.html#cheat-sheet"
    for text, says in (
        ('{"tok_emb": [[1, 2], [3]]}', "· integers line 1, column"),
        (write(hello_world()), "at W_E[0, 0] expected an integer, got 1.224744871"),
        (write(integer_hello_world()), "✓ integers 13 inputs, 72 parameters"),
    ):
        page.get_by_label("the machine").fill(text)
        check(page)
        line = box(page, "integers").locator(".verdict p").first
        expect(line).not_to_contain_text("is asked")
        assert says in verdict(page, "integers")
    assert note(page, "integers") == "Kept in this browser."


def test_one_number_is_changed_here_and_shown_in_the_machine(page: Page, folder: Path) -> None:
    opened(page, folder, "jello")
    page.get_by_label("array").select_option("W_pos [13, 3]")
    for label, number in (("row", "0"), ("column", "2"), ("new number", "2 * 10^6")):
        page.get_by_label(label).fill(number)
    check(page)
    assert verdict(page, "jello").startswith("\u2717 jello after '' it says '<stop>'; it")
    typed(page, "new number", "5e6")
    assert "13 inputs, W_pos:0.2 from -707107 to 5e+06" in verdict(page, "jello")
    link = page.get_by_role("link", name="Look at it in the machine above")
    assert link.get_attribute("href") == "#jello?changed=W_pos%3A0.2%3D5000000"


def test_what_is_found_in_the_figure_is_an_answer(page: Page, folder: Path) -> None:
    """Only by who moves it there: whoever made a link may have solved it."""
    opened(page, folder, "found", fragment="#jello?changed=W_pos:0.2=6e6")
    figure = page.locator("hand-figure#jello")
    figure.locator(".verdict.right").wait_for()
    assert page.evaluate("localStorage.length") == 0
    figure.get_by_role("button", name="Reset").click()
    figure.evaluate("node => node.handle.set({ changed: 'W_pos:0.2=5000000' })")
    page.locator("#answer-jello .verdict.right").wait_for()
    assert page.get_by_label("new number").input_value() == "5000000"
    kept = json.loads(page.evaluate("localStorage.getItem('transformers-by-hand-progress')"))
    assert kept["progress"] == {"jello": "verified"}


def test_an_answer_stands_in_the_address(page: Page, folder: Path) -> None:
    opened(page, folder, "other-base", fragment="#answer-other-base?formula=58*b%2B49")
    assert verdict(page, "other-base").startswith("✓")
    assert page.evaluate("localStorage.length") == 0  # whoever made the link may have solved it


def solved(page: Page, folder: Path) -> Page:
    """The list of the exercises, of which one has been solved."""
    opened(page, folder, "other-base")
    page.get_by_label("parameters_in_base").fill("58*b + 49")
    check(page)
    return opened(page, folder, "progress")


def entry(page: Page, slug: str) -> Locator:
    link = page.get_by_role("link", name=EXERCISES[slug].heading, exact=True)
    return page.get_by_role("listitem").filter(has=link)


def counts(page: Page) -> str:
    return small_pages.verdict(page)


def unfolded(page: Page) -> Page:
    """The page of progress, with what carries it about."""
    page.locator("details.carrying").evaluate("node => { node.open = true; }")
    return page


def open_chapters(page: Page) -> None:
    """Unfold all chapters of the list."""
    page.locator("details.chapter").evaluate_all("all => all.forEach((x) => { x.open = true; })")


def own_word(page: Page, slug: str) -> Locator:
    open_chapters(page)
    return page.get_by_role("button", name=f"my own word on {EXERCISES[slug].number}")


def test_progress_lists_all(page: Page, folder: Path) -> None:
    """On paper too it keeps its signs; `Clear` asks first."""
    solved(page, folder)
    open_chapters(page)
    assert page.get_by_role("listitem").count() == len(EXERCISES)
    assert entry(page, "other-base").inner_text().startswith("✓")
    assert "right" in entry(page, "other-base").inner_text()
    assert counts(page).endswith("✓ right 1"), "nothing is said of what there is none of"
    address = "hello_world_exercises.html#exercise-repeat-last"
    assert entry(page, "repeat-last").get_by_role("link").get_attribute("href") == address
    assert f"1 of {len(EXERCISES)} done." in counts(page)
    bench = EXERCISES["build-letter"]
    link = page.get_by_role("link", name=f"Your next {bench.minutes} minutes: {bench.heading}")
    assert link.get_attribute("href") == f"{bench.page}.html#{bench.label}"
    page.emulate_media(media="print")
    assert page.locator(".all .verified").count() == 1
    assert page.locator(".all .verified").is_visible()
    assert not page.locator("hand-figure > ul").first.is_visible()
    page.emulate_media(media="screen")
    for answer, left in ((Dialog.dismiss, 1), (Dialog.accept, 0)):
        page.once("dialog", answer)
        unfolded(page).get_by_role("button", name="Clear").click()
        assert (f"✓ right {left}" in counts(page)) == bool(left)
    assert "Nothing is done yet" in counts(page)
    page.get_by_text("Nothing is kept any more.").wait_for()


def test_my_own_word(page: Page, folder: Path) -> None:
    """What is kept elsewhere and broken is left alone."""
    opened(page, folder, "progress")
    toggle = own_word(page, "guesses")
    toggle.click()
    assert toggle.get_attribute("aria-pressed") == "true"
    assert "○ my own word 1" in counts(page)
    page.reload()
    own_word(page, "guesses").click()
    assert "Nothing is done yet" in counts(page)
    assert own_word(page, "repeat-last").count() == 0, "it is judged"
    page.evaluate("localStorage.setItem('transformers-by-hand-progress', '{')")
    page.reload()
    assert "Nothing is done yet" in counts(page)
    assert_for_everybody(page)


def exported(page: Page, path: Path) -> Path:
    """The file that the list exports, saved."""
    with page.expect_download() as download:
        unfolded(page).get_by_role("button", name="Export").click()
    assert download.value.suggested_filename == "progress.json"
    download.value.save_as(path)
    return path


def test_python_reads_what_the_page_exports_and_the_page_what_python_writes(
    page: Page, folder: Path, tmp_path: Path
) -> None:
    """Another file changes nothing."""
    solved(page, folder)
    file, own = tmp_path / "progress.json", tmp_path / "own.json"
    assert kept(exported(page, file)) == ("", {"other-base": "verified"})
    for text, sentence in OTHER_FILES.items():
        own.write_text(text)
        unfolded(page).get_by_label("Import").set_input_files(own)
        page.get_by_text(sentence).wait_for()
        assert "✓ right 1" in counts(page), text
    own.unlink()
    keep({"repeat-last": "verified", "other-base": "tried", "any-spike": "reviewed"}, "Ada", own)
    page.get_by_label("Import").set_input_files(own)
    page.get_by_text("Read 3 exercises").wait_for()
    assert counts(page).endswith("✓ right 2, ◐ right for a person 1")
    assert kept(exported(page, file))[0] == "Ada"


def test_where_the_browser_keeps_nothing(new_page: NewPage, folder: Path) -> None:
    page = new_page()
    page.add_init_script(BLOCKED)
    opened(page, folder, "other-base", fragment="#answer-other-base?formula=58*b%2B49")
    check(page)
    assert note(page, "other-base") == "This browser keeps nothing for this page."
    opened(page, folder, "progress")
    own_word(page, "guesses").click()
    assert "○ my own word 1" in counts(page)
    assert page.get_by_text("gone when you leave").is_visible()


def test_without_a_script_nothing_is_added_and_what_to_do_is_said(
    new_page: NewPage, folder: Path
) -> None:
    page = new_page(javascript=False)
    page.goto((folder / "boxes-light.html").as_uri())
    assert page.locator("main").inner_text().strip() == "Figures"
    page.goto((folder / "progress-light.html").as_uri())
    assert "taotp-exercises progress" in page.locator("noscript").inner_text()
    assert page.locator("li a").count() == len(EXERCISES)


def test_what_was_typed_and_not_checked_is_there_again(page: Page, folder: Path) -> None:
    """After a reload, and after following a link; Reset empties it for good."""
    opened(page, folder, "no-positions")
    area = box(page, "no-positions").locator("textarea")
    area.fill("half a listing")
    page.reload()
    assert area.input_value() == "half a listing"
    opened(page, folder, "compact-attention")
    opened(page, folder, "no-positions")
    assert area.input_value() == "half a listing"
    box(page, "no-positions").get_by_role("button", name="Check").click()
    area.fill("half a listing, and more")
    page.reload()
    assert area.input_value() == "half a listing, and more"
    box(page, "no-positions").get_by_role("button", name="Reset").click()
    page.wait_for_function("!location.hash.includes('half')")  # an address follows in a moment
    page.reload()
    assert area.input_value() == ""
