"""Find the last few tokens earlier in the text, and say what followed them there."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from taotp_core.encodings import circle, padding, turn
from taotp_core.gadgets import SURE, attend_back, drown, hard_enough, hashed
from taotp_core.programs.program import Program, Symbol
from taotp_core.rewrites import uniform
from taotp_core.stream import parts, read, subspaces, write
from taotp_core.weights import MLP, Head, Layer, Transformer

HARD = 1e8  # the source's: bears 14,000 symbols, a tenth of it 4,500, ten times more 40,000


def search(
    vocabulary: int | Iterable[Symbol],
    n_ctx: int,
    n_match: int,
    *,
    sure: float = SURE,
    as_printed: bool = False,
    hard: float = HARD,
) -> Program:
    """A program that says what followed the last n_match tokens before.

    The vocabulary is a list of symbols, or their number for 0, 1, 2 ... Of
    several occurrences the latest counts. Where there is none, it says what
    followed the most similar tokens. `sure` is the lead, in the exponent of
    attention, of what is meant over the next best: a tenth mixes answers of
    20,000 symbols, ten times more is no better. The source's arrays
    (`as_printed`, with its `hard`) can be wrong if the tokens occur at the
    start, and mix what followed two occurrences. Main source, chapter 4.
    Raises ValueError for fewer than two symbols, and unless n_ctx has room
    for n_match and one more.
    """
    if not isinstance(vocabulary, Iterable):
        vocabulary = range(vocabulary)
    symbols = list(vocabulary)
    if len(symbols) < 2:
        raise ValueError(f"d_vocab is {len(symbols)}; it must be 2 or more")
    least = 2 if as_printed else 1
    if not least <= n_match < n_ctx:
        limits = f"it must be from {least} to n_ctx - 1 = {n_ctx - 1}"
        raise ValueError(f"n_match is {n_match}; {limits}")
    if as_printed:
        model = printed_searcher(len(symbols), n_ctx, n_match, hard)
    else:
        model = searcher(len(symbols), n_ctx, n_match, sure)
    return Program(model, symbols, fault=too_short(n_match), steps=1)


def searcher(
    d_vocab: int,
    n_ctx: int,
    n_match: int,
    sure: float,
) -> Transformer:
    """Of places with the same tokens before them, look at the latest.

    Positions fill a quarter of their circle and stay in the stream: from
    half a context ahead, the later ones look nearer. A token that differs
    costs more than all the steps between them together.
    """
    token, past, pos = subspaces(token=3, past=3 * n_match, pos=3)
    last = (token, *parts(past, n_match))  # itself, the one before it ...
    arc = 4 * n_ctx
    symbols, places = circle(d_vocab), circle(arc)[:n_ctx]

    hard = hard_enough(arc) * sure / SURE
    shrink = np.sqrt(6 / token.d_model)  # layer norm stretches at first
    gather = [
        attend_back(k, pos, token, put, n=arc, hard=hard, gain=shrink)
        for k, put in enumerate(last[1:], 1)
    ]

    ahead = turn(n_ctx / 2, arc)
    liking = places[-1] @ ahead @ places.T
    later = sure / np.diff(liking).min()
    apart = 3 - symbols[0] @ symbols[1]
    match = (sure + later * np.ptp(liking)) / apart
    question = (match * read(*last[:-1]), later * read(pos) @ ahead)
    find = Head(
        W_Q=np.sqrt(3 * n_match + 3) * np.concatenate(question, axis=1),
        W_K=read(*last[1:], pos),
        W_V=read(token),
        W_O=write(token),
    )
    layers = [Layer(gather), Layer([drown(find, loud=10 * d_vocab)])]
    W_E, W_pos = symbols @ write(token), places @ write(pos)
    return Transformer(W_E, W_pos, layers)


def printed_searcher(
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
    last = (token, *parts(room, n_match))
    pos, now, before = last[-1], last[:-1], last[1:]
    W_E = circle(d_vocab) @ write(token)
    W_E += padding(len(room) - 3) @ write(*last[1:-1])
    W_pos = circle(n_ctx) @ write(pos)

    small = hard / np.sqrt(n_match)
    clean = attend_back(0, pos, room, room, n=n_ctx, hard=small)
    gather = [hashed(clean, -np.eye(len(room)))]
    for k, put in enumerate(before, 1):
        gather.append(attend_back(k, pos, token, put, n=n_ctx, hard=small))
    find = [
        Head(hard * read(*now), read(*before), read(token), write(token)),
        Head(hard * read(*now), read(*now), read(*now), -write(*now)),
        Head(small * read(pos), read(pos), read(pos), -write(pos)),
    ]
    empty = no_units(token.d_model)
    layers = [Layer(gather, empty), Layer(find, empty)]
    return uniform(Transformer(W_E, W_pos, layers))


def no_units(d_model: int) -> MLP:
    """The MLP that the source stores where it has none: its bias counts."""
    none = np.zeros((d_model, 0))
    return MLP(W_in=none, b_in=np.zeros(0), W_out=none.T, b_out=np.zeros(d_model))


def too_short(n_match: int) -> Callable[[Sequence[Symbol]], str]:
    """What is wrong with a prompt in which nothing can occur twice."""

    def fault(prompt: Sequence[Symbol]) -> str:
        if len(prompt) > n_match:
            return ""
        needs = f"finding {n_match} of them earlier takes at least {n_match + 1}"
        return f"the prompt has {len(prompt)} symbols; {needs}"

    return fault
