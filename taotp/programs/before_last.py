"""Say the token before the last one: the program that The transformer builds."""

from collections.abc import Sequence

from taotp_core.deprecated import renamed
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back
from taotp_core.program import Program, Symbol
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Layer, Transformer

HARD = 1e6  # about 30 puts all weight in one place of six; float16 overflows from 65,504


@renamed(symbols="vocabulary")
def before_last(
    vocabulary: Sequence[Symbol],
    n_ctx: int,
    *,
    hard: float = HARD,
) -> Program:
    """A program that says the symbol before the last, then again, and so on.

    One head looks one position back and brings the symbol that it finds;
    symbols and positions stand on circles that layer norm leaves alone.
    After a single symbol, which has none before it, it says that one.
    `hard` multiplies the queries. Raises ValueError for no symbols, one
    that is there twice, and an n_ctx below 1.

    >>> before_last("abc", n_ctx=6).complete("abc")
    'bcbc'
    """
    pos, token, past = subspaces(place=3, token=3, one_before=3)
    head = attend_back(1, pos, token, past, n=n_ctx, hard=hard)
    ring = circle(len(vocabulary))
    model = Transformer(
        W_E=ring @ write(token),
        W_pos=circle(n_ctx) @ write(pos),
        layers=[Layer([head])],
        W_U=read(past) @ ring.T,
        subspaces=[pos, token, past],
    )
    return Program(model, vocabulary)
