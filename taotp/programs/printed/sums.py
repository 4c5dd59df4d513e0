"""Sums, as their source prints them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from taotp.programs import adding
from taotp_core.program import Program


def add_mod10(n_digits: int, *, scale: float = 100.0, loud: float = adding.LOUD) -> Program:
    """Section 6.7: a digit is read as itself however many there are, and both signs are a 0.

    >>> add_mod10(2).complete("12+33=")
    '5'
    """
    return zero_for_signs(adding.add_mod10(n_digits, scale=scale, loud=loud))


def add(
    n_digits: int,
    *,
    scale: float = 1.0,
    mark: Sequence[float] = (1.0, 0.0, 0.0),
    loud: float = adding.LOUD,
) -> Program:
    """Section 6.8: both signs are a 0.

    >>> add(2).complete("45+78=")
    '123'
    """
    return zero_for_signs(adding.add(n_digits, scale=scale, mark=mark, loud=loud))


def zero_for_signs(ours: Program) -> Program:
    """The same adder whose + and = have the row of 0, so that an answer of 0 is a tie."""
    W_E = np.concatenate([ours.model.W_E[:10], ours.model.W_E[[0, 0]]])
    return replace(ours, model=replace(ours.model, W_E=W_E))
