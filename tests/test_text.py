"""What is said in the chapters, held to be so wherever a test can."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

from taotp.constructions.hashes import fitted_hash
from taotp.programs import small
from taotp.programs.lookup import lookup_machine, stored
from tests.laws import every
from tools.experiments.tables import random_table
from tools.sampling import at_night

CHAPTERS = sorted((Path(__file__).parent.parent / "book").glob("*.ipynb"))
NAMES = "circle forward greedy normalize read rounded subspaces trace turn write"
EVERYWHERE = {*NAMES.split()}


def bound(source: str) -> Iterator[str]:
    """The names that a cell binds for the cells after it, but for those that it imports."""
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield statement.name
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def test_what_a_cell_binds() -> None:
    cell = "from m import circle\nturn = 2\n\ndef read(x):\n    write = 1\n\nfor trace in y: pass"
    assert set(bound(cell)) == {"turn", "read", "trace"}


@every("chapter", CHAPTERS)
def test_a_name_of_all_chapters_means_one_thing(chapter: Path) -> None:
    cells = json.loads(chapter.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert not EVERYWHERE & {name for source in code for name in bound(source)}


# What a table of sums can hold, over ten symbols: one edge, at four to five entries a feature

EDGE = [(150, 1, 1), (200, 0.9, 1), (250, 0.45, 0.7), (400, 0.3, 0.5), (1000, 0.15, 0.3)]


@every("entries, least, most", EDGE)
def test_the_edge_of_a_fitted_table(entries: int, least: float, most: float) -> None:
    for seed in range(1 + at_night()):
        keys, answers = random_table(entries, 10, 5, seed)
        fitted = lookup_machine(fitted_hash(keys, answers, 10, d_token=11), 5)
        assert least <= stored(fitted, keys, answers) / entries <= most


def test_a_table_that_needs_no_fitting_has_no_edge() -> None:
    keys, answers = random_table(1000, 10, 5, 0)
    entries = dict(zip(map(tuple, keys.tolist()), answers.tolist(), strict=True))
    model = small.table(entries, 5, vocabulary=range(10)).model
    assert stored(model, keys, answers) == 1000
