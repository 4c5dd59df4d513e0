"""A file is written as a whole or not at all."""

import errno
import os
import stat
from pathlib import Path

import pytest

from taotp.files import FULL, write_new, write_whole


def one_there(folder: Path) -> Path:
    """A file that holds "one"."""
    write_whole(folder / "y.json", b"one")
    return folder / "y.json"


def assert_as_it_was(path: Path) -> None:
    """Nothing is written, and nothing left beside it."""
    assert path.read_bytes() == b"one" and [*path.parent.iterdir()] == [path]


def test_folders_are_made_and_a_name_may_be_long(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / ("c" * 240 + ".txt")
    write_whole(path, b"one")
    path.chmod(0o640)
    beside = path.with_name(f".{path.name[:20]}.{os.getpid()}.new")
    beside.write_bytes(b"of a process of that number that was killed")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two" and [*path.parent.iterdir()] == [path]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640  # permissions stay


def test_a_new_file_replaces_none_and_what_is_no_data_is_not_written(tmp_path: Path) -> None:
    path = one_there(tmp_path)
    with pytest.raises(FileExistsError):
        write_new(path, b"two")
    with pytest.raises(TypeError):
        write_whole(path, "text")  # type: ignore[arg-type]
    assert_as_it_was(path)


@pytest.mark.parametrize("name", ["fsync", "replace"])
@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(errno.ENOSPC, "No space left")])
def test_an_interruption_or_a_full_disk_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException
) -> None:
    """A full disk is said of the file that was meant, not of the one beside it, nor of none."""

    def fails(*arguments: object) -> None:
        raise error

    path = one_there(tmp_path)
    monkeypatch.setattr(os, name, fails)
    with pytest.raises(type(error)) as caught:
        write_whole(path, b"two")
    if isinstance(caught.value, OSError):
        assert caught.value.filename == str(path) and FULL in str(caught.value)
    assert_as_it_was(path)
