"""The page *Your first hour*, before a browser has it."""

import re
from html import unescape
from pathlib import Path

import pytest

from exercises.catalogue import BENCHES
from exercises.first_hour import FIVE, SLUGS, STEPS, hour_step
from tests.in_node import in_node

SCRIPT = Path(__file__).parent / "boxes.mjs"


def test_what_the_five_questions_call_right_is_what_the_library_finds() -> None:
    """A choice marked wrongly, or changed with its machine, is found nowhere else."""
    for _, question in FIVE:
        assert str(question.computed()) == question.right
        assert question.right in question.choices
        assert len(question.choices) == 3


def test_each_step_has_a_box_for_each_blank_and_gives_nothing_away() -> None:
    """Without a box a step could not be solved, and an answer stands in its fold alone.

    New words and the first two hints may have some clauses of a line to be filled, never all.
    """
    assert len({*SLUGS}) == len(STEPS) == 12
    for step in STEPS:
        of, text = BENCHES[step.slug], hour_step(step.slug).as_html()
        shown, folded = text.split('<div class="hour-help">')
        assert shown.count("<input") == of.blanks
        assert folded.count("<details") == 4
        words = re.findall(r"<dl.*</dl>", shown) + re.findall(r">Hint .*?</details>", folded)
        told = unescape(re.sub(r"<[^>]+>", "", "\n".join(words)))
        for given, line in zip(of.text.splitlines(), of.filled.splitlines(), strict=True):
            clauses = zip(given.split(", "), clauses_of(given, line), strict=True)
            asked = [clause for blank, clause in clauses if blank != clause]
            assert not asked or [each for each in asked if each not in told], (step.slug, line)


def test_a_box_that_cannot_be_read_is_named(node: str) -> None:
    """Each in turn, in all steps: that boxes of lines before it are not counted is found here."""
    spoiled = [
        (of, i, [*of.answers[:i], "?", *of.answers[i + 1 :]])
        for of in map(BENCHES.__getitem__, SLUGS)
        for i in range(of.blanks)
    ]
    asked = [{"given": of.text, "values": values} for of, _, values in spoiled]
    named = in_node(node, SCRIPT, asked)
    wrong = [(of.slug, i, at) for (of, i, _), at in zip(spoiled, named, strict=True) if at != i]
    assert not wrong


def clauses_of(given: str, line: str) -> list[str]:
    """The clauses of a line that is filled, one for each of those with blanks."""
    pattern = ", ".join(re.escape(each).replace("____", ".*?") for each in given.split(", "))
    found = re.fullmatch(f"({pattern.replace(', ', '), (')})", line)
    assert found
    return [*found.groups()]


def test_what_is_no_step_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'build-brackets' is not a step of the hour; there are"):
        hour_step("build-brackets")
