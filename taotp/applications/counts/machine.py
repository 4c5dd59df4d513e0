"""Say what comes next: the counts of some sentences, turned into weights.

A row of the stream holds, for each word, the logarithm of how likely it comes next. Where the last
word decides that, the rows are the embedding, and the machine has no layer. Where it does not, a
head looks for an earlier word that does, or every place votes on what may still come; then each
row is written by a step of two hidden units.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from taotp.constructions.loud_pair import balanced, level, spread
from taotp_core.arrays import Array, to_float64
from taotp_core.gadgets import SURE
from taotp_core.program import END, Program
from taotp_core.stream import Subspace, hidden, read, subspaces, write
from taotp_core.transformer import normalize, residual, units
from taotp_core.weights import LAYER_NORM, MLP, Head, Layer, Transformer

LOUD = 2.0**20  # of the pair; far louder, float32 cannot hold a flag beside it
NEVER = 40.0  # e^-40 is left of a word that does not come, which is nothing beside float64's 1
BATCH = 64  # beginnings of one length that are read at once
MOST = 10_000_000  # numbers of a machine in which every place votes: 80 MB
ALIKE = 1e-14  # shares that differ by less are the same, added in another order

Sentence = tuple[str, ...]
Rows = dict[Sentence, Array]  # after each beginning, how likely each symbol comes: [d_vocab]
Group = tuple[Array, list[Sentence]]  # a row, and the beginnings that it follows
Telling = list[tuple[str | None, Group]]  # the earlier word that tells, None where none is seen


class Stream(NamedTuple):
    """What the columns hold: a log-probability for each symbol, flags, and the loud pair."""

    word: Subspace
    flag: Subspace | None
    pair: Subspace

    @classmethod
    def of(cls, n_words: int, n_flags: int = 0) -> "Stream":
        """Lay the stream out."""
        if not n_flags:
            word, pair = subspaces(next_word=n_words, pair=2)
            return cls(word, None, pair)
        return cls(*subspaces(next_word=n_words, flags=n_flags, pair=2))

    @property
    def named(self) -> list[Subspace]:
        """The parts for readers."""
        return [self.word, *([self.flag] if self.flag else []), *hidden(self.pair)]

    def flags(self, *which: int) -> Array:
        """What reads some of the flags: [d_model, n]."""
        assert self.flag is not None
        return read(self.flag)[:, which]


def next_word(sentences: Mapping[Any, float], *, loud: float = LOUD) -> Program:
    """A program that says what comes next as often as it does in some sentences.

    `sentences` maps each, words between spaces or a tuple of words, to its
    share, any number from 0 on. After the beginning of any of them, the
    softmax of the logits is the share of each next word, or of the end,
    among all that begin so. Prompts are lists of words. `loud` is what makes
    the divisor of layer norm a constant. Raises ValueError for no sentences,
    an empty one, shares that are below 0, not finite, or sum to nothing, for
    a `loud` that the rows drown, and for sentences that would take more than
    ten million numbers.

    >>> program = next_word({"the cat sees": 3, "the dog sleeps": 1})
    >>> program.complete(["the"])
    ['cat', 'sees']
    """
    shares = checked(sentences)
    vocabulary = words_of(shares)
    rows = counted(shares, vocabulary)
    n_ctx = max(map(len, shares)) + 1
    groups = by_last_word(rows, vocabulary[-1])
    tells = {word: telling(word, own) for word, own in groups.items() if len(own) > 1}
    if all(tells.values()):
        model = with_pairs(groups, tells, vocabulary, n_ctx, loud)
    else:
        said = [sentence for sentence, share in shares.items() if share]
        model = with_places(rows, said, vocabulary, n_ctx, loud)
    return Program(model, vocabulary, start=vocabulary[-1], stop=vocabulary[-1])


def checked(sentences: Mapping[Any, float]) -> dict[Sentence, float]:
    """The share of each sentence as words, of 1 in all; ValueError as `next_word` says."""
    if not isinstance(sentences, Mapping) or not sentences:
        raise ValueError(f"sentences is {sentences!r}; it must map at least one to its share")
    found: list[tuple[Sentence, float]] = []
    for given, share in sentences.items():
        words = listed(given)
        if not words:
            raise ValueError(f"a sentence is {given!r}; it must be of one word or more, as strings")
        if not isinstance(share, int | float | np.number) or not 0 <= share < np.inf:
            said = " ".join(words)
            raise ValueError(f"the share of {said!r} is {share!r}; it must be a number from 0 on")
        found.append((words, float(share)))
    most = max(share for _, share in found)
    if not most:
        raise ValueError("the shares sum to nothing; at least one must be above 0")
    total = sum(share / most for _, share in found)
    shares: dict[Sentence, float] = {}
    for words, share in found:
        shares[words] = shares.get(words, 0.0) + share / most / total
    return shares


def listed(given: object) -> Sentence:
    """The words of a sentence; none where it is no sequence of words."""
    found = given.split() if isinstance(given, str) else given
    if not isinstance(found, Sequence) or not all(isinstance(w, str) and w.strip() for w in found):
        return ()
    return tuple(found)


def words_of(shares: Mapping[Sentence, float]) -> list[str]:
    """The words of all sentences in alphabetical order, and a symbol for where they end."""
    words = sorted({word for sentence in shares for word in sentence})
    end = END
    while end in words:
        end = f"<{end}>"
    return [*words, end]


def counted(shares: Mapping[Sentence, float], vocabulary: Sequence[str]) -> Rows:
    """After each beginning that may be said, how likely each symbol comes next."""
    ids = {word: i for i, word in enumerate(vocabulary)}
    rows: Rows = {}
    for sentence, share in shares.items():
        if share:
            for n, word in enumerate([*sentence, vocabulary[-1]]):
                rows.setdefault(sentence[:n], np.zeros(len(vocabulary)))[ids[word]] += share
    return {beginning: row / row.sum() for beginning, row in rows.items()}


def by_last_word(rows: Rows, start: str) -> dict[str, list[Group]]:
    """The different rows that follow each word, or the start."""
    groups: dict[str, list[Group]] = {}
    for beginning, row in rows.items():
        own = groups.setdefault(beginning[-1] if beginning else start, [])
        for known, beginnings in own:
            if np.abs(known - row).max() <= ALIKE:
                beginnings.append(beginning)
                break
        else:
            own.append((row, [beginning]))
    return groups


def telling(word: str, groups: Sequence[Group]) -> Telling:
    """For each group after a word, an earlier word that all its beginnings have and no others.

    One group may do without, and comes last; an empty list where two would have to.
    """
    found: Telling = []
    for row, beginnings in groups:
        seen = set.intersection(*map(set, beginnings))
        others = [b for _, rest in groups if rest is not beginnings for b in rest]
        marks = seen - {word}.union(*others)
        found.append((min(marks, default=None), (row, beginnings)))
    without = [each for each in found if each[0] is None] or found[-1:]
    if len(without) > 1:
        return []
    return [*(each for each in found if each is not without[0]), (None, without[0][1])]


def logs(rows: Array) -> Array:
    """The logarithm of shares, -NEVER where there is nothing."""
    return np.log(np.maximum(rows, np.exp(-NEVER)))


def with_pairs(
    groups: Mapping[str, Sequence[Group]],
    tells: Mapping[str, Telling],
    vocabulary: Sequence[str],
    n_ctx: int,
    loud: float,
) -> Transformer:
    """The machine of sentences in which the last word and at most one earlier word decide.

    A word that decides alone has its row as its embedding. One that does not asks: a head looks
    for the earlier words that tell, or at itself, and a step for each pair writes the row.
    """
    asking = list(tells)
    marks = sorted({mark for own in tells.values() for mark, _ in own if mark is not None})
    stream = Stream.of(len(vocabulary), len(asking) + len(marks))
    nothing = np.eye(len(vocabulary))[-1]  # follows a word that only sentences without share hold
    W_E = np.zeros((len(vocabulary), stream.pair.d_model))
    for i, word in enumerate(vocabulary):
        if word in marks:
            W_E[i] += stream.flags(len(asking) + marks.index(word))[:, 0]
        if word in asking:
            W_E[i] += stream.flags(asking.index(word))[:, 0]
        else:
            row = groups[word][0][0] if word in groups else nothing
            W_E[i] += logs(row) @ write(stream.word)
    W_pos = np.zeros((n_ctx, stream.pair.d_model))
    gain = spread(stream.pair.d_model, loud)
    W_U = gain * read(stream.word)
    rows = level(W_E, stream.pair, loud)
    model = Transformer(rows, W_pos, W_U=W_U, subspaces=stream.named)
    if not tells:
        return model
    asks = stream.flags(*range(len(asking)))
    seen = stream.flags(*range(len(asking), len(asking) + len(marks)))
    by = np.array([[mark in dict(own) for own in tells.values()] for mark in marks], float)
    look = Head(
        W_Q=2 * SURE * np.sqrt(len(asking)) * gain * asks,
        W_K=gain * (seen @ by + asks / 2),
        W_V=gain * seen,
        W_O=seen.T,
        name="looks for a word that tells",
    )
    steps, biases, prefixes, written = [], [], [], []
    for a, own in enumerate(tells.values()):
        for mark, (row, beginnings) in own:
            if mark is None:
                steps.append(4 * asks[:, a] - 2 * seen @ by[:, a])
                biases.append(-3.0)
            else:
                steps.append(4 * asks[:, a] + 2 * seen[:, marks.index(mark)])
                biases.append(-5.0)
            prefixes.append(beginnings[0])
            written.append(row)
    model = replace(model, layers=[Layer([look])])
    found = np.array(steps).T, np.array(biases)
    return stepping(model, stream, found, prefixes, np.array(written), vocabulary, loud)


def with_places(
    rows: Rows,
    sentences: Sequence[Sentence],
    vocabulary: Sequence[str],
    n_ctx: int,
    loud: float,
) -> Transformer:
    """The machine of any sentences: each word at its place votes against those it is not in.

    A head takes the votes together, and what has none against it and is as long as the prompt is
    what was typed: a step for each beginning writes its row.
    """
    n_words, n = len(vocabulary), len(sentences)
    stream = Stream.of(n_words, n_ctx + n)
    standing = sorted({(p, word) for s in sentences for p, word in enumerate(s, 1)})
    numbers = 2 * stream.pair.d_model * (len(standing) + 2 * len(rows) + n_words)
    if numbers > MOST:
        raise ValueError(
            f"{n} sentences with {len(rows)} beginnings would take {numbers:,} numbers; a machine "
            f"of at most {MOST:,} is made, so give fewer or shorter sentences, or such that the "
            "last word or one before it decides what comes next"
        )
    place, votes = stream.flags(*range(n_ctx)), stream.flags(*range(n_ctx, n_ctx + n))
    gain = spread(stream.pair.d_model, loud)
    end = write(stream.word)[-1:]
    W_E = level(write(stream.word) + 2 * end, stream.pair, loud)  # what is unknown ends
    W_pos = balanced(place.T, stream.pair)
    W_U = gain * read(stream.word)
    model = Transformer(W_E, W_pos, W_U=W_U, subspaces=stream.named)
    against = np.array(
        [[s[p - 1 : p] != (word,) for s in sentences] for p, word in standing], float
    )
    reads = read(stream.word)[:, [vocabulary.index(word) for _, word in standing]]
    reads = reads + place[:, [p for p, _ in standing]]
    vote = MLP(
        W_in=2 * gain * reads,
        b_in=np.full(len(standing), -3.0),
        W_out=balanced(n_ctx * against @ votes.T, stream.pair),
        b_out=np.zeros(stream.pair.d_model),
    )
    nowhere = np.zeros((stream.pair.d_model, 1))
    count = Head(
        nowhere, nowhere, gain * votes, balanced(votes.T, stream.pair), name="takes votes together"
    )
    model = replace(model, layers=[Layer(mlp=vote), Layer([count])])
    whose = [next(i for i, s in enumerate(sentences) if s[: len(b)] == b) for b in rows]
    steps = 2 * place[:, [len(b) for b in rows]] - 2 * votes[:, whose]
    found = steps, np.full(len(rows), -1.0)
    return stepping(
        model, stream, found, list(rows), np.array(list(rows.values())), vocabulary, loud
    )


def last_rows(model: Transformer, prefixes: Sequence[Sentence], vocabulary: Sequence[str]) -> Array:
    """The last row of the stream after each prefix [n, d_model]; those of one length at once."""
    ids = {word: i for i, word in enumerate(vocabulary)}
    rows = np.zeros((len(prefixes), model.d_model))
    of_length: dict[int, list[int]] = {}
    for i, prefix in enumerate(prefixes):
        of_length.setdefault(len(prefix), []).append(i)
    for same in of_length.values():
        for at in range(0, len(same), BATCH):
            some = same[at : at + BATCH]
            read_in = [[ids[word] for word in (vocabulary[-1], *prefixes[i])] for i in some]
            rows[some] = residual(model, np.array(read_in), keep=1)[:, 0]
    return rows


def stepping(
    model: Transformer,
    stream: Stream,
    steps: tuple[Array, Array],
    prefixes: Sequence[Sentence],
    rows: Array,
    vocabulary: Sequence[str],
    loud: float,
) -> Transformer:
    """The model with an MLP in its last layer that writes rows [n, d_vocab] after n prefixes.

    `steps` are what reads the stream [d_model, n] and biases [n]; their sum is 1 after the prefix
    and at most -1 after any other. Two units make it a step, from 0 to 1 between -1/2 and 1/2.
    What each writes is what the stream lacks there.
    """
    W, b = steps
    W_in = np.hstack([W, W]) * spread(model.d_model, loud)
    b_in = np.concatenate([b + 0.5, b - 0.5])
    x = last_rows(model, prefixes, vocabulary)
    hidden = units(normalize(x, LAYER_NORM), W_in, b_in, to_float64)
    size = np.diag(hidden[:, : len(rows)] - hidden[:, len(rows) :])
    wanted = x * (1 - write(stream.word).sum(0)) + logs(rows) @ write(stream.word)
    W_out = (level(wanted, stream.pair, loud) - x) / size[:, None]
    mlp = MLP(W_in, b_in, np.vstack([W_out, -W_out]), np.zeros(model.d_model))
    layers = [*model.layers[:-1], replace(model.layers[-1], mlp=mlp)]
    return replace(model, layers=layers)
