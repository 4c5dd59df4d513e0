"""Whose each file of an inbox is: a student's of the roster, else its sender's, else its author's.

A file can be copied whole, with the name of its author in it. Who handed it in is known by its way
into the inbox: by a system's number, or by a folder that is somebody's.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from exercises.handing_in.format import given_first
from exercises.handing_in.grade import Grade
from exercises.handing_in.identity import Sender, agree, sender_of
from exercises.handing_in.rosters import Match, Student

NAMED = 5  # who have the same file, that a sentence names
NUMBERED = re.compile(r"\d")  # a folder with a number in its name is a week's, or a sheet's


@dataclass(frozen=True)
class Person:
    """Somebody who handed in, by a key of their own and a name, and whether the file has another.

    Of a file that names no author, as it could not be read, there is no name but a sender's.
    """

    key: str
    name: str
    differs: bool = False


def people(found: Sequence[Grade], matches: Sequence[Match] = ()) -> list[Person]:
    """Who handed in each file, in the order of the files; `matches` are those of a roster."""
    folders = folders_of_people(found)
    students = [match.student for match in matches] or [None] * len(found)
    return [
        of_roster(one, student) if student else of_sender(one, folders)
        for one, student in zip(found, students, strict=True)
    ]


def of_roster(one: Grade, student: Student) -> Person:
    """A student of the roster; their login and their number are names of theirs too."""
    sender = sender_of(one.file)
    names = (student.name, *student.also, *(sender.names if sender and sender.system else ()))
    differs = not agree(Sender(names), one.author)
    return Person(f"row {student.row}", given_first(str(student)), differs)


def of_sender(one: Grade, folders: Mapping[str, str]) -> Person:
    """Who sent a file: by a system, or from a folder that is somebody's; else its author."""
    sender = sender_of(one.file)
    if sender and sender.system:
        differs = not agree(sender, one.author)
        name = str(sender) if differs or not one.author else one.author
        return Person(f"{sender.system} {sender.number or sender.names}", name, differs)
    names = [name for name in sender.names if not NUMBERED.search(name)] if sender else []
    differs = bool(names) and not agree(Sender((*names,)), one.author)
    theirs = next((folders[name] for name in names if name in folders), "")
    if theirs and (differs or not one.author):
        return Person(key_of(theirs), theirs, differs)
    return Person(key_of(one.author), one.author, differs)


def key_of(author: str) -> str:
    """A name that is the same however it is capitalized."""
    return f"by {author.lower()}" if author else ""


def folders_of_people(found: Iterable[Grade]) -> dict[str, str]:
    """Whose folders are: by the author whose name they bear, or their own where one was copied to.

    A folder is somebody's where files of the very same bytes lie in others too: that is a copy.
    """
    authors = {one.author for one in found if one.author}
    same: dict[str, set[str]] = defaultdict(set)
    for one in found:
        for name in folders_in(one):
            same[one.sha256].add(name)
    names = {name for one in found for name in folders_in(one)}
    copied = {name for sha256, some in same.items() if sha256 and len(some) > 1 for name in some}
    own = {name: name for name in copied}
    return own | {name: min(who) for name in names
                  if (who := [a for a in authors if agree(Sender((name,)), a)])}  # fmt: skip


def folders_in(one: Grade) -> Iterator[str]:
    """The folders that a file lies in, which may be a person's."""
    sender = sender_of(one.file)
    if sender and not sender.system:
        yield from (name for name in sender.names if not NUMBERED.search(name))


def copies(found: Sequence[Grade], whose: Sequence[Person]) -> Iterator[str]:
    """A sentence on each file that two people or more handed in, to the last byte."""
    by_bytes: dict[str, dict[str, str]] = defaultdict(dict)  # who has them, and in which file
    for one, person in zip(found, whose, strict=True):
        if one.sha256 and person.key and one.credit != "refused":
            by_bytes[one.sha256].setdefault(person.key, f"{person.name} ({one.file})")
    for some in by_bytes.values():
        if len(some) > 1:
            named, more = [*some.values()][:NAMED], len(some) - NAMED
            told = [*named, f"{more} more"] if more > 0 else named
            yield f"The same file, to the last byte, is from {' and from '.join(told)}."
