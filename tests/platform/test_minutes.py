"""How long a page takes: what of it is counted, and how it is said."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document

from tests.laws import every


@pytest.fixture(scope="module")
def minutes(root: Path) -> Any:
    """The extension of the book, which is no package."""
    sys.path.insert(0, str(root / "book" / "_extensions"))
    yield import_module("minutes")
    sys.path.pop(0)


def code(source: str, *tags: str) -> nodes.container:
    """A cell of code with what it says, as a notebook's is read."""
    said = nodes.container("", nodes.literal_block("", "said " * 900), classes=["cell_output"])
    asked = nodes.container("", nodes.literal_block("", source), classes=["cell_input"])
    return nodes.container("", asked, said, classes=["cell", *tags])


def page(*parts: nodes.Node) -> nodes.document:
    """A page of one section."""
    document = new_document("page")
    document += nodes.section("", *parts, ids=["page"])
    return document


def prose(words: int) -> nodes.paragraph:
    return nodes.paragraph("", nodes.Text("word " * words))


def figure(name: str) -> nodes.raw:
    spec = '<script type="application/json">' + "1, " * 900
    return nodes.raw("", f'<hand-figure id="{name}">{spec}</script></hand-figure>', format="html")


def test_words_lines_and_figures_take_time_and_what_cells_say_does_not(minutes: Any) -> None:
    """The numbers of a figure are no words; what is folded is not read."""
    assert minutes.length(page(prose(600))) == (3, 0, 0)
    assert minutes.length(page(prose(600), code("x = 1\n" * 40))) == (5, 0, 0)
    assert minutes.length(page(prose(600), code("x = 1\n" * 40, "tag_hide-input"))) == (3, 0, 0)
    assert minutes.length(page(prose(600), figure("one"), figure("two"))) == (5, 2, 0)
    assert minutes.length(page(prose(5))) == (1, 0, 0)


def test_folded_lab_notes_take_no_time(minutes: Any) -> None:
    notes = (prose(600), code("x = 1\n" * 40), figure("one"))
    folded = nodes.section("", nodes.title("", "Lab notes"), *notes, ids=["lab-notes"])
    assert minutes.length(page(prose(600), folded)) == (3, 0, 0)


def test_a_page_of_exercises_says_how_many(minutes: Any) -> None:
    two = [nodes.section("", prose(900), ids=[f"exercise-{i}", "a-title"]) for i in range(2)]
    found = minutes.length(page(*two))
    assert found.exercises == 2
    assert minutes.said(found) == "2 exercises"


@every(
    "length, line",
    [((14, 3, 0), "14 minutes · 3 figures"), ((1, 1, 0), "1 minute · 1 figure"),
     ((2, 0, 0), "2 minutes"), ((9, 2, 1), "1 exercise")])  # fmt: skip
def test_how_it_is_said(minutes: Any, length: tuple[int, int, int], line: str) -> None:
    assert minutes.said(minutes.Length(*length)) == line


def test_the_rule_is_told_to_readers(minutes: Any, root: Path) -> None:
    rule = (root / "book" / "notation.md").read_text("utf-8")
    lines = minutes.WORDS_A_MINUTE // minutes.WORDS_A_LINE
    assert f"a minute for {minutes.WORDS_A_MINUTE} words, for {lines} lines of code" in rule
    assert minutes.WORDS_A_FIGURE == minutes.WORDS_A_MINUTE, "a minute for each figure"
