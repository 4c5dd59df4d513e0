"""No judge takes a right answer once its numbers are none: not a number, or infinite.

By day a third of the exercises is asked, and those that changed.
"""

from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from exercises import check
from exercises.judging.arrows import arrow_length
from tests.exercises.in_turn import in_full
from tests.exercises.mutants import DATA, Record, accepted, passes, places, recorded

NOT_FINITE = (np.nan, np.inf, -np.inf)
IN_FULL = [module for module in DATA if in_full(module)]
PARTS = 3  # of an answer, from its first on


def spoiled(part: Any, bad: float) -> Any:
    """A number or an array of such numbers; None of words and of lists of them."""
    if isinstance(part, np.ndarray):
        return np.full(part.shape, bad)
    if isinstance(part, list | tuple):
        return type(part)(bad for _ in part) if all(is_number(one) for one in part) else None
    return bad if is_number(part) else None


def is_number(thing: Any) -> bool:
    """Whether a thing is a number."""
    return isinstance(thing, int | float)


def spoiled_records(found: Record) -> Iterator[tuple[str, Record]]:
    """A record with one part spoiled, a few parts in all, each in turn by each kind of number."""
    inside = [
        (call, place)
        for call, said in found.items()
        for place in places(said)
        if spoiled(place.part, np.nan) is not None
    ]
    for call, place in inside[:: max(1, len(inside) // PARTS)][:PARTS]:
        for bad in NOT_FINITE:
            try:
                yield f"{bad} in {call[:60]}", found | {call: place.put(spoiled(place.part, bad))}
            except ValueError:  # no weights of ours hold it
                continue


@pytest.mark.parametrize("module", IN_FULL, ids=lambda module: module.EXERCISE.slug)
def test_no_judge_takes_what_is_no_number(module: ModuleType) -> None:
    found = recorded(module, getattr(module, accepted(module)[0])())
    for name, record in spoiled_records(found):
        assert not passes(module, record), name


def test_an_arrow_that_overflows_has_no_length() -> None:
    mlp, signs = arrow_length(6), np.array([1, -1] * 3)[:, None]
    loud = replace(mlp, W_in=1e200 * mlp.W_in, W_out=1e200 * signs * mlp.W_out)
    assert "got nan" in check("arrow-length", lambda: loud).text
