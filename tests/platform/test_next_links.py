"""What comes next at the end of each notebook."""

import re
from pathlib import Path

import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from tools.next_links import coming, on_its_way, order
from tools.notebooks import read_notebook, save

BOOK = Path(__file__).resolve().parents[2] / "book"
LINK = re.compile(r"\]\(([\w-]+\.(?:ipynb|md))\)")


def links(path: Path, tag: str) -> list[str]:
    """Where a cell with a tag leads."""
    cells = [cell for cell in read_notebook(path).cells if tag in cell.metadata.get("tags", [])]
    return [file for cell in cells for file in LINK.findall(cell.source.split(" · [All")[0])]


def test_who_follows_next_reads_every_page_once() -> None:
    """Also those between two notebooks, which have no end to say what comes."""
    way, here = ["index.ipynb"], "index.ipynb"
    while on := links(BOOK / here, "next"):
        way, here = [*way, *on], on[-1]
        if not here.endswith(".ipynb"):
            break
    assert way == order(BOOK)
    assert {*way} == {page.name for kind in ("ipynb", "md") for page in BOOK.glob(f"*.{kind}")}


def test_a_way_is_written_anew_and_a_page_of_no_book_has_none(tmp_path: Path) -> None:
    for name in ("index", "one", "two"):
        save(new_notebook(cells=[new_markdown_cell("# Page")]), tmp_path / f"{name}.ipynb")
    page = tmp_path / "one.ipynb"
    bare = new_notebook(cells=[new_markdown_cell("# One")])
    assert len(on_its_way(bare, page).cells) == 1
    contents = tmp_path / "_toc.yml"
    contents.write_text("root: index\nparts: [{chapters: [{file: one}, {file: two}]}]\n")
    assert on_its_way(on_its_way(bare, page), page).cells[1].source == (
        "**Next:** [Page](two.ipynb) · [All chapters](index.ipynb)"
    )
    contents.write_text("root: index\nparts: [{chapters: [{file: one}, {file: three}]}]\n")
    with pytest.raises(FileNotFoundError, match=r"_toc\.yml names three"):
        coming(page)
