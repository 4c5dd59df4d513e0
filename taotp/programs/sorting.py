"""Sort a list: after each number comes the next larger one, and after the last the end."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from taotp_core.arrays import Array
from taotp_core.gadgets import SURE, overwrite_by_scale
from taotp_core.program import END, Program, Symbol
from taotp_core.stream import hidden, read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

LOUD = 1e6  # names lie a hundredth apart, and what asks moves one by a millionth; 1e4 would do
LARGEST = 1 / 16  # 0.04 % of a row: what makes rows unequally long, and their scores, is small
PAIR = np.array([[1.0, -1.0]])  # a number beside its opposite: the mean of a row is exactly 0
SMALLEST = 2.0**-1000  # a square may be no smaller, for its score must be no larger than 2**1000


def sort(
    d_vocab: int = 28,
    n_ctx: int = 100,
    ratio: float = 2.0,
    *,
    aim: float = 0.25,
    hard: float | None = None,
    loud: float = LOUD,
) -> Program:
    """A program that says a list of distinct numbers below d_vocab in order.

    Number i stands at ratio**-i and the end at 0. A number looks for what
    is nearest to a point between its next two, `aim` of the way, so that
    even the end is nearer than itself; the end looks for what is farthest
    from 0. `hard` multiplies queries and keys (None: hard_enough), `loud`
    what the head brings. 497 numbers fit into float64 at ratio 2.
    Main source, section 5.2. Raises ValueError for a ratio and an aim that
    do not sort, and for more numbers than fit.

    >>> sort(d_vocab=10, n_ctx=8).complete([3, 1, 2])
    [1, 2, 3]
    """
    check_powers(d_vocab, n_ctx, ratio, aim)
    size, square, sign, name = subspaces(size=2, square=2, sign=2, name=4)
    x = np.append(LARGEST * ratio ** -np.arange(float(d_vocab)), 0)
    W_E = (
        np.outer(x, PAIR) @ write(size)
        + np.outer(x**2, PAIR) @ write(square)
        + np.outer(np.where(x > 0, 1, -1), PAIR) @ write(sign)
        + names(d_vocab + 1) @ write(name)
    )
    hard = hard_enough(d_vocab, ratio, aim) if hard is None else hard
    look = nearest(ratio, aim)
    head = Head(
        W_Q=hard * np.hstack([2 * look * read(size), read(sign)]),
        W_K=hard * np.hstack([read(size), -read(square)]),
        W_V=read(name),
        W_O=write(name),
        name="finds the next larger",
    )
    W_pos = np.zeros((n_ctx, size.d_model))
    named = [size, *hidden(square), sign, name]
    model = Transformer(W_E, W_pos, [Layer([overwrite_by_scale(head, loud)])], subspaces=named)
    words = [*range(d_vocab), END]
    return Program(model, words, stop=END, fault=unsortable(n_ctx), after=END)


def names(n: int) -> Array:
    """A circle of radius 2 in two pairs [n, 4], so that a row has mean 0 and mean square 1."""
    turns = np.arange(n) * 2 * np.pi / n
    return 2 * np.hstack([np.outer(np.cos(turns), PAIR), np.outer(np.sin(turns), PAIR)])


def nearest(ratio: float, aim: float) -> float:
    """Where a number at 1 looks: `aim` of the way from the next, 1 / ratio, to the one after it."""
    return (1 - aim) / ratio + aim / ratio**2


def least_ratio(aim: float) -> float:
    """The ratio at which a number at 1 looks at 1/2, as near to the end as to itself.

    It solves (1 - aim) / ratio + aim / ratio**2 = 1/2, and falls from 2 to the golden ratio as aim
    goes from 0 to 1/2.
    """
    return float(1 - aim + np.hypot(1, aim))


def hard_enough(d_vocab: int, ratio: float, aim: float) -> float:
    """By how much to multiply queries and keys, each, so that one score leads by SURE.

    Of two candidates the nearer to the point leads by the difference of the squared distances,
    which is least where the powers are: between the end, the largest numbers and themselves.
    """
    last = LARGEST * ratio ** -float(d_vocab - 1)
    look = nearest(ratio, aim)
    end_or_itself, last_or_end = 1 - 2 * look, 2 * look * ratio - 1
    next_two = (2 * look * ratio**2 - ratio - 1) * (ratio - 1)
    return float(np.sqrt(SURE / min(end_or_itself, last_or_end, next_two, 1)) / last)


def check_powers(d_vocab: int, n_ctx: int, ratio: float, aim: float) -> None:
    """Raise ValueError for sizes, a ratio and an aim that do not sort, naming them."""
    if d_vocab < 2 or n_ctx < 1:
        raise ValueError(f"d_vocab is {d_vocab}, n_ctx is {n_ctx}; they must be at least 2 and 1")
    if not aim < 1 / 2:
        raise ValueError(f"aim is {aim}; it must be below 1/2, so that the next number is nearest")
    if not ratio > least_ratio(aim):
        raise ValueError(
            f"ratio is {ratio}; with aim {aim} it must be above {least_ratio(aim):.5f}, so that "
            "the end is nearer than the number itself"
        )
    most = int(np.log(LARGEST / np.sqrt(SMALLEST)) / np.log(ratio)) + 1
    if d_vocab > most:
        raise ValueError(f"d_vocab is {d_vocab}; float64 has room for {most} powers of {ratio}")


def unsortable(n_ctx: int) -> Callable[[Sequence[Symbol]], str]:
    """The fault of a list that repeats a number, or for whose numbers there is no room."""
    return partial(not_sortable, n_ctx)


def not_sortable(n_ctx: int, prompt: Sequence[Symbol]) -> str:
    """What is wrong with a list to be sorted in n_ctx places, or nothing."""
    twice = [x for i, x in enumerate(prompt) if x in prompt[:i]]
    if twice:
        return f"{twice[0]!r} is in the list twice; its numbers must differ"
    if 2 * len(prompt) > n_ctx:
        return f"the list has {len(prompt)} numbers; n_ctx {n_ctx} has room for {n_ctx // 2}"
    return ""
