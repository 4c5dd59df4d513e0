"""How many words of a sentence do not agree: the small grammar of *Words in directions*."""

from collections.abc import Mapping
from functools import partial

from taotp.words.agreement_errors import Phrases, markers_of, of_counts
from taotp.words.cutting import Words
from taotp.words.features import Layout
from taotp.words.rules import Rule
from taotp_core.gadgets import SURE
from taotp_core.program import Program
from taotp_core.stream import Semes, Vector, semes
from taotp_core.weights import Transformer

SEMES = semes("det noun verb prep sg pl dsg dpl vsg vpl nsg npl ssg spl weird out share")
READ_AS = {
    "det": "determiner", "prep": "preposition", "sg": "singular", "pl": "plural",
    "dsg": "singular determiner", "dpl": "plural determiner",
    "vsg": "singular verb", "vpl": "plural verb",
    "nsg": "next noun singular", "npl": "next noun plural",
    "ssg": "first noun singular", "spl": "first noun plural",
    "weird": "does not agree", "out": "answer", "share": "share of the start",
}  # fmt: skip
LEXICON = {
    "a this that": "det dsg",
    "these those": "det dpl",
    "the": "det",
    "dog key cabinet child": "noun sg",
    "dogs keys cabinets children": "noun pl",
    "is sleeps sees": "verb vsg",
    "are sleep see": "verb vpl",
    "to near of on": "prep",
    "red old": "",
}
RULES = (
    Rule("dsg and npl", "weird", "a dogs sleep"),
    Rule("dpl and nsg", "weird", "these dog sleeps"),
    Rule("vsg and spl", "weird", "the dogs sleeps"),
    Rule("vpl and ssg", "weird", "the dog sleep"),
)
MOST = 4  # weird words that it can count


def weird_words(
    n_ctx: int = 12, *, loud: float = 30.0, hard: float = SURE, directions: Semes = SEMES
) -> Program:
    """A program that says how many words of a sentence are weird, up to MOST of them.

    A determiner has to agree with the next noun, and a verb with the first noun of all. `loud` is
    what the pair holds that a norm divides by, `hard` the lead of where a head looks, and
    `directions` are the semes (a column for each, or fewer). Raises ValueError for an n_ctx below
    1, a loud of 0 or less, and where a seme is missing.

    >>> weird_words().complete("these dog near the cabinet sleep")
    '2'
    """
    layout = Layout(directions, n_ctx, loud, waves=n_ctx, read_as=READ_AS)
    words = {word: text for some, text in LEXICON.items() for word in some.split()}
    counts = {str(k): {"out": 2.0 * k, "share": -1.0 * k * k} for k in range(MOST + 1)}
    model = grammar(layout, hard, {"<s>": "start"} | words, counts)
    return Program(
        model, ["<s>", *words, *counts], "<s>", fault=no_words, steps=1, pieces=Words((*words,))
    )


def phrases_of(program: Program) -> Phrases:
    """What the answers of the machine mean, where each direction has a column of its own.

    >>> from taotp.words.agreement_errors import in_words
    >>> machine = weird_words()
    >>> in_words(machine, "the keys to the cabinet is red", phrases_of(machine))
    '“is” does not go with “keys”, but “are” would'
    """
    weird = SEMES.names.index("weird")
    forms = ["is are", "this these", "that those", "a these", "child children"]
    markers = markers_of(program.model, weird)
    return of_counts(MOST, after="mlp 0", column=weird, markers=markers, forms=forms)


def grammar(
    layout: Layout, hard: float, rows: Mapping[str, str], counts: Mapping[str, str | Vector]
) -> Transformer:
    """Numbers are fetched by two heads, compared by four units, and averaged by a third head.

    Of n rows w are weird: it reads w / n beside the share 1 / n of the start, and k is said with
    2 k w / n - k^2 / n, which is largest where k is w.
    """
    noun = partial(layout.head, look="one>noun", hard=hard)
    fetch = layout.layer(
        [
            noun("nearest after", "sg>nsg pl>npl", name="asks the next noun"),
            noun("first", "sg>ssg pl>spl", name="asks the first noun"),
        ],
        [layout.units(RULES)],
    )
    count = layout.head("everywhere", "weird>out start>share", name="counts what is weird")
    return Transformer(
        layout.embedding({**rows, **dict.fromkeys(counts, "")}),
        layout.positions(),
        [fetch, layout.layer([count])],
        W_U=layout.unembedding({**dict.fromkeys(rows, "- one"), **counts}),
        causal=False,
        subspaces=layout.subspaces,
    )


def no_words(prompt: object) -> str:
    """What is wrong with a sentence without words."""
    return "" if prompt else "there are no words; type a sentence, as the dog sleeps"
