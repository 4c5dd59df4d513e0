"""Machines of two stacks: places that are asked for, votes, and what a text may be."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from taotp_core.arrays import Array
from taotp_core.program import END, Program, Symbol
from taotp_core.stream import Subspace, read, write
from taotp_core.weights import Head, Layer, Transformer


def places(n: int, place: Subspace, square: Subspace, one: Subspace) -> Array:
    """Rows [n, d_model] for positions: i, i squared and 1."""
    at = np.arange(float(n))[:, None]
    rows: Array = at * write(place) + at**2 * write(square) + write(one)
    return rows


def nearest(
    wanted: Array,
    place: Subspace,
    square: Subspace,
    one: Subspace,
    take: Subspace,
    put: Subspace,
    hard: float,
    name: str,
) -> Head:
    """A head that looks at the place nearest to a number that `wanted` [d_model, 1] reads.

    The score of place i is 2 w i - i squared, times hard: that is w squared less the square of the
    distance, and w squared is the same for all.
    """
    W_Q = hard * np.hstack([2 * wanted, -read(one)])
    return Head(W_Q, read(place, square), read(take), write(put), name=name)


def ballots(n: int) -> Array:
    """What each of n symbols votes on each [n, n]: the last is the end, and for what is larger."""
    u = np.arange(float(n))
    against = -np.maximum(u - u[:, None], 0)
    against[-1] = u
    return against


def alone(head: Head) -> Layer:
    """A layer of one head, without a norm."""
    return Layer([head], norm_attn=None)


def reader(
    W_E: Array, W_pos: Array, layers: Sequence[Layer], named: Sequence[Subspace]
) -> Transformer:
    """An encoder without norms, of a stream in named parts."""
    return Transformer(W_E, W_pos, layers, None, causal=False, subspaces=named)


def asking(ask: Head, W_pos: Array, answer: Subspace, encoder: Transformer) -> Transformer:
    """A decoder of one cross head that hears nothing of what it says: its embedding is zeros."""
    W_E = np.zeros((len(answer), answer.d_model))
    layer = Layer(cross=[ask], norm_cross=None)
    named = encoder.subspaces
    return Transformer(W_E, W_pos, [layer], None, read(answer), encoder=encoder, subspaces=named)


def answering(vocabulary: Sequence[Symbol], longest: int, model: Transformer) -> Program:
    """The program of a model that reads up to its end, begins with it, and stops with it."""
    return Program(model, vocabulary, start=END, stop=END, after=END, fault=too_long(longest))


def too_long(longest: int) -> Callable[[Sequence[Any]], str]:
    """The fault of a prompt that has more symbols than there are places."""
    return partial(has_no_room, longest)


def has_no_room(longest: int, prompt: Sequence[Any]) -> str:
    """What is wrong with a prompt of more than `longest` symbols, or nothing."""
    if len(prompt) <= longest:
        return ""
    return f"there are {len(prompt)} symbols to read; the encoder has room for {longest}"


def checked(symbols: Iterable[Symbol], longest: int) -> list[Symbol]:
    """The symbols and the end behind them; ValueError for none, for two alike, for no room."""
    found = list(symbols)
    if not found:
        raise ValueError("there are no symbols; give at least 1")
    twice = [symbol for i, symbol in enumerate(found) if symbol in found[:i]]
    if twice:
        raise ValueError(f"{twice[0]!r} is there twice; symbols must differ")
    if END in found:
        raise ValueError(f"{END!r} is the end of what is read; it must be none of the symbols")
    if longest < 1:
        raise ValueError(f"longest is {longest}; it must be at least 1")
    return [*found, END]
