"""The mutants that are kept can be asked, and one that nothing finds is told."""

from pathlib import Path

import pytest

from tests.laws import every
from tools import mutants
from tools.mutants import Mutant


@every("mutant", mutants.kept)
def test_what_is_kept_can_be_asked(mutant: Mutant) -> None:
    mutants.check(mutant, mutants.ROOT)


def a_tree(folder: Path, test: str) -> Path:
    """A tree of one function and one test."""
    (folder / "double.py").write_text("def double(x):\n    return 2 * x\n")
    (folder / "test_double.py").write_text(f"from double import double\n\n{test}\n")
    return folder


BY_DAY = "'nightly' not in __import__('os').environ.values()"


@pytest.mark.slow
@every(
    "asked, found",
    [("double(2) == 4", True), ("double(0) == 0", False), (f"{BY_DAY} or double(2) == 4", True)],
)
def test_a_mutant_is_found_where_a_test_fails(tmp_path: Path, asked: str, found: bool) -> None:
    """By one that waits for its turn by day, too."""
    tree = a_tree(tmp_path, f"def test_double():\n    assert {asked}")
    before = (tree / "double.py").read_text()
    mutant = Mutant("double.py", "2 * x", "3 * x", ("test_double.py",))
    assert mutants.is_found(mutant, tree) is found
    assert (tree / "double.py").read_text() == before


@every(
    "old, tests, says",
    [
        ("4 * x", ("test_double.py",), "double.py has 0 times '4 \\* x', not 1"),
        ("2 * x", ("test_gone.py::test_two",), "asked by test_gone.py::test_two, which is not the"),
        ("2 * x", ("test_double.py",), "there is no test in test_double.py"),
        ("2 * x", ("test_double.py::test_gone",), "there is no test in test_double.py::test_gone"),
    ],
)
def test_what_cannot_be_asked_is_said(
    tmp_path: Path, old: str, tests: tuple[str, ...], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        mutants.is_found(Mutant("double.py", old, "0", tests), a_tree(tmp_path, "two = 2"))


def test_numbers_comparisons_and_signs_can_be_others() -> None:
    found = [new for *_, new in mutants.changes("if a + 2 < b and\\\n  c:\n    d = a - b\n")]
    assert sorted(found) == ["+", "-", "3", "<="], "what goes on in another line stays"


def test_a_drawn_mutant_is_another_program() -> None:
    for mutant in mutants.drawn("taotp_core", 12, seed=4):
        source = (mutants.ROOT / mutant.file).read_text("utf-8")
        assert mutants.is_another(source, source.replace(mutant.old, mutant.new)), mutant
