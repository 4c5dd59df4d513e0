"""A small change."""

from collections.abc import Callable

import numpy as np

from exercises.catalogue.a_small_change.earliest_of_two import earliest_of_two
from exercises.catalogue.a_small_change.one_entry import hashes, one_entry
from exercises.catalogue.a_small_change.parallel_changes import (
    parallel_changes,
)
from exercises.catalogue.a_small_change.rank_two_needed import rank_two_needed
from exercises.catalogue.a_small_change.smallest_to_largest import HEAD, N_CTX, smallest_to_largest
from exercises.catalogue.a_small_change.steer_one import steer_one
from exercises.catalogue.a_small_change.what_comes_back import what_comes_back
from exercises.catalogue.a_small_change.when_to_merge import fewest
from exercises.judging.adapters import Pairs
from exercises.judging.greetings import MESSAGE
from taotp.programs.minimum import minimum
from taotp_core.arrays import Array
from taotp_core.weights import named_arrays


def other(made: Pairs, change: Callable[[Array, Array], object]) -> dict[str, object]:
    """An adapter of one pair with other factors."""
    ((path, (A, B)),) = made.items()
    return {path: change(A, B)}


def three_numbers_long(d_vocab: int) -> Pairs:
    """Just loud enough for a rival or two: five of them outvote it."""
    W_Q = named_arrays(minimum(d_vocab, N_CTX).model)[HEAD + "W_Q"]
    return {HEAD + "W_Q": (np.array([[0.0], [0.0], [1.0]]), -1.0005 * W_Q[2:])}


INVITED: dict[str, dict[str, object]] = {
    "what-comes-back": {
        "wrong: the right nine, first the three for the first power": [1, 3, 5, 0, 4, 4, 0, 4, 4],
        "right: an array of nine": lambda: np.array(what_comes_back(), np.float32),
    },
    "when-to-merge": {
        "wrong: full from rank 100 on": lambda k, d, r: fewest(k, d, r) if r < 100 else min(k, d),
        "right: a whole number of numpy's": lambda k, d, r: np.int64(k) * d // (k + d) + 1,
    },
    "smallest-to-largest": {
        "wrong": [three_numbers_long],
        "right: lists": lambda d_vocab: other(
            smallest_to_largest(d_vocab), lambda A, B: (A.tolist(), B.tolist())
        ),
    },
    "parallel-changes": {
        "wrong: one direction, five letters": lambda: "W ooeHlrod!"[:5] + MESSAGE[5:],
        "right: some letters stay": lambda: np.array([parallel_changes()[:8] + MESSAGE[8:]])[0],
    },
    "rank-two-needed": {
        "wrong: one letter goes to the far side, and its neighbor one step with it": "oello World!",
        "right: a string of numpy's": lambda: np.array([rank_two_needed()])[0],
    },
    "earliest-of-two": {
        "wrong: too loud": lambda: other(earliest_of_two(), lambda A, B: (A, 4 * B)),
        "right: a little less of it, in lists": lambda: other(
            earliest_of_two(), lambda A, B: ((-3 * A).tolist(), (-B / 3.1).tolist())
        ),
    },
    "one-entry": {
        "wrong: the others' logits move by a hundred millionth": lambda: other(
            one_entry(), lambda A, B: (A + 1e-7 * np.abs(A).max() * hashes()[:1].T, B)
        ),
        "right: both with a minus, one a hundred times louder, in lists": lambda: other(
            one_entry(), lambda A, B: ((-100 * A).tolist(), (-0.02 * B).tolist())
        ),
    },
    "steer-one": {
        "wrong: too much with a quarter more": lambda: steer_one() * 1.9 / 1.2,
        "right: with what the norm takes away, as a list": lambda: (steer_one() + 5).tolist(),
    },
}
