"""Benches in a real browser: what is typed is judged at once, kept, and lost by nothing."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page

from exercises import check
from exercises.answer_field import bench, element
from exercises.catalogue import BENCHES
from exercises.progress_page import plain_list, progress_list
from taotp.page.bundle import with_lent
from tests.exercises.test_benches import texts_of
from tests.pages.accessible import assert_accessible
from tests.pages.conftest import NewPage
from tests.pages.small_pages import write_pages
from tests.pages.test_answers import BLOCKED
from tools.sampling import drawn

PARTS = with_lent(("bench", "machine", "editor", "progress"))
SECONDS = 60_000  # nobody waits so long; a machine that does other things may


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with all benches, one of each, and one with the progress, as files."""
    folder = tmp_path_factory.mktemp("workshop")
    benches = {slug: bench(slug).element() for slug in BENCHES}
    progress = element(progress_list(), "progress", plain_list(progress_list()))
    pages = {**benches, "workshop": "".join(benches.values()), "progress": progress}
    return write_pages(folder, pages, PARTS)


def opened(
    page: Page, folder: Path, fragment: str = "", theme: str = "light", name: str = "workshop"
) -> Page:
    page.goto(f"{(folder / f'{name}-{theme}.html').as_uri()}{fragment}")
    return page


def at(page: Page, slug: str) -> Locator:
    """A bench, in sight."""
    found = page.locator(f"[data-bench={slug}]")
    found.scroll_into_view_if_needed()
    found.locator("textarea").wait_for()
    return found


def said(found: Locator, verdict: str) -> str:
    """What a bench says once its verdict is so."""
    found.and_(found.page.locator(f"[data-verdict={verdict}]")).wait_for(timeout=SECONDS)
    return found.locator(".verdict p").first.inner_text()


@pytest.mark.parametrize("slug", drawn([*BENCHES], 4, "benches"))
def test_blank_then_wrong_then_right_in_the_words_of_python(
    page: Page, folder: Path, slug: str
) -> None:
    found = at(opened(page, folder, name=slug), slug)
    area, texts = found.locator("textarea"), texts_of(slug)
    assert area.count() == 1
    assert "left. The machine below" in said(found, "blank")
    assert area.input_value() == BENCHES[slug].text
    wrong = next(text for name, text in texts.items() if name.startswith("wrong_"))
    for text, verdict in ((wrong, "wrong"), (BENCHES[slug].filled, "right")):
        area.fill(text)
        assert said(found, verdict)[2:] == check(slug, text).text
    area.fill(BENCHES[slug].filled.replace("stream", "steam"))
    assert "did you mean 'stream'?" in said(found, "fault")


def test_the_first_wrong_input_is_shown_in_the_machine(page: Page, folder: Path) -> None:
    found = at(opened(page, folder, name="build-back"), "build-back")
    found.locator("textarea").fill(texts_of("build-back")["wrong_two"])
    assert 'on "aba" expected b' in said(found, "wrong")
    found.get_by_role("button", name="Show it in the machine").click()
    assert found.get_by_label("prompt").input_value() == "aba"


def test_a_prompt_of_ones_own_is_judged_too(page: Page, folder: Path) -> None:
    """A machine may be right on all that is asked, and wrong where a reader tries it."""
    found = at(opened(page, folder, name="build-first"), "build-first")
    text = BENCHES["build-first"].filled.replace("to 0", "11 back")
    longer = text.replace("context 12", "context 20").replace("circle 24", "circle 40")
    found.locator("textarea").fill(longer)
    assert "But" not in said(found, "right")
    found.get_by_label("prompt").fill("abcdeabcdeabcde")
    found.get_by_text("But: Position 14 hears “e” and says “d”; it should say “a”").wait_for()


def test_what_is_built_is_kept_named_and_listed(new_page: NewPage, folder: Path) -> None:
    page = new_page()
    found = at(opened(page, folder, name="build-vote"), "build-vote")
    found.locator("textarea").fill(BENCHES["build-vote"].filled)
    said(found, "right")
    found.get_by_label("Its name").fill("<b>Ballot</b>")
    found.get_by_text("Kept in this browser.").wait_for()
    hand = found.get_by_role("button", name="Save it to hand in")
    hand.click()
    found.get_by_text("Your name is needed").wait_for()
    found.get_by_label("Your name").fill("Ada")
    with page.expect_download() as download:
        hand.click()
    handed = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert handed["author"] == "Ada"
    assert handed["answers"][0]["returned"] == BENCHES["build-vote"].filled
    page.reload()
    again = at(page, "build-vote")
    assert again.locator("textarea").input_value() == BENCHES["build-vote"].filled
    assert "right on all" in said(again, "right")
    assert again.get_by_label("Its name").input_value() == "<b>Ballot</b>"
    assert again.get_by_label("Your name").input_value() == "Ada"
    page.goto((folder / "progress-light.html").as_uri())
    line = page.locator("li.verified", has_text="A vote")
    line.wait_for()
    words = " ".join(line.inner_text().split())
    assert "“<b>Ballot</b>”, 92 parameters, 8 of them not zero" in words


