"""What CONTRIBUTING names is there: files, folders, tables of names, commands, targets of make."""

import importlib.util
import re
from pathlib import Path

import pytest

from tools.changed import git

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
CODE = re.findall(r"`([^`\n]+)`", TEXT)
PLACEHOLDER = re.compile(r"[A-Z]{3,}")  # NAME, CHAPTER, SLUG stand for what one writes
FOLDERS = ("", "taotp", "taotp_core", "taotp/figures", "taotp/page", "taotp/applications")
PATHS = sorted(
    {
        word.rstrip("/")
        for code in CODE
        for word in code.split()
        if "/" in word and word[0] not in "./-[" and not PLACEHOLDER.search(word)
    }
)
TYPED = [(ROOT / name).read_text("utf-8") for name in ("README.md", "book/run_it_yourself.md")]
TARGETS = {*re.findall(r"(?m)(?:`|^)make ([\w./]+)", "\n".join([TEXT, *TYPED]))}
MODULES = sorted(set(re.findall(r"python -m ([\w.]+)", TEXT)))
MOST_FOLDERS, MOST_FILES = 8, 10  # at the top: the first look at the tree is short
TABLES = {
    "CORE": "tests/test_imports.py",
    "IN_ROOMS": "taotp/page/bundle.py",
    "HEADERS": "taotp/listing/assembling.py",
    "LAYERS": "taotp/listing/assembling.py",
}


def test_what_it_names_is_there() -> None:
    assert len(PATHS) > 25 and "book/library_figures.md" in PATHS
    lost = [name for name in PATHS if not any((ROOT / each / name).exists() for each in FOLDERS)]
    assert not lost
    assert {"check", "test", "nightly", "book", "notebooks", "serve"} <= TARGETS
    made = {*re.findall(r"^([\w./]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)}
    assert made >= TARGETS
    assert {"tools.experiments", "tools.suite", "taotp.figures.declarations"} <= set(MODULES)
    assert not [module for module in MODULES if not can_be_run(module)]
    for name, path in TABLES.items():
        assert re.search(rf"^{name}\b", (ROOT / path).read_text("utf-8"), re.M), name


def can_be_run(module: str) -> bool:
    """Whether there is a module that `python -m` runs, ours or one that is installed."""
    path = ROOT / module.replace(".", "/")
    ours = path.with_suffix(".py").exists() or (path / "__main__.py").exists()
    return ours or importlib.util.find_spec(module) is not None


def test_the_last_subjects_keep_the_rule() -> None:
    subjects = git("log", "-50", "--no-merges", "--format=%s")
    kept = [len(each) <= 80 and each[0].isupper() and each[-1] != "." for each in subjects]
    assert sum(kept) >= 0.95 * len(kept)


def test_few_folders_and_files_are_at_the_top() -> None:
    names = [Path(name).parts for name in git("ls-files")]
    if not names:
        pytest.skip("there is no history here")
    folders = {parts[0] for parts in names if len(parts) > 1}
    files = {parts[0] for parts in names if len(parts) == 1}
    assert folders >= {"book", "exercises", "taotp", "taotp_core", "tests", "tools"}
    assert len(folders) <= MOST_FOLDERS, sorted(folders)
    assert len(files) <= MOST_FILES, sorted(files)
