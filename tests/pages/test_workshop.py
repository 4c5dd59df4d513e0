"""Benches in a real browser: what is typed is judged at once, kept, and lost by nothing."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page

from exercises import check
from exercises.answer_box import element
from exercises.answer_field import bench
from exercises.catalogue import BENCHES
from exercises.progress_page import plain_list, progress_list
from tests.exercises.test_benches import texts_of
from tests.pages.accessible import assert_for_everybody
from tests.pages.conftest import NewPage
from tests.pages.small_pages import write_pages
from tests.pages.test_answers import BLOCKED
from tests.pages.test_figures import widget
from tools.sampling import drawn

PARTS = ("bench", "machine", "editor", "progress")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with all benches, one of each, and one with the progress, as files."""
    benches = {slug: bench(slug).element() for slug in BENCHES}
    progress = element(progress_list(), "progress", plain_list(progress_list()))
    pages = {**benches, "workshop": "".join(benches.values()), "progress": progress}
    return write_pages(tmp_path_factory.mktemp("workshop"), pages, PARTS)


def at(page: Page, slug: str) -> Locator:
    """A bench, in sight."""
    found = page.locator(f"[data-bench={slug}]")
    found.scroll_into_view_if_needed()
    found.locator("textarea").wait_for()
    return found


def opened(page: Page, folder: Path, slug: str, fragment: str = "") -> Locator:
    """A bench alone on a page."""
    page.goto(f"{(folder / f'{slug}-light.html').as_uri()}{fragment}")
    return at(page, slug)


def said(found: Locator, verdict: str) -> str:
    """What a bench says once its verdict is so."""
    found.and_(found.page.locator(f"[data-verdict={verdict}]")).wait_for()
    return found.locator(".verdict p").first.inner_text()


def text_of(found: Locator) -> Locator:
    return found.locator("textarea")


def solve(found: Locator, slug: str) -> None:
    text_of(found).fill(BENCHES[slug].filled)
    said(found, "right")


def downloaded(found: Locator, button: str) -> tuple[str, str]:
    """The name and the text of the file that a button saves."""
    with found.page.expect_download() as download:
        found.get_by_role("button", name=button).click()
    path = Path(download.value.path())
    return download.value.suggested_filename, path.read_text("utf-8")


def judged(found: Locator, slug: str) -> Iterator[tuple[str, str]]:
    """A wrong text and a right one, once each is judged in the words of Python, and these."""
    area = text_of(found)
    assert "left. The machine below" in said(found, "blank")
    assert area.input_value() == BENCHES[slug].text
    wrong = next(text for name, text in texts_of(slug).items() if name.startswith("wrong_"))
    for text, verdict in ((wrong, "wrong"), (BENCHES[slug].filled, "right")):
        area.fill(text)
        told = check(slug, text).text
        assert said(found, verdict)[2:] == told
        yield text, told


@pytest.mark.parametrize("slug", drawn([*BENCHES], 4, "benches"))
def test_blank_then_wrong_then_right_in_the_words_of_python(
    page: Page, folder: Path, slug: str
) -> None:
    found = opened(page, folder, slug)
    area = text_of(found)
    assert area.count() == 1 and len([*judged(found, slug)]) == 2
    area.fill(BENCHES[slug].filled.replace("stream", "steam"))
    assert "did you mean 'stream'?" in said(found, "fault")


@pytest.mark.parametrize("slug", drawn([*BENCHES], 2, "benches in Jupyter"))
def test_a_widget_judges_as_the_page_and_python_do(page: Page, slug: str) -> None:
    """As a live notebook mounts it: hidden at first, behind its title."""
    page.set_content("<style>body.closed > div { display: none }</style>")
    page.evaluate("document.body.className = 'closed'")
    widget(page, bench(slug))
    page.evaluate("document.body.className = ''")
    for text, told in judged(page.locator("div[data-verdict]"), slug):
        page.wait_for_function("(said) => self.widget.traits.outcome === said", arg=told)
        assert page.evaluate("self.widget.traits.state.listing") == text


def test_a_wrong_input_is_shown_in_the_machine(page: Page, folder: Path) -> None:
    """One that a reader tries too: a machine may be right on all that is asked, and wrong there."""
    found = opened(page, folder, "build-back")
    text_of(found).fill(texts_of("build-back")["wrong_two"])
    assert 'after "aba" it says ' in said(found, "wrong")
    found.get_by_role("button", name="Show me “aba”").click()
    assert found.get_by_label("text", exact=True).input_value() == "aba"
    found = opened(page, folder, "build-first")
    text = BENCHES["build-first"].filled.replace("to 0", "11 back")
    text_of(found).fill(text.replace("context 12", "context 20").replace("circle 24", "circle 40"))
    assert "But" not in said(found, "right")
    found.get_by_label("text", exact=True).fill("abcdeabcdeabcde")
    found.get_by_text("But: Position 14 hears “e” and says “d”; it should say “a”").wait_for()


