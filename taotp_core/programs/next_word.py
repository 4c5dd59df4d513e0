"""Say what comes next: a machine of any set of sentences, each with its share."""

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from taotp_core.arrays import Array
from taotp_core.programs.program import Program
from taotp_core.stream import Subspace, read, subspaces, write
from taotp_core.transformer import normalize, residual
from taotp_core.weights import LAYER_NORM, MLP, Head, Layer, Transformer

END = "<end>"  # stands before the first word of a sentence and behind its last
NEVER = 40.0  # by how much the logit of a word that cannot follow is lower; e**-40 is 4e-18
OVER = 3e17  # what a row is multiplied by, so that the word that was read is noise beside it
APART = 1e-4  # of a key's length: by how much its own prefixes must lead all others
LOUDER = 4.0  # times the margin: by how much a unit's own prefixes may differ; more overflows
CODES = (1, 2, 4, 8, 16, 32)  # sizes of a hash, tried in turn
FADED = 4.0  # how much less the first word counts in a hash than the last, so that order counts

Prefix = tuple[int, ...]
Row = tuple[tuple[int, float], ...]  # the words that may follow, with their probabilities
Unit = tuple[Array, float]  # what it reads, and its bias
Kind = TypeVar("Kind", bound=Hashable)


class Stream(NamedTuple):
    """What the columns of the stream hold."""

    word: Subspace  # the word that was read, and at the end the logits
    balance: Subspace  # two numbers that give a row of logits the mean 0 and the mean square 1
    earlier: Subspace | None  # what was said before, as a few numbers
    place: Subspace | None  # the number of the position


def next_word(shares: Mapping[str | Sequence[str], float]) -> Program:
    """A program whose probabilities are those with which words follow in sentences.

    `shares` gives how often each sentence is said, in any unit. A sentence is a string of words
    with spaces between, or a sequence of words. After every beginning of a sentence whose share is
    not 0 the softmax of the logits is what counting gives, and the end of a sentence is a word. An
    MLP has one unit for each row of the table of what follows. Where the last word does not tell
    the rows apart, a head brings what was said before it: votes of the words that decide where
    those suffice, a hash of all words otherwise. Raises ValueError for no sentences, sentences
    without words, shares that are negative or sum to nothing, and sentences too alike and too long
    to be told apart.
    """
    sentences = read_sentences(shares)
    words = sorted({word for sentence in sentences for word in sentence})
    vocabulary = [*words, END]
    rows = counted(sentences, vocabulary)
    n_ctx = 1 + max(map(len, sentences))
    beta = tallest(rows.values(), len(vocabulary))
    for stream, model in machines(rows, len(vocabulary), n_ctx, beta):
        mlp = table(stream, model, rows, beta)
        if mlp is not None:
            whole = replace(model, layers=[replace(model.layers[0], mlp=mlp)])
            return Program(whole, vocabulary, start=END, stop=END)
    raise ValueError(
        f"the sentences have up to {n_ctx - 1} words and are too much alike to be told apart; "
        "give shorter ones"
    )


# Sentences and what follows in them


def read_sentences(shares: Mapping[str | Sequence[str], float]) -> dict[tuple[str, ...], float]:
    """Sentences as tuples of words with their shares of 1."""
    if not isinstance(shares, Mapping) or not shares:
        raise ValueError("there are no sentences; give a share for each, as {'find my files': 1}")
    sentences: defaultdict[tuple[str, ...], float] = defaultdict(float)
    for sentence, share in shares.items():
        sentences[words_of(sentence)] += checked_share(sentence, share)
    total = sum(sentences.values())
    if not 0 < total < math.inf:
        raise ValueError(f"the shares sum to {total:g}; it must be a finite number above 0")
    return {sentence: share / total for sentence, share in sentences.items()}


