"""Which cells a cell needs: those that make what it reads, and no others."""

import builtins
import json
from pathlib import Path

from taotp.page.python.needs import Needs, Ran, names_of
from tests.laws import every

KNOWN = {*vars(builtins), "__name__", "display"}
# Read in a function that is called further down, where a cell has made it.
LATER = {("the_table_is_a_transformer.ipynb", "counted_exactly")}


@every(
    "cells, needed",
    [
        (["a = 1", "b = 2", "a"], [0, 2]),
        (["a = 1", "a = 2", "a"], [1, 2]),
        (["a = 1", "a += 2", "a"], [0, 1, 2]),
        (["a = []", "a.append(1)", "len(a)"], [0, 1, 2]),
        (["a = {}", "a['b'] = 1", "a.c.d = 1", "a"], [0, 1, 2, 3]),
        (["import numpy as np", "x = np.ones(3)", "x"], [0, 1, 2]),
        (["b = 1", "def f(): return b", "f()"], [0, 1, 2]),
        (["def f(): return g()", "def g(): return 2", "f()"], [0, 1, 2]),
        (["b = 1", "def f(): return b", "b = 2", "f()"], [0, 1, 2, 3]),
        (["xs = [1]", "[x for x in xs]"], [0, 1]),
        (["x = 1", "[x for x in range(3)]"], [1]),
        (["y = 1", "[y + x for x in range(3)]"], [0, 1]),
        (["x = 1", "f = lambda x: x\nf(2)"], [1]),
        (["m = 1", "class A:\n    n = m\n    def f(self): return self.n", "A().f()"], [0, 1, 2]),
        (["from numpy.random import default_rng\nr = default_rng(0)",
          "a = r.normal()", "b = r.normal()"], [0, 1, 2]),
        (["a = 1", "for a in [2]: pass", "a"], [1, 2]),
        (["a = 1", "this is no Python", "a"], [0, 2]),
        (["from random import shuffle\na = [1, 2]", "shuffle(a)", "a"], [0, 1, 2]),
    ],
)  # fmt: skip
def test_what_a_cell_needs(cells: list[str], needed: list[int]) -> None:
    assert Ran().plan(cells, len(cells) - 1) == needed


def test_a_cell_runs_again_only_where_what_it_stands_on_changed() -> None:
    cells, ran = ["a = 1", "b = a", "c = 3", "b + c"], Ran()
    for k in ran.plan(cells, 3):
        ran.note(k, cells[k])
    assert ran.plan(cells, 3) == [3]
    cells[2] = "c = 4"
    assert ran.plan(cells, 3) == [2, 3]
    cells[0] = "a = 2"
    assert ran.plan(cells, 3) == [0, 1, 2, 3]
    assert ran.plan(cells, 2) == [2]
    cells, ran = ["a = 1", "a", "a = 2", "a"], Ran()  # a name that a later cell has set
    for k in (*ran.plan(cells, 1), *ran.plan(cells, 3)):
        ran.note(k, cells[k])
    assert ran.plan(cells, 1) == [0, 1]


def test_every_name_that_a_cell_of_the_book_reads_is_made_above_it(root: Path) -> None:
    lost = set()
    for path in sorted((root / "book").glob("*.ipynb")):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        needs = Needs.of(texts)
        for k, text in enumerate(texts):
            read = names_of(text).reads - KNOWN
            lost |= {(path.name, name) for name in read if not needs.chain(name, k)}
            assert max(needs.needed(k)) == k
    assert lost == LATER
