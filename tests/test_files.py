"""A file is written as a whole or not at all."""

import errno
import os
import stat
from pathlib import Path

import pytest

from taotp.files import FULL, write_new, write_whole


def test_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "c.txt"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(path.parent.iterdir()) == [path]


def test_nothing_is_left_of_a_write_that_failed(tmp_path: Path) -> None:
    path = tmp_path / "y.json"
    write_whole(path, b"one")
    with pytest.raises(TypeError):
        write_whole(path, "text")  # type: ignore[arg-type]
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["fsync", "replace"])
def test_an_interruption_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "y.json"
    write_whole(path, b"one")
    monkeypatch.setattr(os, name, interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"two")
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["fsync", "replace"])
def test_a_full_disk_is_said_of_the_file_that_was_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Not of the one beside it, nor of none: a write does not know what it writes to."""

    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "y.json"
    write_whole(path, b"one")
    monkeypatch.setattr(os, name, full)
    with pytest.raises(OSError, match=FULL) as caught:
        write_whole(path, b"two")
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_replaces_none(tmp_path: Path) -> None:
    path = tmp_path / "y.json"
    write_new(path, b"one")
    with pytest.raises(FileExistsError):
        write_new(path, b"two")
    assert path.read_bytes() == b"one"


def test_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "y.json"
    write_whole(path, b"one")
    path.chmod(0o640)
    write_whole(path, b"two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
