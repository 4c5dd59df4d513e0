"""A reader types a sentence, follows it rule by rule, and switches a head off."""

from pathlib import Path

from playwright.sync_api import Page

from taotp.figures import mood
from tests.pages.accessible import assert_for_everybody
from tests.pages.small_pages import opened, pages_of, said

folder = pages_of(lambda: {"": mood()})


def test_a_reader_types_a_sentence_and_switches_a_head_off(page: Page, folder: Path) -> None:
    opened(page, folder, fragment="#mood?text=Not+bad+at+all&step=2")
    said(page, "It says 0.4310: good. vaderSentiment says 0.4310")
    said(page, "bad \u22122.50 \u2192 1.85")
    page.get_by_text("Switch heads off").click()
    page.get_by_role("button", name="0: what stands 1 back").click()
    said(page, "It says \u22120.5423: bad.")
    page.get_by_role("textbox", name="your sentence").fill("I love <b>it</b> \U0001f601!!")
    page.locator(".moods li", has_text="love").wait_for()
    page.get_by_role("button", name="I am so happy").click()
    said(page, "0.6948")
    assert_for_everybody(page)
