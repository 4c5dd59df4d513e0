"""What sums and products are, digit by digit, and all of many at once."""

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from taotp_core.arrays import Tokens

DIGITS = "0123456789"
SUMS = f"{DIGITS}+="
PRODUCTS = f"{DIGITS}*="


def form_of(prompt: Sequence[Any]) -> str:
    """What a prompt looks like, with a d for each digit.

    >>> form_of("45+78=")
    'dd+dd='
    """
    return re.sub("[0-9]", "d", "".join(map(str, prompt)))


def terms(prompt: Sequence[Any], form: str) -> list[str] | None:
    """The numbers in a prompt that has a form, digits alone where it has no sign between them.

    >>> terms("45+78=", "dd+dd="), terms("47", "dd"), terms("4+7=", "dd+dd=")
    (['45', '78'], ['4', '7'], None)
    """
    if form_of(prompt) != form:
        return None
    return re.findall("[0-9]+" if {*form} & {*"+*"} else "[0-9]", "".join(map(str, prompt)))


def add(prompt: Sequence[Any], *, form: str, **_: object) -> list[str] | None:
    """The digits of a sum, one more than its first number has.

    >>> add("45+78=", form="dd+dd=")
    ['1', '2', '3']
    """
    found = terms(prompt, form)
    return found and [*str(sum(map(int, found))).zfill(len(found[0]) + 1)]


def add_mod10(prompt: Sequence[Any], *, form: str, **_: object) -> list[str] | None:
    """The last digit of a sum.

    >>> add_mod10("45+78=", form="dd+dd="), add_mod10("47", form="dd")
    (['3'], ['1'])
    """
    found = terms(prompt, form)
    return found and [str(sum(map(int, found)) % 10)]


def multiply(prompt: Sequence[Any], *, form: str, **_: object) -> list[str] | None:
    """The digits of a product, twice as many as its first number has.

    >>> multiply("12*34=", form="dd*dd=")
    ['0', '4', '0', '8']
    """
    found = terms(prompt, form)
    return found and [*str(math.prod(map(int, found))).zfill(2 * len(found[0]))]


def sum_tokens(a: Tokens, b: Tokens, n_digits: int) -> Tokens:
    """The ids of a + b = c, digit by digit: [n_pairs, 3 * n_digits + 3].

    >>> sum_tokens(np.array([45]), np.array([78]), 2)
    array([[ 4,  5, 10,  7,  8, 11,  1,  2,  3]])
    """
    a, b = (np.asarray(x, np.int64) for x in (a, b))  # a page's own integers have 32 bits
    places = 10 ** np.arange(n_digits, -1, -1, dtype=np.int64)
    signs = np.broadcast_to([[10], [11]], (2, len(a)))
    digits = [x[:, None] // places % 10 for x in (a, b, a + b)]
    return np.hstack(
        [digits[0][:, 1:], signs[0][:, None], digits[1][:, 1:], signs[1][:, None], digits[2]]
    )


def product_tokens(a: Tokens, b: Tokens, n_digits: int) -> Tokens:
    """The ids of a * b = c, digit by digit: [n_pairs, 4 * n_digits + 2].

    >>> product_tokens(np.array([12]), np.array([34]), 2)
    array([[ 1,  2, 10,  3,  4, 11,  0,  4,  0,  8]])
    """
    a, b = (np.asarray(x, np.int64) for x in (a, b))
    worth = 10 ** np.arange(2 * n_digits - 1, -1, -1, dtype=np.int64)
    first, second, product = (x[:, None] // worth % 10 for x in (a, b, a * b))
    times, equals = np.full((len(a), 1), 10), np.full((len(a), 1), 11)
    return np.hstack([first[:, n_digits:], times, second[:, n_digits:], equals, product])
