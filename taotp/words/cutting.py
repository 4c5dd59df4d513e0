"""Words of a text: what a program of words makes of what is typed."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from unicodedata import normalize

from taotp_core.program import shown

CURLY = str.maketrans({"\u2019": "'", "\u2018": "'", "\u2010": "-", "\u2011": "-"})
WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*'?|\S")
SILENT = frozenset(
    ".,;:!?\"()[]{}\u201c\u201d\u201e\u00ab\u00bb\u2026\u2013\u2014'-_*`/\\"
)  # marks that are no words
NEAR = 3  # how many near words a message names


@dataclass(frozen=True)
class Words:
    """The words that a program reads: lower case, marks between them left out that are no words.

    `known` are words and expressions of several words, of which the longest that fits is taken;
    `spelled` says what a word, as don't, is read as; `kin` which known words mean nearly what an
    unknown one does. A text is refused for an unknown word.
    """

    known: tuple[str, ...]
    spelled: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kin: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def tokens(self) -> tuple[str, ...]:
        """Every symbol that a text may be cut into."""
        return self.known

    @cached_property
    def longest(self) -> int:
        """How many words the longest expression has."""
        return max((len(word.split(" ")) for word in self.known), default=1)

    def encode(self, text: str) -> list[str]:
        """The known words of a text; ValueError names the first unknown one, and near ones."""
        found, unknown = self.found(text)
        if unknown:
            raise ValueError(self.sentence(unknown[0]))
        return found

    def join(self, words: Iterable[object]) -> str:
        """Words as a text: spaces between them, none behind an apostrophe or before a comma."""
        return joined(map(str, words))

    def knows(self, text: str) -> bool:
        """Whether every word of a text is known."""
        return not self.found(text)[1]

    def found(self, text: str) -> tuple[list[str], list[str]]:
        """The known words of a text, and the unknown ones."""
        known: list[str] = []
        unknown: list[str] = []
        words, at = self.split(text), 0
        while at < len(words):
            n = self.fits(words, at)
            (known if n else unknown).append(" ".join(words[at : at + max(n, 1)]))
            at += max(n, 1)
        return known, unknown

    def fits(self, words: list[str], at: int) -> int:
        """How many words from a place on are the longest known expression; 0 for none."""
        for n in range(min(self.longest, len(words) - at), 0, -1):
            if " ".join(words[at : at + n]) in self.set:
                return n
        return 0

    @cached_property
    def set(self) -> frozenset[str]:
        """The known words, to look one up."""
        return frozenset(self.known)

    def split(self, text: str) -> list[str]:
        """The words of a text in lower case, spelled out, without the marks between them."""
        words: list[str] = []
        for word in WORD.findall(normalize("NFC", text).translate(CURLY).lower()):
            if word not in SILENT or word in self.set:
                word = word if word in self.set or word in self.spelled else word.rstrip("'")
                words += self.spelled.get(word, (word,))
        return words

    def sentence(self, unknown: str) -> str:
        """What is wrong with an unknown word."""
        near = self.near(unknown)
        meant = f"; near ones are {' '.join(map(repr, near))}" if near else ""
        return f"{shown(unknown)} is none of the {len(self.known)} words{meant}"

    def near(self, unknown: str) -> list[str]:
        """The known words that mean nearly what an unknown one does, or are spelled like it."""
        return [*self.kin.get(unknown, ())] or get_close_matches(unknown, self.known, NEAR)


def joined(words: Iterable[str]) -> str:
    """Words as a text: spaces between them, none behind an apostrophe or before a comma."""
    return " ".join(words).replace("' ", "'").replace(" ,", ",").replace(" -", "-")
