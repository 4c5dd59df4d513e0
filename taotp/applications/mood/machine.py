"""How good or bad a text is: the rules of VADER as an encoder, whose last line is the last norm.

A word brings its valence, and flags of what it is to its neighbors. Heads fetch the flags of the
words before and behind, units change the valence by one rule after another, and a last head
averages the valences S over the text. The start brings the 15. The last layer writes
(S, -S, sqrt 15, -sqrt 15) loudly, of which layer norm leaves S / sqrt(S^2 + 15).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np

from taotp.applications.mood import vader
from taotp.words.cutting import Words
from taotp.words.features import Layout
from taotp.words.rules import Rule, times
from taotp_core.arrays import Array, Precision, Tokens, rounding
from taotp_core.program import Program
from taotp_core.stream import Vector, semes
from taotp_core.transformer import normalize, residual
from taotp_core.weights import Head, Layer, Transformer

N_CTX = 512
NOTHING = 5e-5  # what VADER rounds to 0
LOUD = 2.0**18
SHOUT = 2.0**40  # how loud the last layer writes
MOST = 16.0  # no valence is larger
SHARP = (16.0, 512.0, 512.0)  # valences of 1/14 and 1/350 have a sign, one, two and three words on
SURE_OF_SUM = 2.0**14  # a sum of 1/16,000 has a sign
START = "<s>"
UNKNOWN = {"<word>": "low nl", "<WORD>": "up nl", "<n't>": "low nl neg", "<N'T>": "up nl neg"}
MARKS = {"!": "excl", "?": "ques"}
GIVEN = {START: "start", **UNKNOWN, **MARKS}
ANSWERS = {f"{k / 100:+.2f}": k / 100 for k in range(-100, 101)}  # as a program it says hundredths

# What a word is to others, by name of the flag; a seme of the stream holds each.
FLAGS: dict[str, tuple[str, ...]] = {
    "bp": vader.BOOSTERS,
    "bm": vader.DAMPENERS,
    "neg": vader.NEGATIONS,
    "no": ("no",),
    "nor": ("or", "nor"),
    "never": ("never",),
    "so": ("so", "this"),
    "without": ("without",),
    "doubt": ("doubt",),
    "least": ("least",),
    "at_very": ("at", "very"),
    "but": ("but",),
    "kind": ("kind",),
    "sort": ("kind", "sort"),
    "of": ("of",),
    "just": ("just",),
    "enough": ("enough",),
    "the": ("the",),
    "bomb": ("bomb", "shit"),
    "bad": ("bad",),
    "ass": ("ass",),
    "bus": ("bus",),
    "stop": ("stop",),
    "yeah": ("yeah",),
    "right": ("right",),
    "beating": ("beating",),
    "heart": ("heart",),
    "kiss": ("kiss",),
    "death": ("death",),
    "to": ("to",),
    "die": ("die",),
    "for_": ("for",),
}
# Which flags are fetched from where, in the first layer and in the second; x_1 is x one word back.
FETCHED: tuple[dict[str, tuple[str, ...]], ...] = (
    {
        "1 back": (
            *("bp", "bm", "up", "neg", "no", "nor", "so", "least", "never", "without", "sort"),
            *("just", "the", "bad", "bus", "yeah", "beating", "of", "die"),
        ),
        "2 back": ("bp", "bm", "up", "neg", "no", "at_very", "without", "kiss", "to"),
        "3 back": ("bp", "bm", "up", "neg", "no", "nl"),
        "1 ahead": ("lex", "of"),
    },
    {
        "1 back": (
            "neverso",
            "nodoubt",
            "nodoubt_far",
            "damp",
            "two",
            "two_is",
            "three",
            "three_is",
        ),
        "2 back": ("neverso", "nodoubt", "damp", "two", "two_is"),
        "1 ahead": ("two", "two_is"),
        "2 ahead": ("three", "three_is"),
    },
)
PAIRS = {
    ("the", "bomb"): 3.0,
    ("bad", "ass"): 1.5,
    ("bus", "stop"): 0.0,
    ("yeah", "right"): -2.0,
    ("beating", "heart"): 3.5,
}
TRIPLES = {("kiss", "of", "death"): -1.5, ("to", "die", "for_"): 3.0}
LEAST_IDIOM = -2.0  # idioms stand in the stream as how much better they are
FOUND = (
    *("neverso", "nodoubt", "nodoubt_far", "damp", "two", "two_is", "three", "three_is"),
    *("anylow", "hasbut", "butat", "past", "cap", "loud1", "loud2", "loud3", "flip"),
    *("turn2", "turn3", "never3", "leastly", "idiom", "more", "after", "before"),
    *("unsigned", "neverly", "neverleast", "leastonly"),
    *("sum", "marks", "asks", "share", "emphasis", "notgood", "notbad"),
    *("out", "out_", "root", "root_"),
)


def place_of(where: str) -> str:
    """What stands behind a flag fetched from somewhere: _1 for one back, _a1 for one ahead."""
    steps, side = where.split()
    return ("_a" if side == "ahead" else "_") + steps


def columns() -> list[str]:
    """The names of all semes."""
    own = ["v", "item", "lex", "nl", "good", "bad_", "up", "low", "excl", "ques", "at", *FLAGS]
    fetched = [
        flag + place_of(where)
        for layer in FETCHED
        for where, flags in layer.items()
        for flag in flags
    ]
    return [*own, *fetched, *FOUND]


READ_AS = {
    "v": "valence", "item": "counts as a word", "lex": "in the lexicon", "nl": "not in the lexicon",
    "good": "good word", "bad_": "bad word", "up": "in capitals", "low": "in small letters",
    "excl": "exclamation mark", "ques": "question mark", "at": "its place", "bp": "booster",
    "bm": "dampener", "neg": "negation", "nor": "or, nor", "at_very": "at, very", "for_": "for",
    "neverso": "never so", "nodoubt": "without doubt", "nodoubt_far": "without a doubt",
    "damp": "kind of", "two": "idiom of two", "two_is": "worth of two",
    "three": "idiom of three", "three_is": "worth of three", "anylow": "any in small letters",
    "hasbut": "there is a but", "butat": "place of the but", "past": "behind the but",
    "cap": "stands out in capitals", "loud1": "louder by one before",
    "loud2": "louder by two before", "loud3": "louder by three before", "flip": "turned by no",
    "turn2": "turned by two before", "turn3": "turned by three before",
    "never3": "never so, three before", "leastly": "turned by least", "more": "more by an idiom",
    "marks": "exclamation marks", "asks": "question marks", "share": "share of the start",
    "notgood": "not good", "notbad": "not bad", "out": "the sum", "out_": "less the sum",
    "root": "the root", "root_": "less the root",
}  # fmt: skip
PLACED = {"1": "one before", "2": "two before", "3": "three before", "a1": "one after",
          "a2": "two after"}  # fmt: skip


def as_read(name: str) -> str:
    """What a reader calls a seme.

    >>> as_read("bp"), as_read("bp_2"), as_read("two_is_a1")
    ('booster', 'booster, two before', 'worth of two, one after')
    """
    what, _, where = name.rpartition("_")
    if name in READ_AS or where not in PLACED:
        return READ_AS.get(name, name)
    return f"{READ_AS.get(what, what)}, {PLACED[where]}"


def gate(flag: str, number: str, factor: float) -> Iterator[Rule]:
    """Two rules: where a flag is 1, a number of either sign is multiplied by a factor."""
    for sign in (1, -1):
        yield Rule({number: sign, flag: MOST, "one": -MOST}, {number: sign * (factor - 1)})


def signed(amounts: Vector, sharp: float) -> Iterator[Rule]:
    """Four rules: s sign(v) is added to v, for s the sum of amounts times flags.

    They are silent but for words of the lexicon; else noise beside 0 would have a sign.
    """
    for steep, sign, writes in ((sharp, 1, 1), (sharp, -1, -1), (0, 1, -1), (0, -1, 1)):
        reads = {"v": steep, **times(sign, amounts), "item": 2, "one": -2}
        yield Rule(reads, {"v": writes})


def fetching(layout: Layout, layer: int) -> list[Head]:
    """The heads that fetch flags of neighbors."""
    return [
        layout.head(
            where,
            [(1, flag, flag + place_of(where)) for flag in flags],
            name=f"what stands {where}",
        )
        for where, flags in FETCHED[layer].items()
    ]


def layers(layout: Layout) -> list[Layer]:
    """All layers, in their order: heads, and rules."""
    small = layout.head("everywhere", "low>anylow", "one>low", name="any word in small letters")
    but = layout.head("first", "but>hasbut at>butat", "one>but", name="the first but")
    rules = (
        [*noticed(), *expressions()],
        [*first(), *idioms()],
        [*step(1), *leasts()],
        [*step(2)],
        [*step(3)],
        [*overruled()],
        [*emphasis()],
        [*loudly()],
    )
    heads = {0: [*fetching(layout, 0), small, but], 1: fetching(layout, 1), 6: [total(layout)]}
    return [layout.layer(heads.get(n, ()), [layout.units(each)]) for n, each in enumerate(rules)]


def noticed() -> Iterator[Rule]:
    """What follows from the words around: capitals that stand out, "no" before, "kind of"."""
    yield Rule("up and anylow", "cap")
    for k in (1, 2, 3):
        yield Rule(f"bp_{k} + bm_{k} + up_{k} + anylow - 2 one", f"loud{k}")
    yield Rule("no_1 + no_2", "flip")
    yield Rule("no_1 + no_2 - one", "- flip")
    yield Rule("no_3 and nor_1 and not no_2", "flip")
    yield Rule("kind and of_a1", {"v": -vader.rated()["kind"], "item": -1, "good": -1})
    behind = {"at": 2 * N_CTX, "butat": -2 * N_CTX}
    yield Rule(behind, "past")
    yield Rule({**behind, "one": -1}, "- past")


def expressions() -> Iterator[Rule]:
    """What ends here: never so, without doubt, kind of, and the idioms."""
    yield Rule("never_1 and so", "neverso")
    yield Rule("without_1 and doubt", "nodoubt")
    yield Rule("without_2 and doubt", "nodoubt_far")
    yield Rule("sort_1 and of", "damp")
    yield Rule("just_1 and enough", "damp")
    for (one, two), valence in PAIRS.items():
        yield Rule(f"{one}_1 and {two}", {"two": 1, "two_is": valence - LEAST_IDIOM})
    for (one, two, three), valence in TRIPLES.items():
        better = {"three": 1, "three_is": valence - LEAST_IDIOM}
        yield Rule(f"{one}_2 and {two}_1 and {three}", better)


def first() -> Iterator[Rule]:
    """The valence after "no" and in capitals; what multiplies it one, two, three words on."""
    yield from gate("flip", "v", vader.NEGATED)
    yield Rule("no and lex_a1 and not flip", {"v": -vader.rated()["no"]})
    yield Rule("no and lex_a1 and not flip and not cap", "unsigned")
    louder, softer = {"v": vader.CAPITALS}, {"v": -vader.CAPITALS}
    yield Rule("good and cap and not flip", louder)
    yield Rule("bad_ and cap and flip", louder)
    yield Rule("bad_ and cap and not flip", softer)
    yield Rule("good and cap and flip", softer)
    yield Rule("neg_2 and not neverso_1 and not nodoubt_1", "turn2")
    yield Rule("neverso_2 + so_1 + nl_3 - one", "never3")
    yield Rule("neverso_2 + so_1 + nl_3 - 2 one", "- never3")
    blocked = "not neverso_2 and not so_1 and not nodoubt_2 and not nodoubt_far_1"
    yield Rule(f"neg_3 and {blocked}", "turn3")
    yield Rule("least_1 and not at_very_2", "leastly")
    yield Rule("3 past + 3 hasbut + 3 low + 3 up - 7 one", "after")
    yield Rule("3 past + 3 hasbut + 3 low + 3 up - 8 one", "- after")
    yield Rule("- 3 past + 3 hasbut + 3 low + 3 up - 4 one", "before")
    yield Rule("- 3 past + 3 hasbut + 3 low + 3 up - 5 one", "- before")


def idioms() -> Iterator[Rule]:
    """Which idiom decides, and what it says; two words that dampen."""
    said = {
        ("three_a2",): ("three_is_a2",),
        ("two_a1",): ("two_is_a1",),
        ("two", "three"): ("two_is", "three_is"),
        ("two_1", "three_1"): ("two_is_1", "three_is_1"),
        ("two_2",): ("two_is_2",),
    }
    stronger: dict[str, float] = {}
    for here, worth in said.items():
        holds = {**dict.fromkeys((*here, "item", "nl_3"), 1.0), **stronger}
        yield Rule({**holds, "one": -2}, {"idiom": 1, "more": LEAST_IDIOM})
        wide = times(MOST, {**holds, "one": -3})
        yield Rule({**dict.fromkeys(worth, 1.0), **wide}, "more")
        stronger |= dict.fromkeys(here, -1.0)
    for k in (1, 2):
        yield Rule(f"damp_{k} and item and nl_3", {"more": -vader.BOOST})


def step(k: int) -> Iterator[Rule]:
    """The word k back: it boosts, dampens, or turns the valence over."""
    fading = vader.FADING[k - 1]
    amounts = {
        f"bp_{k}": fading * vader.BOOST,
        f"bm_{k}": -fading * vader.BOOST,
        f"loud{k}": fading * vader.CAPITALS,
    }
    yield from signed(amounts, SHARP[k - 1])
    turn = "neg_1" if k == 1 else f"turn{k}"
    yield from gate(turn, "v", vader.NEGATED)
    if k == 2:
        yield from gate("neverso_1", "v", vader.NEVER_SO)
    nearer = "".join(f" and not bp_{j} and not bm_{j}" for j in range(1, k))
    for flag, amount in amounts.items():
        worth = -amount if flag.startswith("loud") else amount
        yield Rule(f"unsigned and {flag}{nearer}", {"v": worth})


def leasts() -> Iterator[Rule]:
    """What least multiplies: the valence, or what an idiom says instead."""
    yield from gate("leastly", "more", vader.NEGATED)
    yield Rule("never3 and not idiom and not leastly", "neverly")
    yield Rule("never3 and leastly and not idiom", "neverleast")
    yield Rule("leastly and not never3 and not idiom", "leastonly")


def overruled() -> Iterator[Rule]:
    """The valence after "so", "this" and "least", or that of an idiom."""
    factors = {
        "neverly": vader.NEVER_SO,
        "neverleast": vader.NEVER_SO * vader.NEGATED,
        "leastonly": vader.NEGATED,
        "idiom": 0.0,
    }
    for flag, factor in factors.items():
        yield from gate(flag, "v", factor)
    yield Rule("more", "v")
    yield Rule("- more", "- v")


def total(layout: Layout) -> Head:
    """The head that averages: what stands before *but* weighs 1/2, what stands behind, 3/2."""
    weights = {"after": math.log(vader.AFTER_BUT), "before": math.log(vader.BEFORE_BUT)}
    head = layout.head(
        "everywhere", "v>sum excl>marks ques>asks start>share", name="averages all words"
    )
    return replace(head, W_Q=layout.reading("one")[:, None], W_K=layout.reading(weights)[:, None])


def emphasis() -> Iterator[Rule]:
    """What marks add, and whether the sum is good or bad; all as shares of the text."""
    yield Rule("marks", {"emphasis": vader.EXCLAMATION})
    too_many = {"marks": 1, "share": -vader.MOST_EXCLAMATIONS}
    yield Rule(too_many, {"emphasis": -vader.EXCLAMATION})
    for n, bend in bends(vader.QUESTIONS):
        yield Rule({"asks": 1, "share": -n}, {"emphasis": bend})
    # Exactly 0 where the sum is good; no more than the share where it is not.
    for sign, closed in ((-SURE_OF_SUM, "notgood"), (SURE_OF_SUM, "notbad")):
        yield Rule({"share": 1, "sum": sign}, closed)
        yield Rule({"sum": sign}, {closed: -1})


def loudly() -> Iterator[Rule]:
    """The sum with its emphasis, and the root of 15, so loud that nothing else is left."""
    more = {"out": SHOUT, "out_": -SHOUT}
    less = times(-1, more)
    yield Rule("sum", more)
    yield Rule("- sum", less)
    yield Rule("emphasis - 4 notgood", more)
    yield Rule("emphasis - 4 notbad", less)
    root = math.sqrt(vader.ALPHA) * SHOUT
    yield Rule("share", {"root": root, "root_": -root})


def bends(heights: Sequence[float]) -> Iterator[tuple[int, float]]:
    """Where a line through heights at 0, 1, 2 ... bends, level at its end, and by how much."""
    slopes = np.diff([heights[0], *heights, heights[-1]])
    for n, bend in enumerate(np.diff(slopes)):
        if abs(bend) > 1e-12:
            yield n, float(bend)


def symbols() -> dict[str, tuple[tuple[str, ...], float]]:
    """Each symbol with the flags that its row holds, and its valence: words, marks, answers."""
    flags: dict[str, list[str]] = {}
    for flag, words in FLAGS.items():
        for word in words:
            flags.setdefault(word, []).append(flag)
    out = {symbol: (tuple(text.split()), 0.0) for symbol, text in GIVEN.items()}
    rated = vader.rated()
    whole = {*vader.cut(" ".join(rated))}  # what is cut once is cut no more
    known = [word for word in rated if word in whole and word == word.lower()]
    for word in dict.fromkeys([*known, *flags]):
        own, valence = flags.get(word, ()), rated.get(word, 0.0)
        kind = ("lex", "item", "good" if valence > 0 else "bad_") if word in rated else ("nl",)
        out[word] = (*own, *kind, "low"), valence
        capitals = word.upper()
        if capitals.isupper() and capitals.lower() == word:
            out[capitals] = (*own, *kind, "up"), valence
    return out


@dataclass(frozen=True)
class Cutting(Words):
    """Text as VADER cuts it: a symbol for each word, and its marks at the end.

    No text is refused: words that it does not know have a symbol for all of them, and count
    nothing. Of more than five exclamation or question marks it keeps five.
    """

    def encode(self, text: str) -> list[str]:
        """The symbols of a text."""
        kept = (min(n, vader.MOST_MARKS) for n in vader.marks(text))
        ends = [mark for mark, n in zip(MARKS, kept, strict=True) for _ in range(n)]
        return [*map(self.symbol, vader.cut(text)), *ends]

    def symbol(self, word: str) -> str:
        """The symbol of a word."""
        lower = word.lower()
        if lower in self.set and lower not in MARKS:
            return word if word.isupper() and word in self.set else lower
        name = "<n't>" if "n't" in lower else "<word>"
        return name.upper() if word.isupper() else name

    def knows(self, text: str) -> bool:
        """Whether every word of a text is known."""
        return not any(symbol in UNKNOWN for symbol in self.encode(text))


@dataclass(frozen=True, eq=False, repr=False)
class Sentiment(Program):
    """The program that says how good or bad a text is."""

    def score(self, text: str, *, to: Precision = "float64") -> float:
        """How good a text is, from -1 to 1; 0 where no word of it says anything, and never -0.

        What VADER would round to 0 is 0, since so little is left over where nothing is said. Raises
        ValueError for what is no string, and for a text that does not fit.
        """
        if not isinstance(text, str):
            raise ValueError(f"the text is {text!r}; it must be a string")
        to = rounding(to)
        x = residual(self.model, self.tokens(text), keep=1, to=to)
        said = float(normalize(x, self.model.norm_final, to)[0] @ self.coordinate)
        return said if abs(said) >= NOTHING else 0.0

    def tokens(self, text: str) -> Tokens:
        """The ids of a text; ValueError where there are too many."""
        assert self.pieces is not None
        ids = np.array([self.places[symbol] for symbol in (START, *self.pieces.encode(text))])
        if len(ids) > self.model.n_ctx:
            raise ValueError(
                f"the text has {len(ids) - 1} words and marks; "
                f"at most {self.model.n_ctx - 1} fit; score it sentence by sentence"
            )
        return ids

    @cached_property
    def coordinate(self) -> Array:
        """What reads the score off a last row [d_model]."""
        at = self.places["+1.00"]
        return self.model.unembedding[:, at]  # that of 1 reads the score alone


@cache
def sentiment(*, loud: float = LOUD) -> Sentiment:
    """How good or bad a text is, by the rules of VADER; `score(text)` is from -1 to 1.

    Hutto and Gilbert 2014. Words that it does not know count nothing. As a program it answers in
    hundredths: symbol k has the direction (k, sqrt(1 - k^2)), and the nearest is said. `loud` is
    what fixes the divisor of the norms: numbers lose their square / (4 loud^2).

    >>> round(sentiment().score("The food is not very good."), 4)
    -0.3865
    """
    read_as = {name: as_read(name) for name in columns()}
    layout = Layout(semes(columns()), N_CTX, loud, waves=1, read_as=read_as)
    words = symbols()
    rows = {row: {**dict.fromkeys(row[0], 1.0), "v": row[1]} for row in words.values()}
    distinct = dict(zip(rows, layout.embedding(rows), strict=True))
    zero = layout.embedding({"": {}})[0]
    W_E = np.array([distinct[row] for row in words.values()] + [zero] * len(ANSWERS))
    at = np.arange(N_CTX)[:, None] / N_CTX * layout.writing("at")
    out, root = (layout.column(name) / math.sqrt(2 / layout.d_model) for name in ("out", "root"))
    circle = np.array([[k, math.sqrt(1 - k * k)] for k in ANSWERS.values()])
    W_U = np.zeros((layout.d_model, len(W_E)))
    W_U[:, len(words) :] = np.stack([out, root], 1) @ circle.T * 2 / layout.d_model
    model = Transformer(
        W_E,
        layout.positions() + at,
        layers(layout),
        W_U=W_U,
        causal=False,
        subspaces=layout.subspaces,
    )
    vocabulary = [*words, *ANSWERS]
    start, *typed = words
    return Sentiment(model, vocabulary, start=start, steps=1, pieces=Cutting(tuple(typed)))
