"""Sums and products as they are typed: their symbols, their form, and the place of each digit."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from taotp.reference import SUMS
from taotp_core.arrays import Array, Tokens
from taotp_core.encodings import number
from taotp_core.program import Symbol
from taotp_core.stream import subspaces, write

SYMBOLS = SUMS
MOST_DIGITS = 300  # a float64 ends at 10^308


def places(n_digits: int, top: int) -> Tokens:
    """The place of what stands or was said at each position: [2 n + 1 + top, 1].

    Both numbers count down to 0; from the equals sign on it is counted down from `top` to 1.
    """
    down = np.arange(n_digits)[::-1]
    return np.concatenate([down, [0], down, np.arange(top, 0, -1)])[:, None]


def check_digits(n_digits: int) -> None:
    """Raise ValueError for numbers without digits, and for those that no float64 holds."""
    if n_digits < 1:
        raise ValueError(f"n_digits is {n_digits}; it must be at least 1")
    if n_digits > MOST_DIGITS:
        raise ValueError(f"n_digits is {n_digits}; float64 has room for {MOST_DIGITS}")


def form(n_digits: int) -> str:
    """What a prompt looks like: "dd+dd=" for two digits."""
    return f"{'d' * n_digits}+{'d' * n_digits}="


def unlike(form: str) -> Callable[[Sequence[Symbol]], str]:
    """The fault of a prompt that does not have the form."""
    return partial(not_of_form, form)


def not_of_form(form: str, prompt: Sequence[Symbol]) -> str:
    """What is wrong with a prompt of another form, or nothing."""
    typed = "".join(map(str, prompt))
    if ["d" if symbol in SYMBOLS[:10] else symbol for symbol in typed] == [*form]:
        return ""
    return f"the prompt is {typed!r}; it must look like {form} with a digit for each d"


def embedding(n_digits: int) -> Array:
    """The rows of ten digits and two signs, beside room for a position: [12, 7]."""
    if n_digits < 1:
        raise ValueError(f"n_digits is {n_digits}; it must be at least 1")
    token, _ = subspaces(token=4, pos=3)
    digits = number(np.arange(10) / 100)
    sign = digits[0, [0, 1, 3, 2]]  # also a 0, as far from it as can be
    return np.vstack([digits, sign, sign]) @ write(token)
