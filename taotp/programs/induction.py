"""Say what followed the present token when it was said before: two heads that do nothing else."""

from collections.abc import Iterable

import numpy as np

from taotp.programs.searching import list_symbols, too_short
from taotp_core.deprecated import renamed
from taotp_core.encodings import circle, turn
from taotp_core.gadgets import SURE, attend_back
from taotp_core.program import Program, Symbol
from taotp_core.stream import hidden, read, subspaces, write
from taotp_core.weights import RMS_NORM, Head, Layer, Transformer

SAY = 40.0  # by which the answer leads: next to it the others weigh e**-40, which is nothing
SINK = 1e12  # at position 0, of whose token a norm leaves so little; float16 has no such number


@renamed(sure="hard", say="loud")
def induction(
    vocabulary: int | Iterable[Symbol],
    n_ctx: int,
    *,
    near: int = 0,
    hard: float = SURE,
    loud: float = SAY,
) -> Program:
    """A program that says what followed the present token before, and else nothing.

    The previous-token head tells each token what stands before it; the
    induction head asks who has the present token there, the latest first.
    Where nobody has, it rests on position 0, whose token layer norm leaves
    nothing of, and all symbols are equally likely. `near` counts how many
    steps apart on the circle two symbols may be to pass for the same: the
    nearest counts, then the latest. `hard` is the lead of where a head
    looks, and `loud` that of the answer. Olsson et al. 2022, by hand. Raises
    ValueError for fewer than two symbols, an n_ctx below 2, and a near from
    which on every symbol is the same.

    >>> induction("abcdr", n_ctx=10).complete("abracad")
    'a'
    >>> induction(range(10), n_ctx=6).complete([3, 8, 5, 3])
    [8]
    """
    symbols = list_symbols(vocabulary)
    most = len(symbols) // 2 - 1
    if not 0 <= near <= most:
        raise ValueError(f"near is {near}; with {len(symbols)} symbols it must be from 0 to {most}")
    if n_ctx < 2:
        raise ValueError(f"n_ctx is {n_ctx}; what comes back takes 2 positions or more")
    model = inductor(len(symbols), n_ctx, near, hard, loud)
    return Program(model, symbols, fault=too_short(1), steps=1)


def inductor(d_vocab: int, n_ctx: int, near: int, sure: float, say: float) -> Transformer:
    """Position 0 is a sink: so loud in a column of its own that a norm leaves nothing else there.

    Positions fill a quarter of their circle, so that later ones look nearer from half a context
    ahead. A step on the circle of symbols costs more than all positions together, and resting
    costs half a step more than what still passes for the same.
    """
    token, past, answer, pos, one, sink = subspaces(
        token=3, one_before=3, answer=3, place=3, one=1, sink=1
    )
    arc, d_model = 4 * n_ctx, token.d_model
    symbols, places = circle(d_vocab), circle(arc)[:n_ctx]
    shrink = np.sqrt(10 / d_model)  # by the norm: three circles of 3 and a 1 beside zeros
    ahead = turn(n_ctx / 2, arc)
    liking = places[-1] @ ahead @ places.T
    later = sure / np.diff(liking).min()
    alike = symbols[0] @ symbols[: near + 2].T  # how alike two symbols are, by steps apart
    match = (2 * sure + later * np.ptp(liking)) / -np.diff(alike).max()
    resting = match * alike[-2:].mean() + later * (liking.min() + liking.max()) / 2

    previous = attend_back(1, pos, token, past, n=arc)
    question = (match * read(token), later * read(pos) @ ahead, read(one))
    keys = (read(past), read(pos), resting / np.sqrt(d_model) / shrink * read(sink))
    find = Head(
        W_Q=np.sqrt(7) * shrink * np.hstack(question),
        W_K=shrink * np.hstack(keys),
        W_V=shrink * read(token),
        W_O=write(answer),
        name="looks behind where it was said",
    )
    W_pos = places @ write(pos) + write(one)
    W_pos[0] += SINK * write(sink)[0]
    return Transformer(
        symbols @ write(token),
        W_pos,
        [Layer([previous], norm_attn=None), Layer([find], norm_attn=RMS_NORM)],
        norm_final=None,
        W_U=say / (alike[0] - alike[1]) * read(answer) @ symbols.T,
        subspaces=[token, past, answer, pos, *hidden(one, sink)],
    )
