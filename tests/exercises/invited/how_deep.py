"""How deep can it read."""

import numpy as np

from exercises.catalogue.how_deep.one_unit_less import one_unit_less
from exercises.catalogue.how_deep.quadratic_key import Answer, quadratic_key
from exercises.catalogue.how_deep.subject_relatives import CLOSED, ORDER, machine


def as_a_head_scores() -> Answer:
    """A lead of 1 once a head has divided by the root of 2."""
    r = 2**0.5
    W_Q = np.array([[r, 0], [0, 0], [r, -r / 2]])
    W_K = np.array([[2.0, 0], [0, 2], [0, 0]])
    return (W_Q, W_K)


INVITED: dict[str, dict[str, object]] = {
    "one-unit-less": {
        "wrong: counted from 1": lambda: (1, 6),
        "right: an array of two numbers": lambda: np.array(one_unit_less(), np.uint8),
    },
    "quadratic-key": {
        "wrong": [as_a_head_scores],
        "right: lists": lambda: [W.tolist() for W in quadratic_key()],
    },
    "subject-relatives": {
        "wrong: a verb behind the open verb": machine(ORDER[0], ORDER[2], *CLOSED),
        "right: a rule told twice": machine(*ORDER, ORDER[0], *CLOSED, "i + bsub - one > 3 bad"),
    },
}
