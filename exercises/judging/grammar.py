"""What the exercises about agreement share: layers in sentences, and what they say of sentences."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from exercises.judging.judge import Wrong, ask, kind_of
from taotp import listing
from taotp.applications.agreement.blimp import Pair, blimp_pairs
from taotp.applications.agreement.machine import START, Agreement, agreement, semes_of_words
from taotp_core.arrays import Array
from taotp_core.program import Program
from taotp_core.transformer import residual, unembed

LONGEST_TEXT = 4000  # letters of an answer
FREE = "u v w x y z"  # semes that are given without a meaning
CONTEXT = 24
SENTENCES = ("layer", "head", "when", "unit")
SAID = "say 0: 0.5 one\nsay 1: out\n"


def machine_of(
    answer: object, where: str, words: Mapping[str, str], most_heads: int, also: Sequence[str] = ()
) -> Program:
    """The machine that a text of layers makes of given words; Wrong for another text.

    It says 1 where the last word has `out`, and 0 otherwise. Lines begin with `layer`, `head`,
    `when`, `unit` or one of `also`.
    """
    text = ask(answer, where=where)
    if not isinstance(text, str) or not text.strip():
        raise Wrong(f"{where} expected a text, got {kind_of(text)}")
    if len(text) > LONGEST_TEXT:
        raise Wrong(f"{where} expected at most {LONGEST_TEXT} letters, got {len(text)}")
    known = (*SENTENCES, *also)
    for line in text.splitlines():
        first = re.match(r"\w+", line)
        if first and first[0] not in known:
            raise Wrong(f"{where} expected lines that begin with {', '.join(known)}, got {line!r}")
    try:
        program = listing.read(header(words) + text + "\n" + SAID).program
    except listing.ListingError as error:
        raise Wrong(f"{where} {error.faults[0].message}") from None
    n_heads = sum(len(layer.heads) for layer in program.model.layers)
    if n_heads > most_heads:
        raise Wrong(f"{where} expected at most {most_heads} heads, got {n_heads}")
    return program


def header(words: Mapping[str, str]) -> str:
    """The sentences that come before the layers: semes, and words of the same semes together."""
    names = sorted({seme for vector in words.values() for seme in vector.split()})
    lines = [f"semes {' '.join(names)} {FREE} out", f"context {CONTEXT}", "steps 1", "loud 100"]
    alike: dict[str, list[str]] = {}
    for word, vector in words.items():
        alike.setdefault(vector, []).append(f'"{word}"')
    lines += ["encoder", *(f"word {' '.join(each)}: {vector}" for vector, each in alike.items())]
    return "\n".join(lines) + "\n"


def around(
    where: str,
    words: Mapping[str, str],
    most_heads: int,
    texts: Iterable[Sequence[str]],
    also: Sequence[str] = (),
) -> dict[str, Any]:
    """What a page has to know to read layers as `machine_of` does, for the words of some texts."""
    said = {word: words[word] for text in texts for word in text}
    missing = {*" ".join(words.values()).split()} - {*" ".join(said.values()).split()}
    said |= {word: vector for word, vector in words.items() if missing & {*vector.split()}}
    return {
        "where": where, "header": header(said), "footer": SAID, "heads": most_heads,
        "begins": [*SENTENCES, *also], "longest": LONGEST_TEXT,
    }  # fmt: skip


def answers(program: Program, texts: Sequence[Sequence[str]]) -> Array:
    """What a machine says of sentences, each a list of words: 0 or 1 [n]."""
    ids = program.places
    zero, one = ids["0"], ids["1"]
    said = np.zeros(len(texts), int)
    for n in {len(text) for text in texts}:
        same = [i for i, text in enumerate(texts) if len(text) == n]
        rows = np.array([[ids[word] for word in (START, *texts[i])] for i in same])
        logits = unembed(program.model, residual(program.model, rows, keep=1))[:, 0]
        said[same] = logits[:, one] > logits[:, zero]
    return said


@cache
def cut(text: str) -> tuple[str, ...]:
    """The words of a sentence, as the agreement machine of the book cuts it."""
    return tuple(whole().cut(text))


@cache
def whole() -> Agreement:
    """The agreement machine of the book."""
    return agreement()


def pairs_of(*paradigms: str) -> Iterator[Pair]:
    """The pairs of BLiMP whose paradigm has one of some words in its name."""
    return (pair for pair in blimp_pairs() if any(name in pair.paradigm for name in paradigms))


def kept(word: str, semes: Sequence[str]) -> str:
    """Those of some semes that a word has."""
    return " ".join(seme for seme in semes_of_words()[word].split() if seme in semes)
