"""Answers typed into a page, and progress kept by the browser, in a real one."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from exercises.answer_field import answer_box, element
from exercises.catalogue import EXERCISES
from exercises.catalogue.hello_world.integers import integer_hello_world
from exercises.progress_page import plain_list, progress_list
from exercises.progress_store import keep, kept
from taotp.listing import write
from taotp.page.bundle import with_lent
from taotp.programs import hello_world
from tests.pages.accessible import assert_accessible
from tests.pages.conftest import NewPage
from tests.pages.small_pages import write_pages
from tests.pages.test_figures import NARROW

BOXES = (
    *("compact-attention", "integers", "jello", "neither-of-two", "no-positions", "other-base"),
    "which-is-which",
)
PARTS = with_lent(("answer", "listed", "progress", "rules", "semestexts", "values"))
BLOCKED = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
CONFUSING = "digit, digit+5, digit+4, digit-1, digit+5, digit+4, digit+1, digit+5, digit+4"


def element_of(slug: str) -> str:
    """The box of an exercise."""
    each = EXERCISES[slug]
    assert each.typed
    return element(answer_box(each.typed, each.number, slug), each.typed.part)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages with a box each, with all of these, and with the list of all exercises, as files."""
    folder = tmp_path_factory.mktemp("answers")
    boxes = {slug: element_of(slug) for slug in BOXES}
    pages = boxes | {
        "boxes": "".join(boxes.values()),
        "progress": element(progress_list(), "progress", plain_list(progress_list())),
    }
    return write_pages(folder, pages, PARTS)


def opened(page: Page, folder: Path, name: str, theme: str = "light", fragment: str = "") -> Page:
    page.goto(f"{(folder / f'{name}-{theme}.html').as_uri()}{fragment}")
    page.locator("hand-figure .card").first.wait_for()
    return page


def box(page: Page, slug: str) -> Locator:
    return page.locator(f"#answer-{slug}")


def verdict(page: Page, slug: str) -> str:
    """What the box says, without the number of the exercise."""
    words = box(page, slug).locator(".verdict p").first.inner_text().split()
    assert words.pop(1) == EXERCISES[slug].number
    return " ".join(words)


