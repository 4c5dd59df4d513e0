"""Add numbers digit by digit: as one number, which attention sums up and an MLP looks up."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from taotp.constructions.digits import SYMBOLS, embedding, form, unlike
from taotp.lazy_exports import lazy_exports
from taotp_core.encodings import circle, number
from taotp_core.gadgets import attend_back, attend_to, clear, overwrite_by_scale, spikes
from taotp_core.program import Program
from taotp_core.stream import hidden, read, subspaces, write
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM, Head, Layer, Transformer

if TYPE_CHECKING:
    from taotp.programs.sums import every_sum as every_sum
    from taotp.programs.sums import right_sums as right_sums
    from taotp.reference import sum_tokens as sum_tokens
lazy_exports(__name__)

LOUD = 1e10  # of MLPs; a hundredth is enough, ten thousand times more no better, float16 overflows
LOUD_HEAD = 1e4  # half of it is enough, a tenth is not; LOUD has to be 1e4 times as loud again


def add_digits_mod10(
    *,
    loud: float = LOUD,
    loud_head: float = LOUD_HEAD,
) -> Program:
    """The last digit of the sum of two digits: 7 and 8 make 5.

    A digit d is written as d / 100 beside a 1. One head averages both
    digits, `loud_head` times as loud as the digit that it drowns, and an
    MLP has a spike for each of the 19 sums, `loud` times as loud. Main
    source, section 6.6. Where `loud_head` is too small, the digit that it
    drowns moves a sum to a neighbor's spike.

    >>> add_digits_mod10().complete("78", steps=1)
    '5'
    """
    value, one, rest = subspaces(value=1, one=1, rest=2)
    (token,) = subspaces(token=4)
    digits = number(np.arange(10) / 100)
    nowhere = np.zeros((4, 4))
    heard = read(value, one) @ np.diag([2 * 100, 1]) @ write(value, one)
    kept = read(value, one) @ write(value, one)
    average = Head(nowhere, nowhere, W_V=heard, W_O=kept, name="looks at all alike")
    sums = np.arange(19)
    stream = sums[:, None] * write(value) + write(one)
    at = normalize(stream, LAYER_NORM) @ read(value)
    table = spikes(at.ravel(), digits[sums % 10], value, token)
    layer = Layer([overwrite_by_scale(average, loud_head)], overwrite_by_scale(table, loud))
    named = [value, *hidden(one, rest)]
    model = Transformer(digits, np.zeros((2, 4)), [layer], subspaces=named)
    return Program(model, SYMBOLS[:10], fault=unlike("dd"))


def add_mod10(
    n_digits: int,
    *,
    scale: float | None = None,
    loud: float = LOUD,
) -> Program:
    """The last digit of the sum of two numbers: 12+33= makes 5.

    The equals sign looks back at each digit with a head of its own, which
    multiplies it by its place; what the heads bring adds up to the sum. A
    last head clears the two columns that would tell more than the sum. The
    MLP has a spike for each sum. Main source, section 6.7. A digit d is
    written as d / 100 and read `scale` times as large. The default keeps
    the sum below 2, so that its spikes lie well apart. Raises ValueError for
    n_digits below 1.

    >>> add_mod10(2).complete("12+33=")
    '5'
    """
    W_E, n = embedding(n_digits), 2 * n_digits + 2
    value, one, rest, pos = subspaces(value=1, one=1, rest=2, place=3)
    token, _ = subspaces(token=4, pos=3)
    if scale is None:
        scale = 100 / 10**n_digits
    heads = [
        attend_back(back + i, pos, value, value, n=n, loud=scale * 10**i)
        for back in (1, n_digits + 2)
        for i in range(n_digits)
    ]
    sums = np.arange(2 * 10**n_digits - 1)
    stream = sums[:, None] * scale / 100 * write(value) + write(one)
    stream = stream + circle(n)[-1] @ write(pos)
    at = normalize(stream, LAYER_NORM) @ read(value)
    table = spikes(at.ravel(), W_E[sums % 10] @ read(token), value, token)
    layer = Layer([*heads, clear(pos, rest, n=n)], overwrite_by_scale(table, loud))
    named = [value, *hidden(one, rest), pos]
    model = Transformer(W_E, circle(n) @ write(pos), [layer], subspaces=named)
    return Program(model, SYMBOLS, fault=unlike(form(n_digits)))


def add(
    n_digits: int,
    *,
    scale: float = 1.0,
    mark: Sequence[float] = (1.0, 0.0, 0.0),
    loud: float = LOUD,
) -> Program:
    """The sum of two numbers, in one digit more: 45+78= makes 123.

    As add_mod10, with two changes. Heads look at places counted from the
    start, because the answer grows away from its digits. And the last head
    puts a mark of the position in place of the token's own value: its three
    numbers times `mark`. So the MLP reads the sum, `scale` / 100 times as
    large, and the place to fill as one number. Main source, section 6.8.
    Raises ValueError for n_digits below 1, and where float64 cannot tell two
    sums and places apart.

    >>> add(2).complete("45+78=")
    '123'
    """
    W_E, n = embedding(n_digits), 3 * n_digits + 2
    value, one, rest, pos = subspaces(value=1, one=1, rest=2, place=3)
    token, _ = subspaces(token=4, pos=3)
    heads = [
        attend_to(end - i, one, pos, value, value, n=n, loud=scale * 10**i)
        for end in (n_digits - 1, 2 * n_digits)
        for i in range(n_digits)
    ]
    marked = read(pos) @ np.array(mark)[:, None]
    swap = replace(
        clear(pos, rest, n=n),
        W_V=np.hstack([-read(rest), marked - read(value)]),
        W_O=write(rest, value),
        name="marks the place",
    )
    sums = np.arange(2 * 10**n_digits - 1)[:, None]
    places = np.arange(n_digits, -1, -1)
    filling = circle(n)[-n_digits - 1 :] @ write(pos)
    stream = (sums[..., None] * scale / 100 + filling @ marked) * write(value)
    at = normalize(stream + write(one) + filling, LAYER_NORM) @ read(value)
    answers = (sums // 10**places % 10).ravel()
    table = spikes(at.ravel(), W_E[answers] @ read(token), value, token)
    layer = Layer([*heads, swap], overwrite_by_scale(table, loud))
    named = [value, *hidden(one, rest), pos]
    model = Transformer(W_E, circle(n) @ write(pos), [layer], subspaces=named)
    return Program(model, SYMBOLS, fault=unlike(form(n_digits)))
