"""Add numbers digit by digit: as one number, which attention sums up and an MLP looks up."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from taotp_core.arrays import Array, Rounding, Tokens, to_float64
from taotp_core.decode import greedy
from taotp_core.encodings import circle, number
from taotp_core.gadgets import attend_back, attend_to, clear, drown, spikes
from taotp_core.program import Program, Symbol
from taotp_core.stream import read, subspaces, write
from taotp_core.transformer import feed_forward, normalize, quiet, residual, unembed
from taotp_core.weights import LAYER_NORM, Head, Layer, Transformer

SYMBOLS = "0123456789+="
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
    value, one, _ = subspaces(value=1, one=1, rest=2)
    (token,) = subspaces(token=4)
    digits = number(np.arange(10) / 100)
    nowhere = np.zeros((4, 4))
    heard = read(value, one) @ np.diag([2 * 100, 1]) @ write(value, one)
    kept = read(value, one) @ write(value, one)
    average = Head(nowhere, nowhere, W_V=heard, W_O=kept, name="averages all")
    sums = np.arange(19)
    stream = sums[:, None] * write(value) + write(one)
    at = normalize(stream, LAYER_NORM) @ read(value)
    table = spikes(at.ravel(), digits[sums % 10], value, token)
    layer = Layer([drown(average, loud_head)], drown(table, loud))
    model = Transformer(digits, np.zeros((2, 4)), [layer])
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
    value, one, rest, pos = subspaces(value=1, one=1, rest=2, pos=3)
    token, _ = subspaces(token=4, pos=3)
    if scale is None:
        scale = 100 / 10**n_digits
    heads = [
        attend_back(back + i, pos, value, value, n=n, gain=scale * 10**i)
        for back in (1, n_digits + 2)
        for i in range(n_digits)
    ]
    sums = np.arange(2 * 10**n_digits - 1)
    stream = sums[:, None] * scale / 100 * write(value) + write(one)
    stream = stream + circle(n)[-1] @ write(pos)
    at = normalize(stream, LAYER_NORM) @ read(value)
    table = spikes(at.ravel(), W_E[sums % 10] @ read(token), value, token)
    layer = Layer([*heads, clear(pos, rest, n=n)], drown(table, loud))
    model = Transformer(W_E, circle(n) @ write(pos), [layer])
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
    value, one, rest, pos = subspaces(value=1, one=1, rest=2, pos=3)
    token, _ = subspaces(token=4, pos=3)
    heads = [
        attend_to(end - i, one, pos, value, value, n=n, gain=scale * 10**i)
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
    layer = Layer([*heads, swap], drown(table, loud))
    model = Transformer(W_E, circle(n) @ write(pos), [layer])
    return Program(model, SYMBOLS, fault=unlike(form(n_digits)))


def embedding(n_digits: int) -> Array:
    """The rows of ten digits and two signs, beside room for a position: [12, 7]."""
    if n_digits < 1:
        raise ValueError(f"n_digits is {n_digits}; it must be at least 1")
    token, _ = subspaces(token=4, pos=3)
    digits = number(np.arange(10) / 100)
    sign = digits[0, [0, 1, 3, 2]]  # also a 0, as far from it as can be
    return np.vstack([digits, sign, sign]) @ write(token)


def form(n_digits: int) -> str:
    """What a prompt looks like: "dd+dd=" for two digits."""
    return f"{'d' * n_digits}+{'d' * n_digits}="


def unlike(form: str) -> Callable[[Sequence[Symbol]], str]:
    """The fault of a prompt that does not have the form."""

    def fault(prompt: Sequence[Symbol]) -> str:
        typed = "".join(map(str, prompt))
        if ["d" if symbol in SYMBOLS[:10] else symbol for symbol in typed] == [*form]:
            return ""
        return f"the prompt is {typed!r}; it must look like {form} with a digit for each d"

    return fault


# All of the sums at once


def every_sum(n_digits: int, sums: int = 20) -> Iterator[Tokens]:
    """All 100**n_digits pairs with their answers, in batches of so many neighboring sums.

    A row holds the ids of a, +, b, = and the n_digits + 1 digits of a + b.
    """
    numbers = np.arange(10**n_digits)
    for least in range(0, 2 * 10**n_digits - 1, sums):
        total = np.arange(least, min(least + sums, 2 * 10**n_digits - 1))
        a, c = (side.ravel() for side in np.meshgrid(numbers, total, indexing="ij"))
        real = (a <= c) & (c - a < 10**n_digits)
        yield sum_tokens(a[real], c[real] - a[real], n_digits)


def sum_tokens(a: Tokens, b: Tokens, n_digits: int) -> Tokens:
    """The ids of a + b = c, digit by digit: [n_pairs, 3 * n_digits + 3]."""
    places = 10 ** np.arange(n_digits, -1, -1)
    signs = np.broadcast_to([[10], [11]], (2, len(a)))
    digits = [x[:, None] // places % 10 for x in (a, b, a + b)]
    return np.hstack(
        [digits[0][:, 1:], signs[0][:, None], digits[1][:, 1:], signs[1][:, None], digits[2]]
    )


def says(model: Transformer, tokens: Tokens, places: int, to: Rounding = to_float64) -> Tokens:
    """What a model of one layer says next at the last `places` of tokens [n_rows, n]."""
    rows, back = last_rows(model, tokens, places, to)
    with quiet():
        return greedy(unembed(model, rows, to))[back]


def last_rows(
    model: Transformer, tokens: Tokens, places: int, to: Rounding = to_float64
) -> tuple[Array, Tokens]:
    """The different rows [n, d_model] that a model of one layer ends with, and which is where.

    An MLP works on each position by itself, so that rows of the stream which are equal bit by bit
    pass through it once; sums have few different ones. `rows[back]` is [n_rows, places, d_model].
    """
    (layer,) = model.layers
    with quiet():
        x = residual(replace(model, layers=[replace(layer, mlp=None)]), tokens, places, to=to)
        rows, back = distinct(x.reshape(-1, model.d_model))
        if layer.mlp:
            rows = to(rows + feed_forward(to(normalize(rows, layer.norm_mlp)), layer.mlp, to))
    return rows, back.reshape(x.shape[:-1])


def distinct(rows: Array) -> tuple[Array, Tokens]:
    """The different rows of [n, d_model], bit by bit, and the number of each: kept[back] is rows.

    They are told apart by a hash of their bits, which is sorted in a fraction of the time.
    """
    bits = np.ascontiguousarray(rows).view(f"u{rows.itemsize}").astype(np.uint64)
    odd = np.random.default_rng(0).integers(2**63, size=bits.shape[1], dtype=np.uint64) * 2 + 1
    _, back = np.unique(bits @ odd, return_inverse=True)
    place = np.empty(back.max(initial=-1) + 1, np.intp)
    place[back] = np.arange(len(rows))
    if not np.array_equal(bits[place][back], bits):  # two rows with one hash, of 2**64
        return np.unique(rows, axis=0, return_inverse=True)
    return rows[place], back


def right_sums(model: Transformer, rows: Tokens, to: Rounding = to_float64) -> NDArray[np.bool_]:
    """Which rows of `every_sum` a model of add or of add_mod10 answers right: [n_rows].

    It is given the right digits so far and asked for the next. If all of them are right, then so
    are those that it says by itself.
    """
    places = model.n_ctx + 1 - rows.shape[1] // 3 * 2
    said = says(model, rows[:, : model.n_ctx], places, to)
    right: NDArray[np.bool_] = (said == rows[:, -places:]).all(axis=1)
    return right
