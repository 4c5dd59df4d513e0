"""The least adapter from the smallest to the largest, for any size."""

from collections.abc import Callable
from itertools import permutations, product

import numpy as np

from exercises.judging.adapters import Pairs, own_adapters
from exercises.judging.judge import Tally, ask, budget, fresh, in_short, right
from exercises.statement import Exercise
from taotp.programs.minimum import minimum
from taotp_core.arrays import Tokens
from taotp_core.encodings import EAST
from taotp_core.equivalences import numbers_in
from taotp_core.weights import named_arrays

SIZES, N_CTX = (2, 10, 40, 200), 6
MOST, MOST_NONZERO = 4, 2
HEAD = "layers.0.heads.0."
STUB = '''
def smallest_to_largest(d_vocab):
    """Adapters {path: (A, B)} for minimum(d_vocab, 6).model."""
    raise NotImplementedError
'''

Make = Callable[[int], Pairs]


def lists(d_vocab: int) -> Tokens:
    """Neighbors everywhere, with a third number at each place, and short lists of a few numbers."""
    k = np.arange(d_vocab - 1)
    rows = [np.stack(order, 1) for third in (0 * k, k, k + 1, 0 * k + d_vocab - 1)
            for order in permutations((k, k + 1, third))]  # fmt: skip
    some = np.unique(np.linspace(0, d_vocab - 1, 5).astype(int))
    return np.concatenate([*rows, np.array([*product(some, repeat=3)])])


def long_lists(d_vocab: int) -> Tokens:
    """As long as the context: five that are one less than the largest, and drawn ones."""
    k = np.arange(d_vocab - 1)[:, None]
    below = np.repeat(k, N_CTX, axis=1)
    last, first = below.copy(), below.copy()
    last[:, -1:] = first[:, :1] = k + 1
    return np.concatenate([last, first, fresh(5).integers(d_vocab, size=(200, N_CTX))])


def judge(answer: object) -> str:
    """The largest of every list, of every size, with few numbers that are not zero."""
    tally, count, nonzero = Tally(), 0, 0
    for d_vocab in SIZES:
        where = f"with V={d_vocab}"
        frozen = minimum(d_vocab, N_CTX).model
        found, model = own_adapters(ask(answer, d_vocab, where=where), frozen, where)
        for tokens in (lists(d_vocab), long_lists(d_vocab)):
            tally += right(model, tokens, np.maximum.accumulate(tokens, axis=1), in_short)
        count = max(count, numbers_in(found))
        nonzero = max(nonzero, sum(int(np.count_nonzero(W)) for pair in found.values()
                                   for W in pair))  # fmt: skip
        budget("all lists", count, "numbers", f"V={d_vocab}", MOST)
        budget("all lists", nonzero, "numbers that are not zero", f"V={d_vocab}", MOST_NONZERO)
    return f"{tally.inputs} inputs, {count} numbers, {nonzero} of them not zero"


def smallest_to_largest(d_vocab: int) -> Pairs:
    """The third number of the query, turned around: it alone points south."""
    W_Q = named_arrays(minimum(d_vocab, N_CTX).model)[HEAD + "W_Q"]
    return {HEAD + "W_Q": (np.array([[0.0], [0.0], [1.0]]), -3 * W_Q[2:])}


def accepted_twice() -> Make:
    """What is added may be louder."""

    def louder(d_vocab: int) -> Pairs:
        ((path, (A, B)),) = smallest_to_largest(d_vocab).items()
        return {path: (A, 2 * B)}

    return louder


def wrong_keys() -> Make:
    """Right, but a direction to the west takes two numbers, and a third beside them."""
    return lambda d_vocab: {HEAD + "W_K": (-2 * EAST[:, None], np.eye(1))}


def wrong_mirror() -> Make:
    """The embedding in a mirror: right, and a number for each symbol."""

    def mirrored(d_vocab: int) -> Pairs:
        W_E = minimum(d_vocab, N_CTX).model.W_E
        return {"W_E": (-2 * W_E @ EAST[:, None], EAST[None])}

    return mirrored


def wrong_one_size() -> Make:
    """A million, as in the chapter, is not loud enough for two hundred numbers."""
    return lambda d_vocab: {HEAD + "W_Q": (np.array([[0.0], [0.0], [1.0]]), np.array([[1e6]]))}


def wrong_half() -> Make:
    """As much as there is takes the query away, and the machine averages."""

    def half(d_vocab: int) -> Pairs:
        W_Q = named_arrays(minimum(d_vocab, N_CTX).model)[HEAD + "W_Q"]
        return {HEAD + "W_Q": (-W_Q, np.eye(1))}

    return half


def wrong_value() -> Make:
    """What is brought, in a mirror: the smallest in mirror writing."""

    def brought(d_vocab: int) -> Pairs:
        W_V = named_arrays(minimum(d_vocab, N_CTX).model)[HEAD + "W_V"]
        return {HEAD + "W_V": (-2 * W_V @ EAST[:, None], EAST[None])}

    return brought


def wrong_shape() -> Make:
    """A and B are exchanged."""
    return lambda d_vocab: {HEAD + "W_Q": (np.eye(1), np.ones((1, 3)))}


EXERCISE = Exercise(
    slug="smallest-to-largest",
    title="From the smallest to the largest",
    kind="family",
    statement=f"""
Give `smallest_to_largest(d_vocab)`, adapters `{{path: (A, B)}}` with which `minimum(d_vocab,
{N_CTX}).model` says the largest number of every list, for $V$ of {SIZES[0]}, {SIZES[1]}, {SIZES[2]}
and {SIZES[3]}. $A$ and $B$ may have {MOST} numbers together, {MOST_NONZERO} of them not zero.
(There is a leaderboard, `least-adapter`.)
""",
    hints=(
        "Print `W_Q` and `W_K` for a few sizes. Which grow?",
        "Which coordinate has no part to the east or to the west at all?",
    ),
    answer="""
What is added to `W_Q` has to grow with it, like the cube of $V$: minus three times its third
number, in the third place. That coordinate points south, and neither east nor west. After the norm
there remains the question for the north with the other sign. Four numbers are the least on any
path, and one in $A$ and one in $B$ the fewest that do anything.
""",
    stub=STUB,
    judge=judge,
    code=(smallest_to_largest,),
)