def test_what_is_built_is_kept_named_saved_and_listed(page: Page, folder: Path) -> None:
    """A terminal can check the file, which bears the name of the bench."""
    found = opened(page, folder, "build-vote")
    text = f"# mine: \u2713\n{BENCHES['build-vote'].filled}"
    text_of(found).fill(text)
    said(found, "right")
    found.get_by_text("Keep and share").click()
    assert downloaded(found, "Save the text") == ("build-vote.taotp", text)
    assert check("build-vote", text).passed
    found.get_by_label("Name of the machine").fill("<b>Ballot</b>")
    found.get_by_text("Kept in this browser.").wait_for()
    found.get_by_role("button", name="Save it to hand in").click()
    found.get_by_text("Your name is needed").wait_for()
    found.get_by_label("Your name").fill("Ada")
    handed = json.loads(downloaded(found, "Save it to hand in")[1])
    assert handed["author"] == "Ada"
    assert handed["answers"][0]["returned"] == text
    page.reload()
    again = at(page, "build-vote")
    assert text_of(again).input_value() == text
    assert "right on all" in said(again, "right")
    assert again.get_by_label("Name of the machine").input_value() == "<b>Ballot</b>"
    assert again.get_by_label("Your name").input_value() == "Ada"
    page.goto((folder / "progress-light.html").as_uri())
    line = page.locator("li.verified", has_text="A vote")
    line.wait_for()
    owned = page.get_by_text("You own a machine").inner_text()
    assert "<b>Ballot</b> (92 numbers)" in owned


def test_a_text_with_a_fault_is_there_after_a_reload(page: Page, folder: Path) -> None:
    """With its fault, and with the machine that the page came with below it."""
    found = opened(page, folder, "build-vote")
    wrong = BENCHES["build-vote"].filled.replace("stream", "steam")
    text_of(found).fill(wrong)
    assert "from the last text that ran" in said(found, "fault")
    page.reload()
    again = at(page, "build-vote")
    assert "did you mean 'stream'?" in (told := said(again, "fault"))
    assert "from the text that the page came with" in told
    assert text_of(again).input_value() == wrong
    solve(again, "build-vote")
    assert_for_everybody(page, "[data-bench=build-vote]")


def test_a_link_comes_before_what_is_kept_and_holds_no_other_bench(
    page: Page, folder: Path
) -> None:
    """What stood there is kept under the texts of before."""
    own, linked = (f"# {whose}\n{BENCHES['build-first'].filled}" for whose in ("mine", "linked"))
    found = opened(page, folder, "build-first")
    text_of(found).fill(own)
    said(found, "right")
    page.wait_for_url("**listing**")
    page.goto("about:blank")
    found = opened(page, folder, "build-first", f"#build-first?listing={quote(linked)}")
    assert "right on all" in said(found, "right")
    assert text_of(found).input_value() == linked
    assert found.locator("optgroup[label='texts of before'] option").count() == 1
    page.goto((folder / "workshop-light.html").as_uri())
    for slug in ("build-first", "build-letter"):
        solve(found := at(page, slug), slug)
    found.get_by_role("button", name="Copy link").click()
    page.wait_for_url("**#build-letter?**")
    assert "build-first" not in page.url


def test_a_browser_that_keeps_nothing_says_so(new_page: NewPage, folder: Path) -> None:
    page = new_page()
    page.add_init_script(BLOCKED)
    found = opened(page, folder, "build-letter")
    solve(found, "build-letter")
    found.get_by_text("This browser keeps nothing for this page; save the text.").wait_for()


def test_no_input_holds_the_page(page: Page, folder: Path) -> None:
    """While thousands of inputs are asked, another text is read and judged."""
    found = opened(page, folder, "build-smallest")
    for wrong in ("wrong_largest", "wrong_outvoted", "wrong_soft"):
        text_of(found).fill(texts_of("build-smallest")[wrong])
        said(found, "asking")
    text_of(found).fill(BENCHES["build-smallest"].filled)
    assert "right on all 11,267 inputs asked" in said(found, "right")
