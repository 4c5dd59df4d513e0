"""Say whom a pronoun means: the nearest noun before it that agrees with it, by one head."""

from collections.abc import Mapping, Sequence

import numpy as np

from taotp.words.cutting import Words
from taotp_core.arrays import Array
from taotp_core.deprecated import renamed
from taotp_core.gadgets import SURE
from taotp_core.program import Program
from taotp_core.stream import Semes, hidden, read, semes, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

NOBODY = "nobody"  # what is said where no noun agrees, and after what is no pronoun
FEATURES = semes("masculine feminine neuter singular plural")
ASKS = {
    "he": "masculine + singular",
    "she": "feminine + singular",
    "it": "neuter + singular",
    "they": "2 plural",
}
NOUNS = {
    "king": "masculine + singular",
    "queen": "feminine + singular",
    "castle": "neuter + singular",
    "kings": "masculine + plural",
    "queens": "feminine + plural",
    "castles": "neuter + plural",
}
OTHERS = ("the", "saw", "and")
AGREES = 2.0  # a pronoun asks for two things, or twice for one; a noun that has less does not agree


@renamed(sure="hard")
def coreference(
    nouns: Mapping[str, str] = NOUNS,
    others: Sequence[str] = OTHERS,
    *,
    asks: Mapping[str, str] = ASKS,
    features: Semes = FEATURES,
    n_ctx: int = 24,
    hard: float = SURE,
) -> Program:
    """A program that says whom the pronoun at the end of a text means: he, she, it or they.

    It is the nearest noun before it that agrees, and "nobody" where none does
    and where the last word is no pronoun: two nouns with "and" are no plural,
    as the head looks at one at a time. `nouns` says the features of each,
    as "feminine + singular", or "masculine + feminine + singular" of one that
    may be either; `others` are words that have none. Other words may ask, for
    two of other `features` each, or twice for one. `hard` is the lead of where
    the head looks. What a text is about is not known to it. Raises ValueError
    for no nouns, a word that is there twice, an unknown feature, a word that
    asks for more or less than two, and an n_ctx below 2.

    >>> coreference().complete("the king saw the queen and she")
    'queen'
    >>> coreference().complete("the king saw the queen and he")
    'king'
    >>> coreference().complete("the king and the queen saw the castle and they")
    'nobody'
    """
    words = [*nouns, *asks, *others]
    if not nouns or len({NOBODY, "<s>", *words}) < len(words) + 2:
        raise ValueError(f"the words are {' '.join(words)}; there must be a noun, and each once")
    if n_ctx < 2:
        raise ValueError(f"n_ctx is {n_ctx}; a text and the start take 2 positions or more")
    has, wants = features.sums([*nouns.values()]), features.sums([*asks.values()])
    for word, row in zip(asks, wants, strict=True):
        if row.sum() != AGREES:
            raise ValueError(f"{word!r} asks for {row.sum():g} features; it must be {AGREES:g}")
    symbols = [NOBODY, *words, "<s>"]
    model = teller(has, wants, len(symbols), n_ctx, hard)
    return Program(model, symbols, start="<s>", fault=empty, steps=1, pieces=Words((*words,)))


def empty(prompt: Sequence[object]) -> str:
    """What is wrong with a prompt of no words."""
    return "" if len(prompt) else "there are no words; give at least 1"


def teller(nouns: Array, pronouns: Array, d_vocab: int, n_ctx: int, sure: float) -> Transformer:
    """One head, no norm: what a noun `has` is asked for by what a pronoun `asks`, later ones first.

    A noun that agrees is worth more than all places together, and the start in between: as much as
    one and a half of two features. Who does not ask has nothing but the start to look at.
    """
    size, n = nouns.shape[1], 1 + len(nouns)  # nobody and the nouns, in the order of the symbols
    asks, has, place, one, rests, name, means = subspaces(
        asks_for=size, has=size, place=1, one=1, start=1, name=n, means=n
    )
    match = 2 * sure * n_ctx
    W_E = np.zeros((d_vocab, name.d_model))
    W_E[:n] = np.eye(n) @ write(name)
    W_E[1:n] += nouns @ write(has)
    W_E[n : n + len(pronouns)] = pronouns @ write(asks)
    W_E[-1] = write(rests)[0] + write(name)[0]
    W_pos = np.arange(n_ctx)[:, None] * write(place) + write(one)
    later = sure / AGREES * read(asks).sum(axis=1, keepdims=True)  # each asks for AGREES in all
    rest = 0.75 * AGREES * match * read(one)
    find = Head(
        W_Q=np.sqrt(size + 2) * np.hstack([match * read(asks), later, rest]),
        W_K=np.hstack([read(has), read(place), read(rests)]),
        W_V=read(name),
        W_O=write(means),
        name="looks at whom it means",
    )
    said = np.eye(n, d_vocab)
    named = [asks, has, place, *hidden(one), rests, name, means]
    layers = [Layer([find], norm_attn=None)]
    return Transformer(W_E, W_pos, layers, None, W_U=read(means) @ said, subspaces=named)
