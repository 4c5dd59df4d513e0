"""What the page shows without running it does what it says."""

import ast
from pathlib import Path
from typing import Any

import nbformat
import pytest

pytest.importorskip("torch", reason="torch is not installed")
pytestmark = pytest.mark.engines

BLOCK = "```python\n"


def blocks(root: Path) -> list[str]:
    """The Python of the page that stands in its text."""
    notebook = nbformat.read(root / "book/three_engines.ipynb", as_version=4)
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    return [piece.partition("```")[0] for text in texts for piece in text.split(BLOCK)[1:]]


def promised(block: str) -> dict[str, Any]:
    """The expressions of a block with what is said behind their #."""
    lines = [line.partition("  # ") for line in block.splitlines()]
    return {what: ast.literal_eval(said) for what, mark, said in lines if mark}


@pytest.mark.filterwarnings("ignore")
def test_the_pieces_of_the_page_run_in_order(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    answers: list[Any] = []
    for block in blocks(root):
        exec(block, names)
        for what, answer in promised(block).items():
            assert eval(what, names) == answer, what
            answers.append(answer)
    assert answers == ["<start>Hello World!", "1 2 5 1 1 7 1 2 5", 2, 5]
