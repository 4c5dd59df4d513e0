"""Say a whole sentence of which one word was heard: a chain of words, and a sound at its fork."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from taotp.applications.spoken.machine import (
    SILENCE,
    Stream,
    frames_of,
    listener,
    remembered,
    votes,
    with_votes,
)
from taotp.sound.heard import Heard
from taotp_core.arrays import Array
from taotp_core.program import Program
from taotp_core.stream import Subspace, parts, read, write
from taotp_core.weights import MLP, Layer

SOUND = 100.0  # how much a vote counts beside the logarithm of a share
NEVER = -1e3  # stands for the logarithm of 0; no vote is so loud

Chain = dict[str, dict[str, float]]  # which words follow a word, with their shares


def spoken_sentence(
    sentences: Mapping[str, float], recordings: Mapping[str, Sequence[Array]]
) -> Program:
    """A program that hears one word and says the sentence that has it.

    `sentences` have shares, as {"show me my files please": 30, ...}. A word
    follows another as often as it does there; where several may follow,
    each has recordings, and the sound decides. Where it is like none of
    them the shares do. Raises ValueError as `spoken_words` does, for shares
    that are not positive, for a word that is twice in a sentence, and for
    one that may follow beside others and has no recording.

    >>> t = np.arange(3200) / 8000
    >>> up, down = (0.5 * np.sin(f * t + s * t * t) for f, s in ((2000, 9000), (9000, -9000)))
    >>> said = {"up": [up], "down": [down]}
    >>> spoken_sentence({"we go up now": 1, "we go down now": 1}, said).complete(down)
    'we go down now'
    """
    chain = chain_of(sentences)
    heard, labels = remembered(recordings)
    check_forks(chain, recordings)
    words = [*(word for word in chain if word != SILENCE), SILENCE]
    stream = Stream.of(2 * len(words))
    said, next_one = parts(stream.word, 2)
    columns = [len(words) + words.index(word) for word in recordings]
    model = with_votes(listener(stream), votes(stream, heard, [columns[label] for label in labels]))
    model = replace(
        model,
        W_E=write(said),
        W_pos=np.zeros((len(words), stream.word.d_model)),
        layers=[*model.layers, table(logarithms(chain, words) / SOUND, said, next_one)],
        W_U=SOUND * read(next_one),
        subspaces=[*model.subspaces[:-1], *parts(stream.word, 2, ["said", "next word"])],
    )
    names = Heard(tuple(word for word in words if word != SILENCE))
    return Program(model, words, start=SILENCE, stop=SILENCE, source=frames_of, pieces=names)


def table(rows: Array, said: Subspace, next_one: Subspace) -> Layer:
    """A layer of one unit for each word, which is 1 after that word and then writes its row."""
    silent = np.zeros(said.d_model)
    mlp = MLP(read(said), np.zeros(len(said)), rows @ write(next_one), silent)
    return Layer(mlp=mlp, norm_mlp=None)


def chain_of(sentences: Mapping[str, float]) -> Chain:
    """How often each word follows each, from SILENCE to SILENCE."""
    if not isinstance(sentences, Mapping) or not sentences:
        raise ValueError("there are no sentences; give at least 1 with its share")
    chain: Chain = {SILENCE: {}}
    for sentence, share in sentences.items():
        words = sentence.split() if isinstance(sentence, str) else []
        if not words:
            raise ValueError(f"{sentence!r} is not a sentence; give words with spaces between them")
        if len(set(words)) < len(words):
            raise ValueError(f"{sentence!r} has a word twice; a chain would not know where it is")
        if not 0 < share < np.inf:
            raise ValueError(f"the share of {sentence!r} is {share}; give a positive number")
        for word, after in zip([SILENCE, *words], [*words, SILENCE], strict=True):
            follows = chain.setdefault(word, {})
            follows[after] = follows.get(after, 0) + share
    return chain


def check_forks(chain: Chain, recordings: Mapping[str, Sequence[Array]]) -> None:
    """Raise ValueError unless all words to choose from have recordings, and no others do."""
    forks = {word for follows in chain.values() if len(follows) > 1 for word in follows}
    if missing := sorted(forks - set(recordings)):
        raise ValueError(f"{missing[0]!r} is one of several that may follow; record it as well")
    if idle := sorted(set(recordings) - forks):
        raise ValueError(
            f"{idle[0]!r} is recorded, but it is nowhere one of several that may follow"
        )


def logarithms(chain: Chain, words: Sequence[str]) -> Array:
    """The logarithm of each share, NEVER where it is 0: [n, n], a row for the word before."""
    shares = np.array([[chain[word].get(after, 0.0) for after in words] for word in words])
    shares /= shares.sum(axis=1, keepdims=True)
    logs: Array = np.log(shares, out=np.full_like(shares, NEVER), where=shares > 0)
    return logs
