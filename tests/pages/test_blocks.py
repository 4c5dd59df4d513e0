"""Benches in chapters: closed, and nothing of them is loaded until a reader opens one."""

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page

from exercises import exercise
from exercises.answer_field import bench
from exercises.bench_block import PART, as_html
from exercises.catalogue import BENCHES
from taotp.page.bundle import with_lent
from tests.pages.accessible import assert_for_everybody
from tests.pages.conftest import NewPage, QuietHandler, rest, serving
from tests.pages.small_pages import page_of, write_pages
from tests.pages.test_workshop import said

TWO = ("build-vote", "build-first")
ALL = with_lent(bench("build-vote").parts)
AT_ONCE = with_lent([PART])
LATER = [part for part in ALL if part not in AT_ONCE]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A chapter with two benches, and a workshop with the same."""
    folder = tmp_path_factory.mktemp("blocks")
    write_pages(folder, {"workshop": "".join(bench(slug).element() for slug in TWO)}, ALL)
    blocks = "".join(as_html(exercise(slug), BENCHES[slug], says=False) for slug in TWO)
    write_pages(folder, {}, [PART])
    (folder / "chapter.html").write_text(page_of(blocks, [PART], "light"), "utf-8")
    return folder


def chapter(page: Page, folder: Path, fragment: str = "") -> Page:
    page.goto(f"{(folder / 'chapter.html').as_uri()}{fragment}")
    return page


def loaded(page: Page) -> list[str]:
    """The parts that a page asks for from now on, as they are asked for."""
    found: list[str] = []

    def note(url: str) -> None:
        file = url.split("/")[-1].split("?")[0]
        if file.startswith("live-figures-"):
            found.append(file.removeprefix("live-figures-").removesuffix(".js"))

    page.on("request", lambda request: note(request.url))
    return found


def opened(page: Page, slug: str) -> Locator:
    """A bench of a chapter, opened by a key."""
    page.locator(f"details:has(> #{slug}) > summary").press("Enter")
    return stands(page, slug)


def stands(page: Page, slug: str) -> Locator:
    """A bench of a chapter, once it is there."""
    found = page.locator(f"hand-figure[data-bench={slug}]")
    found.locator("textarea").wait_for()
    return found


@pytest.mark.parametrize("served", [False, True], ids=["from disk", "from a server"])
def test_nothing_is_loaded_before_one_is_opened(timed: Page, folder: Path, served: bool) -> None:
    """Then what it needs, once; and it says while one types what the workshop would say."""
    page, parts = timed, loaded(timed)
    with serving(QuietHandler, folder) as site:
        page.goto(f"{site if served else folder.as_uri()}/chapter.html")
        rest(page)
        assert parts == AT_ONCE
        assert page.locator("hand-figure").count() == 0
        found = opened(page, "build-vote")
        assert parts == [*AT_ONCE, *LATER]
        assert "3 blanks are left" in said(found, "blank")
        for text, verdict in (("-count", "wrong"), ("count", "right"), ("cuont", "fault")):
            filled = BENCHES["build-vote"].filled.replace("write count", f"write {text}")
            found.locator("textarea").fill(filled)
            said(found, verdict)
        page.emulate_media(media="print")
        assert found.locator("> pre").is_visible()
        assert not found.locator(".card").is_visible()
        page.emulate_media(media="screen")
        opened(page, "build-first")
        for shown in (False, True):
            page.locator("summary").first.press("Enter")
            assert found.is_visible() == shown
        assert parts == [*AT_ONCE, *LATER, "wrong"], "one that is wrong says where first"
        page.goto("about:blank")  # which asks for no icon once the server is gone


def test_its_text_is_that_of_the_workshop(page: Page, folder: Path) -> None:
    """What was begun in one place goes on in the other, and has its name there."""
    begun = BENCHES["build-vote"].text.replace("____", "everywhere", 1)
    page.goto((folder / "workshop-light.html").as_uri())
    stands(page, "build-vote").locator("textarea").fill(begun)
    found = opened(chapter(page, folder), "build-vote")
    assert found.locator("textarea").input_value() == begun
    assert "2 blanks are left" in said(found, "blank")
    found.locator("textarea").fill(BENCHES["build-vote"].filled)
    said(found, "right")
    found.get_by_text("Keep and share").click()
    found.get_by_label("Name of the machine").fill("Ballot")
    page.goto((folder / "workshop-light.html").as_uri())
    there = stands(page, "build-vote")
    said(there, "right")
    assert there.locator("textarea").input_value() == BENCHES["build-vote"].filled
    assert there.get_by_label("Name of the machine").input_value() == "Ballot"


@pytest.mark.parametrize("state", ["", f"?listing={quote(BENCHES['build-first'].filled)}"])
def test_an_address_opens_its_bench(page: Page, folder: Path, state: str) -> None:
    chapter(page, folder, f"#build-first{state}")
    found = stands(page, "build-first")
    said(found, "right" if state else "blank")
    assert found.evaluate("figure => figure.getBoundingClientRect().top < innerHeight")
    assert page.locator("hand-figure").count() == 1
    page.evaluate("location.hash = '#build-vote?text=ab'")
    assert stands(page, "build-vote").get_by_label("text", exact=True).input_value() == "ab"


def test_what_cannot_be_loaded_says_so_and_is_tried_again(browser: Browser, folder: Path) -> None:
    page = browser.new_page()  # none that is watched: the console says what was not loaded
    page.route("**/live-figures-bench.js*", lambda route: route.abort())
    summary = chapter(page, folder).locator("summary").first
    summary.click()
    page.get_by_text("could not be loaded").wait_for()
    page.unroute_all()
    summary.click()
    opened(page, "build-vote")
    assert page.get_by_text("could not be loaded").count() == 0
    page.close()


def test_without_scripts_a_block_has_the_text(new_page: NewPage, folder: Path) -> None:
    page = chapter(new_page(javascript=False), folder)
    page.locator("summary").first.click()
    text = page.locator("#build-vote")
    assert text.is_visible()
    assert text.inner_text().strip() == BENCHES["build-vote"].text.strip()


def test_accessible_on_any_screen(page: Page, folder: Path) -> None:
    opened(chapter(page, folder), "build-vote")
    page.locator("summary", has_text="An answer").first.click()
    assert_for_everybody(page, "details")
