"""Agreement: how many words of an English sentence do not go with the others.

Which words are nouns or verbs, singular or plural is given, word by word; which noun belongs to
which verb is found by heads. The stream is laid out in semes (source 003, "Grammaticality").
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from taotp_core.arrays import Rounding, to_float64
from taotp_core.program import Program
from taotp_core.stream import Vector, semes
from taotp_core.topics.agreement.inflection import with_ed, with_ing, with_s
from taotp_core.transformer import residual, unembed
from taotp_core.weights import Transformer
from taotp_core.words.cutting import Words
from taotp_core.words.rules import Rule
from taotp_core.words.semes import Layout

N_CTX = 32  # words, with the start
LOUD = 100.0  # 20 would do for all pairs of BLiMP
MOST = 9  # how many it counts; of a sentence that has more it says so many
BATCH = 256  # sentences of one length that are read at once
START = "<s>"

GIVEN = (
    "noun pro cand name sg pl i we you any per mas fem thing mass this that dsg dpl most "
    "verb part fin nosg nopl noi aux amb lets says block and rel mark hint goal "
    "himself herself itself themselves myself ourselves yourself self"
)
"""The semes of words. `cand` may be a subject, `nosg` is a verb that does not go with one thing,
`mark`, `hint` and `goal` are what three of the heads stop at. `fin` and `self` have a
subject."""

FOUND = (
    "mnoun mblock mverb maux mpart mlets msays mrel mand mstart hpart hdet rrel rthat rfin kthat "
    "gnoun gpro gsg gpl gi gmass gblock grel late "
    "snone ssg spl si swe syou sany sper smas sfem sthing weird out share"
)
"""The semes that heads and units write. The first letter says which head: m for the mark before,
h for the hint, r for who or that, k for that, g for the goal after, s for the subject."""

NOUN = "noun mark goal"
PRONOUN = "pro cand mark goal"
VERB = "verb fin block mark goal"
PART = "verb part block mark hint"  # sleeping, excited
SAYS = "verb block mark says"  # thought, of which a sentence may be the object
AUX = "aux fin block mark goal"
SHE = "nopl noi"  # what sleeps does not go with
THEY = "nosg"  # what sleep does not go with

NOUNS = {"man": "per mas", "woman": "per fem", "person": "per", "beast": "", "thing": "thing"}
KINDS = {
    "mass": f"{NOUN} sg mass thing",
    "people": f"{NOUN} pl per",
    "things": f"{NOUN} pl thing",
    "either": NOUN,
    "everybody": f"{NOUN} sg per any",
    "everything": f"{NOUN} sg thing any",
    "his name": f"{NOUN} sg name per mas",
    "her name": f"{NOUN} sg name per fem",
    "feeling": PART,
    "preposition": "block mark goal",
    "conjunction": "mark",
    "relative": "mark goal rel",
    "determiner": "hint",
    "one": "hint dsg",
    "this": "hint this sg dsg",
    "these": "hint this pl dpl",
    "all": "hint most",
    "adjective": "",
    "adverb": "",
    "other": "",
}
LONERS = {
    "and": "mark and",
    "that": "hint goal that sg",
    "i": f"{PRONOUN} i",
    "he": f"{PRONOUN} sg per mas",
    "she": f"{PRONOUN} sg per fem",
    "it": f"{NOUN} pro name sg thing",
    "we": f"{PRONOUN} pl we",
    "you": f"{NOUN} pro pl you",
    "they": f"{PRONOUN} pl",
    "am": f"{AUX} nosg nopl",
    "is isn't hasn't does doesn't": f"{AUX} {SHE}",
    "has": f"{AUX} verb {SHE}",
    "have": f"{AUX} verb {THEY}",
    "was wasn't": f"{AUX} nopl",
    "are aren't": f"{AUX} nosg noi",
    "were weren't haven't do don't": f"{AUX} {THEY}",
    "had": f"{AUX} verb",
    "hadn't did didn't can can't cannot could couldn't will won't would wouldn't shall "
    "should shouldn't may might must mustn't": AUX,
    "to been be being": "aux block mark goal",
    "having doing done": PART,
    "yourself yourselves": "yourself self",
    **{
        w: f"{w} self"
        for w in ("himself", "herself", "itself", "themselves", "myself", "ourselves")
    },
}
SHORT = {
    **{"i'm": "i am", "let's": "let us"},
    **{f"{w}'re": f"{w} are" for w in ("you", "we", "they")},
    **{f"{w}'s": f"{w} is" for w in ("he", "she", "it", "that", "there", "who", "what", "where")},
    **{f"{w}'ve": f"{w} have" for w in ("i", "you", "we", "they")},
    **{f"{w}'ll": f"{w} will" for w in ("i", "you", "he", "she", "it", "we", "they")},
    **{f"{w}'d": f"{w} would" for w in ("i", "you", "he", "she", "it", "we", "they")},
}


class Looks(NamedTuple):
    """One head: where it looks, for what, and what it moves."""

    name: str
    where: str
    look: str
    move: str


SUBJECT = "sg>ssg pl>spl i>si we>swe you>syou any>sany per>sper mas>smas fem>sfem thing>sthing"

FIRST = (
    Looks(
        "the mark before", "nearest before", "one>mark",
        "noun>mnoun cand>mnoun -1 amb>mnoun block>mblock verb>mverb aux>maux part>mpart lets>mlets "
        "says>msays rel>mrel and>mand start>mstart",
    ),
    Looks(
        "the or excited", "nearest before", "one>hint",
        "part>hpart hint>hdet -1 part>hdet -1 that>hdet",
    ),
    Looks(
        "who or that", "nearest before", "1.5 one>rel 1.5 one>that one>fin",
        "rel>rrel that>rthat fin>rfin",
    ),
    Looks("that since the mark", "nearest before", "one>that one>mark", "that>kthat"),
    Looks(
        "the goal after", "nearest after", "one>goal",
        "noun>gnoun pro>gpro sg>gsg pl>gpl i>gi mass>gmass block>gblock rel>grel that>grel",
    ),
)  # fmt: skip
"""The heads of the first layer: what stands around a word."""

MAY_BE_A_SUBJECT = (
    Rule("noun - mblock", "cand", "The keys to the cabinet is red."),
    Rule(
        "noun + mpart + hpart - name - rrel - rthat - 2 one", "cand", "The excited children plays."
    ),
    Rule("noun + msays - rrel - rthat - one", "cand", "I know the dog sleep."),
    Rule("noun + mblock + kthat + hdet - 3 one", "cand", "I know that the dog sleep."),
    Rule(
        "noun + msays + maux + kthat + pl + name + mass - hdet - 3 one",
        "cand",
        "I am happy that Mary sleep.",
    ),
    Rule("noun + mverb + grel - 2 one", "cand", "I see the dog that barks."),
    Rule(
        "noun + mblock - mverb + grel + sg - 3 one",
        "cand - sg",
        "The keys to the house that is red are here.",
    ),
    Rule(
        "noun + mblock - mverb + grel + pl - 3 one",
        "cand - pl",
        "The keys of the houses that is red are here.",
    ),
    Rule("noun + sg + mlets - 2 one", "cand - sg", "She made the dog sleep."),
    Rule("noun + pl + mlets - 2 one", "cand - pl", "She made the dogs sleep."),
    Rule("rel + mblock - one", "cand", "I know who is here."),
    Rule("this + gblock - gnoun - one", "cand", "These is my house."),
    Rule("that + gblock + mstart - gnoun - 2 one", "cand", "That are good."),
    Rule("cand + maux - one", "-cand", "Where does he live?"),
    Rule("amb + noun + mnoun + mrel - mblock - 2 one", "-cand", "He plays the piano and sings."),
)
ONE_OF_TWO = (
    Rule("noun + sg + mand - rfin - 2 one", "pl - sg", "The boy and the girl sleep."),
    Rule("pro + sg + mand - noun - rfin - 2 one", "pl - sg", "He and she are here."),
    Rule("i + mand - rfin - one", "pl - i", "You and I are friends."),
    Rule("fin + mblock - one", "late", "The dog that the cats see sleeps."),
    Rule("amb + nosg - mnoun - mrel - one", "-nosg", "The boy sees the open doors."),
    Rule("amb + nopl - mnoun - mrel - one", "-nopl - noi", "I see the plays."),
)
DETERMINERS = (
    Rule("dsg + gpl - gpro - one", "weird", "This dogs sleep."),
    Rule("dpl + gsg - gpro - one", "weird", "Two dog sleeps."),
    Rule("most + gsg - gpro - gmass - one", "weird", "All dog sleeps."),
    Rule("that + gpl - gpro - mnoun - one", "weird", "This man loves that dogs."),
    Rule("noun + pl + kthat + hdet - pro - mnoun - 3 one", "-weird", "I know that the dogs sleep."),
    Rule(
        "noun + pl + kthat + msays + maux + gblock - hdet - pro - 4 one",
        "-weird",
        "I know that dogs sleep.",
    ),
)
SECOND = (
    Looks(
        "the nearest subject",
        "nearest before",
        "fin>cand self>cand -1 late>cand",
        f"{SUBJECT} start>snone",
    ),
    Looks("the first subject", "first", "late>cand", SUBJECT),
)
"""The heads of the second layer: whose verb a word is."""

VERBS = (
    Rule("nosg + ssg - maux - mand - mlets - one", "weird", "The dog sleep."),
    Rule("nopl + spl - one", "weird", "The dogs sleeps."),
    Rule("noi + si - one", "weird", "I sleeps."),
    Rule("aux + fin + mstart + snone + nosg + gsg - 5 one", "weird", "Are the dog here?"),
    Rule("aux + fin + mstart + snone + nopl + gpl - 5 one", "weird", "Is the dogs here?"),
    Rule("aux + fin + mstart + snone + noi + gi - 5 one", "weird", "Is I late?"),
)
SELVES = (
    Rule("3 himself + sfem + sthing + spl + si - 3 one", "weird", "The boys hurt himself."),
    Rule("3 himself + sfem + sthing + spl + si - 4 one", "-weird", "The women hurt himself."),
    Rule("3 herself + smas + sthing + spl + si - 3 one", "weird", "The boys hurt herself."),
    Rule("3 herself + smas + sthing + spl + si - 4 one", "-weird", "The men hurt herself."),
    Rule("3 itself + sper + spl + si - 3 one", "weird", "The boy hurt itself."),
    Rule("3 itself + sper + spl + si - 4 one", "-weird", "The men hurt itself."),
    Rule("themselves + ssg + si + swe + syou - sany - one", "weird", "The girl sees themselves."),
    Rule("myself + ssg + spl - one", "weird", "She sees myself."),
    Rule("ourselves + ssg + si + spl - swe - one", "weird", "She sees ourselves."),
    Rule("yourself + ssg + si + spl - syou - one", "weird", "She sees yourself."),
)
THIRD = (Looks("how many", "everywhere", "", "weird>out start>share"),)

LAYERS: tuple[tuple[Sequence[Looks], Sequence[Rule]], ...] = (
    (FIRST, MAY_BE_A_SUBJECT + ONE_OF_TWO + DETERMINERS),
    (SECOND, VERBS + SELVES),
    (THIRD, ()),
)


def given(text: str) -> Iterator[tuple[str, str]]:
    """The words of a lexicon, each with semes: lines `kind: word word/form ...`.

    Raises ValueError for a kind that is none.
    """
    for line in text.splitlines():
        if not line.startswith("#"):
            kind, _, words = line.partition(": ")
            for word in words.split():
                yield from forms(kind, [form.replace("_", " ") for form in word.split("/")])


def forms(kind: str, word: list[str]) -> Iterator[tuple[str, str]]:
    """The forms of a word, each with its semes; ValueError for a kind that is none."""
    base = word[0]
    if kind in NOUNS:
        yield base, f"{NOUN} sg {NOUNS[kind]}"
        yield word[1] if len(word) > 1 else with_s(base), f"{NOUN} pl {NOUNS[kind]}"
        if kind != "thing":
            yield f"{base}'s", "hint"
    elif kind == "verb":
        yield from verb_forms(word)
    elif kind == "says":
        yield from verb_forms(word, SAYS, SAYS)
    elif kind == "lets":
        yield from ((form, f"{vector} lets") for form, vector in verb_forms(word))
    elif kind in ("same", "verbal"):  # hurt, which is its own past; open, an adjective too
        yield base, f"{PART} fin" if kind == "same" else f"fin amb {THEY}"
        yield with_s(base), f"{VERB} {SHE}"
        yield with_ing(base), PART
        if kind == "verbal":
            yield with_ed(base), f"{PART} fin"
    elif kind in KINDS:
        yield base, KINDS[kind]
        if kind.endswith("name"):
            yield f"{base}'s", "hint"
    else:
        raise ValueError(f"{kind!r} is no kind of word; there are {', '.join([*NOUNS, *KINDS])}")


def verb_forms(word: list[str], past: str = VERB, part: str = PART) -> Iterator[tuple[str, str]]:
    """The base of a verb, its form after she, its past, participle and -ing, each with its semes.

    Of an expression the first word changes: looks like.
    """
    first, space, rest = word[0].partition(" ")
    if space:
        yield from ((f"{form} {rest}", vector) for form, vector in verb_forms([first], past, part))
        return
    base, *others = word if len(word) > 1 else [first, with_ed(first)]
    extra = " says" if past == SAYS else ""
    yield base, f"{VERB} {THEY}{extra}"
    yield with_s(base), f"{VERB} {SHE}{extra}"
    yield with_ing(base), part
    yield others[0], f"fin {part}" if len(others) == 1 else past
    if others[-1] not in (base, others[0]):
        yield others[-1], part


@cache
def semes_of_words() -> dict[str, str]:
    """Every word with its semes, those of all its meanings together.

    A noun that is a verb as well (play) has the seme `amb`.
    """
    found: dict[str, dict[str, None]] = {}
    for word, vector in given(files(__package__).joinpath("lexicon.txt").read_text("utf-8")):
        found.setdefault(word, {}).update(dict.fromkeys(vector.split()))
    for words, vector in LONERS.items():
        found |= {word: dict.fromkeys(vector.split()) for word in words.split()}
    for each in found.values():
        if "noun" in each and each.keys() & {"nosg", "nopl"}:
            each["amb"] = None
    return {word: " ".join(each) for word, each in found.items()}


class Agreement(Program):
    """A program that says how many words of a sentence do not go with the others."""

    def violations(self, text: str) -> int:
        """How many words do not go with the others; above 9 it says 9.

        Raises ValueError for an unknown word, naming near ones, and for too long a text.
        """
        return int(self.complete(text))

    def counts(self, texts: Sequence[str], *, to: Rounding = to_float64) -> list[int]:
        """The violations of many texts, those of one length at once; ValueError as for one."""
        rows: dict[int, list[int]] = {}
        read = [self.numbers(text) for text in texts]
        for i, ids in enumerate(read):
            rows.setdefault(len(ids), []).append(i)
        out = [0] * len(texts)
        for same in rows.values():
            for at in range(0, len(same), BATCH):
                part = same[at : at + BATCH]
                ends = residual(self.model, np.array([read[i] for i in part]), keep=1, to=to)
                logits = unembed(self.model, ends, to)[:, 0, 1 : MOST + 2]  # of the numbers alone
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
    return Layout(semes(f"{GIVEN} {FOUND}"), n_ctx, loud, waves=n_ctx)


def agreement(*, n_ctx: int = N_CTX, loud: float = LOUD) -> Agreement:
    """A program that says how many words of a sentence do not go with the others, "0" to "9".

    An encoder of 3 layers and 8 heads. What is known of words is given: `semes_of_words`. `loud` is
    what the pair holds that fixes the norms.

    >>> agreement().complete("the keys to the cabinet is red")
    '1'
    """
    words = semes_of_words()
    layout = layout_for(n_ctx, loud)
    rows = {START: "start", **{str(k): "" for k in range(MOST + 1)}, **words}
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
        causal=False,
    )  # fmt: skip
    spelled = {word: tuple(text.split()) for word, text in SHORT.items()}
    pieces = Words(tuple(words), spelled)
    return Agreement(model, list(rows), start=START, steps=1, pieces=pieces)
