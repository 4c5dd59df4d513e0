"""Read data that stands beside a module, and write a file as a whole or not at all."""

import errno
import json
import os
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any

FULL = "the disk is full, so nothing was written"
NO_ROOM = {errno.ENOSPC, *([errno.EDQUOT] if hasattr(errno, "EDQUOT") else [])}


def data_of(package: str, name: str) -> Any:
    """What a JSON file in the folder of a package holds.

    >>> data_of("taotp.little_man", "instructions.json")["spoken"]
    {'INP': 1, 'OUT': 2, 'OTC': 22}
    """
    return json.loads(files(package).joinpath(name).read_text("utf-8"))


def write_whole(path: Path, data: bytes) -> None:
    """Put a file there or replace it; an interruption leaves what was there, or the new one.

    Folders above it are made; a file that was there keeps its permissions. Raises OSError, which
    names the file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "new", "greeting.txt")
    ...     write_whole(path, b"Hello")
    ...     path.read_bytes()
    b'Hello'
    """
    new = path.with_name(f".{path.name[:20]}.{os.getpid()}.new")  # a name has a longest length
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.unlink(missing_ok=True)  # of a process of that number that was killed
        write_new(new, data)
        if path.is_file():
            shutil.copymode(path, new)
        os.replace(new, path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise named(error, path) from None
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def write_new(path: Path, data: bytes) -> None:
    """Make a file, of which nothing is left where it cannot be written to its end.

    Raises FileExistsError where there is one, and OSError, which names the file.
    """
    file = path.open("xb")
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise named(error, path) from None
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def named(error: OSError, path: Path) -> OSError:
    """The same error with the file that was to be written, and a sentence for a full disk.

    >>> named(OSError(errno.ENOSPC, "No space left on device"), Path("a.json")).filename
    'a.json'
    """
    return OSError(error.errno, FULL if error.errno in NO_ROOM else error.strerror, str(path))
