"""Random keys are different, and those that numpy would draw where it can."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import numpy as np
import pytest

from taotp.constructions.tables import random_keys

DRAWS = {"choice", "permutation"}
OTHERS = {  # of floats, and of a few places
    ("taotp/applications/dialing/machine.py", "GUARD ** np.arange(9)"),
    ("taotp/applications/spoken/machine.py", "STEEPER ** np.arange(len(ALIKE))"),
    ("exercises/catalogue/adding/shared_places.py", "10 ** np.arange(n, -1, -1)"),
}


@pytest.mark.parametrize(
    ("n", "d_vocab", "length"), [(25, 5, 2), (100, 10, 3), (1000, 10, 5), (40, 10, 10), (1, 3, 0)]
)
def test_they_are_those_that_numpy_draws(n: int, d_vocab: int, length: int) -> None:
    ours, numpys = np.random.default_rng(3), np.random.default_rng(3)
    keys = random_keys(n, d_vocab, length, ours)
    drawn = numpys.choice(d_vocab**length, size=n, replace=False)
    assert np.array_equal(keys, drawn[:, None] // d_vocab ** np.arange(length) % d_vocab)
    assert len({*map(tuple, keys.tolist())}) == n
    assert ours.integers(10**6) == numpys.integers(10**6)


def test_more_than_there_are_is_refused() -> None:
    with pytest.raises(ValueError, match="n is 9; 2 symbols make 8 keys of length 3"):
        random_keys(9, 2, 3, np.random.default_rng(0))


# Where an index has 32 bits, as in a page, what does not fit there is wrong, or never ends.


def sources(root: Path) -> Iterator[tuple[str, str]]:
    """The code of all that a page may run: its name and text."""
    for package in ("taotp_core", "taotp", "exercises"):
        for path in (root / package).rglob("*.py"):
            if "my" not in path.relative_to(root).parts:
                yield str(path.relative_to(root)), path.read_text("utf-8")
    for path in (root / "book").glob("*.ipynb"):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                yield path.name, "".join(cell["source"])


def called(node: ast.AST, names: set[str]) -> bool:
    """Whether this calls something of such a name."""
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") in names


def is_written(node: ast.AST) -> bool:
    """Whether all numbers of an expression stand in it, so that whoever wrote it saw them."""
    named = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return named <= {"np"}


def too_wide(text: str) -> list[str]:
    """The expressions of a text whose whole numbers may not fit into 32 bits.

    These are draws from as many as a power, and powers whose exponents are an array of no type.
    """
    found = []
    for node in ast.walk(ast.parse(text)):
        if called(node, DRAWS):
            of = getattr(node, "args", [])[:1]
            powers = [each for of_one in of for each in ast.walk(of_one) if is_power(each)]
            found += [ast.unparse(node) for each in powers if not is_written(each)]
        elif is_power(node) and called(node.right, {"arange"}):
            words = ast.unparse(node)
            of_floats = re.match(r"float\(|\d+\.\d*[ )]", words)
            if not (is_written(node) or of_floats or "dtype" in words):
                found.append(words)
    return found


def is_power(node: ast.AST) -> TypeGuard[ast.BinOp]:
    """Whether this is a power."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow | ast.LShift)


def test_the_law_below_finds_what_did_not_end() -> None:
    assert too_wide("rng.choice(d_vocab**length, size=n, replace=False)")
    assert too_wide("numbers // d_vocab ** np.arange(length)")
    assert not too_wide("rng.choice(10**5, size=3) + 2.0 ** np.arange(9)")


def test_nothing_is_drawn_or_counted_beyond_32_bits(root: Path) -> None:
    found = {(name, each) for name, text in sources(root) for each in too_wide(text)}
    assert found == OTHERS
