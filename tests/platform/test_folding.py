"""What a page folds, and that all notebooks do."""

from typing import Any

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tests.laws import every
from tools.folding import fold, fold_of, in_jupyter, unfolded, with_heading_alone
from tools.notebooks import normalize

LONG = "\n".join(f"line {n}" for n in range(15))


def cell(source: str, printed: str = "", tags: tuple[str, ...] = ()) -> Any:
    """A code cell that printed something."""
    outputs = [new_output("stream", name="stdout", text=printed)] if printed else []
    return new_code_cell(source, outputs=outputs, metadata={"tags": [*tags]} if tags else {})


@every(
    "source, printed, tag",
    [
        ("x = 1\ny = 2\nfigures.lines(x, y)", "", "hide-input"),
        ("figures = 1\nx = 2\ny = 3\nz = 4", "", None),
        ("x = 1\ny = 2\nz = 3\nx.figures.lines(y)", "", None),
        ("x = 1\ny = 2\nfigures.labeled([x, y], 'sum')", "", None),
        ("board.live()", "", "hide-input"),
        ("print(inspect.getsource(add))", LONG, "hide-output"),
        ("%timeit f()", "", None),
        ("", "", None),
    ],
)
def test_what_is_folded(source: str, printed: str, tag: str | None) -> None:
    assert fold_of(cell(source, printed)) == tag


def test_folding_keeps_other_tags_and_happens_once() -> None:
    prose = new_markdown_cell("board.live()")
    notebook = new_notebook(cells=[prose, cell("board.live()", "", ("a",))])
    assert [(number, tag) for number, _, tag in unfolded(notebook)] == [(2, "hide-input")]
    once = fold(notebook)
    assert once.cells[1].metadata.tags == ["a", "hide-input"]
    assert fold(once).cells[1].metadata.tags == ["a", "hide-input"]
    for tag in ("remove-cell", "remove-input", "hide-cell", "hide-input"):
        hidden = new_notebook(cells=[cell("board.live()", "", (tag,))])
        assert fold(hidden).cells[0].metadata.tags == [tag], "an author has hidden it"


def test_what_a_page_opens_with_is_folded() -> None:
    """No other test asks where a cell stands: 22 pages opened with imports and no picture."""
    setup, heading = cell("a\nb\nc", "", ("setup",)), new_markdown_cell("Words.\n\n## More")
    for above, tags, folded in (
        ([setup], (), [2]), ([setup], ("listing",), []), ([setup, heading], (), []),
    ):  # fmt: skip
        page = new_notebook(cells=[*above, cell("x\ny\nz", "", tags), cell("x\ny\nz")])
        assert [number for number, *_ in unfolded(page)] == folded


SOURCE, OUTPUTS, FORM = {"source_hidden": True}, {"outputs_hidden": True}, {"cellView": "form"}


@every(
    "tags, metadata",
    [
        (["hide-input", "nbval-ignore-output"], {"jupyter": SOURCE, **FORM}),
        (["hide-output"], {"jupyter": OUTPUTS}),
        (["bench", "remove-input"], {"jupyter": SOURCE | OUTPUTS, **FORM}),
        (["hide-cell"], {"jupyter": SOURCE | OUTPUTS, **FORM}),
        (["hide-input", "remove-output"], {}),
    ],
)
def test_jupyter_and_colab_fold_what_a_page_folds(tags: list[str], metadata: Any) -> None:
    """But for an answer that is begun, which is what a reader finishes there; and no other way."""
    unfolded = new_code_cell("f()", metadata={"tags": tags, "jupyter": {"source_hidden": False}})
    kept = normalize(new_notebook(cells=[unfolded])).cells[0].metadata
    assert kept == {"tags": tags, **metadata} == {"tags": tags, **in_jupyter(tags)}


NOTES = "## Lab notes\n\n### Precision\n\nIt is enough."
FOLDED = ["## Lab notes", "### Precision\n\nIt is enough."]


@every(
    "cells, sources",
    [
        ([f"## Exercises\n\nA page.\n\n{NOTES}"], ["## Exercises\n\nA page.", *FOLDED]),
        ([NOTES, "x"], [*FOLDED, "x"]),
    ],
)
def test_the_heading_of_lab_notes_is_folded_alone(cells: list[str], sources: list[str]) -> None:
    """What stands in the cell of a folded heading would stay in sight."""
    written = with_heading_alone(new_notebook(cells=[*map(new_markdown_cell, cells)]))
    assert [each.source for each in written.cells] == sources
    assert [each.source for each in with_heading_alone(written).cells] == sources
    folds = {"jp-MarkdownHeadingCollapsed": True}
    for each in normalize(written).cells:
        assert each.metadata == (folds if each.source == "## Lab notes" else {})


def test_lab_notes_of_others_are_not_folded() -> None:
    other = normalize(new_notebook(cells=[new_markdown_cell("## Lab notes of others")]))
    assert not other.cells[0].metadata