def words_of(sentence: str | Sequence[str]) -> tuple[str, ...]:
    """The words of a sentence; ValueError where there are none, or what is there is no word."""
    words = sentence.split() if isinstance(sentence, str) else sentence
    if not isinstance(words, Sequence) or not words:
        raise ValueError(f"the sentence {sentence!r} has no words; give at least 1")
    for word in words:
        if not isinstance(word, str) or not word.strip() or word == END:
            raise ValueError(f"{word!r} in {sentence!r} is no word; give a string, not {END!r}")
    return tuple(words)


def checked_share(sentence: str | Sequence[str], share: float) -> float:
    """A share as a number; ValueError for one that is negative or none."""
    try:
        number = float(share)
    except (TypeError, ValueError):
        number = math.nan
    if not 0 <= number < math.inf:
        raise ValueError(f"the share of {sentence!r} is {share!r}; it must be a number from 0 on")
    return number


def counted(
    sentences: Mapping[tuple[str, ...], float], vocabulary: Sequence[str]
) -> dict[Prefix, Row]:
    """For each beginning of a sentence, after END, what follows it and how likely that is."""
    ids = {word: i for i, word in enumerate(vocabulary)}
    follows: defaultdict[Prefix, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
    for sentence, share in sentences.items():
        said = [ids[word] for word in (END, *sentence, END)]
        for n in range(1, len(said)):
            if share > 0:
                follows[tuple(said[:n])][said[n]] += share
    return {prefix: row_of(after) for prefix, after in follows.items()}


def row_of(after: Mapping[int, float]) -> Row:
    """Probabilities of what follows; rows that differ by rounding alone are one."""
    total = sum(after.values())
    return tuple((word, round(after[word] / total, 14)) for word in sorted(after))


# The machine before its MLP


def machines(
    rows: Mapping[Prefix, Row], n_words: int, n_ctx: int, beta: float
) -> Iterator[tuple[Stream, Transformer]]:
    """Machines without an MLP, the smallest first, each with the layout of its stream."""
    votes = deciding(rows, n_words)
    yield reading(n_words, n_ctx, beta)
    if votes.any():
        yield reading(n_words, n_ctx, beta, votes[:, None])
    for size in CODES:
        codes = np.random.default_rng(size).normal(size=(n_words, size))
        yield reading(n_words, n_ctx, beta, codes, fading=FADED)


def reading(
    n_words: int, n_ctx: int, beta: float, codes: Array | None = None, fading: float = 1.0
) -> tuple[Stream, Transformer]:
    """A machine that knows the last word and, as the mean of codes [n_words, size], the earlier.

    The last word counts `fading` times as much as the first in a context that is full.
    """
    sizes = {"word": n_words, "balance": 2}
    if codes is not None:
        sizes["earlier"] = codes.shape[1]
    if fading != 1:
        sizes["place"] = 1
    found = {subspace.name: subspace for subspace in subspaces(**sizes)}
    stream = Stream(found["word"], found["balance"], found.get("earlier"), found.get("place"))
    W_E = beta * write(stream.word)
    W_pos = np.zeros((n_ctx, W_E.shape[1]))
    heads = []
    if stream.place:
        W_pos += beta * np.linspace(0, 1, n_ctx)[:, None] @ write(stream.place)
    if codes is not None and stream.earlier:
        nothing = np.zeros((W_E.shape[1], 1))
        heads.append(
            Head(
                W_Q=nothing,
                W_K=math.log(fading) * read(stream.place) if stream.place else nothing,
                W_V=read(stream.word) @ codes,
                W_O=beta * n_ctx / math.sqrt(W_E.shape[1]) * write(stream.earlier),
                b_Q=np.ones(1) if stream.place else None,
                name="brings what was said",
            )
        )
    return stream, Transformer(W_E, W_pos, [Layer(heads)])


def deciding(rows: Mapping[Prefix, Row], n_words: int) -> Array:
    """A vote for each word [n_words] of earlier ones, 0 where it decides nothing.

    Where a last word has two rows, a word that is in all beginnings of the first and in none of
    the second has the vote 1, the other way round -1.
    """
    votes = np.zeros(n_words)
    by_last: defaultdict[int, defaultdict[Row, list[NDArray[np.bool_]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for prefix, row in rows.items():
        by_last[prefix[-1]][row].append(np.bincount(prefix, minlength=n_words) > 0)
    for classes in by_last.values():
        if len(classes) == 2:
            first, second = (np.mean(said, axis=0) for said in classes.values())
            votes += first - second
    return votes


# The table


def table(
    stream: Stream, model: Transformer, rows: Mapping[Prefix, Row], beta: float
) -> MLP | None:
    """One unit for each row, that fires where the row holds and nowhere else; None if none can."""
    before, after = streams(model, list(rows))
    keys, outs = [], []
    for row, members in by(rows.values()).items():
        for some in separable(members, list(rows), before, after):
            if some is None:
                return None
            keys.append(some)
            outs.append(logits(row, stream, beta))
    return MLP(
        W_in=np.transpose([key for key, _ in keys]),
        b_in=np.array([bias for _, bias in keys]),
        W_out=OVER / math.sqrt(model.d_model) * np.array(outs),
        b_out=np.zeros(model.d_model),
    )


def streams(model: Transformer, prefixes: Sequence[Prefix]) -> tuple[Array, Array]:
    """The last row of the stream for each prefix, and what layer norm makes of it: [n, d_model]."""
    before = np.zeros((len(prefixes), model.d_model))
    for members in by(map(len, prefixes)).values():
        tokens = np.array([prefixes[i] for i in members])
        before[members] = residual(model, tokens, keep=1)[:, 0]
    return before, normalize(before, LAYER_NORM)


def by(kinds: Iterable[Kind]) -> dict[Kind, list[int]]:
    """The numbers of things of each kind."""
    found: defaultdict[Kind, list[int]] = defaultdict(list)
    for number, kind in enumerate(kinds):
        found[kind].append(number)
    return found


def separable(
    members: list[int], prefixes: Sequence[Prefix], before: Array, after: Array
) -> Iterator[Unit | None]:
    """Units that fire for these prefixes alone: one for all of them, one a last word, one each.

    None where not even a prefix by itself can be told from all others.
    """
    if unit := unit_for(members, members, before, after):
        yield unit
        return
    for of_word in by(prefixes[i][-1] for i in members).values():
        alike = [members[i] for i in of_word]
        if unit := unit_for(alike, members, before, after):
            yield unit
        else:
            yield from (unit_for([i], members, before, after) for i in alike)


def unit_for(members: list[int], allowed: list[int], before: Array, after: Array) -> Unit | None:
    """What a unit reads, and its bias, that is at least 1 for its members; None where it cannot.

    It reads the mean of their streams. It must be 0 for all but the `allowed`, which have the same
    row, so that it does no harm there.
    """
    key = before[members].mean(axis=0)
    heights = after @ key
    least = heights[members].min()
    others = np.delete(heights, allowed)
    most = others.max(initial=-np.linalg.norm(key))
    margin, spread = least - most, heights[members].max() - least
    if margin < APART * np.linalg.norm(key) or spread > LOUDER * margin:
        return None
    rise = 2 / margin
    return rise * key, float(1 - rise * least)


def logits(row: Row, stream: Stream, beta: float) -> Array:
    """The row that a unit writes: logits over beta, balanced so that layer norm changes nothing."""
    said = np.full(len(stream.word), -NEVER / beta)
    for word, share in row:
        said[word] = math.log(share) / beta
    half = -said.sum() / 2
    rest = math.sqrt(max(0.0, (stream.word.d_model - said @ said) / 2 - half**2))
    return said @ write(stream.word) + np.array([half + rest, half - rest]) @ write(stream.balance)


def tallest(rows: Iterable[Row], n_words: int) -> float:
    """How long the rows of W_E must be, so that every row of logits can be said."""
    need = 0.0
    for row in rows:
        said = np.array([math.log(share) for _, share in row] + [-NEVER] * (n_words - len(row)))
        need = max(need, float(said @ said + said.sum() ** 2 / 2))
    return math.ceil(math.sqrt(need / (n_words + 2)))
