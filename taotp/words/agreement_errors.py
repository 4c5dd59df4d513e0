"""Which words of a sentence a machine marks, beside which others, and which form would do.

A unit marks a word by what heads brought there; the word that they looked at is what it does not
go with. All is read off the weights.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from taotp_core.program import Program
from taotp_core.transformer import Trace, normalize, trace
from taotp_core.weights import MLP, Transformer

SAID = 3  # misfits that a sentence tells; of more it says how many
TOLD = "{misfits}"  # where they stand in an answer
ENDINGS = (("", "s"), ("", "es"), ("y", "ies"), ("s", ""), ("es", ""), ("ies", "y"))


@dataclass(frozen=True, kw_only=True)
class Marker:
    """A unit that marks a word, and the heads that bring what it reads: "1.0" is one of layer 1."""

    layer: int
    unit: int
    heads: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Phrases:
    """What the answers of a machine mean, and what it says of words that it marks.

    `answers` has a phrase for each answer, in which {misfits} are told; `alone` is said of a word
    that goes with no other. A word is marked after a step, in a column of the stream. `forms` are
    words of which one may stand where another cannot, beside those that differ by their endings.
    """

    answers: Mapping[str, str]
    alone: str
    after: str
    column: int
    markers: Sequence[Marker]
    forms: Sequence[str]


class Misfit(NamedTuple):
    """A place that is marked, and the place that it does not go with (0: none)."""

    place: int
    beside: int


def markers_of(model: Transformer, column: int, but: Sequence[int] = ()) -> list[Marker]:
    """The units that mark a word in a column, in the order of their layers.

    Heads of the unit's own layer come first; what is brought in columns `but` names no word.
    """
    return [
        Marker(layer=number, unit=unit, heads=tuple(bringing(model, number, layer.mlp, unit, but)))
        for number, layer in enumerate(model.layers)
        if layer.mlp is not None
        for unit in np.flatnonzero(layer.mlp.W_out[:, column] > 0).tolist()
    ]


def bringing(
    model: Transformer, number: int, mlp: MLP, unit: int, but: Sequence[int]
) -> Iterator[str]:
    """The heads up to a layer, the last layer's first, that write what is read, by their paths."""
    read = np.delete(np.arange(model.d_model), but)
    read = read[mlp.W_in[read, unit] > 0]
    for at in range(number, -1, -1):
        for h, head in enumerate(model.layers[at].heads):
            if np.any(head.W_O[:, read] > 0):
                yield f"{at}.{h}"


def misfits(model: Transformer, ids: Sequence[int], phrases: Phrases) -> list[Misfit]:
    """The words that are marked, each with the one that it does not go with."""
    seen = trace(model, np.array(ids))
    marked = np.flatnonzero(seen.stream[phrases.after][:, phrases.column] > 1 / 2)
    return [Misfit(int(place), beside(model, seen, int(place), phrases)) for place in marked]


def beside(model: Transformer, seen: Trace, place: int, phrases: Phrases) -> int:
    """The place that a marked one does not go with, by the loudest unit that marks it; 0: none."""
    loudest = max(phrases.markers, key=lambda unit: loudness(model, seen, place, unit))
    for head in loudest.heads:
        layer, h = map(int, head.split("."))
        at = int(seen.patterns[layer][h, place].argmax())
        if at not in (0, place):
            return at
    return 0


def loudness(model: Transformer, seen: Trace, place: int, marker: Marker) -> float:
    """What a unit reads at a place."""
    layer = model.layers[marker.layer]
    assert layer.mlp is not None
    row = normalize(seen.stream[f"attention {marker.layer}"][place], layer.norm_mlp)
    return float(row @ layer.mlp.W_in[:, marker.unit] + layer.mlp.b_in[marker.unit])


def of_counts(
    most: int, *, after: str, column: int, markers: Sequence[Marker], forms: Sequence[str]
) -> Phrases:
    """The phrases of a machine that says how many words do not go together, `most` at most."""
    answers = {"0": "all words go together"} | dict.fromkeys(map(str, range(1, most + 1)), TOLD)
    return Phrases(
        answers=answers, alone="does not go with the others",
        after=after, column=column, markers=markers, forms=forms,
    )  # fmt: skip


def in_words(program: Program, text: str, phrases: Phrases) -> str:
    """What an answer means, which words do not go with which, and which form would do.

    Where the answer and the marks do not agree, as in a machine without one of its heads, it is
    the answer alone. Raises ValueError as the program does.
    """
    words = [str(word) for word in program.cut(text)]
    answer = str(program.complete(text))
    marked = misfits(program.model, program.encode(words), phrases)
    if phrase_at(phrases, answer, len(marked)) is None:
        return answer
    told = [tell(program, words, phrases, *each) for each in marked[:SAID]]
    more = [f"and {len(marked) - SAID} more"] if len(marked) > SAID else []
    return phrases.answers[answer].replace(TOLD, "; ".join(told + more))


def phrase_at(phrases: Phrases, answer: str, marked: int) -> str | None:
    """The phrase of an answer; None where the machine counts other words than it marks."""
    phrase = phrases.answers.get(answer)
    counts = int(answer) if answer.isdigit() else marked
    agrees = phrase is not None and counts == marked and ("{" in phrase) == bool(marked)
    return phrase if agrees else None


def tell(program: Program, words: list[str], phrases: Phrases, place: int, other: int) -> str:
    """What is said of one word that is marked."""
    if place > len(words):
        return "it ends too early"
    word = words[place - 1]
    if 0 < other <= len(words):
        said = f"\u201c{word}\u201d does not go with \u201c{words[other - 1]}\u201d"
    else:
        said = f"\u201c{word}\u201d {phrases.alone}"
    better = instead(program, words, phrases, place)
    return f"{said}, but \u201c{better}\u201d would" if better and other else said


def instead(program: Program, words: list[str], phrases: Phrases, place: int) -> str:
    """Another form of a marked word, with which fewer are marked; "" for none."""

    def marks(asked: list[str]) -> int:
        return len(misfits(program.model, program.encode(asked), phrases))

    now = marks(words)
    for form in other_forms(words[place - 1], phrases.forms):
        asked = [*words[: place - 1], form, *words[place:]]
        if form in program.places and marks(asked) < now:
            return form
    return ""


def other_forms(word: str, forms: Sequence[str]) -> list[str]:
    """What may stand for a word: those of its line in `forms`, and those with other endings."""
    own = [each for line in forms if word in line.split() for each in line.split()]
    spelled = [
        re.sub(f"{ending}$", other, word) for ending, other in ENDINGS if word.endswith(ending)
    ]
    return [each for each in dict.fromkeys([*own, *spelled]) if each != word]
