"""Small machines: sums, products, sorted lists, tables and minima in as few numbers as we can."""

from collections.abc import Iterable

import numpy as np

from taotp_core.arrays import Tokens
from taotp_core.constructions.by_attention import TEN, parabola, rounder, what_is_left
from taotp_core.constructions.by_looking import (
    BELOW,
    FAINT,
    FLAG,
    HARD,
    ITSELF,
    centered,
    nine_or_more,
    powers,
    say_the_last_digit,
    toward,
)  # fmt: skip
from taotp_core.constructions.half_circle import SPAN, above_the_middle, points
from taotp_core.constructions.level import NEVER, divisor, filled, head, level, square
from taotp_core.encodings import EAST, NORTH, circle, on_circle
from taotp_core.gadgets import SURE, attend_back, clear_by_mlp, drown
from taotp_core.program import Program, Symbol
from taotp_core.programs.adding import SYMBOLS, form, unlike
from taotp_core.programs.lookup import Table, as_tokens, too_short
from taotp_core.programs.minimum import LOUD, empty
from taotp_core.programs.sorting import END, unsortable
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import MLP, Head, Layer, Transformer

TIMES = "0123456789*="
NOUGHT = 40.0  # the logarithm of 0 is minus this: next to nothing
HEAVY = 5  # powers of ten by which a sink outweighs b**2; from 11 on it drowns products of 2 digits
HALVES = "halves what lies between"
LOUD_LAST = 1e10  # numbers to sort: neighbors differ by a millionth


def add(n_digits: int) -> Program:
    """The sum of two numbers in one digit more, without an MLP: 45+78= makes 123.

    24 n + 208 numbers for n digits. One head brings a + b, the other takes away what has been
    said and divides. Right in float64 up to 13 digits. Raises ValueError for n_digits below 1.

    >>> add(2).complete("45+78=")
    '123'
    """
    check_digits(n_digits)
    digit, squared, sign, spare, place, speaks, spare_pos = subspaces(
        digit=1, squared=1, sign=1, spare=1, place=1, speaks=1, spare_pos=1
    )
    n, top = n_digits, n_digits + 1
    signs = [[1.0], [-1.0]] @ write(sign) - write(squared)
    W_E = filled(np.vstack([parabola(np.arange(10), digit, squared), signs]), spare)
    later = (np.arange(3 * n + 2) > 2 * n)[:, None]
    W_pos = filled(places(n, top) / top * write(place) + later * write(speaks), spare_pos)
    divided = divisor(square(W_E, W_pos), digit.d_model)
    total = 2 * (10**n - 1) / 9  # of the weights 1, 10, 100 ... of both numbers
    terms = head(
        ask=read(speaks),
        look=TEN * top * read(place) - NEVER * (2 * read(speaks) + read(sign)),
        take=9 * total * read(digit),
        put=rounder(digit, squared)[:1],
        divided=divided,
        name="adds both numbers",
    )
    rest = what_is_left(digit, squared, sign, place, speaks, top=top, divided=divided)
    model = level(Transformer(W_E, W_pos, [Layer([terms, rest])]))
    return Program(model, SYMBOLS, fault=unlike(form(n)))


def add_by_looking(n_digits: int, *, loud: float = LOUD) -> Program:
    """The same sum in two layers, with the carry found by looking, so that float32 is enough.

    48 n + 711 numbers for n digits; float32 does up to 16 of them. The first layer adds the two
    digits of each place, and tells which sums are nine and which are more. The second looks for
    the nearest place below whose sum is not nine: there it is decided whether something is carried.
    Raises ValueError for n_digits below 1.

    >>> add_by_looking(2).complete("45+78=")
    '123'
    """
    check_digits(n_digits)
    digit, squared, spare, one, spare_pos, total, more, skip, x, x_squared, inverse = subspaces(
        digit=1, squared=1, spare=1, one=1, spare_pos=1, total=1, more=1, skip=1, x=1,
        x_squared=1, inverse=1,
    )  # fmt: skip
    n, at = n_digits, np.arange(3 * n_digits + 2)[:, None]
    W_E = filled(centered(np.append(np.arange(10), [-1, -1]), digit, squared), spare)
    place = places(n, n + 1) + (at == n) * n - (at > 2 * n)  # from here on of what is due
    stands = powers(np.where(at > 2 * n, -1, place).ravel(), n, x, x_squared)
    asks = np.where(at > n, 0.5**place, 0) * write(inverse) + write(one)
    hidden = ((at < n) | (at > 2 * n + 1)) * write(skip)
    W_pos = filled(stands + asks + hidden, spare_pos)
    divided = divisor(square(W_E, W_pos), digit.d_model, fine=4)
    sums = divided / FAINT * read(total)
    both = head(
        ask=toward(ITSELF, n, read(one), read(inverse)),
        look=read(x, x_squared),
        take=9 * FAINT * (read(digit) + read(one)),
        put=write(total),
        divided=divided,
        name="adds the digits of its place",
    )
    no_nine = -(2.0**n) * HARD / FLAG * read(one)
    carry = head(
        ask=np.hstack([toward(BELOW, n, read(one), read(inverse)), no_nine]),
        look=read(x, x_squared, skip),
        take=FAINT / FLAG * read(more),
        put=write(total),
        divided=divided,
        name="carries from the next that is no nine",
    )
    layers = [
        Layer([both], nine_or_more(sums, skip, more)),
        Layer([carry], say_the_last_digit(sums, digit, squared, loud)),
    ]
    return Program(level(Transformer(W_E, W_pos, layers), fine=4), SYMBOLS, fault=unlike(form(n)))


