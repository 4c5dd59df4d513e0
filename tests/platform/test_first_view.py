"""What a notebook shows before it is run."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

from nbformat.v4 import new_code_cell, new_notebook, new_output

from taotp import figures
from taotp.programs import hello_world
from tests.laws import every
from tools.exercise_pages import PAGES
from tools.first_view import MOST, first_figure
from tools.notebooks import file_text, normalize, read_notebook

BOOK = Path(__file__).resolve().parents[2] / "book"
MOST_WITHOUT = 4  # chapters whose first figure has no small still
COMPARED: dict[str, Any] = {}
FIGURE = {"tags": ["nbval-ignore-output"]}
PICTURE = re.compile(r'<img alt="([^"]*)" src="data:image/svg\+xml,([^"]*)">')


def shows(drawn: Any, metadata: dict[str, Any]) -> Any:
    """A cell that shows a figure, as a run leaves it."""
    data = drawn._repr_mimebundle_()
    output = new_output("execute_result", data, execution_count=1)
    return new_code_cell("f()", outputs=[output], metadata=metadata)


def live() -> Any:
    """A figure that is live, with the larger-than sign in its words."""
    return figures.explore(hello_world, "", title="N > 3", alt="If N > 3.")


def kept(*cells: Any, page: str = "chapter.ipynb") -> list[dict[str, str]]:
    """What a normalized notebook keeps of its cells; normalizing again keeps the same."""
    once = normalize(new_notebook(cells=[*cells]), page)
    text = file_text(once)
    assert file_text(normalize(once, page)) == text
    return [cell.outputs[0].data for cell in once.cells]


def test_the_first_figure_of_a_chapter_is_seen_before_a_run() -> None:
    first, second = kept(shows(live(), FIGURE), shows(live(), FIGURE))
    assert first["text/plain"] == "<N > 3: run this cell to see it live>\nIf N > 3."
    found = PICTURE.match(first["text/html"])
    assert found and found[1] == "N &gt; 3"
    drawn = ElementTree.fromstring(unquote(found[2]))
    assert drawn.tag.endswith("svg") and len(drawn) > 2
    assert first["text/html"].endswith("to see it live.</em></p>")
    assert second == {"text/plain": first["text/plain"]}


def test_a_picture_needs_no_run_to_be_seen() -> None:
    (first,) = kept(shows(figures.machine(hello_world(), title="All", alt="It is."), FIGURE))
    assert first["text/plain"] == "<picture: All; run this cell to see it>\nIt is."
    assert first["text/html"].endswith("<p>It is.</p>")


@every("metadata", [COMPARED, FIGURE])
def test_a_still_is_of_no_output_that_is_compared_and_of_no_exercise(metadata: Any) -> None:
    page = "chapter.ipynb" if metadata is COMPARED else f"{[*PAGES][1]}.ipynb"
    (only,) = kept(shows(live(), metadata), page=page)
    says = "live on the page" if metadata is COMPARED else "run this cell to see it live"
    assert only == {"text/plain": f"<N > 3: {says}>\nIf N > 3."}


def test_a_large_still_is_left_out() -> None:
    cell = shows(live(), FIGURE)
    data = cell.outputs[0].data
    data["text/html"] = data["text/html"].replace("<svg ", f'<svg class="{"a" * MOST}" ', 1)
    assert kept(cell) == [{"text/plain": "<N > 3: run this cell to see it live>\nIf N > 3."}]


def test_chapters_have_a_small_still_of_their_first_figure() -> None:
    """Some first figures are tables, or large."""
    without = []
    for path in {*BOOK.glob("*.ipynb")} - {BOOK / f"{name}.ipynb" for name in PAGES}:
        notebook = read_notebook(path)
        first = first_figure(notebook)
        stills = [] if first is None else re.findall(PICTURE, str(notebook.cells[first].outputs))
        if first is not None and not stills:
            without.append(path.stem)
    assert len(without) <= MOST_WITHOUT, without
