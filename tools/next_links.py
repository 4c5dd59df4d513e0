"""The way through the book in a notebook program, which has no list of contents beside its pages.

The cover gets the parts and chapters of `_toc.yml`, and every notebook says at its end what comes
next. The theme of the pages shows both already, so that these cells are left out there.
`python -m tools.notebooks stamp` writes them.
"""

from pathlib import Path
from typing import Any

import nbformat

from tools.markdown import PAGES, Plain
from tools.notebook_style import UNSEEN
from tools.pages import listed_chapters, of_yaml

CONTENTS = "_toc.yml"
COVER = "index.ipynb"
NEXT, PARTS = "next", "parts"
OPENING = """\
**Parts and chapters.** Each link opens a notebook. Shift and Enter run a cell and go on to the
next; *Run All Cells* of the menu *Run* runs a chapter. Code that a page would fold is folded here
too: press its three dots."""
BEGINNING = "To begin"  # the part without a caption


def is_on_the_way(cell: Any) -> bool:
    """Whether a cell says where to go, and is written by us."""
    return bool({NEXT, PARTS} & {*cell.metadata.get("tags", ())})


def file_of(name: str, book: Path) -> str:
    """The file of a page of the table of contents."""
    for kind in PAGES:
        if (book / f"{name}{kind}").exists():
            return f"{name}{kind}"
    raise FileNotFoundError(f"{CONTENTS} names {name}, and the book has no page of that name")


def order(book: Path) -> list[str]:
    """The files of a book in their order; none where there is no table of contents."""
    if not (book / CONTENTS).is_file():
        return []
    return [file_of(name, book) for name in listed_chapters(book)]


def coming(page: Path) -> list[str]:
    """The files up to the next notebook: pages between the two have no end to say it."""
    files = order(page.parent)
    if page.name not in files:
        return []
    after = files[files.index(page.name) + 1 :]
    notebooks = [n for n, file in enumerate(after, 1) if file.endswith(".ipynb")]
    return after[: next(iter(notebooks), len(after))]


def link(file: str, book: Path) -> str:
    """A page by its title."""
    return str(Plain(COVER, book).link("", file))


def next_source(page: Path) -> str:
    """The words at the end of a notebook."""
    on = ", ".join(link(file, page.parent) for file in coming(page))
    cover = "" if page.name == COVER else f"[All chapters]({COVER})"
    return " · ".join(filter(None, [on and f"**Next:** {on}", cover]))


def parts_source(book: Path) -> str:
    """The parts of the book, a line each, with links to their chapters."""
    lines, number = [], 0
    for part in of_yaml((book / CONTENTS).read_text(encoding="utf-8"))["parts"]:
        chapters = []
        for chapter in part["chapters"]:
            number += "numbered" in part
            told = f"{number}\N{NO-BREAK SPACE}" if "numbered" in part else ""
            chapters.append(told + link(file_of(chapter["file"], book), book))
        lines.append(f"- **{part.get('caption', BEGINNING)}:** {' · '.join(chapters)}")
    return "\n".join([OPENING, "", *lines])


def cell_that_says(source: str, tag: str) -> Any:
    """A cell of words that no page shows."""
    return nbformat.v4.new_markdown_cell(source, metadata={"tags": [UNSEEN, tag]})


def on_its_way(notebook: Any, page: Path) -> Any:
    """The notebook with the way on at its end and, on the cover, the parts below the title."""
    cells = [cell for cell in notebook.cells if not is_on_the_way(cell)]
    if page.name in order(page.parent):
        if page.name == COVER:
            cells.insert(1, cell_that_says(parts_source(page.parent), PARTS))
        cells.append(cell_that_says(next_source(page), NEXT))
    notebook.cells = cells
    return notebook
