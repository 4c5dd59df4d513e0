"""Data that the book does not bring, named in one way: `--outside WHAT=FILE`.

Processes that measure are started by others, and read the names from their environment.
"""

import os
from collections.abc import Iterable
from pathlib import Path

KINDS = {
    "recordings": "a ZIP file of DIGIT_SPEAKER_NUMBER.wav at 8 kHz, as the Free Spoken Digit "
    "Dataset has them (Z. Jackson and others, github.com/Jakobovski/free-spoken-digit-dataset)",
    "texts": "a text with a sentence in each line; may be named more than once",
}


def keep_names(named: Iterable[str]) -> None:
    """Note what is named as WHAT=FILE, for this process and those that it starts.

    Raises ValueError for anything else, for a kind that there is not, and for no file.
    """
    found: dict[str, list[str]] = {}
    for text in named:
        what, _, path = text.partition("=")
        if what not in KINDS or not path:
            raise ValueError(f"{text!r} must be WHAT=FILE, where WHAT is {' or '.join(KINDS)}")
        if not Path(path).is_file():
            raise ValueError(f"there is no file {path!r}, which is named as {what}")
        found.setdefault(what, []).append(str(Path(path).resolve()))
    for what, paths in found.items():
        os.environ[variable(what)] = os.pathsep.join(paths)


def outside(what: str) -> list[Path]:
    """The files that were named as what they are; none where nobody named one."""
    named = os.environ.get(variable(what), "")
    return [Path(path) for path in named.split(os.pathsep) if path]


def needed(what: str) -> Path:
    """The one file that was named so; RuntimeError, with what it is, where none was."""
    match outside(what):
        case [path]:
            return path
        case found:
            raise RuntimeError(
                f"{len(found)} files are named as {what}; name 1 by --outside {what}=FILE: "
                f"{KINDS[what]}"
            )


def variable(what: str) -> str:
    """Under what name the environment has it."""
    return f"EXPERIMENTS_{what.upper()}"
