"""What answers a guess stands folded until the guess is in: on every page, and in a browser."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from taotp.figures import predict
from taotp.programs import hello_world
from tests.pages.built import IN_BOOK, figures_of, text_of
from tests.pages.conftest import NewPage
from tests.pages.small_pages import extension_of, write_with_extension

FOLD = re.compile(r'<details class="until-guessed" data-of="([^"]+)" open="">.*', re.DOTALL)
CODE = re.compile(r'<details class="admonition hide.*?</details>', re.DOTALL)
BODY = """<section><p><a id="to" href="#why">why</a></p>{figure}
<details class="until-guessed" data-of="{name}" open=""><summary>Read on</summary>
<p id="why">So it says the rest.</p></details></section>"""

extension = extension_of("lab_notes")


def behind(page: str, name: str) -> str:
    """What of a page stands between a figure and the next heading."""
    rest = page.partition(f'<hand-figure id="{name}"')[2].partition("</hand-figure>")[2]
    return re.split(r"</?section\b", rest)[0]


def test_whatever_answers_a_guess_is_folded() -> None:
    """A fold that ends before the next heading would leave an answer in view, a later figure too.

    Eight of eighteen chapters showed theirs below the figure; one said it in the figure's caption.
    """
    asked = [(page, each) for page in IN_BOOK for each in figures_of(page)
             if each.spec.get("kind") == "guess"]  # fmt: skip
    assert len(asked) > 15
    for page, each in asked:
        shown = CODE.sub("", behind(text_of(page), each.id))
        fold, open_ = FOLD.search(shown), FOLD.sub("", shown)
        assert fold is None or unescape(fold[1]) == each.id, page
        words = re.sub(r"<[^>]*>|&\w+;", "", open_.partition("</div>")[2])
        assert not words.strip(), (page, words)
        assert "?" in each.spec["alt"], (page, each.spec["alt"])


@pytest.fixture(scope="module")
def address(extension: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page of one question and its answer, with the book's script and style."""
    figure = predict(lambda: hello_world(), "olleH", id="guessed", panels=("tape",))
    body = BODY.format(figure=figure.element(), name=figure.id)
    folder: Path = tmp_path_factory.mktemp("guessed")
    return write_with_extension(extension, folder, body, figure.parts)


def test_a_guess_opens_it_and_so_does_a_link(page: Page, address: str) -> None:
    """A fold that only a press opens would stand in the way of a reader who has guessed."""
    page.goto(address)
    answer, line = page.locator("#why"), page.get_by_text("Read on")
    assert not answer.is_visible() and line.is_visible()
    guess = page.get_by_label("your guess")
    guess.fill("dlroW")
    guess.press("Enter")
    answer.wait_for()
    assert not line.is_visible()
    page.wait_for_url("**guess=dlroW**")
    page.reload()
    answer.wait_for()
    page.goto(f"{address}?again#why")
    answer.wait_for()
    assert line.is_visible()


def test_without_a_script_it_is_there(new_page: NewPage, address: str) -> None:
    page = new_page(javascript=False)
    page.goto(address)
    assert page.locator("#why").is_visible() and not page.get_by_text("Read on").is_visible()
