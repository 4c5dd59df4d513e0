"""A reader types a sentence, follows it rule by rule, and switches a head off."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from taotp.figures import mood
from tests.pages.accessible import assert_accessible
from tests.pages.conftest import QuietHandler, serving
from tests.pages.small_pages import write_pages


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A page with the figure, on a server."""
    figure = mood()
    folder = tmp_path_factory.mktemp("mood")
    with serving(QuietHandler, write_pages(folder, {"": figure.element()}, figure.parts)) as site:
        yield f"{site}/light.html"


def test_a_reader_types_a_sentence_and_switches_a_head_off(page: Page, address: str) -> None:
    page.goto(f"{address}#mood?text=Not+bad+at+all&step=2")
    page.locator(".verdict", has_text="It says 0.4310: good. vaderSentiment says 0.4310").wait_for()
    page.locator(".verdict", has_text="bad \u22122.50 \u2192 1.85").wait_for()
    page.get_by_text("Switch heads off").click()
    page.get_by_role("button", name="0: what stands 1 back").click()
    page.locator(".verdict", has_text="It says \u22120.5423: bad.").wait_for()
    page.get_by_role("textbox", name="your sentence").fill("I love <b>it</b> \U0001f601!!")
    page.locator(".moods li", has_text="love").wait_for()
    page.get_by_role("button", name="I am so happy").click()
    page.locator(".verdict", has_text="0.6948").wait_for()
    assert_accessible(page)
