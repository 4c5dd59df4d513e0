"""Is it a sentence? Dogs that dogs see that dogs see sleep: brackets that agree, to some depth.

S -> NP IV, NP -> D N, NP -> D N that NP TV: every noun opens what a verb closes, and the two agree.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Any

from taotp.words.agreement_errors import Phrases, markers_of
from taotp.words.cutting import Words
from taotp.words.features import Layout
from taotp.words.rules import Rule, times
from taotp_core.arrays import Precision
from taotp_core.program import Program
from taotp_core.stream import semes
from taotp_core.weights import Head, Transformer

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
ORDERS = (  # what cannot follow what, and where a noun is not as its determiner
    Rule("d - bstart - bthat", "bad"),
    Rule("n - bd", "bad"),
    Rule("that - bn", "bad"),
    Rule("tv - bn - btv", "bad"),
    Rule("iv - bn - btv", "bad"),
    Rule("end - biv", "bad"),
    Rule("nsg and bdpl", "bad"),
    Rule("npl and bdsg", "bad"),
)
AGREEING = (  # a verb without a noun, or with one of another number, and what is left open
    Rule("v - osg - opl", "bad"),
    Rule("vsg and opl", "bad"),
    Rule("vpl and osg", "bad"),
    Rule("end - at0", "bad"),
)
DEPTH = 5  # relative clauses, one in another
LOUD = 100.0


class Brackets(Program):
    """A program that reads a string of its ten words and says whether it is a sentence."""

    def accepts(self, text: str, *, to: Precision = "float64") -> bool:
        """Whether a text is a sentence; ValueError for an unknown word and for too long a text."""
        return self.complete(text, to=to) == "yes"

    @cached_property
    def phrases(self) -> Phrases:
        """What its answers mean."""
        depth = (self.model.n_ctx - 12) // 4
        bad = layout_for(depth).columns.index("bad")
        return Phrases(
            answers={"yes": "this is a sentence", "no": "this is no sentence: {misfits}"},
            alone="cannot stand there",
            after="mlp 1",
            column=bad,
            markers=markers_of(self.model, bad),
            forms=["a these"],
        )


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
            layout.layer(look_back(layout), [layout.units(ORDERS), layout.units(stairs(layout))]),
            layout.layer([matching(layout, depth)], [layout.units(AGREEING)]),
            layout.layer([layout.head("everywhere", "bad>wrong", name="counts what is wrong")]),
        ],
        W_U=layout.unembedding(dict.fromkeys(rows, "- one") | ANSWERS),
        subspaces=layout.subspaces,
    )
    return Brackets(
        model, [*rows], START, after=END, steps=1, pieces=Words((*LEXICON,)),
        fault=partial(too_long, layout.n_ctx),
    )  # fmt: skip


def layout_for(depth: int, loud: float = LOUD) -> Layout:
    """The columns of the machine, with room for a sentence with a clause too many.

    Raises ValueError as `brackets`.
    """
    if depth < 0:
        raise ValueError(f"the depth is {depth}; it must be at least 0")
    own = names(depth)
    read_as = {name: as_read(name) for name in own.split()}
    return Layout(semes(own), 4 * depth + 12, loud, waves=1, read_as=read_as)


def names(depth: int) -> str:
    """The semes: classes and numbers, what is one back, depths, and what is wrong."""
    deep = " ".join(f"at{k}" for k in range(depth + 2))
    return (
        "d dsg dpl n nsg npl that v tv iv vsg vpl end bstart bd bdsg bdpl bn bthat btv biv "
        f"open share {deep} osg opl bad wrong"
    )


READ_AS = {
    "d": "determiner", "dsg": "singular determiner", "dpl": "plural determiner",
    "n": "noun", "nsg": "singular noun", "npl": "plural noun",
    "v": "verb", "tv": "verb with an object", "iv": "verb without an object",
    "vsg": "singular verb", "vpl": "plural verb", "open": "open nouns",
    "share": "share of the start",
    "osg": "its noun is singular", "opl": "its noun is plural",
    "bad": "cannot stand there", "wrong": "share of wrong words",
}  # fmt: skip


def as_read(name: str) -> str:
    """What a reader calls a seme.

    >>> as_read("nsg"), as_read("bn"), as_read("at2")
    ('singular noun', 'noun before', '2 nouns open')
    """
    if name in READ_AS:
        return READ_AS[name]
    if name.startswith("at"):
        return f"{name.removeprefix('at')} nouns open"
    back = name.removeprefix("b")
    return name if back == name else f"{READ_AS.get(back, back)} before"


def look_back(layout: Layout) -> list[Head]:
    """What stands one back, and how many nouns there are more than verbs, as a share of all."""
    classes = "start d dsg dpl n that tv iv"
    back = " ".join(f"{name}>b{name}" for name in classes.split())
    return [
        layout.head("1 back", back, name="looks 1 back"),
        layout.head("everywhere", "n>open - v>open start>share", name="counts open nouns"),
    ]


def stairs(layout: Layout) -> Iterator[Rule]:
    """Two rules for each step: 1 from k open nouns on, written where k is and taken before it.

    Shares are at least 1 / n_ctx, and half of one, times 2 n_ctx, is enough for a whole step.
    """
    steep, known = 2 * layout.n_ctx, layout.semes.names
    for k in range(known.index("osg") - known.index("at0") + 1):
        step = {f"at{at}": sign for at, sign in ((k, 1), (k - 1, -1)) if f"at{at}" in known}
        rise = {"open": steep, "share": -steep * (k - 0.5)}
        yield Rule(rise, step)
        yield Rule({**rise, "one": -1}, times(-1, step))


def matching(layout: Layout, depth: int) -> Head:
    """A verb looks at the noun that was open before it: the one that is as deep as it, and one."""
    deeper = [(1.0, f"at{k}", f"at{k + 1}") for k in range(depth + 1)]
    both = [(-1.0, "one", "one"), (1.0, "one", "start")]  # both count one, and one is not enough
    look = [(1.0, "v", "n"), *deeper, *both]
    return layout.head("everywhere", "nsg>osg npl>opl", look, name="looks at its noun")


def too_long(n_ctx: int, words: Sequence[Any]) -> str:
    """What is wrong with a string of words."""
    if len(words) <= n_ctx - 2:
        return ""
    return f"there are {len(words)} words; the longest string that is read has {n_ctx - 2}"
