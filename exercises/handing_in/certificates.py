"""Verdicts on the entries of the leaderboards, kept beside them, so that a page need not judge.

A certificate belongs to the bytes of an entry. That each is what judging says today is asked by the
tests; an entry without one is judged where its table is made.

python -m exercises.handing_in.certificates    judges all entries and writes the certificates
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from exercises.handing_in.grade import Handed, grade
from exercises.handing_in.inbox import read_file, submissions
from exercises.handing_in.ledger import Ledger
from taotp.files import write_whole

ENTRIES = Path(__file__).parents[1] / "submissions"
FILE = Path(__file__).with_name("certificates.json")


@cache
def kept() -> dict[str, dict[str, Any]]:
    """The grades that are kept, by the names of what was graded."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return found


class Certificates(Ledger):
    """A ledger that knows what is certified, and remembers nothing else."""

    def __init__(self) -> None:
        super().__init__(None)

    def get(self, name: str) -> dict[str, Any] | None:
        """The grade of that name, if there is one."""
        found = kept().get(name)
        return dict(found) if found else None


def judged(folder: Path, ledger: Ledger | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """What every entry below a folder is known as, and the grade that it is given."""
    for path in submissions(folder):
        name = Handed(0, path.name, read_file(path)).known_as
        yield name, json.loads(json.dumps(asdict(grade(path, path.name, ledger))))


def write(folder: Path) -> None:
    """Judge every entry below a folder and keep the grades of those that are right."""
    right = {name: found for name, found in judged(folder) if found["credit"] == "verified"}
    write_whole(FILE, (json.dumps(right, indent=1, ensure_ascii=False) + "\n").encode())


if __name__ == "__main__":
    write(ENTRIES)
