"""Pieces of words by byte pairs: merges learned from counts, and words cut by them."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from heapq import heapify, heappop, heappush
from itertools import chain
from unicodedata import category

Merge = tuple[str, str]
Progress = Callable[[Iterable[int]], Iterable[int]]

BYTES = tuple(map(chr, range(256)))  # the alphabet in which a letter stands for a byte
MARKED = range(0x300, 0x20000), range(0xE0100, 0xE01F0)  # where Unicode has its combining marks
NOWHERE = -1  # beside the first and the last piece of a word
GONE = ""  # stands where a piece was that its left neighbor took in


@cache
def in_words(pattern: str) -> re.Pattern[str]:
    """A pattern in which W stands for a character of words, a letter's combining marks too.

    What Python takes for a word leaves those out, so that a word of Hindi would be several.
    """
    marks = (chr(i) for i in chain(*MARKED) if category(chr(i)).startswith("M"))
    return re.compile(pattern.replace("W", rf"\w{''.join(marks)}"))


def count_words(text: str) -> Counter[str]:
    """How often each word of a text occurs; marks between words are words, spaces are none."""
    return Counter(in_words(r"[W]+|[^W\s]+").findall(text))


def spaced_words(text: str) -> list[str]:
    """The words of a text, each with the space before it: joined they are the text again."""
    return in_words(r" ?[W]+| ?[^W\s]+|\s+").findall(text)


def as_bytes(text: str) -> str:
    """The bytes of a text in UTF-8, each as a letter of BYTES; ValueError for half a letter."""
    try:
        return text.encode().decode("latin-1")
    except UnicodeEncodeError as error:
        half = text[error.start]
        raise ValueError(
            f"{half!r} at {error.start} is half a letter; UTF-8 writes whole ones"
        ) from None


def from_bytes(letters: str) -> str:
    """The text of letters of BYTES, with U+FFFD for bytes that are no UTF-8."""
    return letters.encode("latin-1").decode(errors="replace")


@dataclass(frozen=True)
class Pieces:
    """The letters that a text may have, and the merges that make longer pieces, oldest first.

    Raises ValueError for what is not one letter, and for a merge of a piece that is neither a
    letter nor made by an earlier merge.
    """

    alphabet: tuple[str, ...]
    merges: tuple[Merge, ...] = ()

    def __post_init__(self) -> None:
        made = set(self.alphabet)
        for letter in self.alphabet:
            if len(letter) != 1:
                raise ValueError(f"the alphabet has {letter!r}; it must be one letter")
        for number, merge in enumerate(self.merges):
            for piece in merge:
                if piece not in made:
                    raise ValueError(
                        f"merge {number} joins {piece!r}; "
                        "it must be a letter or made by an earlier merge"
                    )
            made.add("".join(merge))

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """Every piece once, oldest first: the letters, then what each merge makes."""
        return tuple(dict.fromkeys([*self.alphabet, *map("".join, self.merges)]))

    @cached_property
    def ranks(self) -> dict[Merge, int]:
        """The number of each merge, the oldest 0."""
        return {merge: number for number, merge in reversed([*enumerate(self.merges)])}

    def cut(self, word: str) -> list[str]:
        """The pieces of one word: the oldest merge that fits first, and leftmost.

        Raises ValueError for a letter outside the alphabet. Sennrich and others 2016.
        """
        self.check_letters(word)
        chain, ranks, n = Chain([word]), self.ranks, len(word)
        # One number says when a pair is due: by its rank, and of equal ones the leftmost.
        due = [ranks[pair] * n + at for at in range(n) if (pair := chain.pair(at)) in ranks]
        heapify(due)
        while due:
            rank, at = divmod(heappop(due), n)
            if chain.pair(at) != self.merges[rank]:
                continue  # one of the two went into another piece
            for place in chain.join(at):
                pair = chain.pair(place)
                if pair in ranks:
                    heappush(due, ranks[pair] * n + place)
        return [piece for piece in chain.pieces if piece != GONE]

    def encode(self, text: str) -> list[str]:
        """The pieces of a text, whose words keep the space before them: joined they are the text.

        Raises ValueError for a letter outside the alphabet.
        """
        words = spaced_words(text)
        known = {word: self.cut(word) for word in dict.fromkeys(words)}
        return [piece for word in words for piece in known[word]]

    def join(self, pieces: Iterable[object]) -> str:
        """Pieces as a text: side by side, whatever they are."""
        return "".join(map(str, pieces))

    @cached_property
    def letters(self) -> frozenset[str]:
        """The alphabet, to be asked for one."""
        return frozenset(self.alphabet)

    def knows(self, text: str) -> bool:
        """Whether every letter of a text is one of the alphabet."""
        return self.letters.issuperset(text)

    def decode(self, pieces: Iterable[str]) -> str:
        """The text of pieces; ValueError for one that there is not."""
        said, known = list(pieces), set(self.tokens)
        for piece in said:
            if piece not in known:
                raise ValueError(f"{piece!r} is none of the {len(known)} pieces")
        return "".join(said)

    def check_letters(self, word: str) -> None:
        """Raise ValueError for a letter outside the alphabet."""
        for letter in word:
            if letter not in self.letters:
                raise ValueError(
                    f"{letter!r} in {word[:40]!r} is none of the {len(self.alphabet)} letters"
                )


class Chain:
    """Words in a row as pieces, of which two neighbors become one without moving the others."""

    def __init__(self, words: Iterable[str]) -> None:
        """One piece for each letter."""
        self.pieces: list[str] = []
        self.left: list[int] = []
        self.right: list[int] = []
        for word in words:
            start, end = len(self.pieces), len(self.pieces) + len(word)
            self.pieces += word
            self.left += range(start - 1, end - 1)
            self.right += range(start + 1, end + 1)
            if word:
                self.left[start] = self.right[-1] = NOWHERE

    def pair(self, at: int) -> Merge | None:
        """The piece at a place and the one behind it in its word, where there are two."""
        behind = self.right[at] if at != NOWHERE else NOWHERE
        return None if behind == NOWHERE else (self.pieces[at], self.pieces[behind])

    def join(self, at: int) -> tuple[int, int]:
        """Make the two pieces at a place one; returns the places of the new pairs on both sides."""
        taken = self.right[at]
        self.pieces[at] += self.pieces[taken]
        self.pieces[taken] = GONE
        self.right[at] = behind = self.right[taken]
        if behind != NOWHERE:
            self.left[behind] = at
        return self.left[at], at


def learn(
    words: Mapping[str, int],
    n: int,
    *,
    alphabet: Iterable[str] = (),
    progress: Progress = iter,
) -> Pieces:
    """The first n merges of counted words: always of the pair that occurs most often.

    Of pairs equally frequent it takes the one whose left piece is oldest, then whose right piece
    is; letters are older than merges, in the order of Unicode. Ends early where every word is one
    piece. `alphabet` adds letters that the words lack; `progress` (tqdm, say) goes around the
    merges. Takes time and room in proportion to the letters of different words. Sennrich and
    others 2016. Raises ValueError for n below 0 and for counts below 1.
    """
    if n < 0:
        raise ValueError(f"n is {n}; it must be 0 or more merges")
    for word, count in words.items():
        if count < 1:
            raise ValueError(f"{word!r} is counted {count} times; it must be 1 or more")
    letters = tuple(sorted({*"".join(words), *alphabet}))
    counted = Counted(words, letters)
    merges: list[Merge] = []
    for _ in progress(range(n)):
        best = counted.most_frequent()
        if best is None:
            break
        merges.append(best)
        counted.merge(best)
    return Pieces(letters, tuple(merges))


class Counted:
    """How often each pair of neighbors occurs in counted words, and where, as merges are made."""

    def __init__(self, words: Mapping[str, int], letters: Iterable[str]) -> None:
        self.chain = Chain(words)
        self.times = [times for word, times in words.items() for _ in word]
        self.age = {letter: age for age, letter in enumerate(letters)}
        self.counts: Counter[Merge] = Counter()
        self.places: defaultdict[Merge, list[int]] = defaultdict(list)
        for at in range(len(self.times)):
            self.count(at, 1)
        self.due = [self.due_as(pair) for pair in self.counts]
        heapify(self.due)

    def count(self, at: int, sign: int) -> Merge | None:
        """Count the pair at a place, where there is one, or take it out."""
        pair = self.chain.pair(at)
        if pair is not None:
            self.counts[pair] += sign * self.times[at]
            if sign > 0:
                self.places[pair].append(at)
        return pair

    def due_as(self, pair: Merge) -> tuple[int, int, int, Merge]:
        """What sorts the more frequent first, then the older."""
        left, right = pair
        return -self.counts[pair], self.age[left], self.age[right], pair

    def most_frequent(self) -> Merge | None:
        """The pair that is merged next; None where no two pieces stand side by side."""
        while self.due:
            entry = heappop(self.due)
            pair = entry[-1]
            if -entry[0] == self.counts[pair] > 0:
                return pair
            if self.counts[pair] > 0:  # it lost some since it was put there
                heappush(self.due, self.due_as(pair))
        return None

    def merge(self, best: Merge) -> None:
        """Make one piece of a pair everywhere, the leftmost first where they overlap."""
        self.age.setdefault("".join(best), len(self.age))
        grown: set[Merge] = set()
        for at in sorted(self.places.pop(best)):
            if self.chain.pair(at) != best:
                continue  # one of the two went into another piece
            for place in (self.chain.left[at], at, self.chain.right[at]):
                self.count(place, -1)
            for place in self.chain.join(at):
                pair = self.count(place, 1)
                if pair is not None:
                    grown.add(pair)
        for pair in grown:
            heappush(self.due, self.due_as(pair))
