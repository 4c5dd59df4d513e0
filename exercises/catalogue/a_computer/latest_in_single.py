"""The latest store of one of a hundred mailboxes, in a long text and in single precision."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from exercises.judging.judge import Wrong, ask, conditions, fresh, items, numbers, short
from exercises.statement import Example, Exercise
from taotp_core.arrays import Array

CELLS, STORES, LEAD = 100, 65_536, 5.0
COLUMNS = ("one", "cell", "cell_square", "tens", "tens_square", "ones", "ones_square", "place")
MOST = 16  # dimensions of a head
LARGEST = 1e30
ENDS, DRAWN = 32, 32  # places at which other mailboxes are tried
WHERE = "in latest_in_single"
STUB = '''
def latest_in_single():
    """W_Q [8, n] and W_K [8, n] of a head for rows of eight columns."""
    raise NotImplementedError
'''
Answer = tuple[Array, Array]
Reads = Mapping[str, float]
Make = Callable[[], Answer]
Single = NDArray[np.float32]


def rows(cells: Array, places: Array) -> Array:
    """Rows [n, 8] of stores: the cell and its two digits around 0, their squares, and the place."""
    tens, ones = np.divmod(cells, 10)
    cell, tens, ones = (cells - 49.5) / CELLS, (tens - 4.5) / 10, (ones - 4.5) / 10
    one = np.ones(len(cells))
    return np.stack([one, cell, cell**2, tens, tens**2, ones, ones**2, places / STORES], axis=1)


def single(x: Array) -> Single:
    """Rounded to single precision."""
    rounded: Single = np.asarray(x, dtype=np.float32)
    return rounded


def scores(query: Single, keys: Single) -> Array:
    """What a query [n] scores with keys [n_rows, n]: each product and each sum is rounded."""
    total = np.zeros(len(keys), np.float32)
    for wanted, key in zip(query, keys.T, strict=True):
        total = total + wanted * key
    return total.astype(np.float64)


def judge(answer: object) -> str:
    """Each store leads the one before it in the same mailbox, and all others, wherever they are."""
    W_Q, W_K = matrices(answer)
    every = np.arange(float(CELLS))
    queries = single(rows(every, np.full(CELLS, float(STORES))) @ W_Q)
    drawn = fresh(STORES).integers(STORES, size=DRAWN)
    tried = np.unique([*range(ENDS), *drawn, *range(STORES - ENDS, STORES)]).astype(float)
    cells = np.repeat(every, len(tried))
    keys = single(rows(cells, np.tile(tried, CELLS)) @ W_K)
    places, least = np.arange(STORES) / STORES, np.inf
    for cell in range(0, CELLS, 1 if conditions().whole else 9):
        query, first = queries[cell], rows(np.array([float(cell)]), np.zeros(1))
        mine = scores(query, single(first @ W_K + np.outer(places, W_K[-1])))
        found = scores(query, keys)
        least = min(least, later(mine, cell), ahead(mine, found, cells, cell))
    return f"{CELLS} inputs of {STORES:,} stores, smallest lead {least:.3g}"


def matrices(answer: object) -> tuple[Array, Array]:
    """The matrices of an answer, in single precision; Wrong where they are none of a head."""
    said = items(ask(answer, where=WHERE), 2, "W_Q and W_K", WHERE)
    shape = np.shape(said[0])
    width = shape[1] if len(shape) == 2 else 0
    if not 1 <= width <= MOST:
        raise Wrong(f"at W_Q expected 8 rows and 1 to {MOST} columns, got shape {shape}")
    made = []
    for name, each in zip(("W_Q", "W_K"), said, strict=True):
        W = numbers(each, (len(COLUMNS), width), f"at {name}")
        if not (largest := float(np.abs(W).max())) <= LARGEST:
            raise Wrong(f"at {name} expected numbers up to {LARGEST:g}, got {largest:g}")
        made.append(single(W).astype(np.float64))
    return made[0], made[1]


def later(mine: Array, cell: int) -> float:
    """By how much a store leads the one before it in its mailbox [STORES], at least."""
    led = np.diff(mine)
    if (behind := np.flatnonzero(~(led >= LEAD))).size:
        p = int(behind[0])
        raise Wrong(f"with mailbox {cell} stored at places {p:,} and {p + 1:,} expected a lead of "
                    f"{LEAD:g} for the later one, got {led[p]:.3g}")  # fmt: skip
    return float(led.min())


def ahead(mine: Array, found: Array, cells: Array, cell: int) -> float:
    """By how much the first store of a mailbox leads all others, wherever these are."""
    led = np.where(cells == cell, np.inf, mine.min() - found)
    worst = int(np.where(np.isnan(led), -np.inf, led).argmin())
    if not led[worst] >= LEAD:
        raise Wrong(short(f"with mailbox {cell} wanted and {int(cells[worst])} stored after it "
                          f"expected a lead of {LEAD:g}, got {led[worst]:.3g}"))  # fmt: skip
    return float(led[worst])


def latest_in_single(
    sure: float = 16.0, *, digits: bool = True, around: bool = False, room: float = 1.0
) -> Answer:
    """What is later by one leads by 16; an address leads by more than all places together.

    The parabolas are those of both digits, or of the whole cell. Where it is compared `around` 0,
    the square of what is wanted is taken away as well. `room` is what addresses lead by besides.
    """
    span = sure * (STORES + 1)
    names, apart = (("tens", "ones"), 1 / 10) if digits else (("cell",), 1 / CELLS)
    sharp = room * abs(span) / apart**2
    asks, looks = list[Reads](), list[Reads]()
    for name in names:
        asks += [{name: 2.0}, {"one": -1.0}]
        looks += [{name: sharp}, {f"{name}_square": sharp}]
        if around:
            asks.append({f"{name}_square": -1.0})
            looks.append({"one": sharp})
    return matrix([*asks, {"one": 1.0}]), matrix([*looks, {"place": sure * STORES}])


def matrix(said: Sequence[Reads]) -> Array:
    """A matrix [8, n] of which each column reads some columns of a row."""
    W = np.zeros((len(COLUMNS), len(said)))
    for column, reads in enumerate(said):
        for name, factor in reads.items():
            W[COLUMNS.index(name), column] = factor
    return W


def accepted_around_zero() -> Make:
    """Digits again, and what is wanted squared is taken away before the place is added."""
    return lambda: latest_in_single(around=True)


def accepted_one_parabola() -> Make:
    """The whole cell: where scores lie around 0 single precision is fine enough for it."""
    return lambda: latest_in_single(digits=False, around=True, room=1.01)


def wrong_one_parabola() -> Make:
    """As in the chapter: scores are so large that neighbors in time score alike."""
    return lambda: latest_in_single(digits=False)


def wrong_no_room() -> Make:
    """One parabola around 0, which leads by nothing more than all places do."""
    return lambda: latest_in_single(digits=False, around=True)


def wrong_place_first() -> Make:
    """What is later is added before the squares, and lost in them."""
    W_Q, W_K = latest_in_single(digits=False, around=True, room=1.01)
    return lambda: (W_Q[:, ::-1], W_K[:, ::-1])


def wrong_earliest() -> Make:
    """The first store wins, not the last."""
    return lambda: latest_in_single(-16.0)


def wrong_faint() -> Make:
    """The later store leads by too little."""
    return lambda: latest_in_single(4.0)


def wrong_no_addresses() -> Make:
    """Addresses lead by less than what a long text makes of places."""
    return lambda: latest_in_single(room=0.5)


def wrong_ones_alone() -> Make:
    """The tens are not asked for."""
    W_Q, W_K = latest_in_single()
    return lambda: (W_Q[:, 2:], W_K[:, 2:])


EXERCISE = Exercise(
    slug="latest-in-single",
    title="In single precision",
    kind="construct",
    statement=f"""
