"""A new folder, whole or not at all."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from taotp.files import named


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """A folder to write into, which becomes the one that is asked for when all is in it.

    Folders above it are made. Raises ValueError where something is there, and OSError where nothing
    can be written, which names the folder; an error leaves nothing.
    """
    refuse_what_is_there(folder)
    new = folder.with_name(f".{folder.name[:20]}.{os.getpid()}.new")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(new, ignore_errors=True)  # of a process of that number that was killed
        new.mkdir()
        yield new
        if folder.exists():
            folder.rmdir()  # it was empty, or this fails
        new.rename(folder)
    except OSError as error:
        raise named(error, folder) from None
    finally:
        shutil.rmtree(new, ignore_errors=True)


def refuse_what_is_there(folder: Path) -> None:
    """Raise ValueError for a folder that holds something or that one is in, and for a file."""
    if folder.is_dir():
        if any(folder.iterdir()):
            raise ValueError(f"{folder} is not empty; name a new folder")
        if folder.samefile(Path.cwd()):
            raise ValueError(f"{folder} is the folder that you are in; name a new one")
    elif folder.exists() or folder.is_symlink():
        raise ValueError(f"{folder} is there already, and no folder; name a new one")
    for above in folder.parents:
        if above.exists() and not above.is_dir():
            raise ValueError(f"{above} is not a folder, so nothing can be in it; name a new one")
