"""A law that is asked of many cases names all that break it, and passes where none does."""

import pytest

from tests.laws import every


@every("number, double", [(1, 2), (2, 4)])
def test_a_law_that_holds_passes(number: int, double: int, root: object) -> None:
    assert root and double == 2 * number


def test_all_offenders_are_named() -> None:
    @every("above", lambda: (0, 1))
    @every("number", [1, 2, 3])
    def at_most(number: int, above: int) -> None:
        assert number <= above + 1
        raise ValueError("odd" if number % 2 else "even")

    with pytest.raises(AssertionError) as told:
        at_most()
    said = str(told.value).split("\n- ")
    assert said[0] == "2 of 2 cases break the law:"
    assert [each[0] for each in said[1:]] == [*"01231123"] and "even" in said[7]


def test_what_is_skipped_hides_no_offender() -> None:
    @every("number", [1, 2, 3])
    def not_two(number: int, most: int) -> None:
        if number == 2:
            pytest.skip("two is out")
        assert number <= most

    with pytest.raises(pytest.skip.Exception, match="1 of 3 cases: two is out"):
        not_two(most=3)
    with pytest.raises(AssertionError, match="1 of 3 cases"):
        not_two(most=2)


@pytest.mark.parametrize("cases", [[], lambda: iter([])])
def test_no_cases_are_no_law(cases: list[int]) -> None:
    with pytest.raises(AssertionError, match="no case"):
        every("case", cases)(lambda case: None)()
