"""What of a page stands folded: its lab notes, and what answers a guess until the guess is in."""

import re
from html import unescape
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from playwright.sync_api import Page

from taotp.figures import clocks, predict
from taotp.programs import hello_world
from tests.laws import every
from tests.pages.built import IN_BOOK, figures_of, text_of
from tests.pages.conftest import NewPage
from tests.pages.small_pages import extension_of, write_with_extension

PAGE = """<section id="page"><p><a id="to" href="#precision">Precision</a>
<a id="set" href="#{name}?{state}">a state</a></p><p class="long">A chapter.</p>
<section id="lab-notes"><h2>Lab notes</h2>{begin}
<section id="precision"><h3>Precision</h3><p class="long">It is enough.</p></section>
{figure}</details></section><p>The end.</p></section>"""
LOOK = ".long { height: 1500px; } .visually-hidden { position: absolute; opacity: 0; }"
OPEN = "document.querySelector('details.lab-notes').open"
TOP = "name => document.getElementById(name).getBoundingClientRect().top"
FOLD = re.compile(r'<details class="until-guessed" data-of="([^"]+)" open="">.*', re.DOTALL)
CODE = re.compile(r'<details class="admonition hide.*?</details>', re.DOTALL)
GUESS = """<section><p><a id="to" href="#why">why</a></p>{figure}
<details class="until-guessed" data-of="{name}" open=""><summary>Read on</summary>
<p id="why">So it says the rest.</p></details></section>"""

extension = extension_of("lab_notes")


# What is folded


class Writer:
    """What of Sphinx's writer the extension uses."""

    def __init__(self) -> None:
        self.body: list[str] = []

    def encode(self, text: object) -> str:
        """A text as HTML."""
        return str(text).replace("&", "&amp;")


def section(title: str, *parts: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title("", title), *parts)


def paragraph(text: str) -> nodes.paragraph:
    return nodes.paragraph("", text)


@every("parts, label", [
    ([paragraph("One."), section("Precision"), section("Counts & sums")],
     "Precision, Counts & sums"),
    ([paragraph("How\nprecise. And more.")], "How precise"),
    ([paragraph("word " * 90)], "word " * 17 + "word\N{HORIZONTAL ELLIPSIS}"),
    ([], "more"),
])  # fmt: skip
def test_a_fold_is_called_by_its_parts(extension: Any, parts: list[Any], label: str) -> None:
    document, writer = new_document("page"), Writer()
    before, notes = section("Before", paragraph("Lab notes")), section("Lab notes", *parts)
    document += section("A page", before, notes)
    extension.fold(None, document, "page")
    assert [type(each).__name__ for each in notes] == ["title", "Fold"]
    assert notes[1]["label"] == label and list(notes[1]) == parts
    assert [type(each).__name__ for each in before] == ["title", "paragraph"]
    extension.begin_fold(writer, notes[1])
    extension.end_fold(writer, notes[1])
    said = '<summary><span class="visually-hidden">Lab notes: </span>' + writer.encode(label)
    assert "".join(writer.body) == f'<details class="lab-notes">{said}</summary>\n</details>\n'


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


# In a browser


@pytest.fixture(scope="module")
def address(extension: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with lab notes, of which a figure is a part, with their own script and style."""
    figure, writer = clocks(id="within"), Writer()
    extension.begin_fold(writer, extension.Fold(label="Precision"))
    body = PAGE.format(
        begin="".join(writer.body), figure=figure.element(), name="within", state="norm=LayerNorm"
    )
    folder = tmp_path_factory.mktemp("notes")
    return write_with_extension(extension, folder, body, figure.parts, style=LOOK)


@pytest.fixture(scope="module")
def guess(extension: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page of one question and its answer, with the book's script and style."""
    figure = predict(lambda: hello_world(), "olleH", id="guessed", panels=("tape",))
    body, folder = GUESS.format(figure=figure.element(), name=figure.id), "guessed"
    return write_with_extension(extension, tmp_path_factory.mktemp(folder), body, figure.parts)


def test_lab_notes_are_one_line_until_they_are_asked_for(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(address)
    closed = page.evaluate("document.documentElement.scrollHeight")
    assert not page.evaluate(OPEN)
    summary = page.locator("summary").first
    box = summary.bounding_box()
    assert box and 24 <= box["height"] <= 60
    summary.press("Enter")
    assert page.evaluate(OPEN)
    assert page.evaluate("document.documentElement.scrollHeight") > closed + 1000


@every("name", ["lab-notes", "precision", "within", "within?norm=LayerNorm"])
def test_an_address_opens_them(page: Page, address: str, name: str) -> None:
    """By itself, when it changes, and in a state of a figure; one that leads elsewhere does not."""
    target = name.partition("?")[0]
    page.goto(f"{address}#{name}")
    page.wait_for_function(OPEN)
    page.wait_for_function(f"({TOP})('{target}') <= 300")
    assert page.evaluate(TOP, target) >= -60
    page.goto(f"{address}?again#to")
    assert not page.evaluate(OPEN)
    page.evaluate("name => { location.hash = name; }", name)
    page.wait_for_function(OPEN)
    page.goto(f"{address}?odd#%")
    assert not page.evaluate(OPEN)


def test_a_link_of_the_page_opens_them_again(page: Page, address: str) -> None:
    """Twice too, where the address does not change with it."""
    page.goto(address)
    summary = page.locator("summary").first
    summary.scroll_into_view_if_needed()
    for link, target in (("to", "precision"), ("set", "within")) * 2:
        page.locator(f"#{link}").click()
        assert page.evaluate(OPEN), link
        page.wait_for_function(f"Math.abs(({TOP})('{target}')) <= 300")
        summary.click()
        assert not page.evaluate(OPEN)
        page.locator(f"#{link}").click()
        assert page.evaluate(OPEN), f"{link}, again"
        summary.click()
    state = page.evaluate("document.querySelector('#within').handle.state.norm")
    assert state == "LayerNorm"


@every("javascript", [True, False])
def test_they_are_printed_open(new_page: NewPage, address: str, javascript: bool) -> None:
    page = new_page(javascript=javascript)
    page.goto(address)
    page.emulate_media(media="print")
    notes = page.locator("#precision p")
    box = notes.bounding_box()
    assert notes.is_visible() and box and box["height"] >= 900
    assert not page.locator("summary").first.is_visible()
    page.emulate_media(media="screen")
    assert not notes.is_visible()


def test_a_guess_opens_it_and_so_does_a_link(page: Page, guess: str) -> None:
    """A fold that only a press opens would stand in the way of a reader who has guessed."""
    page.goto(guess)
    answer, line = page.locator("#why"), page.get_by_text("Read on")
    assert not answer.is_visible() and line.is_visible()
    page.get_by_label("your guess").fill("dlroW")
    page.get_by_label("your guess").press("Enter")
    answer.wait_for()
    assert not line.is_visible()
    page.wait_for_url("**guess=dlroW**")
    page.reload()
    answer.wait_for()
    page.goto(f"{guess}?again#why")
    answer.wait_for()
    assert line.is_visible()


def test_without_a_script_it_is_there(new_page: NewPage, guess: str) -> None:
    page = new_page(javascript=False)
    page.goto(guess)
    assert page.locator("#why").is_visible() and not page.get_by_text("Read on").is_visible()
