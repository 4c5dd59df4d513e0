"""The page *Your first hour*, before a browser has it."""

import re

import pytest

from exercises.catalogue import BENCHES
from exercises.first_hour import FIVE, SLUGS, STEPS, hour_step


def test_what_the_five_questions_call_right_is_what_the_library_finds() -> None:
    """A choice marked wrongly, or changed with its machine, is found nowhere else."""
    for _, question in FIVE:
        assert str(question.computed()) == question.right
        assert question.right in question.choices
        assert len(question.choices) == 3


def test_each_step_has_a_box_for_each_blank_and_gives_nothing_away() -> None:
    """Without a box a step could not be solved, and an answer stands in its fold alone."""
    assert len({*SLUGS}) == len(STEPS) == 12
    for step in STEPS:
        of, text = BENCHES[step.slug], hour_step(step.slug).as_html()
        shown, folded = text.split('<div class="hour-help">')
        assert shown.count("<input") == of.blanks
        assert folded.count("<details") == 4
        lines = {line for line in of.filled.splitlines() if line not in of.text.splitlines()}
        words = [re.sub(r"<[^>]+>", "", each) for each in re.findall(r"<dt>.*?</dt>", shown)]
        assert not [line for line in lines for word in words if line in word], step.slug


def test_what_is_no_step_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'build-brackets' is not a step of the hour; there are"):
        hour_step("build-brackets")
