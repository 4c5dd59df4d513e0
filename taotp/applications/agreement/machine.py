"""Agreement: how many words of an English sentence do not go with the others.

Which words are nouns or verbs, singular or plural is given, word by word; which noun belongs to
which verb, and which verb to which, is found by heads. The stream is laid out in semes (source 003,
"Grammaticality").
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from taotp.applications.agreement.lexicon import SHORT, given, semes_of_words
from taotp.applications.agreement.rules import FOUND, GIVEN, LAYERS, as_read
from taotp.words.agreement_errors import Phrases, in_words, markers_of, of_counts
from taotp.words.cutting import Words
from taotp.words.features import Layout
from taotp_core.arrays import Precision, rounding
from taotp_core.program import Program
from taotp_core.stream import Vector, semes
from taotp_core.transformer import normalize, residual, times
from taotp_core.weights import Transformer

N_CTX = 32  # words, with the start
LOUD = 100.0  # with 70, pairs of BLiMP are lost
MOST = 9  # how many it counts; of a sentence that has more it says so many
BATCH = 256  # sentences of one length that are read at once
START = "<s>"
FORMS_OF_ONE = (  # words of which another would do, beside those with other endings
    *("am is are", "was were", "has have", "does do", "this these", "that those", "a an"),
    *("he him", "she her", "i me", "we us", "they them", "man men", "woman women"),
    *("child children", "himself herself itself themselves myself ourselves yourself"),
)


class Agreement(Program):
    """A program that says how many words of a sentence do not go with the others."""

    def violations(self, text: str) -> int:
        """How many words do not go with the others; above 9 it says 9.

        Raises ValueError for an unknown word, naming near ones, and for too long a text.
        """
        return int(self.complete(text))

    def in_words(self, text: str) -> str:
        """What is wrong with a sentence, in words; ValueError as for `violations`.

        >>> agreement().in_words("The keys is red.")
        '“is” does not go with “keys”, but “are” would'
        """
        return in_words(self, text, self.phrases)

    @cached_property
    def phrases(self) -> Phrases:
        """What its answers mean."""
        column = layout_for(self.model.n_ctx).columns.index
        weird = column("weird")
        markers = markers_of(self.model, weird, [column("mand"), column("nand")])
        after = f"mlp {len(LAYERS) - 2}"  # the last layer only counts
        return of_counts(MOST, after=after, column=weird, markers=markers, forms=FORMS_OF_ONE)

    def counts(self, texts: Sequence[str], *, to: Precision = "float64") -> list[int]:
        """The violations of many texts, those of one length at once; ValueError as for one."""
        rows, to = dict[int, list[int]](), rounding(to)
        read = [self.numbers(text) for text in texts]
        for i, ids in enumerate(read):
            rows.setdefault(len(ids), []).append(i)
        out = [0] * len(texts)
        numbers = to(self.model.side_by_side[:, 1 : MOST + 2])  # the other words need no logits
        for same in rows.values():
            for at in range(0, len(same), BATCH):
                part = same[at : at + BATCH]
                ends = residual(self.model, np.array([read[i] for i in part]), keep=1, to=to)
                ends = normalize(ends[:, 0], self.model.norm_final, to)
                logits = to(times(ends, numbers))
                for i, count in zip(part, logits.argmax(-1), strict=True):
                    out[i] = int(count)
        return out

    def numbers(self, text: str) -> list[int]:
        """The ids of a text behind the start; ValueError as for `violations`."""
        words = [START, *self.cut(text)]
        if len(words) > self.model.n_ctx:
            raise ValueError(f"the text has {len(words) - 1} words; it may have {self.longest}")
        return [self.places[word] for word in words]

    def without_rule(self, layer: int, rule: int) -> "Agreement":
        """The machine without one of its units, those of a layer counted from 0."""
        layers = list(self.model.layers)
        mlp = layers[layer].mlp
        if mlp is None or not 0 <= rule < len(mlp.W_out):
            raise ValueError(f"layer {layer} has no rule {rule}")
        W_out = mlp.W_out.copy()
        W_out[rule] = 0
        layers[layer] = replace(layers[layer], mlp=replace(mlp, W_out=W_out))
        return replace(self, model=replace(self.model, layers=layers))

    @property
    def longest(self) -> int:
        """How many words a sentence may have."""
        return self.model.n_ctx - 1


def layout_for(n_ctx: int = N_CTX, loud: float = LOUD) -> Layout:
    """The columns of its stream."""
    own = semes(f"{GIVEN} {FOUND}")
    return Layout(
        own, n_ctx, loud, waves=n_ctx, read_as={name: as_read(name) for name in own.names}
    )


def agreement(
    *, n_ctx: int = N_CTX, loud: float = LOUD, words: Iterable[str] | None = None
) -> Agreement:
    """A program that says how many words of a sentence do not go with the others, "0" to "9".

    An encoder of 4 layers and 12 heads. What is known of words is given: `semes_of_words`, or no
    more than some `words` of it. `loud` is what the pair holds that fixes the norms. Raises
    ValueError for a word of which nothing is known.

    >>> agreement().complete("the keys to the cabinet is red")
    '1'
    """
    known = semes_of_words() if words is None else semes_of(words)
    layout = layout_for(n_ctx, loud)
    rows = {START: "start", **{str(k): "" for k in range(MOST + 1)}, **known}
    never: dict[str, Vector] = dict.fromkeys(rows, {"one": -1.0})
    said = never | {str(k): {"out": 2 * k, "share": -k * k} for k in range(MOST + 1)}
    layers = [
        layout.layer(
            [layout.head(h.where, h.move, h.look, name=h.name) for h in heads],
            [layout.units(rules)] * bool(rules),
        )
        for heads, rules in LAYERS
    ]
    model = Transformer(
        layout.embedding(rows), layout.positions(), layers, W_U=layout.unembedding(said),
        causal=False, subspaces=layout.subspaces,
    )  # fmt: skip
    spelled = {word: tuple(text.split()) for word, text in SHORT.items()}
    pieces = Words(tuple(known), {word: s for word, s in spelled.items() if {*s} <= {*known}})
    return Agreement(model, list(rows), start=START, steps=1, pieces=pieces)


def semes_of(words: Iterable[str]) -> dict[str, str]:
    """What is known of some words; ValueError for one of which nothing is."""
    known = semes_of_words()
    for word in words:
        if word not in known:
            raise ValueError(f"{word!r} is not in the lexicon of {len(known)} words")
    return {word: known[word] for word in dict.fromkeys(words)}


__all__ = [
    "LAYERS",
    "LOUD",
    "START",
    "Agreement",
    "agreement",
    "given",
    "layout_for",
    "semes_of_words",
]
