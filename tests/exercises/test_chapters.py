"""Each chapter shows its exercises, with the stubs of the catalogue and in its order."""

from pathlib import Path

import nbformat
import pytest

from exercises.catalogue import CHAPTERS as TITLES
from exercises.catalogue import EXERCISES
from exercises.statement import Exercise

BOOK = Path(__file__).parents[2] / "book"
CHAPTERS = sorted({exercise.chapter for exercise in EXERCISES.values()})


def expected_cells(exercise: Exercise) -> list[str]:
    """The cell that shows an exercise, then the one to answer it in."""
    shown = f'exercise("{exercise.slug}")'
    return [shown, f"{exercise.stub.strip()}\n\n{exercise.call}"] if exercise.stub else [shown]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_ends_in_its_exercises(chapter: str) -> None:
    cells = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4).cells
    sources = [cell.source for cell in cells if cell.cell_type == "code"]
    of_chapter = [each for each in EXERCISES.values() if each.chapter == chapter]
    expected = [cell for exercise in of_chapter for cell in expected_cells(exercise)]
    assert sources[-len(expected) :] == expected


def test_answers_are_not_attempted_in_the_book() -> None:
    for chapter in CHAPTERS:
        cells = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4).cells
        for cell in cells:
            if "raise NotImplementedError" in cell.source and cell.cell_type == "code":
                assert cell.outputs[0]["data"]["text/plain"].endswith("not attempted yet")


def test_chapters_have_their_own_titles() -> None:
    assert list(TITLES) == list(dict.fromkeys(each.chapter for each in EXERCISES.values()))
    for chapter, title in TITLES.items():
        cells = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4).cells
        first = next(cell.source for cell in cells if cell.source.lstrip().startswith(("#", "(")))
        assert f"# {title}\n" in first + "\n"
