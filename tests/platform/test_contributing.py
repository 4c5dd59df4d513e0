"""What CONTRIBUTING names is there: files, folders, tables of names, commands."""

import ast
import importlib.util
import re
import subprocess
from pathlib import Path

import pytest

from tests.laws import every

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
CODE = re.findall(r"`([^`\n]+)`", TEXT)
PLACEHOLDER = re.compile(r"[A-Z]{3,}")  # NAME, CHAPTER, SLUG stand for what one writes
FOLDERS = (
    "",
    "taotp",
    "taotp_core",
    "taotp/figures",
    "taotp/page",
    "taotp/applications",
)
PATHS = sorted(
    {
        word.rstrip("/")
        for code in CODE
        for word in code.split()
        if "/" in word and word[0] not in "./-[" and not PLACEHOLDER.search(word)
    }
)
TARGETS = sorted(set(re.findall(r"`make ([\w./]+)`", TEXT)))
MODULES = sorted(set(re.findall(r"python -m ([\w.]+)", TEXT)))
TABLES = {
    "CORE": "tests/test_imports.py",
    "IN_ROOMS": "taotp/page/bundle.py",
    "HEADERS": "taotp/listing/assembling.py",
    "LAYERS": "taotp/listing/assembling.py",
}


def test_there_is_something_to_ask() -> None:
    assert len(PATHS) > 25 and "book/library_figures.md" in PATHS
    assert {"check", "test", "nightly", "book", "notebooks"} <= set(TARGETS)
    assert {"tools.experiments", "tools.suite", "taotp.figures.declarations"} <= set(MODULES)


@every("name", PATHS)
def test_a_path_is_there(name: str) -> None:
    assert any((ROOT / folder / name).exists() for folder in FOLDERS), name


@every("target", TARGETS)
def test_a_target_of_make_is_there(target: str) -> None:
    assert re.search(rf"^{re.escape(target)}:", (ROOT / "Makefile").read_text("utf-8"), re.M), (
        target
    )


@every("module", MODULES)
def test_a_module_can_be_run(module: str) -> None:
    path = ROOT / module.replace(".", "/")
    ours = path.with_suffix(".py").exists() or (path / "__main__.py").exists()
    assert ours or importlib.util.find_spec(module), module


@every("name, path", TABLES.items())
def test_a_table_has_that_name(name: str, path: str) -> None:
    nodes = ast.walk(ast.parse((ROOT / path).read_text("utf-8")))
    assigned = [node for node in nodes if isinstance(node, ast.Assign | ast.AnnAssign)]
    targets = [
        each.targets[0] if isinstance(each, ast.Assign) else each.target for each in assigned
    ]
    assert name in {ast.unparse(target) for target in targets}


def test_the_last_subjects_keep_the_rule() -> None:
    log = subprocess.run(
        ["git", "log", "-50", "--no-merges", "--format=%s"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if log.returncode:
        pytest.skip("there is no history here")
    subjects = log.stdout.splitlines()
    kept = [len(each) <= 80 and each[0].isupper() and each[-1] != "." for each in subjects]
    assert sum(kept) >= 0.95 * len(kept)
