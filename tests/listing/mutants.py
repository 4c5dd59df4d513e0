"""Texts that are nearly listings, and what reading them costs."""

import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

from taotp.listing import ListingError, read_bytes

HERE = Path(__file__).parent
MOST_LETTERS = 20_000  # that of 4,000 words is read in tests of its own
EXAMPLES = sorted(
    path for path in (HERE.parents[1] / "taotp" / "examples").glob("*.taotp")
    if path.stat().st_size < MOST_LETTERS
)  # fmt: skip
EXAMPLES += sorted(HERE.glob("good/*.taotp"))
SOURCES = [*EXAMPLES, *sorted(HERE.glob("bad/*.taotp"))]
PIECES = [
    *b"0 -1 1e309 1e308 1.7e308 999999999999 5e-324 nan 1/0 0.5 1e9".split(),
    *b"{ } [ ] ( ) , : \" ' \\ # = ** token i north( symbol place zeros null true".split(),
    *(b" and ", b" to ", b" of ", b" as ", b" x ", b" turned ", b" back", b"layer\n", b"\n"),
    *(b"\x00", b"\xff", b"\xef\xbb\xbf", "\u2212".encode(), "\U0001f600".encode(), b"\\ud800"),
    *(b"9" * 500, b"-" * 50, b"(" * 50),
]


def mutants(seed: int, n: int) -> Iterator[bytes]:
    """So many texts, each made of a good or a bad one by one to eight changes."""
    rng = random.Random(seed)
    texts = [path.read_bytes() for path in SOURCES]
    good = [path.read_bytes() for path in EXAMPLES]
    for _ in range(n):
        data = bytearray(rng.choice(rng.choice((good, texts))))
        for _ in range(rng.choice((1, 1, 2, 3, 8))):
            change(data, rng, texts)
        yield bytes(data)


def change(data: bytearray, rng: random.Random, texts: list[bytes]) -> None:
    """Change bytes at one place."""
    at = rng.randint(0, len(data))
    to = min(len(data), at + rng.choice((0, 1, 1, 2, 5, 40)))
    kind = rng.randrange(6)
    if kind == 0:
        data[at:to] = rng.choice(PIECES)
    elif kind == 1:
        del data[at:to]
    elif kind == 2:
        data[at:at] = data[at:to] * rng.choice((1, 2, 50))
    elif kind == 3:
        data[at:to] = rng.randbytes(to - at)
    elif kind == 4:
        other = rng.choice(texts)
        start = rng.randint(0, len(other))
        data[at:to] = other[start : start + 40]
    else:
        word = rng.choice(bytes(data).split() or [b""])
        data[at:to] = b" " + word + b" "


def cost(data: bytes) -> tuple[str, int]:
    """What reading comes to, and the bytes of memory at most."""
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    try:
        read_bytes(data)
        outcome = "a program"
    except ListingError:
        outcome = "ListingError"
    return outcome, tracemalloc.get_traced_memory()[1] - before
