"""Say the next letter by chance: how often each followed in a text, counted, as weights.

The row of the last letter is its embedding. Where more letters decide, heads fetch those before
it, and each context that was seen has one hidden unit, which writes what its row has and the row
of the shorter context lacks. No unit speaks for a context that was not seen: there the row of the
longest end of it that was seen stands as it is.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from taotp.constructions.loud_pair import level
from taotp.programs.searching import before as steps_before
from taotp_core.arrays import Array
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back, hard_enough
from taotp_core.program import Program
from taotp_core.stream import Subspace, hidden, read, subspaces, write
from taotp_core.weights import LAYER_NORM, MLP, Layer, Transformer

SILENT = 1000.0  # e^-1000 is 0 in float64: what never came has a share of 0, not nearly
LINE = 60  # letters that a program says where nothing else is asked
MOST = 15_000_000  # counts, contexts times letters; the machine of more takes gigabytes

Ids = NDArray[np.integer[Any]]


class Counts(NamedTuple):
    """What follows the different contexts of one length in a text.

    `contexts` [n, length] are ids of letters, `follows` [n, d_vocab] says how often each letter
    came next, and `shorter` [n] which of the contexts one letter shorter each of them ends in.
    """

    contexts: Ids
    follows: Array
    shorter: Ids


class Stream(NamedTuple):
    """What the columns hold: log-shares and what levels them, codes of letters, and places.

    `past` has the code of the letter 1, 2 ... back, and `reach` whether there are 2, 3 ... letters.
    """

    row: Subspace
    pair: Subspace
    last: Subspace
    place: Subspace
    past: tuple[Subspace, ...]
    reach: tuple[Subspace, ...]

    @classmethod
    def of(cls, d_vocab: int, size: int, order: int) -> "Stream":
        """Lay the stream out for codes of a size."""
        sizes = {"next_letter": d_vocab, "pair": 2, "letter": size, "place": 3}
        sizes |= dict.fromkeys(steps_before(order - 1), size)
        sizes |= {f"{j}_letters": 2 for j in range(2, order + 1)}
        row, pair, last, place, *rest = subspaces(**sizes)
        return cls(row, pair, last, place, tuple(rest[: order - 1]), tuple(rest[order - 1 :]))

    @property
    def named(self) -> list[Subspace]:
        """The parts for readers; whether there are so many letters, they see."""
        shown = [self.row, self.last, self.place, *self.past]
        return [*shown, *hidden(self.pair, *self.reach)]


def letters(
    text: Sequence[str],
    order: int,
    *,
    vocabulary: Sequence[str] | None = None,
    add: float = 0.0,
    borrow: float = 0.0,
    n_ctx: int | None = None,
) -> Program:
    """A program that says what comes next as often as it did in a text.

    The softmax of the logits is the share of each letter among all that
    followed the last `order` letters. Where these never stood in the text, or
    only at its end, or where fewer were read, it is the share after the
    longest end of them that did. Before they are divided, `add` is added to
    the count of every letter, and `borrow` letters as the shorter context
    would say them; with both 0 the shares are what was counted, and a letter
    that never came has share 0. The text is a string or a list of words, and
    `vocabulary` what may be typed (None: what is in the text, sorted). The
    program reads the last `n_ctx` letters (None: `order`), of which the last
    `order` decide. Raises ValueError for a text that is not longer than the
    order or has what the vocabulary lacks, for numbers out of range, and for
    more contexts than fit into memory.

    >>> letters("abracadabra", order=2).complete("ca", steps=5)
    'dabra'
    """
    known = checked(text, order, vocabulary, n_ctx)
    for name, number in (("add", add), ("borrow", borrow)):
        if not isinstance(number, int | float | np.number) or not 0 <= number < np.inf:
            raise ValueError(f"{name} is {number!r}; it must be a number from 0 on")
    places = {letter: i for i, letter in enumerate(known)}
    counts = counted(np.array([places[letter] for letter in text]), len(known), order)
    rows = shares(counts, float(add), float(borrow))
    model = machine(counts, rows, n_ctx or max(order, 1))
    return Program(model, known, steps=LINE, slide=True)


def checked(
    text: Sequence[str], order: int, vocabulary: Sequence[str] | None, n_ctx: int | None
) -> list[str]:
    """The vocabulary, as a list; ValueError as `letters` says."""
    if isinstance(order, bool) or not isinstance(order, int | np.integer) or order < 0:
        raise ValueError(f"order is {order!r}; it must be an integer from 0 on")
    if not isinstance(text, Sequence) or not all(isinstance(letter, str) for letter in text):
        kind = type(text).__name__
        raise ValueError(f"the text is of type {kind}; it must be a string or a list of strings")
    if len(text) <= order:
        raise ValueError(
            f"the text has {len(text)} letters; order {order} needs at least {order + 1}"
        )
    least = max(int(order), 1)
    if n_ctx is not None and (not isinstance(n_ctx, int | np.integer) or n_ctx < least):
        raise ValueError(f"n_ctx is {n_ctx!r}; it must be an integer from {least} on")
    known = sorted(set(text)) if vocabulary is None else list(vocabulary)
    if missing := sorted(set(text) - set(known)):
        raise ValueError(f"{missing[0]!r} is in the text, but not in the vocabulary")
    return known


def counted(ids: Ids, d_vocab: int, order: int) -> list[Counts]:
    """How often each letter followed each context of 0, 1 ... `order` letters, from ids [n]."""
    which = np.zeros(len(ids), int)  # the context before each letter, by its number
    contexts, shorter, total = np.zeros((1, 0), int), np.zeros(1, int), 1
    found = [Counts(contexts, tallied(which, ids, 1, d_vocab), shorter)]
    for length in range(1, order + 1):
        n = len(contexts)
        longer = ids[: len(ids) - length] * n + which[1:]
        different, which = np.unique(longer, return_inverse=True)
        total += len(different)
        if total * d_vocab > MOST:
            raise ValueError(
                f"order {order} is too much for this text: up to {length} letters there are "
                f"{total:,} contexts, and at most {MOST // d_vocab:,} are counted"
            )
        shorter = different % n
        contexts = np.column_stack([different // n, contexts[shorter]])
        found.append(
            Counts(contexts, tallied(which, ids[length:], len(contexts), d_vocab), shorter)
        )
    return found


def tallied(which: Ids, said: Ids, n: int, d_vocab: int) -> Array:
    """How often each letter was said after each of n contexts: [n, d_vocab]."""
    flat = np.bincount(which * d_vocab + said, minlength=n * d_vocab)
    return flat.reshape(n, d_vocab).astype(float)


def shares(counts: Sequence[Counts], add: float = 0.0, borrow: float = 0.0) -> list[Array]:
    """The share of each letter after each context, by length of context: [n, d_vocab] each.

    `add` and `borrow` are as in `letters`; the empty context borrows from equal shares.
    """
    d_vocab = counts[0].follows.shape[1]
    rows = [np.full((1, d_vocab), 1 / d_vocab)]
    for each in counts:
        raised = each.follows + add + borrow * rows[-1][each.shorter]
        rows.append(raised / raised.sum(-1, keepdims=True))
    return rows[1:]


def codes(n: int) -> Array:
    """Different rows [n, size] of as many 1 as -1, in as few columns as will do.

    Layer norm leaves them as they are. One times itself is the size, two different ones at most
    the size less 4.
    """
    size = next(m for m in range(2, 2 * n + 2, 2) if math.comb(m, m // 2) >= n)
    found = [bits for bits in range(2**size) if bits.bit_count() == size // 2][:n]
    return np.array([[1.0 if bits >> i & 1 else -1.0 for i in range(size)] for bits in found])


def logs(rows: Array) -> Array:
    """The logarithm of shares, -SILENT where there is nothing."""
    return np.where(rows > 0, np.log(np.where(rows > 0, rows, 1.0)), -SILENT)


def machine(counts: Sequence[Counts], rows: Sequence[Array], n_ctx: int) -> Transformer:
    """The transformer whose softmax is rows[k][i] after the context counts[k].contexts[i].

    Everything that stands in a column of its own keeps its length, so that layer norm divides by a
    constant: rows are leveled by a pair, letters are codes, and places are points of a circle.
    """
    order, d_vocab = len(counts) - 1, rows[0].shape[1]
    written = [logs(each) for each in rows]
    loud = loudness(written)
    own = np.repeat(written[0], d_vocab, axis=0)
    if order:
        own[counts[1].contexts[:, 0]] = written[1]
    if order < 2:
        row, pair = subspaces(next_letter=d_vocab, pair=2)
        W_E = level(own @ write(row), pair, loud)
        gain = spread(2 * loud**2, row.d_model)
        W_pos, named = np.zeros((n_ctx, row.d_model)), [row, *hidden(pair)]
        return Transformer(W_E, W_pos, W_U=gain * read(row), subspaces=named)
    code = codes(d_vocab)
    size = code.shape[1]
    stream = Stream.of(d_vocab, size, order)
    d_model = stream.row.d_model
    squares = 2 * loud**2 + size + 3 + 2 * (order - 1)
    before, after = spread(squares, d_model), spread(squares + (order - 1) * size, d_model)
    n = n_ctx + order  # on such a circle no place that is wanted and missing is like another
    heads = [
        attend_back(
            j + 1, stream.place, stream.last, past,
            n=n, hard=before**2 * hard_enough(n), loud=before,
        )
        for j, past in enumerate(stream.past)
    ]  # fmt: skip
    leveled = [level(each @ write(stream.row), stream.pair, loud) for each in written]
    parts = [
        (detectors(each.contexts, code, stream), now - shorter[each.shorter])
        for each, now, shorter in zip(counts[2:], leveled[2:], leveled[1:-1], strict=True)
    ]
    mlp = MLP(
        W_in=after * np.hstack([W_in for (W_in, _), _ in parts]),
        b_in=np.concatenate([b_in for (_, b_in), _ in parts]),
        W_out=np.concatenate([W_out for _, W_out in parts]),
        b_out=np.zeros(d_model),
    )
    return Transformer(
        W_E=level(own @ write(stream.row), stream.pair, loud) + code @ write(stream.last),
        W_pos=standing(n_ctx, n, stream),
        layers=[Layer(heads, mlp)],
        W_U=after * read(stream.row),
        subspaces=stream.named,
    )


def loudness(written: Sequence[Array]) -> float:
    """The least power of two that can level all rows."""
    most = max(float(((x * x).sum(-1) / 2 + (x.sum(-1) / 2) ** 2).max()) for x in written)
    return 2.0 ** max(0, math.floor(math.log2(most) / 2) + 1 if most else 0)


def spread(squares: float, d_model: int) -> float:
    """What layer norm divides by, where the numbers sum to 0 and their squares to this."""
    return math.sqrt(squares / d_model) + LAYER_NORM.eps


def standing(n_ctx: int, n: int, stream: Stream) -> Array:
    """Where each position is on a circle of n, and for 2, 3 ... letters whether they are there."""
    W_pos = circle(n)[:n_ctx] @ write(stream.place)
    for j, reach in enumerate(stream.reach, 2):
        there = np.where(np.arange(n_ctx) >= j - 1, 1.0, -1.0)
        W_pos = W_pos + there[:, None] * [[1, -1]] @ write(reach)
    return W_pos


def detectors(contexts: Ids, code: Array, stream: Stream) -> tuple[Array, Array]:
    """Units that say 1 at one context [n, length] each: their W_in and b_in.

    Before the ReLU it is 1 where every letter fits, at most -1 where one does not, and at most -3
    where there are fewer letters than in the context. Each reads as much with a plus as with a
    minus: what rounding leaves of the mean is nothing to it.
    """
    n, length = contexts.shape
    size = code.shape[1]
    W_in = np.repeat(read(stream.reach[length - 2]) @ [[1.0], [-1.0]], n, axis=1)
    for back, where in enumerate((stream.last, *stream.past[: length - 1]), 1):
        W_in += read(where) @ code[contexts[:, -back]].T / 2
    return W_in, np.full(n, -1.0 - size * length / 2)
