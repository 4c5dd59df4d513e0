"""Every example in a docstring is true, and what a reader may call has one."""

import ast
import doctest
import importlib
import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import taotp_core
from tests.laws import every
from tests.test_imports import CORE

ROOT = Path(__file__).resolve().parent.parent
# What others call besides the names that the pages of the library have.
CALLED = {
    "arrays": {"gelu", "to_float64", "to_float32", "to_float16", "to_bfloat16"},
    "weights": {"folded", "mapped", "named_arrays"},
    "inputs": {
        "are_frames",
        "check_model",
        "model_of",
        "check_keep",
        "check_input",
        "check_memory",
    },
    "fast": {"Cache", "empty_cache"},
    "transformer": {"feed_forward", "residual", "unembed"},
    "plain": {"normalize", "linear", "attend", "feed_forward", "stream", "forward"},
    "decode": {"Text"},
}


def modules() -> list[str]:
    """Every module of the library but `__main__`, which runs when it is imported."""
    found = sorted(p for each in ("taotp", "taotp_core") for p in (ROOT / each).rglob("*.py"))
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in found]
    return [name.removesuffix(".__init__") for name in names if not name.endswith("__main__")]


def imported(name: str) -> ModuleType:
    """A module, or a skip where it needs a package that is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("taotp", "taotp_core"):
            raise
        pytest.skip(f"{error.name} is not installed")


def examples(module: ModuleType) -> list[doctest.DocTest]:
    """The docstrings of a module that hold examples, in which names of the package are known."""
    known = {name: getattr(taotp_core, name) for name in taotp_core.__all__}
    found = doctest.DocTestFinder().find(module, globs=known | {"np": np} | vars(module))
    return [each for each in found if each.examples]


def said_wrong(found: list[doctest.DocTest]) -> list[str]:
    """What the examples that fail say."""
    said: list[str] = []
    for each in found:
        doctest.DocTestRunner(verbose=False).run(each, out=said.append)
    return said


@every("name", modules())
def test_every_example_is_true(name: str) -> None:
    assert not said_wrong(examples(imported(name)))


def test_an_example_that_is_not_true_is_found() -> None:
    module = ModuleType("wrong", "Wrong.\n\n>>> softmax(np.zeros(2)).tolist()\n[0.5, 0.25]\n")
    (said,) = said_wrong(examples(module))
    assert "Expected:\n    [0.5, 0.25]\nGot:\n    [0.5, 0.5]" in said


def on_the_pages() -> set[str]:
    """The names that have a place on the pages of the library."""
    text = "\n".join(path.read_text("utf-8") for path in ROOT.glob("book/library*.md"))
    return set(re.findall(r"^\.\. auto\w+:: [\w.]+\.(\w+)$", text, re.MULTILINE))


def test_what_a_reader_may_call_has_an_example() -> None:
    """And names of the package are public, so that none is left out because no page has it."""
    documented, bare = on_the_pages(), []
    for part in CORE:
        called = CALLED.get(part, set())
        body = ast.parse((ROOT / "taotp_core" / f"{part}.py").read_text("utf-8")).body
        nodes = [node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        assert called <= {node.name for node in nodes}, part
        wanted = [node for node in nodes if node.name in documented | called]
        words = {f"{part}.{node.name}": ast.get_docstring(node) or "" for node in wanted}
        bare += [name for name, said in words.items() if ">>>" not in said]
    assert bare == []
    named = {each for each in taotp_core.__all__ if callable(getattr(taotp_core, each))}
    assert named - {"Array", "Inputs", "Tokens"} <= documented


@every("name", ["programs", "programs.printed", "programs.small", "interp"])
def test_what_is_handed_on_has_an_example(name: str) -> None:
    module = importlib.import_module(f"taotp.{name}")
    made = {each: getattr(module, each) for each in module.__all__}
    made.pop("searcher", None)  # of `search`, apart so that a chapter can print it
    functions = [each for each, thing in made.items() if callable(thing) and each.islower()]
    assert [each for each in functions if ">>>" not in (made[each].__doc__ or "")] == []
