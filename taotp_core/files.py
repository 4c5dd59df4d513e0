"""Write a file as a whole or not at all."""

import os
import shutil
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Put a file there or replace it; an interruption leaves what was there, or the new one.

    Folders above it are made; a file that was there keeps its permissions. Raises OSError.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "new", "greeting.txt")
    ...     write_whole(path, b"Hello")
    ...     path.read_bytes()
    b'Hello'
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name[:20]}.{os.getpid()}.new")  # a name has a longest length
    try:
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.is_file():
            shutil.copymode(path, new)
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
