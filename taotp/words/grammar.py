"""Grammars without recursion to the left: rules in words, and whether some classes are a text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

PIECE = re.compile(r"\w+|[()|?*+]|\{\d,\d\}")
REPEATED = {"?": (0, 1), "*": (0, None), "+": (1, None)}
Ways = list[list["Piece"]]


@dataclass(frozen=True)
class Piece:
    """A rule or a class by its name, or some ways to go on, so often."""

    what: "str | Ways"
    least: int = 1
    most: int | None = 1


@dataclass(frozen=True)
class Rules:
    """Rules by their names: names of rules and classes with ( ) | ? * + and {0,3}, as `adj* noun`.

    A name that has no rule is a class.
    """

    texts: Mapping[str, str]

    @cached_property
    def ways(self) -> Mapping[str, Ways]:
        """What each rule says."""
        return {name: read(text) for name, text in self.texts.items()}

    @cached_property
    def begins(self) -> Mapping[str, frozenset[str]]:
        """The classes that the first word of each rule may have; "" where a rule may say none."""
        return {name: self.begins_with(name) for name in self.ways}

    def begins_with(self, what: "str | Ways") -> frozenset[str]:
        """The same of a rule, a class or some ways."""
        if not isinstance(what, str):
            return frozenset().union(*map(self.way_begins, what))
        return self.begins_with(self.ways[what]) if what in self.ways else frozenset([what])

    def way_begins(self, way: "Sequence[Piece]") -> frozenset[str]:
        """The same of pieces that follow each other."""
        found = frozenset([""])
        for piece in way:
            if "" not in found:
                break
            may_be_none = [""] if piece.least == 0 else []
            found = (found - {""}) | self.begins_with(piece.what) | {*may_be_none}
        return found

    def fits(self, name: str, classes: Sequence[str]) -> bool:
        """Whether classes of words, one for each, are what a rule says, to their end."""
        return self.read(name, classes)[0]

    def lasts(self, name: str, classes: Sequence[str]) -> int:
        """How many words, from the first on, some text that a rule says may begin with."""
        return self.read(name, classes)[1]

    def read(self, name: str, classes: Sequence[str]) -> tuple[bool, int]:
        """Whether classes are what a rule says, and with how many of them such a text begins."""
        reader = Reader(self, classes)
        return len(classes) in reader.ends(name, 0), reader.furthest


class Reader:
    """The classes of a text, and where each rule may end that begins at a place of it."""

    def __init__(self, rules: Rules, classes: Sequence[str]) -> None:
        """The classes that a word may have stand with | between them."""
        self.ways, self.begins = rules.ways, rules.begins
        self.classes = [*(frozenset(each.split("|")) for each in classes), frozenset[str]()]
        self.known: dict[tuple[str, int], frozenset[int]] = {}
        self.furthest = 0

    def ends(self, what: "str | Ways", start: int) -> frozenset[int]:
        """Where a rule, a class or some ways may end that begin at a place."""
        if not isinstance(what, str):
            return frozenset().union(*(self.after(way, start) for way in what))
        if what not in self.ways:
            self.furthest = max(self.furthest, start)
            return frozenset([start + 1] if what in self.classes[start] else [])
        if (what, start) not in self.known:
            self.known[what, start] = self.ends_of_rule(what, start)
        return self.known[what, start]

    def ends_of_rule(self, name: str, start: int) -> frozenset[int]:
        """Where a rule may end; most cannot begin with the word that is there."""
        begins = self.begins[name]
        if "" not in begins and begins.isdisjoint(self.classes[start]):
            self.furthest = max(self.furthest, start)
            return frozenset()
        return self.ends(self.ways[name], start)

    def after(self, way: Sequence[Piece], start: int) -> frozenset[int]:
        """Where pieces may end that follow each other from a place on."""
        places = frozenset([start])
        for piece in way:
            places = self.repeated(piece, places)
        return places

    def repeated(self, piece: Piece, places: frozenset[int]) -> frozenset[int]:
        """Where one may be behind a piece that begins at one of some places."""
        reached, last, count = (frozenset() if piece.least else places), places, 0
        while last and count != piece.most:
            count += 1
            last = frozenset().union(*(self.ends(piece.what, place) for place in last))
            last = last if count <= piece.least else last - reached
            reached = reached | last if count >= piece.least else reached
        return reached


def read(text: str) -> Ways:
    """The ways that a rule names; ValueError for a parenthesis without its other half."""
    pieces = PIECE.findall(text)
    if (opened := pieces.count("(")) != (closed := pieces.count(")")):
        raise ValueError(
            f"{text!r} opens {opened} parentheses and closes {closed}; it must close all"
        )
    return ways_of(iter(pieces))


def ways_of(pieces: Iterator[str]) -> Ways:
    """The ways up to a closing parenthesis, or to the end."""
    ways: Ways = [[]]
    for piece in pieces:
        if piece == ")":
            return ways
        if piece == "|":
            ways.append([])
        elif piece == "(":
            ways[-1].append(Piece(ways_of(pieces)))
        elif piece[0] in "?*+{":
            least, most = REPEATED.get(piece) or (int(piece[1]), int(piece[3]))
            ways[-1][-1] = Piece(ways[-1][-1].what, least, most)
        else:
            ways[-1].append(Piece(piece))
    return ways
