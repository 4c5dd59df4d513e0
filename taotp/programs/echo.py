"""Say the last few symbols again and again: the program of the four tools."""

from collections.abc import Callable, Sequence
from functools import partial

from taotp_core.deprecated import renamed
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back, clear
from taotp_core.program import Program, Symbol
from taotp_core.stream import subspaces, write
from taotp_core.weights import Layer, Transformer


@renamed(symbols="vocabulary")
def echo(
    vocabulary: Sequence[Symbol],
    n_ctx: int,
    length: int = 3,
    *,
    hard: float | None = None,
) -> Program:
    """A program that repeats the last `length` symbols of its prompt.

    One head looks length - 1 places back and adds the symbol it finds, the
    other takes away what stood there before. `hard` multiplies the queries
    of the first (None: hard_enough for n_ctx positions). Main source,
    sections 3.1 to 3.4. Raises ValueError for a length that is not from 1
    to n_ctx and for symbols that are none or not different.

    >>> echo("abc", n_ctx=9).complete("cab")
    'cabcabc'
    """
    if not 1 <= length <= n_ctx:
        raise ValueError(f"length is {length}; it must be from 1 to n_ctx = {n_ctx}")
    token, pos = subspaces(token=3, place=3)
    find = attend_back(length - 1, pos, token, token, n=n_ctx, hard=hard)
    model = Transformer(
        W_E=circle(len(vocabulary)) @ write(token),
        W_pos=circle(n_ctx) @ write(pos),
        layers=[Layer([find, clear(pos, token, n=n_ctx)])],
        subspaces=[token, pos],
    )
    return Program(model, vocabulary, fault=shorter_than(length))


def shorter_than(length: int) -> Callable[[Sequence[Symbol]], str]:
    """The fault of a prompt that has no symbol so far back."""
    return partial(has_no_echo, length)


def has_no_echo(length: int, prompt: Sequence[Symbol]) -> str:
    """What is wrong with a prompt of fewer than `length` symbols, or nothing."""
    n = len(prompt)
    return "" if n >= length else f"the prompt has {n} symbols; it needs {length} to repeat"
