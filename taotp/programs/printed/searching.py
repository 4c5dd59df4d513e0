"""A search, as its source prints it."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from taotp.programs import searching
from taotp.programs.printed.tables import no_units
from taotp_core.encodings import circle, padding
from taotp_core.equivalences import uniform
from taotp_core.gadgets import attend_back, hashed
from taotp_core.program import Program, Symbol
from taotp_core.stream import parts, read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

HARD = 1e8  # bears 14,000 symbols of a search, a tenth of it 4,500, ten times more 40,000


def search(
    vocabulary: int | Iterable[Symbol],
    n_ctx: int,
    n_match: int,
    *,
    hard: float = HARD,
) -> Program:
    """Chapter 4: padding in place of positions that stay, and of equal places no latest.

    So it can be wrong if the tokens occur at the start, and it mixes what
    followed two occurrences. `hard` multiplies the queries of every layer.

    >>> search("abcdr", n_ctx=10, n_match=2).complete("abracadab")
    'r'
    """
    symbols = searching.list_symbols(vocabulary)
    searching.check_n_match(n_match, n_ctx, least=2)
    model = searcher(len(symbols), n_ctx, n_match, hard)
    return Program(model, symbols, fault=searching.too_short(n_match), steps=1)


def searcher(
    d_vocab: int,
    n_ctx: int,
    n_match: int,
    hard: float,
) -> Transformer:
    """Of places with the same tokens before them, look at all.

    Padding, then the position, give way to the tokens gathered, and these
    to the answer. In the source's uniform heads all scores are divided by
    the root of 3 * n_match, where a head of 3 has `small` instead.
    """
    token, room = subspaces(token=3, room=3 * n_match)
    last = (token, *parts(room, n_match, [*searching.before(n_match - 1), "place"]))
    pos, now, past = last[-1], last[:-1], last[1:]
    W_E = circle(d_vocab) @ write(token)
    W_E += padding(len(room) - 3) @ write(*last[1:-1])
    W_pos = circle(n_ctx) @ write(pos)

    small = hard / np.sqrt(n_match)
    clean = attend_back(0, pos, room, room, n=n_ctx, hard=small)
    gather = [replace(hashed(clean, -np.eye(len(room))), name="clears")]
    for k, put in enumerate(past, 1):
        gather.append(attend_back(k, pos, token, put, n=n_ctx, hard=small))
    find = [
        Head(hard * read(*now), read(*past), read(token), write(token), name="finds the same"),
        Head(hard * read(*now), read(*now), read(*now), -write(*now), name="clears the tokens"),
        Head(small * read(pos), read(pos), read(pos), -write(pos), name="clears the position"),
    ]
    empty = no_units(token.d_model)
    layers = [Layer(gather, empty), Layer(find, empty)]
    return uniform(Transformer(W_E, W_pos, layers, subspaces=last))