The computer of a hundred mailboxes finds a cell by a parabola of its whole number, and in float32
that ends before place {STORES:,}. Build a head that gets there. Each row of the text is a store,
and there are {STORES:,}. It holds, in this order: 1; its cell $a$ as $(a-49.5)/100$, and the square
of that; the tens of $a$ as $(t-4.5)/10$, and their square; the ones alike, and theirs; and its
place, divided by {STORES:,}. The row that asks stands behind them, and holds the same of the cell
that it wants.
`latest_in_single()` returns $W_Q$ and $W_K$, eight rows and up to {MOST} columns each. A score is
the product of a query and a key, in single precision: queries and keys are rounded, each of the
products, and each sum, which goes through the columns from first to last. For each cell, a later
store must lead an earlier one by {LEAD:g} or more, and the earliest of this cell any store of
another, wherever it is.
""",
    example=Example(
        "Two rows, and what becomes of a place that is added to something large:",
        "from exercises.catalogue.a_computer.latest_in_single import rows\n\n"
        "print(rows(np.array([7.0, 42.0]), np.array([3.0, 65_535.0])).round(3))\n"
        "float(np.float32(5e9) + np.float32(16)), float(np.float32(5e5) + np.float32(16))",
    ),
    hints=(
        "Places in a text of this length lead by 5 times that length, all together. By how much "
        "does an address have to lead, and how large does that make the score of a parabola?",
        "Of two digits each, addresses are ten times as far apart as of a hundred cells in one.",
        "Or: a sum is exact where it is near 0. The square of what is wanted makes no difference "
        "to softmax, but to the size of the score. And what should be added last?",
    ),
    answer="""
Two parabolas, one for the tens and one for the ones: cells are ten times as far apart, so scores
may be a hundredth of what they were, and two neighbors in time still differ where float32 counts by
twos. A single parabola can do it, too, if the square of what is wanted is taken away before the
place is added. Then all that is large has canceled, and the place is added to nearly nothing. It
is rounding that limits a head, and rounding has an order. But a library that multiplies matrices
sums as it likes, and the square of a number that was computed must be computed as well: so the
machine of the book has digits.
""",
    stub=STUB,
    judge=judge,
    code=(latest_in_single, matrix),
)
