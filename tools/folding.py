"""Which cells a page folds: what it opens with, code that draws, and listings of the library.

Folding is a tag of the cell. `python -m tools.notebooks stamp` writes it, so that no author need
remember; a cell with another tag that hides it is left as it is. Normalizing says the same to
JupyterLab, Notebook 7 and Colab, which know no tags. The heading of a chapter's lab notes, which a
page folds whole, stands in a cell of its own: JupyterLab and Notebook 7 fold what follows it.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Any

import nbformat

from tools.notebook_style import BENCH_TAG, INPUT, code_lines

SHORT_DRAWING, SHORT_LISTING = 2, 14  # lines that nobody folds
RESULTS = "figures.labeled"  # a table of what a cell computes, which is no drawing
OUTPUT = "hide-output"
LISTING = "listing"  # the tag of code that a page is about, which stays open
HIDING = {LISTING, INPUT, OUTPUT, "hide-cell", "remove-cell", "remove-input", "remove-output"}
NO_SOURCE = {INPUT, "hide-cell", "remove-cell", "remove-input"}  # of which a page shows no code
NO_OUTPUT = {OUTPUT, "hide-cell", BENCH_TAG}  # of a bench a page shows one line, which opens it
FIRST = {"setup", BENCH_TAG, "remove-cell"}  # cells of every page
ANSWER = {INPUT, "remove-output"}  # the beginning of an answer, which is finished in a notebook
LAB_NOTES = re.compile(r"^## Lab notes[ \t]*(?:\n+|\Z)", re.MULTILINE)
HEADING = re.compile(r"^## ", re.MULTILINE)
FOLDED_HEADING = {"jp-MarkdownHeadingCollapsed": True}  # of JupyterLab and Notebook 7
LISTS = re.compile(r"\binspect\.getsource\(")


def last_call(source: str) -> str:
    """The name of what a cell calls in its last line, such as figures.lines; else nothing."""
    try:
        body = ast.parse(source).body
    except SyntaxError:  # a command of the notebook
        return ""
    last = body[-1] if body else None
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        return ast.unparse(last.value.func)
    return ""


def draws(source: str) -> bool:
    """Whether a cell is the code of a figure that is too long to read past."""
    name = last_call(source)
    return name.endswith(".live") or (
        name.startswith("figures.") and name != RESULTS and code_lines(source) > SHORT_DRAWING
    )


def printed_lines(cell: Any) -> int:
    """How many lines a cell printed."""
    return sum(len(output.get("text", "").splitlines()) for output in cell.outputs)


def fold_of(cell: Any) -> str | None:
    """The tag that folds a cell, None where it stays open or its author has hidden it."""
    if cell.cell_type != "code":
        return None
    if draws(cell.source):
        return INPUT
    if LISTS.search(cell.source) and printed_lines(cell) > SHORT_LISTING:
        return OUTPUT
    return None


def opening(notebook: Any) -> Any:
    """The code cell that a page opens with, above its first heading; None where it is short.

    It is imports, mostly, before anything is to be seen. What a page is about is tagged LISTING.
    """
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and HEADING.search(cell.source):
            return None
        if cell.cell_type == "code" and not FIRST & {*cell.metadata.get("tags", [])}:
            return cell if code_lines(cell.source) > SHORT_DRAWING else None
    return None


def unfolded(notebook: Any) -> Iterator[tuple[int, Any, str]]:
    """Each cell that ought to be folded and is not: its number, the cell and the tag."""
    first = opening(notebook)
    for number, cell in enumerate(notebook.cells, 1):
        tag = INPUT if cell is first else fold_of(cell)
        if tag and not HIDING & {*cell.metadata.get("tags", [])}:
            yield number, cell, tag


def fold(notebook: Any) -> Any:
    """The notebook with every cell folded that ought to be."""
    for _, cell, tag in unfolded(notebook):
        cell.metadata["tags"] = [*cell.metadata.get("tags", []), tag]
    return notebook


def heads_lab_notes(cell: Any) -> bool:
    """Whether a cell begins with the heading of a chapter's lab notes."""
    return cell.cell_type == "markdown" and bool(LAB_NOTES.match(cell.source))


def with_heading_alone(notebook: Any) -> Any:
    """The notebook with the heading of its lab notes in a cell of its own, which Jupyter folds."""
    cells: list[Any] = []
    for cell in notebook.cells:
        found = LAB_NOTES.search(cell.source) if cell.cell_type == "markdown" else None
        if found is None:
            cells.append(cell)
            continue
        before, rest = cell.source[: found.start()].rstrip(), cell.source[found.end() :]
        sources = (source for source in (before, "## Lab notes", rest) if source)
        cells += map(nbformat.v4.new_markdown_cell, sources)
    notebook.cells = cells
    return notebook


def in_jupyter(tags: Iterable[str]) -> dict[str, Any]:
    """The metadata by which other programs fold a cell with these tags as the page does.

    JupyterLab and Notebook 7 read `jupyter`; Colab reads `cellView` and needs no title in the code.
    """
    given = set(tags)
    hides = bool(NO_SOURCE & given) and not given >= ANSWER
    folded = {"source_hidden": hides, "outputs_hidden": bool(NO_OUTPUT & given)}
    said = {name: True for name, is_so in folded.items() if is_so}
    return ({"jupyter": said} if said else {}) | ({"cellView": "form"} if hides else {})