@pytest.mark.parametrize("name", ["neither-of-two", "progress"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_accessible(page: Page, folder: Path, name: str, theme: str) -> None:
    """What is answered too; boxes as they are first seen stand on the pages of exercises."""
    opened(page, folder, name, theme)
    if name != "progress":
        page.get_by_label("confusing(digit)").fill(CONFUSING)
        page.get_by_label("confusing(digit)").press("Enter")
    assert_accessible(page)
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]


def test_a_number_by_the_keyboard(page: Page, folder: Path) -> None:
    opened(page, folder, "other-base")
    assert verdict(page, "other-base") == "· other-base not attempted yet"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    note = box(page, "other-base").locator(".form [role=status]")
    page.keyboard.press("Enter")
    assert note.inner_text() == "Type an answer first."
    page.keyboard.type("629*b/10")
    assert note.inner_text() == "", "nothing was checked yet"
    page.keyboard.press("Enter")
    assert verdict(page, "other-base") == "✗ other-base with b=2 expected 165, got 125.8"
    page.keyboard.press("Control+a")
    page.keyboard.type("58*b + 49")
    assert note.inner_text() == "Changed since it was checked."
    page.keyboard.press("Enter")
    assert verdict(page, "other-base") == "✓ other-base 19 inputs, from base 2 to base 1000"
    assert note.inner_text() == "Kept in this browser."
    announced = box(page, "other-base").locator(".unseen[role=status]")
    announced.get_by_text("19 inputs").wait_for(state="attached")


def test_choices(page: Page, folder: Path) -> None:
    opened(page, folder, "which-is-which")
    for letter, name in zip("ABC", ("sorted", "original", "even"), strict=True):
        page.get_by_label(f"table {letter}").select_option(name)
    page.get_by_role("button", name="Check").click()
    assert verdict(page, "which-is-which") == "· which-is-which table D: still empty"
    page.get_by_label("table D").select_option("random")
    page.get_by_role("button", name="Check").click()
    assert verdict(page, "which-is-which").startswith("✓")


def test_the_machine_says_its_part_beside_what_is_asked(page: Page, folder: Path) -> None:
    opened(page, folder, "neither-of-two")
    table = box(page, "neither-of-two").locator("table")
    assert not table.is_visible()
    page.get_by_label("confusing(digit)").fill("digit, 1, 2, digit + 1, 1, 2")
    page.get_by_label("confusing(digit)").press("Enter")
    assert "with the digit 0, in [0, 1, 2, 1, 1, 2] expected two" in verdict(page, "neither-of-two")
    assert table.locator("tbody tr").nth(4).inner_text().split("\t")[:3] == [
        "4",
        "4 1 2 5 1 2",
        "5",
    ]
    page.get_by_label("confusing(digit)").fill(CONFUSING)
    page.get_by_label("confusing(digit)").press("Enter")
    assert verdict(page, "neither-of-two").startswith("✓")
    assert [row.split("\t")[-1] for row in table.locator("tbody tr").all_inner_texts()] == [
        str(digit) for digit in range(10)
    ]


def asked(page: Page, slug: str) -> None:
    """Wait until a machine has been asked everything."""
    expect(box(page, slug).locator(".verdict p").first).not_to_contain_text("is asked")


def test_weights_as_text(page: Page, folder: Path) -> None:
    opened(page, folder, "integers")
    assert page.get_by_role("link").get_attribute("href") == "language.html#cheat-sheet"
    area, check = page.get_by_label("the machine"), page.get_by_role("button", name="Check")
    area.fill('{"tok_emb": [[1, 2], [3]]}')
    check.click()
    assert verdict(page, "integers").startswith("· integers line 1, column")
    area.fill(write(hello_world()))
    check.click()
    asked(page, "integers")
    assert "at W_E[0, 0] expected an integer, got 1.224744871" in verdict(page, "integers")
    area.fill(write(integer_hello_world()))
    check.click()
    asked(page, "integers")
    assert verdict(page, "integers").startswith("✓ integers 13 inputs, 72 parameters")
    note = box(page, "integers").locator(".form [role=status]")
    assert note.inner_text() == "Kept in this browser."
    assert page.evaluate("location.hash.length") < 100


def test_one_number_is_changed_here_and_shown_in_the_machine(page: Page, folder: Path) -> None:
    opened(page, folder, "jello")
    page.get_by_label("array").select_option("W_pos [13, 3]")
    for label, number in (("row", "0"), ("column", "2"), ("new number", "2 * 10^6")):
        page.get_by_label(label).fill(number)
    page.get_by_role("button", name="Check").click()
    assert verdict(page, "jello").startswith("\u2717 jello on '' expected 'J', got '<stop>'")
    page.get_by_label("new number").fill("5e6")
    page.get_by_label("new number").press("Enter")
    assert "13 inputs, W_pos:0.2 from -707107 to 5e+06" in verdict(page, "jello")
    link = page.get_by_role("link", name="Look at it in the machine above")
    assert link.get_attribute("href") == "#jello?changed=W_pos%3A0.2%3D5000000"


def test_an_answer_stands_in_the_address(page: Page, folder: Path) -> None:
    opened(page, folder, "other-base", fragment="#answer-other-base?formula=58*b%2B49")
    assert verdict(page, "other-base").startswith("✓")
    assert page.evaluate("localStorage.length") == 0  # whoever made the link may have solved it


def solved(page: Page, folder: Path) -> Page:
    opened(page, folder, "other-base")
    page.get_by_label("parameters_in_base").fill("58*b + 49")
    page.get_by_role("button", name="Check").click()
    return page


def entry(page: Page, slug: str) -> Locator:
    link = page.get_by_role("link", name=EXERCISES[slug].heading, exact=True)
    return page.get_by_role("listitem").filter(has=link)


def test_progress_lists_all(page: Page, folder: Path) -> None:
    page = opened(solved(page, folder), folder, "progress")
    assert page.get_by_role("listitem").count() == len(EXERCISES)
    assert entry(page, "other-base").inner_text().startswith("✓")
    assert "verified" in entry(page, "other-base").inner_text()
    counts = "✓ verified 1, ◐ reviewed 0, ○ my own word 0, ✗ tried 0"
    assert verdict_of(page) == f"{counts}, · new {len(EXERCISES) - 1}"
    assert entry(page, "repeat-last").get_by_role("link").get_attribute("href") == (
        "hello_world_exercises.html#exercise-repeat-last"
    )
    next_one = f"Next: {EXERCISES['build-letter'].heading}."
    assert page.locator(".verdict").inner_text().endswith(next_one)


def verdict_of(page: Page) -> str:
    return " ".join(page.locator(".verdict p").first.inner_text().split())


def test_my_own_word(page: Page, folder: Path) -> None:
    opened(page, folder, "progress")
    toggle = page.get_by_role("button", name=f"my own word on {EXERCISES['guesses'].number}")
    toggle.click()
    assert toggle.get_attribute("aria-pressed") == "true"
    assert "○ my own word 1" in verdict_of(page)
    page.reload()
    toggle.click()
    assert "○ my own word 0" in verdict_of(page)
    judged = f"my own word on {EXERCISES['repeat-last'].number}"
    assert page.get_by_role("button", name=judged).count() == 0


def test_python_reads_what_the_page_exports_and_the_page_what_python_writes(
    new_page: NewPage, folder: Path, tmp_path: Path
) -> None:
    page = opened(solved(new_page(), folder), folder, "progress")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    exported, own = tmp_path / "progress.json", tmp_path / "own.json"
    download.value.save_as(exported)
    assert download.value.suggested_filename == "progress.json"
    assert kept(exported) == ("", {"other-base": "verified"})
    keep({"repeat-last": "verified", "other-base": "tried", "any-spike": "reviewed"}, "Ada", own)
    page.get_by_label("Import").set_input_files(own)
    page.get_by_text("Read 3 exercises").wait_for()
    counts = "✓ verified 2, ◐ reviewed 1, ○ my own word 0, ✗ tried 0"
    assert verdict_of(page) == f"{counts}, · new {len(EXERCISES) - 3}"
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    download.value.save_as(exported)
    assert kept(exported)[0] == "Ada"


OTHER_FILES = {
    "hello": "The file is no JSON.",
    "[]": "The file is no object",
    '{"format": 2, "progress": {}}': "The format is 2; this is for format 1.",
    '{"format": 1, "progress": []}': "Its progress is no object",
    '{"format": 1, "progress": {"repeat-last": "best"}}': "is none of tried, self, reviewed",
    '{"format": 1, "progress": {"repeat-last": "constructor"}}': "is none of tried, self",
    '{"format": 1, "progress": {}, "x": 1}': "unknown key “x”",
}


def test_another_file_changes_nothing(page: Page, folder: Path, tmp_path: Path) -> None:
    opened(solved(page, folder), folder, "progress")
    for i, (text, sentence) in enumerate(OTHER_FILES.items()):
        (tmp_path / f"{i}.json").write_text(text)
        page.get_by_label("Import").set_input_files(tmp_path / f"{i}.json")
        page.get_by_text(sentence).wait_for()
        assert "✓ verified 1" in verdict_of(page), text


def test_clear_asks_first(page: Page, folder: Path) -> None:
    page = opened(solved(page, folder), folder, "progress")
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Clear").click()
    assert "✓ verified 1" in verdict_of(page)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("Nothing is kept any more.").wait_for()
    assert "✓ verified 0" in verdict_of(page)


def test_where_the_browser_keeps_nothing(new_page: NewPage, folder: Path) -> None:
    page = new_page()
    page.add_init_script(BLOCKED)
    solved(page, folder)
    assert box(page, "other-base").locator(".form [role=status]").inner_text() == (
        "This browser keeps nothing for this page."
    )
    opened(page, folder, "progress")
    page.get_by_role("button", name=f"my own word on {EXERCISES['guesses'].number}").click()
    assert "○ my own word 1" in verdict_of(page)
    assert page.get_by_text("gone when you leave").is_visible()


def test_what_is_kept_elsewhere_and_broken_is_left_alone(page: Page, folder: Path) -> None:
    opened(page, folder, "progress")
    page.evaluate("localStorage.setItem('transformers-by-hand-progress', '{')")
    page.reload()
    assert "✓ verified 0" in verdict_of(page)


def test_what_is_shared_with_python(page: Page, folder: Path) -> None:
    page = solved(page, folder)
    stored = json.loads(page.evaluate("localStorage.getItem('transformers-by-hand-progress')"))
    assert stored == {"format": 1, "progress": {"other-base": "verified"}}


def test_without_a_script_nothing_is_added(new_page: NewPage, folder: Path) -> None:
    page = new_page(javascript=False)
    page.goto((folder / "boxes-light.html").as_uri())
    assert page.locator("main").inner_text().strip() == "Figures"


def test_progress_without_a_script_says_what_to_do(new_page: NewPage, folder: Path) -> None:
    page = new_page(javascript=False)
    page.goto((folder / "progress-light.html").as_uri())
    assert "taotp-exercises progress" in page.locator("noscript").inner_text()
    assert page.locator("li a").count() == len(EXERCISES)


def test_progress_on_paper_keeps_its_signs(page: Page, folder: Path) -> None:
    page = opened(solved(page, folder), folder, "progress")
    page.emulate_media(media="print")
    assert page.locator(".all .verified").count() == 1
    assert page.locator(".all .verified").is_visible()
    assert not page.locator("hand-figure > ul").first.is_visible()


def test_every_exercise_has_its_label_on_its_page(html: Path) -> None:
    for each in EXERCISES.values():
        text = (html / f"{each.page}.html").read_text("utf-8")
        assert text.count(f'id="{each.label}"') == 1, each
        assert text.count(f'id="answer-{each.slug}"') == bool(each.typed), each


def test_every_link_of_the_list_leads_to_its_exercise(page: Page, site: str) -> None:
    each = EXERCISES["no-positions"]
    page.goto(f"{site}/progress.html")
    page.locator("hand-figure .card").wait_for()
    page.get_by_role("link", name=each.heading).click()
    page.wait_for_url(f"**/{each.page}.html#{each.label}")
    heading = page.locator(f"section:has(> #{each.label}) > h2")
    assert heading.inner_text().startswith(each.heading)


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
    page.reload()
    assert area.input_value() == ""
