"""Two stacks: an encoder that looks everywhere, and a decoder that asks it for one place at a time.

None of these machines has a norm, so that places stay whole numbers. Rows of the encoder are the
memory; one that ends what is read is read too, and says so.
"""

from collections.abc import Iterable

import numpy as np

from taotp.constructions.by_memory import (
    alone,
    answering,
    asking,
    ballots,
    checked,
    nearest,
    places,
    reader,
)
from taotp_core.deprecated import renamed
from taotp_core.gadgets import SURE
from taotp_core.program import Program, Symbol
from taotp_core.stream import hidden, read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

TWICE = 2.0  # as loud as what a head brings


@renamed(symbols="vocabulary")
def copy(vocabulary: Iterable[Symbol], longest: int, *, hard: float = SURE) -> Program:
    """A program that says what it read: an encoder keeps it, a decoder asks for place after place.

    The encoder is its embedding alone. `hard` multiplies the queries. Raises
    ValueError where there are no symbols or two that are alike, and for a `longest` below 1.

    >>> copy("abc", longest=5).complete("cab")
    'cab'
    """
    symbols = checked(vocabulary, longest)
    n = len(symbols)
    symbol, answer, place, square, one = subspaces(symbol=n, answer=n, place=1, square=1, one=1)
    W_pos = places(longest + 1, place, square, one)
    named = [symbol, answer, place, *hidden(square, one)]
    encoder = reader(write(symbol), W_pos, (), named)
    ask = nearest(read(place), place, square, one, symbol, answer, hard, "asks for its place")
    return answering(symbols, longest, asking(ask, W_pos, answer, encoder))


@renamed(symbols="vocabulary")
def reverse(vocabulary: Iterable[Symbol], longest: int, *, hard: float = SURE) -> Program:
    """A program that says what it read from the last to the first.

    Each row of the encoder asks how long the text is, then fetches what stands as far from its end
    as the row itself from its beginning; the decoder reads the rows in order. Otherwise as `copy`.

    >>> reverse("abc", longest=5).complete("cab")
    'bac'
    """
    symbols = checked(vocabulary, longest)
    n = len(symbols)
    symbol, answer, place, square, one, length = subspaces(
        symbol=n, answer=n, place=1, square=1, one=1, length=1
    )
    W_E = write(symbol)
    W_E[-1] += TWICE * write(answer)[-1]  # the end stays the end, whatever its row fetches
    W_pos = places(longest + 1, place, square, one)
    end = read(symbol)[:, -1:]
    how_long = Head(hard * read(one), end, read(place), write(length), name="looks at the end")
    mirror = read(length) - read(place) - read(one)
    fetch = nearest(mirror, place, square, one, symbol, answer, hard, "looks at its mirror place")
    named = [symbol, answer, place, *hidden(square, one), length]
    encoder = reader(W_E, W_pos, [alone(how_long), alone(fetch)], named)
    ask = nearest(read(place), place, square, one, answer, answer, hard, "asks for its place")
    return answering(symbols, longest, asking(ask, W_pos, answer, encoder))


@renamed(symbols="vocabulary")
def sort(vocabulary: Iterable[Symbol], longest: int, *, hard: float = SURE) -> Program:
    """A program that says what it read in the order of the vocabulary, each as often as it came.

    Row i of the encoder takes a vote: each symbol is against all that are larger, by how much, and
    the end is for them, with i + 1/2 votes. The winner is the symbol with at most i below it and
    more than i up to it; the decoder reads the rows in order. Otherwise as `copy`.

    >>> sort("abc", longest=5).complete("cacb")
    'abcc'
    """
    symbols = checked(vocabulary, longest)
    n = len(symbols)
    symbol, answer, place, square, one, votes = subspaces(
        symbol=n, answer=n, place=1, square=1, one=1, votes=1
    )
    at = np.arange(longest + 1)[:, None]
    W_pos = places(longest + 1, place, square, one)
    weigh = Head(
        W_Q=read(votes),
        W_K=read(symbol)[:, -1:],
        W_V=read(symbol) @ ballots(n),
        W_O=write(answer),
        name="lets all vote",
    )
    voting = W_pos + np.log(at + 0.5) * write(votes)
    named = [symbol, answer, place, *hidden(square, one), votes]
    encoder = reader(write(symbol), voting, [alone(weigh)], named)
    ask = nearest(read(place), place, square, one, answer, answer, hard, "asks for its place")
    return answering(symbols, longest, asking(ask, W_pos, answer, encoder))


def which(
    names: Iterable[Symbol],
    longest: int,
    *,
    others: Iterable[Symbol] = (),
    hard: float = SURE,
) -> Program:
    """A program that says which of some names it read, each once, in the order they came in.

    It reads `others` too, and never says them. The decoder gathers what it has said itself, and
    asks for the first row that holds a name and none of these. Otherwise as `copy`.

    >>> program = which(["Ann", "Bob"], longest=5, others=["and"])
    >>> program.complete(["Bob", "and", "Ann", "Bob"])
    ['Bob', 'Ann']
    """
    names = list(names)
    vocabulary = checked([*names, *others], longest)
    n, most = len(vocabulary), len(names) + 1
    symbol, answer, said, place, one = subspaces(symbol=n, answer=n, said=n, place=1, one=1)
    in_order = np.arange(longest + 1.0)[:, None] * write(place)
    named = [symbol, answer, said, place, *hidden(one)]
    encoder = reader(write(symbol), in_order, (), named)
    nowhere = np.zeros((symbol.d_model, 1))
    gather = Head(nowhere, nowhere, read(symbol), write(said), name="gathers what it said")
    last = hard * (longest + 1)  # more than any place is worth
    never = last * read(symbol)[:, len(names) : -1].sum(1, keepdims=True)
    find = Head(
        W_Q=np.sqrt(n + 1) * np.hstack([-read(one), -most * last * read(said)]),
        W_K=np.hstack([hard * read(place) + never, read(symbol)]),
        W_V=read(symbol),
        W_O=write(answer),
        name="looks at the first not yet said",
    )
    W_E = write(symbol)
    W_E[len(names) :] = 0  # the end, with which it begins, is nothing said
    layer = Layer([gather], norm_attn=None, cross=[find], norm_cross=None)
    asks = np.ones((most, 1)) * write(one)
    model = Transformer(W_E, asks, [layer], None, read(answer), encoder=encoder, subspaces=named)
    return answering(vocabulary, longest, model)
