"""Sums in as few numbers as we can, with no MLP or with the carry looked for."""

import numpy as np

from taotp.constructions.by_attention import TEN, parabola, rounder, what_is_left
from taotp.constructions.by_looking import (
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
from taotp.constructions.digits import SYMBOLS, check_digits, form, places, unlike
from taotp.constructions.level import NEVER, divisor, filled, head, level, square
from taotp.programs.minimum import LOUD
from taotp_core.program import Program
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Layer, Transformer


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
