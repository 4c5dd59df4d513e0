"""Find the last few tokens earlier in the text, and say what followed them there."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np

from taotp_core.deprecated import renamed
from taotp_core.encodings import circle, turn
from taotp_core.gadgets import SURE, attend_back, hard_enough, overwrite_by_scale
from taotp_core.program import Program, Symbol
from taotp_core.stream import parts, read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

NUMERALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@renamed(sure="hard")
def search(
    vocabulary: int | Iterable[Symbol],
    n_ctx: int,
    n_match: int,
    *,
    hard: float = SURE,
) -> Program:
    """A program that says what followed the last n_match tokens before.

    The vocabulary is a list of symbols, or their number for 0, 1, 2 ... Of
    several occurrences the latest counts. Where there is none, it says what
    followed the most similar tokens. `hard` is the lead, in the exponent of
    attention, of what is meant over the next best: a tenth mixes answers of
    20,000 symbols, ten times more is no better. Main source, chapter 4.
    Raises ValueError for fewer than two symbols, and unless n_ctx has room
    for n_match and one more.

    >>> search("abcdr", n_ctx=10, n_match=2).complete("abracadab")
    'r'
    """
    symbols = list_symbols(vocabulary)
    check_n_match(n_match, n_ctx)
    model = searcher(len(symbols), n_ctx, n_match, hard)
    return Program(model, symbols, fault=too_short(n_match), steps=1)


def list_symbols(vocabulary: int | Iterable[Symbol]) -> list[Symbol]:
    """The symbols themselves, or 0, 1, 2 ... for their number; ValueError for fewer than two."""
    symbols = list(vocabulary if isinstance(vocabulary, Iterable) else range(vocabulary))
    if len(symbols) < 2:
        raise ValueError(
            f"vocabulary is {vocabulary!r}; it must be 2 symbols or more, or their number"
        )
    return symbols


def check_n_match(n_match: int, n_ctx: int, least: int = 1) -> None:
    """Raise ValueError for n_match below `least`, or without room for one more token."""
    if not least <= n_match < n_ctx:
        limits = f"it must be from {least} to n_ctx - 1 = {n_ctx - 1}"
        raise ValueError(f"n_match is {n_match}; {limits}")


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
    token, past, pos = subspaces(token=3, past=3 * n_match, place=3)
    last = (token, *parts(past, n_match, before(n_match)))  # itself, the one before it ...
    arc = 4 * n_ctx
    symbols, places = circle(d_vocab), circle(arc)[:n_ctx]

    hard = hard_enough(arc) * sure / SURE
    shrink = np.sqrt(6 / token.d_model)  # layer norm stretches at first
    gather = [
        attend_back(k, pos, token, put, n=arc, hard=hard, loud=shrink)
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
        name=f"finds the same {n_match}",
    )
    layers = [Layer(gather), Layer([overwrite_by_scale(find, loud=10 * d_vocab)])]
    W_E, W_pos = symbols @ write(token), places @ write(pos)
    return Transformer(W_E, W_pos, layers, subspaces=[*last, pos])


def before(n: int) -> list[str]:
    """What stood 1, 2 ... n places before.

    >>> before(2), before(11)[-1]
    (['one before', 'two before'], '11 before')
    """
    numerals = [*NUMERALS, *map(str, range(len(NUMERALS) + 1, n + 1))]
    return [f"{numeral} before" for numeral in numerals[:n]]


def too_short(n_match: int) -> Callable[[Sequence[Symbol]], str]:
    """What is wrong with a prompt in which nothing can occur twice."""
    return partial(cannot_recur, n_match)


def cannot_recur(n_match: int, prompt: Sequence[Symbol]) -> str:
    """What is wrong with a prompt of at most n_match symbols, or nothing."""
    if len(prompt) > n_match:
        return ""
    needs = f"finding {n_match} of them earlier takes at least {n_match + 1}"
    return f"the prompt has {len(prompt)} symbols; {needs}"
