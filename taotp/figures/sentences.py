"""A sentence as its machine reads it: words, what looks at what, and what is said of it."""

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from taotp.applications.french import fragment as english_fragment
from taotp.figures import sketches
from taotp.figures.explore import Still, explore, needs
from taotp.figures.figure import Grammar, Look, Mark, Reading, Told
from taotp.figures.live import LiveFigure
from taotp.figures.options import Options
from taotp.figures.pair import speaker_of
from taotp.figures.tables import table_of_cells
from taotp.programs import Program
from taotp.words.agreement_errors import Phrases


def sentence(
    build: Callable[..., Program],
    prompt: str,
    *,
    looks: Mapping[str, str],
    marks: Mapping[tuple[str, int], str] | None = None,
    texts: Sequence[str] = (),
    label: str = "sentence",
    grammar: Grammar | None = None,
    phrases: Phrases | None = None,
    row: int = -1,
    **more: Unpack[Options],
) -> LiveFigure:
    """A machine of words in steps, below the sentence that it reads, with arcs of some heads.

    `looks` says which: their paths, "1.0" or "0.cross.0", and what each does, "looks at". `marks`
    are directions of the stream that mark a word where they are above 1/2: after which step
    ("mlp 1") and in which column, and what they say. A slider with a `label` types one of some
    `texts`. `phrases` say what its answers mean. `row` is the place that is shown first (-1: the
    last). Everything else is as in `explore`; raises ValueError as there, and for a head that there
    is not.
    """
    own = explore(build, prompt, row=row, **more)
    speaker = speaker_of(own)
    for path in looks:
        check_head(path, speaker.options[0]["model"])
    reading = Reading(
        arcs=[Look(path=path, name=does) for path, does in looks.items()],
        marks=[
            Mark(after=after, column=column, name=says)
            for (after, column), says in (marks or {}).items()
        ],
        texts=list(texts),
        label=label,
        grammar=grammar,
        phrases=phrases,
    )
    drawn = replace(speaker, panels=["sentence", *speaker.panels], reading=reading)
    assert isinstance(own.still, Still)
    still = replace(own.still, reading=reading)
    return LiveFigure(drawn, still, tuple(sorted({*own.parts, "sentence"})))


def tell_apart(
    build: Callable[..., Program],
    pairs: Sequence[tuple[str, str, Mapping[str, float]]],
    *,
    id: str = "pairs",
    title: str = "Which sentence is right?",
    alt: str,
) -> LiveFigure:
    """Pairs of sentences, of which a reader says which is right, and then the machine.

    Each has a right sentence, a wrong one, and the shares of such pairs that others tell; the
    machine's answer must be how much is wrong. Raises ValueError for no pairs, and for a share that
    is none.
    """
    if not pairs:
        raise ValueError("pairs is empty; it must have one pair of sentences or more")
    own = speaker_of(explore(build, pairs[0][0], id=id, title=title, alt=alt))
    asked = [told(i, *pair) for i, pair in enumerate(pairs)]
    drawn = replace(
        own,
        panels=["telling"],
        controls=[],
        hidden=[*own.controls, *own.hidden],
        reading=Reading(arcs=[], marks=[], texts=[], label="", pairs=asked),
    )
    program = build()
    parts = tuple(sorted({"telling", *needs([program])}))

    def still() -> str:
        return picture_of_pairs(pairs, title) + table_of_pairs(program, pairs, title)

    return LiveFigure(drawn, still, parts)


def picture_of_pairs(pairs: Sequence[tuple[str, str, Mapping[str, float]]], title: str) -> str:
    """The right sentences, and the share of such pairs that others tell, as a picture."""
    others = list(pairs[0][2])
    shares = np.array([[known[name] for name in others] for _, _, known in pairs])
    says = [[f"{share:.0%}" for share in row] for row in shares]
    names = [good for good, _, _ in pairs]
    return sketches.still(
        title, sketches.grid(names, others, shares, says, corner="told apart from a wrong one by")
    )


def table_of_pairs(
    program: Program, pairs: Sequence[tuple[str, str, Mapping[str, float]]], title: str
) -> str:
    """The pairs, how many words are wrong in each sentence by the machine, and shares, as HTML."""
    others = list(pairs[0][2])
    heads = ("the right one, and the wrong one", "counted", *others)
    rows = []
    for good, bad, shares in pairs:
        counts = ", ".join(str(program.complete(text)) for text in (good, bad))
        both = "<br/>".join(map(html.escape, (good, bad)))
        rows.append([both, counts, *(f"{shares[name]:.0%}" for name in others)])
    return table_of_cells(rows, heads, title)


def told(place: int, good: str, bad: str, shares: Mapping[str, float]) -> Told:
    """A pair whose right sentence stands first or second by no rule that one would guess."""
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise ValueError(f"the share of {name!r} is {share}; it must be from 0 to 1")
    second = place * place // 3 % 2
    return Told(sentences=[bad, good] if second else [good, bad], right=second, shares=shares)


def check_head(path: str, model: Mapping[str, Any]) -> None:
    """Raise ValueError unless a model, or its encoder, has a head with this path."""
    number, *rest = path.split(".")
    across = rest[0] == "cross"
    layers = (model if across or not model.get("encoder") else model["encoder"])["layers"]
    layer = layers[int(number)] if int(number) < len(layers) else {}
    if int(rest[-1]) >= len(layer.get("cross" if across else "heads") or ()):
        raise ValueError(f"there is no head {path!r} whose arcs could be drawn")


def english_grammar() -> Grammar:
    """The English that `english_french` is meant for, as a page reads it."""
    return Grammar(
        classes=english_fragment.classes(),
        opens=sorted(english_fragment.OPENS),
        owned=sorted(english_fragment.OWNED),
        vowels=english_fragment.VOWELS.pattern,
        rules=english_fragment.rules().texts,
        idioms=english_fragment.IDIOMS.pattern,
        meant=english_fragment.MEANT,
    )
