"""Who sent a file, by the names that the way of collecting gave to it and to its folders.

Moodle     Ada Lovelace_1234_assignsubmission_file_/mine.json
Canvas     lovelaceada_123_456_mine.json, with LATE after the name where it was
folders    ada/mine.json, week-1/ada/mine.json
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from exercises.handing_in.boards import BOARDS
from exercises.order import NUMBERS

MOODLE = re.compile(
    r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)(?:_(?P<file>.*))?"
)
CANVAS = re.compile(
    r"(?P<name>[^\W\d_]+)(?P<late>_late)?_(?P<number>\d+)_\d+_(?P<file>.+)", re.IGNORECASE
)


@dataclass(frozen=True)
class Sender:
    """Who sent a file: names, of which one may be a person's, and the number of a school's system.

    Without a system the names are those of folders, and a folder may be a week's. `late` is True
    where the system says that the file came late.
    """

    names: tuple[str, ...]
    number: str = ""
    system: Literal["", "Canvas", "Moodle"] = ""
    late: bool = False

    def __str__(self) -> str:
        return " ".join(filter(None, ("/".join(self.names), self.number)))


def sender_of(file: str) -> Sender | None:
    """Who sent a file of that name in the inbox; None where its name does not say."""
    *folders, name = PurePosixPath(file).parts or ("",)
    for part in (*folders, name):
        if found := MOODLE.fullmatch(part):
            return Sender((found["name"],), found["number"], "Moodle")
    if found := CANVAS.fullmatch(name):
        return Sender((found["name"],), found["number"], "Canvas", bool(found["late"]))
    people = tuple(part for part in folders if part not in NUMBERS and part not in BOARDS)
    return Sender(people) if people else None


def own_name(name: str) -> str:
    """What a file was called by who sent it, before a school's system put more before that."""
    found = MOODLE.fullmatch(name) or CANVAS.fullmatch(name)
    return (found["file"] if found else "") or name


def agree(sender: Sender, author: str) -> bool:
    """Whether one of the sender's names may be the author's, or there is no author."""
    said = words(author)
    return not said or any(same(words(name), said) for name in sender.names)


def same(one: set[str], other: set[str]) -> bool:
    """Whether one name is part of the other, or one is written without spaces."""
    if one <= other or other <= one:
        return bool(one)
    short, parts = sorted((one, other), key=len)
    whole = "".join(short)
    return len(short) == 1 and len(whole) == sum(map(len, parts)) and all(w in whole for w in parts)


def words(name: str) -> set[str]:
    """The words of a name, without capitals and marks; of an address those before the @."""
    return set(re.findall(r"[^\W_]+", plain(name.partition("@")[0])))


def plain(text: str) -> str:
    """Text without capitals, and letters without marks."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if unicodedata.category(c) != "Mn")


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: Ada, Bo and Cy; or Lovelace, Ada; Boole, George."""
    names = [*names]
    if any("," in name for name in names):
        return "; ".join(names)
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