def test_a_text_with_a_fault_is_there_after_a_reload(page: Page, folder: Path) -> None:
    """With its fault, and with the machine that the page came with below it."""
    found = at(opened(page, folder, name="build-vote"), "build-vote")
    wrong = BENCHES["build-vote"].filled.replace("stream", "steam")
    found.locator("textarea").fill(wrong)
    assert "from the last text that ran" in said(found, "fault")
    page.reload()
    again = at(page, "build-vote")
    assert "did you mean 'stream'?" in (told := said(again, "fault"))
    assert "from the text that the page came with" in told
    assert again.locator("textarea").input_value() == wrong
    again.locator("textarea").fill(BENCHES["build-vote"].filled)
    said(again, "right")


def test_a_link_comes_before_what_is_kept(page: Page, folder: Path) -> None:
    """What stood there is kept under the texts of before."""
    own = f"# mine\n{BENCHES['build-first'].filled}"
    found = at(opened(page, folder, name="build-first"), "build-first")
    found.locator("textarea").fill(own)
    said(found, "right")
    page.wait_for_url("**listing**")
    page.goto("about:blank")
    linked = f"# linked\n{BENCHES['build-first'].filled}"
    found = at(
        opened(page, folder, f"#build-first?listing={quote(linked)}", name="build-first"),
        "build-first",
    )
    said(found, "right")
    assert found.locator("textarea").input_value() == linked
    assert found.locator("optgroup[label='texts of before'] option").count() == 1


def test_a_link_of_a_bench_holds_no_other(page: Page, folder: Path) -> None:
    opened(page, folder)
    for slug in ("build-first", "build-letter"):
        found = at(page, slug)
        found.locator("textarea").fill(BENCHES[slug].filled)
        said(found, "right")
    found.get_by_role("button", name="Copy link").click()
    page.wait_for_url("**#build-letter?**")
    assert "build-first" not in page.url


def test_a_text_is_saved_as_it_stands(new_page: NewPage, folder: Path) -> None:
    """What a terminal can check: the file bears the name of the bench."""
    page = new_page()
    found = at(opened(page, folder, name="build-first"), "build-first")
    text = f"# mine: \u2713\n{BENCHES['build-first'].filled}"
    found.locator("textarea").fill(text)
    said(found, "right")
    with page.expect_download() as download:
        found.get_by_role("button", name="Save its text").click()
    assert download.value.suggested_filename == "build-first.taotp"
    saved = Path(download.value.path()).read_text("utf-8")
    assert saved == text
    assert check("build-first", saved).passed


def test_a_link_holds_the_machine(page: Page, folder: Path) -> None:
    address = f"#build-first?listing={quote(BENCHES['build-first'].filled)}"
    found = at(opened(page, folder, address, name="build-first"), "build-first")
    assert "right on all" in said(found, "right")


def test_a_browser_that_keeps_nothing_says_so(new_page: NewPage, folder: Path) -> None:
    page = new_page()
    page.add_init_script(BLOCKED)
    found = at(opened(page, folder, name="build-letter"), "build-letter")
    found.locator("textarea").fill(BENCHES["build-letter"].filled)
    said(found, "right")
    found.get_by_text("This browser keeps nothing for this page; save the text.").wait_for()


def test_no_input_holds_the_page(page: Page, folder: Path) -> None:
    """While thousands of inputs are asked, another text is read and judged."""
    found = at(opened(page, folder, name="build-smallest"), "build-smallest")
    area = found.locator("textarea")
    for wrong in ("wrong_largest", "wrong_outvoted", "wrong_soft"):
        area.fill(texts_of("build-smallest")[wrong])
        found.and_(found.page.locator("[data-verdict=asking]")).wait_for(timeout=SECONDS)
    area.fill(BENCHES["build-smallest"].filled)
    assert "right on all 11,267 inputs asked" in said(found, "right")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_accessible_on_any_screen(new_page: NewPage, folder: Path, theme: str) -> None:
    page = opened(new_page(viewport=(360, 740)), folder, theme=theme)
    found = at(page, "build-letter")
    found.locator("textarea").fill(BENCHES["build-letter"].filled)
    said(found, "right")
    assert found.evaluate("figure => figure.scrollWidth <= figure.clientWidth")
    assert_accessible(page, "[data-bench=build-letter]")
