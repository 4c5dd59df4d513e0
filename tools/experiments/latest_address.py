"""How long a text may be in which a head finds the latest of a hundred addresses.

Address q was stored at n - 4 and n - 2, every other one at n - 1, and a head asks at n. The store
at n - 2 must lead by 5 for each q; keys, queries and every sum are rounded. A row is a way to write
addresses, a way to say *later*, and a precision; `place` is the largest n tried that is right, a
power of 2, and 0 where there is none. With an address that is asked for in `asked` numbers, one
that was computed can ask where they are linear in it.
"""

from collections.abc import Iterator
from itertools import product

from taotp.applications.reach.addresses import LATER, LEAD, addresses, last_right
from taotp_core.arrays import PRECISIONS

N = 100
KEYS = addresses(N)
LARGEST = {"float64": 44, "float32": 27, "bfloat16": 27}  # exponents of 2
WORDS = f"the longest text in which the latest of {N} addresses leads by {LEAD:g}"
POINTS = [
    {"keys": keys, "later": later, "precision": precision}
    for precision, keys, later in product(LARGEST, KEYS, LATER)
]


def measure(keys: str, later: str, precision: str) -> Iterator[dict[str, object]]:
    """The longest text that is right."""
    place = last_right(KEYS[keys], later, PRECISIONS[precision], LARGEST[precision])
    yield {"asked": KEYS[keys][1].shape[1], "place": place}
