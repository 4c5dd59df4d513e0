"""What the exercises about words in directions share: units as texts, and sentences."""

from itertools import product

import numpy as np

from exercises.judging.judge import Wrong, ask, items
from taotp.words.features import Layout
from taotp_core.arrays import Array, Tokens
from taotp_core.program import Program
from taotp_core.transformer import feed_forward, forward, normalize
from taotp_core.weights import LAYER_NORM, MLP

LONGEST_TEXT = 400  # letters of a vector
PHRASES = [f"{d} {n}" for d in ("a", "these", "the") for n in ("dog", "dogs")]
SUBJECTS = [*PHRASES, *(f"{one} near {other}" for one in PHRASES for other in PHRASES)]
SENTENCES = [
    f"{subject} {verb}"
    for subject, verb in product(SUBJECTS, ("is red", "are red", "sleeps", "sleep"))
]


def units_of(answer: object, where: str, layout: Layout, most: int) -> list[MLP]:
    """The units that pairs of texts say, what each reads and what it writes; Wrong for others."""
    given = items(ask(answer, where=where), None, "a list of pairs of texts", where)
    if not 1 <= len(given) <= most:
        raise Wrong(f"{where} expected at least 1 and at most {most} units, got {len(given)}")
    found = []
    for pair in given:
        if (
            not isinstance(pair, list | tuple)
            or len(pair) != 2
            or not all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in pair)
        ):
            raise Wrong(f"{where} expected pairs of texts, what a unit reads and what it writes")
        try:
            found.append(layout.unit(*pair))
        except ValueError as error:
            raise Wrong(f"{where} {error}") from None
    return found


def after(layout: Layout, units: list[MLP], rows: Array) -> Array:
    """The semes of rows [n, d_model] after a layer of units alone, with its norm."""
    mlp = layout.layer(units=units).mlp
    assert mlp is not None
    out: Array = (rows + feed_forward(normalize(rows, LAYER_NORM), mlp))[:, : layout.semes.size]
    return out


def weird(sentence: str) -> int:
    """How many words do not agree: determiners with the noun behind, the verb with the first."""
    words = sentence.split()
    pairs = zip(words, words[1:], strict=False)
    wrong = sum(pair in (("a", "dogs"), ("these", "dog")) for pair in pairs)
    return wrong + ((words[1] == "dog") != bool({"is", "sleeps"} & {*words}))


def miscounted(program: Program) -> list[tuple[str, int, str]]:
    """Each of SENTENCES that it counts wrong, with what is right and what it says."""
    said: dict[str, str] = {}
    ids = program.places
    for n in sorted({len(text.split()) for text in SENTENCES}):
        some = [text for text in SENTENCES if len(text.split()) == n]
        tokens: Tokens = np.array([[ids[word] for word in f"<s> {text}".split()] for text in some])
        best = forward(program.model, tokens, keep=1)[:, 0].argmax(-1)
        said |= {text: str(program.vocabulary[i]) for text, i in zip(some, best, strict=True)}
    return [(text, weird(text), said[text]) for text in SENTENCES if said[text] != str(weird(text))]
