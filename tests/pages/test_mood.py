"""A reader types a sentence, follows it rule by rule, and switches a head off."""

from collections.abc import Iterator

import pytest

from taotp.figures import mood
from taotp.page.bundle import part_script, script, stylesheet, with_lent
from tests.pages.accessible import assert_accessible
from tests.pages.conftest import NewPage, QuietHandler, serving
from tests.pages.small_pages import PAGE, STYLE


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A page with the figure, on a server."""
    folder = tmp_path_factory.mktemp("mood")
    figure = mood()
    parts = with_lent(figure.parts)
    loads = "".join(f'<script defer src="{part}.js"></script>' for part in parts)
    files = {
        "mood.html": PAGE.format(theme="light", figures=figure.element(), parts=loads),
        "page.css": STYLE + stylesheet(),
        "live-figures.js": script(),
        "keys.js": "",
        "icon.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
        **{f"{part}.js": part_script(part) for part in parts},
    }
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    with serving(QuietHandler, folder) as site:
        yield f"{site}/mood.html"


def test_a_reader_types_a_sentence_and_switches_a_head_off(new_page: NewPage, address: str) -> None:
    page = new_page()
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
