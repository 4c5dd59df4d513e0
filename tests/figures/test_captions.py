"""What the notebooks say below their figures: sentences, since they are shown."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.laws import every
from tools.notebooks import read_notebook

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "book").glob("*.ipynb"))


def claims(source: str) -> Iterator[str]:
    """What each figure of a cell says in plain words."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("figures."):
            for given in node.keywords:
                if given.arg == "alt" and isinstance(given.value, ast.Constant):
                    yield str(given.value.value)


@every("path", NOTEBOOKS)
def test_a_claim_is_a_sentence(path: Path) -> None:
    cells = [cell.source for cell in read_notebook(path).cells if cell.cell_type == "code"]
    for claim in (claim for source in cells if "figures." in source for claim in claims(source)):
        assert not claim[0].islower() and claim[-1] in ".?" and len(claim.split()) >= 5, claim
