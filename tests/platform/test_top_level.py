"""The first look at the tree is short: few folders, few files."""

import subprocess
from pathlib import Path

import pytest

MOST_FOLDERS, MOST_FILES = 8, 10


def test_few_folders_and_files_are_at_the_top(root: Path) -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("there is no git here")
    names = [Path(name).parts for name in listed.stdout.splitlines()]
    folders = {parts[0] for parts in names if len(parts) > 1}
    files = {parts[0] for parts in names if len(parts) == 1}
    assert folders >= {"book", "exercises", "taotp", "taotp_core", "tests", "tools"}
    assert len(folders) <= MOST_FOLDERS, sorted(folders)
    assert len(files) <= MOST_FILES, sorted(files)
