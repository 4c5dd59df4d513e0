"""What the book and the README show of engines without running it does what it says."""

import ast
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tests.laws import every

pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("transformers", reason="transformers is not installed")
pytestmark = pytest.mark.engines
ROOT = Path(__file__).parents[2]


def prose(name: str) -> str:
    """The text of a paper, or of a notebook's cells that are text."""
    if not name.endswith(".ipynb"):
        return (ROOT / name).read_text("utf-8")
    cells = nbformat.read(ROOT / name, as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


@pytest.mark.filterwarnings("ignore")
@every(
    "name, needle, answers",
    [
        ("book/three_engines.ipynb", "", ["<start>Hello World!", "1 2 5 1 1 7 1 2 5", 2, 5]),
        ("README.md", "", None),
        ("book/library_language.md", "import to_torch", None),
    ],
)
def test_the_pieces_of_a_page_run_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, needle: str, answers: Any
) -> None:
    folder = tmp_path / name
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    said: list[Any] = []
    for block in re.findall(r"^```python\n(.*?)^```", prose(name), re.MULTILINE | re.DOTALL):
        if needle in block:
            exec(block, names)
            for line in block.splitlines():
                what, mark, promised = line.partition("  # ")
                if mark:
                    said.append(ast.literal_eval(promised))
                    assert eval(what, names) == said[-1], what
    assert said and (answers is None or said == answers)
