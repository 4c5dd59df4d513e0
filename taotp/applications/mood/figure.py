"""The live figure of mood: what is left of each word after each layer, and the last norm."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from taotp.applications.mood import vader
from taotp.applications.mood.machine import FLAGS, LOUD, N_CTX, Sentiment, columns, sentiment
from taotp.figures import sketches
from taotp.figures.explorables import figure_with
from taotp.figures.figure import Dial, Figure, Fold, Json, Line
from taotp.figures.live import LiveFigure
from taotp.figures.spec import as_matrix, describe, gaps
from taotp.figures.tables import table_of
from taotp_core.arrays import Array
from taotp_core.weights import Transformer

STEPS = ("As in the lexicon", "Capitals, and no before it", "One word back", "Two words back",
         "Three words back", "So, least, and idioms", "But")  # fmt: skip
MOST_VALENCE = 4  # of the lexicon, either way
# A sentence, what vaderSentiment 3.3.2 says of it, and what there is to see.
TRIES: list[Json] = [
    {"text": text, "right": right, "why": why}
    for text, right, why in (
        ("VADER is VERY SMART, uber handsome, and FRIGGIN FUNNY!!!", 0.9469,
         "Capitals, boosters, and marks: each pushes away from 0."),
        ("Not bad at all", 0.431, "A negation one word back turns bad over."),
        ("I was NEVER so very happy", 0.726, "Never so is no negation: times 1.25, in the step "
         "after the next."),
        ("The plot was good, but the characters are uncompelling and the dialog is not great.",
         -0.7042, "Before but half, behind it half as much again: the weights of the last head."),
        ("With VADER, sentiment analysis is the shit!", 0.6476, "An idiom decides alone, five "
         "layers after it was found."),
        ("he was kind of bad", -0.5849, "Two words that dampen take from bad as well: worse."),
        ("I am so happy", 0.6948, "VADER takes any so for never so, three words on."),
        ("The soup is rich, but the salad is fresh.", 0.4497, "The package halves rich twice, "
         "since half of it is as good as fresh; we take what is meant."),
    )
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Mood(Figure):
    """A sentence that is typed, and what is left of its words after each of some steps.

    `lexicon` has words by their valence, `flags` what else words are, `emoji` a line for each.
    `names` are the columns of the stream. Of `model`, each array is its rows and columns, and
    `terms`, of gaps between the entries that are not zero, each with its place in `values`.
    """

    lexicon: Mapping[str, str]
    emoji: str
    flags: Mapping[str, Sequence[str]]
    names: Sequence[str]
    loud: float
    n_ctx: int
    model: Json
    values: Sequence[float]
    heads: Sequence[Json]
    steps: Sequence[str]
    tries: Sequence[Json]
    kind: Literal["mood"] = "mood"


def mood(
    text: str = TRIES[0]["text"],
    *,
    id: str = "mood",
    title: str = "The mood of your sentence",
    alt: str = "Each word is colored by what is left of its valence, layer after layer.",
) -> LiveFigure:
    """A sentence, which a reader types, and what `sentiment()` makes of it rule by rule.

    Heads can be switched off. It brings the lexicon, about 100 kB.
    """
    program = sentiment()
    heads = [
        {"at": f"{number}.{h}", "name": head.name}
        for number, layer in enumerate(program.model.layers)
        for h, head in enumerate(layer.heads)
    ]
    model, values = as_data(program)
    drawn = Mood(
        id=id,
        title=title,
        alt=alt,
        panels=["moodTries", "moodWords", "moodCircle", "moodHeads"],
        folds={"moodHeads": Fold(title="Switch heads off")},
        controls=[
            Line(name="text", label="your sentence"),
            Dial(name="step", label="after rule", least=0, most=len(STEPS) - 1),
        ],
        hidden=[Line(name="off")],
        state={"text": text, "step": len(STEPS) - 1, "off": ""},
        lexicon=by_valence(),
        emoji="\n".join(letter + words for letter, words in vader.emoji().items()),
        flags={flag: list(words) for flag, words in FLAGS.items()},
        names=[*columns(), "start", "balance", "loud", "-loud", "place", "cos 1", "sin 1"],
        loud=LOUD,
        n_ctx=N_CTX,
        model=model,
        values=values,
        heads=heads,
        steps=STEPS,
        tries=TRIES,
    )
    return figure_with(drawn, lambda: still_of(program, text, title), None, ["mood"])


def by_valence() -> dict[str, str]:
    """The words that a text can have, by their valence."""
    known = sentiment().places
    words: dict[str, list[str]] = {}
    for word, valence in vader.rated().items():
        if word in known:
            words.setdefault(f"{valence:g}", []).append(word)
    return {valence: " ".join(each) for valence, each in words.items()}


def as_data(program: Sentiment) -> tuple[Json, list[float]]:
    """The layers as data; the page makes rows of words and places itself."""
    own, values = program.model, dict[float, int]()
    d = own.d_model
    bare = Transformer(np.eye(d), np.zeros((1, d)), own.layers, causal=False)

    def put(_: str, array: Array) -> Json:
        rows, columns = as_matrix(array).shape
        data = gaps(as_matrix(array), values)
        return {"rows": rows, "columns": columns, "terms": [{"power": 0, "data": data}]}

    return describe(bare, put), [*values]


def still_of(program: Sentiment, text: str, title: str) -> str:
    """A sentence in the colors of its words, what it comes to, and the sentences to try."""
    rated, said = vader.rated(), text.split()
    valences = [rated.get(word.strip(".,!?").lower(), 0.0) / MOST_VALENCE for word in said]
    tries = [each["text"] for each in TRIES]
    scores = [program.score(each) for each in (text, *tries)]
    bars = sketches.bars(["this sentence", *tries], scores, [f"{x:.4f}" for x in scores])
    image = sketches.still(title, sketches.chips(said, valences), bars)
    return image + table_of_tries(program, title)


def table_of_tries(program: Sentiment, title: str) -> str:
    """What it says of the sentences to try, as HTML."""
    rows = {each["text"]: [f"{program.score(each['text']):.4f}"] for each in TRIES}
    return table_of(rows, ["sentence", "score"], title)
