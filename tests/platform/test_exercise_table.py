"""The table of exercises in *For teachers*: all of them, each once, as the catalogue has them."""

import re
from pathlib import Path

import pytest

from exercises.catalogue import EXERCISES
from exercises.handing_in.points import read_points
from exercises.order import CHAPTERS
from tests.refused import refused
from tools import course, exercise_table


def test_the_page_has_the_table_of_the_catalogue() -> None:
    text = exercise_table.PAGE.read_text("utf-8")
    assert exercise_table.is_as_catalogued()
    labels = re.findall(r"^\| \{ref\}`[^`]+ <exercise-([\w-]+)>` \|", text, re.MULTILINE)
    assert labels == [slug for chapter in CHAPTERS for slug in chapter.slugs]


def test_a_row_says_who_judges() -> None:
    said = {slug: exercise_table.judged(each) for slug, each in EXERCISES.items()}
    assert {*said.values()} == {"in its page", "by a command", "by you"}
    assert said["build-letter"] == said["repeat-last"] == "in its page"
    assert said["temperature"] == "by a command"
    read = {slug for slug, each in EXERCISES.items() if each.judge is None and not each.typed}
    assert {slug for slug, who in said.items() if who == "by you"} == read


def test_a_changed_table_is_seen_and_written_anew() -> None:
    text = exercise_table.PAGE.read_text("utf-8")
    title = EXERCISES["jello"].title
    assert exercise_table.with_table(text.replace(f"{title} <", "Another <")) == text
    refused((lambda: exercise_table.with_table("no marks"), "no place for the table"))


def test_no_week_asks_for_what_an_earlier_week_asked_for_or_what_was_not_read() -> None:
    """Nobody else finds an exercise of a chapter that nobody has read by then."""
    chapter_of = {slug: each.page for each in CHAPTERS for slug in each.slugs}
    read, asked = {"workshop"}, []
    for week in course.WEEKS:
        read |= {*week.reads}
        assert {chapter_of[slug] for slug in (*week.builds, *week.hands_in)} <= read, week.about
        asked += [*week.builds, *week.hands_in]
    assert len(course.WEEKS) == 10 and len({*asked}) == len(asked)


def test_the_points_of_a_week_are_a_table_that_grade_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert course.main(["3"]) == 0
    (tmp_path / "points.csv").write_text(capsys.readouterr().out)
    assert [*read_points(tmp_path / "points.csv")] == [*course.WEEKS[2].hands_in]
    assert course.main(["11"]) == 2 and "name one from 1 to 10" in capsys.readouterr().err
