"""Warm-ups: three on each page of exercises, whose right answers the book's machines give."""

import re
from pathlib import Path

import nbformat

from exercises.order import CHAPTERS, WORKSHOP, exercise_page
from exercises.warm_ups import RIGHT, WarmUp, inline, warm_ups_of
from tests.exercises.laws import of_each

BOOK = Path(__file__).parents[2] / "book"
PAGES = [chapter.page for chapter in CHAPTERS if chapter is not WORKSHOP]
LONGEST = 60  # words of what is said of a choice


@of_each(PAGES)
def test_each_chapter_has_three_whose_right_choice_is_computed(page: str) -> None:
    """Each choice is explained."""
    assert len(warm_ups_of(page)) == 3
    for each in warm_ups_of(page):
        said = [*each.choices.values()]
        assert str(each.computed()) == each.right in each.choices
        assert len(set(said)) == len(said) in (2, 3)
        assert all(0 < len(words.split()) <= LONGEST for words in said)


@of_each(PAGES)
def test_they_stand_before_the_first_exercise_each_closed(page: str) -> None:
    cells = nbformat.read(BOOK / f"{exercise_page(page)}.ipynb", as_version=4).cells
    sources = [cell.source for cell in cells if cell.cell_type == "markdown"]
    (at,) = (i for i, source in enumerate(sources) if source.startswith("## Warm-ups"))
    assert sources[at + 1].startswith('<a id="exercise-')
    choices = sum(len(each.choices) for each in warm_ups_of(page))
    assert sources[at].count("<details name=") == sources[at].count("</details>") == choices
    assert sources[at].count(RIGHT) == 3


def test_the_right_one_stands_in_every_place() -> None:
    """Or it could be guessed without the question."""
    places = [[*each.choices].index(each.right) for page in PAGES for each in warm_ups_of(page)]
    assert all(places.count(place) >= len(places) / 5 for place in range(3))


def test_links_lead_to_figures() -> None:
    """Each figure of a chapter that a warm-up leads to: its page and its id."""
    found = []
    for each in (each for page in PAGES for each in warm_ups_of(page)):
        text = " ".join([each.question, *each.choices.values()])
        found += re.findall(r"\]\((\w+)\.ipynb#([\w-]+)", text)
    assert len(found) > 20
    for target, figure in found:
        source = (BOOK / f"{target}.ipynb").read_text("utf-8")
        ids = re.findall(r'id=\\"([\w-]+)\\"|figures\.(\w+)\(', source)
        assert any(figure in names for names in ids), f"{target}#{figure}"


def test_a_choice_is_a_line_that_opens() -> None:
    each = WarmUp("Which?", {"`a < b`": "So it is.", "*no*": "It is not."}, "`a < b`", str)
    shown = each.markdown("warm-1")
    assert shown.startswith("Which?\n\n")
    assert '<details name="warm-1"><summary><code>a &lt; b</code></summary>' in shown
    assert f"\n\n{RIGHT} *Right.* So it is.\n\n</details>" in shown
    assert inline("*no*") == "<em>no</em>"
