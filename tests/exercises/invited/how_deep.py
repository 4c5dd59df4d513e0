"""How deep can it read."""

from collections.abc import Callable

import numpy as np

from exercises.catalogue.how_deep.one_unit_less import one_unit_less
from exercises.catalogue.how_deep.quadratic_key import Answer, quadratic_key
from exercises.catalogue.how_deep.subject_relatives import CLOSED, ORDER, machine
from tests.exercises.invited import Invited


def as_a_head_scores() -> Callable[[], Answer]:
    """A lead of 1 once a head has divided by the root of 2."""
    r = 2**0.5
    W_Q = np.array([[r, 0], [0, 0], [r, -r / 2]])
    W_K = np.array([[2.0, 0], [0, 2], [0, 0]])
    return lambda: (W_Q, W_K)


def one_before() -> Callable[[], Answer]:
    """The depth before."""
    W_Q = np.array([[2.0, 0], [0, 0], [-2, -1]])
    return lambda: (W_Q, quadratic_key()[1])


def mixed() -> Callable[[], object]:
    """Both columns of the keys in both, in lists."""
    W_Q, W_K = quadratic_key()
    M = np.array([[0.6, 0.8], [-0.8, 0.6]])
    return lambda: [(W_Q @ M).tolist(), (W_K @ M).tolist()]


INVITED = {
    "one-unit-less": Invited(
        wrong={
            "counted from 1": lambda: (1, 6),
            "counted through both layers, as the 28 are": lambda: (0, 27),
        },
        right={
            "an array of two numbers": lambda: np.array(one_unit_less(), np.uint8),
        },
    ),
    "quadratic-key": Invited(
        wrong={
            "as a head scores": as_a_head_scores(),
            "one before": one_before(),
        },
        right={
            "mixed": mixed(),
        },
    ),
    "subject-relatives": Invited(
        wrong={
            "a verb may stand behind the verb that has its object to come": (
                machine(ORDER[0], ORDER[2], *CLOSED)
            ),
            "the end may stand where an object has to come": machine(*ORDER[:2], *CLOSED),
        },
        right={
            "a rule that is told twice, and one as loud as three": (
                machine(*ORDER, ORDER[0], *CLOSED, "i + bsub - one > 3 bad")
            ),
        },
    ),
}
