"""Repeat a word for ever, from wherever somebody else began it."""

from collections.abc import Sequence

import numpy as np

from taotp.constructions.contexts import astray, check_n_ctx, needs
from taotp_core.arrays import Array
from taotp_core.deprecated import renamed
from taotp_core.gadgets import SURE
from taotp_core.program import Program, Symbol
from taotp_core.stream import Subspace, hidden, read, subspaces, write
from taotp_core.weights import MLP, Head, Layer, Transformer


@renamed(sure="hard")
def repeat_pattern(
    word: Sequence[Symbol],
    n_ctx: int,
    *,
    hard: float = SURE,
) -> Program:
    """A program that says a word for ever, in step with its prompt.

    It is at place p of the word when it has heard word[p] last. Each of the
    last tokens votes against the places that it does not fit, and a place
    without a vote against it says what comes next. `hard` is the lead, in
    the exponent of attention, of the position that a head looks at: with 4
    words of 30 symbols err, ten times more is no better. Raises
    ValueError for a word that is empty or a repetition, and for an n_ctx in
    which two places of it look alike. A prompt in which two do, or that is
    nowhere in the repeated word, has a fault.

    >>> repeat_pattern("aab", n_ctx=5).complete("ba", steps=7)
    'abaabaa'
    """
    reach = needs(word)
    check_n_ctx(word, n_ctx, reach)
    symbols = list(dict.fromkeys(word))
    ids = [symbols.index(symbol) for symbol in word]
    model = repeater(ids, n_ctx, reach, hard)
    return Program(
        model,
        symbols,
        fault=astray(word, n_ctx),
        steps=2 * len(word),
        slide=True,
    )


def repeater(
    word: Sequence[int],
    n_ctx: int,
    reach: int,
    sure: float,
) -> Transformer:
    """A head for each token before the last, a unit for each place.

    Tokens and positions are one-hot, so that layer norm shrinks all rows
    alike. Where no token is so far back a head looks at the last one: its
    vote weighs more than all others, so that where it fits the units know
    what such heads have brought, and give it back.
    """
    n, d_vocab = len(word), max(word) + 1
    pos, token, place, idle = subspaces(place=n_ctx, token=d_vocab, place_in_the_word=n, idle=1)
    here, share = np.arange(n_ctx), 2 / token.d_model
    shrink = np.sqrt(share - share**2)  # what layer norm divides rows by
    hard = sure * np.sqrt(n_ctx) * shrink**2

    heads, room = [], np.ones((n_ctx, n))
    for back in range(1, reach):
        there = np.where(here < back, here, here - back)
        votes = against(word, back)
        head = Head(
            W_Q=hard * unshifted(pos, idle) @ np.eye(n_ctx)[there],
            W_K=unshifted(pos, idle),
            W_V=shrink * unshifted(token, idle),
            W_O=-votes @ write(place),
            name=f"votes from {back} back",
        )
        heads.append(head)
        room[:back] += votes[word, np.arange(n)]
    own = reach * unshifted(token, idle) @ against(word, 0)
    mlp = MLP(
        W_in=unshifted(pos, idle) @ room + unshifted(place, idle) - own,
        b_in=np.zeros(n),
        W_out=8 * reach * np.eye(d_vocab)[np.roll(word, -1)] @ write(token),
        b_out=np.zeros(token.d_model),
    )
    named = [pos, token, place, *hidden(idle)]
    return Transformer(write(token), write(pos), [Layer(heads, mlp)], subspaces=named)


def against(word: Sequence[int], back: int) -> Array:
    """A 1 where a symbol so far back cannot be, with the last at a place: [d_vocab, n_places]."""
    return 1.0 - np.eye(max(word) + 1)[:, np.roll(word, back)]


def unshifted(where: Subspace, idle: Subspace) -> Array:
    """Read a subspace without what layer norm subtracts, which alone fills an idle column."""
    return read(where) - read(idle)
