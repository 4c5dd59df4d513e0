"""How many strings of words the machine of brackets misjudges: all short ones, and damaged ones."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, product

import numpy as np

from exercises.judging.brackets import WORDS as KNOWN
from exercises.judging.brackets import damaged, is_sentence, sentences
from taotp.applications.brackets.machine import DEPTH, Brackets
from taotp.programs import brackets
from taotp_core.arrays import rounding
from taotp_core.transformer import forward

LONGEST = 6  # words of the strings that are tried all
DEEP = 2  # clauses up to which every damage of every sentence is tried; deeper ones are drawn
DRAWN = 100
SEED = 20_000
AT_ONCE = 10_000
PRECISIONS = ("float64", "float32")
POINTS = [
    {"precision": precision, "strings": what, "of": of}
    for precision in PRECISIONS
    for what, last in (("words", LONGEST), ("sentences", DEPTH), ("damaged", DEPTH))
    for of in range(last + 1)
]
WORDS = (
    "all strings of so many words, all sentences of so many clauses, and sentences of so many "
    f"clauses in every way damaged (of more than {DEEP} clauses {DRAWN} of them, seed {SEED})"
)


def measure(precision: str, strings: str, of: int) -> Iterator[dict[str, object]]:
    """How many strings there are, how many are sentences, and how many are misjudged."""
    tried = right = wrong = 0
    chosen = SOURCES[strings](of)
    while some := [*islice(chosen, AT_ONCE)]:
        truth = np.array([*map(is_sentence, some)])
        wrong += int((accepted(some, precision) != truth).sum())
        tried, right = tried + len(some), right + int(truth.sum())
    yield {"tried": tried, "sentences": right, "misjudged": wrong}


def accepted(strings: Sequence[Sequence[str]], precision: str) -> np.ndarray:
    """Which strings the machine says yes to [n]."""
    out = np.zeros(len(strings), bool)
    for n in {len(string) for string in strings}:
        some = [i for i, string in enumerate(strings) if len(string) == n]
        out[some] = says_yes(machine(), [strings[i] for i in some], precision)
    return out


@cache
def machine() -> Brackets:
    """The machine, made once."""
    return brackets()


def says_yes(
    program: Brackets, strings: Sequence[Sequence[str]], precision: str = "float64"
) -> np.ndarray:
    """Which strings of one length a machine says yes to [n]."""
    ids = {word: i for i, word in enumerate(program.vocabulary)}
    tokens = np.array([[ids["<s>"], *map(ids.__getitem__, s), ids["</s>"]] for s in strings])
    logits = forward(program.model, tokens, keep=1, to=rounding(precision))[:, 0]
    found: np.ndarray = logits.argmax(1) == ids["yes"]
    return found


def every_damage(depth: int) -> Iterator[tuple[str, ...]]:
    """Damaged sentences of so many clauses, each once."""
    found: Iterable[tuple[str, ...]] = sentences(depth)
    if depth > DEEP:
        all_of_them = [*found]
        rng = np.random.default_rng(SEED + depth)
        found = [all_of_them[i] for i in rng.choice(len(all_of_them), DRAWN, replace=False)]
    yield from dict.fromkeys(bad for sentence in found for bad in damaged(sentence))


SOURCES = {
    "words": lambda n: product(KNOWN, repeat=n),
    "sentences": sentences,
    "damaged": every_damage,
}
