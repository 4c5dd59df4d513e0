"""Products in as few numbers as we can, without an MLP."""

import numpy as np

from taotp.constructions.by_attention import TEN, parabola, rounder, what_is_left
from taotp.constructions.digits import check_digits, form, places, unlike
from taotp.constructions.level import NEVER, divisor, filled, head, level, square
from taotp.reference import PRODUCTS
from taotp_core.deprecated import renamed
from taotp_core.program import Program
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Layer, Transformer

TIMES = PRODUCTS
NOUGHT = 40.0  # the logarithm of 0 is minus this: next to nothing
LOUD = 1e5  # as much as a sink outweighs b**2; from 1e11 on it drowns products of 2 digits


@renamed(heavy=("loud", lambda powers: 10.0**powers))
def multiply(n_digits: int, *, loud: float = LOUD, faint: float = NOUGHT) -> Program:
    """The product of two numbers in twice as many digits, without an MLP: 12*34= makes 0408.

    48 n + 348 numbers for n digits. The first layer brings a to every digit of b; in the second
    the digits of b weigh it. `loud` is how many times the sink outweighs b**2; 0 weighs e**-faint.
    Right in float64 up to 3 digits. Raises ValueError for n_digits below 1.

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
    by_place, sink = TEN * top * read(place), TEN * (2 * n + np.log10(loud))
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
