"""A small change."""

from collections.abc import Callable
from itertools import product

import numpy as np

from exercises.catalogue.a_small_change.earliest_of_two import earliest_of_two, frozen
from exercises.catalogue.a_small_change.one_entry import hashes, one_entry, rivers
from exercises.catalogue.a_small_change.parallel_changes import (
    accepted_another_mirror,
    parallel_changes,
)
from exercises.catalogue.a_small_change.rank_two_needed import lines_left
from exercises.catalogue.a_small_change.smallest_to_largest import HEAD, N_CTX, smallest_to_largest
from exercises.catalogue.a_small_change.steer_one import SAYS, steer_one
from exercises.catalogue.a_small_change.what_comes_back import MERGED, what_comes_back
from exercises.catalogue.a_small_change.when_to_merge import fewest
from exercises.judging.adapters import Pairs
from exercises.judging.greetings import LETTERS, MESSAGE
from taotp.programs.hello_world import hello_world
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


def split(d_vocab: int) -> object:
    """The factor in A, in whole numbers, and a list."""
    W_Q = named_arrays(minimum(d_vocab, N_CTX).model)[HEAD + "W_Q"]
    return {HEAD + "W_Q": [np.array([[0], [0], [-4]]), W_Q[2:].tolist()]}


def two_mirrors() -> str:
    """Half of the letters in one mirror, half in another."""
    first, second = parallel_changes(), accepted_another_mirror()()
    return first[:6] + second[6:]


def later() -> object:
    """The last two that will do, by a search from the end of the text."""
    before = hello_world(MESSAGE, vocabulary=LETTERS)
    texts = (MESSAGE[:9] + a + b + "!" for a, b in product(LETTERS[::-1], repeat=2))
    return np.array([next(
        text for text in texts
        if not [*lines_left(before, hello_world(text, vocabulary=LETTERS))]
    )])[0]  # fmt: skip


def first_head() -> Pairs:
    """In the first layer, whose head looks for the one before."""
    ((_, (A, B)),) = earliest_of_two().items()
    W_Q = named_arrays(frozen())["layers.0.heads.0.W_Q"]
    return {"layers.0.heads.0.W_Q": (A[-len(W_Q) :], B[:, -W_Q.shape[1] :])}


def two_paths() -> Pairs:
    """A little less of it, in lists, and another adapter that does nothing."""
    ((path, (A, B)),) = earliest_of_two().items()
    W_V = named_arrays(frozen())["layers.1.heads.0.W_V"]
    idle = np.zeros((len(W_V), 1)), np.ones((1, W_V.shape[1]))
    return {path: ((-3 * A).tolist(), (-B / 3.1).tolist()), "layers.1.heads.0.W_V": idle}


def one_sided() -> Array:
    """Danube up, and Nile left where it is: others come along before Cairo does."""
    model, names = rivers().model, rivers().vocabulary
    assert model.W_U is not None
    mean = np.eye(model.d_model) - 1 / model.d_model
    slope = np.eye(len(names))[names.index(SAYS)]
    direction = np.linalg.pinv((mean @ model.W_U).T) @ slope
    return np.asarray(np.linalg.norm(steer_one()) / np.linalg.norm(direction) * direction)


INVITED: dict[str, dict[str, object]] = {
    "what-comes-back": {
        "wrong: the right nine, first the three for the first power": [1, 3, 5, 0, 4, 4, 0, 4, 4],
        "wrong: in single precision": [
            float((np.float32(w) + np.float32(2.0**k)) - np.float32(2.0**k)) for w, k in MERGED
        ],
        "right: an array of nine": lambda: np.array(what_comes_back(), np.float32),
    },
    "when-to-merge": {
        "wrong: full from rank 100 on": lambda k, d, r: fewest(k, d, r) if r < 100 else min(k, d),
        "wrong: half of the narrower side": lambda k, d, r: min(k, d) // 2 + 1,
        "right: a whole number of numpy's": lambda k, d, r: np.int64(k) * d // (k + d) + 1,
    },
    "smallest-to-largest": {
        "wrong": [three_numbers_long],
        "wrong: right, with a third number that does nothing": lambda d_vocab: other(
            smallest_to_largest(d_vocab), lambda A, B: (A + [[1e-300], [0.0], [0.0]], B)
        ),
        "right": [split],
    },
    "parallel-changes": {
        "wrong": [two_mirrors],
        "wrong: one direction, five letters": lambda: "W ooeHlrod!"[:5] + MESSAGE[5:],
        "right: some letters stay": lambda: np.array([parallel_changes()[:8] + MESSAGE[8:]])[0],
    },
    "rank-two-needed": {
        "wrong: one letter goes to the far side, and its neighbor one step with it": "oello World!",
        "wrong: no line is left, but three letters have changed": "odolo World!",
        "right": [later],
    },
    "earliest-of-two": {
        "wrong": [first_head],
        "wrong: too loud": lambda: other(earliest_of_two(), lambda A, B: (A, 4 * B)),
        "right": [two_paths],
    },
    "one-entry": {
        "wrong: the others' logits move by a hundred millionth": lambda: other(
            one_entry(), lambda A, B: (A + 1e-7 * np.abs(A).max() * hashes()[:1].T, B)
        ),
        "wrong: only down": lambda: other(one_entry(), lambda A, B: (A, np.minimum(B, 0))),
        "right: both with a minus, one a hundred times louder, in lists": lambda: other(
            one_entry(), lambda A, B: ((-100 * A).tolist(), (-0.02 * B).tolist())
        ),
    },
    "steer-one": {
        "wrong": [one_sided],
        "wrong: too much with a quarter more": lambda: steer_one() * 1.9 / 1.2,
        "right: with what the norm takes away, as a list": lambda: (steer_one() + 5).tolist(),
    },
}
