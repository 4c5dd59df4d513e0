"""The pages of the library: every public name, the modules in order, and examples that run."""

import ast
import doctest
import importlib
import re
from pathlib import Path

import pytest

from tests.test_imports import CORE, LIBRARY

PAGES = (
    "library",
    "library_building",
    "library_machines",
    "library_looking",
    "library_truth",
    "library_programs",
    "library_computers",
    "library_language",
    "library_figures",
)
PACKAGES = ("programs", "interp", "interp.ground_truth", "listing", "figures", "costs")
PUBLIC = ("taotp_core", *(f"taotp.{name}" for name in PACKAGES))
NO_PLACE = {  # types and constants, which have no docstring, and modules
    *("Array", "Inputs", "Tokens", "LAYER_NORM", "RMS_NORM", "PRECISIONS"),
    *("Part", "GROUPS", "MACHINES", "NULLS", "REASONS", "TOOLS", "PUBLISHED"),
    *("printed", "small", "two_stacks"),
}


NO_ROOM = {"__main__", "figures of applications"}  # which the table need not list


@pytest.fixture(scope="module")
def text(root: Path) -> str:
    """The pages, one after another."""
    return "\n".join((root / "book" / f"{page}.md").read_text("utf-8") for page in PAGES)


def test_every_example_runs(text: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "library", None, 0)
    said: list[str] = []
    failed, tried = doctest.DocTestRunner(verbose=False).run(session, out=said.append)
    assert not failed, "".join(said)
    assert tried > 40


def test_every_public_name_has_a_place(text: str) -> None:
    documented = set(re.findall(r"^\.\. auto\w+:: [\w.]+\.(\w+)$", text, re.MULTILINE))
    for name in PUBLIC:
        assert set(importlib.import_module(name).__all__) - NO_PLACE - documented == set(), name


def test_modules_are_listed_in_the_order_of_the_house(root: Path, text: str) -> None:
    listed = re.findall(r"^\| `(\w+)` \| (.+) \|$", text, re.MULTILINE)
    wanted = []
    for name in (name for name in (*CORE, *LIBRARY) if name not in NO_ROOM):
        folder = root / ("taotp_core" if name in CORE else "taotp")
        path = next(p for p in (folder / f"{name}.py", folder / name / "__init__.py") if p.exists())
        words = ast.get_docstring(ast.parse(path.read_text("utf-8")))
        assert words
        wanted.append((name, " ".join(words.split("\n\n")[0].split())))
    assert listed == wanted
