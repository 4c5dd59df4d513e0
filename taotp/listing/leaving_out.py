"""Which words of a sentence make which weights: found by leaving the words out."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from taotp.listing.faults import ListingError
from taotp.listing.language import CLAUSES
from taotp.listing.reading import read
from taotp.listing.sentences import Sentence, split_sentences
from taotp_core.arrays import Array
from taotp_core.weights import named_arrays

COLUMNS = ("columns", "weights")  # kinds of clauses that are expressions of places
HEADS = ("attend", "copy", "clear")  # sentences that make a head each


@dataclass(frozen=True, eq=False)
class Phrase:
    """Words of a sentence, and the cells of arrays that are otherwise where they are left out.

    `cells` has an array of truths for each array, by its path, in which there are some.
    """

    words: str
    start: int
    end: int
    cells: dict[str, Array]


@lru_cache(maxsize=64)  # what is drawn is told too, and each phrase costs a reading of the text
def phrases(text: str, line: str) -> tuple[Phrase, ...]:
    r"""What each phrase of a sentence makes; `line` is the sentence as it stands in the text.

    A part of a query, a key, of what is read or written is made zero, where a head looks becomes
    everywhere, and any other phrase goes. An array that is then of another shape owes the phrase
    all its numbers that are not zero. Raises ValueError for a line that is not there.

    >>> text = "symbols a b\ncontext 4\nstream x 2, y 2, pos 3\nembed x as one-hot\n"
    >>> text += "place pos as circle 8\nlayer\nattend 1 back, read x, write y"
    >>> [(each.words, *each.cells) for each in phrases(text, "attend 1 back, read x, write y")]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('attend 1 back', 'layers.0.heads.0.W_Q', 'layers.0.heads.0.W_K'),
     ('read x', 'layers.0.heads.0.W_V'), ('write y', 'layers.0.heads.0.W_O')]
    """
    found = sentence_of(text, line)
    whole = named_arrays(read(text).program.model)
    out = []
    for start, end, without in variants(text, found):
        try:
            other = named_arrays(read(without).program.model)
        except ListingError:
            other = whole  # what cannot be left out alone
        cells = {path: missing(W, other.get(path)) for path, W in whole.items()}
        owed = {path: where for path, where in cells.items() if where.any()}
        out.append(Phrase(text[start:end], start, end, owed))
    return tuple(out)


def missing(W: Array, other: Array | None) -> Array:
    """Which numbers another array does not have."""
    like = other is not None and other.shape == W.shape
    return np.asarray(other != W if like else W != 0)


def sentence_of(text: str, line: str) -> Sentence:
    """The sentence that a line is; raises ValueError where there is none."""
    for sentence in split_sentences(text)[0]:
        if text[sentence.words[0].start : sentence.words[-2].end] == line:
            return sentence
    raise ValueError(f"{line!r} is no sentence of the text")


def head_of(text: str, line: str) -> str | None:
    """The path of the head that a sentence makes, None where it makes none."""
    layer, head = -1, -1
    here = sentence_of(text, line).words[0].start
    for sentence in split_sentences(text)[0]:
        if sentence.first == "layer":
            layer, head = layer + 1, -1
        head += sentence.first in HEADS
        if sentence.words[0].start == here:
            return f"layers.{layer}.heads.{head}" if sentence.first in HEADS else None
    return None


def variants(text: str, sentence: Sentence) -> Iterator[tuple[int, int, str]]:
    """From where to where each phrase goes, and the text without it."""
    begun, ended = sentence.words[0].start, sentence.words[-2].end
    form = f"attend {looks(sentence)}" if sentence.first == "attend" else sentence.first
    for i, (start, inside, end) in enumerate(spans(text, sentence)):
        kind = CLAUSES.get(form, {}).get(text[start:end].split()[0])
        if sentence.first == "attend" and i == 0 and kind is None:
            kept = [text[a:c] for a, _, c in spans(text, sentence) if taken(text[a:c])]
            yield start, end, f"{text[:begun]}attend everywhere, {', '.join(kept)}{text[ended:]}"
        elif inside < 0:  # a part of an expression, behind `and`
            yield start, end, f"{text[:start]}0 * ({text[start:end]}){text[end:]}"
        elif kind in COLUMNS:
            yield start, end, f"{text[:inside]} 0 * ({text[inside:end]}){text[end:]}"
        elif i == 0:
            yield start, end, f"{text[:begun]}\n{text[ended:]}"
        else:
            before = text[:start].rstrip().removesuffix(",")
            yield start, end, before + text[end:]


def looks(sentence: Sentence) -> str:
    """By which form a head looks."""
    words = [word.text for word in sentence.words[1:]]
    return words[0] if words[0] in ("everywhere", "query", "to") else "back"


def taken(phrase: str) -> bool:
    """Whether a clause stays where a head looks everywhere."""
    return phrase.split()[0] in CLAUSES["attend everywhere"]


def spans(text: str, sentence: Sentence) -> list[tuple[int, int, int]]:
    """From where to where each phrase goes, and where its first word ends; -1 for none of its own.

    They are the clauses, and the parts of one that `and` joins. Of `attend query x` the word
    `attend` is not a part.
    """
    words = sentence.words[:-1]
    if words[0].text == "attend" and words[1].text == "query":
        words = words[1:]
    found, first, own, depth = [], 0, True, 0
    for at, word in enumerate([*words, sentence.words[-1]]):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(word.text, 0) if word.kind == "mark" else 0
        ends = word.kind == "end" or depth == 0 and word.text in (",", "and") and at > first
        if ends:
            found.append((words[first].start, words[first].end if own else -1, words[at - 1].end))
            first, own = at + 1, word.text != "and"
    return found
