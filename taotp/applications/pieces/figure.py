"""The live figure of byte pairs: merges one at a time, on counted words and on a reader's own."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from taotp.figures import sketches
from taotp.figures.explorables import figure_with
from taotp.figures.figure import Figure, Fold, GrowingDial, Line, Select
from taotp.figures.live import LiveFigure
from taotp.figures.tables import table_of
from taotp.words.bpe import Pieces, count_words, learn

AFTER = (10, 100, 1000)  # merges that a picture shows
ALPHABETS = ("letters", "bytes")
CUTS = {"oldest": "oldest merge", "longest": "longest piece"}

MOST_OWN = 1_000_000  # letters that are kept; panel.js learns from fewer, and says so


@dataclass(frozen=True, kw_only=True)
class BytePairs(Figure):
    """Words to learn merges from, which are called `name`.

    Each line of `words` is a number and the words that occur so often.
    """

    words: str
    name: str
    kind: Literal["bytePairs"] = "bytePairs"


def byte_pairs(
    words: Mapping[str, int],
    text: str,
    *,
    name: str,
    merges: int = 0,
    most: int = 4000,
    id: str = "pieces",
    title: str = "Merges, one at a time",
    alt: str = "The two pieces that stand together most often become one, again and again.",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """Merges that are learned from counted words, which have a `name`, and a text that they cut.

    A reader sets how many of at most `most` merges are made, types another text, learns from a
    text of their own, in letters or in bytes, and compares with the longest piece first. Raises
    ValueError for no words, and for merges that are not from 0 to `most`.
    """
    if not words:
        raise ValueError("there are no words; it takes one to learn from")
    if not 0 <= merges <= most:
        raise ValueError(f"merges is {merges}; it must be from 0 to {most}")

    def still() -> str:
        known = learn(words, most)
        return in_chips(known, text, title) + table_of_pieces(known, text, title)

    drawn = BytePairs(
        id=id,
        title=title,
        alt=alt,
        panels=["words", "pairs", "merged", "own"],
        folds={"own": Fold(title="Learn from a text of your own", opens=("own",))},
        controls=[
            GrowingDial(name="merges", label="merges", least=0, most=most),
            Line(name="text", label="text to cut"),
            Select(name="cut", label="first comes the", values=[*CUTS], names=[*CUTS.values()]),
            Select(name="alphabet", label="made of", values=[*ALPHABETS]),
        ],
        hidden=[Line(name="own", most=MOST_OWN)],
        state={"merges": merges, "text": text, "cut": "oldest", "alphabet": "letters", "own": ""},
        words=by_count(words),
        name=name,
    )
    return figure_with(drawn, still, show, ["pieces"])


def by_count(words: Mapping[str, int]) -> str:
    """A line for each number of times that words occur: the number, and these words."""
    lines: dict[int, list[str]] = {}
    for word, times in words.items():
        lines.setdefault(times, []).append(word)
    return "\n".join(" ".join([str(times), *lines[times]]) for times in sorted(lines))


def in_chips(pieces: Pieces, text: str, title: str) -> str:
    """A text in its pieces after few merges, more, and all of them, as a picture."""
    blocks = []
    for n in numbers_of_merges(pieces):
        cut = Pieces(pieces.alphabet, pieces.merges[:n]).cut
        found = [piece for word in count_words(text) for piece in cut(word)]
        blocks += [sketches.words(f"After {n:,} merges, {len(found)} pieces:")]
        blocks += [sketches.chips(found)]
    return sketches.still(title, *blocks)


def numbers_of_merges(pieces: Pieces) -> list[int]:
    """After how many merges a text is shown."""
    every = len(pieces.merges)
    return [*(n for n in AFTER if n < every), every]


def table_of_pieces(pieces: Pieces, text: str, title: str) -> str:
    """Each word of a text in its pieces after few merges, more, and all of them, as HTML."""
    after = numbers_of_merges(pieces)
    cuts = [Pieces(pieces.alphabet, pieces.merges[:n]).cut for n in after]
    rows = {word: [html.escape(" ".join(cut(word))) for cut in cuts] for word in count_words(text)}
    return table_of(rows, ["merges", *(f"{n:,}" for n in after)], title)
