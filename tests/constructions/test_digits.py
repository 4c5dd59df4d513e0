"""How sums are typed: places that count down, a form that is held, and rows of symbols."""

import numpy as np
import pytest

from taotp.constructions import digits
from tests.laws import every


def test_places_count_down_twice_and_then_from_the_top() -> None:
    assert digits.places(3, 2)[:, 0].tolist() == [2, 1, 0, 0, 2, 1, 0, 2, 1]


@every("digit", "0123456789")
def test_every_digit_stands_where_the_form_has_one(digit: str) -> None:
    fault = digits.unlike(digits.form(2))
    assert fault([*f"{digit}1+2{digit}="]) == ""
    for wrong in (f"{digit}+22=", f"{digit}1+2{digit}", f"{digit}1=2{digit}+"):
        assert fault([*wrong]) == (
            f"the prompt is {wrong!r}; it must look like dd+dd= with a digit for each d"
        )


def test_symbols_have_rows_of_their_own_and_room_for_a_place() -> None:
    rows = digits.embedding(2)
    assert rows.shape == (len(digits.SYMBOLS), 7) and not rows[:, 4:].any()
    assert len(np.unique(rows[:10], axis=0)) == 10 and (rows[10] == rows[11]).all()


def test_numbers_of_no_digits_and_of_too_many_are_refused() -> None:
    digits.check_digits(1)
    digits.check_digits(digits.MOST_DIGITS)
    for n, words in (
        (0, "must be at least 1"),
        (digits.MOST_DIGITS + 1, f"room for {digits.MOST_DIGITS}"),
    ):
        with pytest.raises(ValueError, match=words):
            digits.check_digits(n)
    with pytest.raises(ValueError, match="n_digits is 0; it must be at least 1"):
        digits.embedding(0)
