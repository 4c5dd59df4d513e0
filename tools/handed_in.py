"""Take the one submission that a pull request adds, as data, and nothing else of it.

python -m tools.handed_in BASE HEAD FOLDER     both commits are here; HEAD is not checked out

Fails with a sentence where the pull request changes anything but one file of
exercises/submissions, or where that file is not named after what it holds.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from exercises.handing_in.format import MOST_BYTES, Refused, parse
from exercises.visible import visible
from taotp.files import write_whole

PLACE = re.compile(r"exercises/submissions/([a-z0-9-]+)/([^/]+)\.json")
ORDINARY = "100644"  # the mode of a file that is neither a program nor a link
ADDED_OR_CHANGED = ("A", "M")


def git(*command: str) -> bytes:
    """What a command of git prints."""
    return subprocess.run(["git", *command], check=True, capture_output=True).stdout


def changed(base: str, head: str) -> list[tuple[str, str, str]]:
    """The new mode, the kind of change and the path of each file that a branch changes."""
    raw = git("diff", "--raw", "-z", "--no-renames", "--no-ext-diff", f"{base}...{head}")
    parts = raw.decode("utf-8", "surrogateescape").split("\0")
    found = []
    for about, path in zip(parts[0::2], parts[1::2], strict=False):
        _, mode, _, _, status = about.split()
        found.append((mode, status, path))
    return found


def one_submission(base: str, head: str) -> tuple[str, bytes]:
    """The path of the only file that a branch changes, and its bytes; ValueError in a sentence."""
    found = changed(base, head)
    if len(found) != 1:
        raise ValueError(f"the pull request changes {len(found)} files; hand in one at a time")
    ((mode, status, path),) = found
    place = PLACE.fullmatch(path)
    if not place or status not in ADDED_OR_CHANGED or mode != ORDINARY:
        raise ValueError(
            f"{visible(path)} ({status}, mode {mode}) is not a submission; "
            "add exercises/submissions/EXERCISE/AUTHOR.json"
        )
    if status == "M":
        raise ValueError(
            f"{visible(path)} is there already; another name, or a person who merges it, is needed"
        )
    blob = f"{head}:{path}"
    if (size := int(git("cat-file", "-s", blob))) > MOST_BYTES:
        raise ValueError(f"{visible(path)} has {size:,} bytes; at most {MOST_BYTES:,} are read")
    data = git("cat-file", "blob", blob)
    submission = parse(data)
    wanted = (submission.exercise, submission.author.replace(" ", "-"))
    if place.groups() != wanted:
        raise ValueError(
            f"{visible(path)} must be called {'/'.join(wanted)}.json, by what it holds"
        )
    return path, data


def main(arguments: list[str] | None = None) -> int:
    """Write the submission below a folder, or say what is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.handed_in",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("base")
    parser.add_argument("head")
    parser.add_argument("folder", type=Path)
    given = parser.parse_args(arguments)
    try:
        path, data = one_submission(given.base, given.head)
    except (Refused, ValueError) as error:
        print(f"{error}.", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"git: {error.stderr.decode(errors='replace').strip()}", file=sys.stderr)
        return 2
    write_whole(given.folder / Path(path).name, data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
