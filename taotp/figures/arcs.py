"""A sentence as its machine reads it, as it stands on paper: words, and arcs of some heads.

As in taotp/page/machine/sentence/panel.js.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from taotp.figures.figure import Look, Reading
from taotp.figures.pictures import RESULT, TOKEN
from taotp.figures.strokes import BOLD, WIDE, Block, element, path, width_of, write
from taotp_core.arrays import Array

PAD, GAP, TALL = 12, 8, 26  # around a word, between two, and how high one is
BETWEEN = 46  # from what is read to what is said
DRAWN = 0.3  # the share of a look that is drawn
MARKED = 0.5  # of a direction that is 0 or 1
Patterns = Mapping[int, Array]  # of the heads of each layer: [n_heads, n, n_keys]


@dataclass(frozen=True)
class Heard:
    """The words that a stack of layers hears, where its heads look, and its stream by steps."""

    words: Sequence[str]
    patterns: Patterns
    stream: Mapping[str, Array]


def arcs(reading: Reading, read: Heard, at: int, said: Heard | None, first: int) -> Block:
    """Words with what heads look at, and below what an encoder read what is `said` of it.

    `at` is the place that is looked at, of what is said where there is some; of that the first
    words are no answers but what it begins with.
    """
    across = [look for look in reading.arcs if "cross" in look.path] if said else []
    own = [look for look in reading.arcs if look not in across]
    marked = {
        int(i): mark.name
        for mark in reading.marks
        for i in np.flatnonzero(read.stream[mark.after][:, mark.column] > MARKED)
    }
    looks = looks_of(own, read.patterns)
    answers = said.words[first:] if said else ()
    x, after = laid_out(read.words), laid_out(answers)
    y = 4 + max([0.0, *(rise(i - j) for i, j, _ in looks)])
    ink = ""
    for i, j, share in looks:
        top = y - 1.3 * rise(i - j)
        d = f"M{x[i]:.4g} {y:.4g}C{x[i]:.4g} {top:.4g} {x[j]:.4g} {top:.4g} {x[j]:.4g} {y:.4g}"
        ink += line(d, share, i in marked)
    ink += chips(read.words, x, y, -1 if said else at, marked)
    high = y + TALL
    if said:
        below = high + BETWEEN
        for i, j, share in looks_of(across, said.patterns):
            if first <= i + 1 < len(said.words):
                a, b, bend = x[j], after[i + 1 - first], 0.55 * BETWEEN
                ink += line(f"M{a:.4g} {high:.4g}C{a:.4g} {high + bend:.4g} {b:.4g} "
                            f"{below - bend:.4g} {b:.4g} {below:.4g}", share, False)  # fmt: skip
        ink += chips(answers, after, below, at + 1 - first, {}, RESULT)
        high = below + TALL
    wide = max(ends(read.words)[-1], *ends(answers)[-1:], 1.0)
    size = min(1.0, WIDE / wide)
    shift = (WIDE / size - wide) / 2
    return high * size + 4, element(
        "g", ink, transform=f"scale({size:.3g}) translate({shift:.4g} 2)"
    )


def looks_of(heads: Sequence[Look], patterns: Patterns) -> list[tuple[int, int, float]]:
    """From which word to which one that is not the first heads look, and how much."""
    found = []
    for look in heads:
        layer, *_, head = look.path.split(".")
        pattern = patterns[int(layer)][int(head)]
        found += [(int(i), int(j), float(pattern[i, j]))
                  for i, j in np.argwhere(pattern > DRAWN) if j > 0]  # fmt: skip
    return found


def rise(passed: int) -> float:
    """How high an arc rises over so many words."""
    return 4 + 14 * float(np.sqrt(abs(passed))) if passed else 0.0


def ends(words: Sequence[str]) -> list[float]:
    """Where the words of a line end."""
    return [*accumulate(width_of(word) * BOLD + PAD + GAP for word in words)]


def laid_out(words: Sequence[str]) -> list[float]:
    """The middles of the words of a line."""
    return [end - (width_of(word) * BOLD + PAD) / 2 - GAP
            for word, end in zip(words, ends(words), strict=True)]  # fmt: skip


def chips(
    words: Sequence[str],
    x: Sequence[float],
    y: float,
    at: int,
    marked: Mapping[int, str],
    color: str = "currentColor",
) -> str:
    """Words in their frames: one that is looked at stands out, one that is marked is dashed."""
    ink = ""
    for i, (word, middle) in enumerate(zip(words, x, strict=True)):
        wide, here = width_of(word) * BOLD + PAD, i == at
        ink += element("rect", x=middle - wide / 2, y=y, width=wide, height=TALL, rx=6,
                       fill="none", stroke=TOKEN if i in marked else color,
                       stroke_dasharray="4 3" if i in marked else None,
                       stroke_width=2 if here or i in marked else 1,
                       stroke_opacity=None if here or i in marked else 0.4)  # fmt: skip
        ink += write(middle, y + 18, word, text_anchor="middle", font_weight="bold")
    return ink


def line(d: str, share: float, off: bool) -> str:
    """What leads from a word to another, dashed where what looks is marked."""
    return path(d, TOKEN if off else RESULT, stroke_width=2, stroke_opacity=round(share, 2),
                stroke_dasharray="5 4" if off else None)  # fmt: skip
