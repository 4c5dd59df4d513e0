"""Exercises that change one number: what is told of how many can, and what is no such change."""

import re

import pytest

from exercises import check
from exercises.catalogue import EXERCISES, module_of
from exercises.judging.change import Challenge
from taotp_core.edits import write_changes
from tests.exercises.in_turn import is_due
from tests.exercises.laws import of_each
from tools.one_number import challenges, solutions

CHALLENGES = challenges()


def test_five_chapters_and_more_have_one() -> None:
    assert len({EXERCISES[slug].chapter for slug in CHALLENGES}) >= 5


@of_each(CHALLENGES)
def test_every_number_that_is_said_to_do_it_does(slug: str) -> None:
    """The program itself does not, nor does a number that changes but its last digits."""
    challenge = CHALLENGES[slug]
    assert isinstance(challenge, Challenge)
    assert module_of(slug).EXERCISE.judge == challenge.judge
    for place, value in challenge.can.items():
        assert check(slug, {place: value}).passed, place
        assert check(slug, write_changes({place: value})).passed, place
    (count,) = re.findall(rf"(\w+) of the {challenge.numbers:,} numbers", EXERCISES[slug].answer)
    assert count.replace("One", "1") == str(len(challenge.can))
    place = next(iter(challenge.can))
    was, _ = challenge.changed(challenge.program().model, place, 0.123)
    assert check(slug, f"{place}={was + 1e-9 * max(1, abs(was))!r}").outcome == "failed"


@pytest.mark.slow
def test_all_numbers_of_the_shortest_are_tried() -> None:
    """In turn: each of the numbers of a program."""
    if not is_due("all numbers"):
        return
    jello = CHALLENGES["jello"]
    found = solutions(jello)
    assert found.keys() == jello.can.keys()
    assert jello.can["W_pos:0.2"] in found["W_pos:0.2"]


NO_CHANGES: dict[str, tuple[object, str]] = {
    "no text": (3, "expected one change, such as 'W_pos:5.0=-2', got an int"),
    "nothing returned": (lambda: None, "expected one change, such as 'W_pos:5.0=-2', got None"),
    "empty": ("", "such as 'W_pos:5.0=-2', got 0"),
    "two": ("W_E:0.0=1;W_E:0.1=1", "such as 'W_pos:5.0=-2', got 2"),
    "two in a table": ({"W_E:0.0": 1, "W_E:0.1": 1}, "such as 'W_pos:5.0=-2', got 2"),
    "another form": ("W_E[0, 0] = 1", "'W_E[0,0]=1' must be path:row.column=value"),
    "no number": ("W_E:0.0=one", "must be path:row.column=value"),
    "not a number": ({"W_E:0.0": float("nan")}, "W_E:0.0 is nan; it must be a finite number"),
    "infinite": ("W_E:0.0=1e999", "W_E:0.0 is inf; it must be a finite number"),
    "a word for a value": ({"W_E:0.0": "one"}, "could not convert string to float"),
    "a list for a value": ({"W_E:0.0": [1]}, "got another text: float() argument must be"),
    "unknown": ("W_U:0.0=1", "the model has no W_U; it has W_E, W_pos"),
    "row": ("W_E:12.0=1", "W_E has no row 12; the last row is 11"),
    "column": ("W_E:0.3=1", "W_E has no column 3; the last column is 2"),
    "unchanged": ("W_E:0.2=0", "at W_E:0.2 expected another number than 0, got the same"),
    "elsewhere": ("W_E:0.0=1", "expected a number of W_pos, got one of W_E"),
    "overflow": ("W_pos:0.0=1e300", "after '' it scores 'J' and "),
}


@of_each(NO_CHANGES)
def test_what_is_no_change_of_one_number_is_told_why(name: str) -> None:
    answer, sentence = NO_CHANGES[name]
    found = check("mend-by-one" if name == "elsewhere" else "jello", answer)
    assert found.outcome == "failed"
    assert sentence in found.text
