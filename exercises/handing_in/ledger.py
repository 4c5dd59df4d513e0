"""Grades that were already given, so that a long run can be taken up again; a cache, no more."""

import json
import sqlite3
import sys
import weakref
from pathlib import Path
from typing import Any

from exercises.visible import visible
from taotp.verify.worker_pool import code_in


def code() -> str:
    """A name for the code that grades: another one where a line of it changes."""
    return code_in("exercises", "taotp", "taotp_core")


BEGUN = " begun"


class Ledger:
    """A table from a name of what was graded to the grade, in one file that can be deleted.

    Where the file cannot be used, because it is damaged or the disk is full or read-only, nothing
    is remembered and everything is graded anew.
    """

    def __init__(self, path: Path | None) -> None:
        self.table: sqlite3.Connection | None = None
        if path is None:
            return
        try:
            self.open(path)
        except sqlite3.DatabaseError:  # damaged, or nothing may be written
            self.close()
            try:
                path.unlink(missing_ok=True)
                self.open(path)
            except (OSError, sqlite3.Error):
                self.close()
        except (OSError, sqlite3.Error):
            self.close()
        if self.table is None:
            print(f"{visible(path)} cannot be written: all is graded anew.", file=sys.stderr)

    def open(self, path: Path) -> None:
        """Open the file, or make it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.table = sqlite3.connect(path, timeout=5, isolation_level=None)
        weakref.finalize(self, self.table.close)  # a ledger that nobody has any more
        self.table.execute("pragma synchronous = off")  # a damaged cache is made anew
        self.table.execute("create table if not exists grades (name text primary key, grade text)")
        self.table.execute("delete from grades where name not like ?", (code() + "%",))

    def close(self) -> None:
        """Let go of the file; nothing is remembered from now on."""
        if self.table is not None:
            self.table.close()
        self.table = None

    def get(self, name: str) -> dict[str, Any] | None:
        """The grade of that name, if there is one."""
        try:
            rows = self.rows("select grade from grades where name = ?", code() + name)
            return dict(json.loads(rows[0][0])) if rows else None
        except (ValueError, TypeError):
            return None

    def put(self, name: str, grade: dict[str, Any]) -> None:
        """Remember a grade."""
        self.rows("insert or replace into grades values (?, ?)", code() + name, json.dumps(grade))
        if not name.endswith(BEGUN):
            self.forget(name)

    def begin(self, name: str) -> None:
        """Remember that something is about to be graded, should that end this program."""
        self.put(name + BEGUN, {})

    def begun(self, name: str) -> bool:
        """Whether the grading of something began and came to no end."""
        return self.get(name + BEGUN) is not None

    def forget(self, name: str) -> None:
        """That grading came to an end, with a grade or without."""
        self.rows("delete from grades where name = ?", code() + name + BEGUN)

    def rows(self, command: str, *values: str) -> list[tuple[Any, ...]]:
        """Run a command; nothing where there is no file."""
        if self.table is None:
            return []
        try:
            return self.table.execute(command, values).fetchall()
        except sqlite3.Error:
            self.table = None
            return []
