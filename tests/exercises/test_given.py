"""What judges take: whole numbers and lists of any type, a thing where its function is asked."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from exercises.judging.cases import asked, drawn, ends
from exercises.judging.counts import exactly
from exercises.judging.judge import Wrong, ask, items, numbers, whole
from tests.exercises.laws import of_each

FOURS = (4, 4.0, np.int64(4), np.uint8(4), np.float32(4), np.array(4), np.array([4]),
         Fraction(8, 2), Decimal(4))  # fmt: skip
NOT_WHOLE: list[tuple[Any, str]] = [
    (4.5, "got 4.5"), (np.nan, "got nan"), (-np.inf, "got -inf"), (Fraction(1, 2), "a Fraction"),
    (True, "got a bool"), (np.True_, "got a bool"), ("4", "got a str"), (None, "got None"),
    ([1, 2], "got a list"), (4 + 0j, "got a complex"), (object(), "got an object"),
]  # fmt: skip


def test_a_whole_number_is_one_whatever_holds_it() -> None:
    """A large one to its last digit."""
    assert [(four, type(four)) for four in (whole(four, "") for four in FOURS)] == 9 * [(4, int)]
    assert whole(10**30 + 1, "here") == 10**30 + 1
    with pytest.raises(Wrong, match="1 too few"):
        exactly(lambda n: 10**n, [(30,)], lambda n: 10**n + 1, ["n"])


@of_each(NOT_WHOLE)
def test_what_is_no_whole_number_is_named(thing: Any, got: str) -> None:
    with pytest.raises(Wrong, match=f"^here expected a whole number, .*{re.escape(got)}$"):
        whole(thing, "here")


def test_lists_tuples_and_arrays_hold_the_same_items() -> None:
    for thing in ([1, 2], (1, 2), np.array([1, 2])):
        assert items(thing, 2, "two numbers", "here") == [1, 2]
    for other in ("ab", {1, 2}, 7, np.array(7), None):
        with pytest.raises(Wrong, match="^here expected two numbers, got (an? |None)"):
            items(other, 2, "two numbers", "here")
    with pytest.raises(Wrong, match="^here expected two numbers, got 3$"):
        items([1, 2, 3], 2, "two numbers", "here")


def test_a_thing_stands_for_a_function_that_is_told_nothing() -> None:
    assert ask([1], where="here") == ask(lambda: [1], where="here") == [1]
    with pytest.raises(Wrong, match="^here expected a function, got a list"):
        ask([1], 2, where="here")


@of_each([np.nan, np.inf, -np.inf])
def test_numbers_are_finite(not_finite: float) -> None:
    with pytest.raises(Wrong, match=f"^here expected finite numbers, got {not_finite}$"):
        numbers([1, not_finite], (2,), "here")


def test_cases_are_the_ends_and_drawn_rows_each_once() -> None:
    ranges = (1, 3), (5, 10**6)
    rows = asked([(2, 7), (1, 5)], *ranges)
    assert rows[:5] == ((2, 7), (1, 5), (1, 10**6), (3, 5), (3, 10**6))
    assert len(rows) == len(set(rows)) == 17
    assert rows == asked([(2, 7), (1, 5)], *ranges)
    assert {len(str(n)) for _, n in drawn(*ranges, count=99)} == {1, 2, 3, 4, 5, 6}
    assert all(a < b for a, b in asked([], (1, 9), (1, 9), fits=lambda a, b: a < b))
    assert ends((1, 1), (2, 2)) == drawn((1, 1), (2, 2)) == ((1, 2),)
