"""Each chapter has a page of exercises, with what the catalogue says and in its order."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import nbformat
import yaml

from exercises import catalogue
from exercises.bench_block import as_html
from exercises.catalogue import BENCHES, EXERCISES, module_of
from exercises.order import (
    CHAPTER_NUMBERS,
    CHAPTERS,
    CONTENTS,
    FROM_CHAPTERS,
    WORKSHOP,
    Chapter,
    exercise_page,
)
from exercises.progress_page import progress_list
from tests.exercises.laws import of_each
from tools.markdown import Plain
from tools.notebook_style import is_bench
from tools.notebooks import is_as_catalogued, page_of_exercises, save

OF_CHAPTERS = [chapter for chapter in CHAPTERS if chapter is not WORKSHOP]
BOOK = Path(__file__).parents[2] / "book"


@cache
def cells_of(page: str) -> list[nbformat.NotebookNode]:
    """The cells of a page of the book."""
    return list(nbformat.read(BOOK / f"{page}.ipynb", as_version=4).cells)


def page_of(chapter: Chapter) -> list[nbformat.NotebookNode]:
    """The cells of the page with the exercises of a chapter."""
    return cells_of(exercise_page(chapter.page))


def test_a_page_of_exercises_is_what_the_catalogue_says(tmp_path: Path) -> None:
    """An older one is seen, and one that is missing."""
    names = [f"{exercise_page(chapter.page)}.ipynb" for chapter in CHAPTERS]
    older = [name for name in names if not is_as_catalogued(BOOK / name)]
    assert not older, "run python -m tools.notebooks exercises"
    path = tmp_path / names[0]
    assert not is_as_catalogued(path), "a page that is missing"
    page = page_of_exercises(path)
    page.cells[-1].source += "\n1"
    save(page, path)
    assert not is_as_catalogued(path)


@of_each(OF_CHAPTERS)
def test_every_exercise_has_its_label_its_heading_and_its_words(chapter: Chapter) -> None:
    anchor = '<a id="exercise-'
    words = [cell.source for cell in page_of(chapter) if cell.source.startswith(anchor)]
    plain = Plain(f"{exercise_page(chapter.page)}.ipynb")
    for cell, slug in zip(words, chapter.slugs, strict=True):
        each = EXERCISES[slug]
        body = plain.write(each.body)
        assert cell == f'{anchor}{slug}"></a>\n## {each.number} {each.title}\n\n{body}'


@of_each(CHAPTERS)
def test_nothing_to_run_stands_before_the_first_exercise(chapter: Chapter) -> None:
    """A page showed its imports before it had asked anything."""
    cells = page_of(chapter)
    first = next(i for i, cell in enumerate(cells) if '<a id="exercise-' in cell.source)
    code = [cell for cell in cells[:first] if cell.cell_type == "code"]
    assert code and all("remove-cell" in cell.metadata.tags for cell in code)


def test_answers_are_not_attempted_in_the_book() -> None:
    for chapter in CHAPTERS:
        calls = {EXERCISES[slug].call for slug in chapter.slugs}
        stubs = [c for c in page_of(chapter) if c.source.split("\n")[-1] in calls]
        wanted = [EXERCISES[slug] for slug in chapter.slugs if EXERCISES[slug].stub]
        for cell, each in zip(stubs, wanted, strict=True):
            away = ["remove-cell"] if chapter is WORKSHOP else []  # a bench has the same text
            assert cell.metadata.tags == [*away, "hide-input", "remove-output"]
            assert "jupyter" not in cell.metadata  # a notebook shows it
            shown = cell.outputs[0]["data"]["text/plain"]
            assert shown.startswith(f"·  {each.number} {each.slug} ")
            assert shown.endswith("not attempted yet")


@of_each(OF_CHAPTERS)
def test_a_chapter_links_to_its_exercises_and_they_link_back(chapter: Chapter) -> None:
    label = exercise_page(chapter.page).replace("_", "-")
    first, cells = page_of(chapter)[0].source, cells_of(chapter.page)
    assert first.startswith(f'<a id="{label}"></a>\n') and f"]({chapter.page}.ipynb)" in first
    assert any(f"]({exercise_page(chapter.page)}.ipynb)" in cell.source for cell in cells)
    assert not any("raise NotImplementedError" in cell.source for cell in cells)


def test_a_bench_is_judged_on_its_page_and_leads_to_a_chapter_that_leads_back() -> None:
    sources = "\n".join(cell.source for cell in page_of(WORKSHOP))
    calls = [f'{"folded" if slug in FROM_CHAPTERS else "bench"}("{slug}")' for slug in BENCHES]
    places = [sources.index(call) for call in calls]
    assert places == sorted(places)
    for slug, of in BENCHES.items():
        assert f'<a id="exercise-{slug}"></a>\n## {EXERCISES[slug].heading}' in sources
        chapter = f"({of.page}.ipynb#{slug})"
        assert f"{chapter} {of.there}" in sources
        code = next(cell for cell in cells_of(of.page) if is_bench(cell))
        assert f'"{slug}"' in code.source.split("build_yourself(")[1]
        block = as_html(EXERCISES[slug], of, says=False)
        assert f'<pre id="{slug}">' in block
        assert f'href="workshop.html#exercise-{slug}"' in block
        assert of.there.strip() and f"This chapter {of.there}." in block


def test_chapters_are_those_of_the_table_of_contents_and_have_its_numbers() -> None:
    """The hour and the workshop come first; each page of exercises stands below its chapter."""
    contents = yaml.safe_load((BOOK / "_toc.yml").read_text("utf-8"))
    begins = [each["file"] for each in contents["parts"][0]["chapters"][:2]]
    assert begins == ["first_hour", WORKSHOP.page]
    numbered = [part["chapters"] for part in contents["parts"] if part.get("numbered")]
    files = {chapter["file"]: chapter for part in numbered for chapter in part}
    pages = [*files]
    assert [chapter.page for chapter in CONTENTS] == pages
    for chapter in CONTENTS:
        sources = (cell.source for cell in cells_of(chapter.page))
        first = next(source for source in sources if source.startswith(("#", "<a id")))
        assert re.search(rf"^# {re.escape(chapter.title)}($|[:,]| \w)", first, re.M), chapter.page
    for chapter in OF_CHAPTERS:
        numbers = [EXERCISES[slug].number for slug in chapter.slugs]
        assert numbers == [f"{pages.index(chapter.page) + 1}.{i + 1}" for i in range(len(numbers))]
        below = [each["file"] for each in files[chapter.page]["sections"]]
        of_chapter = [each for each in below if not each.endswith("_rest")]
        assert of_chapter[-1] == exercise_page(chapter.page)
    listed = [chapter.title for chapter in progress_list().chapters]
    assert listed == [f"{CHAPTER_NUMBERS[each.page]}. {each.title}" for each in CHAPTERS]


def test_a_file_is_named_after_its_chapter_and_its_exercise() -> None:
    folder = Path(catalogue.__file__).parent
    files = {path.relative_to(folder) for path in folder.glob("*/*.py")}
    of_exercises = {Path(c.page, f"{s.replace('-', '_')}.py") for c in CHAPTERS for s in c.slugs}
    own = {Path(chapter.page, "__init__.py") for chapter in CHAPTERS}
    warm_ups = {Path(chapter.page, "warm_ups.py") for chapter in OF_CHAPTERS}
    assert files == of_exercises | own | warm_ups
    assert all(module_of(slug).EXERCISE.slug == slug for slug in EXERCISES)


NUMBERED = re.compile(r"[Ee]xercises? \d+\.\d+")


def texts() -> Iterator[tuple[str, str]]:
    """What people read in the book and in the packages, but for what is written from the order.

    The errata and the library cite the source's own numbers, by which it is found there.
    """
    root = BOOK.parent
    for path in (*BOOK.glob("*.md"), *root.glob("*.md"), *root.glob("e*s/**/*.py")):
        if path.stem != "errata" and "my" not in path.parts:
            yield path.name, path.read_text("utf-8")
    pages = {exercise_page(chapter.page) for chapter in CHAPTERS}
    for path in BOOK.glob("*.ipynb"):
        if path.stem not in pages:
            yield path.name, "\n".join(cell.source for cell in cells_of(path.stem))


def test_no_text_types_the_number_of_an_exercise() -> None:
    read = [*texts()]
    assert len(read) > 150
    assert not [(name, found) for name, text in read if (found := NUMBERED.findall(text))]


def test_a_link_to_an_exercise_has_its_number_and_its_title() -> None:
    """From outside its page: where it stands, its text, the slug."""
    link = re.compile(r"\[(\d+\.\d+[^\]]*)\]\([^)\s]*#exercise-([\w-]+)\)")
    found = [(name, *each) for name, text in texts() for each in link.findall(text)]
    assert len(found) > 50
    assert not [each for each in found if each[1] != EXERCISES[each[2]].heading]


def test_a_formula_of_its_own_has_a_line_before_it() -> None:
    """Else its dollars pair with others, and the page shows neither formula nor text."""
    for path in sorted(BOOK.glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            opens = True
            for before, line in pairwise(["", *cell.source.split("\n")]):
                if cell.cell_type == "markdown" and line.lstrip().startswith("$$") and opens:
                    assert not before.strip(), f"{path.name}: {before}"
                opens ^= line.count("$$") % 2 == 1