def multiply(n_digits: int, *, heavy: int = HEAVY, faint: float = NOUGHT) -> Program:
    """The product of two numbers in twice as many digits, without an MLP: 12*34= makes 0408.

    48 n + 348 numbers for n digits. The first layer brings a to every digit of b; in the second
    the digits of b weigh it. `heavy` is by how many powers of ten the sink outweighs b**2; 0 weighs
    e**-faint. Right in float64 up to 3 digits. Raises ValueError for n_digits below 1.

    >>> multiply(2).complete("12*34=")
    '0408'
    """
    check_digits(n_digits)
    digit, squared, sign, log, spare, place, second, speaks, spare_pos, first = subspaces(
        digit=1, squared=1, sign=1, log=1, spare=1, place=1, second=1, speaks=1, spare_pos=1,
        first=1,
    )  # fmt: skip
    n, top, tiny = n_digits, 2 * n_digits, 10.0 ** (-n_digits - 6)
    logs = np.append(-faint, np.log(np.arange(1, 10)))[:, None] / NOUGHT
    digits = parabola(np.arange(10), digit, squared) + logs * write(log)
    signs = [[1.0], [-1.0]] @ write(sign) - write(squared)
    W_E = filled(np.vstack([digits, signs]), spare)
    at = np.arange(4 * n + 1)[:, None]
    role = np.where((n < at) & (at <= top), 1, -1) * write(second) + (at > top) * write(speaks)
    W_pos = filled(places(n, top) / top * write(place) + role, spare_pos)
    divided = divisor(square(W_E, W_pos), digit.d_model, fine=1)
    by_place, sink = TEN * top * read(place), TEN * (2 * n + heavy)
    gather = head(  # in b it brings a; at the sign between them, which asks the opposite, nothing
        ask=read(second),
        look=by_place - NEVER * (read(second) + 6 * read(speaks) + 4 * read(sign)),
        take=tiny * (10**n - 1) * read(digit),
        put=write(first),
        divided=divided,
        name="brings the first number",
    )
    product = head(
        ask=read(speaks),
        look=by_place + NOUGHT * read(log) + NEVER * read(second) + (2 * NEVER + sink) * read(sign),
        take=read(first) / tiny,
        put=np.exp(sink) * rounder(digit, squared)[:1],
        divided=divided,
        name="multiplies",
    )
    rest = what_is_left(digit, squared, sign, place, speaks, top=top, divided=divided)
    layers = [Layer([gather]), Layer([product, rest])]
    model = level(Transformer(W_E, W_pos, layers), fine=1)
    return Program(model, TIMES, fault=unlike(form(n).replace("+", "*")))


def sort(
    d_vocab: int,
    n_ctx: int = 400,
    *,
    n_layers: int | None = None,
    above: float = 0.25,
    loud: float = LOUD_LAST,
) -> Program:
    """A program that says a list of distinct numbers below d_vocab in order, by bisection.

    9 d_vocab + 466 numbers for a thousand, beside positions that are zero. Each layer looks a
    little `above` the middle, in steps between numbers, between a number and what might come next,
    which is first the end. `n_layers` (None: layers_needed) halve what lies between; the last is
    `loud`. Raises ValueError for fewer than 2 numbers and for no room.

    >>> sort(10, n_ctx=8).complete([3, 1, 2])
    [1, 2, 3]
    """
    if d_vocab < 2 or n_ctx < 1:
        raise ValueError(f"d_vocab is {d_vocab}, n_ctx is {n_ctx}; they must be at least 2 and 1")
    own, end, here, there = subspaces(own=2, end=1, here=2, there=2)
    step = SPAN / (d_vocab + 1)
    arc = points(np.arange(d_vocab + 2) * step)  # the first is where the end asks from
    W_E = arc[-1:] @ write(here) + np.vstack([arc[1:-1] @ write(own), write(end)])
    key, asks = (read(own) + read(end) @ point for point in (arc[-1:], arc[:1]))
    two, three = (divisor(squares, own.d_model) for squares in (2, 3))
    layers = []
    for _ in range((layers_needed(d_vocab) if n_layers is None else n_layers) - 1):
        toward = above_the_middle(asks + read(here), step, above)
        forget = drown(clear_by_mlp(here, floor=2), three)
        layers.append(Layer([head(toward, key, key, write(there), two, name=HALVES)], forget))
        here, there = there, here
    toward = above_the_middle(asks + read(here), step, above)
    say = head(toward, key, read(own, end), loud * write(own, end), two, name=HALVES)
    layers.append(Layer([say]))
    model = level(Transformer(W_E, np.zeros((n_ctx, own.d_model)), layers))
    return Program(model, [*range(d_vocab), END], stop=END, fault=unsortable(n_ctx), after=END)


