"""Is it a sentence? Dogs that dogs see that dogs see sleep: brackets that agree, to some depth.

S -> NP IV, NP -> D N, NP -> D N that NP TV: every noun opens what a verb closes, and the two agree.
"""

from collections.abc import Sequence
from typing import Any

from taotp_core.arrays import Rounding, to_float64
from taotp_core.program import Program
from taotp_core.stream import semes
from taotp_core.weights import MLP, Head, Transformer
from taotp_core.words.cutting import Words
from taotp_core.words.semes import Layout

START, END = "<s>", "</s>"
LEXICON = {
    "the": "d",
    "a": "d dsg",
    "these": "d dpl",
    "dog": "n nsg",
    "dogs": "n npl",
    "that": "that",
    "sleeps": "v iv vsg",
    "sleep": "v iv vpl",
    "sees": "v tv vsg",
    "see": "v tv vpl",
}
ANSWERS = {"yes": "0.5 share", "no": "wrong"}  # one wrong word is a whole share
BEFORE = {  # what may stand before a word of each class
    "d": "bstart bthat",
    "n": "bd",
    "that": "bn",
    "tv": "bn btv",
    "iv": "bn btv",
    "end": "biv",
}
DEPTH = 5  # relative clauses, one in another
LOUD = 100.0


class Brackets(Program):
    """A program that reads a string of its ten words and says whether it is a sentence."""

    def accepts(self, text: str, *, to: Rounding = to_float64) -> bool:
        """Whether a text is a sentence; ValueError for an unknown word and for too long a text."""
        return self.complete(text, to=to) == "yes"


def brackets(depth: int = DEPTH, *, loud: float = LOUD) -> Brackets:
    """A program that says yes to sentences of so many relative clauses in each other, else no.

    Deeper ones it refuses: it counts no farther. `loud` is what the pair holds that a norm divides
    by. Raises ValueError for a depth below 0 and a loud of 0 or less.

    >>> program = brackets()
    >>> program.complete("the dog that these dogs see sleeps")
    'yes'
    >>> program.complete("the dog that these dogs see sleep")
    'no'
    """
    layout = layout_for(depth, loud)
    rows = {START: "start", **LEXICON, END: "end"} | dict.fromkeys(ANSWERS, "")
    model = Transformer(
        layout.embedding(rows),
        layout.positions(),
        [
            layout.layer(look_back(layout), [*orders(layout), *stairs(layout, depth)]),
            layout.layer([matching(layout, depth)], agreeing(layout)),
            layout.layer([layout.head("everywhere", "bad>wrong", name="counts what is wrong")]),
        ],
        W_U=layout.unembedding(dict.fromkeys(rows, "- one") | ANSWERS),
    )
    return Brackets(
        model, [*rows], START, after=END, steps=1, pieces=Words((*LEXICON,)),
        fault=lambda words: too_long(words, layout.n_ctx),
    )  # fmt: skip


def layout_for(depth: int, loud: float = LOUD) -> Layout:
    """The columns of the machine, with room for a sentence with a clause too many.

    Raises ValueError as `brackets`.
    """
    if depth < 0:
        raise ValueError(f"the depth is {depth}; it must be at least 0")
    return Layout(semes(names(depth)), 4 * depth + 12, loud, waves=1)


def names(depth: int) -> str:
    """The semes: classes and numbers, what is one back, depths, and what is wrong."""
    deep = " ".join(f"at{k}" for k in range(depth + 2))
    return (
        "d dsg dpl n nsg npl that v tv iv vsg vpl end bstart bd bdsg bdpl bn bthat btv biv "
        f"open share {deep} osg opl bad wrong"
    )


def look_back(layout: Layout) -> list[Head]:
    """What stands one back, and how many nouns there are more than verbs, as a share of all."""
    classes = "start d dsg dpl n that tv iv"
    back = " ".join(f"{name}>b{name}" for name in classes.split())
    return [
        layout.head("1 back", back, name="looks 1 back"),
        layout.head("everywhere", "n>open - v>open start>share", name="counts open nouns"),
    ]


def orders(layout: Layout) -> list[MLP]:
    """Units that say what cannot follow what, and where a noun is not as its determiner."""
    follow = [
        layout.unit(f"{name} " + " ".join(f"- {each}" for each in before.split()), "bad")
        for name, before in BEFORE.items()
    ]
    return [*follow, layout.when("nsg and bdpl", "bad"), layout.when("npl and bdsg", "bad")]


def stairs(layout: Layout, depth: int) -> list[MLP]:
    """Two units for each step: 1 from k open nouns on, written where k is and taken before it.

    Shares are at least 1 / n_ctx, and half of one, times 2 n_ctx, is enough for a whole step.
    """
    steep, units = 2 * layout.n_ctx, []
    for k in range(depth + 3):
        writes = " ".join(
            f"{sign} at{at}" for at, sign in ((k, "+"), (k - 1, "-")) if 0 <= at < depth + 2
        )
        rise = f"{steep} open {-steep * (k - 0.5):+} share"
        units += [layout.unit(rise, writes), layout.unit(f"{rise} - one", opposite(writes))]
    return units


def opposite(text: str) -> str:
    """A vector's text with its signs exchanged."""
    return text.translate(str.maketrans("+-", "-+"))


def matching(layout: Layout, depth: int) -> Head:
    """A verb looks at the noun that was open before it: the one that is as deep as it, and one."""
    pairs = " ".join(f"at{k}>at{k + 1}" for k in range(depth + 1))
    look = f"v>n {pairs} - one>one one>start"  # both count one, and one is not enough
    return layout.head("everywhere", "nsg>osg npl>opl", look, name="looks at its noun")


def agreeing(layout: Layout) -> list[MLP]:
    """Units that say where a verb has no noun, or one of another number, and what is left open."""
    return [
        layout.unit("v - osg - opl", "bad"),
        layout.when("vsg and opl", "bad"),
        layout.when("vpl and osg", "bad"),
        layout.unit("end - at0", "bad"),
    ]


def too_long(words: Sequence[Any], n_ctx: int) -> str:
    """What is wrong with a string of words."""
    if len(words) <= n_ctx - 2:
        return ""
    return f"there are {len(words)} words; the longest string that is read has {n_ctx - 2}"
