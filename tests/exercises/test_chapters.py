"""Each chapter shows its exercises, with the stubs of the catalogue and in its order."""

from pathlib import Path

import nbformat
import pytest
import yaml

from exercises import catalogue
from exercises.catalogue import EXERCISES, module_of
from exercises.order import CHAPTERS, Chapter
from exercises.statement import Exercise

BOOK = Path(__file__).parents[2] / "book"


def expected_cells(exercise: Exercise) -> list[str]:
    """The cell that shows an exercise, then the one to answer it in."""
    shown = f'exercise("{exercise.slug}")'
    return [shown, f"{exercise.stub.strip()}\n\n{exercise.call}"] if exercise.stub else [shown]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.page)
def test_a_chapter_ends_in_its_exercises(chapter: Chapter) -> None:
    cells = nbformat.read(BOOK / f"{chapter.page}.ipynb", as_version=4).cells
    sources = [cell.source for cell in cells if cell.cell_type == "code"]
    expected = [cell for slug in chapter.slugs for cell in expected_cells(EXERCISES[slug])]
    assert sources[-len(expected) :] == expected


def test_answers_are_not_attempted_in_the_book() -> None:
    for chapter in CHAPTERS:
        cells = nbformat.read(BOOK / f"{chapter.page}.ipynb", as_version=4).cells
        for cell in cells:
            if "raise NotImplementedError" in cell.source and cell.cell_type == "code":
                assert cell.outputs[0]["data"]["text/plain"].endswith("not attempted yet")


def test_chapters_have_their_own_titles() -> None:
    for page, title, _ in CHAPTERS:
        cells = nbformat.read(BOOK / f"{page}.ipynb", as_version=4).cells
        first = next(cell.source for cell in cells if cell.source.lstrip().startswith(("#", "(")))
        assert f"# {title}\n" in first + "\n"


def test_chapters_stand_in_the_order_of_the_book() -> None:
    contents = yaml.safe_load((BOOK / "_toc.yml").read_text("utf-8"))
    pages = [chapter["file"] for part in contents["parts"] for chapter in part["chapters"]]
    places = [pages.index(chapter.page) for chapter in CHAPTERS]
    assert places == sorted(places)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.page)
def test_numbers_are_those_that_the_pages_hold(chapter: Chapter) -> None:
    cells = nbformat.read(BOOK / f"{chapter.page}.ipynb", as_version=4).cells
    for slug in chapter.slugs:
        cell = next(cell for cell in cells if cell.source == f'exercise("{slug}")')
        shown = cell.outputs[0]["data"]["text/plain"]
        assert shown.startswith(f"{EXERCISES[slug].number} {EXERCISES[slug].title} [{slug}]")


def test_a_file_is_named_after_its_chapter_and_its_exercise() -> None:
    folder = Path(catalogue.__file__).parent
    files = {path.relative_to(folder) for path in folder.glob("*/*.py")}
    of_exercises = {Path(c.page, f"{s.replace('-', '_')}.py") for c in CHAPTERS for s in c.slugs}
    assert files == of_exercises | {Path(chapter.page, "__init__.py") for chapter in CHAPTERS}
    assert all(module_of(slug).EXERCISE.slug == slug for slug in EXERCISES)