def layers_needed(d_vocab: int) -> int:
    """How many layers `sort` needs for the worst set of numbers below d_vocab.

    It is the Fibonacci numbers less 1, of which each layer finds the one before the last it found:
    as many as 2, 3, 5, 8 ... are not above d_vocab + 1. A test plays all sets.

    >>> layers_needed(1000)
    14
    """
    layers, this, following = 0, 2, 3
    while this <= d_vocab + 1:
        layers, this, following = layers + 1, following, this + following
    return layers


def table(
    entries: Table, n_ctx: int, *, vocabulary: Iterable[Symbol] = (), loud: float = LOUD
) -> Program:
    """A program that reads a key at the end of its prompt and says what the table has for it.

    Keys have one length; any table at all is stored, with nothing fitted. The key is laid side by
    side on circles, and a unit for each entry fires on that key alone, `loud`
    times as loud for each symbol as what was there. `vocabulary` adds symbols that the table lacks.
    Raises ValueError for what is no table.

    >>> table({"ab": "c", "ba": "a", "cc": "b"}, n_ctx=5).complete("cab")
    'c'
    """
    keys, answers, symbols = as_tokens(entries, n_ctx, vocabulary)
    length = keys.shape[1]
    names = [f"back_{back}" for back in range(length)]
    *past, pos = subspaces(**dict.fromkeys(names, 3), pos=3)
    n = max(len(symbols), 2)
    ring = circle(n)
    shrink = np.sqrt(2 / (length + 1))  # what layer norm does to a row of two circles and zeros
    heads = [
        attend_back(back, pos, past[0], past[back], n=n_ctx, gain=shrink)
        for back in range(1, length)
    ]
    rows = sum(ring[keys[:, -1 - back]] @ write(place) for back, place in enumerate(past))
    gap = 3 - 3 * np.cos(2 * np.pi / n)  # by which the next best key falls short
    mlp = MLP(
        W_in=np.transpose(rows),
        b_in=np.full(len(keys), gap / 2 - 3 * length),
        W_out=loud * n * 2 / gap * ring[answers] @ write(past[0]),
        b_out=np.zeros(pos.d_model),
    )
    W_E, W_pos = ring[: len(symbols)] @ write(past[0]), circle(n_ctx) @ write(pos)
    model = Transformer(W_E, W_pos, [Layer(heads, mlp)])
    return Program(model, symbols, fault=too_short(length), steps=1)


def minimum(d_vocab: int, n_ctx: int) -> Program:
    """A program that says the smallest of a list of numbers below d_vocab, of millions if need be.

    3 (d_vocab + n_ctx) + 24 numbers. They stand on a quarter of the circle, around north, where
    neighbors differ in their part to the east by nearly as much as they are apart. So the query
    grows like d_vocab; on half a circle it grows like its cube. Raises ValueError for sizes below
    1.

    >>> minimum(100, n_ctx=5).complete([42, 7, 99])
    [7]
    """
    if d_vocab < 1 or n_ctx < 1:
        raise ValueError(f"d_vocab, n_ctx are {d_vocab}, {n_ctx}; both must be at least 1")
    step = np.pi / 2 / d_vocab
    W_E = on_circle(np.pi / 4 + step * np.arange(d_vocab))
    hard = SURE / (3 * np.sin(step / 2))  # in the worst case parts to both sides are 1 / sqrt(2)
    ask, look, name = hard * NORTH[:, None], EAST[:, None], "finds the smallest"
    toward = Head(ask, look, np.eye(3), np.eye(3), name=name)
    layer = Layer([drown(toward, LOUD * d_vocab)])
    model = Transformer(W_E, np.zeros((n_ctx, 3)), [layer])
    return Program(model, range(d_vocab), fault=empty("smallest"), steps=1)


def places(n_digits: int, top: int) -> Tokens:
    """The place of what stands or was said at each position: [2 n + 1 + top, 1].

    Both numbers count down to 0; from the equals sign on it is counted down from `top` to 1.
    """
    down = np.arange(n_digits)[::-1]
    return np.concatenate([down, [0], down, np.arange(top, 0, -1)])[:, None]


def product_tokens(a: Tokens, b: Tokens, n_digits: int) -> Tokens:
    """The ids of a * b = c, digit by digit: [n_pairs, 4 * n_digits + 2]."""
    worth = 10 ** np.arange(2 * n_digits - 1, -1, -1)
    first, second, product = (x[:, None] // worth % 10 for x in (a, b, a * b))
    times, equals = np.full((len(a), 1), 10), np.full((len(a), 1), 11)
    return np.hstack([first[:, n_digits:], times, second[:, n_digits:], equals, product])


def check_digits(n_digits: int) -> None:
    """Raise ValueError for numbers without digits."""
    if n_digits < 1:
        raise ValueError(f"n_digits is {n_digits}; it must be at least 1")
