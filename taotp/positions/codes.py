"""Tables that no matrix shifts: noise, and a code with a promised distance.

Main source, section 7.3. A position table of this kind tells where, and not how far.
"""

import numpy as np

from taotp_core.arrays import Array, Tokens
from taotp_core.rotations import check_rows


def random_normal(n: int, d_model: int, rng: np.random.Generator) -> Array:
    """Numbers drawn from the normal distribution of mean 0 and variance 1: [n, d_model].

    Main source, definition 7.8. Raises ValueError for n or d_model below 1.

    >>> random_normal(100, 8, np.random.default_rng(0)).shape
    (100, 8)
    """
    check_table(n, d_model)
    return rng.normal(size=(n, d_model))


def random_signs(n: int, d_model: int, rng: np.random.Generator) -> Array:
    """Coins: -1 or +1 at equal odds: [n, d_model].

    Main source, definition 7.9. Raises ValueError for n or d_model below 1.

    >>> np.unique(random_signs(100, 8, np.random.default_rng(0))).tolist()
    [-1.0, 1.0]
    """
    check_table(n, d_model)
    return np.array([-1.0, 1.0])[rng.integers(0, 2, size=(n, d_model))]


def hamming(r: int) -> Array:
    """All words of the Hamming code with r checks, as -1 and +1: [2^(d - r), d], d = 2^r - 1.

    A word is its message in binary (words are in the order of their messages), then r checks;
    any two words differ in at least 3 places. hamming(4) is the (15, 11) code of the main source,
    definition 7.10. Raises ValueError unless r is from 2 to 4: the next has 67 million words.

    >>> hamming(2).tolist()
    [[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]]
    >>> hamming(4).shape
    (2048, 15)
    """
    if not 2 <= r <= 4:
        raise ValueError(f"r is {r}; it must be from 2 to 4")
    # A check is the parity of the message bits whose place, counted in binary, has its bit. The
    # places that are powers of two belong to the checks themselves.
    places = np.array([place for place in range(1, 2**r) if place.bit_count() > 1])
    checks = bits(places, r)
    messages = bits(np.arange(2 ** len(places)), len(places))
    words: Array = 2.0 * np.hstack([messages, messages @ checks % 2]) - 1
    return words


def balanced_hamming(r: int) -> Array:
    """The words of `hamming(r)` in which the numbers of -1 and +1 differ by one: [n_words, d].

    Leaving words out keeps the distance, where flipping places would not: that is our choice, as
    the main source (section 7.3) does not say how it balances. For r = 4 they are the 870 words
    with seven or eight +1. Raises ValueError unless r is 3 or 4.

    >>> balanced_hamming(4).shape
    (870, 15)
    """
    if not 3 <= r <= 4:
        raise ValueError(f"r is {r}; it must be 3 or 4")
    words = hamming(r)
    balanced: Array = words[np.abs(words.sum(axis=1)) == 1]
    return balanced


def bits(integers: Tokens, size: int) -> Tokens:
    """Integers [n] in binary, most significant first: [n, size]."""
    found: Tokens = integers[:, None] >> np.arange(size)[::-1] & 1
    return found


def check_table(n: int, d_model: int) -> None:
    """Raise ValueError unless a table has rows and columns."""
    check_rows(n)
    if d_model < 1:
        raise ValueError(f"d_model is {d_model}; it must be at least 1")
