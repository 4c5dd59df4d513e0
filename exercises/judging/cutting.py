"""What exercises about pieces of words share: the play's pieces, words and merges as data."""

from collections.abc import Mapping
from functools import cache

from exercises.judging.judge import Wrong, items, kind_of
from taotp.data import romeo_and_juliet
from taotp.words.bpe import Merge, Pieces, count_words, learn


@cache
def pieces_of_the_play(n: int) -> Pieces:
    """The pieces of the first n merges of the play."""
    return learn(count_words(romeo_and_juliet()), n)


def longest_first(word: str, known: set[str]) -> list[str]:
    """A word cut by the longest piece that it begins with, then behind that."""
    cut = []
    while word:
        size = max(i for i in range(1, len(word) + 1) if word[:i] in known)
        cut.append(word[:size])
        word = word[size:]
    return cut


def size(words: Mapping[str, int], pieces: Pieces) -> int:
    """How many pieces counted words are."""
    return sum(times * len(pieces.cut(word)) for word, times in words.items())


def as_merges(answer: object, n: int, where: str) -> list[Merge]:
    """A list of n pairs of strings, or an array of them; Wrong for anything else."""
    found = items(answer, n, f"a list of {n} pairs of strings", where)
    for number, pair in enumerate(found):
        pieces = pair if isinstance(pair, list | tuple) else ()
        if len(pieces) != 2 or not all(isinstance(piece, str) and piece for piece in pieces):
            raise Wrong(f"at merge {number} expected two pieces, got {kind_of(pair)}")
    return [(pair[0], pair[1]) for pair in found]
